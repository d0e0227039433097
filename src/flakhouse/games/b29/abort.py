"""Rule 4.7: aborting the mission, and the plans that go with it (4.3D, 4.5C, 4.8C, 8.4)."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cold, formation, fuel, movement, stores
from flakhouse.games.b29.advice import abort as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import abort as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    ENEMY,
    Altitude,
    Formation,
    Leg,
)

__all__ = ["abort", "abort_step", "iwo_plan", "iwo_step", "reasons", "why_not_turn_back"]


class Leader(StrEnum):
    """GTS 5B note 1: what the leader of the group does."""

    HOLDS = "Group holds"
    ABORTS = "Group aborts"


LEADER = CHARTS.words("GTS-5B-leader", Leader)

OFF_TARGET = "Off Course over the target"
FUEL_SHORT = "fuel short"
RESERVE = 4  # boxes to spare below which a player may call his fuel too short (4.3D, D33)
ALONE = "out of formation"
TOO_LOW = "below mission altitude"


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
    if now is Formation.FOR_GOOD:
        return m.assembled and not m.night
    if now is not Formation.OUT:
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


def why_not_turn_back(m: Mission) -> str:
    """4.7A, 4.7D Why he cannot turn back at the start of a turn on the way out, or nothing."""
    if m.leg is not Leg.OUT or m.aborted or m.bomb_run or m.turn_round:
        return ""
    if reasons(m):
        return "you are asked after the combat of this turn (4.7A)"
    if stores.may_hang(m):
        others = f"fewer than {RESERVE} boxes to spare, or wounds" if m.options.fuel else "wounds"
        return f"bombs that may hang give no leave; {others} or damage that the rules name do (4.7A, 4-9h)"
    return "nothing has happened that gives leave (4.7A)"


# ------------------------------------------------------------------ step 15


def abort_step(ref: Referee, m: Mission, early: bool = False) -> None:
    """4.7, 4.7A After combat: forced aborts, Off Course over the target (D30), the pilot's decision (D29-D34).

    With the Streamliner's order it is called twice a turn: `early`, before assembly and combat, for the
    decision, and at the end for a bomb run that could not be made or a rally missed since (GTS 5A note 1).
    """
    if m.leg is not Leg.OUT or m.bomb_run or m.turn_round:
        return
    if m.aborted:
        if m.off_course and m.to_iwo and m.zone == 6:
            iwo_plan(ref, m)
        return
    if m.must_abort:
        abort(ref, m, m.must_abort, forced=True)
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
    found = reasons(m)
    if not found:
        return False
    advised = advice.abort(m, found)
    key = ref.ask(
        "abort",
        advised,
        lambda: questions.abort(m, found, advised == questions.GO_ON and _nothing_new(m, found)),
        keys=questions.ON_OR_BACK,
    )
    if key == questions.GO_ON:
        m.leave_declined = ", ".join(found)
        if advised != questions.GO_ON:
            m.abort_overruled = advice.overruling(m, found)
        return False
    for reason, enemy in found.items():
        m.leave[reason] = enemy
    abort(ref, m, next((reason for reason, enemy in found.items() if enemy), next(iter(found))))
    return True


def _nothing_new(m: Mission, found: dict[str, bool]) -> bool:
    """4.7A Nothing new since he decided to fly on, or nothing but a reserve that is getting thin."""
    declined = (FUEL_SHORT, *m.leave_declined.split(", "))
    return all([reason in declined for reason in found])


def _missed_target(ref: Referee, m: Mission) -> None:
    """4.5C2 and D30: Off Course over the target: another turn at two boxes, or abort at nought per cent."""
    following = m.options.quick_navigation and m.in_formation() and not m.lead_of_middle()
    if following and not _leader_holds(ref, m):
        return
    if following and not (m.leave or not fuel.enough(m)):
        m.holding = True  # GTS 5B note 1: only the damaged or the dry may leave the group
        return
    advised = advice.off_course_over_target(m)
    if ref.ask("off-course-over-target", advised, lambda: questions.off_course_over_target(m)) == questions.HOLD:
        m.holding = True
        return
    abort(ref, m, OFF_TARGET)


def _leader_holds(ref: Referee, m: Mission) -> bool:
    """GTS 5B note 1: the leader keeps the group over the target, or takes it home together."""
    if ref.roll(LEADER) is Leader.HOLDS:
        ref.note("leader-holds")
        return True
    abort(ref, m, OFF_TARGET, with_group=True)
    return False


def _run_not_made(ref: Referee, m: Mission) -> None:
    """R-102: over the target, but not at mission altitude: another turn to get there, or abort."""
    why = movement.why_no_climb(m) if m.plane.altitude < m.altitude else ""
    advised = advice.not_at_altitude(m, why)
    if ref.ask("not-at-altitude", advised, lambda: questions.not_at_altitude(m, why)) == questions.HOLD:
        m.holding = True
        return
    m.leave.setdefault(TOO_LOW, False)
    abort(ref, m, TOO_LOW)


# ------------------------------------------------------------------ the abort itself


def abort(ref: Referee, m: Mission, cause: str, with_group: bool = False, forced: bool = False) -> None:
    """4.7, 4.7B Abort: out of formation, bombs away or kept (D16), and the way home (D35)."""
    m.aborted = True
    m.abort_zone = m.zone
    m.abort_cause = cause
    m.must_abort = ""
    m.holding = False
    if m.zone == m.target.zone:
        m.reached_target = True  # 3-1d: the times of a whole mission apply
    ref.scene("abort", zone=m.zone)
    ref.note("abort", zone=m.zone, why=questions.said(m, cause), forced=forced)
    if not with_group:
        formation.leave(ref, m, "abort", for_good=True)
    if cause == OFF_TARGET:
        _secondary_target(ref, m)
    elif m.plane.bombs_aboard():
        _jettison(ref, m)
    if m.iwo_friendly() and m.zone <= 6 and _makes_for_iwo(ref, m):
        m.to_iwo = True
        # Forward to Zone 6 without an abort turn (4.7B). In Zone 6 above LO it needs the turn to come down.
        m.turn_round = m.zone == 6 and m.plane.altitude is not Altitude.LO
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
    if ref.ask("abort-bombs", advice.abort_bombs(m, why), lambda: questions.abort_bombs(m, why)) == questions.DROP:
        stores.drop_bombs(ref, m)


def _makes_for_iwo(ref: Referee, m: Mission) -> bool:
    """4.7B and D35: home to base, or to Iwo Jima ahead. Beyond Zone 6 the plan is asked for there (D32)."""
    return ref.ask("way-home", advice.way_home(m), lambda: questions.way_home(m)) == questions.IWO


# ------------------------------------------------------------------ Iwo Jima


def iwo_step(ref: Referee, m: Mission) -> None:
    """8.4 and D32: on entering Zone 6 homeward on missions 11-35, land at Iwo Jima or fly on."""
    if m.zone == 6 and m.leg is Leg.BACK and m.new_zone and m.iwo_friendly():
        iwo_plan(ref, m)


def iwo_plan(ref: Referee, m: Mission) -> None:
    """4.5C3, 8.4 and D32: land or fly on; again each turn held there. R-115: whoever lands comes down to LO."""
    if ref.ask("iwo-plan", advice.iwo_plan(m), lambda: questions.iwo_plan(m)) == questions.LAND:
        m.to_iwo = True
        return
    m.to_iwo = m.holding = False
    if m.leg is Leg.OUT:
        m.turn_round = True  # a diverter held there after all: he must turn for home (4.7B)
