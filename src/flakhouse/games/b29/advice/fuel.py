"""Advice on rule 4.3: fuel."""

from __future__ import annotations

from flakhouse.games.b29.questions import fuel as questions
from flakhouse.games.b29.state import Mission

__all__ = ["fuel_tank"]


def fuel_tank(m: Mission) -> str:
    """4.3B, D7: empty the bay tanks first, a leaking one before the other."""
    fwd, aft = m.plane.fwd, m.plane.aft
    if not fwd.fuel() or (aft.fuel() and aft.tank_leaking and not fwd.tank_leaking):
        return questions.AFT
    return questions.FORWARD
