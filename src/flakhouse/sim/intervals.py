"""Intervals that hold the true value 95 times in 100, for everything a player is shown.

By hand, because the prompt, the server and the games in the browser show them and must run without SciPy. SciPy
has Wilson's interval for whole counts only, and none for shares of cases that come in groups. Student's t and the
sign test it has; `tests/sim/test_intervals.py` holds ours (of t, G. W. Hill's algorithm) against SciPy's.
Tests of significance for studies are SciPy's own: see `sim.stats`.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, exp, pi, sin, sqrt
from statistics import NormalDist

import msgspec

__all__ = [
    "LEVEL",
    "Z95",
    "Groups",
    "Paired",
    "bounded_interval",
    "grouped_interval",
    "mean_interval",
    "paired_means",
    "paired_shares",
    "ratio_interval",
    "sign_p",
    "t_value",
    "wilson",
]

LEVEL = 0.05
Z95 = 1.959963984540054


# ------------------------------------------------------------------ one sample


def wilson(successes: float, n: float) -> tuple[float, float]:
    """Wilson's interval of a share: honest near 0 and 1 and for small numbers, whole or not.

    >>> [round(end, 3) for end in wilson(9, 10)]
    [0.596, 0.982]
    """
    if n <= 0:
        return 0.0, 1.0
    share = successes / n
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * sqrt(max(0.0, share * (1 - share)) / n + z2 / (4 * n * n))
    low = 0.0 if successes <= 0 else max(0.0, middle - half)
    high = 1.0 if successes >= n else min(1.0, middle + half)
    return low, high


def mean_interval(n: int, total: float, squares: float) -> tuple[float, float]:
    """The interval of a mean from count, sum and sum of squares; without two values it has no width to show."""
    if n <= 0:
        return 0.0, 0.0
    mean = total / n
    if n == 1:
        return mean, mean
    half = t_value(n - 1) * sqrt(_variance(n, total, squares) / n)
    return mean - half, mean + half


def bounded_interval(n: int, total: float, squares: float, top: float = 1.0) -> tuple[float, float]:
    """The interval of a mean of values from 0 to `top`: never below 0, never above `top`.

    It is Wilson's, for as many throws of a coin as would have the variance of these values. Values that are all
    alike say as much as so many throws, not more.
    """
    if n <= 0:
        return 0.0, top
    mean = min(1.0, max(0.0, total / n / top))
    variance = _variance(n, total, squares) / n / top**2 if n > 1 else 0.0
    return _scaled(_worth(mean, variance, n, n - 1), mean, top)


def _scaled(worth: float, mean: float, top: float) -> tuple[float, float]:
    low, high = wilson(mean * worth, worth)
    return top * low, top * high


def _worth(mean: float, variance: float, alike: float, freedom: int) -> float:
    """How many throws of a coin would have this variance of their share: the effective size of a sample.

    The variance is itself an estimate of so many degrees of freedom, so that Student's t takes the place of the
    normal deviate (Korn and Graubard 1998). Where nothing varies, as many as `alike` says.
    """
    alone = mean * (1 - mean)
    if variance <= alone * 1e-12 or freedom < 1:
        return alike
    return alone / variance * (Z95 / t_value(freedom)) ** 2


def _variance(n: int, total: float, squares: float) -> float:
    """The variance of a sample, from its sums."""
    return max(0.0, (squares - total * total / n) / (n - 1))


# ------------------------------------------------------------------ cases that come in groups


class Groups(msgspec.Struct):
    """Cases that share their luck, counted group by group: the men of a flight, the missions of a tour."""

    groups: int = 0
    n: float = 0.0
    hits: float = 0.0
    nn: float = 0.0  # sums over the groups: cases squared,
    nx: float = 0.0  # cases times hits,
    xx: float = 0.0  # hits squared

    def add(self, hits: float, n: float, times: int = 1) -> None:
        """One more group with so many hits in so many cases, or several that are alike."""
        if n:
            self.groups += times
            self.n += n * times
            self.hits += hits * times
            self.nn += n * n * times
            self.nx += n * hits * times
            self.xx += hits * hits * times

    def join(self, other: Groups) -> None:
        """Add another's groups."""
        self.groups += other.groups
        self.n += other.n
        self.hits += other.hits
        self.nn += other.nn
        self.nx += other.nx
        self.xx += other.xx

    @property
    def mean(self) -> float:
        """The share of all cases."""
        return self.hits / self.n if self.n else 0.0


