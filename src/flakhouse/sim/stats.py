"""Statistics by hand: intervals that hold the true value 95 times in 100, differences, chi-square, survival.

Everything here is pure arithmetic on numbers that were counted elsewhere; no package is needed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil, exp, floor, lgamma, log, sqrt
from operator import mul

import msgspec

__all__ = [
    "Z95",
    "ChiSquare",
    "Difference",
    "Step",
    "beta_share",
    "chi_square",
    "chi_square_p",
    "gamma_above",
    "mean_interval",
    "paired_means",
    "paired_shares",
    "quantile",
    "sign_p",
    "slope",
    "survival",
    "t95",
    "wilson",
]

Z95 = 1.959963984540054
_TINY = 1e-300
_EXACT = 1e-15
_TERMS = 10_000


# ------------------------------------------------------------------ one sample


def wilson(successes: float, n: float) -> tuple[float, float]:
    """Wilson's interval of a share: honest near 0 and 1 and for small numbers.

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
    half = t95(n - 1) * sqrt(_variance(n, total, squares) / n)
    return mean - half, mean + half


def _variance(n: int, total: float, squares: float) -> float:
    """The variance of a sample, from its sums."""
    return max(0.0, (squares - total * total / n) / (n - 1))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, between two neighbours in proportion.

    >>> quantile([4, 1, 3, 2], 0.5)
    2.5
    """
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    place = min(max(share, 0.0), 1.0) * (len(ordered) - 1)
    low, high = floor(place), ceil(place)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The power of x with which y grows: the slope of the straight line nearest to their logarithms.

    >>> round(slope([(1, 3), (10, 300), (100, 30000)]), 6)
    2.0
    """
    xs, ys = [log(x) for x, _ in points], [log(y) for _, y in points]
    x0, y0 = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - x0) ** 2 for x in xs)
    if not spread:
        raise ValueError("two different numbers are needed")
    return sum((x - x0) * (y - y0) for x, y in zip(xs, ys, strict=True)) / spread


# ------------------------------------------------------------------ two contenders on the same dice


class Difference(msgspec.Struct, frozen=True):
    """Second minus first over flights with the same dice; `p`: how likely one so large is if they are alike."""

    n: int
    mean: float
    low: float
    high: float
    p: float

    @property
    def seen(self) -> bool:
        """Whether the interval leaves no difference out."""
        return self.low > 0 or self.high < 0


def paired_means(n: int, total: float, squares: float) -> Difference:
    """The mean of so many differences, from their sum and the sum of their squares: Student's t."""
    if n < 2:
        mean = total if n else 0.0
        return Difference(n, mean, float("-inf"), float("inf"), 1.0)
    mean = total / n
    error = sqrt(_variance(n, total, squares) / n)
    half = t95(n - 1) * error
    if not error:
        return Difference(n, mean, mean, mean, 0.0 if mean else 1.0)
    return Difference(n, mean, mean - half, mean + half, _t_p(mean / error, n - 1))


def paired_shares(n: int, only_first: int, only_second: int) -> Difference:
    """The difference of two shares of the same flights, from those where just one of the two had it.

    The interval is that of Agresti and Min (half a flight is added to each of the four cells), so that it has a
    width even if the two never differed; the chance is that of the exact sign test (McNemar).
    """
    if n <= 0:
        return Difference(0, 0.0, -1.0, 1.0, 1.0)
    first, second, many = only_first + 0.5, only_second + 0.5, n + 2
    middle = (second - first) / many
    half = Z95 * sqrt(first + second - (second - first) ** 2 / many) / many
    mean = (only_second - only_first) / n
    return Difference(n, mean, max(-1.0, middle - half), min(1.0, middle + half), sign_p(only_first, only_second))


def sign_p(one: int, other: int) -> float:
    """The sign test: how likely a split at least so uneven is, if both sides are equally likely.

    >>> sign_p(1, 9)
    0.021484375
    """
    n, least = one + other, min(one, other)
    if 2 * least >= n - 1:
        return 1.0
    if n <= 60:
        count, term = 0, 1
        for k in range(least + 1):
            count += term
            term = term * (n - k) // (k + 1)
        return min(1.0, 2 * count / (1 << n))
    return min(1.0, 2 * beta_share(n - least, least + 1, 0.5))


# ------------------------------------------------------------------ Student's t


