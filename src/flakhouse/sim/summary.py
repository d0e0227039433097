"""The figures of a study: what summary.json and summary.txt hold."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

from flakhouse import games
from flakhouse.core.game import Measure
from flakhouse.sim.rows import TABLES, Column, Moments, Tally
from flakhouse.sim.stats import mean_interval, t95, wilson
from flakhouse.sim.study import Flyer, Study

__all__ = ["ByNumber", "Contender", "Estimate", "Figures", "Outcome", "Summary", "summarize", "text_table"]


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
    measures: list[Measure]
    contenders: list[Contender]
    results: list[Outcome]


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
        measures,
        contenders,
        results,
    )


def _estimate(moments: Moments, share: bool) -> Estimate:
    n, total, squares = moments.figures()
    low, high = wilson(total, n) if share else mean_interval(n, total, squares)
    return Estimate(n, total / n if n else 0.0, low, high)


def _over_tours(tally: Tally, key: str, share: bool) -> Estimate:
    """The mean a mission over whole tours: missions of one tour are no independent trials, tours are.

    The variance is that of a ratio of two sums over tours. A share gets Wilson's interval for as many missions
    as would have that variance by themselves, never for more than were flown.
    """
    tours, missions, missions2 = tally.columns["tours"]["missions"].numbers.figures()
    _, total, squares = tally.columns["tours"][key].numbers.figures()
    mean = total / missions
    n = round(missions)
    if tours < 2:
        return Estimate(n, mean, *(0.0, 1.0) if share else (mean, mean))
    spread = max(0.0, squares - 2 * mean * tally.product(key) + mean * mean * missions2)
    variance = spread * tours / (tours - 1) / missions**2
    if share:
        alone = mean * (1 - mean)
        worth = min(missions, alone / variance) if variance > 0 else missions
        return Estimate(n, mean, *wilson(mean * worth, worth))
    half = t95(tours - 1) * sqrt(variance)
    return Estimate(n, mean, mean - half, mean + half)


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
    means = {m.key: _estimate(missions[m.key].numbers, m.share) for m in measures if m.key in missions}
    if "tours" in tally.columns:
        means = {m.key: _over_tours(tally, m.key, m.share) for m in measures if m.key in means}
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
                {m.key: _estimate(at[m.key], m.share) for m in measures if m.key in at},
            )
            for number, at in sorted(tally.numbers.items())
        ],
    )


# ------------------------------------------------------------------ in words


def _worded(value: float, share: bool) -> str:
    return f"{100 * value:.1f}" if share else f"{value:.2f}"


def _cell(estimate: Estimate, share: bool) -> str:
    """54.2 % (51.1 to 57.3)."""
    mean, low, high = (_worded(v, share) for v in (estimate.mean, estimate.low, estimate.high))
    return f"{mean}{' %' if share else ''} ({low} to {high})"


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
    flown = f"{summary.done:,} {summary.unit}" + (
        "" if summary.done == summary.count else f" of {summary.count:,}"
    )
    lines = [f"{summary.title}: {flown}, seed {summary.seed}", ""]
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
    lines = _columns(table)
    numbers = sorted({at.number for result in summary.results for at in result.by_number})
    course = [[f"{first.label}, by mission of the tour", *(result.contender for result in summary.results)]]
    for number in numbers[:_COURSE]:
        found = [{at.number: at for at in result.by_number}.get(number) for result in summary.results]
        cells = [_cell(at.measures[first.key], first.share) + f", {at.n:,} flown" if at else "" for at in found]
        course.append([str(number), *cells])
    more = [f"(and so on to mission {numbers[-1]})"] if len(numbers) > _COURSE else []
    return [*lines, "", *_columns(course), *more]


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
                f"{100 * counted.get(word, 0) / result.missions:.1f} %" if result.missions else ""
                for counted, result in zip(values, summary.results, strict=True)
            ]
            table.append([f"  {word}", *cells])
        lines += [*_columns(table), ""]
    return lines
