"""A flight read back from its log: the turns with what is known of each, and what came before and after.

Sheets, story and the short log all stand on this, so that they say what the log says and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flakhouse.core.events import Event, Noted

__all__ = ["AFTER", "FIGHT", "Flight", "Turn", "number", "read", "word"]

#: Events of the debriefing and of the time after it.
AFTER = frozenset(
    {
        "recovery",
        "city-damage",
        "city-bombed-out",
        "city-struck",
        "mission-result",
        "new-bomber",
        "new-man",
    }
)
#: Events that say that the enemy in the air, or a friend's guns, did something.
FIGHT = frozenset(
    {
        "fighter-placed",
        "rammer-placed",
        "fighter-outrun",
        "fighter-driven-off",
        "fighter-feints",
        "rockets",
        "air-bombs",
        "friendly-fire",
        "formation-casualties",
        "collision",
        "baka-misses",
        "baka-strikes",
        "night-fighter-seen",
        "night-fighter-unseen",
    }
)


def word(event: Noted, fact: str) -> str:
    """A fact as a word; "" if the event has none."""
    return str(event.facts.get(fact, ""))


def number(event: Noted, fact: str) -> int:
    """A fact as a number; 0 if the event has none."""
    value = event.facts.get(fact, 0)
    return int(value) if isinstance(value, int) else 0


@dataclass(slots=True)
class Turn:
    """A turn of the flight. What the log does not say is empty or None."""

    number: int
    zone: int
    leg: str
    begins: int = 0  # index of its first event
    why: str = ""  # of a turn spent in the same zone: turning, holding, slow
    altitude: str = ""
    weather: str = ""
    off_course: bool | None = None
    resistance: str = ""
    wing: int | None = None  # fuel boxes at the end of the turn
    bays: int | None = None
    formation: str = ""
    events: list[Event] = field(default_factory=list)

    def fought(self) -> bool:
        """Whether anything came of the resistance met."""
        return any(isinstance(event, Noted) and event.kind in FIGHT for event in self.events)


@dataclass(slots=True)
class Flight:
    """A flight as its log tells it."""

    before: list[Event] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    after: list[Event] = field(default_factory=list)

    def noted(self, *kinds: str) -> list[Noted]:
        """All events of these kinds, in order."""
        events = [*self.before, *(e for turn in self.turns for e in turn.events), *self.after]
        return [event for event in events if isinstance(event, Noted) and event.kind in kinds]

    def first(self, kind: str) -> Noted | None:
        """The first event of a kind."""
        found = self.noted(kind)
        return found[0] if found else None


def read(events: Sequence[Event]) -> Flight:
    """Read a log, whole or so far."""
    flight = Flight()
    turn: Turn | None = None
    briefed = over = False
    for i, event in enumerate(events):
        if isinstance(event, Noted):
            over = over or event.kind in AFTER
            briefed = briefed or event.kind in _BRIEFING
            if not over:
                new = _begins(event, turn)
                if new is None and turn is None and not briefed:
                    new = Turn(0, 0, "")  # a flight begun from a position: the log does not say where
                if new is not None:
                    new.begins = i
                    turn = new
                    flight.turns.append(turn)
                if turn is not None:
                    _learn(turn, event)
        if over:
            flight.after.append(event)
        else:
            (flight.before if turn is None else turn.events).append(event)
    return flight


_BRIEFING = frozenset({"campaign-begun", "target-rerolled", "target-bombed-out", "target"})


def _begins(event: Noted, last: Turn | None) -> Turn | None:
    """The turn that begins with this event, with what it has from the one before."""
    if event.kind == "take-off":
        return Turn(1, 1, "outbound", altitude="LO")
    if event.kind not in ("zone", "stay", "base"):
        return None
    leg = word(event, "leg") or "inbound"
    turn = Turn(number(event, "turn"), number(event, "zone"), leg, why=word(event, "why"))
    if last is not None:
        turn.altitude = last.altitude
        turn.off_course = last.off_course if event.kind == "stay" else False  # else it is noted anew
        turn.wing, turn.bays = last.wing, last.bays
        turn.formation = last.formation
        if event.kind == "stay":
            turn.weather = last.weather
    return turn


def _learn(turn: Turn, event: Noted) -> None:
    """What an event says of its turn."""
    kind = event.kind
    if kind == "weather":
        turn.weather = word(event, "weather") + (", jet stream" if event.facts.get("jet") else "")
    elif kind == "altitude":
        turn.altitude = word(event, "to")
    elif kind in ("off-course", "on-course"):
        turn.off_course = kind == "off-course"
    elif kind == "resistance":
        turn.resistance = word(event, "level")
    elif kind == "fuel":
        turn.wing, turn.bays = number(event, "wing"), number(event, "bays")
    elif kind in ("fuel-leak", "fuel-restored"):
        turn.wing = number(event, "wing")
    elif kind in ("assembled", "rejoined"):
        turn.formation = "in formation"
    elif kind == "left-formation":
        turn.formation = "out of formation"
    elif kind == "disbanded":
        turn.formation = ""
