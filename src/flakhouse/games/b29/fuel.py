"""Rule 4.3 (Ω): fuel boxes, the tanks they come from, and flying on the last fumes (table 4-1).

38 boxes stand for the wing tanks, four more for each bomb bay tank. With the fuel rule off nothing here
does anything.
"""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, movement
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    ENEMY,
    HI,
    OUTBOUND,
    WING_BOXES,
    Position,
    Root,
)

__all__ = ["burn", "dry_root", "enough", "leak", "left", "low_fuel", "restore", "spare", "usable", "zone1"]


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

_PROMPT = "Which tank does the first fuel box come from?"
_LABELS = {"forward": "Forward bomb bay tank", "aft": "Aft bomb bay tank", "wing": "Wing tanks"}
_EMPTY = {
    "forward": "no fuel in the forward bay tank (4.3B)",
    "aft": "no fuel in the aft bay tank (4.3B)",
    "wing": "the wing tanks do not hold all that is due (4.3A)",
}
#: Options and barred options by which tanks hold fuel: bit 1 forward, bit 2 aft, bit 4 wing.
_TANKS = tuple(
    (
        {key: _LABELS[key] for bit, key in ((1, "forward"), (2, "aft"), (4, "wing")) if mask & bit},
        {key: _EMPTY[key] for bit, key in ((1, "forward"), (2, "aft"), (4, "wing")) if not mask & bit},
    )
    for mask in range(8)
)


def usable(m: Mission) -> int:
    """4.3B, R-94 Boxes that could be crossed off now: the wing tanks and one auxiliary box a zone."""
    plane = m.plane
    if (
        not m.aux_used
        and m.pump_turn != m.turn
        and (plane.fwd.tank_boxes or plane.aft.tank_boxes)
        and plane.tank_fuel()
        and plane.transfer_works()
    ):
        return plane.wing_boxes + 1
    return plane.wing_boxes


def left(m: Mission) -> int:
    """8-1d Every box aboard, whether it can be reached or not."""
    return m.plane.wing_boxes + m.plane.tank_fuel()


def burn(ref: Referee, m: Mission, boxes: int, why: str, flight: bool = False) -> None:
    """4.3A-B Cross off boxes that are due; R-92: with fewer left than due, what is left.

    `flight` marks the boxes of the turn itself: only these ask for 4-1 if a lame pump gives none.
    """
    if boxes <= 0 or not m.options.fuel:
        return
    plane = m.plane
    aux = 0
    if not m.aux_used and (plane.fwd.tank_boxes or plane.aft.tank_boxes):
        aux = _auxiliary(ref, m, boxes, flight)
    wing = boxes - aux
    if wing > plane.wing_boxes:
        wing = plane.wing_boxes
    plane.wing_boxes -= wing
    if ref.trace:
        ref.note("fuel", boxes=wing + aux, why=why, wing=plane.wing_boxes, bays=plane.tank_fuel())


def _auxiliary(ref: Referee, m: Mission, due: int, flight: bool) -> int:
    """4.3B and D7: one box a zone may come from a bay tank; it must if the wings are short. How many did."""
    plane = m.plane
    fwd, aft = plane.fwd, plane.aft
    mask = 0
    if fwd.tank_boxes and not fwd.tank_jettisoned:
        mask = 1
    if aft.tank_boxes and not aft.tank_jettisoned:
        mask |= 2
    if not mask or m.pump_turn == m.turn or not plane.transfer_works():
        return 0
    # A careful player empties the bay tanks first, a leaking one before the other.
    tank = "forward" if mask & 1 and not (mask & 2 and aft.tank_leaking and not fwd.tank_leaking) else "aft"
    if ref.hurried:
        ref.asked += 1
    else:
        options, barred = _TANKS[mask | 4 if plane.wing_boxes >= due else mask]
        tank = ref.choose("fuel-tank", "4.3B", _PROMPT, options, tank, barred, routine=True)
        if tank == "wing":
            return 0
    if not plane.untouched and plane.pumps_working() == 1 and ref.roll(PUMP) is Transfer.NO:  # 4-9c, 7-4g
        m.pump_turn = m.turn
        if flight and not plane.wing_boxes:
            low_fuel(ref, m)  # RULING: no box can be had for this turn, as if none were left
        return 0
    m.aux_used = True
    if tank == "forward":
        fwd.tank_boxes -= 1
    else:
        aft.tank_boxes -= 1
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
    if plane.altitude is HI:
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
        if m.leg is OUTBOUND and not m.bomb_run and not enough(m):
            m.leave["fuel tank hit"] = m.leave.get("fuel tank hit", False) or root in ENEMY  # 4.7D, R-86
    ref.note("fuel-leak", boxes=lost, wing=plane.wing_boxes)


def restore(ref: Referee, m: Mission, boxes: int) -> None:
    """4.3A, R-125 Boxes crossed off before are restored, in the wing tanks only."""
    if not m.options.fuel:
        return
    plane = m.plane
    gained = max(0, min(boxes, WING_BOXES - plane.wing_boxes))
    plane.wing_boxes += gained
    if gained and ref.trace:
        ref.note("fuel-restored", boxes=gained, wing=plane.wing_boxes)


def zone1(ref: Referee, m: Mission) -> None:
    """4.3A The weight of guns and gunners, once, on entering Zone 1 (Streamliner R-8: always one box)."""
    if not m.options.fuel:
        return
    if m.options.flat_zone1_fuel:
        burn(ref, m, 1, "take-off weight")
        return
    boxes = 0
    if ref.roll(GUNS) < m.guns_armed():
        boxes = 1
    if ref.roll(GUNNERS) <= m.gunners_aboard():
        boxes += 1
    burn(ref, m, boxes, "weight of guns and gunners")


# ------------------------------------------------------------------ reckoning


def spare(m: Mission, iwo: bool = True) -> int:
    """4.3D Boxes to spare over what the rest of the mission costs, weather and accidents aside.

    With `iwo` the way home ends at Iwo Jima where that is open (missions 11-35).
    """
    plane = m.plane
    fwd, aft = plane.fwd, plane.aft
    zone = m.zone
    rate = 2 if fwd.bombs or aft.bombs else 1
    home = 6 if iwo and m.number >= 11 and not m.training else 0
    if m.leg is OUTBOUND and not (m.aborted or m.bomb_run):
        target = m.target.zone
        out = target - zone
        climb = m.altitude - plane.altitude
        zones = out + target - home
        need = out * rate + (2 * climb if climb > 0 else 0) + 1 + target - home
    else:
        zones = zone - home if zone >= home else abs(zone - home) if m.to_iwo else zone
        need = zones * rate
    if not plane.untouched:
        slow = movement.slow_boxes(m)
        if slow > 0:
            need += slow * zones
    if fwd.tank_boxes or aft.tank_boxes:
        aux = plane.tank_fuel()
        if aux and plane.transfer_works():
            need -= aux if aux < zones else zones  # 4.3B: one a zone
    return plane.wing_boxes - need


def enough(m: Mission) -> bool:
    """4.3D Fuel to bomb the target and come back to base, or to Iwo Jima where it is open."""
    return not m.options.fuel or spare(m) >= 0
