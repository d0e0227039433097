"""9.5.1 How a careful player arranges the ships."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.games.doolittle.questions import layout as questions
from flakhouse.games.doolittle.state import Ship

__all__ = ["arrange_ship", "arrange_space"]


def arrange_ship(strays: Mapping[str, str]) -> str:
    """9.5.1, 12.1.6 Ships that trail behind without need, one after another."""
    return next(iter(strays), questions.DONE)


def arrange_space(strays: Mapping[str, str], ship: Ship) -> str:
    """9.5.1 Back to her station; else she stays."""
    return strays.get(ship.name, ship.space)
