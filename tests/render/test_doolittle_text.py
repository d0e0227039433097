"""The log of the Doolittle game in words: turn by turn, the dice beside the sentences."""

from __future__ import annotations

import re

import pytest

from flakhouse.core.events import Chosen, Event, Fact, ModLine, Noted, Opened, Rolled
from flakhouse.render.doolittle import digest
from flakhouse.render.doolittle.text import dice_text
from flakhouse.render.screen import LOSS, WARNING
from tests.render import doolittle_raids as raids


def _roll(chart: str, *faces: int, mod: int = 0, total: int | None = None, result: str = "") -> Rolled:
    mods = (ModLine(mod, "skill", ""),) if mod else ()
    found = sum(faces) + mod if total is None else total
    return Rolled(chart, chart.capitalize(), "4.8", faces, mods, found, "", "", result or str(found))


def _attack(at: int = 0) -> list[Event]:
    """A short attack whose log begins at this place."""
    return [
        Noted("attack-begins", {"city": "Tokyo", "side": "day", "aircraft": 1}),
        Noted("attack-turn", {"turn": 1}),
        Noted("enters", {"b25": "Gray (2270)", "area": "Kisarazu"}),
        _roll("approach", 4, 3, mod=1),
        Noted(
            "approach",
            {"b25": "Gray (2270)", "box": "Naval Base", "success": True, "sum": 8, "number": 6},
            (at + 3,),
        ),
        Noted("attack-turn", {"turn": 2}),
        Noted("destroyed", {"b25": "Gray (2270)", "cause": "flak"}),
        Noted("attack-ends", {"city": "Tokyo", "blast": 0}),
    ]


def test_every_turn_of_an_attack_has_its_heading() -> None:
    blocks = raids.view().tell(_attack())
    assert [block.head for block in blocks] == ["Tokyo by day · Attack turn 1", "Tokyo by day · Attack turn 2"]


def test_the_dice_stand_beside_the_event_they_made() -> None:
    lines = [line.text for line in raids.view().tell(_attack())[0].lines]
    assert lines == [
        "Gray (2270) comes in over Kisarazu.",
        "Gray reaches the Naval Base (8, needs 6). (Approach: 4+3+1=8)",
    ]


def test_losses_and_warnings_are_marked() -> None:
    blocks = raids.view().tell([*_attack(), Noted("alert", {"level": 2, "why": "sighted"})])
    tones = {line.text: line.tone for block in blocks for line in block.lines}
    assert tones["Gray (2270) is destroyed by flak; nobody gets out."] == LOSS
    assert tones["The Alert Level rises to 2: sighted."] == WARNING


def _texts(events: list[Event], since: int = 0) -> list[str]:
    return [line.text for block in raids.view().tell(events, since) for line in block.lines]


def test_a_roll_nothing_tells_of_has_its_own_line() -> None:
    events: list[Event] = [_roll("underway", 1, 1), Noted("stays", {"area": "Midway"})]
    assert _texts(events) == ["Underway: 2. (1+1=2)", "The Task Force stays in Midway."]


def test_a_roll_whose_note_the_short_log_leaves_out_has_its_own_line() -> None:
    events: list[Event] = [_roll("P-variable", 4), Noted("recon-posted", {"places": "VS6 Hangar"}, (0,))]
    assert _texts(events) == ["P-variable: 4. (4)"]


def test_a_note_quotes_its_rolls_over_a_decision_but_none_told_before() -> None:
    asked = Chosen("force-move", "12.5.1", "Force the move?", "no", "No")
    events: list[Event] = [_roll("underway", 1, 1), asked, Noted("stays", {"area": "Midway"}, (0,))]
    assert _texts(events) == ["The Task Force stays in Midway. (Underway: 1+1=2)"]
    assert _texts(events, since=1) == ["The Task Force stays in Midway."]


def test_a_new_scene_ends_the_lines_that_flights_share() -> None:
    west = [Noted("flies-west", {"flight": f"Flight {n}", "zone": 3, "name": "Defense"}) for n in (1, 2)]
    assert _texts([west[0], Opened("wind", {}), west[1]]) == [
        "West: Flight 1 to zone 3.",
        "West: Flight 2 to zone 3.",
    ]


def test_ones_own_decisions_are_repeated_when_asked_for() -> None:
    events: list[Event] = [Chosen("exit", "4.7", "Exit?", "yes", "Yes")]
    assert raids.view().tell(events) == []
    assert raids.view().tell(events, own={0})[0].lines[0].text == "> Exit? Yes"


def test_what_flights_do_alike_shares_a_line() -> None:
    events: list[Event] = []
    for n, faces in ((1, (6, 5)), (2, (2, 2))):
        facts: dict[str, Fact] = {"flight": f"Flight {n}", "passed": n == 1, "sum": sum(faces) - 4, "number": 5}
        facts["result"] = "flies on and burns 1 Fuel for it" if n == 1 else "gets no farther"
        events += [
            _roll("guzzle", *faces, mod=-4),
            Noted("guzzle", facts, (len(events),)),
            Noted("fuel", {"flight": f"Flight {n}", "fuel": 6, "why": "wind"}),
            Noted("flies-west", {"flight": f"Flight {n}", "zone": 3, "name": "Defense"}),
        ]
    lines = [line.text for block in raids.view().tell(events) for line in block.lines]
    assert lines == [
        "Guzzle Checks (5 or more): Flight 1 passes: it flies on and burns 1 Fuel for it (6+5-4=7); "
        "Flight 2 fails: it gets no farther (2+2-4=0).",
        "1 Fuel burnt, wind; left: 6 in Flight 1; 6 in Flight 2.",
        "West: Flight 1 to zone 3; Flight 2 to zone 3.",
    ]


