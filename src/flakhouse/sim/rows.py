"""Rows on their way: the text of a table made by whoever flew it, and running figures that add up.

Both add up exactly, in whatever pieces they come: sums are kept as whole millionths, so that the order of adding
changes nothing, and a table with more columns than the one before makes room for them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from flakhouse.core.game import Scalar
from flakhouse.sim.detail import Key
from flakhouse.sim.study import Flyer, Row, Stamp, Study, stamp_of

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

TABLES = ("missions", "men", "tours")
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


def _cells(values: Sequence[Scalar]) -> Sequence[Scalar]:
    """Values that are written as `cell` says: most columns are as they are, which saves half of the time."""
    kinds = set(map(type, values))
    if bool in kinds or (str in kinds and not "".join(v for v in values if isinstance(v, str)).isprintable()):
        return [cell(value) for value in values]
    return values


#: The names of columns, and the values of each.
Columns = tuple[list[str], list[Sequence[Scalar]]]


def by_column(rows: Sequence[Row]) -> Columns:
    """The columns of rows in the order of their first appearance, and their values; None where a row has none."""
    names: list[str] = []
    last: list[str] = []
    same = True
    for row in rows:
        if (keys := list(row)) != last:
            same = same and not last
            names = merge_columns(names, keys)
            last = keys
    if same and rows:
        return names, list(zip(*(row.values() for row in rows), strict=True))
    return names, [[row.get(name) for row in rows] for name in names]


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
        return cls(names, write_lines(zip(*map(_cells, columns), strict=True)), len(columns[0]))

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

    def add_numbers(self, rows: Sequence[Row], measures: Sequence[str]) -> None:
        """Add the measures of missions by their number in the tour."""
        for row in rows:
            number = row["number"]
            if not isinstance(number, int):
                continue
            at = self.numbers.setdefault(number, {})
            for key in measures:
                value = row.get(key)
                if isinstance(value, int | float):
                    at.setdefault(key, Moments()).add(value)

    def add_products(self, tours: Sequence[Row], measures: Sequence[str]) -> None:
        """Add what says how much missions of one tour have in common."""
        for row in tours:
            missions = row["missions"]
            for key in measures:
                value = row.get(key)
                if isinstance(missions, int) and isinstance(value, int | float):
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


def _counted(values: Sequence[Scalar]) -> list[Counter[Scalar]]:
    """How often each value came, apart by kind: True, 1 and 1.0 are equal, but not the same text."""
    kinds = {type(value) for value in values}
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
    flyers = [Flyer(study) for study in studies]
    own: list[dict[str, list[Row]]] = [{table: [] for table in TABLES} for _ in studies]
    everybody = own[0] if len(own) == 1 else {table: [] for table in TABLES}
    tallies = [Tally() for _ in studies]
    for index in range(start, stop):
        for flyer, mine, tally in zip(flyers, own, tallies, strict=True):
            result = flyer.fly(index)
            for table, rows in zip(TABLES, (result.missions, result.men, result.tours), strict=True):
                mine[table] += rows
                if everybody is not mine:
                    everybody[table] += rows
            if result.counts:
                tally.count(result.counts)
    made: dict[str, Columns] = {}
    for flyer, mine, tally in zip(flyers, own, tallies, strict=True):
        made = {table: by_column(mine[table]) for table in TABLES if mine[table]}
        for table, columns in made.items():
            tally.add(table, columns)
        if flyer.study.unit == "tours":
            keys = [measure.key for measure in flyer.measures]
            tally.add_numbers(mine["missions"], keys)
            tally.add_products(mine["tours"], keys)
    if len(own) > 1:
        made = {table: by_column(rows) for table, rows in everybody.items() if rows}
    blocks = {table: Block.of(columns) for table, columns in made.items()}
    return Chunk(start, stop, blocks, tallies, stamp_of(flyers[0].game))
