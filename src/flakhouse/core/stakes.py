"""Stakes: a roll that an option leads to, as data, to show the number needed and the exact chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flakhouse.core.mods import NO_MODS, Mod

__all__ = ["Stake", "at_least", "of_all", "on_results"]


class Stake(NamedTuple):
    """A roll that decides: whether it comes out as `label` says ("hits", "finds it").

    `outcome` sees the faces, the total with modifiers and the word of the chart; it says yes, no, or which roll
    decides next. `dice` is how many are thrown, 0 as many as the chart says; `kept` how many of them count, the
    lowest, 0 all. `good` is false for what the player does not wish for.

    Where several men make such a roll, `others` are the rolls of the rest, each with dice of its own. It comes out
    if every one does; or, with `failing` of 1, if exactly one of them fails, with 2, if two or more do.

    Where it depends on what a player cannot see, `mix` has the roll for each thing it may be, and in how many
    ways; the chance is their mean.
    """

    label: str
    chart: str  # its id
    outcome: Callable[[tuple[int, ...], int, str], bool | Stake]
    mods: Sequence[Mod] = NO_MODS
    column: int = 0
    dice: int = 0
    kept: int = 0
    good: bool = True
    others: Sequence[Stake] = ()
    failing: int = 0
    mix: Sequence[tuple[int, Stake]] = ()


def of_all(rolls: Sequence[Stake], all_of_them: str, one: str, more: str) -> tuple[Stake, ...]:
    """Several men each make a roll: every one of them comes out, exactly one fails, two or more do."""
    if len(rolls) < 2:
        return ()
    first = rolls[0]._replace(others=rolls[1:])
    return (
        first._replace(label=all_of_them),
        first._replace(label=one, failing=1, good=False),
        first._replace(label=more, failing=2, good=False),
    )


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
