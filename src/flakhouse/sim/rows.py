"""Rows on their way: the text of a table made by whoever flew it, and running figures that add up.

Both add up exactly, in whatever pieces they come: sums are kept as whole millionths, so that the order of adding
changes nothing, and a table with more columns than the one before makes room for them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from flakhouse.core.game import Scalar
from flakhouse.sim.detail import Key
from flakhouse.sim.study import TABLES, Flyer, Result, Stamp, Study, Table, stamp_of

__all__ = [
    "TABLES",
    "Block",
    "Chunk",
    "Column",
    "Moments",
    "Tally",
    "fly_chunk",
    "merge_columns",
    "read_lines",
    "write_lines",
]

_UNIT = 1_000_000
_DISTINCT = 100  # values of a column that are counted one by one; names and the like have more


# ------------------------------------------------------------------ text


def cell(value: Scalar) -> str:
    """A value as it stands in a table: nothing for None, 1 and 0 for yes and no; never a line break."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        return value if value.isprintable() else " ".join(value.split())
    return repr(value)


def _cells(values: Sequence[Scalar]) -> Sequence[str]:
    """A column as text: every value that comes again is written once."""
    kinds = {*map(type, values)}
    if float in kinds or kinds >= {bool, int}:  # 1.0 and 1, 0.0 and -0.0 are equal, but not the same text
        return [_quoted(cell(value)) for value in values]
    texts = {value: _quoted(cell(value)) for value in {*values}}
    return list(map(texts.__getitem__, values))


def _quoted(text: str) -> str:
    """A text as csv.writer writes it."""
    if "," in text or '"' in text:
        return '"' + text.replace('"', '""') + '"'
    return text


#: The names of columns, and the values of each.
Columns = tuple[list[str], list[Sequence[Scalar]]]


def write_lines(lines: Iterable[Sequence[Scalar]]) -> str:
    """Lines of a table as text."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def read_lines(text: str) -> list[list[str]]:
    """The cells of a table's text."""
    return list(csv.reader(io.StringIO(text)))


def merge_columns(known: list[str], more: Iterable[str]) -> list[str]:
    """The columns known and behind them the new ones, in order."""
    fresh = [column for column in more if column not in known]
    return known + fresh if fresh else known


class Block(msgspec.Struct):
    """Some lines of a table, without its head."""

    columns: list[str]
    text: str = ""
    rows: int = 0

    @classmethod
    def of(cls, table: Columns) -> Block:
        """A table as text."""
        names, columns = table
        lines = list(map(",".join, zip(*map(_cells, columns), strict=True)))
        return cls(names, "\n".join(lines) + "\n", len(lines))

    def under(self, columns: list[str]) -> str:
        """The text under another head that has at least these columns."""
        if columns == self.columns or not self.rows:
            return self.text
        places = [self.columns.index(column) if column in self.columns else -1 for column in columns]
        return write_lines([line[at] if at >= 0 else "" for at in places] for line in read_lines(self.text))


# ------------------------------------------------------------------ figures


class Moments(msgspec.Struct):
    """How many numbers, their sum in millionths and the sum of their squares in millionths of millionths."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: float, times: int = 1) -> None:
        """Count a number so many times."""
        units = round(value * _UNIT)
        self.n += times
        self.total += units * times
        self.squares += units * units * times

    def join(self, other: Moments) -> None:
        """Add another's."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def figures(self) -> tuple[int, float, float]:
        """Count, sum and sum of squares."""
        return self.n, self.total / _UNIT, self.squares / (_UNIT * _UNIT)


_KINDS = ("bool", "int", "float", "text")  # each holds the ones before it, but for text


class Column(msgspec.Struct):
    """Running figures of a column."""

    kind: str = ""  # bool, int, float or text; "" while every cell is empty
    numbers: Moments = msgspec.field(default_factory=Moments)
    least: float | None = None
    most: float | None = None
    values: dict[str, int] | None = msgspec.field(default_factory=dict)  # None: too many to count one by one
    texts: int = 0

    def add(self, counted: Counter[Scalar]) -> None:
        """Add values with how often each came."""
        for value, times in counted.items():
            if value is None:
                continue
            self._count(cell(value), times)
            if isinstance(value, str):
                self._widen("text")
                self.texts += times
                continue
            self._widen("bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float")
            self.numbers.add(value, times)
            self._range(float(value), float(value))

    def _widen(self, kind: str) -> None:
        if kind != self.kind and (not self.kind or _KINDS.index(kind) > _KINDS.index(self.kind)):
            self.kind = kind

    def _range(self, least: float, most: float) -> None:
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)

    def _count(self, text: str, times: int) -> None:
        if self.values is None:
            return
        self.values[text] = self.values.get(text, 0) + times
        if len(self.values) > _DISTINCT:
            self.values = None

    def join(self, other: Column) -> None:
        """Add another's."""
        self.texts += other.texts
        self.numbers.join(other.numbers)
        if other.kind:
            self._widen(other.kind)
        if other.least is not None and other.most is not None:
            self._range(other.least, other.most)
        if other.values is None:
            self.values = None
        else:
            for text, times in other.values.items():
                self._count(text, times)


