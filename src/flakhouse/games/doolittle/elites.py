"""2.3 Elite Crewmen: what each brings, and benefits that are used once."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.state import B25, Crew, Raid
from flakhouse.games.doolittle.words import Benefit

__all__ = ["FUEL", "MEN", "NAVIGATION", "can", "named", "navigation", "spend", "with_crews"]

#: 2.3.4, 2.3.7 Fuel conservation.
FUEL = (Benefit.ENGINEER_FUEL, Benefit.PILOT_FUEL)
#: 2.3.6, 2.3.7 +1 on acquisition and approach, for good.
NAVIGATION = (Benefit.NAVIGATOR, Benefit.PILOT_NAVIGATION)


#: 2.3 Name, benefit and bomber of every Elite Crewman there is.
MEN = data.Reading(
    "elites",
    lambda chart: [
        (name, Benefit(benefit), home)
        for name, benefit, home in zip(chart.labels, chart.words[0], chart.words[1], strict=True)
    ],
)


def can(b25: B25, *benefits: Benefit) -> bool:
    """2.3 The man aboard has one of these benefits and has not used it up."""
    elite = b25.elite
    return elite is not None and elite.benefit in benefits and not elite.used


def named(b25: B25) -> str:
    """2.3 The name of the man aboard, or whose bomber it is."""
    return b25.elite.name if b25.elite is not None else b25.name()


def navigation(b25: B25) -> int:
    """2.3.6, 2.3.7 His +1 on Navigation Checks."""
    elite = b25.elite
    return 1 if elite is not None and elite.benefit in NAVIGATION and not elite.used else 0


def with_crews(r: Raid, crews: Sequence[Crew]) -> list[B25]:
    """2.3.7, RULING 43: the B-25s whose Elite Crewmen are with these crews, for rolls of the Denouement."""
    men = [elite for crew in crews for elite in crew.elites]
    return [b for b in r.squadron if b.elite is not None and b.elite in men] if men else []


def spend(ref: Referee, r: Raid, b25: B25, use: str) -> None:
    """2.3 A benefit that may be used once has been used."""
    if b25.elite is None:
        return
    b25.elite.used = True
    ref.note("elite-used", causes=(), elite=b25.elite.name, b25=b25.name(), use=use)
