"""Table 8-7: prisoners of war."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.ending.fates import die
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Fate

__all__ = ["Captivity", "captured"]


class Captivity(StrEnum):
    """The results of 8-7."""

    DIES = "Dies in captivity"
    LIBERATED = "Liberated"


CAPTIVITY = CHARTS.words("8-7", Captivity)
_SERIOUS = (CAPTIVITY.mods["serious"],)


def captured(ref: Referee, m: Mission, man: Man, fate: Fate) -> None:
    """8-7 A prisoner lives to the end of the war or not; `fate` is BO-C on land, CAS from the sea (9.1)."""
    result = ref.roll(CAPTIVITY, _SERIOUS if man.serious else NO_MODS)
    if result is Captivity.DIES:
        die(man, Fate.DIC, m.cause)
    else:
        man.fate = fate
        man.cause = m.cause
    ref.note(
        "captured",
        man=man.position.value,
        name=man.airman.name,
        where="at sea" if fate is Fate.CAS else "on land",
        end="died in captivity" if man.dead else "was set free at the end of the war",
    )
