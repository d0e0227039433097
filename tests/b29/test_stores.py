"""Bombs, doors, releases and auxiliary tanks: 2.3G, 4.7B, 7.2, 4-9g, h, 7-3e, f, 7-10d (D15-D17, D20, D46-D48)."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import doors as bomb_doors
from flakhouse.games.b29 import engineer, stores
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.b29.words import DoorFault, DoorState, EngineState, Formation, Leg, Position, Section
from tests.b29.helpers import done, mission, referee, rolled

FWD, AFT = Section.FWD_BAY, Section.AFT_BAY


def order(key: str) -> Order:
    """The order of this key."""
    return next(o for o in (*stores.ORDERS, *bomb_doors.JAMMED) if o.key == key)


def put(m: Mission, position: Position, section: Section) -> None:
    """A man in another compartment, away from his station."""
    man = m.men[position]
    if man.station is not None:
        m.seats[man.station] = None
    man.station, man.compartment = None, section


# ------------------------------------------------------------------ bombs


def test_4_7b_bombs_stay_until_there_is_a_reason() -> None:
    assert "4.7B" in stores.why_not_jettison_bombs(mission())


@pytest.mark.parametrize("reason", ["aborted", "bomb_run"])
def test_4_7b_bombs_may_go_on_an_abort_or_after_the_run(reason: str) -> None:
    assert stores.why_not_jettison_bombs(mission(**{reason: True})) == ""


@pytest.mark.parametrize("state", [EngineState.FEATHERED, EngineState.REDUCED])
def test_7_2_and_4_9e_bombs_may_go_for_a_weak_engine(state: EngineState) -> None:
    m = mission()
    m.plane.engines[2].state = state
    assert stores.why_not_jettison_bombs(m) == ""


def test_4_7b_sound_releases_drop_both_loads() -> None:
    m = mission(aborted=True)
    ref = referee()
    assert stores.drop_bombs(ref, m)
    done(ref)
    assert not m.plane.bombs_aboard()
    assert "no bombs" in stores.why_not_jettison_bombs(m)


@pytest.mark.parametrize(("die", "gone"), [(2, True), (3, False)])
def test_7_3f_a_damaged_release_needs_a_try_for_its_bay(die: int, gone: bool) -> None:
    m = mission(aborted=True)
    m.plane.fwd.release_damaged = True
    ref = referee(die)
    assert stores.drop_bombs(ref, m) is gone
    done(ref)
    assert rolled(ref) == ["7-3f-jettison"]
    assert m.plane.fwd.bombs is not gone
    assert not m.plane.aft.bombs


def test_7_3f_two_damaged_releases_take_two_tries() -> None:
    m = mission(aborted=True)
    m.plane.fwd.release_damaged = m.plane.aft.release_damaged = True
    ref = referee(3, 2)
    assert not stores.drop_bombs(ref, m)
    done(ref)
    assert m.plane.fwd.bombs
    assert not m.plane.aft.bombs


def test_4_9h_a_failed_release_takes_one_try_for_all_bombs() -> None:
    m = mission(aborted=True, release_failed=True)
    ref = referee(2)
    assert stores.drop_bombs(ref, m)
    done(ref)
    assert rolled(ref) == ["7-3f-jettison"]


def test_7_3f_one_try_a_turn() -> None:
    m = mission(aborted=True, release_failed=True)
    ref = referee(6)
    assert not stores.drop_bombs(ref, m)
    assert "one try a turn" in stores.why_not_jettison_bombs(m)
    assert not stores.drop_bombs(ref, m)
    done(ref)
    m.turn += 1
    assert stores.why_not_jettison_bombs(m) == ""


def test_7_3f_a_man_in_the_bay_helps() -> None:
    m = mission(bomb_run=True)
    m.plane.aft.release_damaged = True
    m.plane.fwd.bombs = False
    put(m, Position.FLIGHT_ENGINEER, AFT)
    ref = referee(3)
    assert stores.drop_bombs(ref, m)
    done(ref)
    assert m.men[Position.FLIGHT_ENGINEER].busy


def test_7_3f_a_man_in_the_other_bay_does_not_help() -> None:
    m = mission(bomb_run=True)
    m.plane.aft.release_damaged = True
    m.plane.fwd.bombs = False
    put(m, Position.FLIGHT_ENGINEER, FWD)
    ref = referee(3)
    assert not stores.drop_bombs(ref, m)
    done(ref)


def test_7_3e_bombs_behind_jammed_doors_stay() -> None:
    m = mission(bomb_run=True)
    m.plane.fwd.doors = DoorState.JAMMED_SHUT
    assert stores.why_not_jettison_bombs(m) == ""
    assert not stores.drop_bombs(referee(), m)
    assert m.plane.fwd.bombs
    assert not m.plane.aft.bombs
    assert "7-3e" in stores.why_not_jettison_bombs(m)


def test_7_10d_without_power_shut_doors_hold_the_bombs() -> None:
    m = mission(aborted=True, electrical_hits=2)
    assert "7-10d" in stores.why_not_jettison_bombs(m)
    m.plane.aft.doors = DoorState.OPEN
    assert stores.why_not_jettison_bombs(m) == ""
    assert not stores.drop_bombs(referee(), m)
    assert m.plane.fwd.bombs
    assert not m.plane.aft.bombs


def test_7_10d_power_lost_after_the_run_leaves_the_doors_alone() -> None:
    """Hung bombs can still be jettisoned, and jammed doors have the try of 7-3e."""
    m = mission(bomb_run=True, release_failed=True, electrical_hits=1)
    engineer.electrical_hit(referee(), m)
    assert m.plane.power_out()
    assert stores.why_not_jettison_bombs(m) == ""
    assert stores.drop_bombs(referee(2), m)
    assert stores.why_not_drop_tank(m, m.plane.fwd) == ""
    m = jammed(electrical_hits=1)
    engineer.electrical_hit(referee(), m)
    assert order("doors-motor").why_not(m) == ""
    assert not any(o.relevant(m) for o in bomb_doors.UNPOWERED)


def test_7_2_two_engines_out_force_bombs_and_tanks_out() -> None:
    m = mission()
    ref = referee()
    stores.force_jettison(ref, m)
    done(ref)
    assert not m.plane.bombs_aboard()
    assert m.plane.fwd.tank_jettisoned
    assert m.plane.aft.tank_jettisoned
    assert m.plane.tank_fuel() == 0


def test_d17_order_is_advised_once_a_turn() -> None:
    m = mission(bomb_run=True, release_failed=True)
    jettison = order("jettison-bombs")
    assert jettison.relevant(m)
    assert jettison.advised is not None
    assert jettison.advised(m)
    jettison.do(referee(5), m)
    assert not jettison.advised(m)
    assert jettison.why_not(m)


# ------------------------------------------------------------------ tanks


def test_2_3g_a_tank_goes_at_any_time() -> None:
    m = mission()
    ref = referee(answers=["which-tank=Aft Bomb Bay"])
    assert order("jettison-tank").why_not(m) == ""
    order("jettison-tank").do(ref, m)
    done(ref)
    assert m.plane.aft.tank_jettisoned
    assert m.plane.tank_fuel() == 4
    assert m.plane.bombs_aboard()


@pytest.mark.parametrize(("die", "gone"), [(2, True), (3, False)])
def test_7_3f_a_tank_is_tried_for_apart_from_bombs(die: int, gone: bool) -> None:
    m = mission(aborted=True)
    m.plane.fwd.release_damaged = True
    stores.drop_bombs(referee(6), m)
    ref = referee(die)
    assert stores.why_not_drop_tank(m, m.plane.fwd) == ""
    assert stores.drop_tank(ref, m, m.plane.fwd) is gone
    done(ref)
    assert m.plane.fwd.tank_jettisoned is gone
    assert m.plane.fwd.bombs


def test_4_9h_also_holds_the_tanks() -> None:
    m = mission(release_failed=True)
    ref = referee(3)
    assert not stores.drop_tank(ref, m, m.plane.aft)
    done(ref)
    assert "one try a turn" in stores.why_not_drop_tank(m, m.plane.aft)


def test_2_3g_an_empty_tank_plays_no_part() -> None:
    m = mission()
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    assert not order("jettison-tank").relevant(m)
    assert "empty" in stores.why_not_drop_tank(m, m.plane.fwd)


def test_2_3g_useless_fuel_is_better_dropped() -> None:
    m = mission()
    advised = order("jettison-tank").advised
    assert advised is not None
    assert not advised(m)
    m.plane.transfer_controls_out = True
    assert advised(m)


# ------------------------------------------------------------------ on the run: releases


def test_6_3_sound_releases_ask_nothing() -> None:
    m = mission()
    ref = referee()
    assert stores.run_release(ref, m, m.plane.fwd)
    done(ref)


@pytest.mark.parametrize(
    ("who", "die", "drops"), [("bombardier", 2, True), ("pilot", 1, True), ("pilot", 3, False)]
)
def test_7_3f_on_the_run_bombardier_or_pilot_try(who: str, die: int, drops: bool) -> None:
    m = mission()
    m.plane.fwd.release_damaged = True
    ref = referee(die, answers=[f"release-by-hand={who}"])
    assert stores.run_release(ref, m, m.plane.fwd) is drops
    assert stores.run_release(ref, m, m.plane.aft)
    done(ref)
    assert m.plane.fwd.bombs  # they go with the aim, not with the lever
    assert m.formation is (Formation.IN if drops else Formation.OUT)


def test_7_3f_one_try_on_the_run() -> None:
    m = mission()
    m.plane.fwd.release_damaged = True
    ref = referee(6, defaults=True)
    assert not stores.run_release(ref, m, m.plane.fwd)
    assert not stores.run_release(ref, m, m.plane.fwd)
    done(ref)


def test_4_9h_on_the_run_one_try_serves_both_bays() -> None:
    m = mission(release_failed=True)
    ref = referee(1, defaults=True)
    assert stores.run_release(ref, m, m.plane.fwd)
    assert stores.run_release(ref, m, m.plane.aft)
    done(ref)
    assert rolled(ref) == ["7-3f-release"]


def test_d47_nobody_need_try() -> None:
    m = mission(release_failed=True)
    ref = referee(answers=["release-by-hand=none"])
    assert not stores.run_release(ref, m, m.plane.fwd)
    assert not stores.run_release(ref, m, m.plane.aft)
    done(ref)
    assert m.formation is Formation.OUT


def test_7_10d_without_power_only_open_doors_drop() -> None:
    m = mission(electrical_hits=2)
    m.plane.aft.doors = DoorState.OPEN
    ref = referee()
    assert not stores.run_release(ref, m, m.plane.fwd)
    assert stores.run_release(ref, m, m.plane.aft)
    done(ref)


# ------------------------------------------------------------------ on the run: doors


def doors(m: Mission, *faces: int, answers: list[str] | None = None) -> tuple[Bay, list[str]]:
    """The run's doors of the forward bay, and what was rolled."""
    ref = referee(*faces, answers=answers)
    bomb_doors.run_doors(ref, m, m.plane.fwd)
    done(ref)
    return m.plane.fwd, rolled(ref)


