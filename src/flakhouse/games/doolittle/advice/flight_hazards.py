"""8.3 Hazards of the Flight Map: who can bear them best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.games.doolittle import elites, fuel
from flakhouse.games.doolittle import flight_hazards as rule
from flakhouse.games.doolittle.questions import flight_hazards as questions
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Benefit, Icon

__all__ = [
    "b25_hazard",
    "elite_gunner",
    "flight_hazard",
    "interceptor",
    "leak_independent",
    "vessel_removed",
    "why_b25_hazard",
    "why_flight_hazard",
    "why_interceptor",
    "why_leak_independent",
    "why_vessel_removed",
]


def flight_hazard(allowed: list[int], flights: list[Flight], shares: list[list[Marker]]) -> int:
    """8.3.3 The place of the Flight with the fewest hazards so far and the most aircraft to bear them."""
    best = allowed[0]
    for i in allowed:
        fewer = len(shares[i]) - len(shares[best])
        if fewer < 0 or (fewer == 0 and len(flights[i].aircraft) > len(flights[best].aircraft)):
            best = i
    return best


def why_flight_hazard(allowed: Sequence[tuple[Flight, Sequence[Marker]]], pick: Flight) -> str:
    """8.3.3 The reason."""
    like = [flight for flight, share in allowed if (len(share), len(flight.aircraft)) == _burden(allowed, pick)]
    if len(allowed) > len(like) > 1:
        return "No other Flight has fewer markers so far, or as few and more aircraft to bear them."
    fewest = len({len(share) for _, share in allowed}) > 1
    sizes = {len(flight.aircraft) for flight, _ in allowed}
    told = ["the fewest markers so far"] * fewest
    told += ["the most aircraft to bear it"] * (len(sizes) > 1 and len(pick.aircraft) == max(sizes))
    return f"{pick.name()} has {' and '.join(told)}." if told else "One Flight can bear it as well as another."


def _burden(allowed: Sequence[tuple[Flight, Sequence[Marker]]], pick: Flight) -> tuple[int, int]:
    """8.3.3 The markers that a Flight has drawn, and its aircraft."""
    share = next(share for flight, share in allowed if flight is pick)
    return len(share), len(pick.aircraft)


def b25_hazard(allowed: Sequence[B25]) -> B25:
    """8.3.4 A sound B-25 before a damaged one."""
    best = allowed[0]
    for b25 in allowed:
        if b25.damage < best.damage:
            best = b25
    return best


def why_b25_hazard(allowed: Sequence[B25]) -> str:
    """8.3.4 The reason."""
    if any(b.damage for b in allowed) and not b25_hazard(allowed).damage:
        return "It is sound: a damaged one may not bear it."
    pick = b25_hazard(allowed)
    if questions.helped(pick):
        return "None is sounder, and what it has aboard may help against it."
    if any(questions.helped(b) for b in allowed):
        return "None is sounder; an elite man or Medals aboard another stay for worse."
    return "One can bear it as well as another."


def leak_independent() -> bool:
    """8.3.7 Together Flights share their fuel; the leak bites only when there is little left."""
    return False


def why_leak_independent(flight: Flight) -> str:
    """8.3.7 The reason: how near the Fuel is at which the leak counts (8.2.4)."""
    if flight.fuel > fuel.LEAKS_BELOW:
        return "The leak bites only when Fuel is short; alone it could not come back to its Flight."
    return (
        "Fuel is short, and the leak bites from now on, alone as well; alone it could not come back to its Flight."
    )


def elite_gunner(b25: B25) -> bool:
    """2.3.5 When a hit would be grave, or nothing but getting home is left to do."""
    return b25.damage > 0 or not b25.loaded


def interceptor(r: Raid, b25: B25) -> str:
    """8.3.7 Run: a sound B-25 is worth 1 Fuel (scripts/advice check: 0.8 to 2.4 points where it was clear).

    To use the luck of a pilot who can ignore the hit is no better: -0.28 ±0.28 points a raid of scenario 7, -0.09
    ±0.18 of 8, -0.09 ±0.16 of 9 (2,000 raids each).
    """
    return questions.GET_AWAY


def why_interceptor(r: Raid, b25: B25, flight: Flight) -> str:
    """8.3.7 The reason."""
    if rule.fatal(r, b25):
        return "Another hit is the end of it."
    if elites.can(b25, Benefit.PILOT_IGNORE):
        kept = "kept for a hit that nobody can run from" if b25.loaded else "kept for the way home"
        return f"The pilot's luck is {kept}; 1 Fuel is cheaper." if flight.fuel else f"The pilot's luck is {kept}."
    worse = "Damaged it bombs worse, and the" if b25.loaded else "Damaged it has no hit to spare on its way: the"
    price = "its last Fuel" if flight.fuel == 1 else "1 Fuel"
    cheaper = f"{price} is cheaper" if flight.fuel else "the fumes check is passed more often than not"
    return f"{worse} next hit is the end of it; {cheaper}."


def vessel_removed(sorts: Mapping[str, Marker]) -> str:
    """8.3.7 One without an icon: the others are the more dangerous in their cup."""
    return min(sorts, key=lambda sort: sorts[sort].icon is not Icon.NONE)


def why_vessel_removed() -> str:
    """8.3.7 The reason."""
    return "One without an icon does less harm when it is drawn again."
