"""Table P-5."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage_waist
from flakhouse.games.b17.words import GunName, Position, Section
from tests.b17.helpers import done, mission, noted, referee

P, G = Position, GunName
PORT, STARBOARD, BALL = P.PORT_WAIST, P.STARBOARD_WAIST, P.BALL_GUNNER


@pytest.mark.parametrize(("face", "man"), [(1, PORT), (2, PORT), (3, STARBOARD), (4, STARBOARD), (5, BALL)])
def test_p_5_row_2_oxygen(face: int, man: Position) -> None:
    m = mission()
    ref = referee(1, 1, face)
    damage_waist.hit(ref, m)
    assert m.plane.oxygen_hits == {man: 1}
    done(ref)


def test_p_5_row_2_fire() -> None:
    m = mission()
    ref = referee(1, 1, 6, 2, answers=["who-fights-fire=Starboard Waist Gunner"])
    damage_waist.hit(ref, m)
    assert m.plane.oxygen_burnt == [Section.WAIST]
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_p_5_row_3_armament(face: int) -> None:
    m = mission()
    ref = referee(1, 2, face)
    damage_waist.hit(ref, m)
    assert m.plane.guns[G.PORT_WAIST].inoperable == (face <= 3)
    assert m.plane.guns[G.STARBOARD_WAIST].inoperable == (face >= 4)
    done(ref)


@pytest.mark.parametrize("faces", [(2, 2), (2, 3), (3, 4)])
def test_p_5_rows_4_5_7_superficial(faces: tuple[int, int]) -> None:
    m = mission()
    before = repr(m)
    ref = referee(*faces)
    damage_waist.hit(ref, m)
    assert repr(m) == before  # nothing is harmed
    done(ref)


@pytest.mark.parametrize(
    ("faces", "men"),
    [((3, 3, 1), [PORT]), ((4, 4, 1), [STARBOARD]), ((5, 5, 1, 1), [PORT, STARBOARD])],
)
def test_p_5_rows_6_8_10_gunners(faces: tuple[int, ...], men: list[Position]) -> None:
    m = mission()
    ref = referee(*faces)
    damage_waist.hit(ref, m)
    assert [p for p in P if m.men[p].light] == men
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_p_5_row_9_ball_turret(face: int) -> None:
    m = mission()
    ref = referee(4, 5, face, *[1] * (face <= 2))
    damage_waist.hit(ref, m)
    assert m.men[BALL].light == (face <= 2)
    assert m.plane.heat_out == ([BALL] if face == 3 else [])
    assert m.plane.guns[G.BALL].inoperable == (face >= 4)
    assert m.plane.ball_jammed == (face == 6)
    done(ref)


def test_6_7_jammed_turret_traps_its_gunner_even_with_guns_out() -> None:
    m = mission()
    m.plane.guns[G.BALL].inoperable = True
    ref = referee(4, 5, 6, 4, 5, 6)
    damage_waist.hit(ref, m)
    damage_waist.hit(ref, m)
    assert m.plane.ball_jammed
    assert noted(ref) == ["ball-jammed", "no-effect"]
    done(ref)


def test_6_7_nobody_is_trapped_in_an_empty_turret() -> None:
    m = mission()
    m.seats[BALL] = None
    m.men[BALL].station = None
    ref = referee(4, 5, 6)
    damage_waist.hit(ref, m)
    assert m.plane.ball_jammed
    assert noted(ref) == ["turret-out"]
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_p_5_row_11_suit_heaters(face: int) -> None:
    m = mission()
    ref = referee(5, 6, face)
    damage_waist.hit(ref, m)
    assert m.plane.heat_out == ([PORT] if face <= 3 else [STARBOARD])
    done(ref)


def test_p_5_row_12_cables() -> None:
    m = mission()
    ref = referee(6, 6)
    damage_waist.hit(ref, m)
    assert m.plane.cable_hits == 1
    done(ref)
