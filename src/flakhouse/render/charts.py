"""A chart as a person reads it, and as a program does.

`chart_grid` is a chart as it stands in the book: its rows in order, each with its label and cells. A roll carries
the label of its row and the name of its column, so `Grid.spot` finds the cell it came to.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec

from flakhouse.core.charts import Chart, natural_totals
from flakhouse.core.events import Rolled
from flakhouse.core.game import JsonDict

__all__ = ["Grid", "GridMod", "GridRow", "Spot", "chart_data", "chart_grid", "chart_text"]

T = TypeVar("T")

_DICE = {
    "1d6": "one die",
    "2d6": "two dice",
    "d66": "two dice read as tens and ones",
    "pool": "as many dice as the rules say",
    "none": "looked up, not rolled",
}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")
#: An id that no sentence has by chance.
_UNLIKE_A_WORD = re.compile(r"[A-Z0-9]")
_RANGE = re.compile(r"\d+-\d+")
_LED_IN = re.compile(r"(\b(on|see|tables?|by|of|rolls?|replaces|when|from|later|change) |\()$", re.IGNORECASE)
_LISTED = re.compile(r"( \([^)]*\))?(,| and| or| to) ")


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


class GridMod(msgspec.Struct, frozen=True):
    """A modifier as printed. `value` is text where the book refers to a number found elsewhere."""

    key: str
    value: int | str
    when: str
    rule: str = ""


class GridRow(msgspec.Struct, frozen=True):
    """A printed row: its label, a cell for each column (one if the chart has none), the totals it is for."""

    label: str
    cells: tuple[str, ...]
    totals: tuple[int, ...] = ()


class Spot(NamedTuple):
    """A cell: its row and its column in the grid, counted from 0."""

    row: int
    column: int


class Grid(msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """A chart laid out as printed.

    Of a chart whose result is the total itself (`number`) the rows are the totals. `disputed` tells of each cell
    the sources disagree about. `parts` are the charts that belong to this one, `refers_to` those it names.
    """

    id: str
    title: str
    rule: str
    dice: str
    dice_text: str
    number: bool
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]
    modifiers: tuple[GridMod, ...]
    notes: tuple[str, ...]
    source: str  # printed, found, reconstructed, ruling
    from_: str
    confidence: str
    disputed: tuple[str, ...]
    part_of: str
    parts: tuple[str, ...]
    refers_to: tuple[str, ...]

    def spot(self, roll: Rolled) -> Spot | None:
        """Where a roll on this chart came to; None if the chart has no such row or column (any more).

        A total that tens and ones cannot show belongs to the row before it, and has no label of its own.
        """
        columns = self.columns or ("",)
        if roll.chart != self.id or roll.column not in columns:
            return None
        row = next((i for i, row in enumerate(self.rows) if row.label == roll.row), -1)
        if row < 0 and not roll.row:
            below = [(n, i) for i, row in enumerate(self.rows) for n in row.totals if n <= roll.total]
            row = max(below)[1] if below else -1
        return Spot(row, columns.index(roll.column)) if row >= 0 else None


def chart_grid(chart: Chart[T], charts: Mapping[str, Chart[str]] | None = None) -> Grid:
    """A chart as it is printed. Of the other `charts` of the game it says which are its parts, which it names."""
    data = chart.data
    others = charts or {}
    return Grid(
        id=chart.id,
        title=data.title,
        rule=data.rule,
        dice=data.dice,
        dice_text=_DICE[data.dice],
        number=data.number,
        columns=tuple(data.columns),
        rows=_rows(chart),
        modifiers=tuple(GridMod(mod.key, mod.value, mod.when, mod.rule) for mod in data.mods),
        notes=tuple(data.notes),
        source=data.source,
        from_=data.from_,
        confidence=data.confidence,
        disputed=tuple(data.disputed),
        part_of=data.part_of,
        parts=tuple(id for id, other in others.items() if other.data.part_of == chart.id),
        refers_to=_named(chart, others),
    )


def _rows(chart: Chart[T]) -> tuple[GridRow, ...]:
    """The printed rows in printed order; the holes between tens and ones are none."""
    natural = natural_totals("d66") if chart.tens else range(chart.low, chart.high + 1)
    found: dict[str, tuple[tuple[str, ...], list[int]]] = {}
    for at, label in enumerate(chart.labels):
        total = chart.low + at
        if label and total in natural:
            cells = tuple(column[at] for column in chart.words)
            found.setdefault(label, (cells, []))[1].append(total)
    rolled = chart.data.dice != "none"
    return tuple(GridRow(label, cells, tuple(at) if rolled else ()) for label, (cells, at) in found.items())


def _named(chart: Chart[T], others: Mapping[str, Chart[str]]) -> tuple[str, ...]:
    """The charts that the cells, modifiers and notes of a chart name; an id that may be a plain word is none."""
    if not others:
        return ()
    data = chart.data
    texts = [*(word for column in chart.words for word in column), *data.notes, *(mod.when for mod in data.mods)]
    texts += [mod.value for mod in data.mods if isinstance(mod.value, str)]
    named = {id for text in dict.fromkeys(texts) for id in _names_in(text, others)}
    return tuple(id for id in others if id in named and id != chart.id)


def _names_in(text: str, others: Mapping[str, Chart[str]]) -> list[str]:
    """The charts a text names. What may be a range of dice (4-6) must be led in by a word, a bracket or a list."""
    found: list[str] = []
    end = 0  # of the chart named last
    for match in _NAME.finditer(text):
        id = match[0].rstrip(".-")
        if id not in others or not _UNLIKE_A_WORD.search(id):
            continue
        if _RANGE.fullmatch(id):
            between = text[end : match.start()] if end else ""
            if between == " (" or not (_LED_IN.search(text[: match.start()]) or _LISTED.fullmatch(between)):
                continue
        found.append(id)
        end = match.start() + len(id)
    return found


def chart_text(chart: Chart[T], width: int = 80) -> list[str]:
    """A chart in plain lines: title, dice, one line for each printed row, modifiers, notes, source,
    how sure it is."""
    grid = chart_grid(chart)
    head = f"{grid.id}  {grid.title} (rule {grid.rule}; {grid.dice_text})"
    lines = textwrap.wrap(head, width, subsequent_indent="    ")
    if grid.part_of:
        lines.append(f"Part of {grid.part_of}.")
    if grid.number:
        lines.append("The result is the total itself.")
    else:
        lines += _drawn(grid, width)
    for mod in grid.modifiers:
        value = f"{mod.value:+d}" if isinstance(mod.value, int) else mod.value
        rule = f" ({mod.rule})" if mod.rule else ""
        lines += textwrap.wrap(f"Modifier {value}: {mod.when}{rule}", width, subsequent_indent="    ")
    for note in grid.notes:
        lines += textwrap.wrap(f"Note: {note}", width, subsequent_indent="    ")
    lines += textwrap.wrap(f"Source: {grid.source}, {grid.from_}", width, subsequent_indent="    ")
    if grid.confidence:
        lines += textwrap.wrap(f"Confidence: {grid.confidence.rstrip('.')}.", width, subsequent_indent="    ")
    for dispute in grid.disputed:
        lines += textwrap.wrap(f"Disputed: {dispute}", width, subsequent_indent="    ")
    return lines


def _drawn(grid: Grid, width: int) -> list[str]:
    """The printed rows in printed order: the columns side by side, in several blocks if they do not fit in one;
    where not even a column fits, each cell with its column's name."""
    rows = [(row.label, *row.cells) for row in grid.rows]
    if not rows:
        return []
    head = ("", *grid.columns) if grid.columns else ("", "")
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    blocks = _blocks(widths, width)
    if not blocks:
        return _wordy(grid, width)
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append("")
        for row in [head, *rows] if grid.columns else rows:
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


def _wordy(grid: Grid, width: int) -> list[str]:
    lines: list[str] = []
    for row in grid.rows:
        if grid.columns:
            body = "; ".join(f"{name}: {word}" for name, word in zip(grid.columns, row.cells, strict=True))
        else:
            body = row.cells[0]
        lines += textwrap.wrap(f"{row.label}  {body}", width, initial_indent="  ", subsequent_indent=" " * 6)
    return lines
