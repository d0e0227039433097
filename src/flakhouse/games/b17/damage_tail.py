"""Table P-6: hits in the Tail."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, damage_parts, fires, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, cables, shell, superficial, who
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Position, Section

__all__ = ["TABLE", "hit"]


class Wheel(StrEnum):
    """P-6 row 3."""

    TAILWHEEL = "Tailwheel"
    AUTOPILOT = "Autopilot"


class Tailplane(StrEnum):
    """P-6 rows 9 and 10."""

    NONE = "No effect"
    PORT_ELEVATOR = "Port elevator"
    STARBOARD_ELEVATOR = "Starboard elevator"
    PORT_ROOT = "Port root"
    STARBOARD_ROOT = "Starboard root"


WHEEL = CHARTS.words("P-6-tailwheel", Wheel)
TAILPLANE = CHARTS.words("P-6-tailplane", Tailplane)
OXYGEN = CHARTS.bind("P-6-oxygen", who)
_GUNNER = (Position.TAIL_GUNNER,)
_PORT = (Section.PORT_WING, "port")
_STARBOARD = (Section.STARBOARD_WING, "starboard")
_SIDE = {
    Tailplane.PORT_ELEVATOR: _PORT,
    Tailplane.STARBOARD_ELEVATOR: _STARBOARD,
    Tailplane.PORT_ROOT: _PORT,
    Tailplane.STARBOARD_ROOT: _STARBOARD,
}
_ROOTS = (Tailplane.PORT_ROOT, Tailplane.STARBOARD_ROOT)
_ROOT_HITS = 3  # 6.6: the one that takes a tailplane off


def hit(ref: Referee, m: Mission) -> None:
    """P-6 One shell in the Tail."""
    shell(ref, m, TABLE, Section.TAIL)


def _heater(ref: Referee, m: Mission) -> None:
    """P-6 row 2."""
    cold.heat_lost(ref, m, _GUNNER)


def _wheel(ref: Referee, m: Mission) -> None:
    """P-6 row 3: the tailwheel (G-9) or the autopilot (O-6)."""
    plane = m.plane
    if plane.tailwheel_out and plane.autopilot_out:
        return
    if ref.roll(WHEEL) is Wheel.AUTOPILOT:
        damage_parts.autopilot_out(ref, m)
    elif not plane.tailwheel_out:
        plane.tailwheel_out = True
        ref.note("part-out", part="tailwheel")


def _turret(ref: Referee, m: Mission) -> None:
    """P-6 row 4."""
    damage_parts.gun_out(ref, m, GunName.TAIL)


def _gunner(ref: Referee, m: Mission) -> None:
    """P-6 row 5."""
    wounds.casualties(ref, m, _GUNNER)


def _rudder(ref: Referee, m: Mission) -> None:
    """P-6 row 7: the third hit puts it out, unless its controls are out already (BL-2)."""
    plane = m.plane
    if plane.rudder_out():
        return
    plane.rudder_hits += 1
    if plane.rudder_out():
        ref.note("part-out", part="rudder")
    else:
        ref.note("counted-hit", part="rudder", hits=plane.rudder_hits)


def _tailplane(ref: Referee, m: Mission) -> None:
    """P-6 rows 9, 10: an elevator, or a root; three hits take a tailplane off, and without both nobody flies."""
    result = ref.roll(TAILPLANE)
    if result is Tailplane.NONE:
        return
    plane = m.plane
    side, word = _SIDE[result]
    # RULING 6.6: a tailplane that is off cannot be hit again, its elevator included; the landing suffers for the
    # tailplane alone (an elevator counts as out only when it was hit itself).
    if plane.tailplane_root[side] >= _ROOT_HITS:
        return
    if result not in _ROOTS:
        if not plane.elevator_out[side]:
            plane.elevator_out[side] = True
            ref.note("part-out", part=f"{word} elevator")
        return
    plane.tailplane_root[side] += 1
    hits = plane.tailplane_root[side]
    if hits < _ROOT_HITS:
        ref.note("tailplane-root", side=word, hits=hits)
        return
    ref.note("tailplane-off", side=word)
    if plane.tailplanes_off() == 2:
        bailout.uncontrolled(ref, m)


def _oxygen(ref: Referee, m: Mission) -> None:
    """P-6 row 11."""
    fires.oxygen(ref, m, Section.TAIL, OXYGEN)


_ROWS: dict[str, Row] = {
    "Suit heater": _heater,
    "Tailwheel or autopilot": _wheel,
    "Tail turret": _turret,
    "Tail gunner": _gunner,
    "Superficial": superficial,
    "Rudder": _rudder,
    "Tailplane": _tailplane,
    "Oxygen": _oxygen,
    "Control cables": cables,
}
TABLE = CHARTS.bind("P-6", _ROWS.__getitem__)
