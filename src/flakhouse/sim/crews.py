"""The men of many flights, flight by flight. Most crews fare like another: that is written and counted once."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from flakhouse.core.game import Men, Scalar
from flakhouse.sim.lines import Block, Columns, cell, counted, merge_columns, quoted

__all__ = ["HEAD", "Crews"]

#: The columns with which every row begins: whose flight it is, and which.
HEAD = ("contender", "index", "number")
Head = tuple[str, int, int]


class Crews:
    """The men, or aircraft, of flights."""

    def __init__(self) -> None:
        self.flights: list[tuple[Head, Men]] = []

    def add(self, head: Head, men: Men) -> None:
        """Those of the next flight."""
        if men.rows:
            self.flights.append((head, men))

    @property
    def rows(self) -> int:
        """How many there are."""
        return sum([len(men.rows) for _, men in self.flights])

    @property
    def alike(self) -> bool:
        """Whether names stand apart everywhere, in rows of the same columns."""
        columns = self.flights[0][1].columns
        return all([men.names and men.columns == columns for _, men in self.flights])

    def names(self) -> list[str]:
        """The names of all columns."""
        found: list[str] = []
        for columns in dict.fromkeys(men.columns for _, men in self.flights):
            found = merge_columns(found, columns)
        return [*HEAD, *found]

    def dicts(self) -> list[dict[str, Scalar]]:
        """The rows, each with the names of its values."""
        names = self.names()
        found = []
        for head, men in self.flights:
            for row in men.whole():
                mine = dict(zip(HEAD + men.columns, head + row, strict=True))
                found.append({name: mine.get(name) for name in names})
        return found

    def block(self) -> Block:
        """The rows as text."""
        if not self.alike:
            return self._columns().block()
        lines = _Lines(self.flights[0][1].columns)
        found: list[str] = []
        for (contender, index, number), men in self.flights:
            head = f"{quoted(contender)},{index},{number},"
            rows = "\n".join(map(lines.__getitem__, men.rows)) % _quoted(men.names)
            found.append(head + rows.replace("\n", "\n" + head))
        return Block(self.names(), "\n".join(found) + "\n", self.rows)

    def counts(self) -> dict[str, list[Counter[Scalar]]]:
        """By column how often each value came."""
        if not self.alike:
            return self._columns().counts()
        numbers: Counter[Scalar] = Counter()
        for (_, _, number), men in self.flights:
            numbers[number] += len(men.rows)
        rows = Counter(chain.from_iterable([men.rows for _, men in self.flights]))
        found = {"number": [numbers]}
        for at, name in enumerate(self.flights[0][1].columns):
            column: Counter[Scalar] = Counter()
            for row, times in rows.items():
                column[row[at]] += times
            found[name] = [column]
        found["name"] = counted(list(chain.from_iterable([men.names for _, men in self.flights])))
        return found

    def _columns(self) -> Columns:
        rows = self.dicts()
        return Columns(list(rows[0]), [tuple(row.values()) for row in rows])


def _quoted(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as they stand in a line: most as they are, which is seen soonest of all together."""
    told = "".join(names)
    if told.isprintable() and "," not in told and '"' not in told:
        return names
    return tuple([quoted(cell(name)) for name in names])


class _Lines(dict[tuple[Scalar, ...], str]):
    """Rows as lines without their heads, and a %s for the name."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        self._name = columns.index("name")

    def __missing__(self, row: tuple[Scalar, ...]) -> str:
        cells = [quoted(cell(value)).replace("%", "%%") for value in row]
        cells[self._name] = "%s"
        found = self[row] = ",".join(cells)
        return found
