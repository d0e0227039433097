"""Rule 4.6: table 4-9 row by row and note by note, and the Streamliner's table 17."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import engines, events, special_events
from flakhouse.games.b29.events import Event
from flakhouse.games.b29.special_events import Special
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    Brakes,
    Cabin,
    DoorFault,
    End,
    EngineState,
    Formation,
    GunName,
    Leg,
    Position,
    Root,
    Weather,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

HI, MED, LO = Altitude.HI, Altitude.MED, Altitude.LO


class Ones(Dice):
    """Nothing but ones, for what follows the part of a procedure that a test is about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([1]) * 64, 0


def ending(*faces: int, answers: list[str] | None = None) -> Referee:
    """A referee for a flight that ends: after the given dice all show one, further answers are defaults."""
    return Referee(Fixed(*faces, after=Ones()), Scripted(answers or [], Default()), trace=True)


def high(**changes: object) -> Mission:
    """A HI mission at HI, in formation in Zone 5."""
    m = mission(8, **{"zone": 5, "cause": Root.MECHANICAL, **changes})
    m.altitude = m.plane.altitude = HI
    return m


def alone(level: Altitude = MED, **changes: object) -> Mission:
    """Out of formation, at this level."""
    m = mission(**{"formation": Formation.FOR_GOOD, "zone": 8, "cause": Root.MECHANICAL, **changes})
    m.plane.altitude = level
    return m


# ------------------------------------------------------------------ 4.6


def test_4_6_eleven_is_no_event() -> None:
    ref = referee(5, 6)
    events.event_step(ref, mission())
    done(ref)
    assert rolled(ref) == ["4.6-event"]
    assert not noted(ref)


def test_4_6_twelve_rolls_on_4_9_and_the_cause_is_mechanical() -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(6, 6, 5, 6)
    events.event_step(ref, m)
    done(ref)
    assert rolled(ref) == ["4.6-event", "4-9"]
    assert m.cause is Root.MECHANICAL
    assert m.plane.brakes is Brakes.REDUCED


def test_4_6_switched_off_rolls_nothing() -> None:
    m = mission()
    m.options.random_events = False
    ref = referee()
    events.event_step(ref, m)
    done(ref)
    assert not ref.events


@pytest.mark.parametrize("event", [Event.FROST, Event.RADAR, Event.BLISTER])
def test_4_9_rows_2_3_12_happen_at_hi_only(event: Event) -> None:
    m = mission()
    ref = referee()
    events.apply(ref, m, event)
    done(ref)
    assert noted(ref) == ["event-void"]
    assert not (m.plane.windows_frosted)
    assert not (m.plane.radar_out)
    assert not (m.plane.blister_out)


# ------------------------------------------------------------------ (a)


def test_4_9a_stay_and_roll_from_the_first_turn_on_plus_three_in_formation() -> None:
    m = high()
    ref = referee(4, 4, answers=["frosted-windows=stay"])
    events.apply(ref, m, Event.FROST)
    done(ref)
    assert m.plane.windows_frosted
    assert ref.total == 11
    assert rolled(ref) == ["4-9a-frost"]


def test_4_9a_twelve_or_more_is_a_possible_collision() -> None:
    m = high(windows_frosted=True)
    ref = referee(4, 5, 5, 4, answers=["frosted-windows=stay"])
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref) == ["4-9a-frost", "4-3-near"]
    assert m.formation is Formation.OUT
    assert m.out_turns == 1
    assert m.cause is Root.FROST
    assert m.plane.windows_frosted


def test_4_9a_no_modifier_out_of_formation() -> None:
    m = high(windows_frosted=True, formation=Formation.FOR_GOOD)
    ref = referee(6, 5, answers=["frosted-windows=stay"])
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref) == ["4-9a-frost"]


def test_4_9a_steep_dive_clears_the_windows_and_forces_no_abort() -> None:
    m = high(windows_frosted=True)
    ref = referee(6, 6, 5, 6, 1, 1, answers=["frosted-windows=stay"])
    engines.hazards_step(ref, m)
    done(ref)
    assert m.plane.altitude is LO
    assert not m.plane.windows_frosted
    assert not m.must_abort


