"""The raid's story tells of luck and of what was shaken off; the verdict speaks of nothing that was not."""

from __future__ import annotations

import msgspec

from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.render.doolittle import sheets
from flakhouse.render.doolittle.deeds import deeds, fire, running
from tests.render.doolittle_raids import flown, view

_B25 = "Doolittle (2344)"


def _throw(*faces: int) -> Rolled:
    return Rolled("detonation", "Detonation Check", "4.9.3", faces, (), sum(faces), "", "", "")


def _hit(key: str) -> str:
    events: list[Event] = [
        _throw(1, 1),
        Chosen("re-roll", "2.3.7", "Again?", key, ""),
        _throw(6, 6),
        Noted("box-hit", {"b25": _B25, "box": "Tokyo Armory", "area": "Tokyo North"}, (2,)),
    ]
    return dict(deeds(events)[-1].words)["luck"]


def test_2_3_7_a_hit_by_dice_thrown_again_is_told_as_luck() -> None:
    assert _hit("all") == " by a stroke of luck"
    assert _hit("keep") == ""


def test_4_4_what_was_shaken_off_is_no_deed_of_its_own() -> None:
    facts: dict[str, Fact] = {"area": "Tokyo East", "hazard": "Flak 6-8", "stays": False, "clear": False}
    assert deeds([Noted("evaded-revealed", facts)]) == []
    assert [fire(hazard) for hazard in ("Interceptor 4-5", "Flak 6-8", "Panicked Streets")] == [
        "fighters",
        "flak",
        "",
    ]


def test_a_company_keeps_its_name() -> None:
    assert running("Nippon Electric Company") == "Nippon Electric Company"
    assert running("Oil Refinery") == "oil refinery"


def test_1_2_no_verdict_speaks_of_assigned_targets() -> None:
    words = CHARTS.charts["S-outcomes"].look_up("Success")
    note = Noted("outcome", {"score": 12, "name": "Success", "words": words})
    assert "Targets burned" in view().note_text(note, "brief")
    record = msgspec.structs.replace(flown(1), outcome={**(flown(1).outcome or {}), "verdict": words})
    assert "assigned" not in str(sheets.debrief(record, ()))


def test_1_3_the_campaigns_success_keeps_its_own_words() -> None:
    words = CHARTS.charts["verdicts"].words[1][3]
    note = Noted("outcome", {"score": 3, "name": "Success", "words": words})
    assert words in view().note_text(note, "brief")


#: What a judge may not say: his mark does not mean it.
_NOT_MEANT = ("crews came back", "most of the men", "A carrier traded", "No harm", "picket line", "one city")


def test_1_3_no_judge_says_more_than_his_mark_means() -> None:
    chart = CHARTS.charts["judges"]
    for row, judge in enumerate(chart.labels):
        for mark in range(-2, 3):
            note = Noted("judge", {"judge": judge, "mark": f"{mark:+d}", "words": chart.words[mark + 3][row]})
            said = view().note_text(note, "brief")
            assert not any(words in said for words in _NOT_MEANT), said


def test_1_3_the_sheet_of_the_judges_says_what_fits() -> None:
    record = flown(10, "b")
    army = {"measure": 2.0, "mark": 0, "words": CHARTS.charts["judges"].words[3][0]}
    outcome = {**(record.outcome or {}), "judges": {"Army": army}}
    found = sheets.debrief(msgspec.structs.replace(record, outcome=outcome), ())
    assert "Gains and losses balance" in str(found)
    assert "crews came back" not in str(found)


def test_1_2_one_point_is_no_points() -> None:
    outcome = Noted("outcome", {"score": 1, "name": "Mixed", "words": "Nobody agrees."})
    assert view().note_text(outcome, "brief").startswith("Debriefing: 1 point, Mixed.")
    points = Noted("points", {"what": "each different box hit", "count": 1, "points": 1})
    assert view().note_text(points, "full") == "Each different box hit: 1, 1 point."
