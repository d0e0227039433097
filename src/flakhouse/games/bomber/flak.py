"""Flak as both games roll it (b29 6-3, 6-4; b17 O-3, O-4): hits, then shells or a burst inside the plane."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee

__all__ = ["BURST_INSIDE", "Shot", "hits", "shells", "shells_of"]


class Shot(StrEnum):
    """Whether a burst strikes."""

    HIT = "Hit"
    MISS = "Miss"


BURST_INSIDE = 0  # in place of a number of shells


def shells(word: str) -> int:
    """A cell: a number of shells, or the burst inside the plane."""
    return BURST_INSIDE if word == "Burst Inside Plane" else int(word)


def hits(ref: Referee, to_hit: Chart[Shot], column: int, times: int) -> list[int]:
    """Which of so many rolls strike, the first is 1."""
    for number in range(1, times + 1):
        ref.announce(to_hit, f"burst {number} of {times}", NO_MODS, column)
    struck: list[int] = []
    for number in range(1, times + 1):
        ref.concerns(f"burst {number} of {times}", to_hit)
        if ref.roll(to_hit, NO_MODS, column) is Shot.HIT:
            struck.append(number)
    return struck


def shells_of(ref: Referee, chart: Chart[int], struck: Sequence[int]) -> list[int]:
    """What each of the bursts that struck sends in: a number of shells, or the burst inside."""
    for number in struck:
        ref.announce(chart, "the burst" if len(struck) == 1 else f"burst {number}")
    found: list[int] = []
    for number in struck:
        ref.concerns("the burst" if len(struck) == 1 else f"burst {number}", chart)
        found.append(ref.roll(chart))
    return found
