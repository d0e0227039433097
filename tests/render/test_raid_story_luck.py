"""The raid's story tells of luck and of what was shaken off; the verdict speaks of nothing that was not."""

from __future__ import annotations

from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.render.doolittle.deeds import deeds, fire, running
from flakhouse.render.doolittle.parts import verdict
from tests.render.doolittle_raids import view

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
    note = Noted("outcome", {"score": 12, "name": "Success", "words": "The assigned targets burned."})
    assert "assigned" not in view().note_text(note, "brief")
    assert verdict("Triumph", "Far beyond the briefing.") == "Far beyond the briefing."
