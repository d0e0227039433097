"""Table 7-10: every row and notes (a) to (d), (h). Notes (c) generator and (e) to (g) are in test_gear."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import engineer
from flakhouse.games.b29.engineer import Engineer
from flakhouse.games.b29.words import Brakes, DoorFault, Root
from tests.b29.helpers import done, mission, noted, referee, rolled


def test_7_10_rows_stand_as_printed() -> None:
    assert [engineer.TABLE.at(n) for n in range(2, 13)] == [
        Engineer.SUPERFICIAL,
        Engineer.TRANSFER,
        Engineer.EXTINGUISHER,
        Engineer.HYDRAULICS,
        Engineer.SUPERFICIAL,
        Engineer.INDICATORS,
        Engineer.SUPERFICIAL,
        Engineer.PRESSURE,
        Engineer.COOLING,
        Engineer.ELECTRICAL,
        Engineer.SUPERFICIAL,
    ]


def test_7_10_row_3a_transfer_controls_bar_the_auxiliary_tanks() -> None:
    m = mission()
    ref = referee(1, 2)
    engineer.hit(ref, m)
    done(ref)
    assert not m.plane.transfer_works()


@pytest.mark.parametrize(
    ("dice", "flag"),
    [((1, 3), "engine_extinguishers_out"), ((3, 4), "fuel_indicators_out"), ((4, 6), "cooling_out")],
)
def test_7_10_rows_4_7_10(dice: tuple[int, int], flag: str) -> None:
    m = mission()
    ref = referee(*dice, *dice)
    engineer.hit(ref, m)
    assert getattr(m.plane, flag) is True
    engineer.hit(ref, m)
    done(ref)
    assert noted(ref) == ["part-out", "no-effect"]


def test_7_10_row_5_brakes() -> None:
    m = mission()
    ref = referee(1, 4)
    engineer.hit(ref, m)
    done(ref)
    assert m.plane.brakes is Brakes.REDUCED


def test_7_10_row_5_does_not_mend_lost_brakes() -> None:
    m = mission(brakes=Brakes.LOST)
    ref = referee(1, 4)
    engineer.hit(ref, m)
    done(ref)
    assert m.plane.brakes is Brakes.LOST


@pytest.mark.parametrize(
    ("die", "release", "again", "lost"),
    [(2, True, False, False), (3, False, True, False), (5, False, False, True)],
)
def test_7_10_row_9_pressure_controls(die: int, release: bool, again: bool, lost: bool) -> None:
    m = mission(mask_turn=10)
    ref = referee(3, 6, die)
    engineer.hit(ref, m)
    done(ref)
    assert m.plane.no_voluntary_release is release
    assert m.plane.no_repressurizing is again
    assert m.plane.pressure_lost is lost
    assert m.plane.pressurized is not lost


def test_7_10_row_11_first_hit_has_no_effect() -> None:
    m = mission()
    ref = referee(5, 6)
    engineer.hit(ref, m)
    done(ref)
    assert not m.plane.power_out()
    assert m.leave == {}


def test_7_10c_the_second_hit_puts_out_everything_electrical() -> None:
    m = mission(electrical_hits=1, cause=Root.FLAK, bomb_run=True)
    ref = referee(5, 6)
    engineer.hit(ref, m)
    done(ref)
    plane = m.plane
    assert plane.power_out()
    assert plane.loran_out
    assert plane.feathering_out
    assert plane.cooling_out
    assert plane.ailerons_out() == 2
    assert not any(
        (
            plane.radio_works(),
            plane.radar_works(),
            plane.transfer_works(),
            plane.autopilot_works(),
            plane.intercom_works(),
        )
    )
    assert all((plane.elevators_out(), plane.rudder_out(), plane.flaps_out()))
    assert m.leave["electrical failure"] is True
    assert "doors out" not in m.leave  # 7-10d: no effect after the run
    assert rolled(ref) == ["7-10"]


def test_7_10c_a_third_hit_does_nothing() -> None:
    m = mission(electrical_hits=2)
    ref = referee()
    engineer.electrical_hit(ref, m)
    done(ref)
    assert noted(ref) == []


def test_7_10d_bombs_may_be_salvoed_at_once() -> None:
    m = mission(electrical_hits=1)
    ref = referee(answers=["salvo=yes"])
    engineer.electrical_hit(ref, m)
    done(ref)
    assert not m.plane.bombs_aboard()
    assert m.leave["doors out"] is False


def test_7_10d_or_kept_for_the_generator() -> None:
    m = mission(electrical_hits=1)
    ref = referee(answers=["salvo=no"])
    engineer.electrical_hit(ref, m)
    done(ref)
    assert m.plane.fwd.bombs
    assert m.plane.aft.bombs


@pytest.mark.parametrize(("die", "gone"), [(2, True), (3, False)])
def test_7_10d_damaged_doors_need_the_first_die_of_7_3e_for_a_salvo(die: int, gone: bool) -> None:
    m = mission(electrical_hits=1)
    m.plane.fwd.doors_damaged = True
    m.plane.aft.fault = DoorFault.WILL_NOT_CLOSE  # this one opens
    ref = referee(die, answers=["salvo=yes"])
    engineer.electrical_hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-10d-salvo"]
    assert m.plane.fwd.bombs is not gone
    assert not m.plane.aft.bombs


def test_7_10d_no_question_without_bombs() -> None:
    m = mission(electrical_hits=1)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    ref = referee()
    engineer.electrical_hit(ref, m)
    done(ref)
    assert noted(ref) == ["power-out"]


def test_7_10h_intercom_is_out_with_the_power() -> None:
    m = mission(electrical_hits=1, cause=Root.MECHANICAL, bomb_run=True)
    engineer.electrical_hit(referee(), m)
    assert m.leave["intercom out"] is False
