"""BL-1: damage to a wing. What its notes c to e do to engines is in `engines`, the fuel leak of note g too."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import engines
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Section, Tank
from flakhouse.games.bomber.cells import either

__all__ = ["Area", "apply", "hit", "wing_off"]


class Area(StrEnum):
    """The rows of BL-1."""

    ROOT = "Wing root"
    FLAP = "Flap"
    AILERON = "Aileron"
    SUPERFICIAL = "Superficial"
    ENGINE = "Engine"
    TANK = "Fuel tank"
    GEAR = "Landing gear"


class Side(StrEnum):
    """Which tank of the wing (row 10)."""

    OUTBOARD = "Outboard"
    INBOARD = "Inboard"


class TankHit(StrEnum):
    """What the hit does to the tank (row 10)."""

    FIRE = "Fire"
    LEAK = "Leak"
    SEALED = "Self-sealed"


WINGS = CHARTS.words("BL-1", Area)
FLAP = CHARTS.bind("BL-1-flap", either("Inoperable", "No effect"))
AILERON = CHARTS.bind("BL-1-aileron", either("Inoperable", "No effect"))
TANK = CHARTS.words("BL-1-tank", Side)
TANK_HIT = CHARTS.words("BL-1-tank-hit", TankHit)
FIRE = CHARTS.bind("BL-1f-fire", either("Explosion", "Bail out"))
BRAKE = CHARTS.bind("BL-1-gear", either("Brake", "Landing gear"))

_ROOT_HITS_OFF = 5
_TANKS = {
    (Section.PORT_WING, Side.OUTBOARD): Tank.PORT_OUTBOARD,
    (Section.PORT_WING, Side.INBOARD): Tank.PORT_INBOARD,
    (Section.STARBOARD_WING, Side.INBOARD): Tank.STARBOARD_INBOARD,
    (Section.STARBOARD_WING, Side.OUTBOARD): Tank.STARBOARD_OUTBOARD,
}


def hit(ref: Referee, m: Mission, wing: Section) -> None:
    """BL-1 One shell strikes this wing."""
    apply(ref, m, wing, ref.roll(WINGS))
    ref.otherwise("no-effect", part=wing)


def apply(ref: Referee, m: Mission, wing: Section, area: Area) -> None:
    """BL-1 One row of the table for this wing; what is broken already breaks no more (6.2)."""
    side = m.plane.wings[wing]
    if area is Area.SUPERFICIAL:
        ref.note("superficial", part=wing)
    elif area is Area.ROOT:
        side.root_hits += 1
        ref.note("wing-root-hit", wing=wing, hits=side.root_hits)
        if side.root_hits >= _ROOT_HITS_OFF:
            wing_off(ref, m, wing)
    elif area is Area.FLAP:
        if not side.flap_out and ref.roll(FLAP):
            side.flap_out = True
            ref.note("flap-out", wing=wing)
    elif area is Area.AILERON:
        if not side.aileron_out and ref.roll(AILERON):
            side.aileron_out = True
            ref.note("aileron-out", wing=wing)
    elif area is Area.ENGINE:
        engines.hit(ref, m, wing)
    elif area is Area.TANK:
        _tank(ref, m, wing)
    else:
        _gear(ref, m, wing)


def wing_off(ref: Referee, m: Mission, wing: Section) -> NoReturn:
    """BL-1a, 6.8 The wing is gone: whoever can gets out on G-7. Such a bomber never lands."""
    ref.note("wing-off", wing=wing)
    bailout.uncontrolled(ref, m)


def _tank(ref: Referee, m: Mission, wing: Section) -> None:
    """BL-1 row 10, BL-1g A fuel tank of this wing. One that leaks already rolls as usual (errata 19)."""
    tank = _TANKS[wing, ref.roll(TANK)]
    what = ref.roll(TANK_HIT)
    if what is TankHit.FIRE:
        _fire(ref, m, tank)
    elif what is TankHit.LEAK:
        engines.fuel_leak(ref, m, tank)
    else:
        ref.note("tank-sealed", tank=tank)


def _fire(ref: Referee, m: Mission, tank: Tank) -> NoReturn:
    """BL-1f, 6.8 Burning fuel cannot be put out: everybody leaves, or the bomber blows up first."""
    ref.note("tank-fire", tank=tank)
    if ref.roll(FIRE):
        ref.note("tank-explodes", tank=tank)
        bailout.uncontrolled(ref, m)
    ref.note("tank-burns", tank=tank)
    bailout.bail_out(ref, m, voluntary=False)


def _gear(ref: Referee, m: Mission, wing: Section) -> None:
    """BL-1 row 12, BL-1h, BL-1i A brake, or the landing gear of this side; either side counts the same."""
    plane = m.plane
    if ref.roll(BRAKE):
        if not plane.brake_out:
            plane.brake_out = True
            ref.note("brakes", state="out")
    elif not plane.landing_gear_out:
        plane.landing_gear_out = True
        ref.note("main-gear", wing=wing, state="out")