def test_dice_that_do_not_all_count_say_what_is_kept() -> None:
    assert dice_text(_roll("fumes", 2, 5, 3, total=5)) == "2, 5, 3, lowest 2 make 5"
    assert dice_text(_roll("approach", 6, 5, 1, mod=1, total=7)) == "6, 5, 1, lowest 2 make 6+1=7"
    assert dice_text(_roll("flak", 6, 5, 1, total=11)) == "6, 5, 1, 2 of them make 11"
    assert dice_text(_roll("gunnery", 1, 6, 4, 6)) == "1, 6, 4, 6"
    assert dice_text(_roll("secrecy-test", 1, 6, 4)) == "1+6+4=11"


def test_8_2_3_dice_that_the_player_chose_are_not_called_the_lowest() -> None:
    """12.4.1"""
    assert dice_text(_roll("wind-check", 3, 3, 6, total=9)) == "3, 3, 6, those chosen make 9"
    assert dice_text(_roll("wind-check", 3, 3, 6, total=6)) == "3, 3, 6, those chosen make 6"
    assert dice_text(_roll("launch-zone", 2, 5, total=5)) == "2, 5, chosen: 5"


def test_6_0_a_risk_that_rises_is_told_where_the_voyage_is_told() -> None:
    """13.5.2"""
    events: list[Event] = [
        Noted("transit-hazard", {"hazard": "Security Risk"}),
        Noted("risk", {"risk": 6, "by": 1, "why": "transit", "early": False}),
    ]
    lines = [line.text for block in raids.view().tell(events) for line in block.lines]
    assert lines == ["Transit hazard: Security Risk.", "Security Risk now 6: transit."]


def test_the_full_log_says_too_which_dice_are_kept() -> None:
    lines = raids.view().event_lines(_roll("fumes", 2, 5, 3, total=5, result="Ditch"))
    assert lines[0] == "fumes Fumes (4.8): 2, 5, 3, lowest 2 make 5"
    assert lines[-1].strip() == "total 5, row : Ditch"


def test_a_flight_turn_goes_on_after_the_attack_that_interrupts_it() -> None:
    events: list[Event] = [
        Noted("flight-turn", {"turn": 3, "hour": "1200", "night": False}),
        *_attack(1),
        Noted("onward", {"flight": "Flight 1", "target": "Chungking"}),
        Noted("flight-turn", {"turn": 4, "hour": "1400", "night": False}),
    ]
    heads = [turn.title(", ") for turn in digest.read(events)]
    assert heads == [
        "Flight turn 3, 12:00, day",
        "Tokyo by day, Attack turn 1",
        "Tokyo by day, Attack turn 2",
        "Flight turn 3, 12:00, day, after the attack on Tokyo",
        "Flight turn 4, 14:00, day",
    ]


def test_every_segment_of_the_campaign_has_headings() -> None:
    segments = list(dict.fromkeys(turn.segment for turn in digest.read(raids.flown(10, "b").events)))
    assert segments == ["", "planning", "naval", "flight", "attack", "denouement", "debriefing"]


def test_what_is_told_in_parts_is_what_is_told_at_once() -> None:
    record = raids.flown(5)
    view = raids.view()
    stops = [i + 1 for i, event in enumerate(record.events) if isinstance(event, Chosen)]
    parts: list[str] = []
    since = 0
    for stop in [*stops, len(record.events)]:
        told = view.tell(record.events[:stop], since)
        parts += [line.text for block in told for line in block.lines]
        since = stop
    whole = [line.text for block in view.tell(record.events) for line in block.lines]
    assert parts == whole


@pytest.mark.parametrize("scenario", range(1, 11))
@pytest.mark.parametrize("wild", [False, True])
def test_logs_of_whole_games_are_clean(scenario: int, wild: bool) -> None:
    record = raids.flown(scenario, "clean", wild)
    for level in ("brief", "full"):
        lines = raids.view().log(record.events, level)
        assert lines
        assert [line for line in lines if len(line) > 80 or re.search(r"[{}]| \.|\w\d \.|  \S+ ;", line)] == []
    kinds = {e.kind for e in record.events if isinstance(e, Noted)}
    assert sorted(kinds - set(raids.view().templates)) == []


@pytest.mark.parametrize(
    ("fuel", "said"), [(0, "The field is lost."), (2, "The field is lost, and the 2 Fuel stored there.")]
)
def test_a_field_that_is_lost_names_fuel_only_where_there_was_some(fuel: int, said: str) -> None:
    (line,) = raids.view().event_lines(Noted("site-attacked", {"site": "Chuchow", "fuel": fuel}), "full")
    assert line.strip() == f"The Japanese attack Chuchow. {said}"


@pytest.mark.parametrize(
    ("area", "said"), [("Pacific", "the Pacific"), ("140W", "140° West"), ("Midway", "Midway")]
)
def test_9_1_sea_areas_are_named_as_in_a_sentence(area: str, said: str) -> None:
    moved = Noted("moves-to", {"area": area, "low": False})
    assert raids.view().note_text(moved, "brief") == f"The Task Force steams on to {said}."
