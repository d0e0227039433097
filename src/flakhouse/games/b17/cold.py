"""Heat and oxygen by station (6.5, 6A.1, 9.3, 10.1), and frostbite (BL-5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew, formation, wounds
from flakhouse.games.b17.advice import crew as crew_advice
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import crew as crew_questions
from flakhouse.games.b17.questions import flight as questions
from flakhouse.games.b17.state import Man, Mission, Plane
from flakhouse.games.b17.words import STATION_COMPARTMENT, Position, Root, Section
from flakhouse.games.bomber.cells import either

__all__ = [
    "at_risk",
    "cold_step",
    "entry_step",
    "heat_lost",
    "must_descend",
    "oxygen_burnt",
    "oxygen_fails",
    "oxygen_hit",
    "oxygen_step",
    "take_lines",
    "without_heat",
    "without_oxygen",
]

FROST = CHARTS.bind("BL-5", either("Frostbitten", "No effect"))
_POSITIONS = tuple(Position)
_PILOTS = (Position.PILOT, Position.COPILOT)
#: The stations of each compartment.
_STATIONS: dict[Section, tuple[Position, ...]] = {
    here: tuple(p for p in _POSITIONS if STATION_COMPARTMENT[p] is here) for here in Section
}
_FREE = 1  # 10.1: zones entered without heat before frostbite threatens


# ------------------------------------------------------------------ heat (10.1)


def heat_lost(ref: Referee, m: Mission, stations: Sequence[Position]) -> None:
    """10.1, P-1 to P-6 The heat of these stations fails; one more zone is free. A cause to abort (13.1)."""
    plane = m.plane
    for station in stations:
        if station in plane.heat_out:
            continue
        plane.heat_out.append(station)
        plane.cold_zones[station] = 0
        # RULING 13.1: heat out counts where a living man is left in the cold.
        sitter = m.seats[station]
        if sitter is not None and sitter.alive():
            m.permit("heat out")
        ref.note("heat-out", station=station)


def _cold(m: Mission, man: Man) -> bool:
    """10.1 No heat where this man is. RULING 10.1: without a station he shares what heat his compartment has."""
    plane = m.plane
    if man.station is not None:
        return man.station in plane.heat_out
    stations = _STATIONS[man.compartment]
    return bool(stations) and all(station in plane.heat_out for station in stations)


def without_heat(m: Mission) -> list[Man]:
    """10.1, manual 5C Living men who have no heat where they are."""
    out = m.plane.heat_out
    if not out:
        return []
    return [
        man
        for man in m.men.values()
        if (man.station is None or man.station in out) and man.alive() and _cold(m, man)
    ]


def _zones_cold(m: Mission, man: Man) -> int:
    """10.1 Zones entered at altitude since the heat failed where this man is."""
    zones = m.plane.cold_zones
    if man.station is not None:
        return zones.get(man.station, 0)
    return min(zones.get(station, 0) for station in _STATIONS[man.compartment])


def at_risk(m: Mission) -> list[Man]:
    """10.1, BL-5 Men who roll for frostbite in this zone if the bomber stays up: the first zone is free."""
    plane = m.plane
    if plane.low or not plane.heat_out:
        return []
    return [man for man in without_heat(m) if not man.frostbitten and _zones_cold(m, man) > _FREE]


def entry_step(ref: Referee, m: Mission) -> None:
    """10.1, manual 5I On entering a zone at altitude: one more zone in the cold; after the first, up or down?"""
    plane = m.plane
    if not plane.heat_out or plane.low or m.zone <= 1:
        return
    for station in plane.heat_out:
        plane.cold_zones[station] = plane.cold_zones.get(station, 0) + 1
    men = at_risk(m)
    if not men:
        return
    # D17
    if ref.ask("frostbite", advice.frostbite(m), lambda: questions.frostbite(m, men)) == "descend":
        formation.descend(ref, m, "going down for warmth", chosen=True)


def cold_step(ref: Referee, m: Mission) -> None:
    """10.1, BL-5, 2A.7 Once in each zone entered, after its combat: a die for every man who is in the cold."""
    if not m.plane.heat_out or not m.new_zone:
        return
    men = at_risk(m)
    if not men:
        return
    m.cause, before = Root.COLD, m.cause
    for man in men:
        ref.concerns(man.position.value, FROST)
        if ref.roll(FROST):
            wounds.frostbite(ref, m, man)
        ref.otherwise("no-frostbite", man=man.position, name=man.airman.name)
    m.cause = before


# ------------------------------------------------------------------ oxygen (6.5, 9.3)


def oxygen_hit(ref: Referee, m: Mission, stations: Sequence[Position]) -> None:
    """6.5 A hit on the oxygen of each of these stations: the first does nothing, the second puts it out."""
    plane = m.plane
    for station in stations:
        if not plane.oxygen_at(station):
            continue  # 6.2: nothing more to lose
        hits = plane.oxygen_hits.get(station, 0)
        plane.oxygen_hits[station] = hits + 1
        if hits:
            _out(ref, m, station)
        else:
            ref.note("oxygen-hit", station=station)


def oxygen_burnt(ref: Referee, m: Mission, section: Section) -> None:
    """6A.1 After a fire the oxygen of the compartment is gone."""
    plane = m.plane
    if section in plane.oxygen_burnt:
        return
    working = [station for station in _STATIONS[section] if plane.oxygen_at(station)]
    plane.oxygen_burnt.append(section)
    for station in working:
        _out(ref, m, station)


def _out(ref: Referee, m: Mission, station: Position) -> None:
    """6.5, 13.1 The oxygen of a station has failed; a living man there is cause for an abort."""
    sitter = m.seats[station]
    if sitter is not None and sitter.alive():
        m.permit("oxygen out")
    ref.note("oxygen-out", station=station)


def _no_oxygen(m: Mission, man: Man) -> bool:
    """6.5 Nothing to breathe where this man is. RULING 6.5: without a station he shares his compartment's."""
    plane = m.plane
    if plane.oxygen_system_out:
        return True
    if man.station is not None:
        return not plane.oxygen_at(man.station)
    if man.compartment in plane.oxygen_burnt:
        return True
    stations = _STATIONS[man.compartment]
    return bool(stations) and not any(plane.oxygen_at(station) for station in stations)


