"""Table 7-6 (reconstructed): hits in the Waist."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_parts, pressure
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import who
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Cabin, GunName, Hole, Position, Section

__all__ = ["TABLE", "Waist", "apply", "hit"]


class Waist(StrEnum):
    """The rows of 7-6."""

    OXYGEN = "Oxygen Supply"
    GUNSIGHT = "Gunsight"
    SUPERFICIAL = "Superficial Damage"
    BLISTER = "Gunner Blister"
    CREW = "Crewmember"
    RADAR = "Radar"
    ARMAMENT = "Armament"
    EQUIPMENT = "Auxiliary Equipment"
    EXTINGUISHER = "Fire Extinguisher"


class Equipment(StrEnum):
    """7-6 row 10."""

    RELEASE = "pressure release"
    MOTOR = "portable motor"
    NOTHING = "no effect"


TABLE = CHARTS.words("7-6", Waist)
OXYGEN = CHARTS.bind("7-6-oxygen", who)
GUNSIGHT = CHARTS.words("7-6-gunsight", Position)
CREW = CHARTS.bind("7-6-crew", who)
CREW_AGAIN = CHARTS.words("7-6-crew-again", Position)
EQUIPMENT = CHARTS.words("7-6-equipment", Equipment)
HOLE = CHARTS.words("7-6-hole", Hole)
BLAST = CHARTS.words("7-6-decompression", Hole)


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit in the Waist."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Waist.SUPERFICIAL else "no-effect", part=Section.WAIST.value)


def apply(ref: Referee, m: Mission, result: Waist) -> None:
    """7-6 Carry out a row."""
    _ROWS[result](ref, m)


def _hole(ref: Referee, m: Mission) -> None:
    """7-6 note: the hole may cost the pressure of the Waist."""
    pressure.hole(ref, m, Cabin.WAIST, HOLE, BLAST)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-6 rows 4, 7, 11."""


def _oxygen(ref: Referee, m: Mission) -> None:
    """7-6 row 2."""
    damage_parts.oxygen(ref, m, ref.roll(OXYGEN), Section.WAIST)
    _hole(ref, m)


def _gunsight(ref: Referee, m: Mission) -> None:
    """7-6 row 3: a sighting station that fires no guns any more (5-6)."""
    station = ref.roll(GUNSIGHT)
    if not m.plane.sights_out[station]:
        m.plane.sights_out[station] = True
        ref.note("sight-out", station=station.value)
    _hole(ref, m)


def _blister(ref: Referee, m: Mission) -> None:
    """7-6 row 5: the second hit bursts it and costs the pressure of the Waist; later ones strike men (row 6)."""
    plane = m.plane
    if plane.blister_hits >= 2:
        _crew(ref, m)
        return
    plane.blister_hits += 1
    ref.note("blister-hit", hits=plane.blister_hits)
    if plane.blister_hits == 2:
        pressure.compromise(ref, m, Cabin.WAIST, decompress=True)


def _crew(ref: Referee, m: Mission) -> None:
    """7-6 row 6."""
    damage_parts.casualties(ref, m, ref.roll(CREW), CREW_AGAIN, Section.WAIST)
    _hole(ref, m)


def _radar(ref: Referee, m: Mission) -> None:
    """7-6 row 8: radar out; the pilot may abort (4.7D)."""
    if not m.plane.radar_out:
        m.plane.radar_out = True
        m.permit("radar out")
        ref.note("radar-hit")
    _hole(ref, m)


def _armament(ref: Referee, m: Mission) -> None:
    """7-6 row 9."""
    damage_parts.turret_out(ref, m, GunName.AFT_UPPER)


def _equipment(ref: Referee, m: Mission) -> None:
    """7-6 row 10: the pressure release of the Waist (4.2B) or the portable motor (7-3e)."""
    plane = m.plane
    result = ref.roll(EQUIPMENT)
    if result is Equipment.RELEASE and not plane.waist_release_out:
        plane.waist_release_out = True
        ref.note("part-out", part="pressure release in the Waist")
    elif result is Equipment.MOTOR and not plane.motor_out:
        plane.motor_out = True
        ref.note("part-out", part="portable motor")
    _hole(ref, m)


def _extinguisher(ref: Referee, m: Mission) -> None:
    """7-6 row 12."""
    damage_parts.extinguisher_out(ref, m, Section.WAIST)
    _hole(ref, m)


_ROWS: dict[Waist, Callable[[Referee, Mission], None]] = {
    Waist.OXYGEN: _oxygen,
    Waist.GUNSIGHT: _gunsight,
    Waist.SUPERFICIAL: _superficial,
    Waist.BLISTER: _blister,
    Waist.CREW: _crew,
    Waist.RADAR: _radar,
    Waist.ARMAMENT: _armament,
    Waist.EQUIPMENT: _equipment,
    Waist.EXTINGUISHER: _extinguisher,
}
