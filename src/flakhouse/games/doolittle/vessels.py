"""8.3.7 Vessels: met by day, they stay in the zone and may raise the alarm."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, flight_hazards, secrecy
from flakhouse.games.doolittle.advice import flight_hazards as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import flight_hazards as questions
from flakhouse.games.doolittle.state import Flight, Marker, Raid
from flakhouse.games.doolittle.words import Icon

__all__ = ["met"]

VESSEL = CHARTS.numbers("vessel")


def met(ref: Referee, r: Raid, flight: Flight, marker: Marker) -> None:
    """8.3.7 Vessel: by day it stays in the zone and may raise the alarm."""
    if r.night(flight.zone):
        cups.put_back(r, marker)
        return
    if marker.icon is not Icon.NONE:
        secrecy.check(ref, r, marker.icon)
    here = r.vessels.setdefault(flight.zone, [])
    here.append(marker)
    count = sum(len(found) for found in r.vessels.values())
    ref.scene("vessel", flight=flight.name(), zone=flight.zone)
    faces = ref.throw(VESSEL, 1 if flight.high else 2)
    ref.read(VESSEL, faces)
    seen = all(face < count for face in faces)
    ref.note("vessel", flight=flight.name(), zone=flight.zone, count=count, seen=seen)
    if seen:
        _remove_vessel(ref, r)
        secrecy.raise_alert(ref, r, "a vessel radioed")


def _remove_vessel(ref: Referee, r: Raid) -> None:
    """8.3.7 One Vessel leaves the map, the player says of which sort; by default one without an icon."""
    sorts: dict[str, tuple[int, Marker]] = {}
    for zone, found in r.vessels.items():
        for marker in found:
            sorts[flight_hazards.kind(marker) + ("" if marker.icon is Icon.NONE else " with icon")] = zone, marker
    advised = advice.vessel_removed({sort: marker for sort, (_, marker) in sorts.items()})
    # D23
    zone, marker = sorts[ref.ask("vessel-removed", advised, lambda: questions.vessel_removed(sorts), keys=sorts)]
    r.vessels[zone].remove(marker)
    cups.put_back(r, marker)
