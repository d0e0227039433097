"""Luck: how often each table gave what it is rolled for, against what its exact odds led one to expect."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.events import Event, Needed, Rolled
from flakhouse.render.sheets import Sheet

__all__ = ["Luck", "happened", "luck", "luck_sheets"]

_FAR = 0.5  # results more or less than expected, at least
_FEW = 5  # rows that can be read at a glance
_MEANS = "How often each table gave the result it is rolled for. Shown is what fell furthest from its odds."


class Luck(msgspec.Struct):
    """The throws on one table: how many, how often the result it is rolled for was to be expected, and came."""

    title: str
    throws: int = 0
    expected: float = 0.0
    came: int = 0
    variance: float = 0.0

    @property
    def distance(self) -> float:
        """How far from expectation it fell, in standard deviations."""
        return abs(self.came - self.expected) / self.variance**0.5 if self.variance else 0.0


def happened(roll: Rolled, needed: Needed) -> bool:
    """Whether a roll gave the result its table is rolled for: by its dice alone."""
    if needed.any:
        return needed.any in roll.thrown
    if roll.again:
        return sum(roll.thrown) in needed.totals
    return roll.total - sum(mod.value for mod in roll.mods) in needed.totals


def luck(events: Sequence[Event]) -> list[Luck]:
    """The tables of a log that are rolled for a result, in the order of their first throw."""
    found: dict[str, Luck] = {}
    for event in events:
        if isinstance(event, Rolled) and event.needed is not None:
            table = found.setdefault(event.chart, Luck(event.title))
            table.throws += 1
            likely = event.needed.ways / event.needed.of
            table.expected += likely
            table.variance += likely * (1 - likely)
            table.came += happened(event, event.needed)
    return list(found.values())


def luck_sheets(events: Sequence[Event]) -> list[Sheet]:
    """The luck of a flight as a sheet: the few tables whose dice fell furthest from their odds; none if none."""
    far = [table for table in luck(events) if abs(table.came - table.expected) >= _FAR]
    most = sorted(far, key=lambda table: -table.distance)[:_FEW]
    rows = tuple(
        (t.title, t.throws, round(t.expected, 1), t.came, "more often" if t.came > t.expected else "less often")
        for t in most
    )
    if not rows:
        return []
    head = ("rolled for", "throws", "expected", "fell so", "than expected")
    return [Sheet("Luck", head, rows, (_MEANS,))]
