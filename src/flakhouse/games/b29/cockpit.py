"""Table 7-9: cockpit instruments and flight controls."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    EngineState,
    Position,
)

__all__ = ["TABLE", "Cockpit", "apply", "hit"]


class Cockpit(StrEnum):
    """The rows of 7-9."""

    PILOT = "Pilot Flight Controls"
    ALARM = "Alarm Bell"
    GEAR = "Landing Gear"
    ELEVATORS = "Elevators"
    AUTOPILOT = "Automatic Pilot"
    SUPERFICIAL = "Superficial Damage"
    RUDDER = "Rudder"
    AILERONS = "Ailerons"
    FEATHERING = "Feathering"
    FLAPS = "Flaps"
    COPILOT = "Copilot Flight Controls"


TABLE = CHARTS.words("7-9", Cockpit)
ZONES = CHARTS.numbers("7-9a-zones")
_ENGINE = ZONES.mods["engine"]


def hit(ref: Referee, m: Mission) -> None:
    """7.1 One hit on the cockpit instruments (7-1 row 9, 4-3, 4-9)."""
    result = ref.roll(TABLE)
    apply(ref, m, result)
    ref.otherwise("superficial" if result is Cockpit.SUPERFICIAL else "no-effect", part="cockpit instruments")


def apply(ref: Referee, m: Mission, result: Cockpit) -> None:
    """7-9 Carry out a row."""
    _ROWS[result](ref, m)


def _superficial(ref: Referee, m: Mission) -> None:
    """7-9 row 7."""


def _pilot(ref: Referee, m: Mission) -> None:
    """7-9 row 2: nobody flies from the pilot's seat any more."""
    if not m.plane.pilot_controls_out:
        m.plane.pilot_controls_out = True
        _controls(ref, m, Position.PILOT)


def _copilot(ref: Referee, m: Mission) -> None:
    """7-9 row 12: nobody flies from the copilot's seat any more."""
    if not m.plane.copilot_controls_out:
        m.plane.copilot_controls_out = True
        _controls(ref, m, Position.COPILOT)


def _controls(ref: Referee, m: Mission, seat: Position) -> None:
    """7-9a: with one set dead the other is used; with both, throttles serve for a number of zones.

    The zones are counted, and the crew asked to fly on or jump, when the bomber moves (D53).
    """
    plane = m.plane
    m.damage_root = m.cause
    ref.note("controls-dead", seat=seat.value)
    if not (plane.pilot_controls_out and plane.copilot_controls_out):
        wounds.settle(ref, m)  # somebody fit must sit at the controls that still work
        return
    bad = sum(engine.state is not EngineState.FULL for engine in plane.engines)
    zones = ref.roll(ZONES, (_ENGINE.times(bad),) if bad else ())
    if not plane.autopilot_works():
        zones //= 2
    plane.dead_control_zones = zones
    ref.note("no-controls", zones=zones)
    if zones <= 0:
        ending.bail_out(ref, m, voluntary=False)


def _alarm(ref: Referee, m: Mission) -> None:
    """7-9 row 3, note b: felt on 8-4 and in dives once the intercom is out too."""
    if not m.plane.alarm_bell_out:
        m.plane.alarm_bell_out = True
        ref.note("part-out", part="alarm bell")


def _gear(ref: Referee, m: Mission) -> None:
    """7-9 row 4, note c: all gear must be worked by hand (gear.before_landing)."""
    if not m.plane.gear_controls_out:
        m.plane.gear_controls_out = True
        m.damage_root = m.cause
        ref.note("part-out", part="landing gear control")


def _counted(ref: Referee, m: Mission, part: str, hits: int) -> None:
    """7-9 rows 5, 8, 9: the first hit does nothing, the second puts the surfaces out."""
    if hits == 1:
        ref.note("counted-hit", part=part, hits=hits)
    else:
        m.damage_root = m.cause
        ref.note("part-out", part=part)


def _elevators(ref: Referee, m: Mission) -> None:
    """7-9 row 5: the second hit puts them out; not counted once a tailplane is off."""
    plane = m.plane
    if plane.elevator_control_hits < 2 and not plane.tailplanes_off():
        plane.elevator_control_hits += 1
        _counted(ref, m, "elevators", plane.elevator_control_hits)


def _autopilot(ref: Referee, m: Mission) -> None:
    """7-9 row 6, note d."""
    if not m.plane.autopilot_out:
        m.plane.autopilot_out = True
        ref.note("part-out", part="automatic pilot")


def _rudder(ref: Referee, m: Mission) -> None:
    """7-9 row 8: the second hit puts it out; not counted once 7-8 has."""
    plane = m.plane
    if plane.rudder_control_hits < 2 and plane.rudder_hits < 3:
        plane.rudder_control_hits += 1
        _counted(ref, m, "rudder", plane.rudder_control_hits)


def _ailerons(ref: Referee, m: Mission) -> None:
    """7-9 row 9: the second hit puts them out; not counted once 7-5 has taken both."""
    plane = m.plane
    if plane.aileron_control_hits < 2 and not all(wing.aileron_out for wing in plane.wings.values()):
        plane.aileron_control_hits += 1
        _counted(ref, m, "ailerons", plane.aileron_control_hits)


def _feathering(ref: Referee, m: Mission) -> None:
    """7-9 row 10: every later try to feather fails."""
    if not m.plane.feathering_out:
        m.plane.feathering_out = True
        ref.note("part-out", part="propeller feathering")


def _flaps(ref: Referee, m: Mission) -> None:
    """7-9 row 11, note e: the portable motor may still lower them (gear.before_landing)."""
    if not m.plane.flap_controls_out:
        m.plane.flap_controls_out = True
        m.damage_root = m.cause
        ref.note("part-out", part="flap control")


_ROWS: dict[Cockpit, Callable[[Referee, Mission], None]] = {
    Cockpit.PILOT: _pilot,
    Cockpit.ALARM: _alarm,
    Cockpit.GEAR: _gear,
    Cockpit.ELEVATORS: _elevators,
    Cockpit.AUTOPILOT: _autopilot,
    Cockpit.SUPERFICIAL: _superficial,
    Cockpit.RUDDER: _rudder,
    Cockpit.AILERONS: _ailerons,
    Cockpit.FEATHERING: _feathering,
    Cockpit.FLAPS: _flaps,
    Cockpit.COPILOT: _copilot,
}
