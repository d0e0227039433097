"""Bomb doors: 4-9g, 7-3 row 8 and e, on the run and by the portable motor; 7-10d, without electric power."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b29 import formation, fuel, generator, stores, tasks
from flakhouse.games.b29.advice import doors as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import Motor
from flakhouse.games.b29.order import Order, why_neither
from flakhouse.games.b29.questions import doors as questions
from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.b29.words import DoorFault, DoorState, Section
from flakhouse.games.bomber.cells import either

__all__ = [
    "JAMMED",
    "UNPOWERED",
    "balky",
    "hand_chart",
    "hand_task",
    "passable",
    "run_doors",
    "why_no_doors",
    "why_no_motor",
    "why_not_hand",
    "why_shut",
]


class Doors(StrEnum):
    """7-3 row 8, on the bomb run."""

    SHUT = "jammed shut"
    OPEN = "jammed open"
    SUPERFICIAL = "superficial"


DOORS = CHARTS.words("7-3-doors", Doors)
PILOT = CHARTS.bind("7-3e-pilot", either("open", "jammed"))
MOTOR = CHARTS.words("7-3e-motor", Motor)
HAND_DOORS = CHARTS.words("7-10d-doors", Motor)

#: 7-3e: doors that move for the portable motor alone.
_STUCK = (DoorState.JAMMED_SHUT, DoorState.JAMMED_OPEN)


def why_shut(m: Mission, bay: Bay) -> str:
    """7-3e, 7-10d: why nothing can leave this bay through its doors, or nothing."""
    if bay.doors is DoorState.JAMMED_SHUT:
        return f"the {stores.word(bay)} doors are jammed shut (7-3e)"
    if m.plane.power_out() and not (m.plane.doors_spared or bay.doors_open()):
        return f"no power to open the {stores.word(bay)} doors (7-10d)"
    return ""


def passable(m: Mission, bay: Bay) -> bool:
    """6-7d: the doors of this bay let its bombs through. Doors that work open and shut by themselves."""
    return not why_shut(m, bay)


def _jammed(bay: Bay) -> bool:
    """7-3e: these doors are jammed, shut or open."""
    return bay.doors in _STUCK


def balky(bay: Bay) -> bool:
    """4-9g, 7-3 row 8, 7-10d: doors that are damaged or jammed themselves, with or without power."""
    return bay.doors_damaged or bay.fault is not DoorFault.NONE or _jammed(bay)


# ------------------------------------------------------------------ 7-3 row 8, e: on the bomb run


def run_doors(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-4e, 4-9g, 7-3 row 8, note e, D46: after 6-6, what the doors of this bay do on the run (R-117)."""
    if not bay.bombs or bay.doors is not DoorState.SHUT:
        return  # nothing to open them for, or open by hand already (7-10d)
    if m.plane.power_out() or not balky(bay):
        return
    opens = closes = True
    if bay.fault is DoorFault.WILL_NOT_OPEN:
        opens = False
    elif bay.fault is DoorFault.WILL_NOT_CLOSE:
        closes = False
    if bay.doors_damaged and opens:
        ref.concerns(bay.section.value, DOORS)
        result = ref.roll(DOORS)
        if result is Doors.SUPERFICIAL and closes:
            ref.note("doors-work", bay=bay.section.value, part=bay.section.value)
        opens = result is not Doors.SHUT
        closes = closes and result is not Doors.OPEN
    bay.doors_damaged = False
    bay.fault = DoorFault.NONE
    if not opens and not _pilot_opens(ref, m, bay):
        _jam(ref, m, bay, DoorState.JAMMED_SHUT)
    elif not closes:
        _jam(ref, m, bay, DoorState.JAMMED_OPEN)


def _pilot_opens(ref: Referee, m: Mission, bay: Bay) -> bool:
    """7-3e, 4-9g, D46: the pilot's one try from the cockpit. R-128: the bay then works as if sound."""
    if bay.pilot_tried or not stores.pilot_there(m):
        return False
    if not ref.agreed("doors-by-pilot", advice.doors_by_pilot(m), lambda: questions.doors_by_pilot(m, bay)):
        return False
    bay.pilot_tried = True
    opened = ref.roll(PILOT)
    if opened:
        ref.note("doors-opened", bay=bay.section.value, how="by the pilot", part=bay.section.value)
    return opened


