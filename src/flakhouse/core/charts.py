"""Charts as data: read from TOML laid out as printed, checked, expanded for look-up.

A chart file holds `[chart.ID]` tables:

    [chart.4-2]
    title  = "Weather in zone"
    rule   = "4.4"
    dice   = "2d6"                       # 1d6, 2d6 or d66
    source = "printed"                   # printed | found | reconstructed | ruling
    from   = "Chart Book, table 4-2"
    columns = ["day", "night"]           # only where the book has several
    grid = '''
    2 or less | Good  | Good
    3-8       | Good  | Poor
    9, 11     | Poor  | Poor
    10, 12 or more | Bad | Bad
    '''
    mods  = [{key = "hi", value = -1, when = "at HI altitude"}]
    notes = ["what a player must know, in our own words"]

`number = true` in place of a grid makes a chart whose result is the total itself; so are charts with
`dice = "pool"`, for which the rules say how many dice are thrown. `dice = "none"` makes a
table that is looked up by the words in its first column, not rolled (a gazetteer, a list of ratings).
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import zlib
from collections.abc import Callable, Iterable
from enum import Enum
from sys import intern
from typing import Generic, TypeVar

import msgspec

from flakhouse.core import toml
from flakhouse.core.chartfile import ChartData, ChartFile
from flakhouse.core.mods import Mod
from flakhouse.errors import ChartError

__all__ = ["DICE", "Chart", "ChartBook", "names", "natural_totals"]

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

DICE = ("1d6", "2d6", "d66", "pool", "none")
_NATURAL: dict[str, list[int]] = {
    "1d6": list(range(1, 7)),
    "2d6": list(range(2, 13)),
    "d66": [10 * a + b for a in range(1, 7) for b in range(1, 7)],
    "pool": list(range(1, 61)),
    "none": [],
}
_LABEL = re.compile(r"^(-?\d+)(?:-(\d+))?(?: or (less|more))?$")
_DIGITS = re.compile(r"[0-9]+")
_NEGATIVE = re.compile(r"^-[0-9]")
_MOST_MOD = 99  # the largest modifier of ours is 11
SOURCES = ("printed", "found", "reconstructed", "ruling")


def natural_totals(dice: str) -> list[int]:
    """Every total the dice can show by themselves."""
    return list(_NATURAL[dice])


class Chart(Generic[T]):
    """A chart ready for use. `rows[column][total - low]` is the result; totals beyond the ends are clamped."""

    __slots__ = ("data", "high", "id", "labels", "low", "marks", "mods", "rows", "single", "tens", "words")

    def __init__(
        self,
        id: str,
        data: ChartData,
        low: int,
        rows: list[list[T]],
        words: list[list[str]],
        labels: list[str],
    ) -> None:
        self.id = id
        self.data = data
        self.low = low
        self.high = low + len(labels) - 1
        self.rows = tuple([tuple(column) for column in rows])
        self.words = words
        self.labels = labels
        self.single = data.dice == "1d6"
        self.tens = data.dice == "d66"
        # What a roll adds to the running check: the chart and the word it gave, so that a changed cell shows.
        self.marks = tuple(
            [tuple([zlib.crc32(f"{id}|{word}".encode()) & 0x1FF_FFFF for word in column]) for column in words]
        )
        self.mods: dict[str, Mod] = {
            intern(m.key): Mod(m.value if isinstance(m.value, int) else 0, m.when, m.rule or id, m.key)
            for m in data.mods
        }  # under the very text that the rules name it by, which is found soonest

    def at(self, total: int, column: int = 0) -> T:
        """The result of a total, clamped to the printed ends."""
        if total < self.low:
            total = self.low
        elif total > self.high:
            total = self.high
        return self.rows[column][total - self.low]

    def look_up(self, label: str, column: int = 0) -> T:
        """The cell of a reference table by the words of its row."""
        return self.rows[column][self.labels.index(label)]

    def row(self, total: int) -> str:
        """The printed label of the row a total falls in."""
        return self.labels[min(max(total, self.low), self.high) - self.low]

    def word(self, total: int, column: int = 0) -> str:
        """The printed word of a total."""
        return self.words[column][min(max(total, self.low), self.high) - self.low]


def _bound(chart: Chart[str], make: Callable[[str], T], where: str) -> Chart[T]:
    """The same chart with its words turned into values."""
    rows: list[list[T]] = []
    for column in chart.words:
        line: list[T] = []
        for i, word in enumerate(column):
            try:
                line.append(make(word))
            except (ValueError, KeyError) as bad:
                row = chart.labels[i]
                raise ChartError(f"{where}: chart {chart.id}, row {row!r}: {word!r} is no known result") from bad
        rows.append(line)
    return Chart(chart.id, chart.data, chart.low, rows, chart.words, chart.labels)


def _within(where: str, own: Chart[str], ours: Chart[str]) -> None:
    """Refuse what no rule can mean: more rows, longer cells or larger numbers than thrice ours and twelve.

    A rule counts with a number it reads, so a player's file must not make it count to a billion. No number is
    negative where none of ours is; one that picks something must be printed in its column.
    """
    for m in own.data.mods:
        if isinstance(m.value, int) and abs(m.value) > _MOST_MOD:
            raise ChartError(f"{where}: the modifier {m.key!r} is more than {_MOST_MOD}")
    if own.data.dice == "none" and len(own.labels) > 3 * len(ours.labels) + 12:
        raise ChartError(f"{where}: {len(own.labels)} rows; at most {3 * len(ours.labels) + 12} can be meant")
    for at, words in enumerate(own.words):
        known = set(ours.words[at])
        longest = 3 * max(map(len, known)) + 12
        numbers = [int(n) for word in known for n in _DIGITS.findall(word)]
        most = 3 * max(numbers) + 12 if numbers else 0
        signed = any(word.startswith("-") and word != "-" for word in known)
        for i, word in enumerate(words):
            if word in known:
                continue
            row = f"{where}, row {own.labels[i]!r}"
            if len(word) > longest:
                raise ChartError(f"{row}: a cell of {len(word)} characters; at most {longest} can be meant")
            if numbers and any(int(n) > most for n in _DIGITS.findall(word)):
                raise ChartError(f"{row}: {word!r} is too large; at most {most} can be meant")
            if not signed and numbers and _NEGATIVE.match(word):
                raise ChartError(f"{row}: {word!r} is negative, which no rule can mean here")
            if ours.data.picks:
                raise ChartError(f"{row}: {word!r} is none of {', '.join(sorted(known))}")


class ChartBook:
    """All charts of a game by id, with a digest of every cell."""

    def __init__(self) -> None:
        self.charts: dict[str, Chart[str]] = {}
        self.files: dict[str, str] = {}
        self._makers: dict[str, Callable[[str], object]] = {}

    def load(self, name: str, text: str) -> None:
        """Read a chart file; every fault names the file, the chart and the row."""
        for id, chart in parse(name, text, ours=True).items():
            if id in self.charts:
                raise ChartError(f"{name}: chart {id} stands in {self.files[id]} already")
            self.charts[id] = chart
            self.files[id] = name

    def check(self) -> None:
        """`part_of` names a chart that exists."""
        for id, chart in self.charts.items():
            if chart.data.part_of and chart.data.part_of not in self.charts:
                raise ChartError(
                    f"{self.files[id]}: chart {id}: part of chart {chart.data.part_of!r}, which does not exist"
                )

    def words(self, id: str, words: type[E]) -> Chart[E]:
        """Bind a chart to an enum whose values are the printed words."""
        return self.bind(id, words)

    def numbers(self, id: str) -> Chart[int]:
        """Bind a chart of numbers."""
        return self.bind(id, int)

    def text(self, id: str) -> Chart[str]:
        """Bind a chart whose results are names."""
        return self.bind(id, str)

    def bind(self, id: str, make: Callable[[str], T]) -> Chart[T]:
        """Bind a chart with any maker of values."""
        if id not in self.charts:
            raise ChartError(f"no chart {id!r}")
        self._makers[id] = make
        return _bound(self.charts[id], make, self.files[id])

    def house(self, name: str, text: str) -> dict[str, Chart[object]]:
        """A player's own charts in place of ours: same ids, same words, same modifier keys."""
        own: dict[str, Chart[object]] = {}
        for id, chart in parse(name, text).items():
            if id not in self.charts:
                raise ChartError(f"{name}: this game has no chart {id!r}")
            ours = self.charts[id]
            if chart.data.columns != ours.data.columns or chart.data.dice != ours.data.dice:
                raise ChartError(f"{name}: chart {id}: dice and columns must be those of the original")
            unknown = set(chart.mods) - set(ours.mods)
            if unknown:
                raise ChartError(f"{name}: chart {id}: no modifier has the key {sorted(unknown)[0]!r}")
            _within(f"{name}: chart {id}", chart, ours)
            own[id] = _bound(chart, self._makers.get(id, str), name)
        return own

    def digest(self) -> str:
        """A digest of every cell and modifier: two books with the same digest play the same."""
        parts: list[str] = []
        for id in sorted(self.charts):
            chart = self.charts[id]
            mods = [(m.key, m.value) for m in chart.data.mods]
            parts.append(repr((id, chart.data.dice, chart.low, chart.words, mods)))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def parse(name: str, text: str, ours: bool = False) -> dict[str, Chart[str]]:
    """The charts of one file, expanded and checked; one of `ours` may have been read before."""
    try:
        file = msgspec.convert(toml.read(text) if ours else tomllib.loads(text), ChartFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as bad:
        raise ChartError(f"{name}: {bad}") from bad
    return {id: _expand(f"{name}: chart {id}", id, data) for id, data in file.chart.items()}


def _expand(where: str, id: str, data: ChartData) -> Chart[str]:
    if data.dice not in DICE:
        raise ChartError(f"{where}: dice {data.dice!r}, expected one of {', '.join(DICE)}")
    if data.source not in SOURCES:
        raise ChartError(f"{where}: source {data.source!r}, expected one of {', '.join(SOURCES)}")
    keys = [m.key for m in data.mods]
    if len(keys) != len(set(keys)):
        raise ChartError(f"{where}: a modifier key stands twice")
    natural = natural_totals(data.dice)
    if data.dice == "pool" and not data.number:
        raise ChartError(f"{where}: a pool of dice has no rows; write number = true")
    if data.number:
        low, high = natural[0], natural[-1]
        words = [str(n) for n in range(low, high + 1)]
        return Chart(id, data, low, [words], [words], list(words))
    if data.dice == "none":
        return _reference(where, id, data)
    cells: dict[int, tuple[str, list[str]]] = {}
    width = max(1, len(data.columns))
    for line in data.grid.strip().splitlines():
        label, *results = [cell.strip() for cell in line.split("|")]
        if len(results) != width:
            raise ChartError(f"{where}, row {label!r}: {len(results)} results for {width} column(s)")
        if not all(results):
            raise ChartError(f"{where}, row {label!r}: an empty cell")
        for total in _totals(where, label, data.dice):
            if total in cells:
                raise ChartError(f"{where}, row {label!r}: {total} is covered twice")
            cells[total] = (label, results)
    if not cells:
        raise ChartError(f"{where}: no rows")
    low, high = min(cells), max(cells)
    missing = [n for n in natural if n not in cells]
    if data.dice != "d66":
        missing += [n for n in range(low, high + 1) if n not in cells and n not in natural]
    if missing:
        raise ChartError(f"{where}: {missing[0]} is covered by no row")
    # A d66 chart has holes (17 to 20); they hold the row before and are never rolled.
    labels: list[str] = []
    columns: list[list[str]] = [[] for _ in range(width)]
    for total in range(low, high + 1):
        label, results = cells.get(total, ("", []))
        labels.append(label)
        for i in range(width):
            columns[i].append(results[i] if results else columns[i][-1])
    return Chart(id, data, low, columns, columns, labels)


def _reference(where: str, id: str, data: ChartData) -> Chart[str]:
    labels: list[str] = []
    width = max(1, len(data.columns))
    columns: list[list[str]] = [[] for _ in range(width)]
    for line in data.grid.strip().splitlines():
        label, *cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != width:
            raise ChartError(f"{where}, row {label!r}: {len(cells)} cells for {width} column(s)")
        if label in labels:
            raise ChartError(f"{where}, row {label!r}: stands twice")
        labels.append(intern(label))
        for i, cell in enumerate(cells):
            columns[i].append(cell)
    return Chart(id, data, 0, columns, columns, labels)


def names(cell: str) -> tuple[str, ...]:
    """The rows of reference tables that a cell names, each the very text of its row: it is found soonest so."""
    return tuple([intern(word) for word in cell.split(", ")])


def _totals(where: str, label: str, dice: str) -> Iterable[int]:
    for part in label.split(","):
        match = _LABEL.match(part.strip())
        if not match:
            raise ChartError(f"{where}, row {label!r}: not a total, a range or 'N or less', 'N or more'")
        first = int(match[1])
        last = int(match[2]) if match[2] else first
        if last < first:
            raise ChartError(f"{where}, row {label!r}: runs backwards")
        natural = natural_totals(dice)
        if match[3] == "less":
            first = min(first, natural[0])
        elif match[3] == "more":
            last = max(last, natural[-1])
        for total in range(first, last + 1):
            if dice == "d66" and total not in natural:
                continue
            yield total
