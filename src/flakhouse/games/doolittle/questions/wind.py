"""8.2.1, 8.2.3 The wind: which dice make it, what it asks."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Question
from flakhouse.games.doolittle.words import Wind

__all__ = ["price", "wind_dice"]

_PRICE = {
    Wind.HEADWIND: "It burns 1 Fuel, and goes if it then passes the guzzle check.",
    Wind.CROSSWIND: "Passed: it goes, for 1 Fuel. Failed: it stays, for none.",
    Wind.SEVERE_CROSSWIND: "Passed: it goes, for none. Failed: it stays, for 1 Fuel.",
    Wind.TAILWIND: "It goes. Passed: it burns none. Failed: it burns 1 Fuel.",
}


def wind_dice(chart: Chart[Wind], column: int, pairs: Mapping[int, tuple[int, int]]) -> Question:
    """8.2.3 Planned launch: which two of the three dice make the wind."""
    options = {str(total): f"{a} and {b}: {chart.at(total, column).value}" for total, (a, b) in pairs.items()}
    why = "The wind that carries a Flight farthest."
    return Question("8.2.3", "Choose two of the three dice for the wind.", options, why=lambda: why)


def price(wind: Wind) -> str:
    """8.2.1 What a wind asks, in a sentence."""
    return _PRICE.get(wind, "It goes and burns none.")
