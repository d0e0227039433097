"""Readers of chart cells that name stations, and words of several tables. All rules modules may import it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from flakhouse.games.b29.words import Position

__all__ = ["Motor", "Who", "who"]


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
