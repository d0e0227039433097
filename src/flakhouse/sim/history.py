"""A game beside history: figures of many plays with their intervals, and a sentence for each that says plainly
whether the game departs from what happened.

    for news in compare(game, 200, "history"):
        ...  # a share done, now and then; at last the list of figures
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from flakhouse.core.game import Game, HistoryRow
from flakhouse.sim.stats import mean_interval, wilson

__all__ = ["Figure", "compare", "figure_of", "text_table", "worded"]

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
    history: float | None  # None: the texts quote none
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
    low, high = wilson(row.total, n) if row.share else mean_interval(n, row.total, row.squares)
    mean = row.total / n if n else 0.0
    if not row.share and row.total >= 0:
        low = max(low, 0.0)
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
        row.history,
        row.quoted or ("-" if row.history is None else worded(row.history, row.percent)),
        row.source,
        departs,
        sentence,
    )


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
        return "The texts of this game quote no figure for it."
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


def text_table(figures: Sequence[Figure], width: int = 100) -> list[str]:
    """The figures for people, study by study."""
    import textwrap

    lines: list[str] = []
    for study, group in groupby(figures, key=lambda one: one.study):
        lines += [study, f"  {'':50} {'game (95 % interval)':>26}  history"]
        for one in group:
            ours = worded(one.game, one.percent)
            ends = f"{worded(one.low, one.percent)} to {worded(one.high, one.percent)}".replace(" % to", " to")
            cell = f"{ours} ({ends})" if one.n else "no case"
            lines.append(f"  {one.what:50} {cell:>26}  {one.quoted}")
            told = f"{one.sentence} [{one.source}]" if one.source else one.sentence
            lines += textwrap.wrap(told, width - 4, initial_indent="    ", subsequent_indent="    ")
        lines.append("")
    return lines[:-1]
