"""Table BL-2: hits on the instruments (P-2 row 9)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, autopilot_out, intercom_out
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Mission

__all__ = ["TABLE", "hit"]


def hit(ref: Referee, m: Mission) -> None:
    """BL-2 One shell in the instruments. Rows 3 and 6 to 9 add nothing to a system that is wholly out already."""
    ref.roll(TABLE)(ref, m)


def _gear(ref: Referee, m: Mission) -> None:
    """BL-2 row 3: the same 3 on landing as gear that is shot away (G-9)."""
    if m.plane.gear_out():
        return
    m.plane.gear_controls_out = True
    ref.note("part-out", part="landing gear controls")


def _oxygen(ref: Referee, m: Mission) -> None:
    """BL-2 row 5: nobody has oxygen; down to 10,000 ft next turn (9.3)."""
    if m.plane.oxygen_system_out:
        return
    m.plane.oxygen_system_out = True
    m.permit("oxygen out")
    ref.note("part-out", part="oxygen system")


def _flaps(ref: Referee, m: Mission) -> None:
    """BL-2 row 6."""
    if not m.plane.flaps_out():
        m.plane.flap_controls_out = True
        ref.note("part-out", part="flap controls")


def _ailerons(ref: Referee, m: Mission) -> None:
    """BL-2 row 7."""
    if not m.plane.ailerons_out():
        m.plane.aileron_controls_out = True
        ref.note("part-out", part="aileron controls")


def _elevators(ref: Referee, m: Mission) -> None:
    """BL-2 row 8."""
    if not m.plane.elevators_out():
        m.plane.elevator_controls_out = True
        ref.note("part-out", part="elevator controls")


def _rudder(ref: Referee, m: Mission) -> None:
    """BL-2 row 9."""
    if not m.plane.rudder_out():
        m.plane.rudder_controls_out = True
        ref.note("part-out", part="rudder controls")


def _feathering(ref: Referee, m: Mission) -> None:
    """BL-2 row 10: a runaway engine can no more be feathered (BL-1d)."""
    if not m.plane.feathering_out:
        m.plane.feathering_out = True
        ref.note("part-out", part="feathering controls")


def _extinguishers(ref: Referee, m: Mission) -> None:
    """BL-2 row 11: an engine fire can no more be put out (BL-1e)."""
    if not m.plane.engine_extinguishers_out:
        m.plane.engine_extinguishers_out = True
        ref.note("part-out", part="engine extinguishers")


def _electrical(ref: Referee, m: Mission) -> None:
    """BL-2 row 12, 6.8: everybody jumps at once."""
    ref.note("electrical-out")
    bailout.bail_out(ref, m, voluntary=False)


_ROWS: dict[str, Row] = {
    "Autopilot": autopilot_out,
    "Landing gear": _gear,
    "Intercom": intercom_out,
    "Oxygen system": _oxygen,
    "Flaps": _flaps,
    "Ailerons": _ailerons,
    "Elevators": _elevators,
    "Rudder": _rudder,
    "Feathering": _feathering,
    "Engine extinguishers": _extinguishers,
    "Electrical system": _electrical,
}
TABLE = CHARTS.bind("BL-2", _ROWS.__getitem__)
