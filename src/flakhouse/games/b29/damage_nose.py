"""Table 7-1: hits in the Nose."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cockpit, damage_parts, fires, gear, pressure, wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import who
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Cabin, Hole, Position, Section
from flakhouse.games.bomber.cells import either

__all__ = ["TABLE", "Nose", "apply", "hit"]


class Nose(StrEnum):
    """The rows of 7-1."""

    OXYGEN = "Oxygen Supply"
    GUNSIGHT = "Bombardier Gunsight"
    GEAR = "Nose Landing Gear"
    RESERVOIR = "Hydraulic Reservoir"
    CREW = "Crewmember"
    SUPERFICIAL = "Superficial Damage"
    WINDSHIELD = "Windshield"
    INSTRUMENTS = "Cockpit Instruments"
    BOMBSIGHT = "Norden Bombsight"
    COMPASS = "Radio Compass"


TABLE = CHARTS.words("7-1", Nose)
OXYGEN = CHARTS.bind("7-1-oxygen", who)
FIRE = CHARTS.bind("7-1-hydraulic-fire", either("fire", "no fire"))
CREW = CHARTS.bind("7-1-crew", who)
CREW_AGAIN = CHARTS.words("7-1-crew-again", Position)
BOMBARDIER = CHARTS.bind("7-1a-bombardier", either("wound", "no effect"))
HOLE = CHARTS.words("7-1b-hole", Hole)
BLAST = CHARTS.words("7-1b-decompression", Hole)


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit in the Nose."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Nose.SUPERFICIAL else "no-effect", part=Section.NOSE.value)


def apply(ref: Referee, m: Mission, result: Nose) -> None:
    """7-1 Carry out a row."""
    _ROWS[result](ref, m)


def _hole(ref: Referee, m: Mission) -> None:
    """7-1b: the hole may cost the pressure of Nose and Nav/Radio."""
    pressure.hole(ref, m, Cabin.FRONT, HOLE, BLAST)


def _over_target(ref: Referee, m: Mission) -> None:
    """7-1a: in the Designated Target Zone the bombardier may be struck as well."""
    if m.zone == m.target.zone and ref.roll(BOMBARDIER):
        wounds.casualties(ref, m, (Position.BOMBARDIER,), Section.NOSE)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-1 rows 7, 11."""


def _oxygen(ref: Referee, m: Mission) -> None:
    """7-1 row 2."""
    damage_parts.oxygen(ref, m, ref.roll(OXYGEN), Section.NOSE)
    _hole(ref, m)


def _gunsight(ref: Referee, m: Mission) -> None:
    """7-1 row 3: the bombardier fires no guns any more (5-6)."""
    if not m.plane.bombardier_sight_out:
        m.plane.bombardier_sight_out = True
        ref.note("sight-out", station=Position.BOMBARDIER.value)
    _hole(ref, m)


def _gear(ref: Referee, m: Mission) -> None:
    """7-1 row 4."""
    gear.nose_hit(ref, m)


def _reservoir(ref: Referee, m: Mission) -> None:
    """7-1 row 5: weak brakes, none with the reservoir in Nav/Radio gone too (7-2 row 3); a fire at times."""
    first = not m.plane.hydraulic_nose_hit
    if first:
        m.plane.hydraulic_nose_hit = True
        ref.note("reservoir-hit", section=Section.NOSE.value, part=Section.NOSE.value)
        gear.brakes_reduced(ref, m)
        gear.reservoirs(ref, m)
    _over_target(ref, m)
    _hole(ref, m)
    if first and ref.roll(FIRE):
        fires.fire(ref, m, Section.NOSE)
    ref.otherwise("no-fire", part=Section.NOSE.value)


def _crew(ref: Referee, m: Mission) -> None:
    """7-1 row 6."""
    damage_parts.casualties(ref, m, ref.roll(CREW), CREW_AGAIN, Section.NOSE)
    _hole(ref, m)


def _windshield(ref: Referee, m: Mission) -> None:
    """7-1 row 8: the second hit costs the front pressure and 1 on landing; later ones strike the crew (row 6)."""
    plane = m.plane
    if plane.windshield_hits >= 2:
        _crew(ref, m)
        return
    plane.windshield_hits += 1
    ref.note("windshield", hits=plane.windshield_hits)
    if plane.windshield_hits == 2:
        m.damage_root = m.cause
        pressure.compromise(ref, m, Cabin.FRONT, decompress=True)


def _instruments(ref: Referee, m: Mission) -> None:
    """7-1 row 9."""
    cockpit.hit(ref, m)
    _hole(ref, m)


def _bombsight(ref: Referee, m: Mission) -> None:
    """7-1 row 10: no bombsight; leave to abort (4.7D). R-123 asks whether flak on the run did it."""
    if not m.plane.bombsight_out:
        m.plane.bombsight_out = True
        m.bombsight_hit_on_run = m.on_run
        m.permit("bombsight out")
        ref.note("bombsight-out")
    _over_target(ref, m)
    _hole(ref, m)


def _compass(ref: Referee, m: Mission) -> None:
    """7-1 row 12: no radio compass on 4-7."""
    if not m.plane.radio_compass_out:
        m.plane.radio_compass_out = True
        ref.note("part-out", part="radio compass")
    _hole(ref, m)


_ROWS: dict[Nose, Callable[[Referee, Mission], None]] = {
    Nose.OXYGEN: _oxygen,
    Nose.GUNSIGHT: _gunsight,
    Nose.GEAR: _gear,
    Nose.RESERVOIR: _reservoir,
    Nose.CREW: _crew,
    Nose.SUPERFICIAL: _superficial,
    Nose.WINDSHIELD: _windshield,
    Nose.INSTRUMENTS: _instruments,
    Nose.BOMBSIGHT: _bombsight,
    Nose.COMPASS: _compass,
}
