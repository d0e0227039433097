"""Table 7-5: damage to a wing. Its engine notes (f) to (m) and (p) are in `engines`."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_parts, ending, engine_fires, engines, fuel
from flakhouse.games.b29.advice import engines as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import engines as questions
from flakhouse.games.b29.state import Mission, Wing
from flakhouse.games.b29.words import Altitude, Brakes, MainGear, Section
from flakhouse.games.bomber.cells import either

__all__ = ["Area", "apply", "hit", "root_hit"]


class Area(StrEnum):
    """The rows of table 7-5."""

    COMPASS = "Gyro Flux Gate Compass"
    ROOT = "Wing Root"
    DUCT = "Compressed Air Duct"
    FLAP = "Wing Flap"
    AILERON = "Aileron"
    SUPERFICIAL = "Superficial Damage"
    TANK = "Fuel Tank"
    ENGINES = "Engines"
    GEAR = "Landing Gear"


class Surface(StrEnum):
    """A flap or an aileron hit (rows 5 and 6)."""

    OUT = "Inoperable"
    NO = "No Effect"


class Tank(StrEnum):
    """Which tank of the wing (row 9)."""

    OUTER = "Outboard"
    INNER = "Inboard"


class TankHit(StrEnum):
    """What the hit does to the tank (row 9)."""

    FIRE = "Fire"
    LEAK = "Leakage"
    SEALED = "Self-seal"


class TankFire(StrEnum):
    """Note (d)."""

    EXPLOSION = "Explosion"
    CONTINUES = "Fire Continues"


class Gear(StrEnum):
    """Row 12."""

    BRAKES = "Brakes Reduced"
    OUT = "Gear Inoperable"
    DOWN = "Gear Drops Down"


WINGS = CHARTS.words("7-5", Area)
DUCT = CHARTS.bind("7-5-duct", either("pressure lost", "no effect"))
FLAP = CHARTS.words("7-5-flap", Surface)
AILERON = CHARTS.words("7-5-aileron", Surface)
TANK = CHARTS.words("7-5-tank", Tank)
TANK_HIT = CHARTS.words("7-5-tank-hit", TankHit)
TANK_FIRE = CHARTS.words("7-5d-fire", TankFire)
LEAK = CHARTS.numbers("7-5e-leak")
GEAR = CHARTS.words("7-5-gear", Gear)

_TWO_PUMPS = (LEAK.mods["two_pumps"],)
_ONE_PUMP = (LEAK.mods["one_pump"],)
_ROOT_HITS_OFF = 5


def hit(ref: Referee, m: Mission, wing: Section) -> None:
    """7-5 One hit on this wing."""
    apply(ref, m, wing, ref.roll(WINGS))
    ref.otherwise("no-effect", part=wing.value)


def apply(ref: Referee, m: Mission, wing: Section, result: Area) -> None:
    """7-5 One row of the table for this wing. A repeat of a result has no effect, save counted hits (7.1)."""
    plane = m.plane
    side = plane.wings[wing]
    if result is Area.SUPERFICIAL:
        ref.note("superficial", part=wing.value)
    elif result is Area.COMPASS:
        if wing is Section.PORT_WING and not plane.gyro_compass_out:
            plane.gyro_compass_out = True
            ref.note("gyro-compass-out")
    elif result is Area.ROOT:
        root_hit(ref, m, wing)
    elif result is Area.DUCT:
        damage_parts.air_duct(ref, m, DUCT)
    elif result is Area.FLAP:
        if not side.flap_out and ref.roll(FLAP) is Surface.OUT:
            side.flap_out = True
            m.damage_root = m.cause
            ref.note("flap-out", wing=wing.value, part=wing.value)
    elif result is Area.AILERON:
        if not side.aileron_out and ref.roll(AILERON) is Surface.OUT:
            side.aileron_out = True
            m.damage_root = m.cause
            ref.note("aileron-out", wing=wing.value, part=wing.value)
    elif result is Area.TANK:
        _tank(ref, m, wing)
    elif result is Area.ENGINES:
        engines.hit(ref, m, wing)
    else:
        _gear(ref, m, wing)


def root_hit(ref: Referee, m: Mission, wing: Section, count: int = 1) -> None:
    """7-5a Hits on the wing root; the fifth tears the wing off."""
    side = m.plane.wings[wing]
    side.root_hits += count
    ref.note("wing-root-hit", wing=wing.value, hits=side.root_hits, part=wing.value)
    if side.root_hits >= _ROOT_HITS_OFF:
        ref.note("wing-off", wing=wing.value, part=wing.value)
        ending.uncontrolled(ref, m)


# ------------------------------------------------------------------ row 9: fuel tanks


def _tank(ref: Referee, m: Mission, wing: Section) -> None:
    """7-5 row 9 A tank of this wing; one that leaks already is not rolled for again (e)."""
    side = m.plane.wings[wing]
    tank = ref.roll(TANK)
    if side.outer_tank_leaked if tank is Tank.OUTER else side.inner_tank_leaked:
        ref.note("tank-leaked-before", wing=wing.value, tank=tank.value, part=wing.value)
        return
    what = ref.roll(TANK_HIT)
    if what is TankHit.FIRE:
        _tank_fire(ref, m, wing, tank)
    elif what is TankHit.LEAK:
        _leak(ref, m, side, tank)
    else:
        ref.note("tank-sealed", wing=wing.value, tank=tank.value, part=wing.value)


def _tank_fire(ref: Referee, m: Mission, wing: Section, tank: Tank) -> None:
    """7-5d A wing tank burns: explosion, or jump at LO, or dive from higher up (D26)."""
    ref.note("tank-fire", tank=tank.value)
    if ref.roll(TANK_FIRE) is TankFire.EXPLOSION:
        ending.uncontrolled(ref, m)
    if m.plane.altitude is Altitude.LO:
        ending.bail_out(ref, m, voluntary=False)
    key = ref.ask("tank-fire-dive", advice.tank_fire_dive(m), lambda: questions.tank_fire_dive(m, wing))
    if key == questions.BAIL_OUT:
        ending.bail_out(ref, m, voluntary=False)
    engine_fires.dive(ref, m, engine_fires.TANK_DIVE)
    _leak(ref, m, m.plane.wings[wing], tank)


def _leak(ref: Referee, m: Mission, side: Wing, tank: Tank) -> None:
    """7-5e Boxes lost from the wing tanks, on the turn of the hit only; the pumps save some of them."""
    if tank is Tank.OUTER:
        side.outer_tank_leaked = True
    else:
        side.inner_tank_leaked = True
    if not m.options.fuel:
        return
    plane = m.plane
    mods = NO_MODS
    # 7-10a, c: no credit for pumps that cannot be worked.
    if not plane.transfer_controls_out and not plane.power_out():
        pumps = plane.pumps_working()
        mods = _TWO_PUMPS if pumps == 2 else _ONE_PUMP if pumps == 1 else NO_MODS
    boxes = ref.roll(LEAK, mods)
    ref.note("wing-tank-leak", tank=tank.value, boxes=boxes)
    if boxes:
        fuel.leak(ref, m, boxes, m.cause)


# ------------------------------------------------------------------ row 12: landing gear


def _gear(ref: Referee, m: Mission, wing: Section) -> None:
    """7-5 row 12, n, o The main wheel of this wing, or the brakes."""
    plane = m.plane
    what = ref.roll(GEAR)
    if what is Gear.BRAKES:
        if plane.brakes is Brakes.SOUND:
            plane.brakes = Brakes.REDUCED
            m.damage_root = m.cause
            ref.note("brakes-weaker")
    elif plane.main_gear[wing] is MainGear.SOUND:
        plane.main_gear[wing] = MainGear.INOPERABLE if what is Gear.OUT else MainGear.DOWN
        m.damage_root = m.cause
        ref.note("main-gear", wing=wing.value, state=plane.main_gear[wing].value, part=wing.value)
