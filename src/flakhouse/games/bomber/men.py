"""A man aboard a bomber: who he is, where he is, and his wounds (b29 2.3E, 7.6; b17 1.5, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from flakhouse.games.bomber.roster import Airman

__all__ = ["Man"]

P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)


@dataclass(slots=True)
class Man(Generic[P, S]):
    """A man aboard. `position` is his trade; `station` where he sits now, None if he is loose in a compartment.

    P is the game's word for stations, S for the sections of the bomber; a game adds what else can befall him.
    """

    airman: Airman[P]
    position: P
    station: P | None
    compartment: S
    aboard: bool = True
    light: int = 0
    serious: bool = False
    dead: bool = False
    frostbitten: bool = False

    def alive(self) -> bool:
        """Aboard and not dead."""
        return self.aboard and not self.dead
