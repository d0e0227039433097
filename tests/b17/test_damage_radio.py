"""Table P-4."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage_radio
from flakhouse.games.b17.words import Position, Root, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

RO = Position.RADIO_OPERATOR


def test_p_4_row_2_heat() -> None:
    m = mission()
    ref = referee(1, 1)
    damage_radio.hit(ref, m)
    assert m.plane.heat_out == [RO]
    done(ref)


def test_p_4_row_3_intercom_is_not_the_radio() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(1, 2, 1, 2)
    damage_radio.hit(ref, m)
    damage_radio.hit(ref, m)
    assert m.plane.intercom_out
    assert not m.plane.radio_out
    assert m.leave == {"intercom out": True}
    assert noted(ref) == ["intercom-out", "no-effect"]
    done(ref)


@pytest.mark.parametrize("faces", [(2, 2), (2, 3)])
def test_p_4_rows_4_5_radio(faces: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*faces)
    damage_radio.hit(ref, m)
    assert m.plane.radio_out
    assert not m.plane.intercom_out
    assert not m.radio_works()
    done(ref)


def test_p_4_row_6_radio_operator() -> None:
    m = mission()
    ref = referee(3, 3, 4)
    damage_radio.hit(ref, m)
    assert m.men[RO].serious
    done(ref)


@pytest.mark.parametrize("faces", [(3, 4), (4, 4), (4, 5), (5, 5)])
def test_p_4_rows_7_to_10_superficial(faces: tuple[int, int]) -> None:
    m = mission()
    before = repr(m)
    ref = referee(*faces)
    damage_radio.hit(ref, m)
    assert repr(m) == before  # nothing is harmed
    done(ref)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_p_4_row_11_second_oxygen_hit_puts_the_room_out(face: int) -> None:
    m = mission()
    ref = referee(5, 6, face, 5, 6, face, 5, 6)
    damage_radio.hit(ref, m)
    assert m.plane.oxygen_at(RO)
    damage_radio.hit(ref, m)
    assert not m.plane.oxygen_at(RO)
    damage_radio.hit(ref, m)  # 6.2: a third time there is nothing to hit
    assert rolled(ref) == ["P-4", "P-4-oxygen", "P-4", "P-4-oxygen", "P-4"]
    done(ref)


def test_p_4_row_11_fire() -> None:
    m = mission()
    ref = referee(5, 6, 6, 1)
    damage_radio.hit(ref, m)
    assert m.plane.oxygen_burnt == [Section.RADIO_ROOM]
    done(ref)


def test_p_4_row_12_cables() -> None:
    m = mission(cable_hits=1)
    ref = referee(6, 6)
    damage_radio.hit(ref, m)
    assert m.plane.cables_out()
    done(ref)