def beta_share(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by its continued fraction."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - beta_share(b, a, 1 - x)
    front = exp(a * log(x) + b * log(1 - x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a

    def term(k: int) -> float:
        """The numerators of the continued fraction."""
        m = k // 2
        if k % 2:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return front / _fraction(1.0, term, lambda k: 1.0)


def _fraction(first: float, over: Callable[[int], float], under: Callable[[int], float]) -> float:
    """first + over(1) / (under(1) + over(2) / (under(2) + ...)), by Lentz's method."""
    value = first or _TINY
    c, d = value, 0.0
    for k in range(1, _TERMS):
        d = under(k) + over(k) * d
        d = 1 / (d or _TINY)
        c = under(k) + over(k) / c or _TINY
        step = c * d
        value *= step
        if abs(step - 1) < _EXACT:
            break
    return value


def _t_p(t: float, freedom: int) -> float:
    """How likely a value of Student's t at least so far from 0 is."""
    return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t))


@lru_cache(maxsize=4096)
def t95(freedom: int) -> float:
    """The value of Student's t that is passed, to either side, once in 20 times.

    >>> round(t95(10), 3)
    2.228
    """
    if freedom > 2000:  # two terms of the expansion in 1 / freedom: exact to seven places
        z3 = Z95**3
        return Z95 + (z3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * z3 + 3 * Z95) / (96 * freedom * freedom)
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        if _t_p(middle, freedom) > 0.05:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# ------------------------------------------------------------------ chi-square


class ChiSquare(msgspec.Struct, frozen=True):
    """How far counts are from what was expected, and how likely they are at least so far if nothing is wrong."""

    statistic: float
    freedom: int
    p: float


def gamma_above(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): a series for small x, a continued fraction else."""
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        k = a
        while term > total * _EXACT:
            k += 1
            term *= x / k
            total += term
        return max(0.0, 1.0 - front * total)
    return front / _fraction(x + 1 - a, lambda k: -k * (k - a), lambda k: x + 2 * k + 1 - a)


def chi_square_p(statistic: float, freedom: int) -> float:
    """The chance of a chi-square at least so large.

    >>> round(chi_square_p(11.070, 5), 4)
    0.05
    """
    return gamma_above(freedom / 2, statistic / 2)


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> ChiSquare:
    """Counts against the weights (chances, up to a common factor) with which they were to come.

    >>> round(chi_square([22, 17, 20, 26, 22, 13], [1] * 6).statistic, 6)
    5.1
    """
    if len(counts) != len(weights):
        raise ValueError("as many weights as counts")
    n, whole = sum(counts), sum(weights)
    if n <= 0 or whole <= 0:
        return ChiSquare(0.0, 0, 1.0)
    statistic = 0.0
    cells = 0
    for count, weight in zip(counts, weights, strict=True):
        if weight <= 0:
            if count:
                return ChiSquare(float("inf"), max(cells, 1), 0.0)
            continue
        expected = n * weight / whole
        statistic += (count - expected) ** 2 / expected
        cells += 1
    return ChiSquare(statistic, cells - 1, chi_square_p(statistic, cells - 1) if cells > 1 else 1.0)


# ------------------------------------------------------------------ survival


class Step(msgspec.Struct, frozen=True):
    """After mission `number`: how many flew it, how many it cost, and the share that is still there."""

    number: int
    flew: int
    lost: int
    share: float
    low: float
    high: float


def survival(groups: Iterable[Mapping[int, tuple[int, int]]]) -> list[Step]:
    """The Kaplan-Meier curve of men, bombers or tours that go down together, group by group.

    Each group says for mission 1, 2, ... how many flew it and how many of these were lost. Who leaves otherwise
    (sent home, the study ends) counts while he flew. The variance is that of the groups, not of the men: men of
    one crew die together. Of groups of one it is Greenwood's. The interval is taken on log(-log(share)), so that
    it stays between 0 and 1. What can be gone through twice is not kept.
    """
    kept = list(groups) if isinstance(groups, Iterator) else groups
    flew: dict[int, int] = {}
    lost: dict[int, int] = {}
    present: dict[int, int] = {}  # groups that flew it
    for group in kept:
        for number, (n, d) in group.items():
            flew[number] = flew.get(number, 0) + n
            lost[number] = lost.get(number, 0) + d
            present[number] = present.get(number, 0) + 1
    numbers = sorted(number for number, n in flew.items() if n)
    shares = list(accumulate((1 - lost[number] / flew[number] for number in numbers), mul))
    variances = _variances(kept, [(k, flew[k], lost[k] if s else 0) for k, s in zip(numbers, shares, strict=True)])
    steps: list[Step] = []
    low = high = 1.0
    for number, share, variance in zip(numbers, shares, variances, strict=True):
        ends = _band(share, variance, present[number])
        low, high = min(low, ends[0]), min(high, ends[1])  # nobody comes back
        steps.append(Step(number, flew[number], lost[number], share, low, high))
    return steps


def _variances(
    groups: Iterable[Mapping[int, tuple[int, int]]], sums: Sequence[tuple[int, int, int]]
) -> list[float]:
    """The variance of the logarithm of the share after each mission: number, flown and lost are those of all."""
    found = [0.0] * len(sums)
    for group in groups:
        drift = 0.0
        for at, (number, n, d) in enumerate(sums):
            mine = group.get(number) if d else None
            if mine:
                drift += (mine[1] - mine[0] * d / n) / (n - d)
            found[at] += drift * drift
    return found


def _band(share: float, variance: float, n: int) -> tuple[float, float]:
    """The interval of a share that survives, given the variance of its logarithm; Wilson's where it has none."""
    if share <= 0 or share >= 1 or not variance:
        return wilson(round(share * n), n)
    half = Z95 * sqrt(variance) / abs(log(share))
    return share ** exp(half), share ** exp(-half)
