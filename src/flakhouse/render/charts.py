"""A chart as a person reads it, and as a program does."""

from __future__ import annotations

import textwrap
from typing import TypeVar

from flakhouse.core.charts import Chart, natural_totals
from flakhouse.core.game import JsonDict

__all__ = ["chart_data", "chart_text"]

T = TypeVar("T")

_DICE = {
    "1d6": "one die",
    "2d6": "two dice",
    "d66": "two dice read as tens and ones",
    "pool": "as many dice as the rules say",
    "none": "looked up, not rolled",
}


def chart_data(chart: Chart[T]) -> JsonDict:
    """A chart as JSON: `results` maps every total to its result, by column where there are columns.

    Totals are those the dice can show and those the printed rows reach beyond them. A table that is looked
    up maps the words of its rows to their cells.
    """
    data = chart.data
    return {
        "id": chart.id,
        "title": data.title,
        "rule": data.rule,
        "dice": data.dice,
        "columns": list(data.columns),
        "results": _results(chart),
        "modifiers": [{"value": mod.value, "when": mod.when} for mod in data.mods],
        "notes": list(data.notes),
        "provenance": _provenance(chart),
        "part_of": data.part_of,
    }


def _provenance(chart: Chart[T]) -> JsonDict:
    """Where the numbers come from, and where that is known, how sure they are and what is disputed."""
    data = chart.data
    found: JsonDict = {"source": data.source, "from": data.from_}
    if data.confidence:
        found["confidence"] = data.confidence
    if data.disputed:
        found["disputed"] = list(data.disputed)
    return found


def _results(chart: Chart[T]) -> JsonDict:
    columns = chart.data.columns
    if chart.data.dice == "none":
        if columns:
            return {
                label: {name: chart.words[i][row] for i, name in enumerate(columns)}
                for row, label in enumerate(chart.labels)
            }
        return dict(zip(chart.labels, chart.words[0], strict=True))
    totals = _totals(chart)
    if columns:
        return {name: {str(n): chart.word(n, i) for n in totals} for i, name in enumerate(columns)}
    return {str(n): chart.word(n) for n in totals}


def _totals(chart: Chart[T]) -> list[int]:
    """The natural totals, and the printed rows beyond them; of a d66 chart the holes are left out."""
    natural = natural_totals(chart.data.dice)
    if chart.tens:
        return natural
    return list(range(min(natural[0], chart.low), max(natural[-1], chart.high) + 1))


def chart_text(chart: Chart[T], width: int = 80) -> list[str]:
    """A chart in plain lines: title, dice, one line for each printed row, modifiers, notes, source,
    how sure it is."""
    data = chart.data
    head = f"{chart.id}  {data.title} (rule {data.rule}; {_DICE[data.dice]})"
    lines = textwrap.wrap(head, width, subsequent_indent="    ")
    if data.part_of:
        lines.append(f"Part of {data.part_of}.")
    if data.number:
        lines.append("The result is the total itself.")
    else:
        lines += _grid(chart, width)
    for mod in data.mods:
        value = f"{mod.value:+d}" if isinstance(mod.value, int) else mod.value
        rule = f" ({mod.rule})" if mod.rule else ""
        lines += textwrap.wrap(f"Modifier {value}: {mod.when}{rule}", width, subsequent_indent="    ")
    for note in data.notes:
        lines += textwrap.wrap(f"Note: {note}", width, subsequent_indent="    ")
    lines += textwrap.wrap(f"Source: {data.source}, {data.from_}", width, subsequent_indent="    ")
    if data.confidence:
        lines += textwrap.wrap(f"Confidence: {data.confidence.rstrip('.')}.", width, subsequent_indent="    ")
    for dispute in data.disputed:
        lines += textwrap.wrap(f"Disputed: {dispute}", width, subsequent_indent="    ")
    return lines


def _grid(chart: Chart[T], width: int) -> list[str]:
    """The printed rows in printed order: the columns side by side, in several blocks if they do not fit in one;
    where not even a column fits, each cell with its column's name."""
    rows: list[list[str]] = []
    for at, label in enumerate(chart.labels):
        if label and label not in (row[0] for row in rows):
            rows.append([label, *(column[at] for column in chart.words)])
    if not rows:
        return []
    head = ["", *chart.data.columns] if chart.data.columns else ["", ""]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    blocks = _blocks(widths, width)
    if not blocks:
        return _wordy(chart, rows, width)
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append("")
        for row in [head, *rows] if chart.data.columns else rows:
            lines.append("  " + "  ".join(row[i].ljust(widths[i]) for i in (0, *block)).rstrip())
    return lines


def _blocks(widths: list[int], width: int) -> list[list[int]]:
    """The columns that stand side by side, block by block; none if one is too wide."""
    blocks: list[list[int]] = []
    used = width
    for i, wide in enumerate(widths[1:], 1):
        if 2 + widths[0] + 2 + wide > width:
            return []
        if used + 2 + wide > width:
            blocks.append([])
            used = 2 + widths[0]
        blocks[-1].append(i)
        used += 2 + wide
    return blocks


def _wordy(chart: Chart[T], rows: list[list[str]], width: int) -> list[str]:
    lines: list[str] = []
    for row in rows:
        if chart.data.columns:
            body = "; ".join(f"{name}: {word}" for name, word in zip(chart.data.columns, row[1:], strict=True))
        else:
            body = row[1]
        lines += textwrap.wrap(f"{row[0]}  {body}", width, initial_indent="  ", subsequent_indent=" " * 6)
    return lines
