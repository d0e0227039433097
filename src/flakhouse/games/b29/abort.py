"""Rule 4.7: aborting the mission, and the plans that go with it (4.3D, 4.5C, 4.8C, 8.4)."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cold, formation, fuel, movement, stores
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    ENEMY,
    FORCED_OUT,
    GOOD,
    IN_FORMATION,
    INBOUND,
    LO,
    NO_FORMATION,
    OUT_FOR_GOOD,
    OUTBOUND,
    POOR,
    EngineState,
)

__all__ = ["abort", "abort_step", "iwo_plan", "iwo_step", "reasons"]


class Leader(StrEnum):
    """GTS 5B note 1: what the leader of the group does."""

    HOLDS = "Group holds"
    ABORTS = "Group aborts"


LEADER = CHARTS.words("GTS-5B-leader", Leader)

OFF_TARGET = "Off Course over the target"
FUEL_SHORT = "fuel short"
RESERVE = 4  # boxes to spare below which a player may call his fuel too short (4.3D, D33)
_TO_HOLD = 6  # boxes to spare for another try at the target: dry tanks kill more men than flak (4.5C2, D30)
_FAR = 9  # the zone where later missions assemble (4.8A); short of it Japan is far away
ALONE = "out of formation"
TOO_LOW = "below mission altitude"

_GO_ON_OR_ABORT = {"go-on": "Go on to the target", "abort": "Abort the mission"}
_HOLD = {"hold": "Stay for another turn (two fuel boxes)", "abort": "Abort; the bombs count as Off Target"}
_HOLD_LOW = {"hold": "Stay for another turn to reach it (two fuel boxes)", "abort": "Abort the mission"}
_HOLD_FREE = {**_HOLD, "hold": "Stay for another turn"}  # the fuel rule is off: no boxes are counted
_HOLD_LOW_FREE = {**_HOLD_LOW, "hold": "Stay for another turn to reach it"}
_ABORT_ONLY = {"abort": "Abort the mission"}
_DROP = {"drop": "Jettison the bombs", "keep": "Keep them aboard"}
_WAY_HOME = {"base": "Turn round and fly home to base", "iwo": "Make for Iwo Jima"}
_IWO = {"land": "Land at Iwo Jima", "fly-on": "Fly on to base"}


# ------------------------------------------------------------------ leave to abort


def reasons(m: Mission) -> dict[str, bool]:
    """4.7A, 4.7D, R-86 What gives leave to abort now, and whether it is the enemy's doing."""
    found = dict(m.leave)
    if m.off_course and m.zone == m.target.zone:
        found[OFF_TARGET] = True  # RULING R-85: earns credit by itself
    if _alone(m):
        found.setdefault(ALONE, False)
    if _cannot_reach_altitude(m):
        found.setdefault(TOO_LOW, False)
    if m.options.fuel:
        spare = fuel.spare(m)
        if spare < 0 and m.plane.leak_root in ENEMY:
            found["fuel tank hit"] = True  # 4.7D
        elif spare < RESERVE:
            found.setdefault(FUEL_SHORT, False)  # D33: by his own reckoning, which may allow for bad luck
    return found


def _alone(m: Mission) -> bool:
    """4.8C and D31: out of formation, with no way to rejoin before the target zone."""
    now = m.formation
    if now is OUT_FOR_GOOD:
        return m.assembled and not m.night
    if now is not FORCED_OUT:
        return False
    turns = max(1, m.out_turns, m.altitude - m.plane.altitude)  # not before the start of the next turn
    return turns > m.target.zone - 1 - m.zone or not m.plane.all_sound()


def _cannot_reach_altitude(m: Mission) -> bool:
    """R-102 The mission altitude cannot be reached by the target zone; over the target see _run_not_made."""
    if m.plane.altitude is m.altitude:
        return False
    climb = m.altitude - m.plane.altitude
    zones = m.target.zone - m.zone
    if climb <= 0 or zones <= 0:
        return False
    return climb > zones or bool(m.plane.oxygen_out_turn and cold.no_oxygen_above(m))


# ------------------------------------------------------------------ step 15


def abort_step(ref: Referee, m: Mission, early: bool = False) -> None:
    """4.7A After combat: forced aborts, Off Course over the target (D30), the pilot's decision (D29-D34).

    With the Streamliner's order it is called twice a turn: `early`, before assembly and combat, for the
    decision, and at the end for a bomb run that could not be made or a rally missed since (GTS 5A note 1).
    """
    if m.leg is not OUTBOUND or m.bomb_run or m.turn_round:
        return
    if m.aborted:
        if m.off_course and m.to_iwo and m.zone == 6:
            iwo_plan(ref, m)
        return
    if m.must_abort:
        abort(ref, m, m.must_abort)
        return
    over_target = m.zone == m.target.zone
    again = False
    if m.options.early_abort:
        again = m.abort_asked == m.turn and not _rally_just_missed(m)
        m.abort_asked = m.turn
    if not again:
        if over_target and m.off_course:
            _missed_target(ref, m)
            return
        if _decides_to_abort(ref, m):
            return
    if over_target and not early and not m.off_course:
        _run_not_made(ref, m)


