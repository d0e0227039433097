"""Two dice: how many of their 36 throws come to so much."""

from __future__ import annotations

__all__ = ["at_least"]

#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)


def at_least(need: int) -> int:
    """Throws of two dice in 36 that come to this number or more."""
    if need > 12:
        return 0
    return _AT_LEAST[need if need > 2 else 2]
