"""The figures of a study: what summary.json and summary.txt hold."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse import games
from flakhouse.core.game import Measure
from flakhouse.sim import worded
from flakhouse.sim.intervals import (
    Groups,
    bounded_interval,
    grouped_interval,
    mean_interval,
    ratio_interval,
    wilson,
)
from flakhouse.sim.rows import TABLES, Column, Moments, Tally
from flakhouse.sim.study import Flyer, Study

__all__ = ["ByNumber", "Contender", "Estimate", "Figures", "Outcome", "Summary", "summarize", "text_table"]


FEW = 10  # tours from which on it can be told how much missions of one have in common


class Estimate(msgspec.Struct, frozen=True):
    """A mean with the interval that holds the true one 95 times in 100."""

    n: int
    mean: float
    low: float
    high: float


class Figures(msgspec.Struct, frozen=True):
    """A column: what it holds, how many cells, and how often each value came (None: too many values)."""

    kind: str
    n: int
    empty: int
    mean: float | None
    min: float | None
    max: float | None
    values: dict[str, int] | None


class ByNumber(msgspec.Struct, frozen=True):
    """The missions that were the `number`-th of their tour."""

    number: int
    n: int
    measures: dict[str, Estimate]


class Contender(msgspec.Struct, frozen=True):
    """Who flew, under which rules."""

    name: str
    pilot: str
    scenario: str
    options: dict[str, str]
    house: str


class Outcome(msgspec.Struct, frozen=True):
    """What came of a contender's flights."""

    contender: str
    missions: int
    men: int
    tours: int
    measures: dict[str, Estimate]
    columns: dict[str, dict[str, Figures]]
    by_number: list[ByNumber]


class Summary(msgspec.Struct, frozen=True):
    """A study in figures."""

    game: str
    title: str
    unit: str
    count: int
    done: int
    seed: str
    detail: bool
    missions: int  # of those tours so many in all, the first of each; 0: whole tours, or first missions
    measures: list[Measure]
    contenders: list[Contender]
    results: list[Outcome]

    @property
    def flown(self) -> str:
        """What was flown, in words."""
        if not self.missions:
            part = "" if self.done == self.count else f" of {self.count:,}"
            return f"{self.done:,} {self.unit}{part}"
        missions = max((result.missions for result in self.results), default=0)
        part = "" if missions == self.missions else f" of {self.missions:,}"
        longest = max((at.number for result in self.results for at in result.by_number), default=0)
        numbers = f"numbers 1 to {longest} of a tour" if longest > 1 else "the first of a tour"
        return f"{missions:,} missions{part}, {numbers}, {self.done:,} {'tour' if self.done == 1 else 'tours'}"


def summarize(studies: Sequence[Study], done: int, tallies: Sequence[Tally]) -> Summary:
    """The figures of so many indices."""
    first = studies[0]
    game = games.load(first.game)
    measures = game.measures()
    contenders = [
        Contender(s.name, s.pilot or game.default_pilot, s.scenario, Flyer(s).options, s.house_name)
        for s in studies
    ]
    results = [_outcome(study.name, tally, measures) for study, tally in zip(studies, tallies, strict=True)]
    return Summary(
        game.name,
        game.title,
        first.unit,
        first.count,
        done,
        first.seed,
        first.detail,
        first.missions,
        measures,
        contenders,
        results,
    )


def _estimate(moments: Moments, measure: Measure) -> Estimate:
    n, total, squares = moments.figures()
    if measure.share:
        low, high = wilson(total, n)
    elif measure.top is not None:
        low, high = bounded_interval(n, total, squares, measure.top)
    else:
        low, high = mean_interval(n, total, squares)
    return Estimate(n, total / n if n else 0.0, low, high)


def _over_tours(tally: Tally, measure: Measure) -> Estimate:
    """The mean a mission over tours: missions of one tour are no independent trials, tours are.

    How much those of one tour have in common cannot be told from a few tours; then it is taken to be nothing.
    """
    tours, missions, missions2 = tally.columns["tours"]["missions"].numbers.figures()
    _, total, squares = tally.columns["tours"][measure.key].numbers.figures()
    n = round(missions)
    top = 1.0 if measure.share else measure.top or 1.0
    found = Groups(tours, missions, total / top, missions2, tally.product(measure.key) / top, squares / top**2)
    if measure.share or measure.top is not None:
        few = tours < FEW
        low, high = wilson(found.hits, found.n) if few else grouped_interval(found, missions, measure.share)
    else:  # of a number without ends: tours weighed by their missions
        low, high = ratio_interval(found)
    return Estimate(n, total / missions, top * low, top * high)


