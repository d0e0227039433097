"""Advice on rule 4.1: altitude."""

from __future__ import annotations

from flakhouse.games.b29 import cold, fuel, movement
from flakhouse.games.b29.questions import movement as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Formation, Leg

__all__ = ["altitude", "why_altitude"]


def altitude(m: Mission) -> str:
    """4.1B Mission altitude for assembly and target, down when cold, else hold."""
    level = m.plane.altitude
    if level is not Altitude.LO and cold.grace_over(m):
        return _down_by(level)
    if m.leg is Leg.OUT and level is not m.altitude:
        if level > m.altitude:
            return _down_by(level - m.altitude)
        if m.zone + m.altitude - level > _climbed_by(m) and not movement.why_no_climb(m):
            return questions.CLIMB
    return questions.HOLD


def why_altitude(m: Mission) -> str:
    """4.1B."""
    key = altitude(m)
    if key == questions.CLIMB:
        if questions.assembly(m):  # the question says where
            return "Who is lower then flies alone." if questions.in_reach(m) else _TOO_LATE
        return "Only from there can the bombs be dropped."
    if key == questions.HOLD:
        return _why_out(m) if m.leg is Leg.OUT and not m.aborted else _why_back(m)
    return "Men freeze up here." if cold.grace_over(m) else "The mission is flown lower."


def _why_out(m: Mission) -> str:
    """4.1B, 4.8A Staying on the way out: at the mission altitude, too early for it, or unable to climb."""
    if m.plane.altitude is m.altitude:
        return "This is the altitude of the mission."
    if why := movement.why_no_climb(m):
        return f"The bomber cannot climb: {why.partition(' (')[0]}."
    return "There is time to climb later."


def _why_back(m: Mission) -> str:
    """4.1B, 4-1, 5-1 Staying on the way home: dry tanks, the enemy, or what a climb costs."""
    level = m.plane.altitude
    if level is Altitude.HI and m.options.fuel and fuel.spare(m) - m.fuel_due < 0:
        iwo = m.iwo_friendly() and (m.zone >= 6 or m.to_iwo)
        return f"The fuel does not reach {'Iwo Jima' if iwo else 'base'}: {_FUMES}"
    if level is Altitude.LO:
        cost = "A climb costs two boxes, and warm and low" if m.options.fuel else "Warm and low"
        return f"{cost} the masks are not needed."
    if level is Altitude.HI or not m.night:
        return "Lower down fighters are likelier."
    return "Neither fighters nor fuel speak for another altitude."


_TOO_LATE = "The bomber flies alone in any case, but only from the mission's altitude can it drop its bombs."
_FUMES = "on the last fumes the bomber gets farther from high up (+1 on 4-1)."


def _down_by(levels: int) -> str:
    """4.1B One level or two."""
    return questions.DOWN if levels == 1 else questions.DOWN2


def _climbed_by(m: Mission) -> int:
    """4.8A, 4.8D The zone by which the bomber wants to be at mission altitude: assembly, or the target."""
    if m.formation is Formation.OUT and m.plane.all_sound() and _holds_pressure(m):
        return m.zone  # 4.8D: back into the formation as soon as it can
    return m.target.zone if m.assembled or m.night else movement.assembly_zone(m)


def _holds_pressure(m: Mission) -> bool:
    """4.2: the bomber can be warm at altitude again."""
    plane = m.plane
    return not (plane.pressure_lost or plane.no_repressurizing or any(plane.compromised.values()))
