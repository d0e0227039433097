"""B-17 debriefing, mission chart and campaign record, in four formats."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from flakhouse.core.events import Event, Noted
from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17.state import Campaign
from flakhouse.games.b17.words import Result
from flakhouse.render.b17 import digest
from flakhouse.render.base import FORMATS, KINDS, Record
from tests.render.b17_flights import flown, many, view

TOUR = flown("sheets", missions=14)


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
            assert "position Bombardier; name" not in text  # a list of men that fits no line


def test_the_debriefing_says_what_came_of_it() -> None:
    for record in many():
        rows = {row[0]: row[1] for row in view().debrief_sheets(record)[0].rows}
        outcome = record.outcome
        assert outcome is not None
        flight = digest.read(record.events)
        assert rows["Result"] in [result.value for result in Result]
        assert (rows["Credit"] == "counts") == outcome["credited"]
        shot = len(flight.noted("fighter-destroyed"))
        assert (f"{shot} shot down" in str(rows["Enemy"])) == bool(shot or flight.noted("fighter-placed"))
        men = msgspec.convert(outcome["crew"], dict[str, dict[str, object]])
        lost = [p for p, man in men.items() if man["fate"] != "on duty"]
        papers = view().debrief_sheets(record)
        named = [row[0] for row in papers[1].rows] if len(papers) > 1 else []
        assert set(lost) <= set(named)
        assert str(rows["Tour"]).startswith(f"{campaign(record).credited} of 25 missions")
        if outcome["bombs"] is None:
            assert rows["Bombs"] == "none dropped on a bomb run"
        else:
            assert rows["Bombs"] == f"{outcome['bombs']}, {outcome['percent']} percent"


def test_the_mission_chart_holds_every_turn_and_every_attack() -> None:
    for record in many():
        flight = digest.read(record.events)
        papers = {sheet.title: sheet for sheet in view().mission_sheets(record)}
        turns = [turn.number for turn in flight.turns if turn.number]
        assert [row[0] for row in papers["Zones"].rows] == turns
        assert turns == sorted(turns)
        assert record.outcome is not None
        assert turns[-1] == record.outcome["turns"]
        attacks = flight.noted("fighter-placed")
        assert len(papers["Attacks"].rows if attacks else ()) == len(attacks)
        assert len(papers["Crew"].rows) == 10


def test_the_zones_show_formation_cover_and_waves() -> None:
    events: list[Event] = [
        Noted("take-off", {}),
        Noted("zone", {"turn": 1, "zone": 2, "leg": "outbound"}),
        Noted("cover", {"level": "Fair", "zone": 2}),
        Noted("resistance", {"level": "2 waves", "zone": 2}),
    ]
    record = Record(game="b17", number=1, seed="x", options={}, events=list(events))
    zones = next(sheet for sheet in view().mission_sheets(record) if sheet.title == "Zones")
    assert zones.rows == ((1, 2, "out", "20,000 ft", "", "in", "Fair", "2", ""),)


def test_the_campaign_record_holds_every_flight_and_the_ratings() -> None:
    state = campaign(TOUR[-1])
    papers = {sheet.title: sheet for sheet in view().campaign_sheets(list(TOUR))}
    assert len(papers["Campaign log sheet"].rows) == state.flights == 14
    rated = tour.ratings(state)
    assert [row[3] for row in papers["Bombers"].rows] == [bomber.survival for bomber in rated.bombers]
    assert [row[4] for row in papers["Men"].rows] == [man.survival for man in rated.men]
    assert ("Missions credited", f"{state.credited} of 25") in papers["Standing of the campaign"].rows


def test_rabbits_feet_saved_up_are_on_the_record() -> None:
    record = TOUR[-1]
    state = campaign(record)
    state.rabbits_feet = 2
    with_feet = msgspec.structs.replace(record, campaign=msgspec.to_builtins(state, str_keys=True))
    papers = {sheet.title: sheet for sheet in view().campaign_sheets([with_feet])}
    assert papers["Luck"].rows == (("Rabbit's feet saved up", 2),)


def test_the_debriefing_as_json_keeps_its_labels() -> None:
    record = many()[0]
    (first, *_) = msgspec.json.decode(view().report("debrief", [record], "json"))
    items = [row["item"] for row in first["rows"]]
    assert items[:2] == ["Result", "Target"]
    assert all(row["entry"] for row in first["rows"])


def test_a_man_who_evaded_is_among_the_men_of_the_debriefing() -> None:
    found = 0
    for record in many():
        for event in digest.read(record.events).noted("evaded-home"):
            fates = {row[0]: str(row[2]) for row in view().debrief_sheets(record)[1].rows}
            assert "evaded capture" in fates[str(event.facts["man"])]
            found += 1
    assert found


def test_nothing_finished_yet() -> None:
    record = Record(game="b17", number=1, seed="x", options={})
    assert "no mission is finished yet" in view().report("campaign", [record])
    assert "still being flown" in view().report("debrief", [record])


def test_a_flight_has_one_number_everywhere_and_missions_are_those_credited() -> None:
    """With flights that did not count: title, debriefing and mission sheet say the flight's own number."""
    records = flown("many 0", missions=20)
    uncredited = 0
    for record in records:
        assert view().title(record.number, record.events).split(": ")[0].endswith(f", flight {record.number}")
        debrief = view().debrief_sheets(record)[0]
        assert debrief.title.endswith(f", Flight {record.number}")
        assert view().mission_sheets(record)[0].title.endswith(f": Flight {record.number}")
        told = {row[0]: str(row[1]) for row in debrief.rows}
        uncredited += told["Credit"] != "counts"
        assert told["Tour"].startswith(f"{record.number - uncredited} of 25 missions credited")
    assert uncredited


