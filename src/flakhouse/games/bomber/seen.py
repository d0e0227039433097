"""What a player sees of a bomber and its crew, in figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, Protocol, TypeVar

__all__ = ["CREW", "crew", "rank"]

E = TypeVar("E", bound=StrEnum)
CREW: Final = ("men aboard", "men fit", "men hurt", "men dead")


class _Man(Protocol):
    aboard: bool
    light: int
    serious: bool
    dead: bool

    def fit(self) -> bool:
        """Able to do his duty."""


def crew(men: Iterable[_Man]) -> list[float]:
    """The figures of CREW."""
    all_ = list(men)
    aboard = [man for man in all_ if man.aboard]
    return [
        len(aboard),
        sum(man.fit() for man in aboard),
        sum(not man.dead and (man.serious or man.light > 0) for man in aboard),
        sum(man.dead for man in all_),
    ]


def rank(word: E, words: Sequence[E]) -> float:
    """The place of a word in a list of words that grow worse or stronger; 0 if it is not there."""
    return float(words.index(word)) if word in words else 0.0