def test_6_3_sound_doors_roll_nothing() -> None:
    m = mission()
    bay, charts = doors(m)
    assert charts == []
    assert bay.doors is DoorState.SHUT
    assert bomb_doors.passable(m, bay)


@pytest.mark.parametrize("die", [5, 6])
def test_7_3_row_8_superficial(die: int) -> None:
    m = mission()
    m.plane.fwd.doors_damaged = True
    bay, _ = doors(m, die)
    assert bay.doors is DoorState.SHUT
    assert m.formation is Formation.IN


@pytest.mark.parametrize("die", [3, 4])
def test_7_3_row_8_jammed_open_drops_bombs_but_costs_the_formation(die: int) -> None:
    m = mission()
    m.plane.fwd.doors_damaged = True
    bay, _ = doors(m, die)
    assert bay.doors is DoorState.JAMMED_OPEN
    assert bomb_doors.passable(m, bay)
    assert m.formation is Formation.FOR_GOOD


@pytest.mark.parametrize(("die", "opens"), [(2, True), (3, False)])
def test_7_3e_jammed_shut_the_pilot_has_one_try(die: int, opens: bool) -> None:
    m = mission()
    m.plane.fwd.doors_damaged = True
    bay, charts = doors(m, 1, die, answers=["doors-by-pilot=yes"])
    assert charts == ["7-3-doors", "7-3e-pilot"]
    assert bomb_doors.passable(m, bay) is opens
    assert m.formation is (Formation.IN if opens else Formation.FOR_GOOD)


