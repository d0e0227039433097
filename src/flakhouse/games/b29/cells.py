"""Readers of chart cells that several damage tables share. Knows no rules module, so all may import it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from flakhouse.games.b29.words import Position

__all__ = ["Motor", "Who", "either", "who"]


class Motor(StrEnum):
    """The portable motor on bomb doors: 7-3e; 7-10d has the first two only."""

    MOVED = "moved"
    BURNT = "motor burns out"
    JAMMED = "jammed"


class Who(NamedTuple):
    """The men or stations a cell names; `fire` and `again` are cells that say so."""

    stations: tuple[Position, ...] = ()
    fire: bool = False
    again: bool = False


def who(word: str) -> Who:
    """7.1: read a cell such as "Pilot and Copilot", "Fire" or "CFC, then roll again"."""
    if word == "Fire":
        return Who(fire=True)
    if word == "roll again":
        return Who(again=True)
    names = word.removesuffix(", then roll again")
    return Who(tuple(Position(name) for name in names.split(" and ")), again=names != word)


def either(yes: str, no: str) -> Callable[[str], bool]:
    """Read a chart of two results: true for the first of these words, false for the second."""

    def read(word: str) -> bool:
        if word not in (yes, no):
            raise ValueError(word)
        return word == yes

    return read
