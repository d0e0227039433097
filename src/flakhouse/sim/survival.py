"""Survival over a tour: who is still there after so many missions.

By hand: SciPy has the curve of Kaplan and Meier, but not for men who go down together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import exp, log, sqrt
from operator import mul

import msgspec

from flakhouse.sim.intervals import Z95, wilson

__all__ = ["Step", "survival"]


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
