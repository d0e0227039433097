"""8.1, 8.2 The Flight Turn: where a careful player flies."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition
from flakhouse.games.doolittle import flight as rule
from flakhouse.games.doolittle.advice import acquisition as targets
from flakhouse.games.doolittle.advice import wind
from flakhouse.games.doolittle.questions import flight as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Wind

__all__ = ["altitude", "flight_goal", "why_altitude", "why_flight_goal"]


def altitude() -> str:
    """8.1.1 To climb costs Fuel that will be wanted over China."""
    return questions.KEEP


def why_altitude(flight: Flight) -> str:
    """8.1.1 The reason."""
    if flight.high:
        return "The Fuel for the climb is spent, and from high it sees far."
    if flight.loaded():
        return "To climb costs Fuel, and low is where boxes can be bombed."
    return "To climb costs Fuel, which it needs to reach a landing site."


def flight_goal(ref: Referee, r: Raid, flight: Flight, state: Wind | None) -> str:
    """8.1.2, 8.2.1 The site that is worth a try, else west; in a wind only if what it asks is worth it."""
    if state is not None and not wind.worth(r, flight, state):
        return questions.STAY
    goal = targets.wanted(ref, r, flight) or questions.WEST
    if goal == questions.WEST and rule.why_not_west(flight, acquisition.sites(ref, flight.zone)):
        return questions.STAY
    return goal


def why_flight_goal(ref: Referee, r: Raid, flight: Flight, state: Wind | None) -> str:
    """8.1.2, 8.2.1 The reason."""
    goal = flight_goal(ref, r, flight, state)
    if goal == questions.STAY:
        if state is Wind.CROSSWIND and flight.fuel and not acquisition.sites(ref, flight.zone):
            ahead = ", and who passes comes to Japan ahead of the others" if flight.loaded() else ""
            return f"It spares no Fuel: the zone costs the 1 that a turn does{ahead}."
        what = "A look now" if acquisition.sites(ref, flight.zone) else "A zone"
        return f"{what} is not worth the Fuel it may cost." if state is not None else "There is nowhere to go."
    if goal == questions.WEST:
        return "Every zone to the west is nearer to a field."
    return targets.why_wanted(ref, r, flight)