def _jam(ref: Referee, m: Mission, bay: Bay, state: DoorState) -> None:
    """7-3e, 4-9g: jammed either way, the bomber leaves its formation for good."""
    bay.doors = state
    m.permit("doors out")
    ref.note("doors-jammed", bay=bay.section.value, state=state.value, part=bay.section.value)
    formation.leave(ref, m, "bomb doors jammed", for_good=True)


# ------------------------------------------------------------------ 7-3e: jammed doors and the portable motor


def _motor_relevant(m: Mission) -> bool:
    """7-3e, D20: there are jammed doors."""
    return _jammed(m.plane.fwd) or _jammed(m.plane.aft)


def why_no_motor(m: Mission, bay: Bay) -> str:
    """4-9g, 7-3e, D20: why the motor cannot be put to these doors now, or nothing."""
    plane = m.plane
    if not _jammed(bay):
        return "these doors are not jammed (7-3e)"
    if not m.bomb_run:
        return "not before the turn after the bomb run (7-3e)"
    if plane.motor_out:
        return "the portable motor is burnt out (7-3e)"
    if bay.motor_tried:
        return "these doors have had their try (7-3e)"
    if plane.power_out() and not plane.doors_spared:
        return "no power for the motor (7-10d)"
    man = tasks.man_in(m, bay.section)
    if man is None or man.busy:
        return f"a fit man must be in the {stores.word(bay)} bay (7-3e)"
    return ""


def why_no_doors(m: Mission) -> str:
    """7-3e: why no doors can be worked now, or nothing."""
    return why_neither(m, _jammed, why_no_motor)


def _order_motor(ref: Referee, m: Mission) -> None:
    """D20: one man, one bay, one try; doors that move work again."""
    plane = m.plane
    key = ref.ask("which-doors", advice.which_doors(m), lambda: questions.which_doors(m))
    bay = plane.bay(Section(key))
    tasks.man_busy(m, bay.section)
    bay.motor_tried = True
    ref.scene("repair", part=bay.section.value)
    ref.concerns(bay.section.value, MOTOR)
    result = ref.roll(MOTOR)
    if result is Motor.MOVED:
        # Doors jammed shut are free for a jettison now and shut again afterwards.
        how = "opened" if bay.doors is DoorState.JAMMED_SHUT else "closed"
        bay.doors = DoorState.SHUT
        ref.note("doors-moved", bay=bay.section.value, how=how, part=bay.section.value)
        fuel.relief(ref, m)
    else:
        plane.motor_out = plane.motor_out or result is Motor.BURNT
        ref.note("doors-stay", bay=bay.section.value, why=result.value, part=bay.section.value)


# ------------------------------------------------------------------ 7-10d: without power


def _hand_doors_relevant(m: Mission) -> bool:
    """7-10d, D48: doors to be worked by hand."""
    plane = m.plane
    if plane.electrical_hits < 2 or plane.doors_spared:
        return False  # power failed after the run: jammed doors are as before (7-3e)
    return any(hand_task(m, bay) for bay in plane.bays())


def hand_task(m: Mission, bay: Bay) -> str:
    """7-10d: what may be tried on these doors: open before the run, or close what stands open."""
    if bay.doors_open():
        return "close"
    return "open" if bay.bombs and not m.bomb_run else ""


def why_not_hand(m: Mission, bay: Bay) -> str:
    """7-10d: why these doors cannot be worked by motor and generator now, or nothing."""
    plane = m.plane
    task = hand_task(m, bay)
    if not task:
        return "nothing to open these doors for (7-10d)"
    if plane.motor_out:
        return "the portable motor is burnt out (7-10d)"
    if bay.hand_tried if task == "open" else bay.hand_close_tried or bay.motor_tried:
        return "one try for each bay (7-10d)"
    if plane.doors_hand_turn == m.turn:
        return "one bay a turn (7-10d)"
    why = generator.why_no_generator(m)
    if why:
        return why
    man = tasks.man_in(m, bay.section)
    if man is None or man.busy:
        return "a fit man must be in the bay (7-10d)"
    return ""


