"""What questions are about that has no object of its own in the state: stations, compartments, zones, cities."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Subject
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Position, Section

__all__ = ["city", "fuel", "part", "section", "station", "zone"]


def zone(m: Mission) -> Subject:
    """The zone the bomber is in; base is Zone 0."""
    return Subject("zone", str(m.zone))


def station(position: Position) -> Subject:
    """A station of the crew placement chart."""
    return Subject("station", position.value)


def section(where: Section) -> Subject:
    """A section of the bomber."""
    return Subject("part", where.value)


def part(name: str) -> Subject:
    """A system or instrument, as printed."""
    return Subject("part", name)


def city(name: str) -> Subject:
    """A target city (2-9)."""
    return Subject("city", name)


def fuel(m: Mission, boxes: int) -> tuple[Cost, ...]:
    """4.3 So many fuel boxes; nothing where fuel is not counted."""
    return (Cost("fuel box", boxes),) if boxes and m.options.fuel else ()