def test_4_9a_mid_air_collision_has_the_frost_as_root() -> None:
    m = high(windows_frosted=True)
    with pytest.raises(MissionEnded):
        engines.hazards_step(ending(6, 6, 6, 6, answers=["frosted-windows=stay"]), m)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.FROST


def test_4_9a_descend_to_lo_clears_the_windows_and_aborts() -> None:
    m = high()
    ref = referee(answers=["frosted-windows=descend"])
    events.apply(ref, m, Event.FROST)
    done(ref)
    assert m.plane.altitude is LO
    assert not m.plane.windows_frosted
    assert m.must_abort == "windows frosted"
    assert m.formation is Formation.FOR_GOOD


def test_4_9a_on_the_way_home_going_down_is_no_abort() -> None:
    m = high(leg=Leg.BACK, bomb_run=True)
    ref = referee(answers=["frosted-windows=descend"])
    events.apply(ref, m, Event.FROST)
    done(ref)
    assert not m.must_abort
    assert m.formation is Formation.OUT


def test_4_9a_rolled_again_the_bomber_must_go_down_and_abort() -> None:
    m = high(windows_frosted=True)
    ref = referee()
    events.apply(ref, m, Event.FROST)
    done(ref)
    assert m.plane.altitude is LO
    assert m.must_abort == "windows frosted"


def test_4_9a_a_second_time_counts_though_the_windows_cleared_in_between() -> None:
    """D23: the second event of the mission; a dive had melted the first frost."""
    m = high()
    events.apply(referee(6, 6, 5, 6, 1, 1, answers=["stay"]), m, Event.FROST)
    assert not m.plane.windows_frosted
    m.plane.altitude = HI
    ref = referee()
    events.apply(ref, m, Event.FROST)
    done(ref)
    assert m.plane.altitude is LO
    assert m.must_abort == "windows frosted"


def test_4_9a_going_down_to_lo_by_choice_later_is_the_abort_too() -> None:
    m = alone(LO, windows_frosted=True)
    ref = referee()
    engines.hazards_step(ref, m)
    done(ref)
    assert not m.plane.windows_frosted
    assert m.must_abort == "windows frosted"


def test_4_9a_thrown_down_by_a_storm_the_windows_clear_without_abort() -> None:
    m = alone(LO, windows_frosted=True)
    ref = referee(1, 1)
    events.event_step(ref, m)
    done(ref)
    assert not m.plane.windows_frosted
    assert not m.must_abort


# ------------------------------------------------------------------ (b) (c) (f) (i)


def test_4_9b_radar_out_gives_leave_to_abort_without_credit() -> None:
    m = high()
    events.apply(referee(), m, Event.RADAR)
    assert not m.plane.radar_works()
    assert m.leave == {"radar out": False}


def test_4_9c_one_pump_then_both_and_no_more() -> None:
    m = mission()
    ref = referee()
    for left in (1, 0, 0):
        events.apply(ref, m, Event.PUMP)
        assert m.plane.pumps_working() == left
    assert noted(ref)[-1] == "event-void"
    assert m.plane.pumps_failed == 2


@pytest.mark.parametrize("event", [Event.PUMP, Event.FUEL])
def test_3_1_without_the_fuel_rule_events_4_and_7_do_nothing(event: Event) -> None:
    m = mission(leg=Leg.BACK)
    m.options.fuel = False
    ref = referee()
    events.apply(ref, m, event)
    done(ref)
    assert noted(ref) == ["event-void"]
    assert m.plane.pumps_failed == 0


def test_4_9f_only_on_the_way_home() -> None:
    ref = referee()
    events.apply(ref, mission(), Event.FUEL)
    done(ref)
    assert noted(ref) == ["event-void"]


def homeward(missions: int = 10) -> Mission:
    """Inbound with 20 wing boxes and empty bays; the engineer has so many missions."""
    m = mission(leg=Leg.BACK, zone=8, wing_boxes=20)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    m.men[Position.FLIGHT_ENGINEER].airman.missions = missions
    return m