def _rally_just_missed(m: Mission) -> bool:
    """4.5C1, GTS 5A note 1: the rally die came after the early decision, and it gives leave at once."""
    return "rally missed" in m.leave and m.new_zone and m.zone == movement.assembly_zone(m)


def _decides_to_abort(ref: Referee, m: Mission) -> bool:
    """4.3D, 4.5C1, 4.7A, 4.8C and D29, D31, D33, D34: with leave, go on or abort."""
    now = m.formation
    if (
        not m.leave
        and (now is IN_FORMATION or now is NO_FORMATION)
        and not _cannot_reach_altitude(m)
        and (not m.options.fuel or fuel.spare(m) >= RESERVE)
    ):
        return False
    found = reasons(m)
    if not found:
        return False
    cause = next((reason for reason, enemy in found.items() if enemy), next(iter(found)))
    words = ", ".join(found)
    trouble = _in_trouble(m) or _another_day(m, found)
    key = ref.choose(
        "abort",
        "4.7A",
        f"There is leave to abort ({words}). Go on?",
        _GO_ON_OR_ABORT,
        "abort" if trouble else "go-on",
        # Nothing new since he decided to fly on, or nothing but a reserve that is getting thin.
        routine=not trouble and (words == m.leave_declined or words == FUEL_SHORT),
    )
    if key == "go-on":
        m.leave_declined = words
        return False
    for reason, enemy in found.items():
        m.leave[reason] = enemy
    abort(ref, m, cause)
    return True


def _in_trouble(m: Mission) -> bool:
    """4.7A What makes a careful pilot turn back: engines, power, nobody to fly by trade, too little fuel."""
    plane = m.plane
    return (
        plane.engines_out() > 0
        or plane.power_out()
        or "pilot lost" in m.leave
        or bool(plane.fires)
        or not plane.bombs_aboard()
        or not fuel.enough(m)
    )


def _another_day(m: Mission, found: dict[str, bool]) -> bool:
    """4.7A, 4.8C With leave by day: turn back while it is nearly safe, far from Japan, or without a box to spare.

    Alone or damaged he hits less than on the mission flown instead. A reserve that is only thin (D33) is no cause:
    who turns back for it takes off and lands once more, and that loses more bombers than dry tanks do.
    """
    if m.night or m.options.quick_navigation or not m.options.auxiliary_tanks:
        return False  # with these rules a thin reserve is the usual thing, and nobody would ever arrive
    if m.options.fuel and fuel.spare(m) < 1:
        return True
    return m.zone < _FAR and any(reason != FUEL_SHORT for reason in found)


def _missed_target(ref: Referee, m: Mission) -> None:
    """4.5C2 and D30: Off Course over the target: another turn at two boxes, or abort at nought per cent."""
    following = m.options.quick_navigation and m.formation is IN_FORMATION and not m.lead_of_middle()
    if following and not _leader_holds(ref, m):
        return
    if following and not (m.leave or not fuel.enough(m)):
        m.holding = True  # GTS 5B note 1: only the damaged or the dry may leave the group
        return
    key = ref.choose(
        "off-course-over-target",
        "4.5C2",
        "Off Course over the target: the run-in was missed. Try again?",
        _HOLD if m.options.fuel else _HOLD_FREE,
        "hold" if not m.options.fuel or fuel.spare(m) >= _TO_HOLD else "abort",
    )
    if key == "hold":
        m.holding = True
        return
    abort(ref, m, OFF_TARGET)


def _leader_holds(ref: Referee, m: Mission) -> bool:
    """GTS 5B note 1: the leader keeps the group over the target, or takes it home together."""
    if ref.roll(LEADER) is Leader.HOLDS:
        return True
    abort(ref, m, OFF_TARGET, with_group=True)
    return False


def _run_not_made(ref: Referee, m: Mission) -> None:
    """R-102: over the target, but not at mission altitude: another turn to get there, or abort."""
    why = movement.why_no_climb(m) if m.plane.altitude < m.altitude else ""
    prompt = "Over the target, but not at the mission altitude. Stay and try again?"
    if why:
        options, default, barred = _ABORT_ONLY, "abort", {"hold": why}
    else:
        enough = not m.options.fuel or fuel.spare(m) >= 2
        options = _HOLD_LOW if m.options.fuel else _HOLD_LOW_FREE
        default, barred = "hold" if enough else "abort", {}
    if ref.choose("not-at-altitude", "4.1B", prompt, options, default, barred) == "hold":
        m.holding = True
        return
    m.leave.setdefault(TOO_LOW, False)
    abort(ref, m, TOO_LOW)


