"""The boards of the Raid in the browser: target maps and the Flight Map, with nothing given away."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from importlib import resources

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.game import play_raid
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, City, Fate, Front, Side, Site
from flakhouse.render.doolittle import parts as words
from flakhouse.web.boards import board_of
from flakhouse.web.boards.base import EMPTY, NOTHING, Board, BoardInput
from flakhouse.web.boards.doolittle import board, flying, shores, target
from tests.checks.asking import asked
from tests.render import doolittle_raids as raids

_OURS = ("attack", "flight", "")


def _drawn(r: object, ask: Question | None = None, finished: bool = False) -> Board:
    return board(BoardInput(r, ask, (), {}, None, 1, finished))


def _ask(asks: Sequence[Subject] = (), offers: Sequence[Subject] = ()) -> Question:
    """A question about these, with an option about each of those."""
    options = {str(i): Option("?", subject) for i, subject in enumerate(offers)}
    return asked("any", "4.0", "?", options or {"a": Option("b")}, "", *asks)


def _markup(found: Board) -> str:
    return f"<div>{found.track}{found.drawing}{found.rail}{found.lists}</div>"


def _tree(found: Board) -> ET.Element:
    return ET.fromstring(_markup(found))


def _words(markup: str) -> str:
    return " ".join(" ".join(ET.fromstring(f"<div>{markup}</div>").itertext()).split())


def _classed(found: Board, name: str) -> list[ET.Element]:
    return [one for one in _tree(found).iter() if name in one.get("class", "").split()]


def _about(found: Board, name: str) -> ET.Element:
    return next(one for one in _tree(found).iter() if one.get("data-about") == name)


def _tokyo() -> Raid:
    """An attack on Tokyo in its second turn, aircraft and markers in several places."""
    r = raids.bare()
    r.step = "evade hazards"
    tokyo = r.cities[City.TOKYO]
    doolittle, hoover, gray, _ = r.squadron
    doolittle.area, hoover.area, hoover.box = "Tokyo East", "Yokohama", "Dockyard"
    gray.area, gray.loaded, gray.damage = "Kisarazu", False, 1
    doolittle.assigned = [raids.marker(Back.FLAK, Front.GROUND, False, 5, 6)]
    gray.attached = [raids.marker(Back.INTERCEPTOR, Front.INTERCEPTOR, True, 4, 6)]
    tokyo.boxes["Dockyard"].blast, tokyo.areas["Kisarazu"].blast, tokyo.detonations = 2, 1, 3
    return r


# ------------------------------------------------------------------ the drawings


@pytest.mark.parametrize("city", City)
def test_3_2_areas_share_a_side_if_and_only_if_they_are_adjacent(city: City) -> None:
    areas = raids.bare().cities[city].areas
    assert shores.neighbours(city) == {name: sorted(area.adjacent) for name, area in areas.items()}


@pytest.mark.parametrize("city", City)
@pytest.mark.parametrize("side", Side)
def test_3_3_a_target_map_shows_every_area_and_box_with_the_numbers_of_its_side(city: City, side: Side) -> None:
    r = raids.bare()
    r.city, r.side = city, side
    found = _drawn(r)
    for area in r.cities[city].areas.values():
        state = _about(found, area.name).get("data-state", "")
        assert f"at most {area.limit} new hazards" in state
        assert ("no way out" in state) is not area.perimeter
        for name in area.boxes:
            box = r.cities[city].boxes[name]
            told = f"{box.approach[side]} to get in, {box.blast_number[side]} to hit by {side.value}"
            assert told in _about(found, name).get("data-state", "")
            assert f"{name} {box.approach[side]} / {box.blast_number[side]}" in _words(found.lists)
    assert len(_classed(found, "dl-exit")) == sum(a.perimeter for a in r.cities[city].areas.values())


def test_4_0_aircraft_stand_where_they_are_with_bombs_damage_and_fronts() -> None:
    r = _tokyo()
    found = _drawn(r)
    drawing = _words(found.drawing)
    for b25 in r.squadron[:3]:
        assert f"{b25.id} {b25.pilot}" in drawing
        assert f"{b25.id} {b25.pilot}" in _words(found.lists)
    assert _about(found, "2270 Gray").get("class") == "dl-ac spent"
    assert _about(found, "Ground ?").get("data-state") == "face down"
    assert "Interceptor 4-6" in drawing
    assert _about(found, "Blast in Kisarazu").get("data-state") == "value 1"
    assert "Hoover is in it" in _about(found, "Dockyard").get("data-state", "")


def test_4_0_the_track_shows_turn_releases_and_phase() -> None:
    found = _drawn(_tokyo())
    lit = [" ".join("".join(one.itertext()).split()) for one in _classed(found, "on")]
    assert lit == ["2", "3+1", "Evade"]


def test_4_1_1_those_who_have_not_come_yet_are_named() -> None:
    r = raids.bare(1)
    r.squadron[0].area = "Tokyo North"
    found = _drawn(r)
    assert "Hoover (2292), Tokyo North, turn 2" in _words(found.drawing)
    assert "to come: Tokyo East on turn 3" in _words(found.lists)


def test_4_0_many_aircraft_in_one_area_are_all_there() -> None:
    r = raids.bare()
    for b25 in r.squadron:
        b25.area = "Yokosuka"
    found = _drawn(r)
    assert len(_classed(found, "dl-ac")) == len(r.squadron)


def test_a_map_of_a_players_own_is_drawn_as_a_grid() -> None:
    r = raids.bare()
    r.city = City.NAGOYA
    nagoya = r.cities[City.NAGOYA]
    nagoya.areas["Somewhere"] = nagoya.areas.pop("Ise Bay")
    nagoya.areas["Somewhere"].name = "Somewhere"
    assert shores.ground(nagoya) is None
    found = _drawn(r)
    assert _about(found, "Somewhere").get("data-rule") == "3.2"
    assert len(_classed(found, "dl-box")) == len(nagoya.boxes)


def test_before_and_after_an_attack_scenario_its_maps_are_shown() -> None:
    r = raids.bare(3, "")
    found = _drawn(r, finished=True)
    assert [one.get("id") for one in _classed(found, "dl-map")] == ["map-tokyo", "map-nagoya", "map-osaka_kobe"]
    assert found.track == ""


def test_1_2_the_score_its_ladder_and_who_has_bombs_stand_below_the_map() -> None:
    found = _drawn(_tokyo())
    told = _words(found.drawing)
    assert "Score so far 6 Fiasco Disappointment 5 Headline 8 Success 11 Triumph 14" in told
    assert "Bombs aboard Doolittle, Hoover" in told
    assert [one.text for one in _classed(found, "now") if one.tag == "li"] == ["Disappointment"]


def test_4_8_boxes_areas_and_zones_say_where_the_key_of_an_answer_stands() -> None:
    for r, thing in ((_tokyo(), "Power Station"), (_tokyo(), "Kisarazu"), (raids.airborne(), "Zone 6, Japan")):
        assert re.fullmatch(r"-?\d+ -?\d+( middle| end)?", _about(_drawn(r), thing).get("data-badge", ""))


# ------------------------------------------------------------------ the Flight Map


def test_5_1_flights_stand_in_their_zones_with_fuel_altitude_and_pilots() -> None:
    r = raids.airborne()
    found = _drawn(r)
    assert "low, Fuel 7, loaded, bound for Tokyo; Doolittle, Hoover" in _about(found, "Flight 1").get(
        "data-state", ""
    )
    assert "Flight 1 zone 2 low 7 Doolittle ★ Hoover damaged to Tokyo" in _words(found.drawing)
    assert _about(found, "Lawson").get("class") == "dl-fl alone"
    for zone in range(1, 13):
        name = words.look(r, "zones", str(zone), "name")
        assert _about(found, f"Zone {zone}, {name}").get("data-rule") == "5.1"
        assert f"{zone} {name}" in _words(found.lists)


def test_5_2_both_clocks_and_the_light_are_shown() -> None:
    r = raids.airborne()
    r.hour = 9
    found = _drawn(r)
    assert _about(found, "Zone 9: day").get("data-state") == "1600 local time"
    assert _about(found, "Zone 8: night").get("data-state") == "1800 local time"
    assert "Japan 1800 night China 1600 day" in _words(found.lists)


def test_5_3_wind_and_weather_are_shown_as_far_as_they_are_known() -> None:
    found = _drawn(raids.airborne())
    assert _about(found, "Wind box defense").get("data-state") == "Gale, Severe Headwind"
    assert _about(found, "Wind box yellow sea").get("data-state") == "weather not known, wind not known"


def test_8_1_4_a_beacon_is_a_question_mark_until_it_is_turned_up() -> None:
    r = raids.airborne()
    assert "Landing Beacon ?" in _about(_drawn(r), "Landing site Chuchow").get("data-state", "")
    r.beacons[Site.CHUCHOW].revealed = True
    assert "Landing Beacon 5" in _about(_drawn(r), "Landing site Chuchow").get("data-state", "")


def test_12_3_2_a_late_flight_waits_off_its_zone() -> None:
    r = raids.airborne()
    r.flights[0].late = 2
    found = _drawn(r)
    assert len(_classed(found, "dl-late")) == 1
    assert "appears in 2 turns" in _words(found.lists)


def test_7_1_sixteen_aircraft_on_their_own_in_one_zone_are_all_there() -> None:
    r = raids.airborne()
    flight = r.flights[2]
    r.flights = [type(flight)(n, flight.aircraft, 6, n, independent=True) for n in range(1, 17)]
    assert len(_classed(_drawn(r), "dl-fl")) == 16


# ------------------------------------------------------------------ what is lit


def test_4_1_the_aircraft_that_moves_is_lit_and_where_it_may_go_is_marked() -> None:
    r = _tokyo()
    areas = r.cities[City.TOKYO].areas
    found = _drawn(r, _ask([r.squadron[0].subject], [areas[name].subject for name in ("Tokyo North", "Kisarazu")]))
    assert len(_classed(found, "dl-hot")) == 1
    assert len(_classed(found, "dl-may")) == 2
    assert _about(found, "2344 Doolittle").get("class") == "dl-ac sel"


def test_4_4_the_area_of_an_evasion_is_lit() -> None:
    found = _drawn(_tokyo(), _ask([Subject("area", "Tokyo East")]))
    assert len(_classed(found, "dl-hot")) == 1
    assert not [one for one in _classed(found, "dl-ac") if "sel" in one.get("class", "").split()]
    assert "The question is about Tokyo East." in _words(found.drawing)


def test_4_8_pairs_of_aircraft_and_boxes_are_marked() -> None:
    r = _tokyo()
    box = r.cities[City.TOKYO].boxes["Power Station"]
    found = _drawn(r, _ask(offers=[r.squadron[0].subject, box.subject]))
    marked = [one.get("data-subject") for one in _classed(found, "may")]
    assert sorted(name or "" for name in marked) == ["b25:Doolittle (2344)", "box:Power Station"]


def test_8_1_2_the_flight_that_is_asked_about_is_lit_and_the_next_zone_is_marked() -> None:
    r = raids.airborne()
    found = _drawn(r, _ask([r.flights[0].subject], [Subject("zone", "3")]))
    assert _about(found, "Flight 1").get("class") == "dl-fl sel"
    assert [one.get("class") for one in _classed(found, "dl-lane") if one.get("class") != "dl-lane"] == [
        "dl-lane may",
        "dl-lane hot",
    ]


# ------------------------------------------------------------------ what must not be seen


def _hidden(r: Raid, ask: Question | None = None) -> None:
    """The board is the same whatever is on the backs of markers that lie face down."""
    assert _markup(_drawn(r, ask)) == _markup(_drawn(raids.disguised(r), ask))


@pytest.mark.parametrize("segment", ["attack", "flight"])
def test_no_board_depends_on_backs_that_lie_face_down(segment: str) -> None:
    r = raids.face_down()
    r.segment = segment
    _hidden(r)
    text = _words(_drawn(r).drawing)
    assert not re.search(r"Ryuho|Landing Gear|Sticky|Camouflage|Fuel Leak|Betrayed", text)


def test_4_2_1_what_a_marker_may_hide_is_the_full_cup_not_what_is_left() -> None:
    r = _tokyo()
    before = _drawn(r).lists
    r.cups = {"tokyo-day": raids.cup("tokyo-day")[:3]}
    assert _drawn(r).lists == before
    assert "5 Flak (5-6, stays; 6-8; 4-5; 2 × 3-4)" in _words(before)
    assert "reconstructed" in _words(before)


@pytest.mark.parametrize(
    ("scenario", "every", "wild"),
    [
        *[(n, 5, True) for n in (1, 2, 3, 4)],
        *[(5, 17, True), (6, 19, True), (7, 53, True), (8, 47, True), (9, 29, True), (10, 43, True)],
        *[(5, 7, False), (7, 41, False), (8, 41, False)],
    ],
)
def test_every_question_of_a_game_has_a_board_that_gives_nothing_away(
    scenario: int, every: int, wild: bool
) -> None:
    seen: list[str] = []

    def look(r: Raid, ask: Question) -> None:
        if r.segment not in _OURS:
            return
        found = _drawn(r, ask)
        markup = _markup(found)
        text = _words(markup)
        assert found.drawing, ask.id
        assert not re.search(r'\sstyle="|<script|<style|\son[a-z]+="', markup), ask.id
        for b25 in r.squadron:
            shown = b25.fate is Fate.FLYING and (b25.area or r.segment == "flight")
            assert not shown or b25.pilot in text, (ask.id, b25.pilot)
        _hidden(r, ask)
        seen.append(ask.id)

    assert raids.watch(scenario, "boards", look, every, wild) > 3
    assert seen or scenario >= 9


@pytest.mark.parametrize("scenario", [1, 7, 8])
def test_1_2_a_finished_raid_shows_its_maps_and_what_was_made_of_it(scenario: int) -> None:
    ref = Referee(Seeded("end"), Default(), trace=True)
    r, _ = play_raid(ref, Options(scenario=scenario))
    found = board(BoardInput(r, None, ref.events, {}, None, 1, True))
    assert len(_classed(found, "dl-map")) >= 1
    assert "Outcome" in _words(found.lists)


def test_names_are_escaped_wherever_they_stand() -> None:
    for r in (_tokyo(), raids.airborne()):
        for b25 in r.squadron:
            b25.pilot = "<script>alert(1)</script>"
        markup = _markup(_drawn(r, _ask([Subject("b25", "<script>")])))
        assert "<script>" not in markup
        assert "&lt;script&gt;" in markup


# ------------------------------------------------------------------ files


def test_style_sheets_and_symbols_exist() -> None:
    static = resources.files("flakhouse.web").joinpath("static")
    for r in (_tokyo(), raids.airborne()):
        found = _drawn(r)
        assert [name for name in found.css if not static.joinpath(name).is_file()] == []
        assert [n for n in found.symbols if not static.joinpath("symbols", f"{n}.svg").is_file()] == []
        used = re.findall(r'href="#([a-z0-9-]+)"', _markup(found))
        assert [name for name in dict.fromkeys(used) if name not in found.symbols] == []


def test_every_drawing_says_what_matters() -> None:
    for r, word in ((_tokyo(), "2344 Doolittle in Tokyo East"), (raids.airborne(), "Zone 2: Flight 1")):
        for drawing in _classed(_drawn(r), "dl-map"):
            said = {child.tag: child.text or "" for child in drawing}
            assert drawing.get("role") == "img"
            assert word in said["desc"]
            assert drawing.get("aria-labelledby") == f"{drawing.get('id')}-title {drawing.get('id')}-desc"


def test_without_a_raid_there_is_no_board() -> None:
    assert _drawn(None) is EMPTY
    assert board_of("doolittle", BoardInput(raids.airborne(), None, (), {}, None)).drawing
    assert target.maps(BoardInput(None, None, (), {}, None), Raid(raids.bare().options)).drawing == ""
    assert flying.flight_map(Raid(raids.bare(7).options), NOTHING).count("<svg") >= 1
