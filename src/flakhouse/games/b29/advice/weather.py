"""Advice on rule 4.4: weather."""

from __future__ import annotations

from flakhouse.games.b29 import fuel
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Leg

__all__ = ["affords_detour", "storm_detour", "why_storm_detour"]

# scripts/advice thresholds b29, over 60 whole tours: 0 costs 1.2 ±0.6 men a tour, 2 to 6 do not differ clearly.
_TO_SPARE = 3  # boxes beyond the way home with which a detour is no risk
# The same on the way out, where a thin reserve turns the bomber back. 3 on 3,000 tours: no clear difference in men
# (-0.07 ±0.20), but 0.28 ±0.03 flights a tour more, because fewer missions count. Never: 2.1 ±0.9 men a tour more.
_TO_SPARE_OUT = 5


def affords_detour(m: Mission) -> bool:
    """4-3, D22 The box can be spared, if need be by turning back."""
    return fuel.spare(m) >= _TO_SPARE


def storm_detour(m: Mission) -> bool:
    """4-3, D22 Round the storm with fuel to spare; on the way out only with so much that it need not turn back."""
    return fuel.spare(m) >= (_TO_SPARE_OUT if m.leg is Leg.OUT and not m.aborted else _TO_SPARE)


def why_storm_detour(m: Mission) -> str:
    """4-3."""
    if storm_detour(m):
        return "There is fuel to spare, and a storm can break the bomber."
    if affords_detour(m):
        return "With so few boxes to spare a detour may make you turn back, and over a tour it saves no men."
    return "The fuel is needed for the way home."
