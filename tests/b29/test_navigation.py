"""Rule 4.5: tables 4-4 to 4-8, Off Course and its effects, quick navigation."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import navigation
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission, Times
from flakhouse.games.b29.words import (
    Altitude,
    Formation,
    FormationPlace,
    Leg,
    Position,
    Section,
    Squadron,
    Surface,
    Weather,
)
from flakhouse.render.screen import screen
from tests.b29.helpers import done, mission, noted, referee, rolled

NIGHT = Times(out=(True,) * 15, back=(True,) * 15)


def lone(**changes: object) -> Mission:
    """A bomber out of formation over water in Zone 8 in Poor weather at MED, without bay tanks."""
    given: dict[str, object] = {"formation": Formation.FOR_GOOD, "zone": 8, "weather": Weather.POOR}
    m = mission(**{**given, **changes})
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    return m


def mods(ref: Referee, chart: str) -> list[int]:
    return [line.value for e in ref.events if isinstance(e, Rolled) and e.chart == chart for line in e.mods]


def experience(m: Mission, position: Position, missions: int) -> None:
    m.men[position].airman.missions = missions


# ------------------------------------------------------------------ who checks


@pytest.mark.parametrize(
    ("place", "squadron", "due"),
    [
        (FormationPlace.LEAD, Squadron.MIDDLE, True),
        (FormationPlace.LEAD, Squadron.HIGH, False),
        (FormationPlace.MIDDLE, Squadron.MIDDLE, False),
    ],
)
def test_4_5a_in_formation_only_the_lead_of_the_middle(
    place: FormationPlace, squadron: Squadron, due: bool
) -> None:
    """R-6."""
    assert navigation.needs_check(mission(place=place, squadron=squadron)) is due


def test_4_5a_out_of_formation_and_at_night_always() -> None:
    assert navigation.needs_check(mission(formation=Formation.OUT))
    assert navigation.needs_check(mission(formation=Formation.NONE, night=True))


def test_4_5_switch_off_always_on_course() -> None:
    m, ref = lone(), referee()
    m.options.navigation = False
    navigation.course_step(ref, m)
    assert not m.off_course
    done(ref)


def test_4_5a_once_a_zone() -> None:
    m, ref = lone(new_zone=False), referee()
    navigation.course_step(ref, m)
    assert rolled(ref) == []
    done(ref)


def test_4_5a_formation_finds_the_way_for_a_lost_bomber() -> None:
    m, ref = mission(off_course=True, off_run=1), referee()
    navigation.course_step(ref, m)
    assert not m.off_course
    assert m.off_run == 1  # 4.5C4: the correction die waits for its own next On Course result
    done(ref)


# ------------------------------------------------------------------ the chain


def test_4_5a_tables_4_4_to_4_8_in_order() -> None:
    """4.5B, R-5:
    Over water with radar: 4 + 2 - 3 sees nothing; 3 is accurate; 3 no star; 5 - 2 no signal; 1 + 2 = 3."""
    m, ref = lone(), referee(4, 3, 3, 5, 1)
    navigation.course_step(ref, m)
    assert rolled(ref) == ["4-4", "4-5", "4-6", "4-7", "4-8"]
    assert not m.off_course
    assert mods(ref, "4-8") == [2]
    done(ref)


def test_table_4_8_every_result_counts() -> None:
    """4.5B."""
    m, ref = lone(number=30), referee(6, 2, 3, 4, 2, 3, 6)
    navigation.course_step(ref, m)
    assert rolled(ref) == ["4-4", "4-4-fix", "4-5", "4-6", "4-6-fix", "4-7", "4-8"]
    assert mods(ref, "4-8") == [3, 2, 1, 1]
    done(ref)


def test_table_4_8_every_failure_counts() -> None:
    m, ref = lone(), referee(6, 1, 2, 4, 1, 3, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-8") == [-3, -2, -1]
    assert ref.total == 0
    assert m.off_course
    done(ref)


@pytest.mark.parametrize(
    ("chart", "last", "low", "high"),
    [
        ("4-4", 3, "No observation", "Observation"),
        ("4-4-fix", 1, "Inaccurate", "Accurate"),
        ("4-5", 2, "Inaccurate", "Accurate"),
        ("4-6", 3, "No observation", "Observation"),
        ("4-6-fix", 1, "Inaccurate", "Accurate"),
        ("4-7", 3, "No signal", "Accurate signal"),
        ("4-7-compass", 5, "No signal", "Usable"),
        ("4-8", 2, "Off Course", "On Course"),
        ("4.5C1-rally", 2, "On time", "Missed"),
        ("4.5C4-correction", 4, "Minor", "Significant"),
    ],
)
def test_4_5_rows(chart: str, last: int, low: str, high: str) -> None:
    found = [CHARTS.charts[chart].at(total) for total in range(1, 7)]
    assert found == [low] * last + [high] * (6 - last)


# ------------------------------------------------------------------ 4-4


def test_table_4_4_good_day_at_lo_over_land() -> None:
    """4-2a."""
    m, ref = lone(zone=11, weather=Weather.GOOD), referee(1, 2, 3, 3, 1, 1, 3)
    m.plane.altitude = Altitude.LO
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [2, 1, 1, 1]
    done(ref)


def test_table_4_4_bad_night_at_hi_over_water() -> None:
    m, ref = lone(weather=Weather.BAD, times=NIGHT), referee(6, 5, 2, 3, 6)
    m.plane.altitude = Altitude.HI
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [2, -1, -1, -2, -3]
    done(ref)


def test_table_4_4_good_at_night_has_no_day_bonus() -> None:
    """4-2a, R-88."""
    m, ref = lone(weather=Weather.GOOD, times=NIGHT), referee(1, 3, 1, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [2, 1, -2, -3]
    done(ref)


def test_table_4_4_zone_6_is_not_all_water() -> None:
    m, ref = lone(zone=6), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [2]
    done(ref)


def test_table_4_4_zone_10_by_the_gazetteer() -> None:
    m, ref = lone(zone=10), referee(1, 3, 3, 1, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [2, -3]
    m.target.letters[10] = (Surface.WATER, Surface.JAPAN)
    ref = referee(1, 3, 3, 1, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [2]
    done(ref)


@pytest.mark.parametrize("how", ["radar", "power", "wounded", "away"])
def test_table_4_4_radar_needs_set_and_operator_in_position(how: str) -> None:
    m, ref = lone(), referee(1, 3, 3, 1, 6)
    operator = m.men[Position.RADAR_OPERATOR]
    if how == "radar":
        m.plane.radar_out = True
    elif how == "power":
        m.plane.electrical_hits = 2
    elif how == "wounded":
        operator.serious = True
    else:
        m.seats[Position.RADAR_OPERATOR] = None
        operator.station, operator.compartment = None, Section.NAV_RADIO
    navigation.course_step(ref, m)
    assert mods(ref, "4-4") == [-3]
    done(ref)


@pytest.mark.parametrize(
    ("missions", "serious", "expected"), [(7, False, [-1]), (14, False, [1]), (14, True, [-1]), (10, False, [])]
)
def test_4_4_note_navigator(missions: int, serious: bool, expected: list[int]) -> None:
    """Zone 6 with a 6: seen without the radar, so its operator does not matter."""
    m, ref = lone(zone=6), referee(6, 3, 3, 3, 1, 6)
    experience(m, Position.NAVIGATOR, missions)
    m.men[Position.NAVIGATOR].serious = serious
    experience(m, Position.RADAR_OPERATOR, 1)
    navigation.course_step(ref, m)
    assert mods(ref, "4-4-fix") == expected
    done(ref)


@pytest.mark.parametrize(("die", "missions", "expected"), [(3, 1, [-1]), (3, 20, [1]), (4, 1, []), (4, 20, [])])
def test_4_4_note_radar_operator_only_if_radar_was_needed(die: int, missions: int, expected: list[int]) -> None:
    m, ref = lone(zone=6), referee(die, 3, 3, 3, 1, 6)
    experience(m, Position.RADAR_OPERATOR, missions)
    navigation.course_step(ref, m)
    assert mods(ref, "4-4-fix") == expected
    done(ref)


# ------------------------------------------------------------------ 4-5, 4-6


def test_table_4_5_table_modifiers_worst() -> None:
    m = lone(weather=Weather.BAD, navigator_tools_out=True, gyro_compass_out=True)
    m.plane.altitude = Altitude.HI
    experience(m, Position.NAVIGATOR, 1)
    m.men[Position.NAVIGATOR].dead = True
    ref = referee(1, 6, 3, 3, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-5") == [-2, -1, -1, -1, -1]
    assert mods(ref, "4-6") == [-1, -1, 1, -1]
    assert mods(ref, "4-8") == [-2]
    done(ref)


@pytest.mark.parametrize(("missions", "expected"), [(7, [-1, 1]), (14, [1, 1]), (8, [1])])
def test_table_4_5_table_experience_and_good_weather(missions: int, expected: list[int]) -> None:
    m, ref = lone(weather=Weather.GOOD), referee(1, 6, 1, 1, 6)
    experience(m, Position.NAVIGATOR, missions)
    navigation.course_step(ref, m)
    assert mods(ref, "4-5") == expected
    done(ref)


def test_table_4_5_table_frostbitten_navigator_counts_as_lost() -> None:
    """R-107."""
    m, ref = lone(), referee(1, 3, 3, 1, 6)
    m.men[Position.NAVIGATOR].frostbitten = True
    navigation.course_step(ref, m)
    assert mods(ref, "4-5") == [-2]
    done(ref)


def test_4_6_modifiers_good_night_at_hi() -> None:
    """4-6."""
    m, ref = lone(weather=Weather.GOOD, times=NIGHT), referee(1, 3, 1, 2, 1, 6)
    m.plane.altitude = Altitude.HI
    navigation.course_step(ref, m)
    assert mods(ref, "4-6") == [1, 1, 1]
    assert "4-6-fix" in rolled(ref)
    done(ref)


def test_4_6_modifiers_at_lo() -> None:
    """4-6."""
    m, ref = lone(), referee(1, 3, 4, 1, 6)
    m.plane.altitude = Altitude.LO
    navigation.course_step(ref, m)
    assert mods(ref, "4-6") == [-1]
    assert "4-6-fix" not in rolled(ref)
    done(ref)


def test_4_6_note_lost_navigator() -> None:
    """R-34."""
    m, ref = lone(), referee(1, 3, 6, 2, 1, 6)
    m.men[Position.NAVIGATOR].serious = True
    navigation.course_step(ref, m)
    assert mods(ref, "4-6-fix") == [-1]
    assert mods(ref, "4-8") == [-2, -1]
    done(ref)


# ------------------------------------------------------------------ 4-7


@pytest.mark.parametrize(
    ("number", "zone", "expected"),
    [
        (10, 8, [-3]),
        (11, 8, [-2]),
        (25, 9, [-2]),
        (26, 8, [1]),
        (35, 9, [1]),
        (11, 7, [2]),
        (25, 2, [2]),
        (30, 7, [2]),
        (10, 7, [-3]),
    ],
)
def test_table_4_7_loran_by_mission_and_zone(number: int, zone: int, expected: list[int]) -> None:
    """R-33."""
    m, ref = lone(number=number, zone=zone), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == expected
    done(ref)


@pytest.mark.parametrize("how", ["damage", "power"])
def test_table_4_7_loran_out_takes_every_loran_modifier(how: str) -> None:
    m, ref = lone(number=30, zone=7, times=NIGHT), referee(1, 3, 2, 6, 6)
    if how == "damage":
        m.plane.loran_out = True
    else:
        m.plane.electrical_hits = 2
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == [-3]
    done(ref)


def test_table_4_7_night_helps_loran_but_not_early() -> None:
    m, ref = lone(number=30, times=NIGHT), referee(1, 3, 1, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == [1, 1]
    m, ref = lone(number=9, times=NIGHT), referee(1, 3, 1, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == [-3]
    done(ref)


def test_table_4_7_bad_weather() -> None:
    """4-2c."""
    m, ref = lone(weather=Weather.BAD), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == [-2, -1]
    done(ref)


@pytest.mark.parametrize(
    ("number", "zone", "expected"),
    [(5, 1, [-3, 1]), (12, 1, [2, 1]), (5, 6, [-3]), (12, 6, [2, 1]), (12, 2, [2])],
)
def test_4_7_note_radio_compass_near_home_and_iwo(number: int, zone: int, expected: list[int]) -> None:
    m, ref = lone(number=number, zone=zone), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == expected
    done(ref)


def test_4_7_note_radio_compass_damaged() -> None:
    m, ref = lone(zone=6, radio_compass_out=True), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == [2]
    m, ref = lone(zone=11, radio_compass_out=True), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert "4-7-compass" not in rolled(ref)
    done(ref)


@pytest.mark.parametrize(("die", "expected"), [(5, [-2]), (6, [-2, 1])])
def test_4_7_note_japanese_station(die: int, expected: list[int]) -> None:
    m, ref = lone(zone=10), referee(1, 3, 3, die, 1, 6)
    navigation.course_step(ref, m)
    assert rolled(ref)[3:5] == ["4-7-compass", "4-7"]
    assert mods(ref, "4-7") == expected
    done(ref)


def test_table_4_7_truk_counts_as_the_early_missions() -> None:
    m, ref = lone(number=11, zone=2, training=True), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-7") == [-3]
    done(ref)


# ------------------------------------------------------------------ Off Course


OFF = (1, 1, 1, 1, 1)  # sees nothing, reckons wrongly, no star, no signal, off
ON = (1, 6, 1, 1, 6)


def test_4_5c4_off_course_then_a_minor_correction() -> None:
    """4.5C."""
    m = lone()
    ref = referee(*OFF)
    navigation.course_step(ref, m)
    assert m.off_course
    assert m.off_run == 1
    m.zone = 9
    ref = referee(*ON, 4)
    navigation.course_step(ref, m)
    assert not m.off_course
    assert m.off_run == 0
    assert m.plane.wing_boxes == 38
    assert mods(ref, "4.5C4-correction") == []
    assert "on-course" in noted(ref)
    done(ref)


def test_4_5c4_significant_correction_costs_a_box() -> None:
    """4.5C, R-7."""
    m, ref = lone(off_course=True, off_run=1), referee(*ON, 5)
    navigation.course_step(ref, m)
    assert m.plane.wing_boxes == 37
    assert m.course_boxes == 1
    done(ref)


@pytest.mark.parametrize(("run", "expected"), [(1, []), (2, [1]), (3, [2])])
def test_4_5c4_modifier_for_zones_in_a_row(run: int, expected: list[int]) -> None:
    m = lone(zone=4)
    for zone in range(2, 2 + run):
        m.zone = zone
        ref = referee(1, 1, 1, 1, 1)
        navigation.course_step(ref, m)
        done(ref)
    assert m.off_run == run
    m.zone += 1
    ref = referee(*ON, 1)
    navigation.course_step(ref, m)
    assert mods(ref, "4.5C4-correction") == expected
    done(ref)


def test_4_5c4_no_die_without_the_fuel_rule() -> None:
    m, ref = lone(off_course=True, off_run=1), referee(*ON)
    m.options.fuel = False
    navigation.course_step(ref, m)
    assert not m.off_course
    done(ref)


def test_4_5c2_held_over_the_target_checks_each_turn_and_needs_no_correction() -> None:
    m = lone(zone=11, weather=Weather.BAD, new_zone=False, holding=True, off_course=True, off_run=2)
    ref = referee(1, 1, 1, 1, 1, 1)
    navigation.course_step(ref, m)
    assert m.off_course
    assert m.holding
    assert m.off_over_target
    assert m.off_run == 2  # zones are counted, not turns
    ref = referee(1, 6, 1, 1, 1, 6)
    navigation.course_step(ref, m)
    assert not m.off_course
    assert not m.holding
    assert m.off_run == 0
    done(ref)


def test_4_5c2_off_course_over_the_target_is_remembered() -> None:
    m, ref = lone(zone=11, weather=Weather.BAD), referee(1, 1, 1, 1, 1, 1)
    navigation.course_step(ref, m)
    assert m.off_over_target
    done(ref)


@pytest.mark.parametrize(("zone", "to_iwo"), [(1, False), (6, True)])
def test_4_5c3_held_inbound_needs_no_correction(zone: int, to_iwo: bool) -> None:
    m = lone(zone=zone, leg=Leg.BACK, to_iwo=to_iwo, new_zone=False, holding=True, off_course=True, off_run=1)
    ref = referee(1, 6, 1, 1, 6)
    navigation.course_step(ref, m)
    assert not m.off_course
    assert rolled(ref)[-1] == "4-8"
    done(ref)


def test_4_5c4_zone_1_on_course_at_once_still_corrects() -> None:
    """Off Course in Zone 2, On Course on entering Zone 1: no holding, so the die is due."""
    m, ref = lone(zone=1, leg=Leg.BACK, off_course=True, off_run=1), referee(1, 6, 1, 1, 6, 6)
    navigation.course_step(ref, m)
    assert rolled(ref)[-1] == "4.5C4-correction"
    assert m.plane.wing_boxes == 37
    done(ref)


def test_r102_a_bomber_that_stays_for_altitude_keeps_its_course() -> None:
    m, ref = lone(zone=11, new_zone=False, holding=True), referee()
    navigation.course_step(ref, m)
    assert not m.holding
    assert not m.off_course
    done(ref)


# ------------------------------------------------------------------ quick navigation


def quick(**changes: object) -> Mission:
    m = lone(**changes)
    m.options.quick_navigation = True
    return m


@pytest.mark.parametrize("chart", ["GTS-5A", "GTS-5B"])
def test_gts_5_rows(chart: str) -> None:
    """R-5."""
    found = [CHARTS.charts[chart].at(total) for total in range(1, 15)]
    assert found == ["On Course"] * 10 + ["Off Course"] * 4


def test_gts_5a_good_weather_over_zone_6_has_no_modifier() -> None:
    m, ref = quick(zone=6, weather=Weather.GOOD), referee(5, 5)
    navigation.course_step(ref, m)
    assert rolled(ref) == ["GTS-5A"]
    assert mods(ref, "GTS-5A") == []
    assert not m.off_course
    done(ref)


def test_gts_5a_every_damage_modifier() -> None:
    m = quick(
        zone=1,
        weather=Weather.BAD,
        off_course=True,
        off_run=1,
        gyro_compass_out=True,
        loran_out=True,
        radio_compass_out=True,
        navigator_tools_out=True,
        radar_out=True,
    )
    m.men[Position.NAVIGATOR].serious = True
    m.pathfinder = True
    ref = referee(1, 1)
    navigation.course_step(ref, m)
    assert sorted(mods(ref, "GTS-5A")) == [1, 1, 1, 1, 1, 1, 1, 2, 3]
    done(ref)


@pytest.mark.parametrize(("missions", "expected"), [(7, [1, 1, 2]), (14, [-1, 1, 2]), (10, [1, 2])])
def test_gts_5a_navigator_and_poor_weather(missions: int, expected: list[int]) -> None:
    m, ref = quick(), referee(1, 1)
    experience(m, Position.NAVIGATOR, missions)
    navigation.course_step(ref, m)
    assert mods(ref, "GTS-5A") == expected
    done(ref)


def test_gts_5a_loran_and_compass_only_later() -> None:
    m, ref = quick(number=9, zone=6, loran_out=True, radio_compass_out=True), referee(1, 1)
    navigation.course_step(ref, m)
    assert mods(ref, "GTS-5A") == [2]
    done(ref)


def test_r13_pathfinder_helps() -> None:
    m, ref = quick(zone=6, weather=Weather.GOOD, pathfinder=True), referee(5, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "GTS-5A") == [-1]
    assert not m.off_course
    m, ref = lone(pathfinder=True), referee(1, 3, 3, 1, 6)
    navigation.course_step(ref, m)
    assert mods(ref, "4-8") == [2, 1]
    done(ref)


def test_gts_5_note_4_off_course_costs_a_box_at_once_and_no_die_later() -> None:
    """GTS 5A-4, GTS 5B-2, R-7."""
    m, ref = quick(), referee(6, 6)
    navigation.course_step(ref, m)
    assert m.off_course
    assert m.plane.wing_boxes == 37
    ref = referee(1, 1)
    m.zone = 9
    navigation.course_step(ref, m)
    assert not m.off_course
    assert rolled(ref) == ["GTS-5A"]
    done(ref)


@pytest.mark.parametrize(
    "changes",
    [{"zone": 11}, {"zone": 1, "leg": Leg.BACK}, {"zone": 6, "leg": Leg.BACK, "to_iwo": True}],
)
def test_gts_5_exceptions_no_box_where_the_bomber_is_held(changes: dict[str, object]) -> None:
    """GTS 5A-3."""
    m, ref = quick(**changes, radar_out=True), referee(6, 6)
    navigation.course_step(ref, m)
    assert m.off_course
    assert m.plane.wing_boxes == 38
    done(ref)


def test_gts_5b_following_the_formation() -> None:
    m, ref = quick(formation=Formation.IN, zone=10, weather=Weather.BAD, off_course=True, off_run=1), referee(5, 2)
    experience(m, Position.NAVIGATOR, 1)
    navigation.course_step(ref, m)
    assert rolled(ref) == ["GTS-5B"]
    assert mods(ref, "GTS-5B") == [1, 1, 3]
    assert m.off_course
    assert m.plane.wing_boxes == 37
    done(ref)


def test_gts_5a_for_the_lead_of_the_middle_in_formation() -> None:
    m = quick(formation=Formation.IN, place=FormationPlace.LEAD, squadron=Squadron.MIDDLE)
    ref = referee(1, 1)
    navigation.course_step(ref, m)
    assert rolled(ref) == ["GTS-5A"]
    done(ref)


def test_gts_5a_without_the_fuel_rule_nobody_is_held_for_ever() -> None:
    """R-132: Worst damage in Zone 1: no roll of 5A can be On Course, and no tank runs dry to end it."""
    m = quick(zone=1, leg=Leg.BACK, holding=True, off_course=True, off_run=1, new_zone=False, weather=Weather.BAD)
    m.plane.gyro_compass_out = m.plane.radar_out = m.plane.navigator_tools_out = True
    m.plane.loran_out = m.plane.radio_compass_out = True
    m.men[Position.NAVIGATOR].dead = True
    navigation.course_step(referee(1, 1), m)
    assert m.off_course
    m.options.fuel = False
    navigation.course_step(referee(1, 2), m)
    assert m.off_course
    navigation.course_step(referee(1, 1), m)
    assert not m.off_course


@pytest.mark.parametrize(("lost", "said"), [(True, "Back On Course"), (False, "On Course by the navigator's own")])
def test_4_5C4_a_course_that_the_formation_found_is_not_found_again_zones_later(lost: bool, said: str) -> None:
    m = mission(formation=Formation.NONE, zone=4, new_zone=True, off_run=1, off_course=lost)
    ref = referee(*[6] * 20, defaults=True)
    navigation.course_step(ref, m)
    assert "4.5C4-correction" in rolled(ref)  # due with the next result of 4-8 in either case
    note = next(event for event in ref.events if isinstance(event, Noted) and event.kind == "on-course")
    assert screen(games.load("b29")).event_lines(note, "brief")[0].startswith(said)
