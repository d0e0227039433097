"""Table P-3."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage_bay
from flakhouse.games.b17.state import MissionEnded
from flakhouse.games.b17.words import End, Root
from tests.b17.helpers import done, mission, noted, referee, rolled

BOMBS = [(1, 2), (4, 5), (5, 6)]
DOORS = [(1, 4), (4, 6)]


def test_p_3_row_2_bomb_release_once() -> None:
    m = mission()
    ref = referee(1, 1, 1, 1)
    damage_bay.hit(ref, m)
    damage_bay.hit(ref, m)
    assert m.plane.bomb_release_out
    assert noted(ref) == ["part-out", "no-effect"]
    done(ref)


@pytest.mark.parametrize("faces", BOMBS)
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_p_3_rows_3_9_11_bombs_hold(faces: tuple[int, int], face: int) -> None:
    m = mission()
    ref = referee(*faces, face)
    damage_bay.hit(ref, m)
    assert rolled(ref) == ["P-3", "P-3-bombs"]
    assert m.end is End.FLYING
    done(ref)


@pytest.mark.parametrize("faces", BOMBS)
@pytest.mark.parametrize("face", [5, 6])
def test_p_3_rows_3_9_11_bombs_explode_and_all_die(faces: tuple[int, int], face: int) -> None:
    m = mission()
    ref = referee(*faces, face)
    with pytest.raises(MissionEnded):
        damage_bay.hit(ref, m)
    assert m.end is End.DESTROYED
    assert all(man.dead for man in m.men.values())
    assert "bombs-detonate" in noted(ref)
    done(ref)


@pytest.mark.parametrize("faces", BOMBS)
def test_p_3_rows_3_9_11_no_die_without_bombs(faces: tuple[int, int]) -> None:
    m = mission(bombs=False)
    ref = referee(*faces)
    damage_bay.hit(ref, m)
    assert m.end is End.FLYING
    done(ref)


def test_p_3_row_4_rafts() -> None:
    m = mission()
    ref = referee(2, 2, 2, 2)
    damage_bay.hit(ref, m)
    damage_bay.hit(ref, m)
    assert m.plane.rafts_out
    assert noted(ref) == ["rafts-hit", "no-effect"]
    done(ref)


@pytest.mark.parametrize("faces", DOORS)
@pytest.mark.parametrize("face", range(1, 7))
def test_p_3_rows_5_10_doors(faces: tuple[int, int], face: int) -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(*faces, face)
    damage_bay.hit(ref, m)
    assert m.plane.bomb_doors_out == (face <= 2)
    assert m.leave == ({"bomb doors out": True} if face <= 2 else {})
    done(ref)


def test_6_2_jammed_doors_roll_no_more() -> None:
    m = mission(bomb_doors_out=True)
    ref = referee(1, 4)
    damage_bay.hit(ref, m)
    assert rolled(ref) == ["P-3"]
    done(ref)


@pytest.mark.parametrize("faces", [(1, 5), (1, 6), (2, 6)])
def test_p_3_rows_6_to_8_superficial(faces: tuple[int, int]) -> None:
    m = mission()
    before = repr(m)
    ref = referee(*faces)
    damage_bay.hit(ref, m)
    assert repr(m) == before  # nothing is harmed
    done(ref)


def test_p_3_row_12_cables() -> None:
    m = mission()
    ref = referee(6, 6)
    damage_bay.hit(ref, m)
    assert m.plane.cable_hits == 1
    done(ref)
