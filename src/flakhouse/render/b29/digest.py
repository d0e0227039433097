"""A turn of a B-29 flight as its log tells it; see render/bomber/digest.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from flakhouse.core.events import Event, Noted
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.digest import number

__all__ = ["Flight", "Turn", "jet_stream", "read"]


def jet_stream(weather: Noted) -> str:
    """4-2 What is said of the jet stream behind the weather; it counts at HI only."""
    if weather.facts.get("jet"):
        return ", jet stream"
    return ", jet stream above" if weather.facts.get("above") else ""


@dataclass
class Turn(digest.Turn):
    """A turn of the flight. What the log does not say is empty or None."""

    BRIEFING: ClassVar[frozenset[str]] = digest.Turn.BRIEFING | {"target-rerolled", "target-bombed-out"}
    AFTER: ClassVar[frozenset[str]] = digest.Turn.AFTER | {"city-damage", "city-bombed-out", "city-struck"}
    #: A friend's guns count too.
    FIGHT: ClassVar[frozenset[str]] = digest.Turn.FIGHT | {
        "rammer-placed",
        "fighter-outrun",
        "fighter-feints",
        "rockets",
        "air-bombs",
        "friendly-fire",
        "formation-casualties",
        "baka-misses",
        "baka-strikes",
        "night-fighter-seen",
        "night-fighter-unseen",
    }
    ALTITUDE: ClassVar[str] = "LO"

    off_course: bool | None = None
    wing: int | None = None  # fuel boxes at the end of the turn
    bays: int | None = None
    wind: str = ""  # the jet stream blows, here or above (4-2)

    def follow(self, last: Self, stays: bool) -> None:
        """What lasts from the turn before: fuel too; a new zone is on course until it is noted otherwise."""
        super().follow(last, stays)
        self.wind = last.wind if stays else ""
        self.off_course = last.off_course if stays else False
        self.wing, self.bays = last.wing, last.bays

    def sky(self) -> str:
        """The weather, and the jet stream."""
        return f"{self.weather}{self.wind}" if self.weather else ""

    def learn(self, event: Noted) -> None:
        """What an event says of its turn."""
        super().learn(event)
        kind = event.kind
        if kind == "weather":
            self.wind = jet_stream(event)
        elif kind in ("off-course", "on-course"):
            self.off_course = kind == "off-course"
        elif kind == "fuel":
            self.wing, self.bays = number(event, "wing"), number(event, "bays")
        elif kind in ("fuel-leak", "fuel-restored"):
            self.wing = number(event, "wing")

    def parts(self) -> list[str]:
        """The parts of the heading, with course and fuel."""
        parts = super().parts()
        if self.off_course and self.zone:
            parts.append("Off Course")
        if self.wing is not None:
            parts.append(f"fuel {self.wing}+{self.bays}" if self.bays else f"fuel {self.wing}")
        return parts


Flight = digest.Flight[Turn]


def read(events: Sequence[Event]) -> Flight:
    """Read a log, whole or so far."""
    return digest.read(events, Turn)
