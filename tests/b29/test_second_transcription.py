"""Every chart against a second transcription made from the texts alone (charts/second.toml)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from flakhouse.core.charts import natural_totals
from flakhouse.games.b29.book import CHARTS

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


def _load() -> dict[str, Second]:
    text = (Path(__file__).parent / "charts" / "second.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["chart"], dict[str, Second])


SECOND = _load()


def _totals(label: str) -> Iterator[int]:
    for part in label.split(","):
        match = _RANGE.match(part)
        assert match, f"unreadable row {label!r}"
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
            assert total not in cells, f"row {label!r}: {total} stands twice"
            cells[total] = word
    if dice == "d66":
        return {total: cells[total] for total in natural_totals(dice)}
    low, high = min(cells), max(cells)
    return {total: cells[min(max(total, low), high)] for total in WIDE}


def test_the_same_charts() -> None:
    assert set(SECOND) == set(CHARTS.charts)


@pytest.mark.parametrize("id", sorted(SECOND))
def test_cells(id: str) -> None:
    mine, chart = SECOND[id], CHARTS.charts[id]
    data = chart.data
    assert data.number == bool(mine.number)
    assert data.dice == (mine.number or mine.dice)
    assert data.columns == (list(mine.column) or mine.columns)
    if mine.number:
        assert [chart.at(total) for total in natural_totals(data.dice)] == [
            str(total) for total in natural_totals(data.dice)
        ]
    elif mine.table:
        columns = range(max(1, len(data.columns)))
        printed = {label: [chart.look_up(label, i) for i in columns] for label in chart.labels}
        assert printed == mine.table
    elif mine.shares:
        assert Counter(chart.at(total) for total in natural_totals(data.dice)) == Counter(mine.shares)
    else:
        for i, rows in enumerate(list(mine.column.values()) or [mine.rows]):
            spread = _spread(rows, data.dice)
            assert {total: chart.at(total, i) for total in spread} == spread


@pytest.mark.parametrize("id", sorted(SECOND))
def test_modifiers(id: str) -> None:
    assert {mod.key: mod.value for mod in CHARTS.charts[id].data.mods} == SECOND[id].mods
