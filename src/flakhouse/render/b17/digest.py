"""A turn of a B-17 flight as its log tells it; see render/bomber/digest.py.

Over the target a turn has two parts, out and back, with waves of their own: here they are two turns of one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from flakhouse.core.events import Event, Noted
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.digest import number, word

__all__ = ["Flight", "Turn", "read"]

HIGH = "20,000 ft"
TURNING = "turning for home"


@dataclass
class Turn(digest.Turn):
    """A turn of the flight. What the log does not say is empty or None."""

    AFTER: ClassVar[frozenset[str]] = digest.Turn.AFTER | {"tour-complete", "bomber-retired", "bomber-flies-on"}
    FIGHT: ClassVar[frozenset[str]] = digest.Turn.FIGHT | {"fighter-stays-away", "wave-driven-off"}
    ALTITUDE: ClassVar[str] = HIGH
    FORMATION: ClassVar[str] = "in formation"

    cover: str = ""
    ends_formation: str = ""  # after the fighters; "" if it is as before them
    ends_altitude: str = ""

    @classmethod
    def begun_by(cls, event: Noted, last: Self | None) -> Self | None:
        """As in every game; but the take-off is no turn of its own, and turning for home begins a second part."""
        if event.kind == "turns-home":
            turn = cls(last.number if last else 0, number(event, "zone"), "inbound", why=TURNING)
            if last is not None:
                turn.follow(last, True)
            return turn
        found = super().begun_by(event, last)
        if found is not None and event.kind == "take-off":
            found.number = 0
        return found

    def follow(self, last: Self, stays: bool) -> None:
        """What lasts from the turn before: the cover too, in the same zone."""
        super().follow(last, stays)
        self.formation = last.ends_formation or last.formation
        self.altitude = last.ends_altitude or last.altitude
        if stays:
            self.cover = last.cover

    def learn(self, event: Noted) -> None:
        """What an event says of its turn. The heading has how the bomber met the fighters, not how it came out."""
        before = self.formation, self.altitude
        super().learn(event)
        if self.resistance:
            if self.formation != before[0]:
                self.ends_formation, self.formation = self.formation, before[0]
            if self.altitude != before[1]:
                self.ends_altitude, self.altitude = self.altitude, before[1]
        if event.kind == "cover":
            self.cover = word(event, "level")

    def parts(self) -> list[str]:
        """The parts of the heading; what is as usual is left out: the altitude, and fighters told of below it."""
        place = f"Zone {self.zone} {self.leg}"
        if self.why == TURNING:
            place = f"Zone {self.zone}, {self.why}"
        elif self.why:
            place += f" again ({self.why})"
        parts = [
            f"Turn {self.number}",
            place,
            "" if self.altitude == HIGH else self.altitude,
            f"weather {self.weather.lower()}" if self.weather else "",
            self.formation,
            cover_text(self.cover) if self.cover else "",
            "no fighters" if self.resistance == "none" else "",
        ]
        return [part for part in parts if part]


def cover_text(level: str) -> str:
    """The fighter cover in a heading: "cover good", "no cover"."""
    return "no cover" if level == "None" else f"cover {level.lower()}"


Flight = digest.Flight[Turn]


def read(events: Sequence[Event]) -> Flight:
    """Read a log, whole or so far."""
    return digest.read(events, Turn)
