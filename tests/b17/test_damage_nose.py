"""Table P-1."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage_nose
from flakhouse.games.b17.words import GunName, Position, Root, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

P, G = Position, GunName


def test_p_1_row_2_norden_sight_out_and_an_abort_counts() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(1, 1, 1, 1)
    damage_nose.hit(ref, m)
    damage_nose.hit(ref, m)
    assert m.plane.norden_out
    assert m.leave == {"Norden sight out": True}
    assert noted(ref) == ["bombsight-out", "no-effect"]
    done(ref)


@pytest.mark.parametrize(
    ("face", "gun"),
    [
        (1, G.NOSE),
        (2, G.NOSE),
        (3, G.PORT_CHEEK),
        (4, G.PORT_CHEEK),
        (5, G.STARBOARD_CHEEK),
        (6, G.STARBOARD_CHEEK),
    ],
)
def test_p_1_row_3_armament(face: int, gun: GunName) -> None:
    m = mission()
    ref = referee(1, 2, face)
    damage_nose.hit(ref, m)
    assert [name for name, each in m.plane.guns.items() if each.inoperable] == [gun]
    done(ref)


@pytest.mark.parametrize(
    ("faces", "men"),
    [
        ((2, 2, 1, 2), [P.BOMBARDIER, P.NAVIGATOR]),
        ((2, 3, 1), [P.NAVIGATOR]),
        ((3, 3, 1), [P.BOMBARDIER]),
        ((3, 4), []),
        ((4, 4), []),
        ((4, 5), []),
    ],
)
def test_p_1_rows_4_to_9_men_or_superficial(faces: tuple[int, ...], men: list[Position]) -> None:
    m = mission()
    ref = referee(*faces)
    damage_nose.hit(ref, m)
    assert [p for p in P if m.men[p].light] == men
    assert m.nothing_wrong() == (not men)
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_p_1_row_10_equipment(face: int) -> None:
    m = mission()
    ref = referee(5, 5, face)
    damage_nose.hit(ref, m)
    assert m.plane.nav_equipment_out == (face <= 3)
    assert m.plane.bomb_controls_out == (face >= 4)
    done(ref)


def test_6_2_no_die_for_equipment_that_is_all_out() -> None:
    m = mission(nav_equipment_out=True, bomb_controls_out=True)
    ref = referee(5, 5)
    damage_nose.hit(ref, m)
    assert noted(ref) == ["no-effect"]
    done(ref)


@pytest.mark.parametrize(
    ("face", "men"),
    [(1, [P.BOMBARDIER]), (2, [P.BOMBARDIER]), (3, [P.NAVIGATOR]), (4, [P.NAVIGATOR])]
    + [(face, [P.BOMBARDIER, P.NAVIGATOR]) for face in (5, 6)],
)
def test_p_1_row_11_heat(face: int, men: list[Position]) -> None:
    m = mission()
    ref = referee(5, 6, face)
    damage_nose.hit(ref, m)
    assert m.plane.heat_out == men
    done(ref)


@pytest.mark.parametrize(
    ("face", "men"),
    [
        (1, [P.BOMBARDIER]),
        (2, [P.BOMBARDIER]),
        (3, [P.NAVIGATOR]),
        (4, [P.NAVIGATOR]),
        (5, [P.BOMBARDIER, P.NAVIGATOR]),
    ],
)
def test_p_1_row_12_oxygen(face: int, men: list[Position]) -> None:
    m = mission()
    ref = referee(6, 6, face, 6, 6, face)
    damage_nose.hit(ref, m)
    assert m.plane.oxygen_hits == dict.fromkeys(men, 1)
    assert all(m.plane.oxygen_at(man) for man in men)
    damage_nose.hit(ref, m)
    assert not any(m.plane.oxygen_at(man) for man in men)
    done(ref)


def test_p_1_row_12_fire() -> None:
    m = mission()
    ref = referee(6, 6, 6, 4, answers=["who-fights-fire=Navigator"])
    damage_nose.hit(ref, m)
    assert m.plane.oxygen_burnt == [Section.NOSE]
    assert rolled(ref) == ["P-1", "P-1-oxygen", "BL-3"]
    done(ref)


def test_6_2_no_oxygen_left_nothing_to_hit_or_burn() -> None:
    m = mission(oxygen_burnt=[Section.NOSE])
    ref = referee(6, 6)
    damage_nose.hit(ref, m)
    assert rolled(ref) == ["P-1"]
    done(ref)
