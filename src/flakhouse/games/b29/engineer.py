"""Table 7-10: the flight engineer's instruments, and the electrical system."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import gear, pressure, stores
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission

__all__ = ["TABLE", "Engineer", "apply", "electrical_hit", "hit"]


class Engineer(StrEnum):
    """The rows of 7-10."""

    SUPERFICIAL = "Superficial Damage"
    TRANSFER = "Fuel Transfer Controls"
    EXTINGUISHER = "Engine Fire Extinguisher"
    HYDRAULICS = "Hydraulic Controls"
    INDICATORS = "Fuel Indicators"
    PRESSURE = "Pressurization Controls"
    COOLING = "Engine Cooling Controls"
    ELECTRICAL = "Electrical System"


class PressureControls(StrEnum):
    """7-10 row 9."""

    NO_RELEASE = "no release"
    NO_REPRESSURIZING = "no repressurizing"
    LOST = "pressure lost"


TABLE = CHARTS.words("7-10", Engineer)
PRESSURE = CHARTS.words("7-10-pressure", PressureControls)


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit on the engineer's instruments (7-2 row 4, 4-9)."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Engineer.SUPERFICIAL else "no-effect", part="engineer's instruments")


def apply(ref: Referee, m: Mission, result: Engineer) -> None:
    """7-10 Carry out a row."""
    _ROWS[result](ref, m)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-10 rows 2, 6, 8, 12."""


def _transfer(ref: Referee, m: Mission) -> None:
    """7-10 row 3, note a: the auxiliary tanks are of no use any more."""
    if not m.plane.transfer_controls_out:
        m.plane.transfer_controls_out = True
        ref.note("part-out", part="fuel transfer control")


def _extinguisher(ref: Referee, m: Mission) -> None:
    """7-10 row 4, note b."""
    if not m.plane.engine_extinguishers_out:
        m.plane.engine_extinguishers_out = True
        ref.note("part-out", part="engine fire extinguisher system")


def _hydraulics(ref: Referee, m: Mission) -> None:
    """7-10 row 5."""
    gear.brakes_reduced(ref, m)


def _indicators(ref: Referee, m: Mission) -> None:
    """7-10 row 7: felt on 4-1 and 4-9f."""
    if not m.plane.fuel_indicators_out:
        m.plane.fuel_indicators_out = True
        ref.note("part-out", part="fuel indicators")


def _pressure(ref: Referee, m: Mission) -> None:
    """7-10 row 9: the engineer's hold on cabin pressure."""
    plane = m.plane
    result = ref.roll(PRESSURE)
    if result is PressureControls.LOST:
        pressure.lose_throughout(ref, m)
    elif result is PressureControls.NO_RELEASE:
        if not plane.no_voluntary_release:
            plane.no_voluntary_release = True
            ref.note("part-out", part="engineer's pressure release")
    elif not plane.no_repressurizing:
        plane.no_repressurizing = True
        ref.note("part-out", part="repressurizing control")


def _cooling(ref: Referee, m: Mission) -> None:
    """7-10 row 10: felt on 4-9e."""
    if not m.plane.cooling_out:
        m.plane.cooling_out = True
        ref.note("part-out", part="engine cooling control")


def electrical_hit(ref: Referee, m: Mission) -> None:
    """7-10 row 11, note c (also 4-3): the second hit puts out everything electrical; the pilot may abort.

    What comes and goes with the generator is asked of the plane (Plane.electrical); what stays out is marked here.
    """
    plane = m.plane
    if plane.electrical_hits >= 2:
        return
    plane.electrical_hits += 1
    if plane.electrical_hits == 1:
        ref.note("electrical-hit")
        return
    m.damage_root = m.cause
    plane.loran_out = True
    plane.feathering_out = True
    plane.cooling_out = True
    m.permit("electrical failure")
    m.permit("intercom out")
    m.permit("radar out")
    ref.note("power-out")
    if not m.bomb_run:
        m.permit("doors out")  # 4.7D; note d has no effect after the run
        stores.offer_salvo(ref, m)
    else:
        plane.doors_spared = True


_ROWS: dict[Engineer, Callable[[Referee, Mission], None]] = {
    Engineer.SUPERFICIAL: _superficial,
    Engineer.TRANSFER: _transfer,
    Engineer.EXTINGUISHER: _extinguisher,
    Engineer.HYDRAULICS: _hydraulics,
    Engineer.INDICATORS: _indicators,
    Engineer.PRESSURE: _pressure,
    Engineer.COOLING: _cooling,
    Engineer.ELECTRICAL: electrical_hit,
}
