"""7.2.4, 8.2.4 Fuel: what is worth saving, and the chances of a Guzzle Check."""

from __future__ import annotations

from flakhouse.games.doolittle import fuel
from flakhouse.games.doolittle.advice import odds
from flakhouse.games.doolittle.state import Flight, Raid

__all__ = ["chance", "fuel_conservation", "why_fuel_conservation"]


def fuel_conservation(ditches: bool, saved: bool) -> bool:
    """7.2.4 When the dice mean ditching, and without the penalties they would not."""
    return ditches and saved


def why_fuel_conservation(advised: bool) -> str:
    """7.2.4 The reason."""
    if advised:
        return "It would ditch; without the penalties it stays up."
    return "It stays up anyway, or ditches either way: keep it for later."


def chance(r: Raid, flight: Flight) -> int:
    """8.2.4 Chances in 36 to pass a Guzzle Check now."""
    return odds.at_least(r.ratings.guzzle + fuel.markers(flight) + flight.loaded())
