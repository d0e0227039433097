"""A second transcription of the charts, compared with the chart book cell by cell."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from flakhouse.core.charts import Chart, natural_totals

WIDE = range(-40, 60)  # beyond what any heap of modifiers reaches: the ends must hold as well
_RANGE = re.compile(r"^(<=|>=)?(-?\d+)(?:-(\d+))?$")


class Second(msgspec.Struct, forbid_unknown_fields=True):
    """One chart of the second transcription; the head of second.toml explains the fields."""

    dice: str = ""
    number: str = ""
    rows: dict[str, str] = {}
    column: dict[str, dict[str, str]] = {}
    columns: list[str] = []
    table: dict[str, list[str]] = {}
    shares: dict[str, int] = {}
    mods: dict[str, int | str] = {}


def load(path: Path) -> dict[str, Second]:
    """The charts of a second.toml by id."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8"))["chart"], dict[str, Second])


def _totals(label: str) -> Iterator[int]:
    """Every total a row label names."""
    for part in label.split(","):
        match = _RANGE.match(part)
        if not match:
            raise ValueError(f"unreadable row {label!r}")
        first = int(match[2])
        last = int(match[3]) if match[3] else first
        if match[1] == "<=":
            first = min(first, WIDE[0])
        elif match[1] == ">=":
            last = max(last, WIDE[-1])
        yield from range(first, last + 1)


def _spread(rows: dict[str, str], dice: str) -> dict[int, str]:
    """Total -> word for every total in question; beyond the printed ends the end row goes on."""
    cells: dict[int, str] = {}
    for label, word in rows.items():
        for total in _totals(label):
            if total in cells:
                raise ValueError(f"row {label!r}: {total} stands twice")
            cells[total] = word
    if dice == "d66":
        return {total: cells[total] for total in natural_totals(dice)}
    low, high = min(cells), max(cells)
    return {total: cells[min(max(total, low), high)] for total in WIDE}


def _differs(what: str, book: object, second: object) -> list[str]:
    return [] if book == second else [f"{what}: the book has {book!r}, the second transcription {second!r}"]


def cell_faults(chart: Chart[str], mine: Second) -> list[str]:
    """Every cell, head and die in which a chart of the book differs from the second transcription."""
    data = chart.data
    faults = _differs("a number", data.number, bool(mine.number))
    faults += _differs("dice", data.dice, mine.number or mine.dice)
    faults += _differs("columns", data.columns, list(mine.column) or mine.columns)
    if faults:
        return faults
    natural = natural_totals(data.dice)
    if mine.number:
        return _differs("numbers", [chart.at(total) for total in natural], [str(total) for total in natural])
    if mine.table:
        columns = range(max(1, len(data.columns)))
        printed = {label: [chart.look_up(label, i) for i in columns] for label in chart.labels}
        faults = _differs("row labels", sorted(printed), sorted(mine.table))
        return faults + [
            fault
            for label, cells in mine.table.items()
            for fault in _differs(f"row {label!r}", printed.get(label), cells)
        ]
    if mine.shares:
        return _differs("shares", Counter(chart.at(total) for total in natural), Counter(mine.shares))
    for i, rows in enumerate(list(mine.column.values()) or [mine.rows]):
        for total, word in _spread(rows, data.dice).items():
            faults += _differs(f"column {i + 1}, total {total}", chart.at(total, i), word)
    return faults


def mod_faults(chart: Chart[str], mine: Second) -> list[str]:
    """Every modifier that differs."""
    book = {mod.key: mod.value for mod in chart.data.mods}
    keys = [*book, *(key for key in mine.mods if key not in book)]
    return [fault for key in keys for fault in _differs(f"modifier {key}", book.get(key), mine.mods.get(key))]
