"""What became of the crews, as the debriefing of a raid with its Denouement notes it (1.3)."""

from __future__ import annotations

from collections.abc import Iterable

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.games.doolittle.words import Fate
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import word
from flakhouse.render.story.words import count, join, long_count

__all__ = ["counted", "crews", "leader", "wrecked"]

_LEADER = "(2344)"
_CRASH = "crash with survivors"
#: A crew's fate in a sentence about its pilot and it.
_SAID = {
    "safe": "came through",
    "captured": "are prisoners of the Japanese",
    "missing": "are missing",
    "killed": "are dead",
    "rescued": "were rescued",
    "interned": "are interned in the Soviet Union",
    "released": "were released by the Soviet Union",
    "left the story": "flew on out of this story",
}


def crews(events: Iterable[Event]) -> dict[str, str]:
    """The fates of the crews, by the names of their aircraft; nothing of a raid that has not come so far."""
    return {word(e, "b25"): word(e, "fate") for e in events if isinstance(e, Noted) and e.kind == "crew-fate"}


def wrecked(events: Iterable[Event]) -> list[str]:
    """14.1.2 The aircraft wrecked on landing, by a crash or by damage on top of damage, whose crews lived."""
    notes = [e for e in events if isinstance(e, Noted)]
    return [word(e, "b25") for e in notes if e.kind == "wrecked" or word(e, "result") == _CRASH]


def leader(events: Iterable[Event]) -> str:
    """What became of Doolittle, in a sentence; nothing if he never took off."""
    for name, fate in crews(events).items():
        if name.endswith(_LEADER):
            return f"{pilot_of(name)} and his crew {_SAID[fate]}."
    return ""


def counted(record: Record) -> str:
    """How many aircraft stood, were wrecked or burned, were down, were lost."""
    ends = (record.outcome or {}).get("fates")
    if not isinstance(ends, dict):
        return ""
    wrecks = len(wrecked(record.events))
    counts = {kind: sum(int(ends.get(fate, 0)) for fate in fates_of) for kind, fates_of in _ENDS.items()}
    counts["wrecked"], counts["burned"] = wrecks, counts["burned"] - wrecks
    found = [(counts[kind], words) for kind, words in _FATES.items() if counts[kind] > 0]
    noun = ["aircraft " if n == 0 else "" for n in range(len(found))]
    said = [long_count, *[count] * len(found)]  # a figure does not begin a sentence
    return join([f"{say(n)} {what}{words}" for (n, words), what, say in zip(found, noun, said, strict=False)])


_FATES = {
    "landed": "stood on the ground",
    "left": "had flown on",
    "wrecked": "had been wrecked on landing",
    "burned": "had been burned by the crew",
    "taken": "had been taken by the Japanese",
    "ditched": "had come down",
    "destroyed": "had been lost",
}
_ENDS = {
    "landed": (Fate.LANDED, Fate.CHUNGKING, Fate.INTERNED, Fate.HOME),
    "left": (Fate.LEFT,),
    "wrecked": (),
    "burned": (Fate.SCUTTLED,),
    "taken": (Fate.CAPTURED,),
    "ditched": (Fate.DITCHED,),
    "destroyed": (Fate.DESTROYED,),
}