def oxygen_fails(plane: Plane) -> bool:
    """6.5 The oxygen is out anywhere."""
    if plane.oxygen_system_out or plane.oxygen_burnt:
        return True
    hits = plane.oxygen_hits
    return bool(hits) and max(hits.values()) >= 2


def without_oxygen(m: Mission) -> list[Man]:
    """6.5, 9.3 Living men who have no oxygen where they are."""
    if not oxygen_fails(m.plane):
        return []
    return [man for man in m.men.values() if man.alive() and _no_oxygen(m, man)]


def _why_fixed(m: Mission, man: Man) -> str:
    """6.7, 7A.1 Why this man cannot change places now, or nothing. A wounded man can be carried there."""
    if m.plane.ball_jammed and man.station is Position.BALL_GUNNER:
        return "trapped in the ball turret (6.7)"
    if m.plane.intercom_out and not m.safe_turn:
        return "intercom out: only in a turn without attackers (7A.1)"
    return ""


def _free_lines(m: Mission) -> list[Position]:
    """9.3, manual 5D Stations with working oxygen where nobody lives: a dead man's, or one left empty."""
    plane = m.plane
    found: list[Position] = []
    for station, sitter in m.seats.items():
        if (sitter is not None and sitter.alive()) or not plane.oxygen_at(station):
            continue
        if station is Position.BALL_GUNNER and plane.ball_jammed:
            continue
        found.append(station)
    return found


def _lines_for(m: Mission, man: Man) -> list[Position]:
    """9.3, 7A.4 Free lines this man could use; whoever alone can hold the bomber keeps to the pilots' seats."""
    if _why_fixed(m, man):
        return []
    free = _free_lines(m)
    if man.station in _PILOTS and man.fit() and not _relieved(m, man):
        return [station for station in free if station in _PILOTS]
    return sorted(free, key=lambda station: station in _PILOTS)


def _relieved(m: Mission, man: Man) -> bool:
    """7A.4 Another man flies on if this one leaves his seat: fit, at the controls, with oxygen of his own."""
    for seat in _PILOTS:
        other = m.at(seat)
        if other is not None and other is not man and not _no_oxygen(m, other):
            return True
    return False


def must_descend(m: Mission) -> str:
    """manual 5C.2f, 9.3, manual 5D Why free oxygen places cannot serve everybody who needs one, or nothing."""
    men = without_oxygen(m)
    if not men:
        return ""
    free = len(_free_lines(m))
    if len(men) > free:
        return f"{len(men)} men without oxygen and {free} free places (9.3)" if free else "no free oxygen (9.3)"
    for man in men:
        if not _lines_for(m, man):
            return _why_fixed(m, man) or "nobody else can fly the bomber (7A.4)"
    return ""


def oxygen_step(ref: Referee, m: Mission) -> None:
    """9.3, errata 28 The turn after oxygen failed: men take dead men's places, or the bomber goes down."""
    if m.plane.low or not oxygen_fails(m.plane):
        return
    men = without_oxygen(m)
    if not men:
        return
    # D15
    if not must_descend(m) and ref.ask("oxygen-out", "place", lambda: questions.oxygen_out(men)) == "place":
        take_lines(ref, m)
    if without_oxygen(m):
        formation.descend(ref, m, "oxygen out")


def take_lines(ref: Referee, m: Mission) -> None:
    """9.3 Each man without oxygen takes a free place that has it; a dead man there changes places with him."""
    # Those at the controls first: for them there is one place only.
    for man in sorted(without_oxygen(m), key=lambda man: man.station not in _PILOTS):
        lines = _lines_for(m, man)
        if not lines:
            return
        # D16
        place = ref.ask(
            "oxygen-place", crew_advice.oxygen_place(man, lines), partial(crew_questions.oxygen_place, man, lines)
        )
        _change_places(ref, m, man, Position(place))


def _change_places(ref: Referee, m: Mission, man: Man, station: Position) -> None:
    """9.3, 7A.2 A man takes a station; the dead man there goes to where he was."""
    old, here = man.station, man.compartment
    if STATION_COMPARTMENT[station] is not here and not m.safe_turn:
        man.moved = True
    body = m.seats[station]
    if body is not None:
        crew.leave_seat(m, body)
        body.compartment = here
    crew.seat(m, man, station)
    if body is not None and old is not None:
        crew.seat(m, body, old)
    ref.note("takes-station", causes=(), man=man.position, name=man.airman.name, station=station)
    wounds.settle(ref, m)
