"""Table 8-7: prisoners of war."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.ending.fates import die
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Fate
from flakhouse.games.bomber.men import named

__all__ = ["Captivity", "captured"]


class Captivity(StrEnum):
    """The results of 8-7."""

    DIES = "Dies in captivity"
    LIBERATED = "Liberated"


CAPTIVITY = CHARTS.words("8-7", Captivity)
_SERIOUS = (CAPTIVITY.mods["serious"],)


def captured(ref: Referee, m: Mission, men: Sequence[Man], fate: Fate) -> None:
    """8-7 Prisoners: who lives to the end of the war; `fate` is BO-C on land, CAS from the sea (9.1)."""
    if len(men) > 1 or fate is Fate.BOC:  # men picked up one by one from the sea would make a throw each
        for man in men:
            ref.announce(CAPTIVITY, named(man), _mods(man))
    for man in men:
        _prisoner(ref, m, man, fate)


def _mods(man: Man) -> Sequence[Mod]:
    """8-7 What bears on one man."""
    return _SERIOUS if man.serious else NO_MODS


def _prisoner(ref: Referee, m: Mission, man: Man, fate: Fate) -> None:
    """8-7 One man."""
    ref.concerns(named(man), CAPTIVITY)
    result = ref.roll(CAPTIVITY, _mods(man))
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