def test_d46_the_pilot_need_not_try() -> None:
    m = mission()
    m.plane.fwd.doors_damaged = True
    bay, charts = doors(m, 2, answers=["doors-by-pilot=no"])
    assert charts == ["7-3-doors"]
    assert bay.doors is DoorState.JAMMED_SHUT


def test_4_9g_a_fault_shows_on_the_run_without_a_die() -> None:
    m = mission()
    m.plane.fwd.fault = DoorFault.WILL_NOT_CLOSE
    bay, charts = doors(m)
    assert charts == []
    assert bay.doors is DoorState.JAMMED_OPEN
    m = mission()
    m.plane.fwd.fault = DoorFault.WILL_NOT_OPEN
    bay, charts = doors(m, 6, answers=["doors-by-pilot=yes"])
    assert charts == ["7-3e-pilot"]
    assert bay.doors is DoorState.JAMMED_SHUT


def test_r_117_a_fault_does_not_hinder_a_jettison_before_the_run() -> None:
    m = mission(aborted=True)
    m.plane.fwd.fault = DoorFault.WILL_NOT_OPEN
    m.plane.aft.doors_damaged = True
    assert stores.drop_bombs(referee(), m)


def test_7_10d_doors_opened_by_hand_are_not_rolled_for() -> None:
    m = mission(electrical_hits=2)
    m.plane.fwd.doors = DoorState.OPEN
    bay, charts = doors(m)
    assert charts == []
    assert bay.doors is DoorState.OPEN


