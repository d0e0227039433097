"""Rules 7.3 and 7.4, table 7-14: frostbite in a bomber without pressure, and oxygen that is shot away."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, formation, pressure, wounds
from flakhouse.games.b29.advice import cold as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import cold as questions
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.stations import SEATS, at_controls
from flakhouse.games.b29.words import (
    CABIN,
    STATION_COMPARTMENT,
    Altitude,
    Cabin,
    Formation,
    Position,
    Root,
    Section,
)

__all__ = [
    "all_in_open_cabins",
    "cabins_serve",
    "cold_step",
    "descend",
    "exposed",
    "frost_mods",
    "grace_over",
    "in_frozen_cabin",
    "in_open_cabins",
    "must_descend",
    "no_oxygen_above",
    "open_lines",
    "oxygen_hit",
    "oxygen_out",
    "oxygen_section_out",
    "oxygen_step",
    "without_air",
]


class Cold(StrEnum):
    """The die of 7.3."""

    POSSIBLE = "Frostbite possible"
    SAFE = "No frostbite possible"


class Frost(StrEnum):
    """The results of 7-14."""

    FROSTBITE = "Frostbite"
    NONE = "No frostbite"


class Air(StrEnum):
    """What a man breathes whose oxygen is out (4.2, 7.4A)."""

    NOBODY = "nobody there"
    LOW = "low altitude"
    PRESSURE = "cabin pressure"
    THIN = "thin air"


COLD = CHARTS.words("7.3-cold", Cold)
FROST = CHARTS.words("7-14", Frost)
_SOUND_CABIN = FROST.mods["sound_cabin"]
_VOLUNTARY = FROST.mods["voluntary"]
_MODS: dict[tuple[bool, bool], tuple[Mod, ...]] = {
    (False, False): (),
    (True, False): (_SOUND_CABIN,),
    (False, True): (_VOLUNTARY,),
    (True, True): (_SOUND_CABIN, _VOLUNTARY),
}
_GRACE = 2  # the turn of loss and the next are free


# ------------------------------------------------------------------ 7.3: frostbite


def _freezing(m: Mission) -> bool:
    """7.3: the bomber, or a cabin that cannot be pressurized, has been in thin air for longer than the grace."""
    plane = m.plane
    if plane.altitude is Altitude.LO:
        return False
    turns = plane.compromised_turns
    return (
        (not plane.pressurized and plane.turns_down >= _GRACE)
        or turns[Cabin.FRONT] >= _GRACE
        or turns[Cabin.WAIST] >= _GRACE
        or turns[Cabin.TAIL] >= _GRACE
    )


def grace_over(m: Mission) -> bool:
    """7.3, D13: this turn men can be frostbitten if the bomber stays at MED or HI."""
    return _freezing(m) and bool(exposed(m))


def exposed(m: Mission) -> list[Man]:
    """7.3, D13: the men who can be frostbitten this turn if the bomber stays at MED or HI."""
    if not _freezing(m):
        return []
    if not m.plane.pressurized and m.plane.turns_down >= _GRACE:
        return [man for man in m.men.values() if _at_risk(m, man)]
    return [man for man in m.men.values() if in_frozen_cabin(m, man)]


def in_frozen_cabin(m: Mission, man: Man) -> bool:
    """7.3: a living man in a compromised cabin whose grace is over."""
    cabin = CABIN.get(man.compartment)
    return cabin is not None and m.plane.compromised_turns[cabin] >= _GRACE and _at_risk(m, man)


def frost_mods(m: Mission, man: Man) -> tuple[Mod, ...]:
    """7-14: +1 in a sound cabin, +1 when pressure was let go by choice."""
    cabin = CABIN.get(man.compartment)
    return _MODS[cabin is not None and not m.plane.compromised[cabin], m.plane.voluntary]


def _at_risk(m: Mission, man: Man) -> bool:
    """7-14: a die could still show frostbite for him (R-74: with both modifiers none can)."""
    if not man.alive() or man.frostbitten:
        return False
    return FROST.at(1 + sum(mod.value for mod in frost_mods(m, man))) is Frost.FROSTBITE


def cold_step(ref: Referee, m: Mission) -> None:
    """7.3: at the start of a turn, after movement, see who freezes (R-104)."""
    if not _freezing(m):
        return
    plane = m.plane
    whole = not plane.pressurized and plane.turns_down >= _GRACE
    m.cause, before = Root.COLD, m.cause
    rolled = _freeze(ref, m, [man for man in m.men.values() if in_frozen_cabin(m, man)])
    if whole:
        # A man in a compromised cabin has rolled by the first paragraph of 7.3 and does not roll twice.
        rest = [man for man in m.men.values() if man not in rolled and _at_risk(m, man)]
        if rest and ref.roll(COLD, column=plane.altitude - 1) is Cold.POSSIBLE:
            _freeze(ref, m, rest)
    wounds.settle(ref, m)
    m.cause = before


def _freeze(ref: Referee, m: Mission, men: list[Man]) -> list[Man]:
    """7-14 for each of these men; the same men."""
    for man in men:
        if ref.roll(FROST, frost_mods(m, man)) is Frost.FROSTBITE:
            wounds.frostbite(ref, m, man)
        ref.otherwise("no-frostbite", man=man.position.value, name=man.airman.name)
    return men


# ------------------------------------------------------------------ 7.4: oxygen (R-62: printed as 7.3)


def oxygen_hit(ref: Referee, m: Mission, station: Position) -> None:
    """7.4, R-62, 7.4A: the second hit on a station's oxygen puts it out; the first does nothing."""
    hits = m.plane.oxygen_hits
    hits[station] = count = hits.get(station, 0) + 1
    if count < 2:
        ref.note("oxygen-hit", station=station.value)
    elif count == 2:
        _out(ref, m, station)


