"""Tests of significance, by SciPy: differences on the same dice, many comparisons at once, chi-square.

SciPy is the extra `flakhouse[study]`. It is imported when a figure needs it and not before; without it one line
says how to get it. By hand is only Holm's correction, which SciPy lacks; the intervals that go with the tests are
those of `sim.intervals`, which the prompt and the server show as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from math import log, sqrt
from types import ModuleType

import msgspec

from flakhouse.errors import FlakhouseError
from flakhouse.sim import intervals

__all__ = [
    "ChiSquare",
    "Difference",
    "NoSciPy",
    "chi_square",
    "chi_square_p",
    "holm",
    "needed",
    "paired_means",
    "paired_shares",
    "slope",
]


class NoSciPy(FlakhouseError):
    """SciPy is not installed."""


def needed() -> ModuleType:
    """scipy.stats, or one line that says how to get it."""
    try:
        return import_module("scipy.stats")
    except ImportError as bad:
        raise NoSciPy("comparisons need SciPy: pip install 'flakhouse[study]'") from bad


# ------------------------------------------------------------------ two contenders on the same dice


class Difference(msgspec.Struct, frozen=True):
    """Second minus first over flights with the same dice; `p`: how likely one so large is if they are alike."""

    n: int
    mean: float
    low: float
    high: float
    p: float


def paired_means(n: int, total: float, squares: float) -> Difference:
    """The mean of so many differences, from their sum and the sum of their squares: Student's t."""
    found = intervals.paired_means(n, total, squares)
    p = 1.0
    if n > 1:
        error = sqrt(max(0.0, (squares - total * total / n) / (n - 1)) / n)
        if error:
            p = 2 * float(needed().t.sf(abs(found.mean) / error, n - 1))
        elif found.mean:
            p = 0.0
    return Difference(found.n, found.mean, found.low, found.high, p)


def paired_shares(n: int, only_first: int, only_second: int) -> Difference:
    """The difference of two shares of the same flights: the exact sign test of McNemar."""
    found = intervals.paired_shares(n, only_first, only_second)
    split = only_first + only_second
    p = float(needed().binomtest(only_second, split, 0.5).pvalue) if split else 1.0
    return Difference(found.n, found.mean, found.low, found.high, p)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances of many comparisons made together, corrected so that all hold at once (Holm 1979).

    One below 0.05 is a difference that would be seen by accident in at most one of twenty whole comparisons.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    found = [1.0] * len(chances)
    worst = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[at]))
        found[at] = worst
    return found


# ------------------------------------------------------------------ chi-square, and growth


class ChiSquare(msgspec.Struct, frozen=True):
    """How far counts are from what was expected, and how likely they are at least so far if nothing is wrong."""

    statistic: float
    freedom: int
    p: float


def chi_square_p(statistic: float, freedom: int) -> float:
    """The chance of a chi-square at least so large."""
    return float(needed().chi2.sf(statistic, freedom))


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> ChiSquare:
    """Counts against the weights (chances, up to a common factor) with which they were to come.

    What was to come never is left out if it never came; if it did, nothing is as expected.
    """
    if len(counts) != len(weights):
        raise ValueError("as many weights as counts")
    n, whole = sum(counts), sum(weights)
    if n <= 0 or whole <= 0:
        return ChiSquare(0.0, 0, 1.0)
    cells = [(count, n * weight / whole) for count, weight in zip(counts, weights, strict=True) if weight > 0]
    if sum(count for count, _ in cells) < n:
        return ChiSquare(float("inf"), max(len(cells), 1), 0.0)
    if len(cells) < 2:
        return ChiSquare(0.0, 0, 1.0)
    found = needed().chisquare([count for count, _ in cells], [expected for _, expected in cells])
    return ChiSquare(float(found.statistic), len(cells) - 1, float(found.pvalue))


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The power of x with which y grows: the slope of the straight line nearest to their logarithms."""
    if len({x for x, _ in points}) < 2:
        raise ValueError("two different numbers are needed")
    return float(needed().linregress([log(x) for x, _ in points], [log(y) for _, y in points]).slope)
