"""A raid read back from its log: the turns of its segments, each with the events that fell in it.

The short log, the log sheet and the story stand on this, so that they say what the log says and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flakhouse.core.events import Event, Noted
from flakhouse.render.bomber.digest import number, word

__all__ = ["BEGINS", "Turn", "clock", "read"]

#: Events with which a turn begins; the heading says what they say.
BEGINS = frozenset({"attack-begins", "attack-turn", "flight-turn", "naval-turn", "month", "denouement-begins"})
#: Events with which the debriefing begins.
_DEBRIEFING = frozenset({"alliances", "crew-fate", "judge", "outcome", "points", "trial", "weighed"})

_AFTER = "after the attack"


def clock(hour: str) -> str:
    """An hour of the track as a clock shows it: "14:00"."""
    return f"{hour[:2]}:{hour[2:]}" if len(hour) == 4 and hour.isdigit() else hour


@dataclass
class Turn:
    """A turn: of which segment, its heading, where it begins in the log, what happened in it."""

    segment: str = ""  # planning, naval, flight, attack, denouement, debriefing; "" before the first
    head: tuple[str, ...] = ()
    begins: int = 0
    city: str = ""
    events: list[Event] = field(default_factory=list)

    def title(self, mark: str) -> str:
        """Its heading on one line."""
        return mark.join(self.head)


def read(events: Sequence[Event]) -> list[Turn]:
    """Read a log, whole or so far, into turns."""
    turn = Turn()
    turns = [turn]
    before: Turn | None = None  # the Flight Turn an attack interrupts
    for i, event in enumerate(events):
        if isinstance(event, Noted):
            new = _begun_by(event, turn, i)
            if new is not None:
                if new.segment == "attack" and turn.segment != "attack":
                    before = turn
                turn = new
                turns.append(turn)
        turn.events.append(event)
        if isinstance(event, Noted) and event.kind == "attack-ends" and before is not None and before.segment:
            when = [part for part in before.head if not part.startswith(_AFTER)]
            turn = Turn(before.segment, (*when, f"{_AFTER} on {word(event, 'city')}"), i + 1)
            before = None
            turns.append(turn)
    return [t for t in turns if t.events]


def _begun_by(event: Noted, last: Turn, at: int) -> Turn | None:
    """The turn that begins with this event; None if none does."""
    kind = event.kind
    if kind == "attack-begins":
        city = word(event, "city")
        return Turn("attack", (f"{city} by {word(event, 'side')}",), at, city)
    if kind == "attack-turn":
        if last.segment != "attack":
            return Turn("attack", (f"Attack turn {number(event, 'turn')}",), at)
        if not any(isinstance(e, Noted) and e.kind == "attack-turn" for e in last.events):
            last.head = (last.head[0], f"Attack turn {number(event, 'turn')}")
            return None
        return Turn("attack", (last.head[0], f"Attack turn {number(event, 'turn')}"), at, last.city)
    if kind == "flight-turn":
        light = "night" if event.facts.get("night") else "day"
        return Turn(
            "flight", (f"Flight turn {number(event, 'turn')}", f"{clock(word(event, 'hour'))}, {light}"), at
        )
    if kind == "naval-turn":
        return Turn("naval", (f"Naval turn {word(event, 'turn')}", word(event, "area")), at)
    if kind == "month":
        return Turn("planning", (f"Planning, {word(event, 'month')} 1942",), at)
    if kind == "denouement-begins":
        return Turn("denouement", ("Denouement",), at)
    if kind in _DEBRIEFING and last.segment != "debriefing":
        return Turn("debriefing", ("Debriefing",), at)
    return None
