"""Rule 7.6: men, stations and compartments: who sits where, who gets where, who flies."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import (
    CABIN,
    CAPACITY,
    STATION_COMPARTMENT,
    Altitude,
    Cabin,
    Position,
    Section,
)

__all__ = [
    "NEXT",
    "SEATS",
    "TUNNEL",
    "at_controls",
    "can_enter",
    "flying",
    "move",
    "new_turn",
    "pilot_flying",
    "rightful",
    "sit",
    "take",
    "why_no_way",
    "why_not_leave",
    "why_not_take",
]

SEATS = (Position.PILOT, Position.COPILOT)

#: The compartments next to each other; the tunnel between Nav/Radio and Waist is no way for casualties (7.6A).
NEXT: dict[Section, tuple[Section, ...]] = {
    Section.NOSE: (Section.NAV_RADIO,),
    Section.NAV_RADIO: (Section.NOSE, Section.FWD_BAY),
    Section.FWD_BAY: (Section.NAV_RADIO, Section.AFT_BAY),
    Section.AFT_BAY: (Section.FWD_BAY, Section.WAIST),
    Section.WAIST: (Section.AFT_BAY, Section.UTILITY),
    Section.UTILITY: (Section.WAIST, Section.TAIL),
    Section.TAIL: (Section.UTILITY,),
}
TUNNEL = {Section.NAV_RADIO: Section.WAIST, Section.WAIST: Section.NAV_RADIO}


def new_turn(m: Mission) -> None:
    """7.6B, R-104: a new turn: nobody has moved or worked yet, and another turn without pressure has begun."""
    plane = m.plane
    for man in m.men.values():
        man.moved = man.busy = man.fought_fire = False
    if plane.altitude is Altitude.LO:
        return
    if not plane.pressurized:
        plane.turns_down += 1
    for cabin, damaged in plane.compromised.items():
        if damaged:
            plane.compromised_turns[cabin] += 1


# ------------------------------------------------------------------ 7.6F: who flies


def flying(m: Mission) -> Man | None:
    """7.6F, 7-9: a pilot at working controls before anybody else; with all controls dead, who sits at them."""
    plane = m.plane
    left, right = m.seats[Position.PILOT], m.seats[Position.COPILOT]
    if left is not None and left.position is Position.PILOT and not plane.pilot_controls_out and left.fit():
        return left
    found: Man | None = None
    dead = plane.pilot_controls_out and plane.copilot_controls_out
    for man, out in ((left, plane.pilot_controls_out), (right, plane.copilot_controls_out)):
        if man is None or (out and not dead) or not man.fit():
            continue
        if man.position in SEATS:
            return man
        found = found or man
    return found


def pilot_flying(m: Mission) -> bool:
    """5.7B, 8-1: the Pilot or the Copilot is at working controls."""
    plane = m.plane
    if plane.pilot_controls_out and plane.copilot_controls_out:
        return False
    man = flying(m)
    return man is not None and man.position in SEATS


def rightful(m: Mission) -> bool:
    """7.6F: whoever flies has the right to: pilots first, then the engineer, then anybody."""
    man = flying(m)
    if man is None:
        return False
    if man.position in SEATS:
        return True
    men = m.men
    if men[Position.PILOT].fit() or men[Position.COPILOT].fit():
        return False
    return man.position is Position.FLIGHT_ENGINEER or not men[Position.FLIGHT_ENGINEER].fit()


def relieve(ref: Referee, m: Mission, man: Man, seat: Position) -> None:
    """7.6F: he takes the seat; in a full Nose the man he relieves is laid where he came from or in Nav/Radio."""
    other = m.seats[seat]
    came_from = man.compartment
    if came_from is not Section.NOSE and len(m.inside(Section.NOSE)) >= CAPACITY[Section.NOSE]:
        if other is None:  # the seat is free but the Nose is full of others: the first casualty makes room
            other = next((x for x in m.inside(Section.NOSE) if not x.fit()), m.inside(Section.NOSE)[0])
        leave_seat(m, other)
        full = len(m.inside(Section.NAV_RADIO)) >= CAPACITY[Section.NAV_RADIO]
        other.compartment = came_from if full and came_from is not Section.NAV_RADIO else Section.NAV_RADIO
    if came_from is not Section.NOSE:
        leave_seat(m, man)
        man.compartment = Section.NOSE
        man.moved = True
    sit(m, man, seat)
    ref.note("takes-controls", man=man.position.value, name=man.airman.name, seat=seat.value)


# ------------------------------------------------------------------ seats


def leave_seat(m: Mission, man: Man) -> None:
    """7.6A: he gets up; his station is empty."""
    if man.station is not None:
        m.seats[man.station] = None
        man.station = None


def sit(m: Mission, man: Man, station: Position) -> None:
    """7.6B, 7.6D: he takes this station of his compartment; who sat there takes the one he leaves, or none."""
    other = m.seats[station]
    if other is man:
        return
    old = man.station
    leave_seat(m, man)
    if other is not None:
        leave_seat(m, other)
        if old is not None and STATION_COMPARTMENT[old] is other.compartment:
            other.station = old
            m.seats[old] = other
    man.compartment = STATION_COMPARTMENT[station]
    man.station = station
    m.seats[station] = man


def at_controls(m: Mission, man: Man) -> bool:
    """7.6F, 7-9: he is fit and sits at controls that work."""
    plane = m.plane
    if man.station is Position.PILOT:
        return man.fit() and not plane.pilot_controls_out
    return man.station is Position.COPILOT and man.fit() and not plane.copilot_controls_out


def why_not_leave(m: Mission, man: Man, relieved: bool = False) -> str:
    """7.6B, C, E: why this man cannot leave his place now, or nothing. R-133: a pilot may be `relieved`."""
    if not man.alive():
        return "he is dead (7.6A)"
    if man.serious:
        return "he must be carried (7.6C)"
    if man.moved or man.busy:
        return "he has moved or worked this turn (7.6B)"
    if relieved:
        return ""
    if man.position in SEATS and not man.frostbitten:
        return "pilots stay at the controls (7.6E)"
    if flying(m) is man:
        return "he flies the bomber (7.6F)"
    return ""


def why_not_take(m: Mission, man: Man, station: Position, relieved: bool = False) -> str:
    """7.6, 7.4A: why this man cannot take that station now, or nothing. R-133: a pilot may be `relieved`."""
    sitter = m.seats[station]
    if sitter is man:
        return "he sits there"
    if sitter is not None and sitter.fit() and sitter.position in SEATS and man.position not in SEATS:
        return "pilots stay at the controls (7.6E)"
    section = STATION_COMPARTMENT[station]
    if man.position in SEATS and not man.frostbitten and station in SEATS and man.compartment is section:
        return ""  # 7-9: pilots change seats at any time
    if man.compartment is section:
        # 7.6B: within a compartment nothing hinders but the wish to keep somebody at the controls.
        if man.serious or not man.alive():
            return "he must be carried (7.6C)"
        if relieved:
            return ""
        if man.position in SEATS and not man.frostbitten:
            return "pilots stay at the controls (7.6E)"
        if flying(m) is man and station not in SEATS:
            return "he flies the bomber (7.6F)"
        return ""
    why = can_enter(m, man, section, relieved)
    if not why and sitter is not None and sitter.fit():
        return f"the {sitter.position.value} sits there (7.6D)"
    return why


def take(ref: Referee, m: Mission, man: Man, station: Position) -> None:
    """7.6: he goes to that station, wherever it is."""
    section = STATION_COMPARTMENT[station]
    if man.compartment is not section:
        move(ref, m, man, section)
    sit(m, man, station)
    ref.note("takes-station", man=man.position.value, name=man.airman.name, station=station.value)


# ------------------------------------------------------------------ 7.6A: between compartments


def door(m: Mission, a: Section, b: Section) -> bool:
    """4.2B: the door between two compartments can be used: it opens no pressurized cabin to thin air."""
    one, two = CABIN.get(a), CABIN.get(b)
    if one is two:
        return True
    plane = m.plane
    return (one is None or plane.cabin_down(one)) and (two is None or plane.cabin_down(two))


def _tunnel_open(m: Mission) -> bool:
    """4.2B: the tunnel serves under pressure unless it is damaged (7-3, 7-4 row 9)."""
    plane = m.plane
    return not plane.tunnel_damaged or (plane.cabin_down(Cabin.FRONT) and plane.cabin_down(Cabin.WAIST))


def why_no_way(m: Mission, start: Section, goal: Section) -> str:
    """4.2B, 7.6A: why no able man gets from one compartment to the other, or nothing."""
    if start is goal or not m.plane.pressurized:
        return ""
    seen = [start]
    for here in seen:
        for there in NEXT[here]:
            if there not in seen and door(m, here, there):
                seen.append(there)
        if here in TUNNEL and TUNNEL[here] not in seen and _tunnel_open(m):
            seen.append(TUNNEL[here])
    return "" if goal in seen else "the bomber must be depressurized first (4.2B)"


def way(m: Mission, man: Man, section: Section) -> str:
    """7.6A, 4.2B: why there is no way for this man into that compartment, or nothing."""
    return why_no_way(m, man.compartment, section)


def can_enter(m: Mission, man: Man, section: Section, relieved: bool = False) -> str:
    """7.6A-C, 4.2B: why this man cannot go into that compartment now, or nothing. R-133: see `why_not_leave`."""
    if section not in CAPACITY:
        return "nobody can go into a wing (7.6A)"
    if man.compartment is section:
        return ""
    why = why_not_leave(m, man, relieved)
    if why:
        return why
    if len(m.inside(section)) >= CAPACITY[section]:
        return f"{section.value} holds no more than {CAPACITY[section]} (7.6A)"
    if (man.light or man.serious) and section not in CABIN and m.plane.pressurized:
        return "no wounded man outside the cabins while pressurized (7.6C)"
    return way(m, man, section)


def move(ref: Referee, m: Mission, man: Man, section: Section) -> None:
    """7.6, 7.6A-B: he goes there, fires no gun if attacked this turn, and takes his own station if it is free."""
    if man.compartment is section:
        return
    leave_seat(m, man)
    man.compartment = section
    man.moved = True
    own = man.position
    if STATION_COMPARTMENT[own] is section and m.seats[own] is None:
        sit(m, man, own)
    ref.note("moves", man=own.value, name=man.airman.name, where=section.value)
