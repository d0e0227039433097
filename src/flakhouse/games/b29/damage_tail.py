"""Table 7-8: hits in the Tail."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cold, damage_parts, ending, pressure, wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import who
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Cabin, GunName, Hole, Position, Section

__all__ = ["TABLE", "Tail", "apply", "hit"]


class Tail(StrEnum):
    """The rows of 7-8."""

    OXYGEN = "Oxygen Supply"
    GUNSIGHT = "Tail Gunner Gunsight"
    SUPERFICIAL = "Superficial Damage"
    GUNNER = "Tail Gunner"
    RUDDER = "Rudder"
    TAILPLANE = "Tailplane"
    ARMAMENT = "Armament"


class Tailplane(StrEnum):
    """7-8 rows 8 and 10."""

    NOTHING = "no effect"
    PORT_ELEVATOR = "port elevator"
    STARBOARD_ELEVATOR = "starboard elevator"
    PORT_ROOT = "port root"
    STARBOARD_ROOT = "starboard root"


TABLE = CHARTS.words("7-8", Tail)
OXYGEN = CHARTS.bind("7-8-oxygen", who)
TAILPLANE = CHARTS.words("7-8-tailplane", Tailplane)
HOLE = CHARTS.words("7-8a-hole", Hole)
BLAST = CHARTS.words("7-8a-decompression", Hole)
_SIDES = {
    Tailplane.PORT_ELEVATOR: Section.PORT_WING,
    Tailplane.STARBOARD_ELEVATOR: Section.STARBOARD_WING,
    Tailplane.PORT_ROOT: Section.PORT_WING,
    Tailplane.STARBOARD_ROOT: Section.STARBOARD_WING,
}
_NAMES = {Section.PORT_WING: "port", Section.STARBOARD_WING: "starboard"}


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit in the Tail."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Tail.SUPERFICIAL else "no-effect", part=Section.TAIL.value)


def apply(ref: Referee, m: Mission, result: Tail) -> None:
    """7-8 Carry out a row."""
    _ROWS[result](ref, m)


def _hole(ref: Referee, m: Mission) -> None:
    """7-8a: the hole may cost the pressure of the Tail."""
    pressure.hole(ref, m, Cabin.TAIL, HOLE, BLAST)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-8 rows 4, 6, 11, 12."""


def _oxygen(ref: Referee, m: Mission) -> None:
    """7-8 row 2."""
    hit_on = ref.roll(OXYGEN)
    if hit_on.fire:
        damage_parts.oxygen(ref, m, hit_on, Section.TAIL)
    else:
        cold.oxygen_section_out(ref, m, Section.TAIL)  # RULING R-67: in the Tail one hit is enough
    _hole(ref, m)


def _gunsight(ref: Referee, m: Mission) -> None:
    """7-8 row 3: the tail gunner fires neither guns nor cannon (5-6)."""
    if not m.plane.tail_sight_out:
        m.plane.tail_sight_out = True
        ref.note("sight-out", station=Position.TAIL_GUNNER.value)
    _hole(ref, m)


def _gunner(ref: Referee, m: Mission) -> None:
    """7-8 row 5."""
    wounds.casualties(ref, m, (Position.TAIL_GUNNER,), Section.TAIL)
    _hole(ref, m)


def _rudder(ref: Referee, m: Mission) -> None:
    """7-8 row 7: the third hit puts the rudder out."""
    plane = m.plane
    if plane.rudder_hits < 3:
        plane.rudder_hits += 1
        if plane.rudder_hits < 3:
            ref.note("counted-hit", part="rudder", hits=plane.rudder_hits)
        else:
            m.damage_root = m.cause
            ref.note("part-out", part="rudder")


def _tailplane(ref: Referee, m: Mission) -> None:
    """7-8 rows 8, 10, notes b and c: an elevator, or the root; with three hits a tailplane breaks off."""
    plane = m.plane
    result = ref.roll(TAILPLANE)
    if result is Tailplane.NOTHING:
        return
    side = _SIDES[result]
    roots = plane.tailplane_root
    if result is Tailplane.PORT_ELEVATOR or result is Tailplane.STARBOARD_ELEVATOR:
        if not plane.elevator_out[side]:
            plane.elevator_out[side] = True
            m.damage_root = m.cause
            ref.note("part-out", part=f"{_NAMES[side]} elevator")
    elif roots[side] < 3:
        roots[side] += 1
        ref.note("tailplane-root", side=_NAMES[side], hits=roots[side])
        if roots[side] == 3:
            m.damage_root = m.cause
            ref.note("tailplane-off", side=_NAMES[side])
            if plane.tailplanes_off() == 2:
                ending.uncontrolled(ref, m)


def _armament(ref: Referee, m: Mission) -> None:
    """7-8 row 9: tail guns and tail cannon."""
    damage_parts.turret_out(ref, m, GunName.TAIL, GunName.TAIL_CANNON)


_ROWS: dict[Tail, Callable[[Referee, Mission], None]] = {
    Tail.OXYGEN: _oxygen,
    Tail.GUNSIGHT: _gunsight,
    Tail.SUPERFICIAL: _superficial,
    Tail.GUNNER: _gunner,
    Tail.RUDDER: _rudder,
    Tail.TAILPLANE: _tailplane,
    Tail.ARMAMENT: _armament,
}
