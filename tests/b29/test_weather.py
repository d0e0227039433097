"""Rule 4.4: tables 4-2 and 4-3, and the possible collision they share with 4-9(a)."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import fuel, weather
from flakhouse.games.b29.advice import crew_first
from flakhouse.games.b29.advice import weather as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import weather as questions
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import Altitude, End, EngineState, Formation, Leg, Position, Root, Weather
from flakhouse.render.b29 import B29Renderer
from flakhouse.render.base import renderer
from flakhouse.render.pace import pace
from tests.b29.helpers import done, mission, noted, referee, rolled
from tests.render.b29_flights import view


def calm(**changes: object) -> Mission:
    """A mission without bay tanks, so that no fuel question is asked."""
    m = mission(**changes)
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    return m


def mods(ref: Referee, chart: str) -> list[int]:
    return [line.value for e in ref.events if isinstance(e, Rolled) and e.chart == chart for line in e.mods]


# ------------------------------------------------------------------ 4-2


@pytest.mark.parametrize(
    ("total", "cell"),
    [
        (1, "Good, jet stream"),
        (2, "Good, jet stream"),
        (3, "Good"),
        (8, "Good"),
        (9, "Poor"),
        (10, "Poor, jet stream"),
        (11, "Bad, jet stream"),
        (12, "Bad"),
        (14, "Bad"),
    ],
)
def test_4_2_rows(total: int, cell: str) -> None:
    assert CHARTS.charts["4-2"].at(total) == cell


@pytest.mark.parametrize(("dice", "found"), [((4, 4), Weather.GOOD), ((4, 5), Weather.POOR)])
def test_4_4_weather_is_set(dice: tuple[int, int], found: Weather) -> None:
    m, ref = calm(), referee(*dice)
    weather.weather_step(ref, m)
    assert m.weather is found
    done(ref)


@pytest.mark.parametrize(
    ("altitude", "said"), [(Altitude.MED, "Poor, jet stream above"), (Altitude.HI, "Poor, jet stream")]
)
def test_4_2_headline_log_and_roll_agree_about_the_jet_stream(altitude: Altitude, said: str) -> None:
    m, ref = calm(), referee(*((5, 5) if altitude is Altitude.MED else (5, 6)))
    m.plane.altitude = altitude
    weather.weather_step(ref, m)
    (roll,) = [event for event in ref.events if isinstance(event, Rolled)]
    assert roll.result == "Poor, jet stream"
    view = renderer(games.load("b29"))
    assert isinstance(view, B29Renderer)
    assert f"Weather in Zone 10: {said}." in view.log(ref.events)
    assert f" {said} " in view.headline(m, ref.events)


@pytest.mark.parametrize(
    ("before", "altitude", "expected"),
    [
        (Weather.GOOD, Altitude.MED, []),
        (Weather.POOR, Altitude.LO, [1]),
        (Weather.BAD, Altitude.MED, [2]),
        (Weather.BAD, Altitude.HI, [2, -1]),
        (Weather.GOOD, Altitude.HI, [-1]),
    ],
)
def test_4_2_modifiers(before: Weather, altitude: Altitude, expected: list[int]) -> None:
    m, ref = calm(weather=before, altitude=Altitude.MED), referee(3, 3)
    m.plane.altitude = altitude
    weather.weather_step(ref, m)
    assert mods(ref, "4-2") == expected
    done(ref)


def test_table_4_2_no_carry_over_into_the_first_zone() -> None:
    m, ref = calm(weather=Weather.BAD, zone=1, turn=1, formation=Formation.NONE), referee(4, 4)
    weather.weather_step(ref, m)
    assert m.weather is Weather.GOOD
    assert mods(ref, "4-2") == []
    done(ref)


@pytest.mark.parametrize(("dice", "total"), [((1, 2), 2), ((1, 1), 1), ((5, 6), 10)])
def test_table_4_2_jet_stream_costs_a_box_outbound_at_hi(dice: tuple[int, int], total: int) -> None:
    """R-31: a total of 1 is the first row."""
    m, ref = calm(), referee(*dice)
    m.altitude = m.plane.altitude = Altitude.HI
    weather.weather_step(ref, m)
    assert ref.total == total
    assert m.plane.wing_boxes == 37
    done(ref)


def test_table_4_2_jet_stream_gives_a_box_inbound_at_hi() -> None:
    m, ref = calm(leg=Leg.BACK, wing_boxes=20), referee(5, 6)
    m.altitude = m.plane.altitude = Altitude.HI
    weather.weather_step(ref, m)
    assert m.plane.wing_boxes == 21
    done(ref)


def test_table_4_2_no_jet_stream_below_hi() -> None:
    m, ref = calm(wing_boxes=20), referee(5, 5)
    weather.weather_step(ref, m)
    assert m.weather is Weather.POOR
    assert m.plane.wing_boxes == 20
    done(ref)


def test_table_4_2_jet_stream_with_row_11_is_bad_too() -> None:
    m, ref = calm(), referee(6, 6, 1)
    m.altitude = m.plane.altitude = Altitude.HI
    weather.weather_step(ref, m)
    assert m.weather is Weather.BAD
    assert m.plane.wing_boxes == 37
    assert rolled(ref) == ["4-2", "4-3"]
    done(ref)


def test_gts_17_fixed_weather_is_not_rolled() -> None:
    """GTS 17-9."""
    m, ref = calm(fixed_weather=Weather.GOOD, weather=Weather.BAD), referee()
    weather.weather_step(ref, m)
    assert m.weather is Weather.GOOD
    m.fixed_weather = Weather.BAD
    ref = referee(4)
    weather.weather_step(ref, m)
    assert rolled(ref) == ["4-3"]
    done(ref)


def test_4_8b_formation_is_gone_before_the_storm() -> None:
    """On entering the assembly zone inbound the storm finds a lone bomber: the detour is offered."""
    m = calm(leg=Leg.BACK, zone=9)
    ref = referee(6, 6, 5, 5, 6, answers=["storm-detour=no"])
    weather.weather_step(ref, m)
    assert m.disbanded
    assert not m.disrupted
    assert mods(ref, "4-3-collision") == []
    done(ref)


# ------------------------------------------------------------------ 4-3


@pytest.mark.parametrize(
    ("total", "cell"),
    [
        (0, "Safe passage"),
        (1, "Safe passage"),
        (4, "Safe passage"),
        (5, "Formation Disrupted"),
        (6, "Storm damage"),
        (7, "Storm and electrical damage"),
    ],
)
def test_4_3_rows(total: int, cell: str) -> None:
    """R-18."""
    assert CHARTS.charts["4-3"].at(total) == cell


def test_4_3_row_5_disrupts_a_formation_and_risks_collision_with_plus_3() -> None:
    m, ref = calm(), referee(6, 6, 5, 4, 4)
    weather.weather_step(ref, m)
    assert m.disrupted
    assert rolled(ref) == ["4-2", "4-3", "4-3-collision"]
    assert mods(ref, "4-3-collision") == [3]
    done(ref)


def test_4_3_row_5_alone_disrupts_nothing_but_still_risks_collision() -> None:
    m, ref = calm(formation=Formation.FOR_GOOD), referee(6, 6, 5, 5, 6, answers=["storm-detour=no"])
    weather.weather_step(ref, m)
    assert not m.disrupted
    assert mods(ref, "4-3-collision") == []
    done(ref)


@pytest.mark.parametrize(("formation", "ways"), [(Formation.IN, 4), (Formation.FOR_GOOD, 5)])
def test_4_3_the_storm_die_of_a_bomber_alone_needs_what_the_question_said(formation: Formation, ways: int) -> None:
    """5 disrupts a formation and leaves a bomber alone unharmed."""
    answers = [] if formation is Formation.IN else ["storm-detour=no"]
    m, ref = calm(formation=formation), referee(6, 6, 4, answers=answers)
    weather.weather_step(ref, m)
    (storm,) = [event for event in ref.events if isinstance(event, Rolled) and event.chart == "4-3"]
    assert storm.needed is not None
    assert storm.needed.ways == ways
    done(ref)


def test_4_3_the_telling_stops_where_a_storm_has_done_damage() -> None:
    m = calm(formation=Formation.FOR_GOOD)
    ref = referee(6, 6, 6, 5, 3, 4, 4, 1, 4, 2, 4, 6, answers=["storm-detour=no"])
    weather.weather_step(ref, m)
    done(ref)
    scene = view().scenes(ref.events)[-1]
    assert scene.headline == "A storm damages the bomber"
    assert pace("matters", throws=True).stops(scene, view().scene_book)
    said = "The flap of the Starboard Wing is out. With both out a landing is worse (−1)."
    assert said in " ".join(line.text for line in scene.lines)


def test_4_3_modifiers_only_out_of_formation() -> None:
    m, ref = calm(radar_out=True), referee(6, 6, 4)
    weather.weather_step(ref, m)
    assert mods(ref, "4-3") == []
    done(ref)


@pytest.mark.parametrize("how", ["radar", "operator", "power"])
def test_table_4_3_radar_out_adds_one(how: str) -> None:
    m, ref = calm(night=True, formation=Formation.NONE), referee(6, 6, 3, answers=["storm-detour=no"])
    if how == "radar":
        m.plane.radar_out = True
    elif how == "power":
        m.plane.electrical_hits = 2
    else:
        m.men[Position.RADAR_OPERATOR].serious = True
    weather.weather_step(ref, m)
    assert mods(ref, "4-3") == [1]
    done(ref)


def test_table_4_3_d22_detour_costs_a_box_and_takes_one_off() -> None:
    m, ref = calm(formation=Formation.FOR_GOOD), referee(6, 6, 5, answers=["storm-detour=yes"])
    weather.weather_step(ref, m)
    assert m.plane.wing_boxes == 37
    assert mods(ref, "4-3") == [-1]
    done(ref)


def test_table_4_3_d22_r92_no_detour_on_a_box_the_lame_pump_refuses() -> None:
    m = calm(formation=Formation.FOR_GOOD, wing_boxes=0, pumps_failed=1)
    m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes = 0, 4
    m.plane.aft.tank_fitted = True
    ref = referee(6, 6, 5, 4, answers=["storm-detour=yes"])
    weather.weather_step(ref, m)
    assert rolled(ref) == ["4-2", "4.3B-pump", "4-3"]
    assert ref.total == 4  # without the -1
    done(ref)


@pytest.mark.parametrize(
    ("spare", "leg", "doctrine", "crew"),
    [
        *((5, Leg.OUT, True, True), (4, Leg.OUT, False, True), (3, Leg.OUT, False, True)),
        *((2, Leg.OUT, False, False), (3, Leg.BACK, True, True), (2, Leg.BACK, False, False)),
    ],
)
def test_table_4_3_d22_on_the_way_out_doctrine_goes_round_with_more_to_spare_than_on_the_way_home(
    spare: int, leg: Leg, doctrine: bool, crew: bool
) -> None:
    m = calm(formation=Formation.FOR_GOOD, leg=leg, zone=5)
    m.plane.wing_boxes += spare - fuel.spare(m)
    assert fuel.spare(m) == spare
    assert advice.storm_detour(m) is doctrine
    ask = questions.storm_detour(m, (), weather.STORM.mods["detour"])
    assert crew_first.storm_detour(m, ask) == (("yes", crew_first.WHY_ROUND) if crew else None)
    assert ask.why is not None
    assert ("over a tour it saves no men" in ask.why()) is (crew and not doctrine)


def test_table_4_3_no_detour_without_fuel_rule_or_fuel() -> None:
    m, ref = calm(formation=Formation.FOR_GOOD), referee(6, 6, 4)
    m.options.fuel = False
    weather.weather_step(ref, m)
    done(ref)
    m, ref = calm(formation=Formation.FOR_GOOD, wing_boxes=0), referee(6, 6, 4)
    weather.weather_step(ref, m)
    done(ref)
    assert rolled(ref) == ["4-2", "4-3"]


def test_4_3_row_6_storm_damage_one_cockpit_and_two_wing_rolls() -> None:
    """The dice end with a superficial result each: 7-9 and 7-5 both have one."""
    cockpit = _superficial("7-9")
    wing = _superficial("7-5")
    m, ref = calm(), referee(6, 6, 6, *cockpit, *wing, *wing, 1, 1)
    weather.weather_step(ref, m)
    assert rolled(ref) == ["4-2", "4-3", "7-9", "7-5", "7-5", "4-3-collision"]
    assert m.cause is Root.WEATHER
    assert m.plane.electrical_hits == 0
    done(ref)


def test_4_3_row_7_adds_an_electrical_hit_to_row_6() -> None:
    """R-9."""
    cockpit = _superficial("7-9")
    wing = _superficial("7-5")
    m = calm(formation=Formation.FOR_GOOD, radar_out=True)
    ref = referee(6, 6, 6, *cockpit, *wing, *wing, 1, 1, answers=["storm-detour=no"])
    weather.weather_step(ref, m)
    assert m.plane.electrical_hits == 1
    assert rolled(ref) == ["4-2", "4-3", "7-9", "7-5", "7-5", "4-3-collision"]
    done(ref)


def _superficial(table: str) -> tuple[int, int]:
    """Dice that give a superficial result on a damage table."""
    chart = CHARTS.charts[table]
    for total in range(2, 13):
        if chart.at(total).startswith("Superficial"):
            return (total // 2, total - total // 2)
    raise AssertionError(table)


# ------------------------------------------------------------------ possible collision


@pytest.mark.parametrize(
    ("total", "cell"),
    [
        (2, "Close call"),
        (8, "Close call"),
        (9, "Shallow dive"),
        (10, "Shallow dive"),
        (11, "Steep dive"),
        (12, "Mid-air collision"),
    ],
)
def test_4_3_note_rows(total: int, cell: str) -> None:
    assert CHARTS.charts["4-3-near"].at(total) == cell


@pytest.mark.parametrize(
    ("total", "cell"), [(11, "No collision"), (12, "Possible collision"), (15, "Possible collision")]
)
def test_r32_collision_on_12_or_more(total: int, cell: str) -> None:
    """GTS 4a."""
    assert CHARTS.charts["4-3-collision"].at(total) == cell


def test_table_4_3_close_call_changes_nothing() -> None:
    m, ref = calm(), referee(4, 4)
    weather.possible_collision(ref, m, Root.FROST)
    assert m.formation is Formation.IN
    assert m.cause is Root.FROST
    assert noted(ref) == ["close-call"]
    done(ref)


def test_table_4_3_shallow_dive_is_one_turn_out_of_formation() -> None:
    m, ref = calm(), referee(4, 5)
    weather.possible_collision(ref, m, Root.WEATHER)
    assert m.formation is Formation.OUT
    assert m.out_turns == 1
    assert m.plane.altitude is Altitude.MED
    done(ref)


@pytest.mark.parametrize(("altitude", "turns"), [(Altitude.LO, 1), (Altitude.MED, 1), (Altitude.HI, 2)])
def test_table_4_3_steep_dive_goes_to_lo_and_out_for_the_climb(altitude: Altitude, turns: int) -> None:
    """GTS 4c."""
    m, ref = calm(altitude=altitude), referee(5, 6, 5, 1)
    m.plane.altitude = altitude
    m.plane.pressurized = altitude is not Altitude.LO
    weather.possible_collision(ref, m, Root.WEATHER)
    assert m.plane.altitude is Altitude.LO
    assert m.formation is Formation.OUT
    assert m.out_turns == turns
    assert rolled(ref) == ["4-3-near", "4-3-wing", "4-3-wing"]
    done(ref)


def test_7_2_a_steep_dive_spends_the_height_that_one_engine_lived_on() -> None:
    m, ref = calm(formation=Formation.FOR_GOOD, pressure_lost=True, one_engine_zones=1), referee(5, 6, 5, 1)
    m.plane.pressurized = False
    for engine in m.plane.engines[:3]:
        engine.state = EngineState.FEATHERED
    weather.possible_collision(ref, m, Root.WEATHER)
    assert m.plane.altitude is Altitude.LO
    assert m.one_engine_zones == 0
    assert m.forced_down == "one engine"
    done(ref)


def test_table_4_3_steep_dive_second_wing_may_go() -> None:
    """GTS 4c."""
    m = calm()
    with pytest.raises(MissionEnded):
        weather.possible_collision(referee(5, 6, 5, 6, *[4] * 60, defaults=True), m, Root.WEATHER)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.WEATHER


def test_table_4_3_mid_air_collision_is_an_uncontrolled_bail_out() -> None:
    m = calm()
    with pytest.raises(MissionEnded):
        weather.possible_collision(referee(6, 6, *[4] * 60, defaults=True), m, Root.FROST)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.FROST


def test_7_9b_dive_with_intercom_and_bell_out_may_lose_men() -> None:
    """Five men sit aft of the Nav/Radio compartment; each rolls, 4-6 stays."""
    m, ref = calm(alarm_bell_out=True, intercom_out=True), referee(4, 5, 4, 5, 6, 4, 5)
    weather.possible_collision(ref, m, Root.WEATHER)
    assert len(m.living()) == 11
    assert len(rolled(ref)) == 6
    done(ref)


def test_7_9b_nothing_with_the_bell_alone_out() -> None:
    m, ref = calm(alarm_bell_out=True), referee(4, 5)
    weather.possible_collision(ref, m, Root.WEATHER)
    assert rolled(ref) == ["4-3-near"]
    done(ref)
