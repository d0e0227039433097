"""12.3, 12.4 What a careful player does at the launch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.games.doolittle.state import B25, Flight

__all__ = [
    "burnt_b25s",
    "dispensable",
    "how_many_flights",
    "last_off",
    "launch_bonus",
    "launch_hour",
    "launch_zone",
    "leads",
    "why_last_off",
]

_DAWN = "0600"
_LEADER = "Doolittle"
_TYPE_II = 4  # 8.3.2: from this zone on no hazard of type I is drawn


def how_many_flights(count: int, flights: int | None, used: int, least: int, most: int) -> int:
    """7.1, 12.3.1 As many as the Airstrike allows, else Flights of three; five at most."""
    return min(max(flights or min(-(-count // 3), 5 - used), least), most)


def last_off(flight: Flight) -> str:
    """12.3.2 Nobody damaged, with an Elite Crewman aboard or with Medals, nor the leader, if there is another."""
    return _spared(flight).id


def _spared(flight: Flight) -> B25:
    """12.3.2 The B-25 of a Flight that takes the risk."""
    return min(flight.aircraft, key=lambda b: (b.damage > 0, b.elite is not None, bool(b.medals), leads(b)))


def why_last_off(flight: Flight) -> str:
    """12.3.2 The reason, as it is true of the one advised."""
    b25 = _spared(flight)
    if b25.damage:
        return "Each of them is damaged."
    if b25.elite is not None:
        return "Each sound B-25 of the Flight has an Elite Crewman aboard, and a damaged one does worse."
    if b25.medals or leads(b25):
        return "Sound, and the others of the Flight are damaged or would be missed more."
    return "Sound, and nobody aboard whom the raid would miss."


def leads(b25: B25) -> bool:
    """2.1 The B-25 of the raid's leader: one spares it where another will do."""
    return b25.pilot == _LEADER


def burnt_b25s(there: Sequence[B25], lack: int) -> list[B25]:
    """12.3.2 Those that can be spared."""
    return sorted(there, key=dispensable)[:lack]


def dispensable(b25: B25) -> tuple[int, bool, int, bool, bool]:
    """12.3.2 The damaged first, the man and the Medals one would miss last."""
    return (-b25.damage, b25.elite is not None, -len(b25.attached), bool(b25.medals), leads(b25))


def launch_zone(zones: Mapping[int, int]) -> int:
    """12.4.1 The die that brings the Flights farther west; zones by die."""
    return max(zones, key=lambda face: zones[face])


def launch_hour() -> str:
    """12.4.2 Dawn."""
    return _DAWN


def launch_bonus(zone: int) -> tuple[str, ...]:
    """15.2 The cups in the order in which the Flights draw from them."""
    if zone < _TYPE_II:
        return ("flight-I", "flight-III", "flight-II")
    return ("flight-III", "flight-II", "flight-I")
