"""Rows on their way: the text of a table made by whoever flew it (sim/lines.py), and running figures that add up.

Both add up exactly, in whatever pieces they come: sums are kept as whole millionths, so that the order of adding
changes nothing, and a table with more columns than the one before makes room for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from flakhouse.core.game import Scalar
from flakhouse.sim.crews import Crews
from flakhouse.sim.detail import Key
from flakhouse.sim.flown import Flown
from flakhouse.sim.gather import count
from flakhouse.sim.lines import Block, Columns, cell
from flakhouse.sim.study import TABLES, Flyer, Result, Stamp, Study, Table, stamp_of

__all__ = [
    "TABLES",
    "Chunk",
    "Column",
    "Moments",
    "Tally",
    "fly_chunk",
]

_UNIT = 1_000_000
_DISTINCT = 100  # values of a column that are counted one by one; names and the like have more


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
        if {*map(type, counted)} <= {str, type(None)}:
            self._texts(counted)
            return
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

    def _texts(self, counted: Counter[Scalar]) -> None:
        """The same where all are texts: of names, only the first hundred are looked at."""
        texts = counted.total() - counted[None]
        if texts:
            self._widen("text")
            self.texts += texts
        for value, times in counted.items():
            if self.values is None:
                return
            if value is not None:
                self._count(cell(value), times)

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

    def add(self, table: str, rows: int, counts: Mapping[str, list[Counter[Scalar]]]) -> None:
        """Add to a table: so many rows, and by column how often each value came."""
        self.rows[table] = self.rows.get(table, 0) + rows
        columns = self.columns.setdefault(table, {})
        for name, found in counts.items():
            if name in ("contender", "index"):
                continue
            column = columns.get(name)
            if column is None:
                column = columns[name] = Column()
            for counted in found:
                column.add(counted)

    def add_numbers(self, missions: Table, measures: Sequence[str]) -> None:
        """Add the measures of missions by their number in the tour."""
        for key in measures:
            for (number, value), times in Counter(missions.picked("number", key)).items():
                if isinstance(number, int) and isinstance(value, int | float):
                    self.numbers.setdefault(number, {}).setdefault(key, Moments()).add(value, times)

    def add_products(self, tours: Table, measures: Sequence[str]) -> None:
        """Add what says how much missions of one tour have in common."""
        for key in measures:
            for missions, value in tours.picked("missions", key):
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


# ------------------------------------------------------------------ what a worker does


class Chunk(msgspec.Struct):
    """Indices `start` to `stop` - 1 of every contender: lines of the tables and figures."""

    start: int
    stop: int
    blocks: dict[str, Block]
    tallies: list[Tally]
    seen: list[Flown]  # for the report; like the lines only where tables are wanted
    stamp: Stamp


def fly_chunk(studies: Sequence[Study], start: int, stop: int, tables: bool = True) -> Chunk:
    """Fly these indices, every contender each of them; rows in the order of index and contender."""
    flyers, stamp = _ready(tuple(studies))
    own = [Result() for _ in studies]
    everybody = own[0] if len(own) == 1 else Result()
    for index in range(start, stop):
        for flyer, mine in zip(flyers, own, strict=True):
            if everybody is not mine:
                everybody.add(flown := flyer.fly(index))
                mine.add(flown)
            else:
                flyer.fly(index, mine)
    made = [mine.made() for mine in own]
    tallies = list(map(_tally, flyers, own, made))
    if not tables:
        return Chunk(start, stop, {}, tallies, [], stamp)
    seen = [
        count(flyer.name, mine.columns("missions"), mine.crews, flyer.study.unit == "tours")
        for flyer, mine in zip(flyers, own, strict=True)
    ]
    lines = made[0] if everybody is own[0] else everybody.made()
    blocks = {name: table.block() for name, table in lines.items()}
    return Chunk(start, stop, blocks, tallies, seen, stamp)


def _tally(flyer: Flyer, mine: Result, made: Mapping[str, Columns | Crews]) -> Tally:
    """The figures of what a contender flew."""
    tally = Tally()
    tally.count(mine.counts)
    for name, table in made.items():
        tally.add(name, table.rows, table.counts())
    if flyer.study.unit == "tours":
        keys = [measure.key for measure in flyer.measures]
        tally.add_numbers(mine.tables["missions"], keys)
        tally.add_products(mine.tables["tours"], keys)
    return tally


_last: list[tuple[tuple[Study, ...], list[Flyer], Stamp]] = []  # what was flown last; its rules are not read again


def _ready(studies: tuple[Study, ...]) -> tuple[list[Flyer], Stamp]:
    """Studies made ready, and the stamp of their rules."""
    if not _last or _last[0][0] != studies:
        flyers = [Flyer(study) for study in studies]
        _last[:] = [(studies, flyers, stamp_of(flyers[0].game))]
    return _last[0][1:]
