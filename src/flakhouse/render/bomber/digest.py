"""A flight read back from its log: the turns with what is known of each, and what came before and after.

Sheets, story and the short log all stand on this, so that they say what the log says and nothing else. A game
subclasses `Turn` for what its turns have besides, and gives the class to `read`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Self, TypeVar

from flakhouse.core.events import Event, Noted
from flakhouse.render.bomber.facts import plain_level

__all__ = ["Flight", "Turn", "number", "read", "word"]


def word(event: Noted, fact: str) -> str:
    """A fact as a word; "" if the event has none."""
    return str(event.facts.get(fact, ""))


def number(event: Noted, fact: str) -> int:
    """A fact as a number; 0 if the event has none."""
    value = event.facts.get(fact, 0)
    return int(value) if isinstance(value, int) else 0


@dataclass
class Turn:
    """A turn of the flight. What the log does not say is empty or None."""

    #: Events from which on the log tells of a briefing: it does not begin in the middle of a flight.
    BRIEFING: ClassVar[frozenset[str]] = frozenset({"campaign-begun", "target"})
    #: Events of the debriefing and of the time after it.
    AFTER: ClassVar[frozenset[str]] = frozenset({"recovery", "mission-result", "new-bomber", "new-man"})
    #: Events that say that the enemy in the air did something.
    FIGHT: ClassVar[frozenset[str]] = frozenset({"fighter-placed", "fighter-driven-off", "collision"})
    #: Altitude and formation as the bomber takes off.
    ALTITUDE: ClassVar[str] = ""
    FORMATION: ClassVar[str] = ""

    number: int
    zone: int  # 0 is a base square
    leg: str
    begins: int = 0  # index of its first event
    why: str = ""  # of a turn spent in the same zone: turning, holding, slow
    altitude: str = ""
    weather: str = ""
    resistance: str = ""
    formation: str = ""
    events: list[Event] = field(default_factory=list)

    @classmethod
    def begun_by(cls, event: Noted, last: Self | None) -> Self | None:
        """The turn that begins with this event, with what it has from the one before; None if none begins.

        The take-off begins the first turn, in Zone 1; a `zone` of that turn after it begins no other.
        """
        if event.kind == "take-off":
            return cls(1, 1, "outbound", altitude=cls.ALTITUDE, formation=cls.FORMATION)
        if event.kind not in ("zone", "stay", "base"):
            return None
        turn = cls(
            number(event, "turn"), number(event, "zone"), word(event, "leg") or "inbound", why=word(event, "why")
        )
        if last is not None:
            if event.kind == "zone" and (turn.number, turn.zone) == (last.number, last.zone):
                return None
            turn.follow(last, event.kind == "stay")
        return turn

    def follow(self, last: Self, stays: bool) -> None:
        """What lasts from the turn before; `stays` if the bomber is still in the same zone."""
        self.altitude = last.altitude
        self.formation = last.formation
        if stays:
            self.weather = last.weather

    def learn(self, event: Noted) -> None:
        """What an event says of its turn."""
        kind = event.kind
        if kind == "weather":
            self.weather = word(event, "weather")
        elif kind == "altitude":
            self.altitude = word(event, "to")
        elif kind == "resistance":
            self.resistance = word(event, "level")
        elif kind in ("assembled", "rejoined"):
            self.formation = "in formation"
        elif kind == "left-formation":
            self.formation = "out of formation"
        elif kind == "disbanded":
            self.formation = ""

    def sky(self) -> str:
        """The weather, with what belongs to it."""
        return self.weather

    def fought(self) -> bool:
        """Whether anything came of the resistance met."""
        return any(isinstance(event, Noted) and event.kind in self.FIGHT for event in self.events)

    def has(self, kind: str) -> bool:
        """Whether an event of this kind fell in this turn."""
        return any(isinstance(event, Noted) and event.kind == kind for event in self.events)

    # ------------------------------------------------------------------ its heading

    def head(self, mark: str) -> str:
        """The heading of a turn that has gone by, from the log alone."""
        return mark.join(self.parts()) if self.number else ""

    def parts(self) -> list[str]:
        """The parts of the heading."""
        parts = [f"Turn {self.number}"]
        if self.zone:
            parts.append(f"Zone {self.zone} {self.leg}" + (f", {self.why}" if self.why else ""))
        else:
            parts.append("the base")
        if self.zone and self.altitude:
            parts.append(plain_level(self.altitude))
        return parts + [part for part in (self.sky(), self.formation) if part]


T = TypeVar("T", bound=Turn)
T_co = TypeVar("T_co", bound=Turn, covariant=True)


@dataclass
class Flight(Generic[T_co]):
    """A flight as its log tells it."""

    before: list[Event]
    turns: Sequence[T_co]
    after: list[Event]

    def noted(self, *kinds: str) -> list[Noted]:
        """All events of these kinds, in order."""
        events = [*self.before, *(e for turn in self.turns for e in turn.events), *self.after]
        return [event for event in events if isinstance(event, Noted) and event.kind in kinds]

    def first(self, kind: str) -> Noted | None:
        """The first event of a kind."""
        found = self.noted(kind)
        return found[0] if found else None


def read(events: Sequence[Event], turns: type[T]) -> Flight[T]:
    """Read a log, whole or so far, into turns of a game."""
    before: list[Event] = []
    found: list[T] = []
    after: list[Event] = []
    turn: T | None = None
    briefed = over = False
    for i, event in enumerate(events):
        if isinstance(event, Noted):
            over = over or event.kind in turns.AFTER
            briefed = briefed or event.kind in turns.BRIEFING
            if not over:
                new = turns.begun_by(event, turn)
                if new is None and turn is None and not briefed:
                    new = turns(0, 0, "")  # a flight begun from a position: the log does not say where
                if new is not None:
                    new.begins = i
                    turn = new
                    found.append(turn)
                if turn is not None:
                    turn.learn(event)
        if over:
            after.append(event)
        else:
            (before if turn is None else turn.events).append(event)
    return Flight(before, found, after)
