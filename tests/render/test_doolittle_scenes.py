"""The raid in scenes: every kind has its words, what is grave is grave, and moments do not run into each other."""

from __future__ import annotations

import functools
import itertools

import pytest

from flakhouse.core.events import Event, Fact, Needed, Noted, Opened, Rolled
from flakhouse.render.scenes import Scene, scene_text
from tests.checks.templates import note_calls
from tests.render import doolittle_raids as raids

SCENARIOS = range(1, 11)


@functools.cache
def scenes(scenario: int, wild: bool) -> list[Scene]:
    record = raids.flown(scenario, "scenes", wild, denouement=7 <= scenario <= 9)
    return raids.view().scenes(record.events)


@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scene_the_rules_open_has_words_and_every_headline_its_facts(scenario: int, wild: bool) -> None:
    book = raids.view().scene_book
    told = scenes(scenario, wild)
    assert sorted({s.kind for s in told} - set(book.scene) - set(book.note)) == ["start"]
    assert [s.headline for s in told if not s.headline or "{" in s.headline] == []


@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_event_is_in_one_scene(scenario: int, wild: bool) -> None:
    told = scenes(scenario, wild)
    assert all(before.events[1] < after.events[0] for before, after in itertools.pairwise(told))


def test_the_book_speaks_of_notes_and_facts_there_are() -> None:
    book = raids.view().scene_book
    calls = note_calls("doolittle")
    assert sorted(set(book.note) - {call.kind for call in calls}) == []
    asked = {kind: words.calm.removeprefix("not ") for kind, words in book.note.items() if words.calm}
    assert [call.where for call in calls if call.kind in asked and asked[call.kind] not in call.facts] == []


GRAVE_SCENES = (
    *("sailing", "launch", "first-take-off", "last-take-off", "airstrike", "release", "arrival", "landing"),
    *("ditching", "return", "trial", "debriefing", "judgement"),
)
GRAVE_NOTES = (
    *("destroyed", "burnt", "ditched", "ship-sunk", "hornet-hit", "crew-captured", "ditched-check", "box-hit"),
    *("area-hit", "landed", "aborted", "naval-ended", "deck-fire", "outcome"),
)


@pytest.mark.parametrize("kind", GRAVE_SCENES)
def test_first_and_last_things_are_grave(kind: str) -> None:
    assert raids.view().scene_book.scene[kind].weight == "grave"


@pytest.mark.parametrize("kind", GRAVE_NOTES)
def test_losses_and_bombs_on_a_city_make_their_scene_grave(kind: str) -> None:
    scene = _one(Opened("flight", {}), Noted(kind, {"b25": "Gray (2270)"}))
    assert scene.weight == "grave"


def _one(*events: Event) -> Scene:
    (scene,) = raids.view().scenes(events)
    return scene


def _secrecy(passed: bool) -> Scene:
    return _one(
        Opened("sighting", {"area": "140W"}), Noted("secrecy-test", {"passed": passed, "sum": 9, "risk": 12})
    )


def test_a_secret_kept_is_calm_and_one_that_is_out_is_notable() -> None:
    assert (_secrecy(True).weight, _secrecy(True).headline) == ("calm", "The secret is kept")
    assert (_secrecy(False).weight, _secrecy(False).headline) == ("notable", "Something leaks out")


def _flak(*faces: int) -> Rolled:
    return Rolled("flak", "Flak", "4.6", faces, (), sum(faces), "", "", "", needed=Needed((5,), 4, 36))


def test_the_roll_that_mattered_is_the_one_before_the_damage_not_a_later_one() -> None:
    b25 = "Gray (2270)"
    scene = _one(
        Opened("hazards", {"b25": b25, "area": "Kisarazu"}),
        _flak(2, 3),
        Noted("flak", {"b25": b25, "hazard": "Flak 5-6", "sum": 5, "hit": True}, (1,)),
        Noted("damaged", {"b25": b25, "cause": "flak", "severe": False}),
        _flak(6, 6),
        Noted("flak", {"b25": b25, "hazard": "Small Arms 2", "sum": 12, "hit": False}, (4,)),
    )
    assert scene.headline == "Gray is hit by Flak 5-6"
    assert scene.key is not None
    assert scene.key.event == 1


def _roll_line(chart: str, faces: tuple[int, ...], total: int, needed: Needed | None) -> str:
    roll = Rolled(chart, chart.capitalize(), "7.2.4", faces, (), total, "", "", "", needed=needed)
    scene = _one(Opened("fumes", {"b25": "Gray (2270)"}), roll, Noted("fumes", {"b25": "Gray (2270)"}, (1,)))
    return scene_text(scene, 200)[1].rpartition(": ")[2]


def test_dice_that_do_not_all_count_stand_side_by_side() -> None:
    assert _roll_line("fumes", (5, 6, 1), 6, Needed((7,), 1, 216, kept=2)) == "5, 6, 1, lowest 2 make 6, failure"
    assert _roll_line("gunnery", (1, 5, 6), 12, Needed((), 91, 216, any=6)) == "1, 5, 6, hit"
    assert _roll_line("launch", (3, 4), 7, Needed((5,), 30, 36)) == "3+4=7, failure"


