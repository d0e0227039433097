"""A game beside history: figures of many plays with their intervals, and a sentence for each that says plainly
whether the game departs from what happened.

    for news in compare(game, 200, "history"):
        ...  # a share done, now and then; at last the list of figures
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from flakhouse.core.game import Game, HistoryRow
from flakhouse.sim.intervals import Groups, grouped_interval
from flakhouse.sim.worded import percent

__all__ = ["Figure", "compare", "figure_of", "spread", "text_table", "together", "worded"]

_OUTSIDE = 0.025  # of single raids, on either side
_TWICE = 1.75  # from here on a difference is told as "so many times"


class Figure(msgspec.Struct, frozen=True):
    """A figure of the game with its 95 % interval, history's, and what to say of them."""

    study: str
    what: str
    percent: bool
    n: int  # cases it was counted in
    game: float
    low: float
    high: float
    single: bool  # low and high are the ends between which 95 of 100 single raids lie, not those of the mean
    history: float | None  # None: nobody quotes one
    quoted: str
    source: str
    departs: bool
    sentence: str


def compare(game: Game, games: int, seed: str) -> Iterator[list[Figure] | float]:
    """Play so many games: the share done, now and then, and at last the figures, if the game has any."""
    for news in game.history(games, seed):
        yield news if isinstance(news, float) else [figure_of(row) for row in news]


def figure_of(row: HistoryRow) -> Figure:
    """A row with its interval and its sentence."""
    n = row.n
    single = bool(row.raids)
    if single:
        low, high = spread(row.raids)
    else:
        low, high = grouped_interval(Groups(row.tours, n, row.total, row.nn, row.nx, row.xx), alike=n)
    mean = row.total / n if n else 0.0
    departs = n > 0 and _departs(row, low, high)
    sentence = " ".join(part for part in (_sentence(row, mean, departs), row.remark) if part)
    return Figure(
        row.study,
        row.what,
        row.percent,
        n,
        mean,
        low,
        high,
        single,
        row.history,
        row.quoted or ("-" if row.history is None else worded(row.history, row.percent)),
        row.source,
        departs,
        sentence,
    )


def spread(raids: Mapping[float, int]) -> tuple[float, float]:
    """The least and the greatest figure of single raids when the outermost 2.5 in 100 on either side are left out.

    >>> spread({14.0: 2, 15.0: 50, 16.0: 47, 9.0: 1})
    (14.0, 16.0)
    """
    n = sum(raids.values())
    ends = []
    for ordered in (sorted(raids), sorted(raids, reverse=True)):
        passed = 0
        for value in ordered:
            passed += raids[value]
            if passed > _OUTSIDE * n:
                ends.append(value)
                break
    return ends[0], ends[1]


def _departs(row: HistoryRow, low: float, high: float) -> bool:
    """Whether history lies outside the interval, or what it says is more or less does."""
    if row.history is None:
        return False
    if row.bound == "over":
        return high < row.history
    if row.bound == "under":
        return low > row.history
    return not low <= row.history <= high


def worded(value: float, percent: bool) -> str:
    """A figure for people: two digits that count."""
    if percent:
        value *= 100
        digits = 2 if abs(value) < 1 else 1 if abs(value) < 10 else 0
        return f"{value:.{digits}f} %"
    return f"{value:.1f}" if value != int(value) else f"{value:.0f}"


def _sentence(row: HistoryRow, mean: float, departs: bool) -> str:
    """Whether the game departs from history, and by how much."""
    if not row.n:
        return "No case of it came up in these games; play more of them."
    if row.history is None:
        return "" if row.quoted else "No figure to set beside it is quoted here."
    if row.raids:
        return _raids(row, departs)
    if not departs:
        if row.bound:
            return "The game agrees."
        return "No departure can be seen: history lies within the interval."
    if mean and row.history:
        for times, who in ((mean / row.history, "the game has"), (row.history / mean, "history has")):
            if times >= _TWICE:
                return f"The game departs from history: {who} {times:.{0 if times >= 10 else 1}f} times as much."
    ours, was = worded(mean, row.percent), worded(row.history, row.percent)
    more = "more" if mean > row.history else "less"
    return f"The game departs from history: {ours}, which is {more} than {was}."


def _raids(row: HistoryRow, departs: bool) -> str:
    """One raid of history among the raids of the game: how many of these were as it was."""
    was = row.history or 0.0
    n = sum(row.raids.values())
    alike = row.raids.get(was, 0) / n
    most = sum(times for value, times in row.raids.items() if value <= was) / n
    least = sum(times for value, times in row.raids.items() if value >= was) / n
    share, word = min((most, "as few or fewer"), (least, "as many or more"))
    told = f"{percent(alike)} of the raids give just that, {percent(share)} {word}."
    return f"The game departs from history: {told}" if departs else f"The game has such raids too: {told}"


def text_table(figures: Sequence[Figure], width: int = 100) -> list[str]:
    """The figures for people, study by study."""
    import textwrap

    lines: list[str] = []
    for study, group in groupby(figures, key=lambda one: one.study):
        rows = list(group)
        head = "mean (95 of 100 raids)" if any(one.single for one in rows) else "game (95 % interval)"
        lines += [study, f"  {'':50} {head:>26}  history"]
        for one in rows:
            ours = worded(one.game, one.percent)
            ends = f"{worded(one.low, one.percent)} to {worded(one.high, one.percent)}".replace(" % to", " to")
            cell = f"{ours} ({ends})" if one.n else "no case"
            lines.append(f"  {one.what:50} {cell:>26}  {one.quoted}")
            told = f"{one.sentence} [{one.source}]" if one.source else one.sentence
            lines += textwrap.wrap(told, width - 4, initial_indent="    ", subsequent_indent="    ")
        lines.append("")
    return [*lines, *textwrap.wrap(together(figures), width)] if together(figures) else lines[:-1]


def together(figures: Sequence[Figure]) -> str:
    """What so many comparisons at a time mean; nothing, where there is but one."""
    compared = sum(one.history is not None and one.n > 0 for one in figures)
    if compared < 2:
        return ""
    return (
        f"Each figure is compared by itself: if the game were just like history, {compared / 20:.1f} of these "
        f"{compared} would depart from it by chance."
    )