def grouped_interval(found: Groups, alike: float | None = None, whole: bool = True) -> tuple[float, float]:
    """The interval of a share of cases that come in groups, always between 0 and 1.

    The variance is that of a ratio of two sums over the groups; Wilson's interval is taken for as many throws of a
    coin as would have it, never for more than there are cases, if each is wholly a hit or none. Where all groups
    are alike, it cannot be told how much cases of one group have in common; then a group counts as one case, or
    all together as `alike`.
    """
    if not found.n:
        return 0.0, 1.0
    mean, groups = min(1.0, max(0.0, found.mean)), found.groups
    spread = max(0.0, found.xx - 2 * mean * found.nx + mean * mean * found.nn)
    variance = spread * groups / (groups - 1) / found.n**2 if groups > 1 else 0.0
    worth = _worth(mean, variance, groups if alike is None else alike, groups - 1)
    return _scaled(min(worth, found.n) if whole else worth, mean, 1.0)


def ratio_interval(found: Groups) -> tuple[float, float]:
    """The interval of a mean of numbers without ends that come in groups: Student's t over the groups."""
    if found.groups < 2:
        return found.mean, found.mean
    spread = max(0.0, found.xx - 2 * found.mean * found.nx + found.mean**2 * found.nn)
    half = t_value(found.groups - 1) * sqrt(spread * found.groups / (found.groups - 1)) / found.n
    return found.mean - half, found.mean + half


# ------------------------------------------------------------------ two contenders on the same dice


class Paired(msgspec.Struct, frozen=True):
    """Second minus first over flights with the same dice, and its interval."""

    n: int
    mean: float
    low: float
    high: float


def paired_means(n: int, total: float, squares: float, level: float = LEVEL) -> Paired:
    """The mean of so many differences, from their sum and the sum of their squares: Student's t."""
    if n < 2:
        return Paired(n, total if n else 0.0, float("-inf"), float("inf"))
    mean = total / n
    half = t_value(n - 1, level) * sqrt(_variance(n, total, squares) / n)
    return Paired(n, mean, mean - half, mean + half)


def paired_shares(n: int, only_first: int, only_second: int) -> Paired:
    """The difference of two shares of the same flights, from those where just one of the two had it.

    The interval is that of Agresti and Min (half a flight is added to each of the four cells; SciPy has none), so
    that it has a width even if the two never differed.
    """
    if n <= 0:
        return Paired(0, 0.0, -1.0, 1.0)
    first, second, many = only_first + 0.5, only_second + 0.5, n + 2
    middle = (second - first) / many
    half = Z95 * sqrt(first + second - (second - first) ** 2 / many) / many
    mean = (only_second - only_first) / n
    return Paired(n, mean, max(-1.0, middle - half), min(1.0, middle + half))


def sign_p(one: int, other: int) -> float:
    """The sign test: how likely a split at least so uneven is, if both sides are equally likely; in whole numbers.

    >>> sign_p(1, 9)
    0.021484375
    """
    n, least = one + other, min(one, other)
    if 2 * least >= n - 1:
        return 1.0
    count, term = 0, 1
    for k in range(least + 1):
        count += term
        term = term * (n - k) // (k + 1)
    return min(1.0, 2 * count / (1 << n))


# ------------------------------------------------------------------ Student's t


@lru_cache(maxsize=4096)
def t_value(freedom: int, level: float = LEVEL) -> float:
    """The value of Student's t that is passed, to either side, with this chance (Hill 1970, algorithm 396).

    >>> round(t_value(10), 3)
    2.228
    """
    n = freedom
    if n == 1:
        return cos(level * pi / 2) / sin(level * pi / 2)
    if n == 2:
        return sqrt(2 / (level * (2 - level)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * n
    y = (d * level) ** (2 / n)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(level / 2)
        y = x * x
        if n < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = exp(a * y * y) - 1
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (
            n + 2
        ) + 1 / y
    return sqrt(n * y)