def test_4_0_the_end_of_an_attack_does_not_say_twice_that_it_is_over() -> None:
    scene = _one(Opened("attack-over", {"city": "Tokyo"}), Noted("attack-ends", {"city": "Tokyo", "blast": 5}))
    assert scene.headline == "The attack on Tokyo is over"
    assert [line.text for line in scene.lines] == ["It is quiet again over Tokyo; Blast on the map 5."]


def test_8_3_7_a_hazard_alone_in_its_scene_is_told_by_its_headline_word_for_word() -> None:
    b25 = "Gray (2270)"
    scene = _one(
        Opened("hazards", {"b25": b25}),
        Noted("flight-hazard", {"b25": b25, "hazard": "Jammed Guns", "idle": False}),
    )
    assert [line.text for line in scene.lines] == [f"{scene.headline}."] == ["Gray: Jammed Guns."]


@pytest.mark.parametrize(
    ("hazard", "sight", "weight"),
    [
        ("Ship (line)", "a ship ahead", "notable"),
        ("Enemy Signals (circle)", "Japanese radio signals", "notable"),
        ("Enemy Signals", "Japanese radio signals", "calm"),
    ],
)
def test_12_6_4_a_marker_at_sea_is_called_by_a_plain_name_and_its_shape_stands_in_the_log(
    hazard: str, sight: str, weight: str
) -> None:
    facts: dict[str, Fact] = {
        "hazard": hazard,
        "sight": sight,
        "patrol": "CA dark",
        "area": "140W",
        "clear": False,
    }
    scene = _one(Opened("sighting", {"area": "140W"}), Noted("sea-hazard", facts))
    assert (scene.headline, scene.weight) == (sight[0].upper() + sight[1:], weight)
    assert [line.text for line in scene.lines] == [f"140° West, floatplanes of the Hornet group: {hazard}."]


@pytest.mark.parametrize(("dice", "weight"), [(0, "calm"), (1, "notable")])
def test_12_6_6_signals_that_cost_no_die_are_no_scene_of_note(dice: int, weight: str) -> None:
    facts: dict[str, Fact] = {"area": "140W", "dice": dice, "costs": dice > 0}
    scene = _one(Opened("sighting", {"area": "140W"}), Noted("signals", facts))
    assert scene.weight == weight
    said = "Secrecy Tests lose 1 die" if dice else "they cost no die yet"
    assert scene.lines[0].text == f"Enemy Signals stay in 140° West; {said}."


def test_8_3_7_who_ditches_with_an_engine_on_fire_gives_the_scene_its_name() -> None:
    doolittle: dict[str, Fact] = {"b25": "Doolittle (2344)"}
    fire = Noted("engine-fire", {**doolittle, "ditches": True})
    ditched = Noted("ditched", {**doolittle, "where": "zone 3", "name": "Open sea"})
    assert _one(Opened("hazards", doolittle), fire, ditched).headline == "Doolittle comes down in the sea"
    damaged = Noted("damaged", {**doolittle, "cause": "an engine fire"})
    assert _one(Opened("hazards", doolittle), fire, damaged).headline == "An engine of Doolittle is on fire"


def test_8_3_7_a_faulty_compass_that_costs_a_bomber_names_the_scene_and_is_a_loss() -> None:
    hilger: dict[str, Fact] = {"b25": "Hilger (2297)"}
    needed = Needed((2, 4, 6), 3, 6, even=1)
    roll = Rolled("faulty-compass", "Faulty Compass", "8.3.7", (3,), (), 3, "3", "", "3", needed=needed)
    events: list[Event] = [
        Opened("arrival", {"flight": "Flight 5", "site": "Chuchow"}),
        roll,
        Noted("compass", {**hilger, "compass": "Faulty Compass", "lost": True}, rolls=(1,)),
        Noted("ditched", {**hilger, "where": "zone 11", "name": "Chekiang", "why": "loses the way"}),
        Noted("landed", {"flight": "Flight 5", "site": "Chuchow", "aircraft": 2, "weather": "Storm"}),
    ]
    lost, landed = raids.view().scenes(events)
    assert lost.headline == "Hilger loses the way and comes down in Chekiang"
    assert (lost.weight, lost.tone) == ("grave", "loss")
    assert lost.key is not None
    assert lost.key.read == "it loses its way"
    assert landed.headline == "Flight 5 reaches Chuchow in a storm"
    assert "-3 on each landing" in landed.lines[0].text


def test_13_4_9_room_on_the_deck_has_a_scene_of_its_own() -> None:
    events: list[Event] = [
        Opened("training", {}),
        Rolled("P-short", "Short Take Off", "13.4.9", (3, 1), (), 4, "4", "crashed", "1"),
        Noted("short-take-off", {"space": 4, "deck": 8}, rolls=(1,)),
        Noted("training-crash", {"b25": "Brown (2337)"}, rolls=(1,)),
    ]
    heads = [scene.headline for scene in raids.view().scenes(events)]
    assert heads == ["Room for 8 bombers on the deck", "Brown crashes in training"]


def test_8_1_flights_that_reach_japan_together_share_the_headline() -> None:
    def flies(flight: int, name: str) -> Noted:
        return Noted("flies-west", {"flight": f"Flight {flight}", "zone": 5, "name": name})

    told = _one(Opened("flight", {}), flies(1, "Japan"), flies(2, "Japan"), flies(3, "Open sea"))
    assert told.headline == "2 Flights reach Japan"
    assert _one(Opened("flight", {}), flies(1, "Japan"), flies(3, "Open sea")).headline == "Flight 1 reaches Japan"
