"""The maps of the Doolittle game in text: legible, complete, and never telling what lies face down."""

from __future__ import annotations

import re

import pytest

from flakhouse.cli import draw
from flakhouse.core.questions import Question
from flakhouse.games.doolittle.state import Crew, Flight, Raid
from flakhouse.games.doolittle.words import Back, City, Diplomat, Fate, Front, Mod, Month, Side, Site
from flakhouse.render.doolittle import flying, maps, planned, sailing, target
from tests.render import doolittle_raids as raids

#: Backs whose words are also printed on a front, on a track or in a legend.
_PRINTED = (Back.INTERCEPTOR, Back.SECURITY_RISK, Back.ENEMY_SIGNALS)


def _text(lines: list[str]) -> str:
    return "\n".join(lines)


def _cell(lines: list[str], name: str) -> str:
    """The part of a target map that belongs to an Area."""
    top = next(i for i, line in enumerate(lines) if f" {name} " in line)
    left = lines[top].rindex("|", 0, lines[top].index(f" {name} ")) + 1
    right = lines[top].index("|", left)
    found = []
    for line in lines[top:]:
        if line.startswith("+"):
            break
        found.append(line[left:right].strip())
    return " ".join(found)


# ------------------------------------------------------------------ target maps


@pytest.mark.parametrize("city", City)
def test_a_target_map_shows_every_area_with_its_boxes_and_ways(city: City) -> None:
    r = raids.bare()
    lines = target.lines(r, r.cities[city])
    assert max(len(line) for line in lines) <= 80
    for area in r.cities[city].areas.values():
        cell = _cell(lines, area.name)
        assert f"max {area.limit}," in cell
        assert ("exit" in cell) is area.perimeter
        ways = re.search(r"to ([A-Z ]+)\b", cell)
        assert ways is not None
        assert len(ways[1].split()) == len(area.adjacent)
        for box in area.boxes:
            found = r.cities[city].boxes[box]
            assert f"[{box} {found.approach[Side.DAY]}/{found.blast_number[Side.DAY]}]" in cell


def test_the_letters_of_ways_lead_to_the_areas_next_door() -> None:
    r = raids.bare()
    tokyo = r.cities[City.TOKYO]
    lines = target.lines(r, tokyo)
    letters = {n: a for a in tokyo.areas for n in re.findall(rf"([A-Z]) {a} ", _text(lines))}
    ways = re.search(r"to ([A-Z ]+)\b", _cell(lines, "Kisarazu"))
    assert ways is not None
    assert sorted(letters[n] for n in ways[1].split()) == sorted(tokyo.areas["Kisarazu"].adjacent)


def test_the_present_side_gives_the_numbers() -> None:
    r = raids.bare()
    r.side = Side.NIGHT
    text = _cell(target.lines(r, r.cities[City.TOKYO]), "Tokyo East")
    assert "[Nippon Electric Company 10/9]" in text


def test_aircraft_markers_and_blast_stand_where_they_are() -> None:
    r = raids.bare()
    tokyo = r.cities[City.TOKYO]
    doolittle, hoover, gray, _ = r.squadron
    doolittle.area, hoover.area, hoover.box = "Tokyo East", "Yokohama", "Dockyard"
    gray.area, gray.loaded, gray.damage = "Kisarazu", False, 1
    doolittle.assigned = [raids.marker(Back.FLAK, Front.GROUND, False, 5, 6)]
    tokyo.boxes["Dockyard"].blast, tokyo.areas["Kisarazu"].blast = 2, 1
    tokyo.areas["Kisarazu"].markers = [raids.marker(Back.FLAK, low=5, high=6)]
    tokyo.detonations = 7
    lines = target.lines(r, tokyo)
    assert "* Doolittle ! Ground ?" in _cell(lines, "Tokyo East")
    assert "[Dockyard 6/8] Blast 2 * Hoover" in _cell(lines, "Yokohama")
    assert "Blast 1" in _cell(lines, "Kisarazu")
    assert "! Flak 5-6 * Gray, no bombs, damaged" in _cell(lines, "Kisarazu")
    assert "Attack turn 2 of 9" in lines[0]
    assert "7 released so far" in _text(lines)
    assert "+3 for the bombs that have fallen" in " ".join(_text(lines).split())


