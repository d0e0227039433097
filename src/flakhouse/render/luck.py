"""Luck: how often each table gave what it is rolled for, against what its exact odds led one to expect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

import msgspec

from flakhouse.core.events import Event, Needed, Noted, Rolled
from flakhouse.render.needs import even
from flakhouse.render.sheets import Sheet

__all__ = ["Luck", "decided", "furthest", "happened", "luck", "luck_sheets"]

_FAR = 0.5  # results more or less than expected, at least
_USUAL = 0.1  # dice that fall so or further off more often than this are nothing to tell
_FEW = 3  # rows that can be read at a glance
_COLUMNS = (
    "Table",
    "came",
    "fair dice",
    "as far off, or farther",
)  # narrow, so that they stay a table in 80 columns
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
    if needed.even:
        return even(roll.thrown) >= needed.even
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


#: Notes that a bomber is lost, and blows of which she is lost at once.
_LOST = frozenset({"out-of-control", "destroyed"})
_AT_ONCE = frozenset({"burst-inside", "tank-explodes", "bombs-detonate", "wing-off", "dive-wing-off", "mid-air"})
_FLIES = frozenset({"zone", "stay", "turns-home", "base"})  # she lived through it
_INSIDE = re.compile("burst inside|bip", re.IGNORECASE)


def decided(events: Sequence[Event]) -> str:
    """The throw by which the bomber was lost, with its odds; "" where she was not, or by no single throw."""
    end = next((at for at, e in enumerate(events) if isinstance(e, Noted) and e.kind in _LOST), -1)
    before = [(at, e) for at, e in enumerate(events[: max(end, 0)]) if isinstance(e, Noted)]
    blow = next(((at, note) for at, note in reversed(before) if note.kind in _AT_ONCE), None)
    if blow is None or any(at > blow[0] and note.kind in _FLIES for at, note in before):
        return ""
    rolls = [e for e in events[: blow[0]] if isinstance(e, Rolled)]
    if blow[1].kind == "burst-inside":
        rolls = [roll for roll in rolls if _INSIDE.search(roll.result)]
    else:
        rolls = [roll for at in blow[1].rolls if isinstance(roll := events[at], Rolled)]
    if not rolls:
        return ""
    roll = rolls[-1]
    odds = _odds(roll)
    said = f"What decided it: {roll.title}, {' and '.join(map(str, roll.faces))} on the dice: {roll.result}"
    return f"{said}{f', {odds[0]} in {odds[1]}' if odds else ''}."


def _odds(roll: Rolled) -> tuple[int, int] | None:
    """In how many of all throws a plain sum of dice comes to the row that came; None for any other throw."""
    plus = sum(mod.value for mod in roll.mods)
    if roll.again or roll.total != sum(roll.faces) + plus:
        return None
    wanted: set[int] = set()
    for part in roll.row.split(","):
        found = re.fullmatch(r"\s*(\d+)(?:\s*-\s*(\d+)|( or less)|( or more))?\s*", part)
        if found is None:
            return None
        first = int(found[1])
        last = 40 if found[4] else int(found[2] or first)
        wanted |= set(range(-40 if found[3] else first, last + 1))
    throws = [sum(faces) + plus for faces in product(range(1, 7), repeat=len(roll.faces))]
    return sum(total in wanted for total in throws), len(throws)


def luck_sheets(events: Sequence[Event]) -> list[Sheet]:
    """The luck of a flight as a sheet."""
    rows = tuple(
        (one.title, f"{one.came} of {one.throws}", f"{one.expected:.1f}", one.said().replace(" times in", " in"))
        for one in furthest(events)
    )
    throw = (said,) if (said := decided(events)) else ()
    if not rows:
        return [Sheet("Luck", ("", ""), (), throw)] if throw else []
    return [Sheet("Luck", _COLUMNS, rows, (*throw, _MEANS))]