def test_every_wave_has_fighters_of_its_own() -> None:
    """A later Me109 A was driven off; the first one fired and missed."""
    wave = Noted("wave", {"fighters": 1, "extra": False})
    events: list[Event] = [
        Noted("target", {"city": "Brest", "type": "U-Boats", "zone": 5, "mission": 1, "bomber": "Patches"}),
        Noted("take-off", {}),
        Noted("zone", {"turn": 1, "zone": 2, "leg": "outbound"}),
        wave,
        Noted("fighter-placed", {"fighter": "Me109 A", "where": "12 Level", "again": False}),
        Noted("fighter-misses", {"fighter": "Me109 A"}),
        wave,
        Noted("fighter-driven-off", {"fighter": "Me109 A", "type": "Me109", "by": "escort", "again": False}),
        Noted("fighter-placed", {"fighter": "Me109 B", "where": "12 High", "again": False}),
        Noted("fighter-driven-off", {"fighter": "Me109 B", "type": "Me109", "by": "escort", "again": True}),
    ]
    record = Record(game="b17", number=1, seed="", options={}, events=events)
    papers = {sheet.title: sheet for sheet in view().mission_sheets(record)}
    assert papers["Attacks"].rows == (
        (1, 2, 1, "Me109 A", "12 Level", "no hits"),
        (1, 2, 2, "Me109 B", "12 High", "driven off by the escort"),
    )


def test_a_burst_that_broke_nothing_is_a_hit_taken() -> None:
    record = next(record for record in many() if not digest.read(record.events).noted("flak-hits", "fighter-hits"))
    burst = Noted("flak-hits", {"hits": 1, "sections": 0, "places": "nothing but skin"})
    at = next(n for n, e in enumerate(record.events) if isinstance(e, Noted) and e.kind == "mission-result")
    hit = msgspec.structs.replace(record, events=[*record.events[:at], burst, *record.events[at:]])
    two = Noted("flak-hits", {"hits": 1, "sections": 2, "places": "Nose, Waist"})
    broke = msgspec.structs.replace(record, events=[*record.events[:at], two, *record.events[at:]])
    shell = Noted("fighter-hits", {"fighter": "Me109 A", "where": "12 High", "shells": 1, "sum": ""})
    fire = [shell, Noted("walking-hits", {"fighter": "Me109 A"})]
    walked = msgspec.structs.replace(record, events=[*record.events[:at], *fire, *record.events[at:]])
    for flight, said in (
        (record, "none by shells or flak"),
        (hit, "1 burst of flak, which broke nothing"),
        (broke, "1 burst of flak in 2 places"),
        (walked, "1 shell, fire that walked over the whole bomber once"),
    ):
        rows = {row[0]: row[1] for row in view().debrief_sheets(flight)[0].rows}
        assert rows["Hits taken"] == said
