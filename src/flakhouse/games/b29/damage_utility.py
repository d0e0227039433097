"""Table 7-7: hits in the Utility compartment."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cold, damage_parts, fires, pressure
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Cabin, GunName, Section
from flakhouse.games.bomber.cells import either

__all__ = ["TABLE", "Utility", "apply", "hit"]


class Utility(StrEnum):
    """The rows of 7-7."""

    DUCT = "Compressed Air Duct"
    FEED_TRAYS = "Ammunition Feed Trays"
    SUPERFICIAL = "Superficial Damage"
    AMMUNITION = "Ammunition Box"
    OXYGEN = "Oxygen Containers"
    GENERATOR = "Auxiliary Generator"
    ARMAMENT = "Armament"
    GASOLINE = "Gasoline Tank"
    EXTINGUISHER = "Fire Extinguisher"


TABLE = CHARTS.words("7-7", Utility)
DUCT = CHARTS.bind("7-7-duct", either("pressure lost", "no effect"))
AMMUNITION = CHARTS.numbers("7-7-ammunition")
EXPLOSIONS = CHARTS.numbers("7-7-explosions")


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit in Utility."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Utility.SUPERFICIAL else "no-effect", part=Section.UTILITY.value)


def apply(ref: Referee, m: Mission, result: Utility) -> None:
    """7-7 Carry out a row."""
    _ROWS[result](ref, m)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-7 rows 4, 7, 11."""


def _duct(ref: Referee, m: Mission) -> None:
    """7-7 row 2: only hits here count; at the second the Tail may lose its pressure."""
    plane = m.plane
    plane.utility_duct_hits += 1
    ref.note("utility-duct-hit", hits=plane.utility_duct_hits)
    if plane.utility_duct_hits == 2 and not plane.compromised[Cabin.TAIL] and ref.roll(DUCT):
        pressure.compromise(ref, m, Cabin.TAIL, decompress=False)


def _feed_trays(ref: Referee, m: Mission) -> None:
    """7-7 row 3: -1 on 5-7 for the tail guns, for each hit."""
    m.plane.feed_tray_hits += 1
    ref.note("feed-trays-hit", hits=m.plane.feed_tray_hits)


def _ammunition(ref: Referee, m: Mission) -> None:
    """7-7 row 5: bursts of the Tail Turret are lost, and what goes up strikes this compartment again.

    RULING R-63: the further rolls are on 7-7 itself, and this row may come up again.
    """
    gun = m.plane.guns[GunName.TAIL]
    if not gun.bursts:
        return
    gun.bursts -= min(gun.bursts, ref.roll(AMMUNITION))
    ref.note("ammunition-hit", left=gun.bursts)
    for _ in range(ref.roll(EXPLOSIONS)):
        hit(ref, m)


def _oxygen(ref: Referee, m: Mission) -> None:
    """7-7 row 6, 7.4A: the second hit on the containers is a fire, and nobody aboard has oxygen any more."""
    plane = m.plane
    plane.oxygen_container_hits += 1
    if plane.oxygen_container_hits == 1:
        ref.note("oxygen-containers-hit")
    elif plane.oxygen_container_hits == 2:
        cold.oxygen_section_out(ref, m, Section.UTILITY)
        fires.fire(ref, m, Section.UTILITY)


def _generator(ref: Referee, m: Mission) -> None:
    """7-7 row 8: felt only when the electrical system is out (7-10c)."""
    if not m.plane.generator_out:
        m.plane.generator_out = True
        ref.note("part-out", part="auxiliary generator")


def _armament(ref: Referee, m: Mission) -> None:
    """7-7 row 9."""
    damage_parts.turret_out(ref, m, GunName.AFT_LOWER)


def _gasoline(ref: Referee, m: Mission) -> None:
    """7-7 row 10: the first hit dries up the generator, the second is a fire."""
    plane = m.plane
    plane.generator_tank_hits += 1
    if plane.generator_tank_hits == 1:
        _generator(ref, m)
    elif plane.generator_tank_hits == 2:
        fires.fire(ref, m, Section.UTILITY)


def _extinguisher(ref: Referee, m: Mission) -> None:
    """7-7 row 12: the extinguisher is lost."""
    # RULING R-129: the pointer to the note on exploding ammunition is a slip; no ammunition is hit.
    damage_parts.extinguisher_out(ref, m, Section.UTILITY)


_ROWS: dict[Utility, Callable[[Referee, Mission], None]] = {
    Utility.DUCT: _duct,
    Utility.FEED_TRAYS: _feed_trays,
    Utility.SUPERFICIAL: _superficial,
    Utility.AMMUNITION: _ammunition,
    Utility.OXYGEN: _oxygen,
    Utility.GENERATOR: _generator,
    Utility.ARMAMENT: _armament,
    Utility.GASOLINE: _gasoline,
    Utility.EXTINGUISHER: _extinguisher,
}
