"""Debriefing, mission log sheet and campaign log sheet, in four formats."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from flakhouse.core.events import Event, Noted
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.state import Campaign
from flakhouse.render.b29 import digest, sheets
from flakhouse.render.base import FORMATS, KINDS, Record
from tests.render.b29_flights import flown, many, view

TOUR = flown("sheets", missions=12)


def campaign(record: Record) -> Campaign:
    return msgspec.convert(record.campaign, Campaign)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
def test_every_report_in_every_format(kind: str, format: str) -> None:
    text = view().report(kind, list(TOUR), format)
    assert text.endswith("\n")
    assert "{" not in text or format == "json"
    if format == "text":
        assert max(len(line) for line in text.split("\n")) <= 80
    elif format == "json":
        assert msgspec.json.decode(text)
    elif format == "csv":
        assert list(csv.reader(io.StringIO(text)))
    elif format == "markdown":
        assert text.startswith("#")


def test_reports_of_many_flights_are_narrow_and_whole() -> None:
    for record in many():
        for kind in KINDS:
            text = view().report(kind, [record])
            assert max(len(line) for line in text.split("\n")) <= 80, text
            assert "{" not in text


def test_the_debriefing_says_what_came_of_it() -> None:
    for record in many():
        rows = {row[0]: row[1] for row in view().debrief_sheets(record)[0].rows}
        outcome = record.outcome
        assert outcome is not None
        flight = digest.read(record.events)
        assert rows["Result"] in sheets.B29Papers.results.values()
        assert (rows["Credit"] == "counts") == outcome["credited"]
        shot = len(flight.noted("fighter-destroyed"))
        assert (f"{shot} shot down" in str(rows["Enemy"])) == bool(shot or flight.noted("fighter-placed"))
        men = msgspec.convert(outcome["crew"], dict[str, dict[str, object]])
        lost = [p for p, man in men.items() if man["fate"] != "on duty"]
        papers = view().debrief_sheets(record)
        named = [row[0] for row in papers[1].rows] if len(papers) > 1 else []
        assert set(lost) <= set(named)
        assert ("Men" in rows) == (not named)
        state = campaign(record)
        assert str(rows["Tour"]).startswith(f"{state.credited} of 35 missions")
        if outcome["bombs"] is None:
            assert rows["Bombs"] == "none dropped on a bomb run"
        else:
            assert rows["Bombs"] == f"{outcome['bombs']}, {outcome['percent']} percent"


def test_no_fuel_is_left_in_a_bomber_that_is_lost() -> None:
    seen = set()
    for record in many():
        rows = {row[0]: row[1] for row in view().debrief_sheets(record)[0].rows}
        assert record.outcome is not None
        lost = msgspec.convert(record.outcome["bomber"], dict[str, object])["state"] == "lost"
        if record.options.get("fuel", "on") == "on" and record.outcome["turns"]:
            assert ("Fuel left" in rows) is not lost
            seen.add(lost)
    assert seen == {True, False}


def test_table_6_7d_bombs_that_never_fell_and_the_fuel_they_cost_are_named_on_the_debriefing() -> None:
    record = next(record for record in many() if record.outcome and record.outcome["bombs"])
    assert record.outcome is not None
    bomber = {**msgspec.convert(record.outcome["bomber"], dict[str, object]), "state": "lost"}
    outcome = {**record.outcome, "bombs": "off target", "percent": 0, "cause": "navigation", "bomber": bomber}
    log = events(Noted("bombs-hung", {}), Noted("out-of-fuel", {"zone": 2}))
    told = view().debrief_sheets(msgspec.structs.replace(record, outcome=outcome, events=log))[0].rows
    rows = {row[0]: row[1] for row in told}
    assert rows["Bombs"] == "did not drop on the run; counted as off target, 0 percent"
    assert rows["Cause"] == "out of fuel, some of it lost off course; hung bombs cost a box more in each zone"


def test_the_mission_sheet_holds_every_turn_and_every_attack() -> None:
    for record in many():
        flight = digest.read(record.events)
        papers = {sheet.title: sheet for sheet in view().mission_sheets(record)}
        if flight.turns:
            turns = [turn.number for turn in flight.turns]
            assert [row[0] for row in papers["Zones"].rows] == turns
            assert turns == sorted(set(turns))
        placed = flight.noted("fighter-placed", "rammer-placed")
        if placed:
            assert len(papers["Attacks"].rows) >= len(placed)
        assert len(papers["Crew"].rows) == 11


def test_the_crew_on_the_sheet_is_the_crew_of_the_outcome() -> None:
    for record in many():
        crew = view().mission_sheets(record)[-1]
        outcome = record.outcome
        assert outcome is not None
        men = msgspec.convert(outcome["crew"], dict[str, dict[str, object]])
        assert [(row[0], row[1]) for row in crew.rows] == [(p, man["name"]) for p, man in men.items()]
        for row in crew.rows:
            dead = bool(men[str(row[0])]["dead"])
            assert dead == (row[4] in ("killed in action", "died of wounds", "lost at sea", "died in captivity"))


def events(*found: Noted) -> list[Event]:
    return list(found)


def test_a_mission_under_way_has_a_sheet_too() -> None:
    record = Record(
        game="b29",
        number=2,
        seed="s",
        options={},
        events=events(
            Noted("target", {"city": "Tokyo", "type": "Aircraft Factory", "mission": 2, "bomber": "Patches"}),
            Noted("take-off", {}),
            Noted("zone", {"turn": 2, "zone": 2, "leg": "outbound"}),
            Noted("fighter-placed", {"fighter": "Tony A", "where": "12 High"}),
            Noted("fighter-damaged", {"fighter": "Tony A", "man": "CFC", "name": "A", "gun": "x", "fca": 1}),
            Noted("fighter-hits", {"fighter": "Tony A", "where": "12 High", "shells": 1}),
            Noted("wounded", {"man": "Pilot", "name": "B", "wound": "seriously"}),
            Noted("wounded", {"man": "Pilot", "name": "B", "wound": "lightly"}),
            Noted("fighter-placed", {"fighter": "Tony B", "where": "6 Low"}),
        ),
    )
    papers = {sheet.title: sheet for sheet in view().mission_sheets(record)}
    assert ("State", "being flown") in papers["Mission log sheet: Flight 2"].rows
    assert papers["Attacks"].rows == (
        (2, 2, "Tony A", "12 High", "damaged by the CFC; 1 shell hit"),
        (2, 2, "Tony B", "6 Low", "no hits"),
    )
    assert papers["Crew so far"].rows == (("Pilot", "seriously wounded", None),)
    assert view().debrief_sheets(record)[0].rows == (("state", "still being flown"),)
    assert view().campaign_sheets([record])[0].rows == (("state", "no mission is finished yet"),)


def test_a_record_whose_log_is_lost_keeps_its_outcome() -> None:
    record = msgspec.structs.replace(TOUR[0], events=[])
    text = view().report("mission", [record])
    assert "End of the flight" in text
    assert "Enemy" not in view().report("debrief", [record])
    assert "Nothing is told of this flight." in view().report("story", [record])


def test_the_campaign_sheet_has_a_row_for_each_flight_and_the_ratings() -> None:
    papers = {sheet.title: sheet for sheet in view().campaign_sheets(TOUR)}
    state = campaign(TOUR[-1])
    log = papers["Campaign log sheet"]
    assert len(log.columns) == 13
    assert [row[0] for row in log.rows] == list(range(1, 13))
    ratings = tour.ratings(state)
    assert [row[0] for row in papers["Bombers"].rows] == [b.name for b in ratings.bombers]
    assert [row[3] for row in papers["Bombers"].rows] == [b.survival for b in ratings.bombers]
    assert [row[1] for row in papers["Men"].rows] == [m.name for m in ratings.men]
    assert ("Victories", state.victories) in papers["Standing of the campaign"].rows
    text = view().report("campaign", TOUR)
    assert "no  msn  bomber" in text
    whole = next(csv.DictReader(io.StringIO(view().report("campaign", TOUR, "csv").split("\n", 1)[1])))
    assert whole["flight"] == "1"
    assert whole["bomber"] == state.log[0].bomber


def test_a_complete_tour_names_the_winner() -> None:
    record = TOUR[-1]
    state = campaign(record)
    state.credited, state.victories, state.defeats = 35, 20, 4
    done = msgspec.structs.replace(record, campaign=msgspec.to_builtins(state, str_keys=True))
    text = view().report("campaign", [done])
    assert "Result of the campaign" in text
    assert "Won by             Twentieth Air Force" in text


def test_what_must_be_said_of_the_record_is_on_every_paper() -> None:
    record = msgspec.structs.replace(TOUR[0], undos=2, house="mine.toml", table_throws=3)
    for kind in ("debrief", "mission", "campaign"):
        text = view().report(kind, [record])
        assert "house rules, mine.toml" in text
        assert "2 steps were taken back past a die roll" in text
