"""8.2.1, 8.2.3 The wind: which dice make it, what it asks."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Question
from flakhouse.games.doolittle.words import Wind

__all__ = ["price", "wind_dice"]

_PRICE = {
    Wind.HEADWIND: "It costs 1 Fuel, and the guzzle check must be passed.",
    Wind.CROSSWIND: "Check passed: 1 Fuel. Check failed: no move.",
    Wind.SEVERE_CROSSWIND: "Check passed: no cost. Check failed: 1 Fuel and no move.",
    Wind.TAILWIND: "Check passed: no cost. Check failed: 1 Fuel.",
}


def wind_dice(chart: Chart[Wind], column: int, pairs: Mapping[int, tuple[int, int]]) -> Question:
    """8.2.3 Planned launch: which two of the three dice make the wind."""
    options = {str(total): f"{a} and {b}: {chart.at(total, column).value}" for total, (a, b) in pairs.items()}
    why = "The wind that carries a Flight farthest."
    return Question("8.2.3", "Choose two of the three dice for the wind.", options, why=lambda: why)


def price(wind: Wind) -> str:
    """8.2.1 What a wind asks, in a sentence."""
    return _PRICE.get(wind, "It costs nothing.")
