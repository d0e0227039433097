"""What questions are about that has no object of its own in the state: stations, compartments, zones, cities."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Subject
from flakhouse.games.b29 import fuel as tanks
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Leg, Position, Section

__all__ = ["city", "climb", "fuel", "part", "section", "spend", "station", "zone"]


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


def spend(m: Mission, boxes: int, planned: int = 0) -> str:
    """4.3D What the plan leaves of the fuel after so many boxes more, in a sentence; `planned`: those of them that
    the plan has counted already. To Iwo Jima too, where it is open and base is out of reach."""
    if not (boxes and m.options.fuel and m.turn):
        return ""
    paid = m.fuel_due + boxes - planned
    left = tanks.spare(m, iwo=m.to_iwo) - paid
    goal = "Iwo Jima" if m.to_iwo else "base"
    if left >= 0:
        return f"That leaves {_boxes(left)} to spare to {goal} by plan."
    short = f"That leaves {_boxes(-left)} too few: by plan the fuel does not reach {goal}"
    if not m.to_iwo and m.iwo_friendly() and (m.zone >= 6 or m.leg is Leg.OUT):
        there = tanks.spare(m) - paid
        return f"{short}, only Iwo Jima." if there >= 0 else f"{short}, nor Iwo Jima."
    return f"{short}."


def climb(m: Mission) -> str:
    """4.1B, 4.3A, 4.3D What a climb of one level leaves of the fuel; on the way out the plan counts it already as
    far as the altitude of the mission."""
    out = m.leg is Leg.OUT and not (m.aborted or m.bomb_run)
    return spend(m, 2, 2 if out and m.plane.altitude < m.altitude else 0)


def _boxes(number: int) -> str:
    return "1 box" if number == 1 else f"{number} boxes"
