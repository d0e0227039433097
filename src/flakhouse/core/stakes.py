"""Stakes: a roll that an option leads to, as data, to show the number needed and the exact chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flakhouse.core.mods import NO_MODS, Mod

__all__ = ["Stake", "at_least", "on_results"]


class Stake(NamedTuple):
    """A roll that decides: whether it comes out as `label` says ("hits", "finds it").

    `outcome` sees the faces, the total with modifiers and the word of the chart; it says yes, no, or which roll
    decides next. `dice` is how many are thrown, 0 as many as the chart says; `kept` how many of them count, the
    lowest, 0 all. `good` is false for what the player does not wish for.
    """

    label: str
    chart: str  # its id
    outcome: Callable[[tuple[int, ...], int, str], bool | Stake]
    mods: Sequence[Mod] = NO_MODS
    column: int = 0
    dice: int = 0
    kept: int = 0
    good: bool = True


def at_least(
    label: str, chart: str, number: int, mods: Sequence[Mod] = NO_MODS, dice: int = 0, kept: int = 0
) -> Stake:
    """A total of so much or more."""
    return Stake(label, chart, lambda faces, total, word: total >= number, mods, 0, dice, kept)


def on_results(
    label: str,
    chart: str,
    results: Sequence[str],
    mods: Sequence[Mod] = NO_MODS,
    column: int = 0,
    good: bool = True,
) -> Stake:
    """One of these results of the chart."""
    wanted = frozenset(results)
    return Stake(label, chart, lambda faces, total, word: word in wanted, mods, column, good=good)
