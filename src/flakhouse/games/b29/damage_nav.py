"""Table 7-2: hits in the Nav/Radio section."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_parts, engineer, fires, gear, pressure, wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import who
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Cabin, GunName, Hole, Position, Section
from flakhouse.games.bomber.cells import either

__all__ = ["TABLE", "Nav", "apply", "hit"]


class Nav(StrEnum):
    """The rows of 7-2."""

    OXYGEN = "Oxygen Supply"
    RESERVOIR = "Hydraulic Reservoir"
    INSTRUMENTS = "Engineer Instruments"
    RADIO = "Radio Out"
    CREW = "Crewmember"
    SUPERFICIAL = "Superficial Damage"
    ARMAMENT = "Armament"
    INTERCOM = "Intercom"
    EQUIPMENT = "Navigator's Equipment"
    EXTINGUISHER = "Fire Extinguisher"


TABLE = CHARTS.words("7-2", Nav)
OXYGEN = CHARTS.bind("7-2-oxygen", who)
OXYGEN_AGAIN = CHARTS.bind("7-2-oxygen-again", who)
FIRE = CHARTS.bind("7-2-hydraulic-fire", either("fire", "no fire"))
CREW = CHARTS.words("7-2-crew", Position)
ARMAMENT = CHARTS.words("7-2-armament", GunName)
TOOLS = CHARTS.bind("7-2-equipment", either("navigator's tools", "LORAN set"))
HOLE = CHARTS.words("7-2-hole", Hole)
BLAST = CHARTS.words("7-2-decompression", Hole)


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit in the Nav/Radio section."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Nav.SUPERFICIAL else "no-effect", part=Section.NAV_RADIO.value)


def apply(ref: Referee, m: Mission, result: Nav) -> None:
    """7-2 Carry out a row."""
    _ROWS[result](ref, m)


def _hole(ref: Referee, m: Mission) -> None:
    """7-2 note: the hole may cost the pressure of Nose and Nav/Radio."""
    pressure.hole(ref, m, Cabin.FRONT, HOLE, BLAST)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-2 rows 7, 11."""


def _oxygen(ref: Referee, m: Mission) -> None:
    """7-2 row 2: a fire takes the oxygen of the Nose as well."""
    hit_on = ref.roll(OXYGEN)
    if hit_on.again:
        hit_on = ref.roll(OXYGEN_AGAIN)
    damage_parts.oxygen(ref, m, hit_on, Section.NAV_RADIO, (Section.NOSE,))
    _hole(ref, m)


def _reservoir(ref: Referee, m: Mission) -> None:
    """7-2 row 3: nothing by itself; with the one in the Nose gone too there are no brakes. A fire at times."""
    first = not m.plane.hydraulic_nav_hit
    if first:
        m.plane.hydraulic_nav_hit = True
        ref.note("reservoir-hit", section=Section.NAV_RADIO.value, part=Section.NAV_RADIO.value)
        gear.reservoirs(ref, m)
    _hole(ref, m)
    if first and ref.roll(FIRE):
        fires.fire(ref, m, Section.NAV_RADIO)
    ref.otherwise("no-fire", part=Section.NAV_RADIO.value)


def _instruments(ref: Referee, m: Mission) -> None:
    """7-2 row 4."""
    engineer.hit(ref, m)
    _hole(ref, m)


def _radio(ref: Referee, m: Mission) -> None:
    """7-2 row 5: no Mayday, -2 on 8-6."""
    if not m.plane.radio_out:
        m.plane.radio_out = True
        ref.note("part-out", part="radio")


def _crew(ref: Referee, m: Mission) -> None:
    """7-2 row 6."""
    wounds.casualties(ref, m, (ref.roll(CREW),), Section.NAV_RADIO)
    _hole(ref, m)


def _armament(ref: Referee, m: Mission) -> None:
    """7-2 row 8."""
    damage_parts.turret_out(ref, m, ref.roll(ARMAMENT))


def _intercom(ref: Referee, m: Mission) -> None:
    """7-2 row 9: intercom out; the pilot may abort."""
    if not m.plane.intercom_out:
        m.plane.intercom_out = True
        m.permit("intercom out")
        ref.note("intercom-out")
    _hole(ref, m)


def _equipment(ref: Referee, m: Mission) -> None:
    """7-2 row 10: the navigator's tools (4-5, 4-6) or the LORAN set (4-7)."""
    plane = m.plane
    if ref.roll(TOOLS):
        if not plane.navigator_tools_out:
            plane.navigator_tools_out = True
            ref.note("part-out", part="navigator's tools")
    elif not plane.loran_out:
        plane.loran_out = True
        ref.note("part-out", part="LORAN set")
    _hole(ref, m)


def _extinguisher(ref: Referee, m: Mission) -> None:
    """7-2 row 12."""
    damage_parts.extinguisher_out(ref, m, Section.NAV_RADIO)
    _hole(ref, m)


_ROWS: dict[Nav, Callable[[Referee, Mission], None]] = {
    Nav.OXYGEN: _oxygen,
    Nav.RESERVOIR: _reservoir,
    Nav.INSTRUMENTS: _instruments,
    Nav.RADIO: _radio,
    Nav.CREW: _crew,
    Nav.SUPERFICIAL: _superficial,
    Nav.ARMAMENT: _armament,
    Nav.INTERCOM: _intercom,
    Nav.EQUIPMENT: _equipment,
    Nav.EXTINGUISHER: _extinguisher,
}
