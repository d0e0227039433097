"""What can be true of a raid: the invariants that fuzzing checks at every question and while dice are rolled."""

from __future__ import annotations

from collections import Counter

from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import LAST_ZONE, Fate

__all__ = ["fault", "final_fault", "markers", "pieces_fault"]

_GONE = (Fate.DESTROYED, Fate.DITCHED, Fate.CAPTURED, Fate.RESERVE)
_FATES = ("", "safe", "captured", "missing", "killed", "rescued", "interned", "released", "released*")


def fault(r: Raid) -> str:
    """The first thing about this raid that cannot be, or nothing. `pieces_fault` looks at every marker besides."""
    return _security(r) or _squadron(r) or _flights(r) or _cities(r) or _ships(r)


def _security(r: Raid) -> str:
    s = r.security
    if not 0 <= s.alert <= 4:
        return f"Alert Level {s.alert} (6.2)"
    if s.risk < 0 or not 0 <= s.failed <= 9 or not 0 <= s.value <= 8:
        return "a figure of the Security Track out of range (6.1)"
    return ""


def _squadron(r: Raid) -> str:
    ids = [b.id for b in r.squadron]
    if len(set(ids)) != len(ids):
        return "a B-25 stands twice in the squadron"
    men = [b.elite.name for b in r.squadron if b.elite]
    if len(set(men)) != len(men):
        return "an Elite Crewman in two aircraft (2.3)"
    for b in r.squadron:
        if b.area and b.fate is not Fate.FLYING:
            return f"{b.name()} is {b.fate.value} and over {b.area}"
        if b.box and not b.area:
            return f"{b.name()} in a box outside its area (3.3)"
        if b.fate in _GONE and (b.assigned or b.attached):
            return f"{b.name()} is {b.fate.value} and keeps hazards (2.1)"
        if b.damage > 1 + max(0, r.ratings.armor) or b.damage < 0 or b.fuel < 0 or b.fumes < 0:
            return f"{b.name()}: damage {b.damage}, fuel {b.fuel}, fumes {b.fumes} (2.1.3)"
    return ""


def _flights(r: Raid) -> str:
    flying = Counter(b.id for f in r.flights for b in f.aircraft)
    for id, count in flying.items():
        if count > 1:
            return f"{id} flies in two Flights (7.1.2)"
    for flight in r.flights:
        if not flight.aircraft:
            return f"{flight.name()} has no aircraft (7.1.1)"
        if len(flight.aircraft) > 4:
            return f"{flight.name()} has {len(flight.aircraft)} aircraft (7.1.1)"
        lowest = 0 if r.segment == "naval" else 1  # 12.4: launched, not yet on the Flight Map
        if flight.fuel < 0 or flight.fuel > 10 or not lowest <= flight.zone <= LAST_ZONE:
            return f"{flight.name()}: fuel {flight.fuel}, zone {flight.zone}"
        for b in flight.aircraft:
            if flight.site is None and b.fate in (Fate.DESTROYED, Fate.DITCHED, Fate.DECK, Fate.LEFT_BEHIND):
                return f"{b.name()} is {b.fate.value} and flies in {flight.name()}"
    return ""


def _cities(r: Raid) -> str:
    boxes = Counter(b.box for b in r.squadron if b.box)
    if boxes and max(boxes.values()) > 1:
        return "two B-25s in one Target Box (3.3)"
    for city in r.cities.values():
        for b in r.squadron:
            if b.area and r.city is city.city and b.area not in city.areas:
                return f"{b.name()} over {b.area}, which is not on the map"
        if city.detonations < 0 or city.blast() < 0:
            return "less than no Blast"
        if sum(a.blast for a in city.areas.values()) > city.detonations:
            return f"{city.city.value}: more Blast in Areas than releases (4.9)"
    return ""


def _ships(r: Raid) -> str:
    for ship in r.task_force.ships:
        if ship.sunk and ship.space:
            return f"{ship.name} is sunk and on the layout (10.1.1)"
    return ""


def markers(r: Raid) -> list[Marker]:
    """Every marker wherever it is: cups, aircraft, areas, boxes, zones, ships, beacons."""
    found: list[Marker] = [m for cup in r.cups.values() for m in cup]
    for b in r.squadron:
        found += (*b.attached, *b.assigned)
        found += b.medals
    for city in r.cities.values():
        for area in city.areas.values():
            found += area.markers
        for box in city.boxes.values():
            found += box.markers
    for some in (*r.vessels.values(), *r.zone_markers.values(), *r.task_force.signals.values()):
        found += some
    for ship in r.task_force.ships:
        found += ship.distress
    found += (recon.distress for recon in r.task_force.recon if recon.distress is not None)
    found += r.task_force.red_flags
    found += r.beacons.values()
    return found


def pieces_fault(r: Raid) -> str:
    """No marker is in two places, and what lies in a cup lies face down."""
    seen: set[int] = set()
    for marker in markers(r):
        if id(marker) in seen:
            return f"{marker.words()} of {marker.cup} is in two places"
        seen.add(id(marker))
    for name, cup in r.cups.items():
        for marker in cup:
            if marker.revealed or marker.cup != name:
                return f"{marker.words()} lies in the cup {name} face up or by mistake"
    return ""


def final_fault(r: Raid) -> str:
    """Faults of a raid that is over."""
    why = fault(r) or pieces_fault(r)
    if why:
        return why
    for b in r.squadron:
        if b.fate in (Fate.FLYING, Fate.DECK):
            return f"{b.name()} is still {b.fate.value}"
    if r.with_denouement():
        for crew in r.crews:
            if not crew.fate or crew.fate not in _FATES or crew.fate == "released*":
                return f"the fate of the crew of {crew.b25.name()} is {crew.fate or 'open'}"
    return ""
