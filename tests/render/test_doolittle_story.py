"""Reports of the Doolittle game: debriefing, log sheet, list of raids, and the raid told as a story."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace

from flakhouse.core.events import Event, Fact, Noted, Opened
from flakhouse.render.base import FORMATS, Record
from flakhouse.render.doolittle import sheets, story
from flakhouse.render.doolittle.check import faults
from flakhouse.render.doolittle.deeds import deeds, running
from flakhouse.render.sheets import write
from flakhouse.render.story.tell import Line, Story
from tests.render import doolittle_raids as raids


def _told(*events: Event) -> str:
    record = Record(game="doolittle", number=1, seed="", options={}, events=list(events))
    return " ".join(story.tell(record).texts())


def _flat(text: str) -> str:
    return " ".join(text.split())


ATTACK = Noted("attack-begins", {"city": "Nagoya", "side": "night", "aircraft": 3})


def _hit(pilot: str, box: str, kind: str = "box-hit") -> Noted:
    return Noted(kind, {"b25": pilot, "box": box, "area": "Atsuta"})


_IN_AND_OUT = [Noted(kind, {"b25": b}) for kind in ("enters", "exits") for b in ("Gray (2270)", "Jones (2283)")]
_TWO = Noted("attack-begins", {"city": "Nagoya", "side": "night", "aircraft": 2})
_ENDS = Noted("attack-ends", {"city": "Nagoya"})


def _fired_at(pilot: str, hazard: str = "Small Arms 6-8") -> Noted:
    return Noted("flak", {"b25": pilot, "sum": 3, "hit": False, "hazard": hazard})


def test_4_6_3_only_who_was_fired_at_came_through_fire() -> None:
    shaken = Noted("evaded-revealed", {"area": "Atsuta", "hazard": "Small Arms 6-8", "stays": False})
    assert " fire" not in _told(_TWO, *_IN_AND_OUT, shaken, _ENDS)
    one = _told(_TWO, *_IN_AND_OUT, _fired_at("Gray (2270)"), _ENDS)
    assert "Neither of them was hit, though fire from the ground met Gray." in one
    both = _told(_TWO, *_IN_AND_OUT, _fired_at("Gray (2270)"), _fired_at("Jones (2283)"), _ENDS)
    assert re.search(r"Both (came through|got away from) fire from the ground", both)


def test_the_checker_finds_who_came_through_fire_though_never_shot_at() -> None:
    events: list[Event] = [_TWO, *_IN_AND_OUT, _fired_at("Gray (2270)"), _ENDS]
    record = Record(game="doolittle", number=1, seed="", options={}, events=events)

    def found(text: str) -> list[str]:
        told = Story("", ((Line(text, (len(events) - 1,)),),))
        return [fault for fault in faults(told, record) if "nobody fired" in fault]

    assert found("Both came through flak unharmed.") == ["nobody fired at Jones: Both came through flak unharmed."]
    assert found("Through flak all two left the city unharmed.")
    assert found("Neither of them was hit, though flak met Jones.")
    assert found("Neither of them was hit, though flak met Gray.") == []


def test_deeds_over_a_city_share_sentences_in_their_order() -> None:
    text = _told(
        ATTACK,
        Noted("enters", {"b25": "Gray (2270)", "area": "Atsuta"}),
        _hit("Gray (2270)", "Army Arsenal"),
        _hit("Jones (2283)", "Army Arsenal"),
        Noted("approach", {"b25": "York (2242)", "box": "Army Arsenal", "success": False, "sum": 2, "number": 7}),
        _hit("York (2242)", "Mitsubishi Aircraft Works"),
        Noted("damaged", {"b25": "York (2242)", "cause": "flak", "severe": False}),
    )
    assert (
        "Gray and Jones hit the army arsenal, York could not get at it but hit the Mitsubishi aircraft works"
        in text
    )
    assert "flak damaged York" in text
    assert "Nagoya" in text


def _seen(kind: str, **facts: str | bool) -> Noted:
    return Noted(kind, {"area": "Osaka Bay", **facts})


@pytest.mark.parametrize(
    "seen",
    [
        _seen("evaded-revealed", hazard="Hiyo", stays=False, clear=False),
        Noted("carrier-found", {"name": "Hiyo"}),
    ],
)
def test_4_6_3_a_hit_where_the_carrier_was_seen_is_a_hit_on_her(seen: Noted) -> None:
    begins = Noted("attack-begins", {"city": "Osaka/Kobe", "side": "day", "aircraft": 2})
    text = _told(begins, seen, _hit("Farrow (2268)", "Shipping"), _hit("Smith (2267)", "Steel Works"))
    assert "Farrow hit the carrier Hiyo" in text
    assert "shipping" not in text
    late = _told(begins, _hit("Farrow (2268)", "Shipping"), seen)
    assert "Farrow hit the shipping" in late
    assert "Among the ships they had hit was the carrier Hiyo" in late


def _no_way(pilot: str, box: str) -> Noted:
    return Noted("approach", {"b25": pilot, "box": box, "success": False, "sum": 2, "number": 7})


def test_4_6_3_who_tried_for_the_carrier_before_hit_her() -> None:
    begins = Noted("attack-begins", {"city": "Osaka/Kobe", "side": "day", "aircraft": 2})
    farrow = "Farrow (2268)"
    text = _told(
        begins, Noted("carrier-found", {"name": "Hiyo"}), _no_way(farrow, "Shipping"), _hit(farrow, "Shipping")
    )
    assert "Farrow could not get at the carrier Hiyo but at the second try hit her" in text


def test_one_who_is_alone_over_a_city_is_the_same_man_in_both_clauses() -> None:
    begins = Noted("attack-begins", {"city": "Nagoya", "side": "day", "aircraft": 1})
    gray = "Gray (2270)"
    enters = Noted("enters", {"b25": gray, "area": "Atsuta"})
    text = _told(begins, enters, _no_way(gray, "Castle Headquarters"), _hit(gray, "Electric Works"))
    assert "He could not get at the castle headquarters but hit the electric works." in text
    assert re.search(r"Gray came in over Nagoya by day, alone\.|Over Nagoya, by day, Gray was alone\.", text)


def test_the_last_paragraph_says_what_was_hit_in_plain_past() -> None:
    outcome = Noted("outcome", {"score": 3, "name": "Success", "words": "."})
    assert re.search(r"one target was hit", _told(ATTACK, _hit("Gray (2270)", "Army Arsenal"), outcome), re.I)
    two = _told(ATTACK, _hit("Gray (2270)", "Army Arsenal"), _hit("Jones (2283)", "Electric Works"), outcome)
    assert re.search(r"two targets were hit", two, re.I)


@pytest.mark.parametrize(
    ("where", "name", "said"),
    [
        ("zone 10", "China coast", "off the coast of China"),
        ("zone 3", "Defense East inner", "in the sea"),
        ("beside the Hornet", "", "beside the Hornet"),
    ],
)
def test_7_2_4_where_a_bomber_came_down_is_said_in_the_same_words_everywhere(
    where: str, name: str, said: str
) -> None:
    note = Noted("ditched", {"b25": "Gray (2270)", "where": where, "name": name})
    assert raids.view().note_text(note, "brief") == f"Gray comes down {said}. The crew is alive."
    (scene,) = raids.view().scenes([Opened("fumes", {"b25": "Gray (2270)"}), note])
    assert scene.headline == f"Gray comes down {said}"
    end = sheets.B25End(pilot="Gray", fate="ditched", where=where, damage=0)
    assert sheets._where(end, fated=False) == (f"{said}, {where}" if said != where else where)
    assert sheets._where(end, fated=True) == said


def test_4_6_3_the_checker_wants_the_carrier_that_counts() -> None:
    points = Noted("points", {"what": "carrier hit in its box", "count": 1, "points": 4})
    record = Record(game="doolittle", number=1, seed="", options={}, events=[points])
    wrong = Story("", ((Line("Farrow hit the shipping."),),))
    assert "not told: a carrier was hit" in faults(wrong, record)


def test_what_came_to_nothing_over_a_city_is_summed_up() -> None:
    begins = Noted("attack-begins", {"city": "Nagoya", "side": "day", "aircraft": 2})
    text = _told(
        begins,
        _seen("evaded-revealed", hazard="Interceptor 4-5", stays=False, clear=False),
        Noted("flak", {"b25": "Gray (2270)", "hit": False, "sum": 3, "hazard": "Flak 6-8"}),
        _seen("evaded-revealed", hazard="Panicked Streets", stays=False, clear=True),
        *(Noted("exits", {"b25": pilot}) for pilot in ("Gray (2270)", "Jones (2283)")),
        Noted("attack-ends", {"city": "Nagoya", "blast": 0}),
    )
    assert "though flak met Gray" in text
    assert "fighter" not in text  # shaken off before it could fire


def test_a_flight_that_finds_nothing_is_told_of_once() -> None:
    def sought(target: str) -> Noted:
        return Noted("acquisition", {"flight": "Flight 2", "target": target, "success": False})

    gone = Noted("jettison", {"flight": "Flight 2"})
    text = _told(sought("Nagoya"), sought("Tokyo"), gone)
    assert "Flight 2 found neither Nagoya nor Tokyo, dropped its bombs and turned away." in text
    again = _told(sought("Nagoya"), sought("Nagoya"), gone)
    assert "Flight 2 did not find Nagoya, dropped its bombs and turned away." in again
    assert again.count("Flight 2") == 1


def test_who_leaked_since_morning_came_down_first_and_the_sentence_says_why() -> None:
    text = _told(
        Noted("launch", {"launch": "planned", "area": "Defense West", "weather": "Calm", "aircraft": 2}),
        Noted("flight-turn", {"turn": 1, "hour": "0800", "night": False}),
        Noted("flight-hazard", {"b25": "Jones (2283)", "hazard": "Fuel Leak"}),
        Noted("flight-turn", {"turn": 6, "hour": "1800", "night": True}),
        Noted("ditched", {"b25": "Jones (2283)", "where": "zone 9", "name": "East China Sea west"}),
        Noted("ditched", {"b25": "Gray (2270)", "where": "zone 11", "name": "Chekiang"}),
        Noted("ditched", {"b25": "York (2242)", "where": "zone 11", "name": "Chekiang"}),
    )
    assert "Jones found a leak in the tank." in text
    assert "Jones, leaking since morning, came down in the East China Sea, the crew alive." in text
    assert "Gray and York came down in Chekiang, their crews alive." in text


@pytest.mark.parametrize(("found", "since"), [("2200", ", leaking since nightfall,"), ("0000", "")])
def test_a_leak_found_at_midnight_is_not_one_since_morning(found: str, since: str) -> None:
    text = _told(
        Noted("launch", {"launch": "planned", "area": "Defense West", "weather": "Calm", "aircraft": 2}),
        Noted("flight-turn", {"turn": 7, "hour": found, "night": True}),
        Noted("flight-hazard", {"b25": "Jones (2283)", "hazard": "Fuel Leak"}),
        Noted("flight-turn", {"turn": 8, "hour": "0000", "night": True}),
        Noted("ditched", {"b25": "Jones (2283)", "where": "zone 11", "name": "Chekiang"}),
    )
    assert f"Jones{since} came down in Chekiang" in text or f"and{since} came down in Chekiang" in text
    assert "morning" not in text


def test_the_hour_is_said_where_something_happens_in_it() -> None:
    turn = Noted("flight-turn", {"turn": 5, "hour": "2000", "night": True})
    launch = Noted("launch", {"launch": "planned", "area": "Defense West", "weather": "Calm", "aircraft": 2})
    assert "eight" not in _told(launch, turn)
    text = _told(
        launch, turn, Noted("damaged", {"b25": "Gray (2270)", "cause": "an Interceptor", "severe": False})
    )
    assert "At eight in the evening a fighter damaged Gray." in text


def test_14_5_who_came_to_vladivostok_was_interned() -> None:
    landed = Noted("landed", {"flight": "Flight 1", "site": "Vladivostok", "aircraft": 3})
    ends = Noted("outcome", {"score": 9, "name": "Draw", "words": ""})
    assert "interned the three crews and kept the aircraft." in _told(landed, ends)
    china = Noted("landed", {"flight": "Flight 1", "site": "Chuchow", "aircraft": 3})
    assert "interned" not in _told(china, ends)
    free = Noted("internment", {"free": True, "number": 7})
    assert "interned" not in _told(landed, free, ends), "where it was thrown for, the throw is told"


def test_nobody_is_said_not_to_have_landed_while_the_raid_is_under_way() -> None:
    down: list[Event] = [Noted("ditched", {"b25": "Jones (2283)", "where": "beside the Hornet", "name": ""})]
    record = Record(game="doolittle", number=1, seed="", options={}, events=down)
    assert story.tell(record).title == "The raid so far"
    assert story.tell(replace(record, outcome={"score": 0})).title == "None on the ground"


def test_a_crew_picked_up_by_a_submarine_is_not_told_of_as_missing() -> None:
    text = _told(
        Noted("denouement-begins", {}),
        Noted("ditched-check", {"b25": "Gray (2270)", "result": "missing unless a submarine is there"}),
        Noted("crew-rescued", {"b25": "Gray (2270)", "ship": "Trout"}),
        Noted("ditched-check", {"b25": "Jones (2283)", "result": "missing"}),
    )
    assert "The Trout picked up the crew of Gray" in text
    assert "the crew of Jones was never seen again." in text.replace("The crew", "the crew")
    assert "crew of Gray was" not in text


def test_14_3_2_an_airstrike_on_ships_sent_home_did_not_find_the_task_force() -> None:
    strike: dict[str, Fact] = {"area": "Midway", "patrol": ""}
    text = _told(
        Noted("airstrike", {**strike, "group": True}),
        Noted("ship-sunk", {"ship": "Cimarron", "cause": "Torpedo Bomber"}),
        Noted("hunted", {"crews": 1, "result": "all are captured"}),
    )
    assert "Enemy aircraft found ships that had been sent home." in text
    assert "Task Force" not in text
    assert "in China the Japanese closed in on one crew" in text.replace("In China", "in China")
    assert "found the Task Force" in _told(Noted("airstrike", {**strike, "group": False}))


def test_the_story_tells_why_few_sailed_what_the_engines_burned_and_who_reached_chungking() -> None:
    text = _told(
        Noted("short-take-off", {"space": 4, "deck": 8}),
        Noted("carburetors", {"guzzle": 6}),
        Noted("fumes", {"b25": "Lawson (2261)", "result": "the engines sputter on"}),
        Noted("fumes", {"b25": "York (2242)", "result": "the engines catch. Next time is harder"}),
        Noted("fumes", {"b25": "Gray (2270)", "result": "the engines stop"}),
        Noted("flies-on", {"b25": "Jones (2283)", "site": "Chungking", "crews": 1}),
        Noted("flies-on", {"b25": "Jones (2283)", "site": "Kian", "crews": 1}),
    )
    assert "made room for eight on the deck" in text
    assert "reset the carburetors" in text
    assert "Lawson and York flew on with empty tanks." in text
    assert "Gray" not in text
    assert "Jones flew on to Chungking." in text
    assert "Kian" not in text


def test_a_target_with_the_name_of_the_city_keeps_its_capitals() -> None:
    assert running("Tokyo Armory") == "Tokyo Armory"
    assert running("Oil Refinery") == "oil refinery"


def test_only_lights_that_go_out_are_worth_a_word() -> None:
    assert "dark" not in _told(ATTACK, Noted("lights", {"city": "Tokyo", "out": False}))
    assert "Tokyo was dark." in _told(ATTACK, Noted("lights", {"city": "Tokyo", "out": True}))


def test_the_outcome_closes_the_story_with_its_score() -> None:
    text = _told(ATTACK, Noted("outcome", {"score": -3, "name": "Fiasco", "words": ""}))
    assert re.search(r"minus three points.* a fiasco\.$", text)


@pytest.mark.parametrize("scenario", range(1, 11))
def test_stories_are_true_to_the_log(scenario: int) -> None:
    for wild in (False, True):
        for seed in ("a", "b", "story"):
            record = raids.flown(scenario, seed, wild=wild, denouement=scenario >= 7)
            told = raids.view().told_story(record)
            assert faults(told, record) == []
            assert 25 <= told.words() <= 900
            assert told == raids.view().told_story(record)


def test_a_story_needs_a_log() -> None:
    record = Record(game="doolittle", number=1, seed="", options={})
    assert "Nothing is told of this raid." in raids.view().report("story", [record])


# ------------------------------------------------------------------ papers


def test_the_debriefing_shows_points_that_add_up_and_every_b25() -> None:
    record = raids.flown(5)
    sheets = raids.view().debrief_sheets(record)
    points = next(sheet for sheet in sheets if sheet.title == "Points")
    score = next(row[1] for row in sheets[0].rows if row[0] == "Score")
    assert sum(row[2] for row in points.rows if isinstance(row[2], int)) == score
    assert all(row[2] for row in points.rows), "only what counted"
    assert len(sheets[-1].rows) == 7
    told = list(zip(*sheets[-1].rows, strict=True))
    assert all(any(column) for column in told), "no empty column"
    assert sheets[0].title == "Debriefing. Scenario 5: Thirty Seconds"


def test_the_debriefing_of_the_campaign_has_five_judges() -> None:
    sheets = raids.view().debrief_sheets(raids.flown(10, "b"))
    judges = next(sheet for sheet in sheets if sheet.title == "The judges")
    assert [row[0] for row in judges.rows] == ["Army", "Navy", "Joint Chiefs", "White House", "Japan"]


def test_the_log_sheet_has_a_row_for_every_line_of_the_short_log() -> None:
    record = raids.flown(7)
    view = raids.view()
    log = view.mission_sheets(record)[-1]
    lines = [line for block in view.tell(record.events) for line in block.lines]
    assert log.title == "Log"
    assert len(log.rows) == len(lines)


def test_the_list_of_raids_has_a_row_for_each_finished_one() -> None:
    unfinished = Record(game="doolittle", number=3, seed="", options={})
    (sheet,) = raids.view().campaign_sheets([raids.flown(1), raids.flown(5), unfinished])
    assert [row[1] for row in sheet.rows] == [1, 5]


def test_b25s_that_ditched_are_lost_in_the_list_of_raids() -> None:
    record = raids.flown(1)
    fates = {"ditched": 9, "destroyed": 1, "burnt by its crew": 2, "in Soviet hands": 1, "landed": 3, "escaped": 4}
    (sheet,) = raids.view().campaign_sheets([replace(record, outcome={**(record.outcome or {}), "fates": fates})])
    assert dict(zip(sheet.columns, sheet.rows[0], strict=True))["B-25s lost"] == 13


@pytest.mark.parametrize("kind", ["debrief", "mission", "campaign", "story"])
@pytest.mark.parametrize("format", FORMATS)
def test_every_report_is_written_in_every_format(kind: str, format: str) -> None:
    text = raids.view().report(kind, [raids.flown(9)], format)
    assert text.endswith("\n")
    if format == "json":
        assert json.loads(text)
    if format == "text":
        assert max(len(line) for line in text.split("\n")) <= 80


def test_a_raid_still_being_played_has_a_debriefing_that_says_so() -> None:
    record = Record(game="doolittle", number=2, seed="", options={})
    assert "still being played" in raids.view().report("debrief", [record])


def test_a_field_is_named_once_and_a_death_ends_its_sentence() -> None:
    def lands(pilot: str, result: str) -> Noted:
        return Noted("lands", {"b25": pilot, "site": "Chuchow", "result": result})

    text = _told(
        lands("Hoover (2292)", "good landing"),
        lands("Gray (2270)", "damaged"),
        lands("Jones (2283)", "crash, all killed"),
        Noted("destroyed", {"b25": "Jones (2283)", "cause": "the landing"}),
        lands("York (2242)", "good landing"),
    )
    assert text.count("Chuchow") == 1
    assert "Jones crashed and was lost, and nobody got out. York landed safely." in text


def _lands(pilot: str, result: str) -> Noted:
    return Noted("lands", {"b25": pilot, "site": "Vladivostok", "result": result})


_ENDS_16: dict[str, object] = {
    "ditched": 1, "destroyed": 1, "captured": 1, "burnt by its crew": 3, "at Chungking": 2, "in Soviet hands": 2,
}  # fmt: skip


def test_14_1_2_a_damaged_bomber_that_lands_hard_is_wrecked_and_the_last_paragraph_counts_every_aircraft() -> None:
    events: list[Event] = [
        _lands("Hilger (2297)", "damaged"),
        _lands("Farrow (2268)", "damaged"),
        Noted("wrecked", {"b25": "Farrow (2268)", "site": "Vladivostok"}),
        _lands("Smith (2267)", "crash with survivors"),
        Noted("outcome", {"score": 9, "name": "Draw", "words": ""}),
    ]
    record = Record(game="doolittle", number=1, seed="", options={}, outcome={"fates": _ENDS_16}, events=events)
    told = story.tell(record)
    text = " ".join(told.texts())
    assert "Hilger landed hard and was damaged" in text
    assert "Farrow, damaged before, landed hard and was wrecked, the crew alive" in text
    assert told.title == "One on the ground"
    assert (
        "Four aircraft stood on the ground, two had been wrecked on landing, one had been burned by the crew, "
        "one had been taken by the Japanese, one had come down and one had been lost." in text
    )


def test_14_1_2_the_debriefing_calls_a_wreck_a_wreck() -> None:
    record = raids.flown(7, "c", denouement=True)
    wreck = Noted("wrecked", {"b25": "Lawson (2261)", "site": "Vladivostok"})
    found = sheets.outcome_of(replace(record, events=[*record.events, wreck]))
    assert found is not None
    assert found.b25s["2261"].fate == "wrecked on landing"


def test_storms_and_ships_are_counted_together_and_a_crew_burns_its_aircraft() -> None:
    storm = Noted("storm", {"area": "Hawaii"})
    text = _told(
        storm,
        storm,
        Noted("ship-damaged", {"ship": "Sabine", "cause": "Torpedo Bomber"}),
        Noted("ship-damaged", {"ship": "Cimarron", "cause": "Torpedo Bomber"}),
        Noted("scuttled", {"b25": "Gray (2270)"}),
        Noted("scuttled", {"b25": "York (2242)"}),
    )
    assert "Two storms came over the Task Force." in text
    assert "The Sabine and the Cimarron were damaged by a torpedo bomber." in text
    assert "the crews of Gray and York burned their aircraft." in text


def test_4_5_fighters_driven_off_one_after_another_are_not_told_in_the_same_words() -> None:
    men = ("Gray (2270)", "Jones (2283)", "York (2242)", "Watson (2267)")
    shots = [Noted("gunnery", {"b25": b, "hit": True, "at": "Interceptor"}) for b in men]
    apart = [
        event for shot in shots for event in (shot, _hit(str(shot.facts["b25"]), "Army Arsenal", "box-missed"))
    ]
    assert [deed.kind for deed in deeds([ATTACK, *shots])][1:] == ["gunners", *["gunners-again"] * 3]
    text = _told(ATTACK, *apart).lower()
    assert text.count("drove off a fighter") + text.count("a fighter was driven off") == 1
    assert all(
        text.count(words) <= 1 for words in ("drove off another", "another fighter was", "one more fighter")
    )
    assert [deed.kind for deed in deeds([ATTACK, shots[0], ATTACK, shots[1]])][-1] == "gunners"


def test_targets_he_could_not_get_at_share_a_clause_and_many_are_them() -> None:
    text = _told(
        ATTACK,
        _hit("Gray (2270)", "Rail Yards", "box-missed"),
        Noted("approach", {"b25": "York (2242)", "box": "Rail Yards", "success": False}),
        Noted("approach", {"b25": "York (2242)", "box": "Dockyard", "success": False}),
        _hit("York (2242)", "Oil Refinery"),
    )
    assert "York could not get at them, nor at the dockyard but at last hit the oil refinery" in text


def test_who_cannot_get_at_the_same_target_twice_is_told_once() -> None:
    tries = [
        Noted("attack-begins", {"city": "Osaka/Kobe"}),
        Noted("approach", {"b25": "Smith (2267)", "box": "Arsenal", "success": False}),
        Noted("area-hit", {"b25": "Farrow (2268)", "area": "Sakai"}),
        Noted("approach", {"b25": "Smith (2267)", "box": "Arsenal", "success": False}),
        Noted("approach", {"b25": "Farrow (2268)", "box": "Arsenal", "success": False}),
    ]
    vain = [(deed.at, deed.who) for deed in deeds(tries) if deed.kind == "no-approach"]
    assert vain == [(1, "Smith"), (4, "Farrow")]


def test_a_box_that_is_hit_after_a_run_that_failed_is_hit_at_the_second_try() -> None:
    """4.8"""
    text = _told(
        ATTACK,
        Noted("approach", {"b25": "York (2242)", "box": "Rail Yards", "success": False}),
        _hit("York (2242)", "Rail Yards"),
    )
    assert "York could not get at the rail yards but at the second try hit them" in text


def test_12_3_2_the_story_does_not_say_that_all_were_launched_who_were_to_be() -> None:
    launch = Noted("launch", {"launch": "planned", "area": "Defense West", "weather": "Storm", "aircraft": 16})
    assert "B-25s were launched" not in _told(launch)


def test_1_3_the_squadron_says_what_became_of_every_crew_and_of_doolittle() -> None:
    record = raids.flown(10, "b")
    told = {
        e.facts["b25"]: e.facts["fate"] for e in record.events if isinstance(e, Noted) and e.kind == "crew-fate"
    }
    sheet = raids.view().debrief_sheets(record)[-1]
    at = sheet.columns.index("crew")
    assert {f"{row[1]} ({row[0]})": row[at] for row in sheet.rows if row[at]} == told
    assert sheet.notes[0].startswith("Doolittle and his crew ")
    assert "; crew " not in write([sheet], "text"), "it fits a terminal as a table"
    lost = replace(record, events=[Noted("crew-fate", {"b25": "Doolittle (2344)", "fate": "missing"})])
    assert raids.view().debrief_sheets(lost)[-1].notes[0] == "Doolittle and his crew are missing."


def test_1_3_the_debriefing_shows_how_each_mark_came_about() -> None:
    notes = [
        Noted("weighed", {"judge": "Army", "what": "chungking", "count": 2, "quarters": 8}),
        Noted("weighed", {"judge": "Army", "what": "captured", "count": 3, "quarters": -12}),
        Noted("judge", {"judge": "Army", "mark": "+0", "words": "", "measure": "-1", "bands": "-6 -1 4 10"}),
    ]
    record = replace(raids.flown(10, "b"), events=list[Event](notes))
    judges = next(sheet for sheet in raids.view().debrief_sheets(record) if sheet.title == "The judges")
    assert judges.notes == (
        "Army: each B-25 at Chungking: 2, +2; each crew captured: 3, -3. "
        "Sum -1 makes +0 (-1 from -6, 0 from -1, +1 from 4, +2 from 10).",
    )
    assert raids.view().note_text(notes[1], "full") == "Army, each crew captured: 3, -3."


def test_4_5_two_fighters_driven_off_by_two_crews_are_not_one() -> None:
    def shot(pilot: str) -> Noted:
        return Noted("gunnery", {"b25": pilot, "hit": True, "at": "Interceptor"})

    first, turn = shot("York (2242)"), Noted("flight-turn", {"turn": 1, "hour": "1400"})
    two = _told(first, turn, shot("Holstrom (2282)"), shot("Greening (2249)"))
    assert re.search(r"the gunners of Holstrom and Greening (drove off a fighter each|each drove off a f)", two)
    again = _told(first, turn, shot("Gray (2270)"), shot("Gray (2270)"))
    assert "the gunners of Gray drove off two fighters" in again


def test_4_6_3_who_was_lost_after_he_had_flown_on_is_said_to_be_lost_there() -> None:
    lost = Noted("destroyed", {"b25": "Farrow (2268)", "cause": "flak"})
    comes = Noted("enters", {"b25": "Farrow (2268)", "area": "Osaka North"})
    flew = Noted("moves", {"b25": "Farrow (2268)", "area": "Amagasaki"})
    hit = _hit("Farrow (2268)", "Rail Yards")
    later = _told(ATTACK, comes, hit, flew, lost)
    assert "Farrow hit the rail yards and was later lost to flak over Amagasaki, and nobody got out" in later
    assert "and was lost to flak, and nobody got out" in _told(ATTACK, comes, hit, lost)


def test_a_target_is_called_it_only_where_no_other_was_named_beside_it() -> None:
    def vain(pilot: str, box: str) -> Noted:
        return Noted("approach", {"b25": pilot, "box": box, "success": False})

    text = _told(
        ATTACK,
        vain("Joyce (2250)", "Steel Works"),
        vain("Joyce (2250)", "Kawasaki Dockyard"),
        _hit("Watson (2303)", "Kawasaki Dockyard"),
    )
    assert "nor at the Kawasaki dockyard, and Watson hit the Kawasaki dockyard" in text
    one = _told(ATTACK, vain("Joyce (2250)", "Steel Works"), _hit("Watson (2303)", "Steel Works"))
    assert "Joyce could not get at the steel works, and Watson hit it" in one


def test_12_3_2_a_bad_take_off_that_cost_fuel_is_told_as_that() -> None:
    text = _told(Noted("botched", {"b25": "Jones (2283)", "result": "fuel"}))
    assert "Jones got off the deck badly, which cost the Flight fuel." in text
    assert "botched" in _told(Noted("botched", {"b25": "Jones (2283)", "result": "ditched"}))


def test_12_6_6_the_great_moments_of_the_voyage_are_told() -> None:
    boat: dict[str, Fact] = {"patrol": "VB6", "what": "destroy", "gone": True, "reports": False, "silent": True}
    text = _told(
        Noted("sails", {"aircraft": 16, "ships": 8}),
        Noted("iboat-reaction", {"ship": "Grayson", "gone": True}),
        Noted("secrecy-test", {"passed": False, "sum": 9, "risk": 12}),
        Noted("secrecy-test", {"passed": False, "sum": 9, "risk": 13}),
        Noted("alert", {"level": 1, "why": "failed Secrecy Tests"}),
        Noted("boat", boat),
        Noted("boat", {**boat, "gone": False, "silent": False}),
        Noted("alert", {"level": 2, "why": "a ship reports the Task Force"}),
        Noted("alert", {"level": 3, "why": "bombs on Japan"}),
        Noted("iboat-torpedoes", {"ship": "Hornet", "hit": False}),
    ).lower()
    for told in (
        "the grayson drove off a japanese submarine",
        "something of the raid leaked out",
        "too much had leaked out, and japan was warned.",
        "bombers from the enterprise sank a picket boat before it could report",
        "a picket boat got away from bombers from the enterprise",
        "a ship reported the task force, and japan was warned again",
        "the torpedoes of a submarine missed the hornet",
    ):
        assert told in text, text
    assert (text.count("japan was warned"), text.count("something of the raid leaked out")) == (2, 1)
