"""Tables as text: columns in which what comes again is counted and written once, and blocks of lines."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from flakhouse.core.game import Scalar

__all__ = ["Block", "Columns", "cell", "counted", "merge_columns", "quoted", "read_lines", "write_lines"]


def cell(value: Scalar) -> str:
    """A value as it stands in a table: nothing for None, 1 and 0 for yes and no; never a line break."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        return value if value.isprintable() else " ".join(value.split())
    return repr(value)


def quoted(text: str) -> str:
    """A text as csv.writer writes it."""
    if "," in text or '"' in text:
        return '"' + text.replace('"', '""') + '"'
    return text


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

    def under(self, columns: list[str]) -> str:
        """The text under another head that has at least these columns."""
        if columns == self.columns or not self.rows:
            return self.text
        places = [self.columns.index(column) if column in self.columns else -1 for column in columns]
        return write_lines([line[at] if at >= 0 else "" for at in places] for line in read_lines(self.text))


class Columns:
    """Rows turned into columns: how often each value of a column came, apart by kind where that matters."""

    def __init__(self, names: Sequence[str], rows: Sequence[Sequence[Scalar]]) -> None:
        self.names = list(names)
        self.rows = len(rows)
        self.values: list[tuple[Scalar, ...]] = list(zip(*rows, strict=True))
        self._counts = [counted(values) for values in self.values]
        self._cells: list[list[str]] = []

    def counts(self) -> dict[str, list[Counter[Scalar]]]:
        """By column how often each value came."""
        return dict(zip(self.names, self._counts, strict=True))

    def cells(self) -> list[list[str]]:
        """The columns as text."""
        if not self._cells:
            self._cells = list(map(_cells, self.values, self._counts))
        return self._cells

    def block(self) -> Block:
        """The table as lines."""
        cells = [
            list(map(quoted, column)) if _marked(counts) else column
            for column, counts in zip(self.cells(), self._counts, strict=True)
        ]
        lines = map(",".join, zip(*cells, strict=True))
        return Block(self.names, "\n".join(lines) + "\n", self.rows)


def counted(values: Sequence[Scalar]) -> list[Counter[Scalar]]:
    """How often each value came, apart by kind: True, 1 and 1.0 are equal, but not the same text."""
    kinds = {*map(type, values)}
    if len(kinds & {bool, int, float}) < 2:
        return [Counter(values)]
    return [Counter(value for value in values if type(value) is kind) for kind in kinds]


def _cells(values: Sequence[Scalar], counts: list[Counter[Scalar]]) -> list[str]:
    """A column as text: every value that comes again is written once."""
    if len(counts) > 1 or any(type(value) is float and not value for value in counts[0]):  # 0.0 equals -0.0
        return list(map(cell, values))
    texts = {value: cell(value) for value in counts[0]}
    return list(map(texts.__getitem__, values))


def _marked(counts: list[Counter[Scalar]]) -> bool:
    """Whether any text of a column needs quotes."""
    return any(isinstance(value, str) and ("," in value or '"' in value) for some in counts for value in some)
