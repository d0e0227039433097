"""What the raid's story must tell, read from the raw log; see render/story/check.py."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.story import check
from flakhouse.render.story.check import Must
from flakhouse.render.story.tell import Story

__all__ = ["faults"]

#: Notes about an aircraft or its crew that are told, and a word of theirs.
_AIRCRAFT = {
    "box-hit": r"hit",
    "box-missed": r"missed",
    "area-hit": r"dropped",
    "damaged": r"damaged",
    "destroyed": r"lost",
    "ditched": r"came down",
    "left-behind": r"too long",
    "training-crash": r"crashed",
    "burnt": r"burned",
    "crew-captured": r"Japanese hands",
    "crew-rescued": r"picked up",
    "trial": r"trial",
    "korea": r"Korea",
    "lands": r"landed|crashed",
}
_OTHERS = {
    "ship-sunk": r"sunk",
    "ship-damaged": r"damaged",
    "landed": r"reached",
    "attack-begins": r"[Oo]ver",
    "launch": r"launch",
    "sails": r"put to sea",
    "jettison": r"dropped",
    "outcome": r"debriefing",
    "naval-ended": r"voyage",
}
_CHECKED = {"missing": r"never seen again", "in China, wounded": r"wounded", "in China, fit": r"unhurt"}
#: 4.6.3 Notes of something that was fired at a B-25 over a city.
_SHOTS = frozenset({"flak", "interceptor", "blow"})
_BACKED = {
    r"\blost to\b": frozenset({"destroyed"}),
    r"\bhit (the|it|her|them)\b": frozenset({"box-hit"}),
    r"\bdamaged [A-Z]": frozenset({"damaged"}),
    r"\bcame down\b": frozenset({"ditched"}),
    r"\bJapanese hands\b": frozenset({"crew-captured"}),
    r"\bstood trial\b": frozenset({"trial"}),
    r"\bnever seen again\b": frozenset({"ditched-check"}),
    r"\bsank a picket boat\b": frozenset({"boat"}),
    r"\bJapan was warned\b": frozenset({"alert"}),
    r"\bsunk by\b": frozenset({"ship-sunk"}),
}


def faults(story: Story, record: Record) -> list[str]:
    """Everything that is wrong with the story of a raid."""
    events = record.events
    kinds = {at: event.kind for at, event in enumerate(events) if isinstance(event, Noted)}
    musts = [must for at, event in enumerate(events) if isinstance(event, Noted) for must in _must(at, event)]
    wrecked = {word(event, "b25") for event in events if isinstance(event, Noted) and event.kind == "wrecked"}
    for at, event in enumerate(events):
        if isinstance(event, Noted) and event.kind == "lands" and word(event, "b25") in wrecked:
            musts.append(Must(at, f"wrecked {word(event, 'b25')}", (pilot_of(word(event, "b25")),), r"wrecked"))
    planes = (record.outcome or {}).get("b25s")
    pilots = [str(plane.get("pilot")) for plane in planes.values()] if isinstance(planes, dict) else []
    found = check.faults(story, events, musts, range(len(events)), pilots)
    return found + check.backed(story.lines(), kinds, _BACKED) + _carrier(story, events) + _shot_at(story, events)


def _shot_at(story: Story, events: Sequence[Event]) -> list[str]:
    """4.6.3 Who is said to have come through fire over a city was fired at there: each by name, or all of them."""
    found: list[str] = []
    for line in story.lines():
        told = re.search(r"came through \w|got away from|\bThrough |though [a-z ,]+ met (.*)", line.text)
        if told is None or not line.events:
            continue
        begun = max((n for n in range(line.events[-1]) if _noted(events[n], "attack-begins")), default=None)
        if begun is None:
            continue
        part = [event for event in events[begun : line.events[-1]] if isinstance(event, Noted)]
        shot = {pilot_of(word(note, "b25")) for note in part if note.kind in _SHOTS}
        there = {pilot_of(word(note, "b25")) for note in part if note.kind == "enters"}
        named = {pilot for pilot in there if re.search(rf"\b{re.escape(pilot)}\b", told[1] or "")} or there
        found += [f"nobody fired at {pilot}: {line.text}" for pilot in sorted(named - shot)]
    return found


def _noted(event: Event, kind: str) -> bool:
    return isinstance(event, Noted) and event.kind == kind


def _carrier(story: Story, events: Sequence[Event]) -> list[str]:
    """4.6.3 A carrier that counts as hit is told as hit, by her name."""
    notes = [event for event in events if isinstance(event, Noted)]
    counted = [note for note in notes if note.kind == "points" and "carrier hit" in word(note, "what")]
    if not any(number(note, "count") for note in counted):
        return []
    told = r"hit the carrier \w+|hit was the carrier \w+|hit it\b.*|hit her\b"
    named = any("carrier" in line.text and re.search(told, line.text) for line in story.lines())
    return [] if named else ["not told: a carrier was hit"]


def _must(at: int, note: Noted) -> list[Must]:
    kind = note.kind
    if kind == "boat" and word(note, "what") == "destroy" and note.facts.get("gone"):
        return [Must(at, kind, (), r"sank")]
    if kind in _AIRCRAFT:
        return [Must(at, f"{kind} {word(note, 'b25')}", (pilot_of(word(note, "b25")),), _AIRCRAFT[kind])]
    if kind == "ditched-check" and word(note, "result") in _CHECKED:
        return [Must(at, kind, (pilot_of(word(note, "b25")),), _CHECKED[word(note, "result")])]
    if kind == "close-call" and word(note, "result") == "crew killed":
        return [Must(at, kind, (pilot_of(word(note, "b25")),), r"killed")]
    return [Must(at, kind, (), _OTHERS[kind])] if kind in _OTHERS else []
