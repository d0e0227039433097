"""13.2 What a careful planner does about diplomacy."""

from __future__ import annotations

from collections.abc import Container, Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Month, Site

__all__ = ["WHY_DIPLOMACY", "china_fuel", "diplomacy", "groundcrew", "prepare_site", "sites"]

#: 13.2.1 The reason of `diplomacy` in a sentence.
WHY_DIPLOMACY = "Brief the Diplomat, press only when time runs out, leave Leaders alone."


def diplomacy(r: Raid, diplomat: Diplomat, month: Month, urgent: bool) -> str:
    """13.2.1 A careful planner briefs the Diplomat, presses only when time runs out, leaves Leaders alone."""
    if diplomat.value not in r.blotter.briefed:
        return f"brief {diplomat.value}"
    return "urgent" if month is Month.APRIL and not urgent else "check"


def prepare_site(ref: Referee, r: Raid, able: Container[str]) -> str:
    """13.2.3 The sites of history, then others in their place; no more than it had."""
    return next(iter(sites(ref, r, able)), "done")


def sites(ref: Referee, r: Raid, able: Container[str]) -> list[str]:
    """13.2.3 The sites to be tried if every one is got ready, the first of them first."""
    wanted = asking.history(ref, "sites").split(", ")
    sensible = [name for name in (*wanted, "Yushan", "Kian", "Kweilin") if name in able]
    return sensible[: max(0, len(wanted) - len(r.beacons))]


def china_fuel(left: int, sites: int) -> str:
    """13.2.3 An even share of what is left for so many sites."""
    return str(-(-left // sites))


def groundcrew(r: Raid, sites: Sequence[Site]) -> str:
    """13.2.3 Where there is the least of it, and most Fuel."""
    return min(sites, key=lambda site: (r.groundcrew.get(site, 0), -r.china_fuel.get(site, 0))).value