def test_those_who_have_not_come_yet_are_named_with_turn_and_area() -> None:
    r = raids.bare(1)
    r.squadron[0].area = "Tokyo North"
    assert [due.words() for due in target.to_come(r)] == [
        "Hoover (2292) in Tokyo North on turn 2",
        "Gray (2270) in Tokyo East on turn 3",
    ]


def test_a_map_of_a_players_own_is_shown_in_the_order_of_its_table() -> None:
    r = raids.bare()
    nagoya = r.cities[City.NAGOYA]
    nagoya.areas["Somewhere"] = nagoya.areas.pop("Ise Bay")
    nagoya.areas["Somewhere"].name = "Somewhere"
    lines = target.lines(r, nagoya)
    assert [line.count(" Nagoya North ") for line in lines if "A Nagoya North" in line] == [1]
    assert "G Somewhere" in _text(lines)


# ------------------------------------------------------------------ the Flight Map


def test_the_flight_map_has_twelve_zones_with_light_weather_wind_and_flights() -> None:
    lines = flying.lines(raids.airborne())
    strip = {line[:7].strip(): line[7:] for line in lines[1:7]}
    zones = strip["W to E"].replace("|", " ").split()
    assert zones == [str(n) for n in range(12, 0, -1)]
    at = {zone: i for i, zone in enumerate(zones)}
    weather = strip["Sky"].replace("|", " ").split()
    assert (weather[at["2"]], weather[at["5"]], weather[at["12"]], weather[at["9"]]) == (
        "Gale",
        "Gale",
        "Storm",
        "?",
    )
    assert strip["Wind"].replace("|", " ").split()[at["2"]] == "SH"
    flights = strip["Flight"].replace("|", " ").split()
    assert (flights[at["2"]], flights[at["6"]], flights[at["10"]], flights[at["1"]]) == ("1", "2", ".", ".")
    assert strip["Alone"].index("1") // 6 == at["10"]


def _drawn(r: Raid) -> dict[str, str]:
    """The rows of the drawn track by their labels."""
    rows = ["".join(text for text, _ in row) for row in raids.view().picture(r, "flight", ())]
    assert all(len(row) <= 72 for row in rows)
    return {row[:7].strip(): row[7:] for row in rows}


def _under(row: str, zone: str, drawn: dict[str, str]) -> str:
    """What stands in a row under the number of a zone."""
    at = drawn["zone"].split().index(zone) * 5
    return row[at : at + 5].strip()


def test_5_1_the_drawn_track_has_japan_in_its_sixth_zone_between_the_pacific_and_china() -> None:
    r = raids.airborne()
    r.segment = "flight"
    drawn = _drawn(r)
    names = drawn[""]
    assert _under(names, "6", drawn) == "Japan"
    assert names.split() == ["China", "East", "China", "Sea", "Japan", "Pacific"]
    assert _under(drawn["Flight"], "2", drawn) == "1"
    assert (_under(drawn["Flight"], "10", drawn), _under(drawn["alone"], "10", drawn)) == ("", "1")
    r.flights[2].site = Site.KIAN
    assert "alone" not in _drawn(r)


def test_7_1_however_many_fly_in_a_zone_all_are_shown() -> None:
    r = raids.airborne()
    r.segment = "flight"
    r.flights[:] = [Flight(n, r.squadron[:1], zone=6) for n in range(1, 6)] + [
        Flight(0, r.squadron[n : n + 1], zone=6, independent=True) for n in (1, 2)
    ]
    drawn = _drawn(r)
    assert (_under(drawn["Flight"], "6", drawn), _under(drawn["alone"], "6", drawn)) == ("12345", "2")
    strip = {line[:7].strip(): line[7:] for line in flying.strip(r)}
    assert "12345" in strip["Flight"]
    assert strip["Alone"].replace("|", "").split() == ["2"]


def test_a_crew_that_ditched_is_not_marked_dead_and_the_keys_say_what_the_marks_mean() -> None:
    r = raids.airborne()
    r.squadron[0].fate = Fate.DITCHED
    men = raids.view().crew(r)
    assert [man.condition for man in men[:2]] == ["gone", "light"]
    told, signs = draw.legend(raids.view(), men)
    assert told == (
        "A B-25: ● sound, in the air or landed, ◐ damaged, ▲ badly damaged, ○ down or lost, ◆ destroyed."
    )
    assert "! hazards there, on a B-25 or not (2 ?: two not turned over yet" in signs
    r.squadron[0].fate = Fate.DESTROYED
    assert raids.view().crew(r)[0].condition == "dead"