def _figures(column: Column, rows: int) -> Figures:
    n, total, _ = column.numbers.figures()
    ordered = None
    if column.values is not None:
        ordered = dict(sorted(column.values.items(), key=lambda item: (-item[1], item[0])))
    mean = total / n if n else None
    full = n + column.texts
    return Figures(column.kind, full, rows - full, mean, column.least, column.most, ordered)


def _outcome(name: str, tally: Tally, measures: Sequence[Measure]) -> Outcome:
    missions = tally.columns.get("missions", {})
    means = {m.key: _estimate(missions[m.key].numbers, m) for m in measures if m.key in missions}
    if "tours" in tally.columns:
        means = {m.key: _over_tours(tally, m) for m in measures if m.key in means}
    return Outcome(
        name,
        tally.rows.get("missions", 0),
        tally.rows.get("men", 0),
        tally.rows.get("tours", 0),
        means,
        {
            table: {
                column: _figures(found, tally.rows[table])
                for column, found in sorted(tally.columns[table].items())
            }
            for table in TABLES
            if table in tally.columns
        },
        [
            ByNumber(
                number,
                max((moments.n for moments in at.values()), default=0),
                {m.key: _estimate(at[m.key], m) for m in measures if m.key in at},
            )
            for number, at in sorted(tally.numbers.items())
        ],
    )


# ------------------------------------------------------------------ in words


def _cell(estimate: Estimate, share: bool) -> str:
    """54.2 % (51.1 to 57.3)."""
    return worded.estimate(estimate.mean, estimate.low, estimate.high, share)


def _columns(lines: list[list[str]]) -> list[str]:
    """Lines of cells set in columns."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return ["  ".join(text.ljust(w) for text, w in zip(line, widths, strict=True)).rstrip() for line in lines]


_COURSE = 40  # missions of a tour that are listed
_SHOWN = 12  # values of a column that are listed
_LEFT_OUT = frozenset({"contender", "index", "number", "verdict", "scenario", "mission", "bomber", "training"})


def text_table(summary: Summary) -> str:
    """The study for people."""
    names = [result.contender for result in summary.results]
    lines = [f"{summary.title}: {summary.flown}, seed {summary.seed}", ""]
    if not summary.done:
        return "\n".join([*lines, "Nothing was flown.", ""])
    table = [["mean a mission, with the 95 % interval", *names]]
    for measure in summary.measures:
        cells = [r.measures[measure.key] for r in summary.results if measure.key in r.measures]
        table.append([measure.label, *(_cell(cell, measure.share) for cell in cells)])
    lines += _columns([row for row in table if len(row) == len(table[0])])
    if summary.unit == "tours":
        lines += ["", *_tours(summary)]
    lines += ["", *_words(summary)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _tours(summary: Summary) -> list[str]:
    """Missions a tour, and the course of it."""
    first = summary.measures[0]
    table = [["mean a tour", *(result.contender for result in summary.results)]]
    shown = [("missions", "missions flown")] + [
        (m.key, f"missions: {m.label}") for m in summary.measures if m.share
    ]
    for key, label in shown:
        means = [result.columns["tours"][key].mean or 0.0 for result in summary.results]
        table.append([label, *(f"{mean:.2f}" for mean in means)])
    lines = [] if summary.missions else [*_columns(table), ""]
    numbers = sorted({at.number for result in summary.results for at in result.by_number})
    course = [[f"{first.label}, by mission of the tour", *(result.contender for result in summary.results)]]
    for number in numbers[:_COURSE]:
        found = [{at.number: at for at in result.by_number}.get(number) for result in summary.results]
        cells = [_cell(at.measures[first.key], first.share) + f", {at.n:,} flown" if at else "" for at in found]
        course.append([str(number), *cells])
    more = [f"(and so on to mission {numbers[-1]})"] if len(numbers) > _COURSE else []
    return [*lines, *_columns(course), *more]


def _words(summary: Summary) -> list[str]:
    """How often each word came, for columns with few."""
    lines: list[str] = []
    columns = [column for result in summary.results for column in result.columns.get("missions", {})]
    for column in dict.fromkeys(columns):
        figures = [result.columns.get("missions", {}).get(column) for result in summary.results]
        if column in _LEFT_OUT or not any(f is not None and f.kind == "text" for f in figures):
            continue
        values = [f.values or {} if f is not None else {} for f in figures]
        words = list(dict.fromkeys(word for counted in values for word in counted))
        if not 2 <= len(words) <= _SHOWN:
            continue
        table = [[column, *(result.contender for result in summary.results)]]
        for word in words:
            cells = [
                worded.percent(counted.get(word, 0) / result.missions) if result.missions else ""
                for counted, result in zip(values, summary.results, strict=True)
            ]
            table.append([f"  {word}", *cells])
        lines += [*_columns(table), ""]
    return lines
