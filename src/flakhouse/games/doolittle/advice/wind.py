"""8.2 The wind: which is welcome, and whether to use it."""

from __future__ import annotations

from collections.abc import Iterable

from flakhouse.core.charts import Chart
from flakhouse.games.doolittle.advice import fuel
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Site, Wind

__all__ = ["wind_dice", "worth"]

#: How welcome each wind is.
_RANK = {
    Wind.SEVERE_HEADWIND: 0,
    Wind.HEADWIND: 1,
    Wind.CROSSWIND: 2,
    Wind.SEVERE_CROSSWIND: 3,
    Wind.TAILWIND: 4,
    Wind.SEVERE_TAILWIND: 5,
}

# scripts/advice thresholds doolittle, over 60 raids: 0 costs 1.1 ±1.0 points a raid, 10 to 36 differ not clearly.
_EVEN = 18  # chances in 36 of a Guzzle Check with which a severe crosswind is used


def wind_dice(chart: Chart[Wind], column: int, totals: Iterable[int]) -> int:
    """8.2.3 The sum of two dice that makes the most welcome wind."""
    return max(totals, key=lambda total: (_RANK[chart.at(total, column)], -total))


def worth(r: Raid, flight: Flight, wind: Wind) -> bool:
    """8.2.1 Whether a sensible player takes the chance a wind offers: to him a zone is worth about one Fuel.

    No crosswind with bombs aboard: before Japan that costs 2.4 ±0.6 points a raid of scenario 7, in 8 and 9 there
    is no clear difference (2,000 raids each). None on the way to Vladivostok, which is near: that costs 0.26 ±0.11
    points a raid of scenario 8, and 0.10 ±0.16 of 9 (1,500 raids each).
    """
    if wind is Wind.SEVERE_TAILWIND or wind is Wind.TAILWIND:
        return True
    if wind is Wind.SEVERE_CROSSWIND:
        return fuel.chance(r, flight) > _EVEN
    near = flight.target == Site.VLADIVOSTOK
    return wind is Wind.CROSSWIND and flight.fuel > 0 and not flight.loaded() and not near
