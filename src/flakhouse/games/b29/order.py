"""The orders of this game, which the player may give at the start of a turn; and what those on bomb bays share."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.bomber import order

__all__ = ["Order", "why_neither"]


Order = order.Order[Mission]


def why_neither(m: Mission, concerns: Callable[[Bay], bool], why_not: Callable[[Mission, Bay], str]) -> str:
    """D15, D20, D48: why an order can be carried out in neither bay it concerns, or nothing."""
    why = ""
    for bay in m.plane.bays():
        if concerns(bay):
            why = why_not(m, bay)
            if not why:
                return ""
    return why
