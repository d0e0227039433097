"""Rule 4.3 (Ω): fuel boxes, the tanks they come from, and flying on the last fumes (table 4-1).

38 boxes stand for the wing tanks, four more for each bomb bay tank. With the fuel rule off nothing here
does anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.causes import Cause
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, movement
from flakhouse.games.b29.advice import fuel as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import fuel as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    ENEMY,
    WING_BOXES,
    Altitude,
    Leg,
    Position,
    Root,
)

__all__ = [
    "burn",
    "dry_root",
    "enough",
    "leak",
    "left",
    "low_fuel",
    "relief",
    "restore",
    "spare",
    "usable",
    "watch",
    "zone1",
]


class LowFuel(StrEnum):
    """Results of 4-1."""

    DRY = "Out of fuel"
    ENTER = "May enter"


class Transfer(StrEnum):
    """Results of the pump die."""

    YES = "Transferred"
    NO = "No transfer"


LOW_FUEL = CHARTS.words("4-1", LowFuel)
PUMP = CHARTS.words("4.3B-pump", Transfer)
GUNS = CHARTS.numbers("4.3A-guns")
GUNNERS = CHARTS.numbers("4.3A-gunners")
_LOW = LOW_FUEL.mods
THIN = 2  # boxes to spare at which fuel is told of


def usable(m: Mission) -> int:
    """4.3B, R-94 Boxes that could be crossed off now: the wing tanks and one auxiliary box a zone."""
    plane = m.plane
    reached = not m.aux_used and m.pump_turn != m.turn and plane.tank_fuel() > 0 and plane.transfer_works()
    return plane.wing_boxes + reached


def left(m: Mission) -> int:
    """8-1d Every box aboard, whether it can be reached or not."""
    return m.plane.wing_boxes + m.plane.tank_fuel()


def burn(
    ref: Referee,
    m: Mission,
    boxes: int,
    why: str,
    flight: bool = False,
    causes: Sequence[Cause] | None = None,
) -> None:
    """4.3, 4.3A-B Cross off boxes that are due; R-92: with fewer left than due, what is left.

    `flight` marks the boxes of the turn itself: only these ask for 4-1 if a lame pump gives none. `causes` are the
    rolls behind it, if it is not the one just made.
    """
    if boxes <= 0 or not m.options.fuel:
        return
    plane = m.plane
    aux = _auxiliary(ref, m, boxes, flight) if not m.aux_used and plane.tank_fuel() else 0
    wing = min(boxes - aux, plane.wing_boxes)
    plane.wing_boxes -= wing
    ref.note("fuel", causes=causes, boxes=wing + aux, why=why, wing=plane.wing_boxes, bays=plane.tank_fuel())


def _auxiliary(ref: Referee, m: Mission, due: int, flight: bool) -> int:
    """4.3B and D7: one box a zone may come from a bay tank; it must if the wings are short. How many did."""
    plane = m.plane
    if m.pump_turn == m.turn or not plane.transfer_works():
        return 0
    tank = ref.ask(
        "fuel-tank",
        advice.fuel_tank(m),
        lambda: questions.fuel_tank(m, due),
        keys=lambda: questions.tanks(plane, due),
    )
    if tank == questions.WING:
        return 0
    if plane.pumps_working() == 1 and ref.roll(PUMP) is Transfer.NO:  # 4-9c, 7-4g
        m.pump_turn = m.turn
        if flight and not plane.wing_boxes:
            low_fuel(ref, m)  # RULING: no box can be had for this turn, as if none were left
        return 0
    m.aux_used = True
    bay = plane.fwd if tank == questions.FORWARD else plane.aft
    bay.tank_boxes -= 1
    return 1


def low_fuel(ref: Referee, m: Mission) -> None:
    """4.3C Table 4-1: on the last fumes. Out of fuel is the end of the flight in this zone (R-40, D52)."""
    if not m.options.fuel:
        return
    plane = m.plane
    mods: list[Mod] = []
    engineer = m.men[Position.FLIGHT_ENGINEER]
    if engineer.fit():
        if engineer.novice():
            mods.append(_LOW["novice"])
        elif engineer.veteran():
            mods.append(_LOW["veteran"])
    if plane.fuel_indicators_out:
        mods.append(_LOW["indicators"])
    if plane.pumps_working() == 0:
        mods.append(_LOW["pumps"])
    if plane.altitude is Altitude.HI:
        mods.append(_LOW["hi"])
    if ref.roll(LOW_FUEL, mods) is LowFuel.ENTER:
        ref.note("fumes", zone=m.zone)
        return
    ref.note("out-of-fuel", zone=m.zone)
    m.cause = dry_root(m)
    ending.dry_tanks(ref, m)


def dry_root(m: Mission) -> Root:
    """Rulings 3.1: what drained the tanks: a leak, boxes lost on holding and correcting course, or the flight."""
    if m.plane.leak_root is not None:
        return m.plane.leak_root
    return Root.NAVIGATION if m.course_boxes else Root.FUEL


def leak(ref: Referee, m: Mission, boxes: int, root: Root) -> None:
    """7-3b, 7-5e Boxes leak from the wing tanks at once; auxiliary boxes never make up for them."""
    if not m.options.fuel:
        return
    plane = m.plane
    lost = max(0, min(boxes, plane.wing_boxes))
    plane.wing_boxes -= lost
    if lost:
        if plane.leak_root not in ENEMY:
            plane.leak_root = root  # 4.7D: a later leak by storm takes nothing from the enemy's
        if m.leg is Leg.OUT and not m.bomb_run and not enough(m):
            m.leave["fuel tank hit"] = m.leave.get("fuel tank hit", False) or root in ENEMY  # 4.7D, R-86
    ref.note("fuel-leak", boxes=lost, wing=plane.wing_boxes)


def restore(ref: Referee, m: Mission, boxes: int, why: str) -> None:
    """4.3A, R-125 Boxes crossed off before are restored, in the wing tanks only."""
    if not m.options.fuel:
        return
    plane = m.plane
    gained = max(0, min(boxes, WING_BOXES - plane.wing_boxes))
    plane.wing_boxes += gained
    if gained:
        ref.note("fuel-restored", boxes=gained, wing=plane.wing_boxes, why=why)


def zone1(ref: Referee, m: Mission) -> None:
    """4.3A The weight of guns and gunners, once, on entering Zone 1 (Streamliner R-8: always one box)."""
    if not m.options.fuel:
        return
    if m.options.flat_zone1_fuel:
        burn(ref, m, 1, "take-off weight")
        return
    boxes = 0
    if ref.roll(GUNS, least=m.guns_armed()) < m.guns_armed():
        boxes = 1
    if ref.roll(GUNNERS, least=m.gunners_aboard() + 1) <= m.gunners_aboard():
        boxes += 1
    if boxes:
        ref.note("weight", causes=(GUNS, GUNNERS), boxes=boxes)
    burn(ref, m, boxes, "weight of guns and gunners", causes=(GUNS, GUNNERS))


def watch(ref: Referee, m: Mission) -> None:
    """4.3D Told whenever it gets worse: two boxes to spare or less, too few for the plan, too few to get home."""
    relief(ref, m)
    margin = spare(m)
    if margin > THIN:
        m.fuel_told = ""
        return
    short = "cannot-get-home" if _homeward(m) else "fuel-short"
    kind = "fuel-thin" if margin >= 0 else short
    if _WORSE.index(kind) > _WORSE.index(m.fuel_told):
        m.fuel_told = kind
        ref.note(kind, causes=(), boxes=abs(margin), to=_reached(m))


_SHORT = ("fuel-short", "cannot-get-home")
_WORSE = ("", "fuel-thin", *_SHORT)


def relief(ref: Referee, m: Mission) -> None:
    """4.3D Told once fuel that was told to be short lasts again: doors are shut, bombs gone, boxes restored."""
    if not m.options.fuel or m.fuel_told not in _SHORT:
        return
    margin = spare(m)
    if margin >= 0 and left(m):  # who comes home on fumes is told of no fuel
        m.fuel_told = "" if margin > THIN else "fuel-thin"
        ref.note("fuel-lasts", causes=(), boxes=margin, to=_reached(m))


def _reached(m: Mission) -> str:
    """8.4 Where the reckoning ends."""
    iwo = m.iwo_friendly() and (m.zone >= 6 or m.leg is Leg.OUT or m.to_iwo)
    return "Iwo Jima" if iwo else "base"


def _homeward(m: Mission) -> bool:
    """4.3A, 4.3D On the way home and rid of the bombs: before, a player can still make the way cheaper."""
    return (m.leg is Leg.BACK or m.aborted or m.bomb_run) and not m.plane.bombs_aboard()


# ------------------------------------------------------------------ reckoning


def spare(m: Mission, iwo: bool = True) -> int:
    """4.3D Boxes to spare over what the rest of the mission costs, weather and accidents aside.

    With `iwo` the way home ends at Iwo Jima where that is open (missions 11-35).
    """
    plane = m.plane
    zone = m.zone
    rate = movement.entry_boxes(m)
    home = 6 if iwo and m.iwo_friendly() else 0
    if m.leg is Leg.OUT and not (m.aborted or m.bomb_run):
        target = m.target.zone
        out = target - zone
        zones = out + target - home
        need = out * rate + 1 + target - home
        if plane.altitude is not m.altitude:
            need += 2 * max(0, m.altitude - plane.altitude)
    else:
        zones = zone - home if zone >= home else home - zone if m.to_iwo else zone
        need = zones * rate
    need += movement.drag_boxes(m) * zones
    tanks = plane.tank_fuel()
    if tanks and plane.transfer_works():
        need -= min(tanks, zones)  # 4.3B: one a zone
    return plane.wing_boxes - need


def enough(m: Mission) -> bool:
    """4.3D Fuel to bomb the target and come back to base, or to Iwo Jima where it is open."""
    return not m.options.fuel or spare(m) >= 0
