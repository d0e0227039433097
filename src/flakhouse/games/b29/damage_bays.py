"""Tables 7-3 and 7-4: hits in the bomb bays. The notes of 7-3 serve both."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_parts, ending, fuel
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.b29.words import ENEMY, Section
from flakhouse.games.bomber.cells import either

__all__ = ["DUCT", "TABLES", "BayHit", "apply", "hit"]


class BayHit(StrEnum):
    """The rows of 7-3 and 7-4."""

    DUCT = "Compressed Air Duct"
    CENTER_TANK = "Center Wing Fuel Tanks"
    RAFT = "Rubber Life Raft"
    LOAD = "Bombs/Auxiliary Fuel Tank"
    SUPERFICIAL = "Superficial Damage"
    DOORS = "Bomb Bay Doors"
    TUNNEL = "Communications Tunnel"
    RELEASE = "Bomb Release Mechanism"
    ANTENNA = "Radio Compass Antenna"
    PUMP = "Fuel Transfer Pump"


class CenterTank(StrEnum):
    """7-3 row 3."""

    FIRE = "fire"
    LEAK = "leak"
    SEALED = "self-seal"


TABLES: dict[Section, Chart[BayHit]] = {
    Section.FWD_BAY: CHARTS.words("7-3", BayHit),
    Section.AFT_BAY: CHARTS.words("7-4", BayHit),
}
DUCT = CHARTS.bind("7-3-duct", either("pressure lost", "no effect"))
CENTER_TANK = CHARTS.words("7-3-center-tank", CenterTank)
BOMBS_NOT_TANK = CHARTS.bind("7-3-load", either("bombs", "tank"))
TUNNEL = CHARTS.bind("7-3-tunnel", either("compromised", "no effect"))
EXPLODES = CHARTS.bind("7-3a-fire", either("explosion", "bail out"))
LEAK = CHARTS.numbers("7-3b-leak")
DETONATES = CHARTS.bind("7-3c-bombs", either("detonation", "no effect"))
TANK_BURNS = CHARTS.bind("7-3d-tank", either("fire", "leak"))
WORKING_PUMP = CHARTS.bind("7-4g-pump", either("working pump", "failed pump"))


def hit(ref: Referee, m: Mission, section: Section) -> None:
    """7.1 One hit in a bomb bay."""
    result = ref.roll(TABLES[section])
    apply(ref, m, section, result)
    ref.otherwise("superficial" if result is BayHit.SUPERFICIAL else "no-effect", part=section.value)


def apply(ref: Referee, m: Mission, section: Section, result: BayHit) -> None:
    """7-3, 7-4 Carry out a row."""
    _ROWS[result](ref, m, m.plane.bay(section))


def _superficial(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 rows 7, 11."""


def _duct(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 row 2."""
    damage_parts.air_duct(ref, m, DUCT)


def _center_tank(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 row 3: the tanks between the wings; once they leak a hit does nothing more (note b)."""
    plane = m.plane
    if plane.center_tank_leaked:
        return
    result = ref.roll(CENTER_TANK)
    if result is CenterTank.FIRE:
        ref.note("center-tank-fire")
        fire(ref, m)
    elif result is CenterTank.LEAK:
        plane.center_tank_leaked = True
        _leak(ref, m)


def _leak(ref: Referee, m: Mission) -> None:
    """7-4b, 7-3b: wing boxes lost: half a die, one less with both pumps running, one more with neither."""
    if not m.options.fuel:
        return
    plane = m.plane
    boxes = (ref.roll(LEAK) + 1) // 2  # RULING R-60: halves go up
    pumps = plane.pumps_working()
    if pumps == 2 and not plane.power_out():  # the pumps are electric (7-10c)
        boxes -= 1
    elif pumps == 0:
        boxes += 1
    ref.note("center-tank-leak", boxes=boxes)
    if boxes:
        fuel.leak(ref, m, boxes, m.cause)


def fire(ref: Referee, m: Mission) -> None:
    """7-4a, 7-3a: burning fuel in the bay cannot be fought: jump, or be blown out of the sky."""
    if not ref.roll(EXPLODES):
        ending.bail_out(ref, m, voluntary=False)
    elif m.plane.bombs_aboard():
        ending.destroyed(ref, m)
    else:
        ending.uncontrolled(ref, m)


def _raft(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 row 4: see 8-6 and D62."""
    if not bay.rafts_hit:
        bay.rafts_hit = True
        ref.note("rafts-hit", bay=bay.section.value, part=bay.section.value)


def _load(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 rows 5, 6: the bombs, or the auxiliary tank if one was fitted (jettisoned since or not)."""
    if bay.tank_fitted and not ref.roll(BOMBS_NOT_TANK):
        _tank(ref, m, bay)
    elif bay.bombs and ref.roll(DETONATES):
        ref.note("bombs-detonate", bay=bay.section.value, part=bay.section.value)  # note c
        ending.destroyed(ref, m)


def _tank(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-4d, 7-3d: a tank with fuel leaks one box a turn from now on, or burns."""
    if bay.tank_jettisoned or not bay.tank_boxes:
        return
    if ref.roll(TANK_BURNS):
        ref.note("bay-tank-fire", bay=bay.section.value, part=bay.section.value)
        fire(ref, m)
    elif not bay.tank_leaking:
        bay.tank_leaking = True
        bay.tank_boxes -= 1  # the first box at once; the next ones turn by turn (engines.hazards_step)
        if m.plane.leak_root not in ENEMY:
            m.plane.leak_root = m.cause  # 4.7D: a fuel tank hit like any other
        ref.note("bay-tank-leak", bay=bay.section.value, left=bay.tank_boxes, part=bay.section.value)


def _doors(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 row 8: before the run only; what it means is rolled on the run (doors.run_doors)."""
    if m.bomb_run or bay.doors_damaged:
        return
    bay.doors_damaged = True
    m.permit("doors out")  # 4.7D
    ref.note("doors-damaged", bay=bay.section.value, part=bay.section.value)


def _tunnel(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 row 9."""
    if not m.plane.tunnel_damaged and ref.roll(TUNNEL):
        m.plane.tunnel_damaged = True
        ref.note("tunnel-damaged")


def _release(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3, 7-4 row 10, note f: from now on bombs and tank of this bay leave by hand only."""
    if not bay.release_damaged:
        bay.release_damaged = True
        ref.note("release-damaged", bay=bay.section.value, part=bay.section.value)


def _antenna(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-3 row 12: no radio compass on 4-7."""
    if not m.plane.radio_compass_out:
        m.plane.radio_compass_out = True
        ref.note("part-out", part="radio compass")


def _pump(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-4 row 12, note g: one of two pumps; with one failed already (4-9) a die tells which is hit."""
    plane = m.plane
    if not plane.pumps_working():
        return
    if plane.pumps_failed and not ref.roll(WORKING_PUMP):
        return
    plane.pumps_hit += 1
    ref.note("pump-hit", left=plane.pumps_working())


_ROWS: dict[BayHit, Callable[[Referee, Mission, Bay], None]] = {
    BayHit.DUCT: _duct,
    BayHit.CENTER_TANK: _center_tank,
    BayHit.RAFT: _raft,
    BayHit.LOAD: _load,
    BayHit.SUPERFICIAL: _superficial,
    BayHit.DOORS: _doors,
    BayHit.TUNNEL: _tunnel,
    BayHit.RELEASE: _release,
    BayHit.ANTENNA: _antenna,
    BayHit.PUMP: _pump,
}
