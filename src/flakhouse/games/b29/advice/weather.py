"""Advice on rule 4.4: weather."""

from __future__ import annotations

from flakhouse.games.b29 import fuel
from flakhouse.games.b29.state import Mission

__all__ = ["storm_detour", "why_storm_detour"]

# scripts/advice thresholds b29, over 60 whole tours: 0 costs 1.2 ±0.6 men a tour, 2 to 6 do not differ clearly.
_TO_SPARE = 3  # boxes beyond the way home with which a detour is no risk


def storm_detour(m: Mission) -> bool:
    """4-3, D22 Round the storm with fuel to spare."""
    return fuel.spare(m) >= _TO_SPARE


def why_storm_detour(m: Mission) -> str:
    """4-3."""
    if storm_detour(m):
        return "There is fuel to spare, and a storm can break the bomber."
    return "The fuel is needed for the way home."
