"""8.3.7 What to do about a Flying Boat."""

from __future__ import annotations

from flakhouse.games.doolittle import attack_gunnery
from flakhouse.games.doolittle import flying_boats as rule
from flakhouse.games.doolittle.questions import flying_boats as questions
from flakhouse.games.doolittle.state import B25, Flight, Raid

__all__ = ["flying_boat", "why_flying_boat"]


def flying_boat(r: Raid, b25: B25, flight: Flight) -> str:
    """8.3.7 Night will shake it off; else the method with the better odds."""
    if r.night(flight.zone, later=1) and not flight.loaded():
        return questions.IGNORE
    elude = 0.25 if r.security.alert >= rule.WARY else 0.5 if flight.high else 0.75
    gun: float = 1 - (5 / 6) ** attack_gunnery.gunnery_dice(r, b25)
    return questions.ELUDE if elude >= gun else questions.GUN


def why_flying_boat(r: Raid, b25: B25, flight: Flight) -> str:
    """8.3.7 The reason."""
    if flying_boat(r, b25, flight) == questions.IGNORE:
        return (
            "In the night turn that comes next it loses the B-25 by itself; only if the Flight finds a field "
            "before that, the alert rises."
        )
    return "The better chance of the two to be rid of it."
