"""Two dice: how many of their 36 throws come to so much."""

from __future__ import annotations

__all__ = ["at_least", "lowest_two"]

#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
#: The same for the two lowest of three dice, to the nearest whole, but no chance is left out.
_LOWEST_TWO = (36, 36, 36, 33, 29, 23, 17, 12, 7, 4, 2, 1, 1)


def at_least(need: int) -> int:
    """Throws of two dice in 36 that come to this number or more."""
    if need > 12:
        return 0
    return _AT_LEAST[need if need > 2 else 2]


def lowest_two(need: int) -> int:
    """4.8.4 Throws in 36 of three dice whose two lowest come to this number or more."""
    if need > 12:
        return 0
    return _LOWEST_TWO[need if need > 2 else 2]