def test_8_1_2_who_has_bombed_a_city_is_no_longer_bound_for_it() -> None:
    r = raids.airborne()
    one = r.flights[0]
    assert one.target == "Tokyo"
    assert "bound for Tokyo" in flying.flight(one)
    for b25 in one.aircraft:
        b25.loaded = False
    assert "bound for" not in flying.flight(one)
    one.target = "Vladivostok"
    assert "bound for Vladivostok" in flying.flight(one)


def test_china_is_two_hours_behind_and_may_be_light_when_japan_is_dark() -> None:
    r = raids.airborne()
    r.hour = 9
    lines = flying.lines(r)
    assert "Japan 1800, night; China 1600, day" in lines[0]
    light = lines[2].replace("|", " ").split()[1:]
    assert light == ["day"] * 4 + ["night"] * 8


def test_flights_cities_and_landing_sites_are_listed() -> None:
    r = raids.airborne()
    r.flights[1].site = Site.VLADIVOSTOK
    text = _text(flying.lines(r))
    assert "Zone 2     Flight 1: low, Fuel 7, loaded, bound for Tokyo; Doolittle, Hoover" in text
    assert "Zone 10    Lawson alone: low, Fuel 1, unloaded." in text
    assert re.search(r"Tokyo +8 +9 +0 +0 +out", text)
    assert re.search(r"Nagoya +8 +9 +0 +2 +on", text)
    assert re.search(r"Chuchow +11 +9 +11 +- +\?", text)
    assert re.search(r"Landing +zone +by day +by night +last leg +beacon", text)
    assert re.search(r"Vladivostok +7 +7 +7 +1 Fuel .* Flight 2 \(1\)", text)
    r.beacons[Site.CHUCHOW].revealed = True
    assert re.search(r"Chuchow +11 +9 +11 +- +5", _text(flying.lines(r)))


def test_the_draw_of_a_zone_is_told_in_words() -> None:
    r = raids.airborne()
    r.flights[1].zone = 4
    text = " ".join(" ".join(flying.lines(r)).split())
    assert "Zone 2, Defense East outer: hazards 2 of type I." in text
    assert "hazards 2 of type II, 1 of the Alert type for each Flight from Alert 1 on." in text


# ------------------------------------------------------------------ the Naval Map


def test_the_naval_map_shows_force_weather_plan_signals_and_submarines() -> None:
    lines = sailing.lines(raids.sailing())
    text = _text(lines)
    assert max(len(line) for line in lines) <= 80
    assert re.search(r"^> +Hawaii +Gale +12 +4 .*Task Force$", text, re.M)
    assert re.search(r"^ +Midway +\? .*rendezvous$", text, re.M)
    assert re.search(r"^ +Defense West .* launch$", text, re.M)
    assert re.search(r"^ +170W .* Enemy Signals$", text, re.M)
    assert "Trout (submarine, in contact)" in " ".join(text.split())
    assert "low on fuel" in lines[0]
    assert "[10-11]" in text


def test_the_layout_shows_ships_by_space_with_their_state() -> None:
    text = _text(sailing.layout(raids.sailing(), 80))
    assert "Center      5 of 10  Hornet (CV), Cimarron (AO, slow)" in text
    assert "Astern Far  0 of 2   Monssen (DD, damaged, slow)" in text  # slow ships take no room there
    assert "Sunk       Gwin." in text
    assert "Ahead (3)" in text
    posted = " ".join(_text(sailing.recon(raids.sailing(), 80)).split())
    assert "High CAP: VF6; Sea Area: floatplanes of the Hornet group; lost: VB6." in posted


def test_the_deck_shows_every_b25_whole() -> None:
    lines = sailing.deck(raids.sailing(), 78)
    assert lines[0].startswith("Deck (4)")
    assert [name for name in ("Doolittle (2344)", "Lawson (2261)") if name not in _text(lines)] == []


# ------------------------------------------------------------------ planning and China


