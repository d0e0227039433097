"""2.1 The B-25: damage, destruction, ditching."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, data, elites
from flakhouse.games.doolittle.advice import aircraft as advice
from flakhouse.games.doolittle.questions import aircraft as questions
from flakhouse.games.doolittle.state import B25, Crew, Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, Benefit, Fate

__all__ = [
    "OVER_JAPAN",
    "capture",
    "damage",
    "destroy",
    "ditch",
    "flight_of",
    "leave",
    "release_markers",
    "return_medals",
]

#: 1.3 Where a bomber was lost, for the judges.
OVER_JAPAN = "over Japan"


def flight_of(r: Raid, b25: B25) -> Flight | None:
    """7.1 The Flight this B-25 belongs to."""
    for flight in r.flights:
        if b25 in flight.aircraft:
            return flight
    return None


def release_markers(r: Raid, b25: B25) -> None:
    """2.1, 4.6.2 Hazards and Medals go back into their cups; a revealed stay marker remains in its Area."""
    for marker in (*b25.attached, *b25.assigned):
        if marker.stay and marker.revealed and b25.area and r.city is not None:
            r.cities[r.city].areas[b25.area].markers.append(marker)
        else:
            cups.put_back(r, marker)
    b25.attached.clear()
    b25.assigned.clear()
    return_medals(r, b25)


def return_medals(r: Raid, b25: B25) -> None:
    """12.6.6 Medals go back into their cups."""
    for marker in b25.medals:
        cups.put_back(r, marker)
    b25.medals.clear()


def leave(r: Raid, b25: B25) -> None:
    """7.1.1 Out of its Flight; a Flight without aircraft is removed."""
    for flight in r.flights:
        if b25 in flight.aircraft:
            flight.aircraft.remove(b25)
            if not flight.aircraft:
                r.flights.remove(flight)
            return


def damage(ref: Referee, r: Raid, b25: B25, cause: str) -> None:
    """2.3.7 Ignore Damage, 2.1.3, 13.3.3E Damage once; again it is destroyed. Armor added bears one more hit,
    armor removed none.
    """
    if b25.fate not in (Fate.FLYING, Fate.DECK, Fate.LANDED):
        return
    # D7
    if elites.can(b25, Benefit.PILOT_IGNORE) and ref.agreed(
        "ignore-damage", advice.ignore_damage(), lambda: questions.ignore_damage(r, b25, cause)
    ):
        elites.spend(ref, r, b25, "ignores the damage")
        return
    bears = 1 + r.ratings.armor
    if b25.damage >= bears:
        destroy(ref, r, b25, cause)
        return
    b25.damage += 1
    ref.note("damaged", b25=b25.name(), cause=cause, severe=b25.damage > 1)


def destroy(ref: Referee, r: Raid, b25: B25, cause: str) -> None:
    """2.1 Destroyed with its crew; markers go back into their cups. Revealed stay markers are the caller's."""
    b25.fate = Fate.DESTROYED
    flight = flight_of(r, b25)
    if b25.area or (flight is not None and flight.site is None and flight.zone == JAPAN_ZONE):
        b25.where = OVER_JAPAN
    release_markers(r, b25)
    if b25.elite is not None:
        b25.elite.fate = "killed"
    b25.area = b25.box = ""
    leave(r, b25)
    ref.note("destroyed", b25=b25.name(), cause=cause)


def ditch(ref: Referee, r: Raid, b25: B25, where: str, why: str = "") -> Crew:
    """2.1, 7.2.4 Down, but the crew lives: a Crew marker at this place ("zone 10", or a site's name)."""
    b25.fate = Fate.DITCHED
    b25.where = where
    release_markers(r, b25)
    b25.area = b25.box = ""
    leave(r, b25)
    crew = Crew(b25, place=where, elites=[b25.elite] if b25.elite else [])
    r.crews.append(crew)
    ref.note("ditched", b25=b25.name(), where=where, name=_zone_name(ref, where), why=why)
    return crew


def _zone_name(ref: Referee, where: str) -> str:
    """5.1 The name of "zone 10"; of any other place nothing."""
    zone = where.removeprefix("zone ")
    return data.table(ref, "zones").look_up(zone) if zone != where else ""


def capture(ref: Referee, r: Raid, crew: Crew) -> None:
    """4.0.1, 14.2.1 A crew is taken by the Japanese, with the Elite Crewmen among it."""
    crew.place, crew.fate = "Captured", "captured"
    for elite in crew.elites:
        elite.fate = "captured"
    ref.note("crew-captured", b25=crew.b25.name())