def oxygen_section_out(ref: Referee, m: Mission, section: Section) -> None:
    """7.4A, 7-1, 7-2, 7-6, 7-8 row 2: all oxygen of a compartment is out; the Utility tanks serve everybody."""
    plane = m.plane
    if section is Section.UTILITY:
        if not plane.oxygen_all_out:
            plane.oxygen_all_out = True
            plane.oxygen_out_turn = m.turn
            ref.note("oxygen-all-out", air=_air(m, m.men.values()).value)
        return
    hits = plane.oxygen_hits
    failing = [
        s for s, compartment in STATION_COMPARTMENT.items() if compartment is section and hits.get(s, 0) < 2
    ]
    for station in failing:
        hits[station] = 2
    _out(ref, m, *failing)


def _out(ref: Referee, m: Mission, *stations: Position) -> None:
    """7.4A: the oxygen of these stations fails; the bomber must go down on the next turn."""
    plane = m.plane
    for station in stations:
        plane.oxygen_out_turn = m.turn
        # The last tells for all of them what that means.
        air = _air(m, [m.seats[other] for other in stations]).value if station is stations[-1] else ""
        ref.note("oxygen-out", station=station.value, air=air)


def _air(m: Mission, men: Iterable[Man | None]) -> Air:
    """4.2, 7.4A: what these men breathe without it."""
    plane = m.plane
    alive = [man for man in men if man is not None and man.alive()]
    if not alive:
        return Air.NOBODY
    if plane.altitude is Altitude.LO:
        return Air.LOW
    cabins = [CABIN.get(man.compartment) for man in alive]
    held = plane.pressurized and not any([cabin is None or plane.compromised[cabin] for cabin in cabins])
    return Air.PRESSURE if held else Air.THIN


def _line_out(m: Mission, man: Man) -> bool:
    """7.4A, 7.6D: a man breathes at the station he holds; one without a station on the line of his own."""
    return m.plane.oxygen_all_out or m.plane.oxygen_hits.get(man.station or man.position, 0) >= 2


def oxygen_out(m: Mission) -> list[Man]:
    """7.4A: living men who have no oxygen where they are."""
    if not m.plane.oxygen_out_turn and not m.plane.oxygen_all_out:
        return []
    return [man for man in m.men.values() if man.alive() and _line_out(m, man)]


def without_air(m: Mission) -> list[Man]:
    """4.2, 7.4A: of these, who needs it: up in thin air, and in no cabin that holds pressure now."""
    plane = m.plane
    if plane.altitude is Altitude.LO:
        return []
    cabins = [(man, CABIN.get(man.compartment)) for man in oxygen_out(m)]
    return [man for man, cabin in cabins if cabin is None or plane.cabin_down(cabin)]


def _vacant_lines(m: Mission) -> list[Position]:
    """7.4A: stations with working oxygen where no living man sits, nor breathes who has left it for a task."""
    if m.plane.oxygen_all_out:
        return []
    free: list[Position] = []
    for station, sitter in m.seats.items():
        if (sitter is None or not sitter.alive()) and m.plane.oxygen_hits.get(station, 0) < 2:
            own = m.men[station]
            if own.station is not None or not own.alive():
                free.append(station)
    return free