def _why_not_hand_doors(m: Mission) -> str:
    """7-10d: why no doors can be worked by hand now, or nothing."""
    return why_neither(m, lambda bay: hand_task(m, bay) != "", why_not_hand)


def _order_hand_doors(ref: Referee, m: Mission) -> None:
    """7-10d, D48: motor and generator on the doors of one bay; damaged doors roll by 7-3e."""
    key = ref.ask("which-doors", advice.doors_by_hand(m), lambda: questions.doors_by_hand(m))
    _work_doors(ref, m, m.plane.bay(Section(key)))


def hand_chart(bay: Bay) -> Chart[Motor]:
    """7-10d: the table of the try; damaged doors roll by 7-3e."""
    return MOTOR if balky(bay) else HAND_DOORS


def _work_doors(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-10d: the try itself."""
    plane = m.plane
    opening = hand_task(m, bay) == "open"
    if opening:
        bay.hand_tried = True
    else:
        bay.hand_close_tried = True
    plane.doors_hand_turn = m.turn
    ref.scene("repair", part=bay.section.value)
    tasks.man_busy(m, bay.section)
    chart = hand_chart(bay)
    ref.concerns(bay.section.value, chart)
    result = ref.roll(chart)
    if result is not Motor.MOVED:
        plane.motor_out = plane.motor_out or result is Motor.BURNT
        if result is Motor.JAMMED:
            bay.doors = DoorState.JAMMED_SHUT if opening else DoorState.JAMMED_OPEN
        ref.note("doors-stay", bay=bay.section.value, why=result.value, part=bay.section.value)
        return
    if opening:
        bay.doors = DoorState.OPEN
        bay.doors_damaged = False  # 7-3 row 8 has been rolled for by this try
        if bay.fault is DoorFault.WILL_NOT_OPEN:
            bay.fault = DoorFault.NONE
        ref.note("doors-moved", bay=bay.section.value, how="opened", part=bay.section.value)
        if m.zone != m.target.zone:
            formation.leave(ref, m, "bomb doors open", for_good=True)
    else:
        bay.doors = DoorState.SHUT
        bay.fault = DoorFault.NONE
        ref.note("doors-moved", bay=bay.section.value, how="closed", part=bay.section.value)
        fuel.relief(ref, m)


def _motor_odds(m: Mission) -> Sequence[Stake]:
    """7-3e, D20: what the motor may do, whichever doors it works."""
    return questions.motor_odds(MOTOR)


def _hand_odds(m: Mission) -> Sequence[Stake]:
    """7-10d, D48: the same for the doors that can be worked, as long as all roll on one table."""
    charts = {hand_chart(bay).id: hand_chart(bay) for bay in m.plane.bays() if not why_not_hand(m, bay)}
    return questions.motor_odds(*charts.values()) if len(charts) == 1 else ()


def _once(m: Mission) -> str:
    """7-3e, 7-10d, D20."""
    return questions.ONE_TRY


#: D20
JAMMED: tuple[Order, ...] = (
    Order(
        "doors-motor",
        "7-3e",
        "Work jammed bomb doors by the portable motor",
        _motor_relevant,
        why_no_doors,
        _order_motor,
        lambda m: advice.order_doors_motor(m),
        _motor_odds,
        lambda m: advice.why_doors_motor(m),
        _once,
    ),
)
#: D48
UNPOWERED: tuple[Order, ...] = (
    Order(
        "doors-by-hand",
        "7-10d",
        "Work bomb doors by motor and generator",
        _hand_doors_relevant,
        _why_not_hand_doors,
        _order_hand_doors,
        stakes=_hand_odds,
        detail=_once,
    ),
)
