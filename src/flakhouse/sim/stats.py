"""Intervals of what was counted and measured: 95 in 100 of them hold the true value."""

from __future__ import annotations

from math import sqrt

__all__ = ["Z95", "mean_interval", "wilson"]

Z95 = 1.959963984540054


def wilson(successes: float, n: int) -> tuple[float, float]:
    """Wilson's interval of a share: honest near 0 and 1 and for small numbers.

    >>> [round(end, 3) for end in wilson(9, 10)]
    [0.596, 0.982]
    """
    if n <= 0:
        return 0.0, 1.0
    share = successes / n
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
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
    variance = max(0.0, (squares - total * total / n) / (n - 1))
    half = Z95 * sqrt(variance / n)
    return mean - half, mean + half