@pytest.mark.parametrize(
    ("missions", "die", "boxes"), [(10, 2, 23), (10, 3, 17), (7, 2, 17), (7, 1, 23), (14, 3, 23), (14, 4, 17)]
)
def test_4_9f_novice_plus_one_veteran_minus_one(missions: int, die: int, boxes: int) -> None:
    m = homeward(missions)
    ref = referee(die, 5)
    events.apply(ref, m, Event.FUEL)
    done(ref)
    assert m.plane.wing_boxes == boxes


def test_4_9f_unfit_engineer_and_bad_indicators_are_one_modifier_and_no_veteran() -> None:
    m = homeward(20)
    m.men[Position.FLIGHT_ENGINEER].serious = True
    m.plane.fuel_indicators_out = True
    ref = referee(1, 1)
    events.apply(ref, m, Event.FUEL)
    assert ref.face == 1
    assert m.plane.wing_boxes == 21
    ref = referee(2, 1)
    events.apply(ref, m, Event.FUEL)
    assert m.plane.wing_boxes == 20


@pytest.mark.parametrize(("die", "boxes"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_4_9f_half_a_die_rounded_up(die: int, boxes: int) -> None:
    m = homeward()
    events.apply(referee(6, die), m, Event.FUEL)
    assert m.plane.wing_boxes == 20 - boxes


def test_4_9i_brakes_reduced_once() -> None:
    m = mission(brakes=Brakes.LOST)
    events.apply(referee(), m, Event.HYDRAULICS)
    assert m.plane.brakes is Brakes.LOST


# ------------------------------------------------------------------ (d) (e)


@pytest.mark.parametrize(
    ("dice", "number"),
    [
        ((1, 1), 1),
        ((1, 2), 1),
        ((3, 4), 1),
        ((2, 2), 2),
        ((4, 6), 2),
        ((5, 6), 2),
        ((1, 4), 3),
        ((3, 3), 3),
        ((6, 6), 3),
        ((4, 4), 4),
        ((4, 5), 4),
    ],
)
def test_4_9d_which_engine(dice: tuple[int, int], number: int) -> None:
    m = alone()
    ref = referee(*dice, 4)
    events.apply(ref, m, Event.OIL)
    done(ref)
    assert [e.number for e in m.plane.engines if e.state is EngineState.FEATHERED] == [number]
    assert m.leave == {"engine out": False}
    assert not m.must_abort


def test_4_9d_night_mission_plus_one() -> None:
    m = alone(night=True)
    ref = referee(1, 1, 4, 5, 5)
    events.apply(ref, m, Event.OIL)
    done(ref)
    assert rolled(ref)[1:] == ["4-9d-feather", "7-5j-fire", "7-5k-windmilling"]
    assert m.plane.engines[0].state is EngineState.WINDMILLING
    assert m.must_abort


def test_4_9d_a_failed_engine_suffers_no_more() -> None:
    m = alone()
    m.plane.engines[0].state = EngineState.FEATHERED
    ref = referee(1, 1)
    events.apply(ref, m, Event.OIL)
    done(ref)
    assert m.plane.engines_out() == 1


@pytest.mark.parametrize(
    ("level", "cooling", "die", "state"),
    [
        (MED, False, 3, EngineState.FULL),
        (MED, False, 4, EngineState.REDUCED),
        (HI, False, 3, EngineState.REDUCED),
        (MED, True, 3, EngineState.REDUCED),
        (HI, True, 2, EngineState.REDUCED),
        (LO, False, 5, EngineState.FULL),
    ],
)
def test_4_9e_power_by_altitude_and_cooling(level: Altitude, cooling: bool, die: int, state: EngineState) -> None:
    m = alone(level, cooling_out=cooling)
    ref = referee(1, 1, die)
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert m.plane.engines[0].state is state
    assert ("engine power" in m.leave) is (state is EngineState.REDUCED)
    assert not m.plane.engines[0].out()


def test_4_9e_cooling_is_out_without_power() -> None:
    m = alone(electrical_hits=2)
    ref = referee(1, 1, 3)
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert m.plane.engines[0].state is EngineState.REDUCED


def test_4_9e_a_weak_engine_may_return_to_full_power() -> None:
    m = alone()
    m.plane.engines[0].state = EngineState.REDUCED
    events.apply(referee(1, 1, 1), m, Event.ENGINE)
    assert m.plane.all_sound()


def test_4_9e_full_power_again_takes_back_the_leave_to_abort() -> None:
    m = alone()
    events.apply(referee(1, 1, 4), m, Event.ENGINE)
    assert "engine power" in m.leave
    m.plane.engines[1].state = EngineState.REDUCED
    events.apply(referee(1, 1, 1), m, Event.ENGINE)
    assert "engine power" in m.leave  # the other one is weak still
    events.apply(referee(2, 2, 1), m, Event.ENGINE)
    assert m.plane.all_sound()
    assert "engine power" not in m.leave


@pytest.mark.parametrize(("answer", "stays"), [("jettison", True), ("keep", False)])
def test_4_9e_reduced_power_in_formation_only_without_bombs(answer: str, stays: bool) -> None:
    m = mission(cause=Root.MECHANICAL)
    ref = referee(1, 1, 4, answers=[f"weak-engine-formation={answer}"])
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert m.in_formation() is stays
    assert m.plane.bombs_aboard() is not stays
    assert m.formation is not Formation.FOR_GOOD  # full power may come back


def test_4_9e_failure_fire_is_a_one() -> None:
    m = alone()
    ref = referee(1, 1, 6, 1, 1)
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert rolled(ref)[-2:] == ["4-9e-failure", "7-5h-extinguish"]
    assert m.must_abort == "engine fire"
    assert m.plane.engines_out() == 1


def test_4_9e_a_weak_engine_catches_fire_on_two() -> None:
    m = alone()
    m.plane.engines[0].state = EngineState.REDUCED
    ref = referee(1, 1, 6, 2, 1)
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert rolled(ref)[-1] == "7-5h-extinguish"


@pytest.mark.parametrize(("dice", "state"), [((4,), EngineState.FEATHERED), ((5, 1, 1), EngineState.WINDMILLING)])
def test_4_9e_b_engine_quits(dice: tuple[int, ...], state: EngineState) -> None:
    m = alone(night=True)  # no night modifier here
    ref = referee(1, 1, 6, 2, *dice)
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert rolled(ref)[3] == "4-9e-feather"
    assert m.plane.engines[0].state is state


def test_r_36_4_9e_fire_at_lo_leaves_the_crew_the_choice() -> None:
    m = alone(LO)
    m.plane.pressurized = False
    ref = referee(1, 1, 6, 1, 2, 2, 1, answers=["burning-engine=stay"])
    events.apply(ref, m, Event.ENGINE)
    done(ref)
    assert m.plane.engines[0].state is EngineState.BURNING
    assert m.end is End.FLYING


# ------------------------------------------------------------------ row 8, (g) (h) (j)


@pytest.mark.parametrize(("die", "chart"), [(3, "7-9"), (4, "7-10")])
def test_4_9_row_8_one_hit_on_the_instruments(die: int, chart: str) -> None:
    ref = ending(die, 3, 3)
    events.apply(ref, alone(), Event.MISCELLANEOUS)
    assert rolled(ref)[:2] == ["4-9-8", chart]


def test_4_9g_each_bay_once_and_the_fault_waits_for_the_run() -> None:
    m = mission()
    ref = referee(3, 3, 1, 4, 4)
    events.apply(ref, m, Event.DOORS)
    assert m.plane.fwd.fault is DoorFault.WILL_NOT_OPEN
    assert m.plane.aft.fault is DoorFault.NONE
    events.apply(ref, m, Event.DOORS)  # the forward bay again: no second die
    events.apply(ref, m, Event.DOORS)
    done(ref)
    assert m.plane.aft.fault is DoorFault.WILL_NOT_CLOSE
    assert m.in_formation()
    assert not m.leave


def test_4_9g_nothing_after_the_bomb_run() -> None:
    m = mission(bomb_run=True)
    ref = referee()
    events.apply(ref, m, Event.DOORS)
    done(ref)
    assert noted(ref) == ["event-void"]


def test_4_9h_release_fails_with_bombs_aboard_only() -> None:
    m = mission()
    events.apply(referee(), m, Event.RELEASE)
    assert m.plane.release_failed
    m = mission()
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    events.apply(referee(), m, Event.RELEASE)
    assert not m.plane.release_failed


@pytest.mark.parametrize(
    ("die", "who"), [(2, Position.LEFT_GUNNER), (3, Position.RIGHT_GUNNER), (6, Position.CFC)]
)
def test_4_9j_blister_wounds_the_man_there_and_bursts_the_waist(die: int, who: Position) -> None:
    m = high(mask_turn=10)
    ref = ending(die, 1)
    events.apply(ref, m, Event.BLISTER)
    assert rolled(ref)[:3] == ["4-9j-blister", "7-13", "7-11"]
    assert m.men[who].light >= 1
    assert m.plane.compromised[Cabin.WAIST]
    assert "blister out" in m.leave


def test_4_9j_no_decompression_without_pressure_and_no_second_blister() -> None:
    m = high(mask_turn=10)
    m.plane.pressurized = False
    ref = referee(1, 1)
    events.apply(ref, m, Event.BLISTER)
    events.apply(ref, m, Event.BLISTER)
    done(ref)
    assert rolled(ref) == ["4-9j-blister", "7-13"]
    assert noted(ref)[-1] == "event-void"


# ------------------------------------------------------------------ 7.2 and 8.4


def test_7_2_the_last_zone_on_one_engine_ends_after_its_event() -> None:
    m = alone(zone=8, forced_down="one engine", engines_out_root=Root.FLAK)
    for number in (1, 2, 4):
        m.plane.engines[number - 1].state = EngineState.FEATHERED
    ref = ending(1, 1, answers=["one-engine-down=land"])
    with pytest.raises(MissionEnded):
        events.event_step(ref, m)
    assert rolled(ref)[0] == "4.6-event"
    assert m.end is End.DITCHED
    assert m.root is Root.FLAK


def test_8_5_in_zone_10_the_event_step_does_not_land_yet() -> None:
    m = alone(zone=10, forced_down="one engine")
    ref = referee(1, 1)
    events.event_step(ref, m)
    done(ref)
    assert m.end is End.FLYING


# ------------------------------------------------------------------ Streamliner 17


def test_gts_6_one_event_in_three_is_special() -> None:
    """R-14."""
    m = mission()
    m.options.special_events = True
    ref = referee(6, 6, 2, 4, 4, 6, 6, 3, 5, 6)
    events.event_step(ref, m)
    assert m.pickle_barrel
    events.event_step(ref, m)
    done(ref)
    assert rolled(ref) == ["4.6-event", "GTS-6", "GTS-17", "4.6-event", "GTS-6", "4-9"]


def test_gts_17_2_food_poisoning_counts_as_wounds_but_kills_nobody() -> None:
    m = mission()
    bombardier = m.men[Position.BOMBARDIER]
    bombardier.light = 1
    dice = [1] * 11
    order = list(m.men)
    dice[order.index(Position.NAVIGATOR)] = 3
    dice[order.index(Position.TAIL_GUNNER)] = 6
    dice[order.index(Position.BOMBARDIER)] = 5
    ref = referee(*dice)
    special_events.special(ref, m, Special.FOOD)
    done(ref)
    assert m.men[Position.NAVIGATOR].light == 1
    assert m.men[Position.NAVIGATOR].fit()
    assert m.men[Position.TAIL_GUNNER].serious
    assert m.men[Position.TAIL_GUNNER].poisoned
    assert bombardier.alive()
    assert bombardier.serious
    assert not m.men[Position.CFC].poisoned


@pytest.mark.parametrize(("light", "serious"), [(1, False), (0, True), (2, False)])
def test_gts_17_2_a_mild_poisoning_adds_nothing_to_a_wound(light: int, serious: bool) -> None:
    m = mission()
    navigator = m.men[Position.NAVIGATOR]
    navigator.light, navigator.serious = light, serious
    dice = [1] * 11
    dice[list(m.men).index(Position.NAVIGATOR)] = 3
    special_events.special(referee(*dice), m, Special.FOOD)
    assert (navigator.light, navigator.serious, navigator.poisoned) == (light, serious, False)


def test_gts_17_2_a_pilot_too_sick_to_fly_gives_leave_to_abort() -> None:
    """R-86: a circumstance of 4.7D whatever its cause; no credit, for the enemy did not cook."""
    m = mission()
    dice = [1] * 11
    dice[list(m.men).index(Position.NAVIGATOR)] = 5
    special_events.special(referee(*dice), m, Special.FOOD)
    assert m.leave == {"navigator lost": False}


def test_gts_17_3_remote_turrets_dead_tail_works() -> None:
    m = mission()
    special_events.special(referee(), m, Special.CFC)
    assert [name for name, gun in m.plane.guns.items() if gun.works()] == [GunName.TAIL]


def test_gts_17_4_and_7_fuel_and_the_engineer() -> None:
    """GTS 17-7."""
    m = homeward()
    special_events.special(referee(), m, Special.GOOD_FUEL)
    assert m.plane.wing_boxes == 22
    special_events.special(referee(), m, Special.BAD_FUEL)
    assert m.plane.wing_boxes == 20
    m.men[Position.FLIGHT_ENGINEER].dead = True
    special_events.special(referee(), m, Special.GOOD_FUEL)
    assert m.plane.wing_boxes == 20
    special_events.special(referee(), m, Special.BAD_FUEL)
    assert m.plane.wing_boxes == 16


def test_gts_17_5_and_9_fix_the_weather() -> None:
    """GTS 17-9."""
    m = mission()
    special_events.special(referee(), m, Special.STORM)
    assert m.fixed_weather is Weather.BAD
    special_events.special(referee(), m, Special.HIGH_PRESSURE)
    assert m.fixed_weather is Weather.GOOD


def test_gts_17_6_pathfinder_needs_a_fit_navigator() -> None:
    m = mission()
    m.men[Position.NAVIGATOR].serious = True
    special_events.special(referee(), m, Special.PATHFINDER)
    assert not m.pathfinder
    m.men[Position.NAVIGATOR].serious = False
    special_events.special(referee(), m, Special.PATHFINDER)
    assert m.pathfinder


def test_gts_17_10_radar_fails_at_any_altitude() -> None:
    m = mission()
    special_events.special(referee(), m, Special.RADAR)
    assert m.plane.radar_out
    assert "radar out" in m.leave


def test_gts_17_11_icing_at_hi_in_poor_weather_only() -> None:
    m = high()
    special_events.special(referee(), m, Special.ICING)
    assert m.plane.altitude is HI
    m.weather = Weather.POOR
    ref = referee()
    special_events.special(ref, m, Special.ICING)
    done(ref)
    assert m.plane.altitude is LO
    assert not m.plane.bombs_aboard()
    assert m.formation is Formation.OUT
    assert m.iced_turn == m.turn
    m = mission(weather=Weather.BAD)
    special_events.special(referee(), m, Special.ICING)
    assert m.plane.altitude is MED
    assert m.plane.bombs_aboard()


def test_gts_17_11_ice_drives_a_frosted_bomber_down_but_forces_no_abort() -> None:
    m = high(weather=Weather.POOR, windows_frosted=True)
    special_events.special(referee(), m, Special.ICING)
    assert not m.plane.windows_frosted
    m.turn += 1
    engines.hazards_step(referee(), m)
    assert m.must_abort == ""


def test_gts_17_11_ice_spends_the_height_that_one_engine_lived_on() -> None:
    m = high(weather=Weather.BAD, formation=Formation.FOR_GOOD, pressure_lost=True, one_engine_zones=2)
    m.plane.pressurized = False
    for number in (0, 1, 2):
        m.plane.engines[number].state = EngineState.FEATHERED
    special_events.special(referee(), m, Special.ICING)
    assert m.plane.altitude is LO
    assert m.forced_down == "one engine"


@pytest.mark.parametrize(
    ("die", "who"),
    [
        (1, Position.BOMBARDIER),
        (3, Position.CFC),
        (4, Position.LEFT_GUNNER),
        (5, Position.RIGHT_GUNNER),
        (6, Position.TAIL_GUNNER),
    ],
)
def test_gts_17_12_sharpshooter(die: int, who: Position) -> None:
    m = mission()
    ref = referee(die)
    special_events.special(ref, m, Special.SHARPSHOOTER)
    done(ref)
    assert m.sharpshooter is who
