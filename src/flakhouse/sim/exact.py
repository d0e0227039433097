"""Exact odds: every face of the dice counted, nothing sampled; for every chart, and for rolls that decide.

>>> from flakhouse import games
>>> found = exact(games.load("b17").charts().charts["M-2"], 1)
>>> [(one.result, one.ways) for one in found.outcomes]
[('FCA', 1), ('FBOA', 2), ('Destroyed', 3)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial
from typing import TypeVar

import msgspec

from flakhouse.core.charts import Chart
from flakhouse.core.game import Game
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.errors import ChartError

__all__ = ["Chance", "Exact", "Outcome", "any_of", "chance_of", "exact", "faces_of", "throws", "total_of"]

T = TypeVar("T")
#: Shares of rolls by their ids; each roll stands beside its share, so that no other gets its id meanwhile.
_Known = dict[int, tuple[Stake, Fraction]]
_MOST = 60  # dice of a pool: as many as its chart has totals for


class Outcome(msgspec.Struct, frozen=True):
    """A result of a chart: the rows it stands in, how many throws lead to it, and what share of all that is."""

    result: str
    rows: list[str]
    ways: int
    chance: float


class Exact(msgspec.Struct, frozen=True):
    """A chart with a modifier: its results in printed order and their exact chances."""

    chart: str
    title: str
    dice: int
    column: str
    modifier: int
    ways: int  # all throws there are, each as likely
    outcomes: list[Outcome]

    def chance(self, *results: str) -> float:
        """The chance of any of these results."""
        return sum(one.ways for one in self.outcomes if one.result in results) / self.ways


class Chance(msgspec.Struct, frozen=True):
    """A chance that one roll decides, or two in a row: on which charts, and how many throws of how many."""

    label: str
    charts: list[str]
    ways: int
    of: int
    chance: float


def throws(count: int, ordered: bool = False) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every throw of so many dice, and in how many ways it comes; sorted dice, unless the order matters."""
    if ordered:
        for faces in product(range(1, 7), repeat=count):
            yield faces, 1
        return
    for faces in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for face in range(1, 7):
            ways //= factorial(faces.count(face))
        yield faces, ways


def faces_of(chart: Chart[T], count: int) -> int:
    """How many dice are thrown; a chart of a pool does not say it itself."""
    if chart.data.dice == "none":
        raise ChartError(f"chart {chart.id} is looked up, not rolled")
    if count < 0 or count > _MOST:
        raise ChartError(f"chart {chart.id}: {count} dice; expected 1 to {_MOST}")
    if count:
        return count
    return 1 if chart.single or chart.data.dice == "pool" else 2


def total_of(chart: Chart[T], faces: tuple[int, ...], kept: int) -> int:
    """What dice show on a chart before modifiers; `kept`: only so many of them count, the lowest."""
    if chart.tens:
        return faces[0] * 10 + faces[1]
    return sum(sorted(faces)[:kept]) if kept else sum(faces)


def exact(chart: Chart[T], mods: Sequence[Mod] | int = 0, column: int = 0, dice: int = 0, kept: int = 0) -> Exact:
    """The chance of every result of a chart. `kept`: only so many of the dice count, the lowest ones."""
    plus = mods if isinstance(mods, int) else sum(mod.value for mod in mods)
    count = faces_of(chart, dice)
    if not 0 <= column < len(chart.words):
        raise ChartError(f"chart {chart.id} has {len(chart.words)} column(s)")
    ways: dict[int, int] = {}
    for faces, times in throws(count, chart.tens):
        total = total_of(chart, faces, kept) + plus
        total = total if chart.data.number else min(max(total, chart.low), chart.high)
        ways[total] = ways.get(total, 0) + times
    whole: int = 6**count
    found: dict[str, tuple[list[str], int]] = {}
    for total in sorted(ways):
        # A chart of numbers gives the number itself; with modifiers it may be beyond the printed ones.
        word = str(total) if chart.data.number else chart.word(total, column)
        row = word if chart.data.number else chart.row(total)
        rows, sum_ = found.get(word, ([], 0))
        found[word] = (rows if row in rows else [*rows, row], sum_ + ways[total])
    return Exact(
        chart.id,
        chart.data.title,
        count,
        chart.data.columns[column] if chart.data.columns else "",
        plus,
        whole,
        [Outcome(word, rows, n, n / whole) for word, (rows, n) in found.items()],
    )


def chance_of(game: Game, ref: Referee, roll: Stake) -> Chance:
    """The chance that a deciding roll comes out as it says, under the charts in force."""
    charts: list[str] = []
    if roll.mix:
        whole = sum(ways for ways, _ in roll.mix)
        share = sum((ways * _share(game, ref, one, charts, {}) for ways, one in roll.mix), Fraction(0)) / whole
    elif roll.others:
        share = _all_share(game, ref, roll, charts)
    else:
        share = _share(game, ref, roll, charts, {})
    return Chance(roll.label, charts, share.numerator, share.denominator, float(share))


def _all_share(game: Game, ref: Referee, roll: Stake, charts: list[str]) -> Fraction:
    """The share in which all of several rolls come out, or as many fail as the roll says."""
    none, one = Fraction(1), Fraction(0)  # failing so far
    for each in (roll, *roll.others):
        share = _share(game, ref, each, charts, {})
        none, one = none * share, one * share + none * (1 - share)
    return (none, one, 1 - none - one)[roll.failing]


def any_of(game: Game, ref: Referee, rolls: Sequence[Stake]) -> Fraction:
    """The chance that at least one of several comes out.

    Where all wait for the same roll first (a pilot shows how good he is before any gun fires), it is rolled once.
    """
    first = rolls[0]
    if any(roll.chart != first.chart for roll in rolls):
        return 1 - _none(game, ref, rolls)
    printed = game.charts().charts[first.chart]
    chart = ref.chart(printed)
    plus = ref.plus(printed, first.mods)
    count = faces_of(chart, first.dice)
    share = Fraction(0)
    for faces, times in throws(count, chart.tens):
        total = total_of(chart, faces, first.kept) + plus
        word = chart.word(total, first.column)
        then = [roll.outcome(faces, total, word) for roll in rolls]
        if not all(isinstance(one, Stake) for one in then):
            break
        share += times * (1 - _none(game, ref, [one for one in then if isinstance(one, Stake)]))
    else:
        whole: int = 6**count
        return share / whole
    return 1 - _none(game, ref, rolls)


def _none(game: Game, ref: Referee, rolls: Sequence[Stake]) -> Fraction:
    """The chance that none of several comes out, each with dice of its own."""
    left = Fraction(1)
    for roll in rolls:
        left *= 1 - _share(game, ref, roll, [], {})
    return left


def _share(game: Game, ref: Referee, roll: Stake, charts: list[str], known: _Known) -> Fraction:
    """The share of throws that come out, and of those that leave it to another roll, its share."""
    if roll.chart not in charts:
        charts.append(roll.chart)
    printed = game.charts().charts[roll.chart]
    chart = ref.chart(printed)
    plus = ref.plus(printed, roll.mods)
    count = faces_of(chart, roll.dice)
    share = Fraction(0)
    for faces, times in throws(count, chart.tens):
        total = total_of(chart, faces, roll.kept) + plus
        said = roll.outcome(faces, total, chart.word(total, roll.column))
        if isinstance(said, Stake):
            if id(said) not in known:
                known[id(said)] = said, _share(game, ref, said, charts, known)
            share += times * known[id(said)][1]
        elif said:
            share += times
    whole: int = 6**count
    return share / whole
