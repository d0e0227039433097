"""What tables 8-1 and 8-3 have in common: the modifiers of a damaged bomber and of the man who flies it."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.mods import Mod
from flakhouse.games.b29 import crew
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.stations import SEATS
from flakhouse.games.b29.words import EngineState, Position, Root, Section

__all__ = ["controls_dead", "damage_root", "gliding", "mods"]

_BURST = (Section.NAV_RADIO, Section.FWD_BAY, Section.AFT_BAY, Section.WAIST, Section.UTILITY)


def controls_dead(m: Mission) -> bool:
    """8.1: without the pilot's and the copilot's controls the bomber can never be landed."""
    return m.plane.pilot_controls_out and m.plane.copilot_controls_out


def gliding(m: Mission) -> bool:
    """7.2: no engine is operating."""
    return m.plane.engines_out() == 4


def mods(m: Mission, table: Mapping[str, Mod]) -> list[Mod]:
    """8-1, 8-3 The modifiers both tables share, from the list of one of them."""
    plane = m.plane
    found: list[Mod] = []
    flyer = crew.flying(m)
    if flyer is None or flyer.position not in SEATS:
        found.append(table["stand_in"])  # RULING R-82: the flight engineer too
    elif flyer.position is Position.PILOT and flyer.veteran():
        found.append(table["veteran_pilot"])
    engines_out = plane.engines_out()
    glide = engines_out == 4
    if glide or plane.flaps_out():
        found.append(table["flaps"])
    if glide or plane.ailerons_out() == 2:
        found.append(table["ailerons"])
    if glide or plane.elevators_out():
        found.append(table["elevators"])
    if glide or plane.rudder_out():
        found.append(table["rudder"])
    if plane.windshield_hits >= 2:
        found.append(table["windshield"])
    if plane.tailplanes_off():
        found.append(table["tailplane"])
    if any(section in _BURST for section in plane.bursts_inside):
        found.append(table["burst"])
    if engines_out:
        _engines(m, table, found)
    return found


def _engines(m: Mission, table: Mapping[str, Mod], found: list[Mod]) -> None:
    """RULING R-68: each engine once, at its worst; a burning one by what its propeller does."""
    states = [engine.propeller() for engine in m.plane.engines if engine.out()]
    windmilling = states.count(EngineState.WINDMILLING)
    runaway = states.count(EngineState.RUNAWAY)
    out = len(states) - windmilling - runaway
    if out:
        found.append(table["engine_out"].times(out))
    if windmilling:
        found.append(table["windmilling"].times(windmilling))
    if runaway:
        found.append(table["runaway"].times(runaway))


def damage_root(m: Mission) -> Root | None:
    """Rulings 3.1: whose doing it is that the bomber lands as it does or is given up; None if nobody's."""
    flyer = crew.flying(m)
    if flyer is None or flyer.position not in SEATS:
        for position in SEATS:
            man = m.men[position]
            if not man.fit() and man.cause is not None:
                return man.cause  # nothing weighs more than a stand-in at the controls
    if m.damage_root is not None:
        return m.damage_root
    for engine in m.plane.engines:
        if engine.out() and engine.root is not None:
            return engine.root
    if m.plane.bursts_inside:
        return m.plane.burst_root or Root.BIP  # a collision or rammer may have done it (5.5)
    return None
