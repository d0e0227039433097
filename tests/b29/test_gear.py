"""Gear, brakes, flaps and generator: 7-1c, d, 7-5n, o, 7-9c, e, 7-10c to g, 8-1 (D19, D21, D48, D59, D60)."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import doors, gear, generator
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    Brakes,
    DoorFault,
    DoorState,
    Formation,
    Leg,
    MainGear,
    NoseGear,
    Position,
    Section,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING
P = Position


def order(key: str) -> Order:
    """The order of this key."""
    return next(o for o in (*gear.ORDERS, *generator.ORDERS, *doors.UNPOWERED) if o.key == key)


def low(**changes: object) -> Mission:
    """Down at LO."""
    m = mission(**changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


def put(m: Mission, position: Position, section: Section) -> None:
    """A man in another compartment, away from his station."""
    man = m.men[position]
    if man.station is not None:
        m.seats[man.station] = None
    man.station, man.compartment = None, section


def wheels(m: Mission, port: MainGear, starboard: MainGear = MainGear.SOUND) -> Mission:
    """The same mission with its main gear so."""
    m.plane.main_gear = {PORT: port, STARBOARD: starboard}
    return m


@pytest.mark.parametrize(
    ("before", "out"), [(NoseGear.DOWN, Formation.FOR_GOOD), (NoseGear.WILL_NOT_EXTEND, Formation.IN)]
)
def test_4_8d_and_7_1_row_4_wrecked_gear_that_hangs_is_out_for_good(before: NoseGear, out: Formation) -> None:
    m = mission(nose_gear=before)
    gear.nose_hit(referee(), m)
    assert m.formation is out


# ------------------------------------------------------------------ drag


@pytest.mark.parametrize(
    ("state", "extended", "slow"),
    [
        (NoseGear.SOUND, False, ""),
        (NoseGear.DAMAGED, False, ""),
        (NoseGear.WILL_NOT_EXTEND, False, ""),
        (NoseGear.WILL_NOT_HOLD, True, "nose"),
        (NoseGear.WILL_NOT_HOLD, False, ""),
        (NoseGear.DOWN, False, "nose"),
        (NoseGear.DESTROYED_DOWN, False, "nose"),
        (NoseGear.DESTROYED_UP, False, ""),
        (NoseGear.SOUND, True, "nose"),
    ],
)
def test_7_1_row_4_and_r_71_nose_gear_drags_while_it_hangs(state: NoseGear, extended: bool, slow: str) -> None:
    assert gear.drag(mission(nose_gear=state, nose_gear_extended=extended)) == slow


def test_7_5o_main_gear_drags_while_it_hangs() -> None:
    assert gear.drag(wheels(mission(), MainGear.SOUND, MainGear.DOWN)) == "main"
    assert gear.drag(wheels(mission(), MainGear.INOPERABLE)) == ""


# ------------------------------------------------------------------ D19


@pytest.mark.parametrize(
    ("state", "extended", "after"),
    [
        (NoseGear.DOWN, False, NoseGear.WILL_NOT_EXTEND),
        (NoseGear.WILL_NOT_HOLD, True, NoseGear.WILL_NOT_HOLD),
    ],
)
def test_7_1d_raised_nose_gear_no_longer_drags(state: NoseGear, extended: bool, after: NoseGear) -> None:
    m = mission(nose_gear=state, nose_gear_extended=extended)
    raise_nose = order("raise-nose-gear")
    assert raise_nose.relevant(m)
    ref = referee(2)
    raise_nose.do(ref, m)
    done(ref)
    assert m.plane.nose_gear is after
    assert gear.drag(m) == ""
    assert not raise_nose.relevant(m)


def test_7_1d_one_try_in_each_zone_entered() -> None:
    m = mission(nose_gear=NoseGear.DOWN, zone=11)
    raise_nose = order("raise-nose-gear")
    ref = referee(3)
    raise_nose.do(ref, m)
    done(ref)
    assert gear.drag(m) == "nose"
    assert "each zone entered" in raise_nose.why_not(m)
    m.leg, m.turn = Leg.BACK, 11  # the turn-round turn enters no zone
    assert raise_nose.why_not(m)
    m.zone = 10
    assert raise_nose.why_not(m) == ""


def test_7_1_row_4_destroyed_gear_cannot_be_raised() -> None:
    assert not order("raise-nose-gear").relevant(mission(nose_gear=NoseGear.DESTROYED_DOWN))


@pytest.mark.parametrize(("die", "up"), [(2, True), (3, False)])
def test_7_5o_raising_the_main_gear_needs_a_man_in_the_aft_bay(die: int, up: bool) -> None:
    m = wheels(mission(), MainGear.DOWN, MainGear.DOWN)
    raise_main = order("raise-main-gear")
    assert "aft bay" in raise_main.why_not(m)
    put(m, P.FLIGHT_ENGINEER, Section.AFT_BAY)
    assert raise_main.why_not(m) == ""
    ref = referee(die)
    raise_main.do(ref, m)
    done(ref)
    state = MainGear.INOPERABLE if up else MainGear.DOWN
    assert m.plane.main_gear == {PORT: state, STARBOARD: state}
    assert m.men[P.FLIGHT_ENGINEER].busy
    if not up:
        m.men[P.FLIGHT_ENGINEER].busy = False
        assert "each zone entered" in raise_main.why_not(m)


def test_7_5o_not_after_a_burst_in_the_aft_bay() -> None:
    m = wheels(mission(), MainGear.DOWN)
    m.plane.aft.burst = True
    put(m, P.FLIGHT_ENGINEER, Section.AFT_BAY)
    assert "burst" in order("raise-main-gear").why_not(m)


# ------------------------------------------------------------------ D21: generator


def powerless(**changes: object) -> Mission:
    """At LO without power, a gunner in Utility."""
    m = low(**{"electrical_hits": 2, **changes})
    put(m, P.LEFT_GUNNER, Section.UTILITY)
    return m


@pytest.mark.parametrize("item", ["radio", "autopilot"])
def test_7_10c_the_generator_drives_one_thing_a_turn(item: str) -> None:
    m = powerless()
    generator = order("generator")
    assert generator.why_not(m) == ""
    ref = referee(answers=[f"generator={item}"])
    generator.do(ref, m)
    done(ref)
    assert m.plane.radio_works() is (item == "radio")
    assert m.plane.autopilot_works() is (item == "autopilot")
    assert "one thing a turn" in generator.why_not(m)


def test_7_10c_needs_lo_a_man_and_a_sound_generator() -> None:
    generator = order("generator")
    assert not generator.relevant(mission())
    m = powerless(generator_out=True)
    assert "is out" in generator.why_not(m)
    m = powerless()
    m.plane.altitude = Altitude.MED
    assert "LO only" in generator.why_not(m)
    m = powerless()
    m.men[P.LEFT_GUNNER].dead = True
    assert "Utility" in generator.why_not(m)


def test_7_10c_nose_gear_lowered_early_drags_and_leaves_the_pump_for_landing() -> None:
    m = powerless()
    ref = referee(answers=["generator=nose gear"])
    order("generator").do(ref, m)
    done(ref)
    assert gear.drag(m) == "nose"
    assert m.formation is Formation.OUT
    m.plane.generator_item = ""  # the landing turn
    m.men[P.LEFT_GUNNER].busy = False
    m.plane.main_gear_lowered = m.plane.flaps_by_motor = True
    ref = referee(answers=["generator-landing=hydraulic pump"])
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == []


def test_7_10c_a_damaged_item_gains_nothing() -> None:
    m = powerless(radio_out=True, nose_gear=NoseGear.WILL_NOT_EXTEND, autopilot_out=True)
    ref = referee()  # one option answers itself
    order("generator").do(ref, m)
    done(ref)
    assert m.plane.generator_item == ""


# ------------------------------------------------------------------ D48: doors by hand


def test_7_10d_doors_opened_by_motor_and_generator() -> None:
    m = powerless()
    put(m, P.FLIGHT_ENGINEER, Section.FWD_BAY)
    doors = order("doors-by-hand")
    assert doors.why_not(m) == ""
    ref = referee(5)
    doors.do(ref, m)
    done(ref)
    assert rolled(ref) == ["7-10d-doors"]
    assert m.plane.fwd.doors is DoorState.OPEN
    assert m.formation is Formation.FOR_GOOD  # before the Designated Target Zone


def test_7_10d_in_the_target_zone_the_formation_is_kept() -> None:
    m = powerless(zone=11)
    put(m, P.FLIGHT_ENGINEER, Section.AFT_BAY)
    order("doors-by-hand").do(referee(1), m)
    assert m.plane.aft.doors is DoorState.OPEN
    assert m.formation is Formation.IN


def test_7_10d_one_bay_a_turn_once_for_each_bay() -> None:
    m = powerless()
    put(m, P.FLIGHT_ENGINEER, Section.FWD_BAY)
    put(m, P.RADIO_OPERATOR, Section.AFT_BAY)
    doors = order("doors-by-hand")
    ref = referee(5, answers=["which-doors=Fwd Bomb Bay"])
    doors.do(ref, m)
    done(ref)
    assert "one bay a turn" in doors.why_not(m)


def test_7_10d_six_burns_out_the_motor() -> None:
    m = powerless()
    put(m, P.FLIGHT_ENGINEER, Section.FWD_BAY)
    order("doors-by-hand").do(referee(6), m)
    assert m.plane.motor_out
    assert m.plane.fwd.doors is DoorState.SHUT
    m.turn += 1
    m.men[P.FLIGHT_ENGINEER].busy = False
    assert "burnt out" in order("doors-by-hand").why_not(m)


@pytest.mark.parametrize(
    ("die", "state", "burnt"),
    [(3, DoorState.OPEN, False), (4, DoorState.SHUT, True), (5, DoorState.JAMMED_SHUT, False)],
)
def test_7_10d_damaged_doors_roll_by_7_3e(die: int, state: DoorState, burnt: bool) -> None:
    m = powerless()
    m.plane.fwd.doors_damaged = True
    put(m, P.FLIGHT_ENGINEER, Section.FWD_BAY)
    ref = referee(die)
    order("doors-by-hand").do(ref, m)
    done(ref)
    assert rolled(ref) == ["7-3e-motor"]
    assert m.plane.fwd.doors is state
    assert m.plane.motor_out is burnt


def test_7_10d_doors_are_closed_by_the_same_procedure() -> None:
    m = powerless(bomb_run=True)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    m.plane.fwd.doors, m.plane.fwd.hand_tried = DoorState.OPEN, True
    put(m, P.FLIGHT_ENGINEER, Section.FWD_BAY)
    doors = order("doors-by-hand")
    assert doors.why_not(m) == ""
    ref = referee(5)
    doors.do(ref, m)
    done(ref)
    assert m.plane.fwd.doors is DoorState.SHUT
    assert not doors.relevant(m)


def test_7_10d_closing_doors_that_will_not_close_rolls_by_7_3e() -> None:
    m = powerless(bomb_run=True)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    m.plane.fwd.doors, m.plane.fwd.fault = DoorState.OPEN, DoorFault.WILL_NOT_CLOSE
    put(m, P.FLIGHT_ENGINEER, Section.FWD_BAY)
    ref = referee(6)
    order("doors-by-hand").do(ref, m)
    done(ref)
    assert rolled(ref) == ["7-3e-motor"]
    assert m.plane.fwd.doors is DoorState.JAMMED_OPEN


# ------------------------------------------------------------------ D59: gear before landing


def test_8_3_sound_gear_asks_and_costs_nothing() -> None:
    m = low()
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == []


@pytest.mark.parametrize(("dice", "down"), [((2,), True), ((3, 2), True), ((3, 6), False)])
def test_7_1c_two_tries_at_a_nose_gear_that_will_not_extend(dice: tuple[int, ...], down: bool) -> None:
    m = low(nose_gear=NoseGear.WILL_NOT_EXTEND)
    ref = referee(*dice, defaults=True)
    gear.before_landing(ref, m)
    done(ref)
    assert set(rolled(ref)) == {"7-1c-nose"}
    assert gear.landing_mods(m) == ([] if down else ["gear_not_extended"])


def test_d59_nobody_need_try() -> None:
    m = low(nose_gear=NoseGear.WILL_NOT_EXTEND)
    ref = referee(answers=["nose-gear-by-hand=no"])
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["gear_not_extended"]


@pytest.mark.parametrize(
    ("state", "key"),
    [
        (NoseGear.DAMAGED, ["nose_gear_damaged"]),
        (NoseGear.DOWN, []),
        (NoseGear.WILL_NOT_HOLD, ["nose_gear_not_holding"]),
        (NoseGear.DESTROYED_DOWN, ["nose_gear_not_holding"]),
        (NoseGear.DESTROYED_UP, ["gear_not_extended"]),
    ],
)
def test_7_1_row_4_and_r_66_states_without_a_try(state: NoseGear, key: list[str]) -> None:
    m = low(nose_gear=state)
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == key


def test_7_9c_nose_two_tries_main_one_with_controls_out() -> None:
    m = low(gear_controls_out=True)
    ref = referee(
        6, 5, 5, answers=["nose-gear-by-hand=yes", "nose-gear-by-hand=yes", "main-gear-by-hand=Flight Engineer"]
    )
    gear.before_landing(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9c-nose", "7-9c-nose", "7-9c-main"]
    assert gear.landing_mods(m) == []
    assert m.men[P.FLIGHT_ENGINEER].compartment is Section.AFT_BAY


def test_7_9c_worst_gear_counts_once() -> None:
    m = low(gear_controls_out=True)
    ref = referee(6, 6, 6, defaults=True)
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["gear_not_extended"]


def test_7_9c_damaged_nose_gear_cranked_down_costs_one() -> None:
    m = low(gear_controls_out=True, nose_gear=NoseGear.DAMAGED)
    ref = referee(1, 1, defaults=True)
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["nose_gear_damaged"]


@pytest.mark.parametrize(("die", "down"), [(2, True), (3, False)])
def test_7_5n_goes_before_7_9c(die: int, down: bool) -> None:
    m = wheels(low(gear_controls_out=True), MainGear.INOPERABLE)
    ref = referee(1, die, defaults=True)
    gear.before_landing(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9c-nose", "7-5n-lower"]
    assert gear.landing_mods(m) == ([] if down else ["gear_not_extended"])


def test_7_5n_one_try_only() -> None:
    m = wheels(low(main_gear_tried=True), MainGear.INOPERABLE, MainGear.INOPERABLE)
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["gear_not_extended"]


def test_7_5n_not_after_a_burst_in_the_aft_bay() -> None:
    m = wheels(low(), MainGear.INOPERABLE)
    m.plane.aft.burst = True
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["gear_not_extended"]


def test_d59_a_man_in_the_aft_bay_already_cranks_and_nobody_else_is_named() -> None:
    m = wheels(low(), MainGear.INOPERABLE)
    put(m, P.CFC, Section.AFT_BAY)
    ref = referee(1, answers=["main-gear-by-hand=CFC"])
    gear.before_landing(ref, m)
    done(ref)
    assert m.plane.main_gear_lowered


def test_d59_pilots_are_not_sent() -> None:
    m = wheels(low(), MainGear.INOPERABLE)
    for position in Position:
        if position not in (P.PILOT, P.COPILOT):
            m.men[position].serious = True
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["gear_not_extended"]


def test_7_5o_gear_that_hangs_is_down_for_landing() -> None:
    m = wheels(low(gear_controls_out=True), MainGear.DOWN, MainGear.DOWN)
    ref = referee(1, defaults=True)
    gear.before_landing(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9c-nose"]
    assert gear.landing_mods(m) == []


def test_7_10_e_f_g_without_power_one_try_each() -> None:
    m = powerless()
    answers = [
        "generator-landing=hydraulic pump",
        "nose-gear-by-hand=yes",
        "main-gear-by-hand=Flight Engineer",
        "flaps-by-motor=Radio Operator",
    ]
    ref = referee(6, 5, 5, answers=answers)
    gear.before_landing(ref, m)
    done(ref)
    assert rolled(ref) == ["7-10f-nose", "7-10e-main", "7-10g-flaps"]
    assert gear.landing_mods(m) == ["gear_not_extended"]
    assert not m.plane.flaps_out()


def test_7_10c_the_generator_lowers_the_nose_gear_without_a_roll_but_not_the_pump_too() -> None:
    m = powerless(main_gear_lowered=True, flaps_by_motor=True)
    ref = referee(answers=["generator-landing=nose gear"])
    gear.before_landing(ref, m)
    done(ref)
    assert gear.landing_mods(m) == ["brakes_reduced"]


def test_7_10c_somebody_is_sent_to_the_generator() -> None:
    m = low(electrical_hits=2, main_gear_lowered=True, flaps_by_motor=True, nose_gear_extended=True)
    ref = referee(answers=["generator-man=CFC", "generator-landing=hydraulic pump"])
    gear.before_landing(ref, m)
    done(ref)
    assert m.men[P.CFC].compartment is Section.UTILITY
    assert gear.landing_mods(m) == []


# ------------------------------------------------------------------ D60: flaps


@pytest.mark.parametrize(("die", "down"), [(5, True), (6, False)])
def test_7_9e_flaps_by_the_portable_motor(die: int, down: bool) -> None:
    m = low(flap_controls_out=True)
    ref = referee(die, answers=["flaps-by-motor=Flight Engineer"])
    gear.before_landing(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9e-flaps"]
    assert m.plane.flaps_out() is not down
    assert m.plane.motor_out is not down


def test_7_9e_no_try_with_both_flaps_shot_away_or_no_motor() -> None:
    m = low(flap_controls_out=True)
    for wing in m.plane.wings.values():
        wing.flap_out = True
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert m.plane.flaps_out()
    m = low(flap_controls_out=True, motor_out=True)
    gear.before_landing(ref, m)
    assert m.plane.flaps_out()


def test_7_10g_without_a_generator_no_flaps() -> None:
    m = powerless(generator_out=True, nose_gear_extended=True, main_gear_lowered=True)
    ref = referee()
    gear.before_landing(ref, m)
    done(ref)
    assert m.plane.flaps_out()
    assert gear.landing_mods(m) == ["brakes_reduced"]


def test_7_9e_and_7_10g_flaps_before_a_ditching() -> None:
    """8-3 counts the flaps too; the wheels are not asked about."""
    m = low(flap_controls_out=True, gear_controls_out=True)
    ref = referee(5, answers=["flaps-by-motor=Flight Engineer"])
    gear.before_ditching(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9e-flaps"]
    assert not m.plane.flaps_out()
    m = low(electrical_hits=2)
    ref = referee(6, answers=["generator-man=CFC", "flaps-by-motor=Flight Engineer"])
    gear.before_ditching(ref, m)
    done(ref)
    assert rolled(ref) == ["7-10g-flaps"]
    assert m.plane.flaps_out()
    ref = referee()
    gear.before_ditching(ref, low())
    gear.before_ditching(ref, low(electrical_hits=2, generator_out=True))
    gear.before_ditching(ref, low(electrical_hits=2, motor_out=True))
    done(ref)


# ------------------------------------------------------------------ brakes


@pytest.mark.parametrize(
    ("brakes", "keys"),
    [(Brakes.SOUND, []), (Brakes.REDUCED, ["brakes_reduced"]), (Brakes.LOST, ["brakes_lost"])],
)
def test_r_70_brakes_count_once(brakes: Brakes, keys: list[str]) -> None:
    assert gear.landing_mods(low(brakes=brakes)) == keys


def test_r_66_and_r_70_gear_and_brakes_together() -> None:
    m = wheels(low(brakes=Brakes.LOST, nose_gear=NoseGear.WILL_NOT_HOLD), MainGear.INOPERABLE)
    assert gear.landing_mods(m) == ["nose_gear_not_holding", "brakes_lost"]


def test_r_70_weaker_brakes_are_noted_once() -> None:
    m = mission()
    ref = referee()
    gear.brakes_reduced(ref, m)
    gear.brakes_reduced(ref, m)
    assert noted(ref) == ["brakes"]


def test_7_5_o_main_gear_that_is_down_may_be_cranked_up() -> None:
    m = mission()
    assert not order("raise-main-gear").relevant(m)
    m.plane.main_gear[PORT] = MainGear.DOWN
    assert order("raise-main-gear").relevant(m)
