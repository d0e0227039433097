"""The boards of the Raid at sea, at the desk and after it: complete, well-formed, and nothing given away."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib import resources

import pytest

from flakhouse.core.agents import Agent, Default, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Event, Noted
from flakhouse.core.questions import Option, Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.game import play_raid
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.questions.april import rv_point
from flakhouse.games.doolittle.questions.layout import arrange_space
from flakhouse.games.doolittle.state import B25, Crew, Elite, Flight, Raid, Ship, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, Diplomat, Fate, Front, Mod, Month, Site, Weather, Wind
from flakhouse.render.doolittle import parts
from flakhouse.slate_form import Row, Slate
from flakhouse.web.boards.base import EMPTY, Board, BoardInput
from flakhouse.web.boards.doolittle import blotter, china
from flakhouse.web.boards.doolittle.landed import denouement
from flakhouse.web.boards.doolittle.planned import planning
from flakhouse.web.boards.doolittle.sailing import naval
from tests.checks.asking import asked
from tests.render import doolittle_raids as raids

_BOARDS = {"naval": naval, "planning": planning, "denouement": denouement, "debriefing": denouement}
_DRAW = (naval, planning, denouement)


def _given(
    r: object, ask: Question | None = None, events: tuple[Event, ...] = (), finished: bool = False
) -> BoardInput:
    return BoardInput(r, ask, events, {}, None, 1, finished)


def _markup(found: Board) -> str:
    return f"<div>{found.track}{found.drawing}{found.rail}{found.lists}</div>"


def _words(found: Board) -> str:
    return " ".join(" ".join(ET.fromstring(_markup(found)).itertext()).split())


def _states(found: Board) -> dict[str, str]:
    """What a click says, by name; the first thing of a name counts."""
    told: dict[str, str] = {}
    for one in ET.fromstring(_markup(found)).iter():
        about = one.get("data-about")
        if about is not None:
            told.setdefault(about, one.get("data-state", ""))
    return told


class _Looking(Agent):
    """Plans by itself and looks at the state before every so manyth answer."""

    def __init__(self, then: Agent, look: Callable[[Raid, Question, list[Event]], None], every: int) -> None:
        self.then, self.look, self.every, self.asked = then, look, every, 0

    def choose(self, ask: Question, ref: Referee) -> str:
        """The bot's answer; the plan is always one's own."""
        self.asked += 1
        if isinstance(ref.state, Raid) and self.asked % self.every == 0 and ref.state.segment in _BOARDS:
            self.look(ref.state, ask, ref.events)
        return "own" if ask.id == "plan" else self.then.choose(ask, ref)


def _play(
    scenario: int, seed: str, wild: bool, look: Callable[[Raid, Question, list[Event]], None], every: int = 1
) -> Board:
    """A raid with looks at it; the board of its end."""
    agent = _Looking(RandomAgent(seed) if wild else Default(), look, every)
    ref = Referee(Seeded(seed), agent, trace=True)
    r, _ = play_raid(ref, Options(scenario=scenario, beacons=True, denouement=True, incident_chits=scenario == 10))
    return denouement(_given(r, None, tuple(ref.events), finished=True))


def _sound(found: Board) -> None:
    """Well-formed, nothing inline, every symbol declared, no id twice."""
    markup = _markup(found)
    root = ET.fromstring(markup)
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=", markup)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    used = {one.get("href", "").removeprefix("#") for one in root.iter() if one.tag == "use"}
    assert used <= set(found.symbols)
    for drawing in (one for one in root.iter("svg") if one.get("role") == "img"):
        named = [drawing.findtext("title"), drawing.findtext("desc")]
        assert all(named)


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize(
    ("scenario", "seed", "wild"),
    [(9, "a", False), (9, "i", True), (10, "e", False), (10, "b", True), (8, "c", True), (7, "d", True)],
)
def test_every_state_of_a_raid_is_drawn_whole_and_betrays_nothing(scenario: int, seed: str, wild: bool) -> None:
    seen: list[str] = []

    def look(r: Raid, ask: Question, events: list[Event]) -> None:
        draw = _BOARDS[r.segment]
        found = draw(_given(r, ask, tuple(events)))
        seen.append(r.segment)
        _sound(found)
        assert _markup(draw(_given(raids.disguised(r), ask, tuple(events)))) == _markup(found)

    end = _play(scenario, seed, wild, look, every=5 if scenario > 7 else 1)
    _sound(end)
    assert seen
    assert "Debriefing" in _words(end)


def test_12_0_all_that_sails_stands_in_the_board_at_every_decision() -> None:
    looks: list[int] = []

    def look(r: Raid, ask: Question, events: list[Event]) -> None:
        if r.segment != "naval":
            return
        found = naval(_given(r, ask, tuple(events)))
        text, told = _words(found), _states(found)
        force = r.task_force
        names = (
            [s.name for s in force.ships] + [x.words() for x in force.recon] + [s.name for s in force.submarines]
        )
        names += [b.name() for b in r.squadron if b.fate is Fate.DECK]
        assert [name for name in names if name not in text] == []
        assert [s.name for s in force.ships if s.space and s.name not in told] == []
        looks.append(1)

    _play(9, "g", True, look, every=3)
    assert len(looks) > 5


@pytest.mark.parametrize("draw", _DRAW)
def test_before_there_is_a_raid_the_table_is_empty(draw: Callable[[BoardInput], Board]) -> None:
    assert draw(_given(None)) is EMPTY


@pytest.mark.parametrize("draw", _DRAW)
def test_a_bare_raid_can_be_drawn_in_any_segment(draw: Callable[[BoardInput], Board]) -> None:
    for scenario in (7, 9, 10):
        found = draw(_given(raids.bare(scenario, "")))
        _sound(found)
        assert found.drawing


@pytest.mark.parametrize("draw", _DRAW)
def test_markers_face_down_show_their_fronts_alone(draw: Callable[[BoardInput], Board]) -> None:
    r = raids.face_down()
    other = raids.disguised(r)
    assert draw(_given(r)) == draw(_given(other))


@pytest.mark.parametrize("draw", _DRAW)
def test_names_of_players_are_escaped(draw: Callable[[BoardInput], Board]) -> None:
    r = raids.sailing()
    r.squadron[0].pilot = "<script>alert(1)</script>"
    r.crews = [Crew(r.squadron[0], place="Lishui")]
    markup = _markup(draw(_given(r)))
    assert "<script" not in markup
    assert "&lt;script&gt;" in markup


@pytest.mark.parametrize("draw", _DRAW)
def test_every_class_of_the_boards_has_its_style(draw: Callable[[BoardInput], Board]) -> None:
    css = resources.files("flakhouse.web").joinpath("static", "board-doolittle-2.css").read_text(encoding="utf-8")
    r = raids.face_down()
    r.step = Month.MARCH.value
    found = draw(_given(r))
    used = set(re.findall(r"\bd2-[a-z0-9]+\b", " ".join(re.findall(r'class="([^"]*)"', _markup(found)))))
    plain = {"d2-ship", "d2-trackw", "d2-phw", "d2-cups", "d2-panel"}
    assert sorted(name for name in used - plain if f".{name}" not in css) == []
    assert found.css == ("board-doolittle-2.css",)


# ------------------------------------------------------------------ the Naval segment


def test_9_1_the_map_shows_force_weather_plans_and_submarines() -> None:
    r = raids.sailing()
    r.wind = {"defense": Wind.SEVERE_TAILWIND}
    r.weather["defense"] = Weather.STORM
    told = _states(naval(_given(r)))
    assert told["Task Force"].startswith("in Hawaii: 3 ships, low on fuel")
    assert told["Weather over Hawaii"] == "Gale"
    assert told["Weather over Defense West, Defense East"] == "Storm, Severe Tailwind"
    assert told["Rendezvous planned here"] == "April 12-13"
    assert told["Launch planned here"] == "Defense West"
    assert told["Submarine Trout"] == "in contact"
    assert told["Naval turn, April 1942: 10-11"] == "now"


def test_12_1_3_a_submarine_out_of_contact_is_hollow_and_a_sunk_one_crossed() -> None:
    r = raids.sailing()
    r.task_force.submarines = [Submarine("Trout", "Japan"), Submarine("Tuna", "Midway", sunk=True)]
    found = naval(_given(r))
    told = _states(found)
    assert (told["Submarine Trout"], told["Submarine Tuna"]) == ("no contact", "sunk")
    assert "d2-sub mute" in found.drawing
    assert "d2-cross" in found.drawing


def test_9_5_ships_stand_in_their_spaces_with_room_and_damage() -> None:
    told = _states(naval(_given(raids.sailing())))
    assert told["Center"] == "5 of 10 taken: Hornet (CV), Cimarron (AO, slow)"
    assert told["Astern Far"].startswith("0 of 2 taken: Monssen (DD, damaged, slow)")
    assert told["Monssen"].startswith("DD, damaged, slow; flak 0")
    assert "sunk Gwin" in told["Ships sunk, Recon lost, ships sent home"]


def test_9_5_1_more_ships_than_a_space_has_rows_for_are_counted_and_named() -> None:
    r = raids.sailing()
    for i in range(9):
        r.task_force.ships.append(Ship(f"DD-{i}", "DD", 16, 1, 8, 8, 1, damaged=True, space="Astern Far"))
    told = _states(naval(_given(r)))
    assert "DD-8" in told["More ships here"]


def test_10_2_recon_stands_in_its_boxes() -> None:
    told = _states(naval(_given(raids.sailing())))
    assert told["Sea Area"] == "CA dark"
    assert told["High CAP"] == "VF6"
    assert told["Hangar"] == "empty"


def test_12_3_the_deck_shows_who_stands_there_and_who_has_gone() -> None:
    r = raids.sailing()
    doolittle, hoover, gray, lawson = r.squadron
    doolittle.fate = Fate.FLYING
    r.flights = [Flight(1, [doolittle], 0)]
    hoover.fate, hoover.where = Fate.DESTROYED, "carrier deck"
    gray.damage = 1
    r.task_force.deck = "fire"
    botched = Noted("botched", {"b25": hoover.name(), "result": "fire"})
    found = naval(_given(r, None, (botched,)))
    told = _states(found)
    assert told[doolittle.name()] == "launched, Flight 1"
    assert told[hoover.name()] == "destroyed, carrier deck, botched take-off: fire"
    assert told[gray.name()] == "on deck; loaded; damaged"
    assert told[lawson.name()] == "on deck; loaded"
    assert "2 on deck, 2 gone" in _words(found)
    assert "fire: no more launches this turn" in _words(found)


def test_11_4_an_airstrike_shows_waves_ways_and_what_became_of_them() -> None:
    events = (
        Noted("airstrike", {"area": "Japan", "patrol": "Task Force", "group": False}),
        Noted("halsey-launches", {"planes": "VB6"}),
        Noted("strike-force", {"fighters": 1, "torpedo": 1, "dive": 0}),
        Noted("wave", {"number": 1, "markers": "Fighter, Torpedo Bomber"}),
        Noted("raider-placed", {"raider": "Fighter", "ship": "Hornet", "spaces": ""}),
        Noted("raider-placed", {"raider": "Torpedo Bomber", "ship": "", "spaces": "Port Far, Port, Center"}),
        Noted("ship-flak", {"ship": "Hornet", "raider": "Fighter", "hit": True}),
    )
    found = naval(_given(raids.sailing(), None, events))
    told, text = _states(found), _words(found)
    assert told["Fighter"] == "shot down by Hornet"
    assert told["Torpedo Bomber"] == "by Port Far, Port, Center"
    assert "1 fighter, 1 torpedo bomber" in text
    assert "Wave 1, Fighter: shot down by Hornet" in text
    over = naval(_given(raids.sailing(), None, (*events, Noted("airstrike-over", {}))))
    assert "Torpedo Bomber" not in _states(over)


def test_11_4_3_a_hit_is_told_with_its_ship() -> None:
    events = (
        Noted("airstrike", {"area": "Japan"}),
        Noted("wave", {"number": 2, "markers": "Dive Bomber"}),
        Noted("raider-placed", {"raider": "Dive Bomber", "ship": "", "spaces": "Ahead, Center"}),
        Noted("ship-flak", {"ship": "Gwin", "raider": "Dive Bomber", "hit": False}),
        Noted("ordnance", {"raider": "Dive Bomber", "ship": "Gwin", "result": "Damaged"}),
    )
    found = naval(_given(raids.sailing(), None, events))
    assert _states(found)["Dive Bomber"] == "damaged, Gwin"
    assert "Wave 2, Dive Bomber: turned on Gwin by her flak" in _words(found)


def test_12_6_6_an_i_boat_is_drawn_where_it_was_seen_while_it_may_be_attacked() -> None:
    seen = (Noted("iboat-seen", {"space": "Port"}),)
    ask = asked("iboat-reaction", "12.6.6", "?", {"none": "Nobody"}, "none")
    assert _states(naval(_given(raids.sailing(), ask, seen)))["I-Boat"] == "seen at Port"
    assert "I-Boat" not in _states(naval(_given(raids.sailing(), None, seen)))


def test_12_6_hazards_drawn_lie_face_down_until_they_are_turned() -> None:
    r = raids.sailing()
    r.step = "sea hazards"
    drawn = (Noted("naval-turn", {}), Noted("sea-hazards", {"area": "Hawaii", "count": 3}))
    turned = Noted("sea-hazard", {"area": "Hawaii", "patrol": "Task Force", "hazard": "Clouds"})
    found = naval(_given(r, None, (*drawn, turned)))
    assert _states(found)["Hazards drawn in Hawaii"] == "2 face down"
    assert "Hawaii, Task Force: Clouds" in _words(found)


def test_12_6_1_what_a_marker_may_hide_is_the_printed_list_with_its_origin() -> None:
    r = raids.sailing()
    text = _words(naval(_given(r)))
    assert "What a marker may hide reconstructed" in text
    assert "5 Clouds" in text
    assert "1 Mechanical Distress with red flags" in text
    r.cups = {"sea-east": []}
    assert _words(naval(_given(r))) == text  # never what is left in a cup


# ------------------------------------------------------------------ Planning


def _march() -> Raid:
    r = raids.planning()
    plan = r.blotter
    plan.diplomats = {Diplomat.STILWELL: Month.FEBRUARY, Diplomat.NIMITZ: Month.MARCH}
    plan.agreed, plan.attempted = {Diplomat.STILWELL: True}, [Diplomat.STILWELL]
    plan.briefed, plan.urgent, plan.selected = ["Stilwell"], {Diplomat.NIMITZ: 2}, 18
    plan.mods, plan.site, plan.measures = [Mod.NORDEN_REMOVED, Mod.MARK_TWAIN, Mod.FAKE_GUNS], "Eglin", ["FBI"]
    plan.levels, plan.points, plan.morale, plan.extra = {"Gunnery": 2}, 1, 3, ["Navigation"]
    plan.elites = [Elite("Griffin", Benefit.NAVIGATOR, "2303")]
    plan.chits, plan.barred = ["Shanghai"], ["no extra training this month"]
    r.beacons = {Site.LISHUI: raids.marker(Back.BEACON, Front.PLAIN, False)}
    r.beacons[Site.LISHUI].number = 77
    r.china_fuel, r.groundcrew, r.attacked_sites = {Site.LISHUI: 8}, {Site.LISHUI: 1}, [Site.YUSHAN]
    return r


def test_13_5_2_the_blotter_knows_that_a_mechanic_has_reset_the_carburetors() -> None:
    r = _march()
    r.blotter.mods.append(Mod.ENGINES)
    r.ratings.guzzle = int(parts.look(r, "P-weight", str(r.blotter.weight)))
    assert "adjusted, then reset" not in str(blotter.bomber(r))
    r.ratings.guzzle += 1
    assert "adjusted, then reset" in str(blotter.bomber(r))


def test_13_2_3_the_map_of_china_shows_what_the_form_brings_to_the_fields() -> None:
    r = _march()
    rows = (
        Row("china-fuel", "Lishui", "3", "4", (Site.LISHUI.subject,), ()),
        Row("groundcrew", "Ground crew to", Site.LISHUI.value, "none", (), ()),
    )
    form = Slate("fields", "", "", "13.2.3", "", "", rows=rows, page=True, picture="china")
    assert "Fuel 11, crew 2" in planning(_given(r)._replace(form=form)).drawing
    assert (r.china_fuel, r.groundcrew) == ({Site.LISHUI: 8}, {Site.LISHUI: 1})  # nothing is brought yet


def test_13_1_the_calendar_shows_pins_and_stamps() -> None:
    found = planning(_given(_march()))
    told, text = _states(found), _words(found)
    assert told["Planning turn, 1942: March"].startswith("now")
    assert told["Stilwell, February"].endswith("consulted from here on")
    assert told["Thompson, March"] == "11 or more"
    for words in ("agreed briefed", "urgent ×2", "not on the calendar"):
        assert words in text


def test_13_3_3_modifications_are_crossed_with_what_they_are() -> None:
    found = planning(_given(_march()))
    told = _states(found)
    assert told["B: Bombsight"].startswith("Norden bombsight removed and Mark Twain bombsight fitted;")
    assert told["E: Armor"].startswith("as built; armor added (weight +1); armor removed (weight -1)")
    assert found.drawing.count("d2-pencil") == 2
    letters = {name[0] for name in told if re.match(r"[A-J]: ", name)}
    assert letters == set("ABCDEFGHIJ")


def test_13_4_site_measures_morale_and_training_are_marked() -> None:
    told = _states(planning(_given(_march())))
    assert (told["Eglin"], told["McClellan"]) == ("chosen", "not chosen")
    assert (told["FBI"], told["No Wives"]) == ("ordered", "not ordered")
    assert told["Gunnery"] == "level 2"
    assert told["Short Take Off"] == "not begun"


def test_13_2_3_china_shows_what_is_prepared_and_hides_the_beacons_number() -> None:
    found = planning(_given(_march()))
    told = _states(found)
    assert told["Lishui"] == "Fuel 8, groundcrew 1; beacon, face down"
    assert told["Yushan"].startswith("attacked by the Japanese")
    assert "77" not in _words(found)


def test_13_0_the_rail_and_lists_hold_elites_incidents_and_what_is_barred() -> None:
    text = _words(planning(_given(_march())))
    for words in ("Griffin Navigator not yet assigned", "Shanghai", "no extra training this month", "18"):
        assert words in text


def test_13_5_6_the_risk_of_events_is_not_named_like_the_risk_at_sailing() -> None:
    """The forms add up what the Calendar will cost; the rail has only what has happened, and says so."""
    r = _march()
    r.security.risk = 1
    words = _words(planning(_given(r)))
    assert "Security Risk from events 1" in words
    assert "Secrecy dice at sailing" in words
    r.security.risk, r.blotter.checked = 9, True  # the Security Check has put all of it together
    words = _words(planning(_given(r)))
    assert "Security Risk 9" in words
    assert "Secrecy dice 5" in words


def test_13_5_the_naval_plan_is_drawn_once_there_is_one() -> None:
    r = _march()
    assert "Naval Map" not in _words(planning(_given(r)))
    r.task_force.rv_area, r.task_force.rv_turn = "Midway", "April 12-13"
    assert _states(planning(_given(r)))["Rendezvous planned here"] == "April 12-13"


# ------------------------------------------------------------------ Denouement


def _after() -> Raid:
    r = raids.bare(10, "denouement")
    r.step = "China"
    doolittle, hoover, gray, lawson = r.squadron
    doolittle.fate, doolittle.where, doolittle.fuel = Fate.LANDED, "Lishui", 3
    hoover.fate, hoover.where = Fate.SCUTTLED, "Lishui"
    gray.fate, gray.where = Fate.DITCHED, "zone 10"
    lawson.fate, lawson.where = Fate.DITCHED, "zone 11"
    man = Elite("Cole", Benefit.COPILOT_REPAIR, "2344")
    r.crews = [
        Crew(doolittle, place="Lishui", elites=[man]),
        Crew(hoover, fit=False, place="Lishui"),
        Crew(gray, place="Trekking"),
        Crew(lawson, place="Captured", fate="captured"),
    ]
    return r


def test_14_5_the_map_opens_where_most_of_them_are() -> None:
    r = _after()
    for crew in r.crews:
        crew.place, crew.b25.where, crew.b25.fate = "Vladivostok", "Vladivostok", Fate.LANDED
    (north,) = re.findall(r'aria-label="China"[^>]*data-focus-x="([\d.]+)"', denouement(_given(r)).drawing)
    assert float(north) > 0.8
    assert china.focus(_after()) == 0.52, "at Lishui"
    r.crews, r.squadron = [], []
    assert china.focus(r) == 0.35


def test_14_4_crews_and_bombers_stand_where_they_are() -> None:
    found = denouement(_given(_after()))
    told = _states(found)
    assert told["Crew of Doolittle (2344)"] == "fit; with Cole"
    assert told["Crew of Hoover (2292)"] == "wounded"
    assert told["On foot"] == "crew Gray"
    assert told["Captured"] == "crew Lawson, captured"
    assert told["B-25 Hoover (2292)"] == "B-25 Hoover, Fuel 0, burnt"
    assert "Cole: Copilot, repair" in _words(found)


def test_14_4_3_the_ways_from_where_somebody_sets_out_have_their_numbers() -> None:
    ask = asked("trek-to", "14.4.3", "?", {"Kian": "Kian"}, "Kian", Site.LISHUI.subject)
    found = denouement(_given(_after(), ask))
    assert found.drawing.count("d2-road hot") == 3
    assert _states(found)["From Lishui to Kian"] == "1 Fuel by air, 4 or more on foot"


def test_2_1_a_crew_that_died_with_its_aircraft_is_counted_and_one_that_was_saved_is_not() -> None:
    r = _after()
    crashed, burnt = B25("2278", "Bower", fate=Fate.DESTROYED), B25("2250", "Joyce", fate=Fate.DESTROYED)
    r.squadron += [crashed, burnt]
    r.crews.append(Crew(burnt, place="Task Force", fate="rescued"))
    told = _states(denouement(_given(r)))
    assert told["Killed"] == "crew Bower, killed"
    assert "Joyce" in told["With the fleet"]


def test_14_3_on_the_way_home_the_ships_are_drawn() -> None:
    r = raids.sailing()
    r.segment, r.step = "denouement", "return to port"
    found = denouement(_given(r))
    assert _states(found)["Center"].startswith("5 of 10 taken")
    assert "d2-china" not in found.drawing


def test_1_3_the_debriefing_has_its_numbers() -> None:
    r = _after()
    r.segment = "debriefing"
    events = (
        Noted(
            "judge", {"judge": "Army", "mark": "+1", "words": "Well flown.", "measure": "5", "bands": "-6 -1 4 10"}
        ),
        Noted("weighed", {"judge": "Army", "what": "chungking", "count": 5, "quarters": 20}),
        Noted("alliances", {"health": -1}),
        Noted("trial", {"b25": "Lawson (2261)", "result": "imprisoned"}),
        Noted("crew-fate", {"b25": "Doolittle (2344)", "fate": "missing"}),
        Noted("points", {"what": "B-25 captured", "count": 1, "points": -2}),
        Noted("outcome", {"score": 3, "name": "Triumph", "words": "It was worth it."}),
    )
    text = _words(denouement(_given(r, None, events, finished=True)))
    for words in (
        "It was worth it.",
        "Triumph",
        "Army +1 Well flown.",
        "Army each B-25 at Chungking 5 +5",
        "Army: 5 makes +1 (-1 from -6",
        "Lawson (2261): imprisoned",
        "Doolittle and his crew are missing.",
        "Doolittle missing",
        "B-25 captured 1 -2",
    ):
        assert words in text


def test_all_words_of_a_marker_come_from_the_renderer() -> None:
    r = raids.sailing()
    hidden = raids.cup("sea-west")[0]
    r.task_force.signals = {"Midway": [hidden]}
    assert parts.marker(hidden) in _states(naval(_given(r)))


# ------------------------------------------------------------------ what may be chosen


def _classes(found: Board, about: str) -> str:
    """All classes inside the things of this name."""
    things = [one for one in ET.fromstring(_markup(found)).iter() if one.get("data-about") == about]
    return " ".join(inner.get("class", "") for one in things for inner in one.iter())


def test_what_a_question_offers_is_outlined_and_what_it_is_about_is_lit() -> None:
    r = raids.sailing()
    monssen = next(ship for ship in r.task_force.ships if ship.name == "Monssen")
    ship = asked("arrange-ship", "9.5.1", "?", {"done": "-", "Monssen": Option("-", monssen.subject)}, "done")
    found = naval(_given(r, ship))
    assert "d2-tap may" in _classes(found, "Monssen")
    assert "may" not in _classes(found, "Hornet")
    found = naval(_given(r, arrange_space(monssen, {"Port": "-", "Ahead": "-"}, {})))
    assert "d2-tap lit" in _classes(found, "Monssen")
    assert found.drawing.count("d2-space may") == 2
    assert "d2-area may" not in found.drawing  # the Port of the map is not the space to port


def test_12_3_2_bombers_that_may_be_named_are_ringed_on_deck() -> None:
    r = raids.sailing()
    ask = asked("burnt-b25", "12.3.2", "?", {"2344": Option("-", r.squadron[0].subject)}, "2344")
    found = naval(_given(r, ask))
    assert "d2-ring may" in _classes(found, "Doolittle (2344)")
    assert found.drawing.count("d2-ring may") == 1


def test_14_4_2_who_may_set_out_is_outlined() -> None:
    r = _after()
    options = {"1": Option("-", r.squadron[0].subject), "2": Option("-", Site.LISHUI.subject)}
    found = denouement(_given(r, asked("china-next", "14.4.2", "?", options)))
    assert "d2-ring may" in _classes(found, "B-25 Doolittle (2344)")
    assert "d2-site bare may" in _classes(found, "Lishui")


def test_13_5_1_the_part_of_the_form_that_is_asked_about_stands_below_the_calendar() -> None:
    r = _march()
    found = planning(_given(r, rv_point()))
    heads = [one.text for one in ET.fromstring(_markup(found)).iter("h3")]
    assert heads[:2] == ["Diplomacy", "The voyage"]
    assert "d2-area may" in _classes(found, "Midway")
