"""Pictures in letters, and what a panel beside the text shows. A picture never says what no sentence says.

A row is text in parts, each with a role that only colours it: bold, dim, bad, warning, good, ours, lit, name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["CONDITIONS", "Condition", "Crewman", "Row", "Span", "length", "names_row"]

Span = tuple[str, str]
Row = Sequence[Span]


class Condition(NamedTuple):
    """How a man is: the mark, its role, the word."""

    mark: str
    role: str
    word: str


#: From well to dead. Shape first, colour second.
CONDITIONS = {
    "fit": Condition("●", "ours", ""),
    "light": Condition("◐", "warning", "light wound"),
    "serious": Condition("▲", "bad", "serious wound"),
    "gone": Condition("○", "dim", "gone"),
    "dead": Condition("◆", "bold", "dead"),
}


class Crewman(NamedTuple):
    """A man of the crew, as a row of them shows him."""

    letter: str  # his place on the plan
    name: str
    position: str
    condition: str  # a key of CONDITIONS
    more: str = ""  # what a second look shows

    @property
    def trade(self) -> str:
        """His position in the midst of a line: "left gunner", "CFC"."""
        return self.position if self.position.isupper() else self.position.lower()

    @property
    def last(self) -> str:
        """His last name."""
        return self.name.rpartition(" ")[2]


def length(row: Row) -> int:
    """How many columns a row takes."""
    return sum(len(text) for text, _ in row)


def names_row(men: Sequence[Crewman], width: int, lit: Sequence[str] = ()) -> list[Row]:
    """The crew in one row of names with the marks below; `lit` are the positions it is about."""
    rows: list[Row] = []
    names: list[Span] = []
    marks: list[Span] = []
    for man in men:
        cell = max(len(man.last), 3) + 2
        if names and length(names) + cell > width:
            rows += [names, marks]
            names, marks = [], []
        shown = CONDITIONS[man.condition]
        here = man.position in lit
        names += [
            (man.last, "name" if here else "bold" if man.condition == "dead" else ""),
            (_gap(man.last, cell), ""),
        ]
        left = (len(man.last) - 1) // 2
        marks += [(" " * left, ""), (shown.mark, "name" if here else shown.role), (" " * (cell - left - 1), "")]
    return [*rows, names, marks] if names else rows


def _gap(text: str, cell: int) -> str:
    return " " * (cell - len(text))
