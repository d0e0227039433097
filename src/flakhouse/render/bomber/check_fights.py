"""What a story says of fighters and blows, against the raw log.

The order of each fighter's deeds, whom "it" means, whether what "did little" did no harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from flakhouse.core.events import Event, Noted, Opened
from flakhouse.render.bomber.digest import word
from flakhouse.render.story.tell import Line, Story
from flakhouse.render.story.words import count, long_count

__all__ = ["faults"]

_DEEDS = frozenset(
    {"fighter-placed", "rammer-placed", "fighter-damaged", "fighter-destroyed", "fighter-breaks-off",
     "fighter-misses", "ram-misses", "fighter-hits"}
)  # fmt: skip
#: "It" and "him" for a fighter, where the sentence itself has not named it before.
_PRONOUN = re.compile(
    r"(?:\b(?:shot|brought|got|hit) (?:it|him)\b"
    r"|^(?:Then )?(?:it|he) (?:came|missed|hit|scratched|damaged|killed|wounded|badly|put|knocked|cut|set)\b"
    r"|^(?:Then )?(?:its|his) fire\b)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:ace|fighter|Focke-Wulf|Messerschmitt|the one|one of|other|another|first|second|third|"
    r"Tony|George|Frank|Zeke|Oscar|Nick|Jack|Tojo|Irving|Dinah)\b"
)
_LITTLE = re.compile(r"did little|scratched them|some holes")
_BLOWS = frozenset({"fighter-hits", "flak-hits"})
#: Notes after a blow that say no harm was done, or that belong to something else.
_HARMLESS = frozenset(
    {"superficial", "no-effect", "shells-strike", "walking-hits", "hole-holds", "tank-sealed", "oil-sealed",
     "engine-unharmed", "no-fire", "engine-no-fire", "no-frostbite", "bombs-hold", "wreck-holds", "oxygen-hit",
     "oxygen-containers-hit", "utility-duct-hit", "roll-again", "rabbits-foot", "near-miss", "new-ace",
     "engine-dead", "tank-leaks-already", "tank-leaked-before"}
)  # fmt: skip
_NEXT = _DEEDS | {
    "fighter-returns", "fighter-leaves", "fighter-driven-off", "fighter-stays-away", "fighter-feints",
    "fighter-outrun", "shot-misses", "spray-misses", "gun-jams", "gun-tried", "gun-cleared", "gun-broken", "wave",
    "wave-driven-off", "flak", "flak-misses", "flak-hits", "over-target", "bombs-away", "zone", "stay", "base",
    "turns-home", "abort", "resistance", "altitude", "depressurized", "repressurized", "moves", "takes-station",
    "formation-disrupted", "left-formation", "carried", "bombs-jettisoned",
}  # fmt: skip


_MET = frozenset(
    {"fighter-placed", "rammer-placed", "fighter-driven-off", "fighter-feints", "fighter-outrun",
     "fighter-stays-away", "wave", "wave-driven-off"}
)  # fmt: skip


def faults(story: Story, events: Sequence[Event]) -> list[str]:
    """Everything wrong with what is said of fighters and blows."""
    lines = story.lines()
    fighters = {at: word(e, "fighter") for at, e in enumerate(events) if isinstance(e, Noted) and e.kind in _DEEDS}
    return [
        *_order(lines, fighters),
        *_meant(lines, fighters),
        *_belittled(lines, events),
        *_more(lines, events),
        *_invented(lines, events),
        *_they(lines, events),
    ]


def _order(lines: Sequence[Line], fighters: Mapping[int, str]) -> list[str]:
    """A fighter's deeds are told as they happened: one that was shot down does not fire afterwards."""
    found: list[str] = []
    last: dict[str, int] = {}
    for line in lines:
        mine = sorted(at for at in line.events if at in fighters)
        for at in mine:
            if at < last.get(fighters[at], -1):
                found.append(f"told after what came later: {line.text}")
        for at in mine:
            last[fighters[at]] = max(last.get(fighters[at], -1), at)
    return found


def _meant(lines: Sequence[Line], fighters: Mapping[int, str]) -> list[str]:
    """ "It" is the fighter of the sentence before."""
    found: list[str] = []
    before: set[str] = set()
    for line in lines:
        mine = {fighters[at] for at in line.events if at in fighters}
        said = _PRONOUN.search(line.text)
        if mine and said and not _NAMED.search(line.text[: said.start()]) and not mine & before:
            found.append(f"who is {said[0]!r}: {line.text}")
        before = mine or (before if re.match(r"(Then t|T)he same (fire|pass)", line.text) else set())
    return found


