"""Advice on rule 7.4: oxygen that is shot away."""

from __future__ import annotations

from flakhouse.games.b29 import cold, pressure
from flakhouse.games.b29.questions import cold as questions
from flakhouse.games.b29.state import Man, Mission

__all__ = ["oxygen_out", "oxygen_station"]


def oxygen_out(m: Mission, without: list[Man]) -> str:
    """7.4A, D14: pressure first, then a vacant line, and down only if neither serves."""
    if not pressure.why_not_repressurize(m) and cold.cabins_serve(m):
        return questions.REPRESSURIZE
    if len(without) == 1 and cold.open_lines(m, without[0]):
        return questions.SEAT
    return questions.DESCEND


def oxygen_station(m: Mission, man: Man) -> str:
    """7.4A: the first he can get to."""
    return cold.open_lines(m, man)[0].value
