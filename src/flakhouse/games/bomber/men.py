"""A man aboard a bomber: who he is, where he is, and his wounds (b29 2.3E, 7.6; b17 1.5, 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from flakhouse.core.questions import Subject
from flakhouse.games.bomber.roster import Airman
from flakhouse.games.bomber.words import Fate

__all__ = ["Man", "named", "seats_fault"]

P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)
T = TypeVar("T")


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
    fate: Fate = Fate.DUTY
    jumped: bool = False

    @property
    def subject(self) -> Subject:
        """He, to be pointed at by his position."""
        return Subject("man", self.position.value)

    def alive(self) -> bool:
        """Aboard and not dead."""
        return self.aboard and not self.dead

    def leave(self, seats: dict[P, T | None]) -> None:
        """He is out of the bomber; his seat is empty."""
        if self.station is not None:
            seats[self.station] = None
            self.station = None
        self.aboard = False
        self.jumped = True


def named(man: Man[P, S]) -> str:
    """A man with his job behind his name, as prompts speak of him: "Foster (engineer)"."""
    job = man.position.value
    return f"{man.airman.name} ({job if job.isupper() else job.lower()})"


def seats_fault(seats: Mapping[P, Man[P, S] | None], compartment: Mapping[P, S]) -> str:
    """What cannot be about who sits where, or nothing; `compartment` is where each station is."""
    for station, sitter in seats.items():
        if sitter is None:
            continue
        who = f"the {sitter.position.value}"
        if sitter.station is not station or not sitter.aboard:
            return f"{who} cannot sit at the {station.value} station"
        if sitter.compartment is not compartment[station]:
            return f"{who} sits at {station.value} but is in {sitter.compartment.value}"
    return ""