def _belittled(lines: Sequence[Line], events: Sequence[Event]) -> list[str]:
    """Blows that are said to have done little, and did harm."""
    found: list[str] = []
    for line in lines:
        noted = [(at, events[at]) for at in line.events if 0 <= at < len(events)]
        blows = [at for at, event in noted if isinstance(event, Noted) and event.kind in _BLOWS]
        harms = [harm for at in blows if (harm := _harm(events, at))]
        if harms and len(blows) - len(harms) < len(_LITTLE.findall(line.text)):
            found.append(f"it did harm ({', '.join(harms)}): {line.text}")
    return found


_THEIRS = frozenset({"fighter-driven-off", "wave-driven-off", "fighter-placed", "fighter-misses"})


def _they(lines: Sequence[Line], events: Sequence[Event]) -> list[str]:
    """ "They" for the crew after a sentence about fighters alone."""
    found: list[str] = []
    for before, line in pairwise(lines):
        told = {getattr(events[at], "kind", "") for at in before.events if 0 <= at < len(events)}
        if line.text.startswith("They ") and told and told <= _THEIRS:
            found.append(f"who are they: {before.text} {line.text}")
    return found


_HIT = re.compile(r"([\w-]+)(?: of [\w-]+)?(?: more)? attacks (?:hit|left)", re.IGNORECASE)


def _invented(lines: Sequence[Line], events: Sequence[Event]) -> list[str]:
    """More attacks said to have hit than the log has."""
    found: list[str] = []
    for line in lines:
        blows = sum(getattr(events[at], "kind", "") == "fighter-hits" for at in line.events if at >= 0)
        said = _HIT.search(line.text)
        if said and said[1].lower() not in (count(blows), long_count(blows)):
            found.append(f"{blows} hit: {line.text}")
    return found


def _harm(events: Sequence[Event], at: int) -> str:
    """The first thing a blow broke; "" if none."""
    for event in events[at + 1 :]:
        if isinstance(event, Opened) or (isinstance(event, Noted) and event.kind in _NEXT):
            return ""
        if isinstance(event, Noted) and event.kind not in _HARMLESS:
            return event.kind
    return ""


#: What a story says of quiet, and how far that reaches: out of a zone, to the target, home.
_DENIED = (
    (re.compile(r"no fighters?\b.*\b(first leg|at first)|first leg they saw no", re.IGNORECASE), "first"),
    (
        re.compile(r"no fighters?\b.*(until|before) (?!the target)|^as far as .* no fighter", re.IGNORECASE),
        "until",
    ),
    (re.compile(r"no fighters?\b.*(on the way out|before the target)", re.IGNORECASE), "out"),
    (re.compile(r"no fighters?\b.*on the way home|on the way home they saw no fighters", re.IGNORECASE), "home"),
    (re.compile(r"no more fighters", re.IGNORECASE), "home"),
)


def _more(lines: Sequence[Line], events: Sequence[Event]) -> list[str]:
    """ "No more fighters" where none had been, and "no fighter" on a way on which some were met or kept off."""
    notes = [(at, e) for at, e in enumerate(events) if isinstance(e, Noted)]
    met = [at for at, note in notes if note.kind in _MET]
    zones = [at for at, note in notes if note.kind == "zone"]
    out = next((at for at, note in notes if _turned(note)), len(events))
    back = next((at for at, note in notes if _homeward(note)), len(events))
    said = [line for line in lines if re.search(r"no more fighters", line.text, re.IGNORECASE)]
    found = [] if met else [f"there had been none: {line.text}" for line in said]
    target = next((note.facts.get("zone") for _, note in notes if note.kind == "target"), 0)
    there = next((at for at in zones if getattr(events[at], "facts", {}).get("zone") == target), out)
    reach = {"first": (zones[1:2] or [out])[0], "until": min(there, out), "out": out, "home": len(events)}
    for line in lines:
        ways = [way for pattern, way in _DENIED if pattern.search(line.text)]
        if any((back if way == "home" else 0) <= at < reach[way] for way in ways for at in met):
            found.append(f"there were some: {line.text}")
    return found


def _homeward(note: Noted) -> bool:
    """Whether the bomber is on its way home."""
    return note.kind in ("turns-home", "base") or word(note, "leg") == "inbound"


def _turned(note: Noted) -> bool:
    """Whether the bomber is on its way home, or over its target."""
    return note.kind in ("over-target", "abort") or _homeward(note)