def test_the_blotter_shows_calendar_changes_training_and_morale() -> None:
    r = raids.planning()
    plan = r.blotter
    plan.diplomats, plan.agreed = {Diplomat.STILWELL: Month.MARCH}, {Diplomat.STILWELL: False}
    plan.briefed, plan.urgent = ["Stilwell"], {Diplomat.STILWELL: 1}
    plan.mods, plan.site, plan.measures = [Mod.FAKE_GUNS], "Eglin", ["FBI"]
    plan.levels, plan.points, plan.morale = {"Gunnery": 2}, 1, 3
    text = _text(planned.blotter(r))
    assert re.search(r"Stilwell +7 +7 +\[8\] +9 +refused, briefed, urgent x1", text)
    assert "F: fake guns." in text
    assert "Eglin, FBI." in text
    assert "Low Poor Start [Good] High: 8 elite crewmen, 6 training points." in text
    assert "Gunnery 2; 1 point left." in text


def test_china_shows_fuel_groundcrew_bombers_and_crews() -> None:
    r = raids.bare(10, "denouement")
    doolittle, hoover, _, lawson = r.squadron
    doolittle.fate, doolittle.where, doolittle.fuel = Fate.LANDED, "Chuchow", 2
    r.crews = [
        Crew(doolittle, place="Chuchow"),
        Crew(hoover, fit=False, place="Trekking"),
        Crew(lawson, place="Captured", fate="captured"),
    ]
    r.china_fuel, r.groundcrew = {Site.CHUCHOW: 6}, {Site.CHUCHOW: 1}
    r.attacked_sites = [Site.YUSHAN]
    text = _text(maps.map_of(r))
    assert re.search(r"Chuchow +6 +1 +- +B-25 Doolittle, Fuel 2; crew Doolittle", text)
    assert "Trekking: crew Hoover, wounded." in text
    assert "Captured: crew Lawson, captured." in text
    assert re.search(r"Yushan .*Japanese attack, closed", text)


@pytest.mark.parametrize(
    ("raid", "word"),
    [
        (raids.bare(), "Tokyo by day"),
        (raids.airborne(), "Flight turn 3"),
        (raids.sailing(), "Sea Area"),
        (raids.planning(), "Calendar"),
        (raids.bare(10, "denouement"), "groundcrew"),
        (raids.bare(3, ""), "Kisarazu"),
    ],
)
def test_the_map_of_the_moment_is_that_of_the_segment(raid: Raid, word: str) -> None:
    assert word in _text(maps.map_of(raid))


# ------------------------------------------------------------------ what must not be seen


def test_nothing_rendered_names_a_back_that_lies_face_down() -> None:
    text = raids.everything(raids.face_down())
    named = [b for b in Back if b not in _PRINTED and re.search(rf"\b{re.escape(b.value)}\b", text)]
    assert "Ground ?" in text
    assert "Hazard ? (type II)" in text
    assert named == []
    assert not re.search(r"Ryuho|Hiyo|Landing Gear|Sticky", text)


def test_what_is_rendered_does_not_depend_on_backs_that_lie_face_down() -> None:
    r = raids.face_down()
    assert raids.everything(r) == raids.everything(raids.disguised(r))


def test_a_back_is_shown_once_it_is_revealed() -> None:
    r = raids.face_down()
    for marker in raids.markers(r):
        marker.revealed = True
    text = raids.everything(r)
    assert "Fuel Leak" in text
    assert raids.everything(raids.disguised(r)) == text


@pytest.mark.parametrize(
    ("scenario", "every", "wild"),
    [
        *[(1, 1, True), (4, 1, True), (6, 5, True), (7, 29, True), (9, 5, True), (10, 7, True)],
        *[(9, 17, False), (10, 31, False)],
    ],
)
def test_no_decision_of_a_game_is_shown_with_hidden_backs(scenario: int, every: int, wild: bool) -> None:
    seen: list[str] = []

    def look(r: Raid, ask: Question) -> None:
        assert raids.everything(r) == raids.everything(raids.disguised(r)), ask.id
        assert max(len(line) for line in raids.laid_out(r)) <= 80, ask.id
        seen.append(ask.id)

    assert raids.watch(scenario, "hidden", look, every, wild) > 3
    assert seen
