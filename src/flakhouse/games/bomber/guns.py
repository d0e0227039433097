"""A gun position: its bursts, and what can be wrong with it (b29 5.3D, 5-7a; b17 section 5, M-5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Subject
from flakhouse.core.referee import Referee

__all__ = ["Gun", "Mend", "mend"]

G = TypeVar("G", bound=StrEnum)


class Mend(StrEnum):
    """Results of a try to clear a jam: the die is the same in both games."""

    CLEARED = "Cleared"
    JAMMED = "Still jammed"
    BROKEN = "Broken"


@dataclass(slots=True)
class Gun(Generic[G]):
    """A gun position."""

    name: G
    armed: bool = True
    bursts: int = 0
    jammed: bool = False
    jammed_turn: int = 0  # the turn it jammed or was last tried: one try a turn, from the next turn on
    broken: bool = False
    inoperable: bool = False

    @property
    def subject(self) -> Subject:
        """It, to be pointed at."""
        return Subject("gun", self.name.value)

    def works(self) -> bool:
        """Able to fire."""
        return self.armed and self.bursts > 0 and not (self.jammed or self.broken or self.inoperable)


def mend(ref: Referee, gun: Gun[G], chart: Chart[Mend], turn: int) -> Mend:
    """One try to clear a jam: 1-2 cleared, 6 broken for good."""
    gun.jammed_turn = turn
    result = ref.roll(chart)
    if result is Mend.CLEARED:
        gun.jammed = False
    elif result is Mend.BROKEN:
        gun.jammed = False
        gun.broken = True
    return result