# ------------------------------------------------------------------ D20: the motor


def jammed(state: DoorState = DoorState.JAMMED_SHUT, **changes: object) -> Mission:
    """The turn after the run, forward doors jammed, the engineer in that bay."""
    m = mission(bomb_run=True, **changes)
    m.plane.fwd.doors = state
    put(m, Position.FLIGHT_ENGINEER, FWD)
    return m


@pytest.mark.parametrize("state", [DoorState.JAMMED_SHUT, DoorState.JAMMED_OPEN])
@pytest.mark.parametrize(
    ("die", "moved", "burnt"), [(1, True, False), (3, True, False), (4, False, True), (5, False, False)]
)
def test_7_3e_the_motor_has_one_try(state: DoorState, die: int, moved: bool, burnt: bool) -> None:
    m = jammed(state)
    motor = order("doors-motor")
    assert motor.relevant(m)
    assert motor.why_not(m) == ""
    ref = referee(die)
    motor.do(ref, m)
    done(ref)
    assert rolled(ref) == ["7-3e-motor"]
    assert m.plane.fwd.doors is (DoorState.SHUT if moved else state)
    assert m.plane.motor_out is burnt
    assert m.men[Position.FLIGHT_ENGINEER].busy
    assert not motor.relevant(m) if moved else motor.why_not(m) != ""


def test_r_128_doors_freed_by_the_motor_let_the_bombs_be_jettisoned() -> None:
    m = jammed()
    order("doors-motor").do(referee(2), m)
    assert stores.drop_bombs(referee(), m)


def test_7_3e_not_before_the_turn_after_the_run() -> None:
    m = jammed()
    m.bomb_run = False
    assert "after the bomb run" in order("doors-motor").why_not(m)


def test_7_3e_a_man_must_be_in_that_bay() -> None:
    m = jammed()
    m.men[Position.FLIGHT_ENGINEER].compartment = AFT
    assert "must be in the forward bay" in order("doors-motor").why_not(m)
    m = jammed()
    m.men[Position.FLIGHT_ENGINEER].serious = True
    assert "must be in the forward bay" in order("doors-motor").why_not(m)


def test_7_3e_a_burnt_out_motor_serves_no_bay() -> None:
    assert "burnt out" in order("doors-motor").why_not(jammed(motor_out=True))


def test_4_9h_doors_freed_later_in_the_turn_do_not_give_a_second_try() -> None:
    m = mission(bomb_run=True, leg=Leg.BACK, release_failed=True)
    m.plane.fwd.doors = DoorState.JAMMED_SHUT
    assert not stores.drop_bombs(referee(4), m)  # one try for the aft bay fails
    m.plane.fwd.doors = DoorState.SHUT
    assert "one try a turn" in stores.why_not_jettison_bombs(m)


@pytest.mark.parametrize("stuck", [False, True])
def test_7_10d_a_salvo_of_all_bombs_is_off_target(stuck: bool) -> None:
    m = mission(on_target=True, percent=30)
    m.plane.aft.doors_damaged = stuck
    stores.offer_salvo(ref := referee(*([6] if stuck else []), answers=["salvo=yes"]), m)
    done(ref)
    assert m.plane.bombs_aboard() is stuck
    assert (m.on_target, m.percent) == ((True, 30) if stuck else (False, 0))


def test_D16_bombs_in_either_bay_can_be_ordered_out() -> None:
    m = mission()
    m.plane.fwd.bombs = False
    assert stores._bombs_relevant(m)
    m.plane.aft.bombs = False
    assert not stores._bombs_relevant(m)
