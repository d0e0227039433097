"""Flights for the tests of sections 5 to 8."""

from __future__ import annotations

from flakhouse.games.doolittle.state import B25, Elite, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Front, Wind
from tests.doolittle.helpers import b25, raid

__all__ = ["airborne", "elite", "hazard", "join", "plain"]

NOON = 6  # 1200 in Japan, 1000 in China: daylight everywhere
MIDNIGHT = 0


def plain(zone: int = 6, fuel: int = 4, *pilots: str, **changes: object) -> tuple[Raid, Flight]:
    """Scenario 7 at noon and Alert 0 with one Flight, by default Watson and Joyce, without Elite Crewmen."""
    r = raid(7, hour=NOON)
    r.security.alert = r.security.failed = 0
    r.security.risk = 14
    r.segment = "flight"
    for plane in r.squadron:
        plane.elite = None
        plane.fate = Fate.RESERVE
    r.flights.clear()
    flight = join(r, zone, fuel, *(pilots or ("Watson", "Joyce")))
    for name, value in changes.items():
        setattr(flight, name, value)
    return r, flight


def join(r: Raid, zone: int, fuel: int, *pilots: str) -> Flight:
    """One more Flight."""
    flight = Flight(len(r.flights) + 1, [b25(r, pilot) for pilot in pilots], zone, fuel)
    for plane in flight.aircraft:
        plane.fate = Fate.FLYING
    r.flights.append(flight)
    return flight


def airborne(r: Raid) -> list[B25]:
    """Everybody still flying."""
    return [plane for flight in r.flights for plane in flight.aircraft]


def elite(plane: B25, benefit: Benefit) -> Elite:
    """An Elite Crewman aboard."""
    plane.elite = Elite("Somebody", benefit, plane.id)
    return plane.elite


def hazard(r: Raid, back: Back, cup: str = "flight-I", **values: object) -> Marker:
    """A marker of this kind taken out of its cup; a new one if the cup has none."""
    for marker in r.cups[cup]:
        if marker.back is back and all(getattr(marker, name) == value for name, value in values.items()):
            r.cups[cup].remove(marker)
            return marker
    made = Marker(cup, Front.PLAIN, back)
    for name, value in values.items():
        setattr(made, name, value)
    return made


def blow(r: Raid, wind: Wind) -> None:
    """The same wind everywhere."""
    for box in ("influence", "defense", "japan", "east china sea", "yellow sea", "china"):
        r.wind[box] = wind
