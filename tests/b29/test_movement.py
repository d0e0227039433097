"""Rules 4.1 and 7.2: moving, altitude, slow planes."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Chosen
from flakhouse.games.b29 import formation, fuel, movement
from flakhouse.games.b29.advice import movement as advice
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.questions import movement as questions
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    Cabin,
    DoorState,
    EngineState,
    Formation,
    FormationPlace,
    Leg,
    MainGear,
    NoseGear,
    Section,
)
from tests.b29.helpers import done, mission, noted, referee


def inbound(**changes: object) -> Mission:
    """On the way home in Zone 8 by night, bombs gone, at LO."""
    m = mission(
        night=True,
        altitude=Altitude.LO,
        leg=Leg.BACK,
        zone=8,
        bomb_run=True,
        reached_target=True,
        formation=Formation.NONE,
    )
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    for name, value in changes.items():
        setattr(m, name, value)
    return m


def test_4_1a_one_zone_nearer_to_the_target() -> None:
    """4.1."""
    m = mission()
    ref = referee()
    movement.move_step(ref, m)
    assert (m.zone, m.turn, m.new_zone, m.zone_turn) == (11, 11, True, 1)
    assert m.reached_target
    assert noted(ref) == ["zone"]


def test_4_1a_one_zone_nearer_to_base() -> None:
    """4.1."""
    m = inbound()
    movement.move_step(referee(), m)
    assert m.zone == 7


@pytest.mark.parametrize(("bombs", "boxes"), [(True, 2), (False, 1)])
def test_4_3a_two_boxes_with_bombs_one_without(bombs: bool, boxes: int) -> None:
    m = mission()
    m.plane.fwd.bombs = m.plane.aft.bombs = bombs
    movement.move_step(referee(), m)
    assert m.fuel_due == boxes


def test_r_118_bombs_in_one_bay_are_bombs_aboard() -> None:
    m = mission()
    m.plane.fwd.bombs = False
    assert movement.entry_boxes(m) == 2


def test_6_5_turn_round_turn_costs_one_box_even_with_bombs_hung() -> None:
    m = mission(zone=11, turn_round=True, bomb_run=True)
    movement.move_step(referee(), m)
    assert (m.zone, m.leg, m.turn_round, m.new_zone) == (11, Leg.BACK, False, False)
    assert m.fuel_due == 1


@pytest.mark.parametrize(("bombs", "boxes"), [(True, 2), (False, 1)])
def test_4_7b_abort_turn_costs_the_entry_rate(bombs: bool, boxes: int) -> None:
    """R-38."""
    m = mission(turn_round=True, aborted=True, abort_zone=10)  # RULING R-38
    m.plane.fwd.bombs = m.plane.aft.bombs = bombs
    movement.move_step(referee(), m)
    assert (m.zone, m.leg, m.fuel_due) == (10, Leg.BACK, boxes)


def test_r_15_streamliner_abort_turn_costs_one_box() -> None:
    """GTS 2."""
    m = mission(turn_round=True, aborted=True)
    m.options.early_abort = True
    movement.move_step(referee(), m)
    assert m.fuel_due == 1


def test_4_5c2_held_over_the_target_at_two_boxes() -> None:
    m = mission(zone=11, off_course=True, holding=True)
    movement.move_step(referee(), m)
    assert (m.zone, m.fuel_due, m.course_boxes, m.holding) == (11, 2, 2, True)


def test_4_5c3_held_in_zone_1_at_one_box() -> None:
    m = inbound(zone=1, off_course=True)
    movement.move_step(referee(), m)
    assert (m.zone, m.fuel_due, m.holding) == (1, 1, True)


def test_4_5c3_held_in_zone_6_only_before_landing_there() -> None:
    m = inbound(zone=6, off_course=True, to_iwo=True)
    movement.move_step(referee(answers=["iwo-plan=land"]), m)
    assert m.zone == 6
    m = inbound(zone=6, off_course=True)
    movement.move_step(referee(), m)
    assert m.zone == 5


def test_4_3c_no_box_left_needs_table_4_1() -> None:
    """R-40."""
    m = inbound(zone=8)
    m.plane.wing_boxes = m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    ref = referee(4)  # enters
    movement.move_step(ref, m)
    assert m.zone == 7
    done(ref)


def test_r_93_no_box_for_another_turn_needs_table_4_1() -> None:
    m = inbound(zone=1, off_course=True)
    m.plane.wing_boxes = m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    ref = referee(4)
    movement.move_step(ref, m)
    assert (m.zone, m.fuel_due) == (1, 0)
    done(ref)


def climb_detail(m: Mission) -> str:
    return questions.altitude(m).options["climb"].detail


def test_4_3d_the_option_to_climb_says_what_it_leaves_of_the_fuel() -> None:
    m = inbound(zone=7, number=10)
    m.plane.wing_boxes = 10
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    m.plane.altitude = Altitude.MED
    assert fuel.spare(m, iwo=False) == 3
    assert climb_detail(m) == "That leaves 1 box to spare to base by plan."
    m.fuel_due = 1
    assert climb_detail(m) == "That leaves 0 boxes to spare to base by plan."
    m.fuel_due, m.plane.wing_boxes = 0, 7
    short = "That leaves 2 boxes too few: by plan the fuel does not reach base"
    assert climb_detail(m) == f"{short}."
    m.number = 11  # 8.4
    assert climb_detail(m) == f"{short}, only Iwo Jima."
    m.options = Options(fuel=False)
    assert climb_detail(m) == ""


def test_4_3d_a_climb_that_the_plan_counts_costs_it_nothing_more() -> None:
    m = mission(zone=3, formation=Formation.NONE, assembled=False, wing_boxes=30)
    m.plane.altitude = Altitude.LO  # the mission is flown at MED
    left = fuel.spare(m, iwo=False)
    assert climb_detail(m) == f"That leaves {left} boxes to spare to base by plan."


def test_4_1b_the_reason_to_stay_is_what_staying_is_good_for() -> None:
    m = inbound(zone=7, number=10)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    m.plane.wing_boxes, m.plane.altitude = 5, Altitude.HI
    assert (advice.altitude(m), advice.why_altitude(m)) == (
        "hold",
        "The fuel does not reach base: on the last fumes the bomber gets farther from high up (+1 on 4-1).",
    )
    m.number, m.zone, m.plane.wing_boxes = 20, 5, 3  # Iwo Jima is behind
    assert advice.why_altitude(m).startswith("The fuel does not reach base: ")
    m.plane.wing_boxes = 20
    assert advice.why_altitude(m) == "Lower down fighters are likelier."  # 5-1
    m.plane.altitude = Altitude.MED  # by night LO is no worse
    assert advice.why_altitude(m) == "Neither fighters nor fuel speak for another altitude."
    m.plane.altitude = Altitude.LO
    assert advice.why_altitude(m) == "A climb costs two boxes, and warm and low the masks are not needed."
    m.options = Options(fuel=False)
    assert "boxes" not in advice.why_altitude(m)


def test_4_1b_on_the_way_out_the_reason_to_stay_is_the_plan() -> None:
    m = mission(zone=1, formation=Formation.NONE, assembled=False)
    m.plane.altitude = Altitude.LO
    assert advice.altitude(m) == "hold"
    ask = questions.altitude(m)
    assert advice.why_altitude(m) == "There is time to climb later."
    assert ask.prompt.endswith(questions.assembly(m))
    details = [option.detail for option in ask.options.values()]
    assert not any("assembles" in detail for detail in details)  # once on a screen is enough
    m.plane.altitude = m.altitude
    assert advice.why_altitude(m) == "This is the altitude of the mission."
    m.plane.altitude, m.zone = Altitude.LO, 10
    m.plane.engines[0].state = EngineState.FEATHERED
    assert advice.why_altitude(m) == "The bomber cannot climb: an engine is out and bombs are aboard."


def test_4_8a_a_formation_out_of_reach_is_no_reason_to_climb() -> None:
    m = mission(5, zone=3, formation=Formation.NONE, assembled=False, altitude=Altitude.HI)
    m.plane.altitude = Altitude.LO
    ask = questions.altitude(m)
    assert ask.prompt.endswith("out of reach by now, at one level a turn.")
    assert advice.altitude(m) == "climb"
    assert advice.why_altitude(m).startswith("The bomber flies alone in any case")
    assert "alone" not in ask.options["hold"].detail
    m.plane.altitude = Altitude.MED
    assert "out of reach" not in questions.altitude(m).prompt
    assert advice.why_altitude(m) == "Who is lower then flies alone."


# ------------------------------------------------------------------ slow planes


def one_out(m: Mission, state: EngineState = EngineState.FEATHERED) -> None:
    m.plane.engines[0].state = state


def test_7_2_one_engine_out_with_bombs_is_slow_at_no_cost() -> None:
    m = mission(formation=Formation.FOR_GOOD)
    one_out(m)
    assert movement.slow_boxes(m) == 0
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    assert movement.slow_boxes(m) == -1


def test_7_2_two_engines_out_are_slow_without_bombs_too() -> None:
    m = inbound()
    one_out(m)
    m.plane.engines[3].state = EngineState.WINDMILLING
    assert movement.slow_boxes(m) == 0


def test_7_2_two_turns_in_a_zone_then_on() -> None:
    m = mission(formation=Formation.FOR_GOOD)
    one_out(m)
    movement.move_step(referee(), m)
    assert (m.zone, m.zone_turn, m.new_zone, m.fuel_due) == (10, 2, False, 0)
    movement.move_step(referee(), m)
    assert (m.zone, m.zone_turn) == (11, 1)


@pytest.mark.parametrize("cause", ["doors", "propeller", "gear", "burst"])
def test_r_71_drag_and_a_burst_cost_one_box(cause: str) -> None:
    m = inbound()
    if cause == "doors":
        m.plane.fwd.doors = DoorState.JAMMED_OPEN
    elif cause == "propeller":
        one_out(m, EngineState.WINDMILLING)
        m.plane.engines[0].drag = True
    elif cause == "gear":
        m.plane.main_gear[Section.PORT_WING] = MainGear.DOWN
    else:
        m.plane.crippled = True
    assert movement.slow_boxes(m) == 1


def test_r_71_nose_gear_costs_the_entry_rate_and_the_dearest_counts_once() -> None:
    m = mission(formation=Formation.FOR_GOOD)
    m.plane.nose_gear = NoseGear.DOWN
    m.plane.main_gear[Section.PORT_WING] = MainGear.DOWN
    one_out(m)
    assert movement.slow_boxes(m) == 2
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    assert movement.slow_boxes(m) == 1


def test_r_96_a_slow_plane_needs_two_turns_to_turn_round() -> None:
    m = mission(zone=11, turn_round=True, bomb_run=True, formation=Formation.FOR_GOOD)
    m.plane.aft.doors = DoorState.JAMMED_OPEN
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    for zone, boxes in ((11, 1), (11, 1), (10, 1)):
        movement.move_step(referee(), m)
        assert (m.zone, m.fuel_due) == (zone, boxes)


def test_r_131_a_bomber_too_slow_falls_out_of_formation() -> None:
    m = mission()
    m.plane.main_gear[Section.PORT_WING] = MainGear.DOWN
    movement.move_step(referee(), m)
    assert (m.zone, m.formation) == (10, Formation.OUT)
    assert formation.why_not_rejoin(m) == "too slow to keep up (R-131)"
    m.plane.main_gear[Section.PORT_WING] = MainGear.SOUND
    assert formation.why_not_rejoin(m) == ""


# ------------------------------------------------------------------ the base square


def test_8_3_into_the_base_square_and_down() -> None:
    m = inbound(zone=1)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    before = m.plane.wing_boxes
    ref = referee(4, 4, answers=["land-or-jump=land"])
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert m.plane.wing_boxes == before - 1  # RULING R-39
    done(ref)


def test_7_9a_dead_controls_allow_so_many_zones() -> None:
    m = inbound(zone=8)
    m.plane.dead_control_zones = 1
    movement.move_step(referee(answers=["fly-on-dead-controls=yes"]), m)
    assert (m.zone, m.plane.dead_control_zones) == (7, 0)
    ref = referee(*[6] * 40, defaults=True)
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert m.end.value == "abandoned"


# ------------------------------------------------------------------ altitude


def alone(level: Altitude = Altitude.MED, **changes: object) -> Mission:
    m = mission(formation=Formation.FOR_GOOD, **changes)
    m.plane.altitude = level
    m.plane.pressurized = level is not Altitude.LO
    return m


def test_4_1b_climb_one_level_for_two_boxes() -> None:
    m = alone(Altitude.LO, fuel_due=2)
    movement.altitude_step(referee(answers=["altitude=climb"]), m)
    assert (m.plane.altitude, m.fuel_due, m.plane.pressurized) == (Altitude.MED, 4, True)


@pytest.mark.parametrize(("key", "level"), [("down", Altitude.MED), ("down2", Altitude.LO), ("hold", Altitude.HI)])
def test_4_1b_down_one_or_two_levels_costs_nothing(key: str, level: Altitude) -> None:
    m = alone(Altitude.HI)
    movement.altitude_step(referee(answers=[f"altitude={key}"]), m)
    assert (m.plane.altitude, m.fuel_due) == (level, 0)


def test_4_1b_in_formation_the_level_is_kept() -> None:
    m = mission()
    ref = referee()
    movement.altitude_step(ref, m)
    assert m.plane.altitude is Altitude.MED
    assert ref.events == []


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ("hi", "as high as it can"),
        ("one", "an engine is out and bombs are aboard"),
        ("two", "two or more engines are out"),
        ("fuel", "not two fuel boxes"),
    ],
)
def test_7_2_and_4_1b_why_no_climb(trouble: str, reason: str) -> None:
    m = alone(Altitude.HI if trouble == "hi" else Altitude.LO)
    if trouble in ("one", "two"):
        one_out(m)
    if trouble == "two":
        m.plane.engines[1].state = EngineState.FEATHERED
    if trouble == "fuel":
        m.plane.wing_boxes = 1  # RULING R-92: a climb needs both its boxes
        m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    assert reason in movement.why_no_climb(m)


def test_R_92_two_fuel_boxes_are_enough_to_climb() -> None:
    m = alone(Altitude.LO)
    m.plane.wing_boxes = m.fuel_due + 2
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    assert movement.why_no_climb(m) == ""


def test_7_2_after_the_bombs_one_engine_out_may_climb() -> None:
    m = alone(Altitude.LO)
    one_out(m)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    assert movement.why_no_climb(m) == ""


def test_7_2_two_engines_out_force_it_down_a_level_a_turn() -> None:
    m = alone(Altitude.HI)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    for i in (0, 3):
        m.plane.engines[i].state = EngineState.FEATHERED
    movement.altitude_step(referee(answers=["altitude=hold"]), m)
    assert m.plane.altitude is Altitude.MED
    movement.altitude_step(referee(), m)
    assert m.plane.altitude is Altitude.LO


def test_7_2_and_4_1b_two_engines_out_it_may_go_down_both_levels_at_once() -> None:
    m = alone(Altitude.HI)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    for i in (0, 3):
        m.plane.engines[i].state = EngineState.FEATHERED
    ref = referee(answers=["altitude=down"])
    movement.altitude_step(ref, m)
    assert m.plane.altitude is Altitude.LO
    done(ref)


def test_8_3_zone_1_inbound_is_flown_at_lo() -> None:
    m = inbound(zone=1)
    m.plane.altitude = Altitude.MED
    movement.altitude_step(referee(), m)
    assert m.plane.altitude is Altitude.LO


def test_4_8d_rejoining_costs_a_box_and_the_tail_place() -> None:
    m = mission(formation=Formation.OUT, place=FormationPlace.LEAD)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    before = m.plane.wing_boxes
    movement.altitude_step(referee(answers=["altitude=hold", "rejoin=yes"]), m)
    assert (m.formation, m.place) == (Formation.IN, FormationPlace.TAIL)
    assert m.plane.wing_boxes == before - 1


def test_r_99_a_shallow_dive_lasts_one_turn() -> None:
    m = mission(formation=Formation.OUT, out_turns=1)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    movement.altitude_step(referee(answers=["altitude=hold", "rejoin=no"]), m)
    assert (m.formation, m.out_turns) == (Formation.OUT, 0)


def test_4_3a_zone_1_weighs_guns_and_gunners_once() -> None:
    m = mission(zone=1, turn=1, fuel_due=2, formation=Formation.NONE, assembled=False)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    ref = referee(4, 4)  # 4 < 5 guns, 4 <= 4 gunners
    movement.fuel_step(ref, m)
    assert m.plane.wing_boxes == 38 - 4  # the most the worked example allows
    done(ref)
    m.turn, m.fuel_due = 2, 2
    movement.fuel_step(referee(), m)
    assert m.plane.wing_boxes == 38 - 6


def test_4_3a_worked_example_climbing_into_zone_3_costs_four_boxes() -> None:
    m = mission(zone=2, turn=2, altitude=Altitude.HI, formation=Formation.NONE, assembled=False)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    before = m.plane.wing_boxes
    ref = referee(answers=["altitude=climb"])
    movement.move_step(ref, m)
    movement.altitude_step(ref, m)
    movement.fuel_step(ref, m)
    assert (m.zone, m.plane.altitude) == (3, Altitude.HI)
    assert before - m.plane.wing_boxes == 4


def test_4_3_without_the_rule_nothing_is_crossed_off() -> None:
    m = mission(fuel_due=4)
    m.options.fuel = False
    movement.fuel_step(referee(), m)
    assert m.plane.wing_boxes == 38


# ------------------------------------------------------------------ the end of the formation, landing zones


@pytest.mark.parametrize("now", [Formation.OUT, Formation.IN])
def test_4_8b_on_entry_the_formation_is_over_nobody_rejoins_and_altitude_is_free(now: Formation) -> None:
    m = inbound(night=False, altitude=Altitude.MED, zone=10, formation=now)
    m.plane.altitude, m.plane.pressurized = Altitude.MED, True
    ref = referee(answers=["altitude=down"])
    movement.move_step(ref, m)
    movement.altitude_step(ref, m)
    assert (m.zone, m.formation) == (9, Formation.NONE)
    assert m.plane.altitude is Altitude.LO
    done(ref)


def test_4_8b_one_zone_earlier_it_may_still_rejoin() -> None:
    m = inbound(night=False, altitude=Altitude.LO, zone=11, formation=Formation.OUT)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    ref = referee(answers=["altitude=hold", "rejoin=yes"])
    movement.move_step(ref, m)
    movement.altitude_step(ref, m)
    assert (m.zone, m.formation) == (10, Formation.IN)
    done(ref)


def test_8_3_and_r_115_no_climb_where_the_bomber_must_be_at_lo_to_land() -> None:
    m, ref = inbound(zone=1), referee()
    movement.altitude_step(ref, m)
    m = inbound(zone=6, to_iwo=True, new_zone=False)
    movement.altitude_step(ref, m)
    assert "LO to land" in movement.why_no_climb(m)
    assert movement.why_no_climb(inbound(zone=6)) == ""
    done(ref)


@pytest.mark.parametrize(("cold", "default"), [(False, Altitude.MED), (True, Altitude.LO)])
def test_4_8d_default_climbs_back_to_the_formation_unless_it_would_freeze_there(
    cold: bool, default: Altitude
) -> None:
    m = mission(5, zone=5, altitude=Altitude.HI, formation=Formation.OUT)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    m.plane.compromised[Cabin.WAIST] = cold
    movement.altitude_step(referee(defaults=True), m)
    assert m.plane.altitude is default


def test_4_3_off_rejoining_names_no_box() -> None:
    m = mission(formation=Formation.OUT)
    m.options.fuel = False
    ref = referee(answers=["altitude=hold", "rejoin=yes"])
    movement.altitude_step(ref, m)
    assert m.formation is Formation.IN
    assert not any("box" in e.prompt for e in ref.events if isinstance(e, Chosen))
    done(ref)


def test_4_1b_a_captain_is_asked_for_his_level_where_it_is_time_to_change_it_and_where_the_way_home_begins() -> (
    None
):
    def routine(**changes: object) -> bool:
        return questions.altitude(mission(**changes)).routine

    out: dict[str, object] = {"formation": Formation.NONE, "zone": 4, "altitude": Altitude.MED, "night": True}
    assert routine(**out)  # at mission altitude already
    low = mission(formation=Formation.NONE, zone=11, altitude=Altitude.HI, night=True)
    assert not questions.altitude(low).routine  # the last zone in which to climb
    home: dict[str, object] = {"formation": Formation.NONE, "leg": Leg.BACK, "bomb_run": True}
    assert not routine(**home, zone=10)
    assert routine(**home, zone=9)
    assert questions.altitude(low).matters  # asked wherever only formalities are skipped
