"""Reports of the Doolittle game: debriefing, log sheet, list of raids, and the raid told as a story."""

from __future__ import annotations

import json
import re

import pytest

from flakhouse.core.events import Event, Noted
from flakhouse.render.base import FORMATS, Record
from flakhouse.render.doolittle import story
from tests.render import doolittle_raids as raids


def _told(*events: Event) -> list[str]:
    return story.paragraphs(events, raids.view().story_line)


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_those_of_whom_the_same_is_told_share_a_sentence() -> None:
    text = _told(
        Noted("attack-begins", {"city": "Nagoya", "side": "night", "aircraft": 3}),
        Noted("box-hit", {"b25": "Gray (2270)", "box": "Army Arsenal", "area": "Atsuta"}),
        Noted("damaged", {"b25": "Jones (2283)", "cause": "flak", "severe": False}),
        Noted("box-hit", {"b25": "Jones (2283)", "box": "Army Arsenal", "area": "Atsuta"}),
        Noted("area-hit", {"b25": "York (2242)", "area": "Atsuta", "blast": 1}),
    )
    assert text == [
        "Three B-25s came in over Nagoya by night. Gray and Jones hit the Army Arsenal. "
        "Jones was damaged by flak. York dropped on Atsuta."
    ]


def test_where_a_bomber_came_down_is_named() -> None:
    (text,) = _told(
        Noted("flight-turn", {"turn": 1, "hour": "0800", "night": False}),
        Noted("ditched", {"b25": "Gray (2270)", "where": "zone 11", "name": "Chekiang"}),
        Noted("ditched", {"b25": "Jones (2283)", "where": "zone 11", "name": "Chekiang"}),
        Noted("ditched", {"b25": "York (2242)", "where": "beside the Hornet"}),
    )
    assert "Gray and Jones came down in zone 11 (Chekiang); the crews got out alive." in text
    assert "York came down beside the Hornet; the crew got out alive." in text


def test_a_crew_picked_up_by_a_submarine_is_not_told_of_as_missing() -> None:
    (text,) = _told(
        Noted("denouement-begins", {}),
        Noted("ditched-check", {"b25": "Gray (2270)", "result": "missing unless a submarine is there"}),
        Noted("crew-rescued", {"b25": "Gray (2270)", "submarine": "Trout"}),
        Noted("ditched-check", {"b25": "Jones (2283)", "result": "missing"}),
    )
    assert "The Trout picked up the crew of Gray." in text
    assert "The crew of Jones was never seen again." in text
    assert "The crew of Gray was" not in text


def test_a_task_force_leaves_port_once() -> None:
    first, later = (
        _told(
            Noted("naval-turn", {"turn": "April 6-7", "area": start}),
            Noted("moves-to", {"area": "170W", "low": False}),
        )
        for start in ("Port", "Hawaii")
    )
    assert first == ["The Task Force left port and came as far as 170W."]
    assert later == ["The Task Force steamed on to 170W."]


def test_only_lights_that_go_out_are_worth_a_word() -> None:
    turn = Noted("flight-turn", {"turn": 5, "hour": "2000", "night": True})
    assert _told(turn, Noted("lights", {"city": "Tokyo", "out": False})) == []
    (text,) = _told(turn, Noted("lights", {"city": "Tokyo", "out": True}))
    assert text == "By 2000 in Japan they had flown on. Tokyo was blacked out."


def test_the_outcome_closes_the_story_with_its_score() -> None:
    (text,) = _told(Noted("outcome", {"score": 1, "name": "Headline", "words": "Smoke over the city."}))
    assert text == "Smoke over the city. Headline, 1 point."


@pytest.mark.parametrize("scenario", range(1, 11))
def test_the_story_tells_every_loss_of_the_log_and_nothing_else(scenario: int) -> None:
    record = raids.flown(scenario, "story", wild=True, denouement=scenario >= 7)
    text = _flat(raids.view().report("story", [record]))
    lost = {str(e.facts["b25"]) for e in record.events if isinstance(e, Noted) and e.kind == "destroyed"}
    told = " ".join(re.findall(r"[^.;]+ lost with all aboard", text))
    assert [name for name in sorted(lost) if name.partition(" (")[0] not in told] == []
    assert ("lost with all aboard" in text) is bool(lost)
    assert not re.search(r"[{}]| \.|\.\.", text)


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
    assert len(sheets[-1].rows) == 7
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