class Tally(msgspec.Struct):
    """Running figures of a contender."""

    rows: dict[str, int] = msgspec.field(default_factory=dict)  # by table
    columns: dict[str, dict[str, Column]] = msgspec.field(default_factory=dict)  # by table and column
    numbers: dict[int, dict[str, Moments]] = msgspec.field(default_factory=dict)  # measures by mission of a tour
    products: dict[str, int] = msgspec.field(
        default_factory=dict
    )  # of tours: missions times measure, in millionths
    counts: dict[str, int] = msgspec.field(default_factory=dict)  # by the four words of a key, joined by tabs

    def count(self, what: Mapping[Key, int]) -> None:
        """Add what a collector counted."""
        for key, times in what.items():
            text = "\t".join(key)
            self.counts[text] = self.counts.get(text, 0) + times

    def add(self, table: str, added: Columns) -> None:
        """Add to a table."""
        self.rows[table] = self.rows.get(table, 0) + len(added[1][0])
        columns = self.columns.setdefault(table, {})
        for name, values in zip(*added, strict=True):
            if name in ("contender", "index"):
                continue
            column = columns.get(name)
            if column is None:
                column = columns[name] = Column()
            for counted in _counted(values):
                column.add(counted)

    def add_numbers(self, missions: Table, measures: Sequence[str]) -> None:
        """Add the measures of missions by their number in the tour."""
        for number, values in _picked(missions, "number", measures):
            at = self.numbers.setdefault(number, {})
            for key, value in zip(measures, values, strict=True):
                if isinstance(value, int | float):
                    at.setdefault(key, Moments()).add(value)

    def add_products(self, tours: Table, measures: Sequence[str]) -> None:
        """Add what says how much missions of one tour have in common."""
        for missions, values in _picked(tours, "missions", measures):
            for key, value in zip(measures, values, strict=True):
                if isinstance(value, int | float):
                    self.products[key] = self.products.get(key, 0) + missions * round(value * _UNIT)

    def product(self, key: str) -> float:
        """The sum over tours of missions times a measure."""
        return self.products.get(key, 0) / _UNIT

    def join(self, other: Tally) -> None:
        """Add what came after."""
        for key, units in other.products.items():
            self.products[key] = self.products.get(key, 0) + units
        for table, rows in other.rows.items():
            self.rows[table] = self.rows.get(table, 0) + rows
        for table, columns in other.columns.items():
            mine = self.columns.setdefault(table, {})
            for name, column in columns.items():
                if name in mine:
                    mine[name].join(column)
                else:
                    mine[name] = column
        for number, measures in other.numbers.items():
            at = self.numbers.setdefault(number, {})
            for key, moments in measures.items():
                at.setdefault(key, Moments()).join(moments)
        for what, times in other.counts.items():
            self.counts[what] = self.counts.get(what, 0) + times


def _picked(table: Table, first: str, names: Sequence[str]) -> Iterator[tuple[int, list[Scalar]]]:
    """Of each row the whole number in one column, and the values in others."""
    at = table.names.index(first) if first in table.names else -1
    places = [table.names.index(name) if name in table.names else -1 for name in names]
    for row in table.rows:
        number = row[at] if at >= 0 else None
        if isinstance(number, int):
            yield number, [row[place] if place >= 0 else None for place in places]


def _counted(values: Sequence[Scalar]) -> list[Counter[Scalar]]:
    """How often each value came, apart by kind: True, 1 and 1.0 are equal, but not the same text."""
    kinds = {*map(type, values)}
    if len(kinds & {bool, int, float}) < 2:
        return [Counter(values)]
    return [Counter(value for value in values if type(value) is kind) for kind in kinds]


# ------------------------------------------------------------------ what a worker does


class Chunk(msgspec.Struct):
    """Indices `start` to `stop` - 1 of every contender: lines of the tables and figures."""

    start: int
    stop: int
    blocks: dict[str, Block]
    tallies: list[Tally]
    stamp: Stamp


def fly_chunk(studies: Sequence[Study], start: int, stop: int) -> Chunk:
    """Fly these indices, every contender each of them; rows in the order of index and contender."""
    flyers, stamp = _ready(tuple(studies))
    own = [Result() for _ in studies]
    everybody = own[0] if len(own) == 1 else Result()
    for index in range(start, stop):
        for flyer, mine in zip(flyers, own, strict=True):
            before = {table: len(mine.tables[table].rows) for table in TABLES}
            flyer.fly(index, mine)
            for table in TABLES if everybody is not mine else ():
                flown = mine.tables[table]
                everybody.tables[table].add(flown.names, flown.rows[before[table] :])
    tallies = [Tally() for _ in studies]
    made: dict[str, Columns] = {}
    for flyer, mine, tally in zip(flyers, own, tallies, strict=True):
        tally.count(mine.counts)
        made = {name: table.columns() for name, table in mine.tables.items() if table.rows}
        for name, columns in made.items():
            tally.add(name, columns)
        if flyer.study.unit == "tours":
            keys = [measure.key for measure in flyer.measures]
            tally.add_numbers(mine.tables["missions"], keys)
            tally.add_products(mine.tables["tours"], keys)
    if everybody is not own[0]:
        made = {name: table.columns() for name, table in everybody.tables.items() if table.rows}
    blocks = {name: Block.of(columns) for name, columns in made.items()}
    return Chunk(start, stop, blocks, tallies, stamp)


_last: list[tuple[tuple[Study, ...], list[Flyer], Stamp]] = []  # what was flown last; its rules are not read again


def _ready(studies: tuple[Study, ...]) -> tuple[list[Flyer], Stamp]:
    """Studies made ready, and the stamp of their rules."""
    if not _last or _last[0][0] != studies:
        flyers = [Flyer(study) for study in studies]
        _last[:] = [(studies, flyers, stamp_of(flyers[0].game))]
    return _last[0][1:]
