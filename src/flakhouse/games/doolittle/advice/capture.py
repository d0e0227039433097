"""14.4.4 What a careful player does when the Japanese close in."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import Crew, Elite
from flakhouse.games.doolittle.words import Benefit

__all__ = ["captured_crew", "captured_elite", "elite_group"]


def elite_group(man: Elite, own: str) -> str:
    """14.4.4 The doctor with the wounded, everybody else with his own group."""
    return "wounded" if man.benefit is Benefit.DOCTOR else own


def captured_crew(left: Sequence[Crew]) -> str:
    """14.4.4 One without Elite Crewmen."""
    return min(left, key=lambda c: len(c.elites)).b25.pilot


def captured_elite(left: Sequence[Elite]) -> str:
    """14.4.4 The one whom a party would miss least."""
    return min(left, key=_value).name


def _value(elite: Elite) -> int:
    """14.4.4 How much a party would miss him: the doctor most, then an unused re-roll."""
    if elite.benefit is Benefit.DOCTOR:
        return 2
    return int(elite.has(Benefit.PILOT_REROLL))
