"""Luck: how often each table gave what it is rolled for, against what its exact odds led one to expect."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.events import Event, Needed, Rolled
from flakhouse.render.sheets import Sheet

__all__ = ["Luck", "furthest", "happened", "luck", "luck_sheets"]

_FAR = 0.5  # results more or less than expected, at least
_USUAL = 0.4  # dice that fall so or further off more often than this are nothing to tell
_FEW = 3  # rows that can be read at a glance
_COLUMNS = ("Table", "came", "fair dice", "so or further off")  # narrow, so that they stay a table in 80 columns
_MEANS = (
    "How often each table gave the result it is rolled for, against what fair dice give. Shown is what fell "
    "furthest from its odds."
)


class Luck(msgspec.Struct):
    """The throws on one table: how many, how often the result it is rolled for was to be expected, and came."""

    title: str
    throws: int = 0
    expected: float = 0.0
    came: int = 0
    variance: float = 0.0
    chances: list[float] = []  # of each throw, exact

    @property
    def distance(self) -> float:
        """How far from expectation it fell, in standard deviations."""
        return abs(self.came - self.expected) / self.variance**0.5 if self.variance else 0.0

    @property
    def tail(self) -> float:
        """How likely it was to come as often as that or more often; or, if it came rarely, as rarely or less."""
        ways = [1.0]  # ways[n]: the chance of n results after the throws so far
        for chance in self.chances:
            ways = [
                (ways[n] * (1 - chance) if n < len(ways) else 0.0) + (ways[n - 1] * chance if n else 0.0)
                for n in range(len(ways) + 1)
            ]
        return sum(ways[self.came :]) if self.came >= self.expected else sum(ways[: self.came + 1])

    def said(self) -> str:
        """The same in words: "5 or more: 32 times in 100"."""
        often = "all" if self.came == self.throws else f"{self.came} or more"
        rarely = "none" if not self.came else f"{self.came} or fewer"
        times = round(100 * self.tail)
        return f"{often if self.came >= self.expected else rarely}: " + (
            f"{times} times in 100" if times > 1 else "once in 100" if times else "less than once in 100"
        )


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
            table.chances.append(likely)
    return list(found.values())


def furthest(events: Sequence[Event]) -> list[Luck]:
    """The few tables whose dice fell furthest from their odds; none if none."""
    far = [one for one in luck(events) if abs(one.came - one.expected) >= _FAR and one.tail <= _USUAL]
    return sorted(far, key=lambda table: -table.distance)[:_FEW]


def luck_sheets(events: Sequence[Event]) -> list[Sheet]:
    """The luck of a flight as a sheet."""
    rows = tuple(
        (one.title, f"{one.came} of {one.throws}", f"{one.expected:.1f}", one.said().replace(" times in", " in"))
        for one in furthest(events)
    )
    return [Sheet("Luck", _COLUMNS, rows, (_MEANS,))] if rows else []