def open_lines(m: Mission, man: Man) -> list[Position]:
    """7.4A, R-133, R-134: the vacant lines that this man without oxygen can get to now."""
    lines = _vacant_lines(m)
    if man.serious:
        # RULING R-134: he is given a line where he lies; 7.6C bars only the way to another compartment.
        return [station for station in lines if STATION_COMPARTMENT[station] is man.compartment]
    relieved = _relieved(m, man)
    return [station for station in lines if not crew.why_not_take(m, man, station, relieved)]


def _relieved(m: Mission, man: Man) -> bool:
    """R-133: a pilot without oxygen may leave his seat while the other one flies, fit and with oxygen."""
    if man.position not in SEATS:
        return False
    # RULING R-133: 7.4A goes before 7.6E as long as a pilot is left at the controls.
    other = m.men[Position.COPILOT if man.position is Position.PILOT else Position.PILOT]
    return at_controls(m, other) and not _line_out(m, other)


def cabins_serve(m: Mission) -> bool:
    """7.4A exception: every living man is in a cabin that holds pressure once the bomber is pressurized."""
    damaged = m.plane.compromised
    for man in m.men.values():
        if man.alive():
            cabin = CABIN.get(man.compartment)
            if cabin is None or damaged[cabin]:
                return False
    return True


def in_open_cabins(m: Mission) -> list[Man]:
    """4.2C, D, 7.3: men whose cabin holds no pressure: also in a pressurized bomber they need masks and freeze."""
    damaged = m.plane.compromised
    men = [(man, CABIN.get(man.compartment)) for man in m.men.values() if man.alive()]
    return [man for man, cabin in men if cabin is not None and damaged[cabin]]


def all_in_open_cabins(m: Mission) -> bool:
    """4.2C: pressure would help no living man in a cabin."""
    damaged = m.plane.compromised
    for man in m.men.values():
        if man.alive():
            cabin = CABIN.get(man.compartment)
            if cabin is None or not damaged[cabin]:
                return False
    return True


def must_descend(m: Mission) -> str:
    """7.4A: why the bomber must go to LO this turn, or nothing. The turn after the loss, unless pressure or a
    vacant station serves instead; `oxygen_step` sees to it that it does."""
    plane = m.plane
    if not plane.oxygen_out_turn or plane.altitude is Altitude.LO or plane.oxygen_out_turn >= m.turn:
        return ""
    without = oxygen_out(m)
    if not without:
        return ""
    if (plane.pressurized or not pressure.why_not_repressurize(m)) and cabins_serve(m):
        return ""
    if len(without) == 1 and open_lines(m, without[0]):
        return ""
    if len(without) == 1:
        return f"no oxygen for the {without[0].position.value} (7.4A)"
    return f"no oxygen for {len(without)} men (7.4A)"


def no_oxygen_above(m: Mission) -> str:
    """7.4A: why the bomber may not climb from LO again, or nothing: cabins or vacant lines must serve all."""
    plane = m.plane
    if not plane.oxygen_out_turn or plane.altitude is not Altitude.LO:
        return ""
    without = oxygen_out(m)
    if not without:
        return ""
    if not plane.pressure_lost and not plane.no_repressurizing and cabins_serve(m):
        return ""
    if len(without) == 1 and open_lines(m, without[0]):
        return ""
    if len(without) <= len(_vacant_lines(m)):
        return "men must first take the vacant stations that have oxygen (7.4A)"
    return "there is not oxygen enough for every man (7.4A)"


def oxygen_step(ref: Referee, m: Mission) -> None:
    """7.4A, D14: a bomber that stayed up with oxygen out is pressurized, or the man takes a vacant line, or it
    goes down after all."""
    plane = m.plane
    if plane.oxygen_out_turn >= m.turn:
        return  # down on the next turn, not on this
    without = oxygen_out(m)
    if not without or (plane.pressurized and cabins_serve(m)):
        return
    key = ref.ask("oxygen-out", advice.oxygen_out(m, without), lambda: questions.oxygen_out(m, without))
    if key == questions.REPRESSURIZE:
        pressure.repressurize(ref, m)
    elif key == questions.SEAT:
        _take_line(ref, m, without[0])
    else:
        descend(ref, m)


def _take_line(ref: Referee, m: Mission, man: Man) -> None:
    """7.4A: a man without oxygen takes the station of a dead or absent one."""
    key = ref.ask("oxygen-station", advice.oxygen_station(m, man), lambda: questions.oxygen_station(m, man))
    crew.take(ref, m, man, Position(key))


def descend(ref: Referee, m: Mission) -> None:
    """7.4A: down to LO; a bomber that leaves its formation for want of oxygen does not rejoin."""
    if m.formation is not Formation.NONE:
        formation.leave(ref, m, "oxygen out", for_good=True)
    pressure.change_altitude(ref, m, Altitude.LO)
