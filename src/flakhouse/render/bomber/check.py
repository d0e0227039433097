"""What a bomber's story must tell, read from the raw log; see render/story/check.py."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from flakhouse.core.events import Chosen, Event, Noted, Opened
from flakhouse.render.base import Record
from flakhouse.render.bomber import check_fights
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.memory import fallen, fresh, names, owed
from flakhouse.render.bomber.tale import TOLD_BY, TURNING
from flakhouse.render.story import check
from flakhouse.render.story.check import Must
from flakhouse.render.story.tell import Story

__all__ = ["faults"]

_DEAD = r"killed|died|dead|lost|went down with her|nobody"
_MEN = {
    "killed": _DEAD,
    "jump-killed": _DEAD,
    "down-with-plane": _DEAD,
    "lost-at-sea": _DEAD,
    "crushed": _DEAD,
    "wounded": r"wounded|hurt",
    "third-wound": r"third wound",
    "frostbitten": r"frostbitten|cold",
    "captured": r"prisoner",
    "rescued": r"picked up|prisoner",
    "jumped-safe": r"safely",
    "evaded-home": r"hidden",
    "take-off-injury": r"killed|hurt",
    "poisoned": r"eaten|food",
}
_OUT = frozenset({"feathered", "windmilling", "on fire", "burning", "runaway", "destroyed"})
_ENDS = {
    "landing": r"landed|came down|set her down|crashed|slid|landing",
    "ditched": r"sea",
    "bail-out": r"jump",
    "destroyed": r"destroyed",
    "out-of-control": r"out of control",
}
_WORDS = {
    **{kind: r"fire|out|flame|blow" for kind in ("fire", "tank-fire", "bay-tank-fire", "center-tank-fire")},
    "bombs-away": r"bombs",
    "bombs-hung": r"bombs",
    "takes-controls": r"flew",
    "abort": r"turned back|turn back",
    "mission-result": r"log",
    "out-of-fuel": r"fuel",
    "new-bomber": r".",
    "engine-runs-away": r"ran away|run away",
    "oil-gone": r"oil",
    "tank-explodes": r"blew up|exploded",
    "bombs-detonate": r"bombs",
    "wing-off": r"tor[en]",
    "recovery": r"fly again|died of|goe?s? home|war is over|gave",
    "new-man": r".",
    **_ENDS,
}
_DEATHS = frozenset({"killed", "jump-killed", "down-with-plane", "lost-at-sea", "crushed", "take-off-injury"})
#: Words that an event of their sentence must back.
_BACKED = {
    r"(?<!had )(?<!had been )\bkilled\b": _DEATHS | {"destroyed", "landing", "ditched", "landing-explosion"},
    r"\bwounded\b": frozenset({"wounded"}),
    r"\bprisoners?\b": frozenset({"captured"}),
    r"\bshot (it|him|the \w+|one)\b.* down|\bshot it down\b|\bbrought .*\bdown\b|\bshot down\b": frozenset(
        {"fighter-destroyed"}
    ),
    r"\bNo\. \d": frozenset(
        {"engine", "engine-runs-away", "engine-fire-out", "engine-burns", "oil-leak", "oil-gone",
         "propeller-bursts", "engine-burns-on", "not-feathered"}
    ),
    r"\bfrostbitten\b": frozenset({"frostbitten"}),
    r"\bpicked up\b": frozenset({"rescued"}),
    r"\bturned back\.": frozenset({"abort", "take-off-return", "abort-go-on"}),
    r"\bthe bombs\b": frozenset(
        {"bombs-away", "bombs-hung", "bombs-jettisoned", "bombs-detonate", "mission-result", "take-off-return",
         "left-formation", "always-off", "flight-ends", "abort", "no-bombs"}
    ),
}  # fmt: skip


def faults(story: Story, record: Record) -> list[str]:
    """Everything that is wrong with the story of a flight."""
    events = record.events
    musts = [must for at, event in enumerate(events) if isinstance(event, Noted) for must in _must(at, event)]
    kinds = {at: event.kind for at, event in enumerate(events) if isinstance(event, Noted)}
    kinds |= {at: f"{event.id}-{event.key}" for at, event in enumerate(events) if isinstance(event, Chosen)}
    found = check.faults(story, events, musts, blocks(events), _roster(record))
    found += _silent(story, record)
    found += _remembered(story, record)
    found += check.backed(story.lines(), kinds, _BACKED)
    found += _unharmed(story, kinds)
    found += check_fights.faults(story, events)
    found += _firsts(story, record)
    found += _rejoined(story, kinds)
    found += _turned_for(story, events)
    dropped = [at for at, kind in kinds.items() if kind == "bombs-jettisoned"]
    if dropped and not any(set(dropped) & set(line.events) for line in story.lines()):
        found.append("not told: bombs-jettisoned")
    if not any(kind in kinds.values() for kind in ("bombs-away", "bombs-hung", "bombs-jettisoned")):
        found += [
            f"bombs that never fell: {line.text}" for line in story.lines() if "bombs on target" in line.text
        ]
    return found


def _must(at: int, note: Noted) -> list[Must]:
    """What must be told of a note."""
    kind, name = note.kind, word(note, "name")
    if kind in _MEN:
        return [Must(at, f"{kind} {name}", (name,), _MEN[kind])]
    if kind == "fighter-destroyed":
        return [Must(at, f"{name} shot down {word(note, 'fighter')}", (name,), r"down|got")]
    if kind == "engine":
        out = word(note, "state") in _OUT
        return [Must(at, f"engine {word(note, 'engine')} {word(note, 'state')}", (), r"No\. \d")] if out else []
    if kind == "left-formation":
        return [Must(at, kind, (), "formation")] if note.facts.get("for_good") and _tells(note) else []
    if kind == "landing" and not re.search("safe$|^safe|Crew and B-29 safe", word(note, "result")):
        return [Must(at, f"{kind}: {word(note, 'result')}", (), r"hard|crashed|belly|burst")]
    return [Must(at, kind, (), _WORDS[kind])] if kind in _WORDS else []


def _tells(note: Noted) -> bool:
    """Leaving the formation is told by itself unless turning back, coming down or jumping tells it."""
    return word(note, "why") not in TURNING


def _crew(record: Record) -> list[dict[str, object]]:
    crew = (record.outcome or {}).get("crew")
    return [man for man in crew.values() if isinstance(man, dict)] if isinstance(crew, dict) else []


def _roster(record: Record) -> list[str]:
    """Everybody aboard."""
    return [*(str(man["name"]) for man in _crew(record)), *names(record)]


def _silent(story: Story, record: Record) -> list[str]:
    """Men who died with the bomber without a note of their own: named at its end."""
    own = _DEATHS | {"captured", "recovery"}
    noted = {word(e, "name") for e in record.events if isinstance(e, Noted) and e.kind in own}
    dead = [str(man["name"]) for man in _crew(record) if man.get("dead")]
    ends = ("destroyed", "landing-explosion", "landing", "ditched", "take-off-accident", "take-off-over")
    at = {n for n, e in enumerate(record.events) if isinstance(e, Noted) and e.kind in ends}
    told = " ".join(line.text for line in story.lines() if at & set(line.events))
    return [f"not told: {n} died" for n in dead if n not in noted and n.rsplit(" ", 1)[-1] not in told]


def _unharmed(story: Story, kinds: dict[int, str]) -> list[str]:
    """Attacks said to have done nothing in which the bomber was hit."""
    return [
        f"it was hit: {line.text}"
        for line in story.lines()
        if re.search(r"no harm|to nothing|[Nn]othing came|came and went|and missed", line.text)
        and not re.search(r"damage|did little|scratched", line.text)  # joined to one that hit
        and any(kinds.get(at) in ("fighter-hits", "flak-hits") for at in line.events)
    ]


def _turned_for(story: Story, events: Sequence[Event]) -> list[str]:
    """ "For that they turned back": what was told last is what the log gives as the cause."""
    found: list[str] = []
    lines = story.lines()
    for before, line in pairwise(lines):
        why = [
            word(e, "why").lower()
            for at in line.events
            if isinstance(e := events[at], Noted) and e.kind == "abort"
        ]
        if why and re.search(r"[Ff]or (that|it)\b", line.text):
            told = [at for at in before.events if isinstance(e := events[at], Noted) and "fighter-" not in e.kind]
            last = max(told, default=-1)
            causes = {kind for cause, kinds in TOLD_BY.items() if cause in why[0] for kind in kinds}
            if last < 0 or getattr(events[last], "kind", "") not in causes:
                found.append(f"turned back for another cause ({why[0]}): {before.text} {line.text}")
    return found


def _firsts(story: Story, record: Record) -> list[str]:
    """A tour has one first mission: one flown again, because it did not count, is no second."""
    text = " ".join(line.text for line in story.paragraphs[0]) if story.paragraphs else ""
    again = re.search(r"first mission(?! still owed| was still owed)", text)
    if fresh(record):
        return [] if re.search("new crew|training flight", text) or not text else [f"a new crew: {text}"]
    return [f"flown before: {text}"] if again and owed(record, 1) else []


def _rejoined(story: Story, kinds: dict[int, str]) -> list[str]:
    """A place in the formation found again that was never said to be lost."""
    found: list[str] = []
    lost = False
    for line in story.lines():
        told = {kinds.get(at) for at in line.events}
        lost = lost or "left-formation" in told
        if "rejoined" in told and not lost:
            found.append(f"never said to be lost: {line.text}")
    return found


def _remembered(story: Story, record: Record) -> list[str]:
    """What a story says of earlier deaths: of this flight, or of the tour."""
    killed = [word(e, "name") for e in record.events if isinstance(e, Noted) and e.kind == "killed"]
    tour = fallen(record)
    text = " ".join(story.texts())
    wrong = [n for n in re.findall(r"that had killed ([\w']+)", text) if not any(k.endswith(n) for k in killed)]
    wrong += [
        n for n in re.findall(r"where ([\w']+) had been killed", text) if not any(k.endswith(n) for k in tour)
    ]
    return [f"nobody of that name was killed: {name}" for name in wrong]


def blocks(events: Sequence[Event]) -> list[int]:
    """Which scene or pass each event belongs to: in one pass the order is free, and in the end of a flight."""
    found: list[int] = []
    block = 0
    fought, ended = True, False  # since fighters last came in
    for event in events:
        if isinstance(event, Noted) and event.kind in ("fighter-placed", "rammer-placed"):
            block += fought
            fought = False
        elif isinstance(event, Noted):
            fought = fought or event.kind in _FIRE
            if event.kind in ("mission-result", "recovery", "tour-complete") and not ended:
                block += 1
                ended = True
        elif isinstance(event, Opened) and event.kind not in _INSIDE:
            block += 1
            fought = True
        found.append(block)
    return found


_FIRE = frozenset(
    {"shot-misses", "spray-misses", "fighter-damaged", "fighter-destroyed", "fighter-misses", "fighter-hits"}
)
#: Scenes inside a pass, or inside the end of a flight.
_INSIDE = ("attack", "fighters", "bail-out", "landing", "ditching")
