"""The parts of a report: a figure with its table, and shares as they are drawn and told."""

from __future__ import annotations

import msgspec

from flakhouse.sim import worded
from flakhouse.sim.intervals import Groups, grouped_interval, wilson
from flakhouse.sim.plots import Mark

__all__ = ["Figure", "Table", "grouped", "mark", "percent", "told"]


class Table(msgspec.Struct, frozen=True):
    """Figures in rows; the first column is words."""

    head: list[str]
    rows: list[list[str]]


class Figure(msgspec.Struct, frozen=True):
    """A plot (or several), a table of the same, and a sentence above them."""

    id: str
    title: str
    lead: str
    plots: list[str]
    table: Table


def percent(hits: int, n: int) -> str:
    """12.5 % (9.1 to 16.9)."""
    return worded.estimate(hits / n, *wilson(hits, n)) if n else "none flown"


def mark(hits: int, n: int) -> Mark:
    """A share with its interval."""
    return Mark(hits / n, *wilson(hits, n)) if n else Mark(0.0)


def grouped(found: Groups) -> Mark:
    """A share of men, who live and die together, with its interval."""
    return Mark(found.mean, *grouped_interval(found)) if found.n else Mark(0.0)


def told(one: Mark) -> str:
    """A share in words."""
    if one.low is None or one.high is None:
        return "none flown"
    return worded.estimate(one.value, one.low, one.high)