# ------------------------------------------------------------------ the abort itself


def abort(ref: Referee, m: Mission, cause: str, with_group: bool = False) -> None:
    """4.7B Abort: out of formation, bombs away or kept (D16), and the way home (D35)."""
    m.plane.untouched = False
    m.aborted = True
    m.abort_zone = m.zone
    m.abort_cause = cause
    m.must_abort = ""
    m.holding = False
    if m.zone == m.target.zone:
        m.reached_target = True  # 3-1d: the times of a whole mission apply
    ref.note("abort", zone=m.zone, why=cause)
    if not with_group:
        formation.leave(ref, m, "abort", for_good=True)
    if cause == OFF_TARGET:
        _secondary_target(ref, m)
    elif m.plane.bombs_aboard():
        _jettison(ref, m)
    if m.iwo_friendly() and m.zone <= 6 and _makes_for_iwo(ref, m):
        m.to_iwo = True
        # Forward to Zone 6 without an abort turn (4.7B). In Zone 6 above LO it needs the turn to come down.
        m.turn_round = m.zone == 6 and m.plane.altitude is not LO
    else:
        m.turn_round = True


def _secondary_target(ref: Referee, m: Mission) -> None:
    """4.5C2 The bombs fell on a secondary target: Off Target, nought per cent."""
    if m.options.quick_navigation:
        m.course_boxes += 1
        fuel.burn(ref, m, 1, "Off Course")  # Streamliner note 4: charged only on such an abort
    if not m.plane.bombs_aboard():
        return  # jettisoned before: nothing fell on anything
    if not stores.why_not_jettison_bombs(m):
        stores.drop_bombs(ref, m)
    m.on_target = False
    m.percent = 0


def _jettison(ref: Referee, m: Mission) -> None:
    """4.7B, 4.7D and D16: bombs may go before the abort turn is paid for."""
    why = stores.why_not_jettison_bombs(m)
    prompt = "Jettison the bombs for the way home?"
    if why:
        ref.choose("abort-bombs", "4.7D", prompt, {"keep": _DROP["keep"]}, "keep", {"drop": why})
    elif ref.choose("abort-bombs", "4.7D", prompt, _DROP, "drop") == "drop":
        stores.drop_bombs(ref, m)


def _makes_for_iwo(ref: Referee, m: Mission) -> bool:
    """4.7B and D35: home to base, or to Iwo Jima ahead. Beyond Zone 6 the plan is asked for there (D32)."""
    default = "iwo" if m.zone >= 4 and _would_land(m) else "base"
    return ref.choose("way-home", "4.7B", "Which way home?", _WAY_HOME, default) == "iwo"


# ------------------------------------------------------------------ Iwo Jima


def iwo_step(ref: Referee, m: Mission) -> None:
    """8.4 and D32: on entering Zone 6 homeward on missions 11-35, land at Iwo Jima or fly on."""
    if m.zone == 6 and m.leg is INBOUND and m.new_zone and m.iwo_friendly():
        iwo_plan(ref, m)


def iwo_plan(ref: Referee, m: Mission) -> None:
    """4.5C3, 8.4 and D32: land or fly on; again each turn held there. R-115: whoever lands comes down to LO."""
    default = "land" if _would_land(m) or _fair_at_iwo(m) else "fly-on"
    if ref.choose("iwo-plan", "8.4", "Land at Iwo Jima?", _IWO, default) == "land":
        m.to_iwo = True
        return
    m.to_iwo = m.holding = False
    if m.leg is OUTBOUND:
        m.turn_round = True  # a diverter held there after all: he must turn for home (4.7B)


_HAZARDS = (EngineState.WINDMILLING, EngineState.RUNAWAY, EngineState.BURNING)


def _fair_at_iwo(m: Mission) -> bool:
    """8.4, 8-1 A better landing than base is likely to offer: good weather, or daylight where base has none."""
    here, base = m.night_here(), m.times.landing
    if m.weather is GOOD:
        return base or not here
    return m.weather is POOR and base and not here


def _would_land(m: Mission) -> bool:
    """8.4 What sends a careful pilot to Iwo Jima: fuel, two engines out, or an engine that may yet kill him."""
    plane = m.plane
    if m.options.fuel and fuel.spare(m, iwo=False) - m.fuel_due < 2:
        return True
    if plane.all_sound():
        return bool(plane.fires)
    return plane.engines_out() >= 2 or any(e.state in _HAZARDS for e in plane.engines)
