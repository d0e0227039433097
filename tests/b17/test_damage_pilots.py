"""Table P-2."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage_pilots
from flakhouse.games.b17.words import GunName, Position, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

P, G = Position, GunName


def test_p_2_row_2_heat_of_both_pilots() -> None:
    m = mission()
    ref = referee(1, 1)
    damage_pilots.hit(ref, m)
    assert m.plane.heat_out == [P.PILOT, P.COPILOT]
    done(ref)


@pytest.mark.parametrize(
    ("faces", "men"),
    [
        ((1, 2, 1, 1), [P.PILOT, P.COPILOT]),
        ((1, 3, 1), [P.PILOT]),
        ((1, 4, 1), [P.COPILOT]),
        ((1, 5), []),
        ((1, 6), []),
    ],
)
def test_p_2_rows_3_to_7_men_or_superficial(faces: tuple[int, ...], men: list[Position]) -> None:
    m = mission()
    ref = referee(*faces)
    damage_pilots.hit(ref, m)
    assert [p for p in P if m.men[p].light] == men
    assert m.nothing_wrong() == (not men)
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_p_2_row_8_top_turret(face: int) -> None:
    m = mission()
    ref = referee(2, 6, face, *[1] * (face >= 3))
    damage_pilots.hit(ref, m)
    assert m.plane.guns[G.TOP].inoperable == (face in (1, 2, 6))
    assert m.men[P.ENGINEER].light == (face >= 3)
    done(ref)


def test_6_0_whoever_sits_in_the_turret_now_is_hit() -> None:
    m = mission()
    engineer, gunner = m.men[P.ENGINEER], m.men[P.BALL_GUNNER]
    m.seats[P.ENGINEER], m.seats[P.BALL_GUNNER] = gunner, engineer
    engineer.station, gunner.station = P.BALL_GUNNER, P.ENGINEER
    engineer.compartment, gunner.compartment = Section.WAIST, Section.PILOTS
    ref = referee(2, 6, 3, 1)
    damage_pilots.hit(ref, m)
    assert (engineer.light, gunner.light) == (0, 1)
    done(ref)


def test_p_2_row_9_instruments() -> None:
    m = mission()
    ref = referee(4, 5, 1, 1)
    damage_pilots.hit(ref, m)
    assert rolled(ref) == ["P-2", "BL-2"]
    assert m.plane.autopilot_out
    done(ref)


@pytest.mark.parametrize(
    ("face", "men"),
    [(1, [P.PILOT, P.COPILOT]), (2, [P.PILOT]), (3, [P.COPILOT]), (4, [P.ENGINEER]), (5, [P.ENGINEER])],
)
def test_p_2_row_10_oxygen(face: int, men: list[Position]) -> None:
    m = mission()
    ref = referee(5, 5, face)
    damage_pilots.hit(ref, m)
    assert m.plane.oxygen_hits == dict.fromkeys(men, 1)
    done(ref)


def test_p_2_row_10_fire() -> None:
    m = mission()
    ref = referee(5, 5, 6, 1, answers=["who-fights-fire=Copilot"])
    damage_pilots.hit(ref, m)
    assert m.plane.oxygen_burnt == [Section.PILOTS]
    done(ref)


def test_6_4_window_nothing_at_the_first_hit_heat_at_the_second() -> None:
    m = mission()
    ref = referee(5, 6, 5, 6, 5, 6)
    damage_pilots.hit(ref, m)
    assert not m.plane.window_out()
    assert m.plane.heat_out == []
    damage_pilots.hit(ref, m)
    assert m.plane.window_out()
    assert m.plane.heat_out == [P.PILOT, P.COPILOT]
    damage_pilots.hit(ref, m)
    assert m.plane.window_hits == 2
    assert noted(ref).count("windshield") == 2
    done(ref)


def test_6_3_cables_second_hit_counts() -> None:
    m = mission()
    ref = referee(*[6] * 6)
    damage_pilots.hit(ref, m)
    assert not m.plane.cables_out()
    damage_pilots.hit(ref, m)
    assert m.plane.cables_out()
    damage_pilots.hit(ref, m)
    assert m.plane.cable_hits == 2
    assert noted(ref) == ["counted-hit", "part-out", "no-effect"]
    done(ref)
