"""Paragraphs and rulings no other file tests: mostly what happens between modules."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.games.b29 import (
    campaign,
    combat,
    debrief,
    ending,
    engines,
    formation,
    fuel,
    mission,
    movement,
    setup,
    start,
    weather,
)
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import resistance
from flakhouse.games.b29.ending import flying
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    End,
    EngineState,
    Escort,
    Formation,
    Leg,
    NoseGear,
    Position,
    Repair,
    Squadron,
    TargetType,
    Weather,
)
from tests.b29 import helpers
from tests.b29.helpers import done, referee, rolled


def inbound(**changes: object) -> Mission:
    """On the way home after the run, alone, without bombs."""
    m = helpers.mission(leg=Leg.BACK, bomb_run=True, formation=Formation.NONE, disbanded=True, **changes)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    m.reached_target = True
    return m


def test_4_0_order_of_the_turn() -> None:
    names = [name for name, _ in mission.STEPS]
    printed = ["move", "altitude", "fuel", "orders", "hazards", "weather", "course", "event", "assembly"]
    printed += ["combat", "target", "abort", "end"]
    assert [name for name in names if name in printed] == printed
    assert names.index("event") < names.index("early-abort") < names.index("assembly")  # Streamliner, by switch


def test_4_3a_taking_off_costs_the_two_boxes_of_zone_1() -> None:
    m = helpers.mission(zone=0, turn=0, formation=Formation.NONE, assembled=False)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    ref = referee(3, 4, 6, 6)  # take-off good; neither guns nor gunners weigh
    start.take_off(ref, m)
    movement.fuel_step(ref, m)
    assert (m.zone, m.plane.wing_boxes) == (1, 38 - 2)  # the least of the worked example
    done(ref)


@pytest.mark.parametrize(
    ("missions", "novice", "veteran"), [(7, True, False), (8, False, False), (13, False, False), (14, False, True)]
)
def test_4_7c_novices_to_7_veterans_from_14(missions: int, novice: bool, veteran: bool) -> None:
    m = helpers.mission()
    man = m.men[Position.PILOT]
    man.airman.missions = missions
    assert (man.novice(), man.veteran()) == (novice, veteran)


def test_4_8d_no_rejoining_while_the_nose_gear_hangs() -> None:
    m = helpers.mission(formation=Formation.OUT, fuel_due=2)
    assert formation.why_not_rejoin(m) == ""
    m.plane.nose_gear = NoseGear.DOWN
    assert formation.why_not_rejoin(m) == "too slow to keep up (R-131)"


def test_4_8d_and_4_9h_no_rejoining_with_hung_bombs_after_the_run() -> None:
    m = helpers.mission(formation=Formation.OUT, bomb_run=True, leg=Leg.BACK)
    assert formation.why_not_rejoin(m) == "bombs hang in the bays (4-9h)"
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    assert formation.why_not_rejoin(m) == ""


def test_3_1e_and_3_1f_day_or_night_by_zone_out_and_back() -> None:
    m = helpers.mission()
    start.set_times(m, "Day 5-6")
    nights = []
    for m.zone in (1, 5, 6, 11):
        nights.append(m.night_here())
    assert nights == [True, True, False, False]
    m.leg = Leg.BACK
    m.reached_target = True
    assert not any(m.night_here() for m.zone in (11, 6, 1))
    start.set_times(m, "Night 4-6")
    assert [m.night_here() for m.zone in (11, 7, 6, 1, 0)] == [True, True, False, False, False]


def test_r_16_tens_and_ones_make_36_results() -> None:
    chart = CHARTS.text("2-3")
    totals = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
    assert len(totals) == 36
    assert all(chart.at(total, column) for total in totals for column in (0, 1))


def test_r_19_the_squadron_has_no_modifier_on_5_1() -> None:
    found = []
    for squadron in Squadron:
        m = helpers.mission(squadron=squadron)
        found.append([mod.key for mod in resistance.modifiers(m)])
    assert found[0] == found[1] == found[2]


def test_r_28_ichinomiya_struck_off_once_is_rolled_again_on_both_charts() -> None:
    assert {"Ichinomiya", "Fukuoka", "Sendai", "Kumamato", "Uwajima"} <= set(setup.ALTERNATES.rows[0])
    assert "Ichinomiya" in setup.ALTERNATES.rows[1]
    record = campaign.unnamed_campaign(campaign.unnamed_crew(0))
    m = helpers.mission(on_target=True, turn=20)
    m.target = setup.make_target("Ichinomiya", TargetType.URBAN_AREA, 20, from_2_3=True)
    debrief._city(referee(), m, record)
    debrief._city(referee(), m, record)
    assert record.struck == ["Ichinomiya"]


def test_r_31_totals_beyond_4_2_take_its_end_rows() -> None:
    assert weather.WEATHER.at(1) == weather.WEATHER.at(2) == (Weather.GOOD, True)  # a 2 at HI: jet stream
    assert weather.WEATHER.at(14) == weather.WEATHER.at(12) == (Weather.BAD, False)  # a 12 after Bad weather
    m = helpers.mission(new_zone=True, formation=Formation.NONE, assembled=False)
    m.plane.altitude = Altitude.HI
    boxes = fuel.left(m)
    ref = referee(1, 1, defaults=True)
    weather.weather_step(ref, m)
    assert (ref.total, m.weather, boxes - fuel.left(m)) == (1, Weather.GOOD, 1)


def test_r_37_weather_once_a_zone_events_every_turn() -> None:
    m = inbound(zone=8, new_zone=False)
    ref = referee(3, 3)
    mission.weather_step(ref, m)  # a second turn here: no roll
    for name, step in mission.STEPS:
        if name == "event":
            step(ref, m)
    assert rolled(ref) == ["4.6-event"]
    done(ref)


def test_r_39_the_base_square_costs_a_box() -> None:
    m = inbound(zone=1, turn=20)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    before = m.plane.wing_boxes
    ref = referee(4, 4, defaults=True)
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert (m.zone, m.plane.wing_boxes, m.repair) == (0, before - 1, Repair.SOUND)


def test_r_59_lights_and_fighters_again_on_the_turn_round_turn() -> None:
    m = inbound(zone=11, night=True, altitude=Altitude.LO)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    ref = referee(6, 6, 2, 3, 1, 2, defaults=True)  # 5-1 Heavy, 5-14 nothing, 5-15 nobody
    combat.combat_step(ref, m)
    assert rolled(ref) == ["5-1", "5-14", "5-15"]
    done(ref)


def test_r_111_lights_are_rolled_for_though_5_1_gives_none_but_no_fighters() -> None:
    m = inbound(zone=11, night=True, altitude=Altitude.LO)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    ref = referee(1, 1, 2, 3, defaults=True)
    combat.combat_step(ref, m)
    assert rolled(ref) == ["5-1", "5-14"]
    done(ref)


def test_r_68_a_burning_engine_counts_by_what_its_propeller_does() -> None:
    m = inbound(zone=5)
    engine = m.plane.engines[0]
    engine.state = EngineState.BURNING
    table = CHARTS.charts["8-1"].mods
    assert sum(mod.value for mod in flying.mods(m, table)) == -1
    engine.prop = EngineState.RUNAWAY
    assert sum(mod.value for mod in flying.mods(m, table)) == -3


def test_r_72_three_engines_out_are_two_or_three_out_and_one_left() -> None:
    m = helpers.mission(zone=8)
    for i in (0, 1):
        m.plane.engines[i].state = EngineState.FEATHERED
    ref = referee(answers=["one-engine=yes"])
    engines.out(ref, m, m.plane.engines[3], EngineState.FEATHERED, m.cause)
    assert m.formation is Formation.FOR_GOOD
    assert not m.plane.bombs_aboard()
    assert m.plane.tank_fuel() == 0
    assert m.one_engine_zones == 1  # from MED
    done(ref)


def test_r_73_on_one_engine_two_turns_in_every_zone() -> None:
    m = inbound(zone=8, one_engine_zones=2)
    for i in (0, 1, 3):
        m.plane.engines[i].state = EngineState.FEATHERED
    zones = []
    ref = referee(answers=["one-engine=yes"])
    for _ in range(3):
        movement.move_step(ref, m)
        zones.append(m.zone)
    assert zones == [8, 7, 7]


def test_r_84_the_number_follows_the_credited_missions() -> None:
    record = campaign.unnamed_campaign(campaign.unnamed_crew(0))
    m = helpers.mission(aborted=True, turn=5)
    m.end, m.repair = End.LANDED, Repair.SOUND
    debrief.debrief(referee(), m, record)
    assert (record.flights, record.mission_number()) == (1, 1)
    m.aborted, m.bomb_run = False, True
    debrief.debrief(referee(), m, record)
    assert (record.flights, record.mission_number()) == (2, 2)


def test_r_94_fuel_no_pump_can_reach_is_none_for_flying_but_burns_in_a_crash() -> None:
    m = inbound(zone=3, transfer_controls_out=True)
    m.plane.wing_boxes = 0
    assert (fuel.usable(m), fuel.left(m)) == (0, 8)
    m.plane.fwd.tank_jettisoned = True
    assert fuel.left(m) == 4


def test_r_95_dry_tanks_bring_no_engine_modifier() -> None:
    m = inbound(zone=11, weather=Weather.POOR, turn=20)
    m.plane.wing_boxes = m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    ref = referee(1, 6, 6, *(6,) * 11, *(1,) * 11, answers=["where-down=W", "dry-tanks=land"], defaults=True)
    with pytest.raises(MissionEnded):
        ending.dry_tanks(ref, m)
    ditching = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-3")
    assert [line.value for line in ditching.mods] == [-1]  # the sea, slight, and nothing else


def test_r_97_inbound_begins_with_the_turn_round_turn() -> None:
    m = helpers.mission(zone=11, bomb_run=True, turn_round=True)
    movement.move_step(referee(), m)
    assert (m.leg, m.zone) == (Leg.BACK, 11)
    assert "inbound" in [mod.key for mod in resistance.modifiers(m)]


def test_r_100_the_escort_stays_for_the_mission() -> None:
    m = helpers.mission(escort=Escort.P51, escort_available=True, new_zone=True)
    ref = referee()
    formation.escort_step(ref, m)
    m.leg, m.formation = Leg.BACK, Formation.OUT
    assert m.escort is Escort.P51
    assert "p51" in [mod.key for mod in resistance.modifiers(m)]


def test_7_2_a_slow_bomber_held_off_course_owes_no_third_turn() -> None:
    m = inbound(zone=1, off_course=True, turn=20)
    for i in (0, 3):
        m.plane.engines[i].state = EngineState.FEATHERED
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    movement.move_step(referee(), m)  # held for its course: the second turn here
    assert (m.zone, m.holding) == (1, True)
    m.off_course = m.holding = False
    ref = referee(6, 5, defaults=True)
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert (m.zone, m.end) == (0, End.LANDED)
