"""Bombs, bomb doors, releases and auxiliary tanks: 2.3G, 4.7, 7.2 and notes 4-9g, h, 7-3e, f, 7-10d."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import formation
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import Motor
from flakhouse.games.b29.order import Order, sort_bays, why_neither
from flakhouse.games.b29.state import Bay, Man, Mission
from flakhouse.games.b29.words import JAMMED_OPEN, JAMMED_SHUT, DoorFault, DoorState, Position, Section
from flakhouse.games.bomber.cells import either

__all__ = [
    "MOTOR",
    "ORDERS",
    "balky",
    "drop_bombs",
    "drop_tank",
    "force_jettison",
    "man_in",
    "offer_salvo",
    "passable",
    "run_doors",
    "run_release",
    "why_not_drop_tank",
    "why_not_jettison_bombs",
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
RELEASE = CHARTS.bind("7-3f-release", either("released", "hung"))
JETTISON = CHARTS.bind("7-3f-jettison", either("released", "hung"))
SALVO = CHARTS.bind("7-10d-salvo", either("open", "jammed"))
_IN_BAY = (JETTISON.mods["man_in_bay"],)
_SHUT = DoorState.SHUT
_NO_FAULT = DoorFault.NONE
_BAY_WORD = {Section.FWD_BAY: "forward", Section.AFT_BAY: "aft"}


# ------------------------------------------------------------------ doors and releases


def why_shut(m: Mission, bay: Bay) -> str:
    """7-3e, 7-10d: why nothing can leave this bay through its doors, or nothing."""
    if bay.doors is JAMMED_SHUT:
        return f"the {_BAY_WORD[bay.section]} doors are jammed shut (7-3e)"
    if m.plane.power_out() and not (m.plane.doors_spared or bay.doors_open()):
        return f"no power to open the {_BAY_WORD[bay.section]} doors (7-10d)"
    return ""


def passable(m: Mission, bay: Bay) -> bool:
    """6-7d: the doors of this bay let its bombs through. Doors that work open and shut by themselves."""
    return not why_shut(m, bay)


def balky(bay: Bay) -> bool:
    """4-9g, 7-3 row 8, 7-10d: doors that are damaged or jammed themselves, with or without power."""
    return bay.doors_damaged or bay.fault is not _NO_FAULT or _jammed(bay)


def man_in(m: Mission, section: Section) -> Man | None:
    """7-3e, 7-5o, 7-10d: a fit man in this compartment, one without a task first."""
    found: Man | None = None
    for man in m.men.values():
        if man.compartment is section and man.fit():
            if not man.busy:
                return man
            found = found or man
    return found


def _bad_release(m: Mission, bay: Bay) -> bool:
    """4-9h, 7-3f: bombs and tank of this bay leave by a lucky hand only."""
    return bay.release_damaged or m.plane.release_failed


def _jettison_roll(ref: Referee, m: Mission, *bays: Bay) -> bool:
    """4-9h, 7-3f: one try; a man tripping the shackles in the bay helps."""
    helper = next((man for bay in bays if (man := man_in(m, bay.section)) is not None), None)
    if helper is None:
        return ref.roll(JETTISON)
    helper.busy = True
    return ref.roll(JETTISON, _IN_BAY)


# ------------------------------------------------------------------ bombs


def why_not_jettison_bombs(m: Mission) -> str:
    """4.7B, D; 7.2; 4-9e; D16, D17: why no bombs can be jettisoned now, or nothing."""
    plane = m.plane
    if not plane.bombs_aboard():
        return "no bombs aboard (4.7B)"
    if not (m.aborted or m.bomb_run or not plane.all_sound()):
        return "bombs go on an abort, after the run, or for an engine out or weak (4.7B, 7.2)"
    why = ""
    for bay in plane.bays():
        if bay.bombs:
            why = why_shut(m, bay)
            if not why and _bad_release(m, bay) and _tried_bombs(m, bay):
                why = "one try a turn with a bad release (7-3f)"
            if not why:
                return ""
    return why


def _tried_bombs(m: Mission, bay: Bay) -> bool:
    """7-3f, 4-9h: this turn's try is made; a failure of the whole release has one for both bays."""
    if bay.release_damaged:
        return bay.bombs_try == m.turn
    return m.plane.fwd.bombs_try == m.turn or m.plane.aft.bombs_try == m.turn


def drop_bombs(ref: Referee, m: Mission) -> bool:
    """4.7B, 7.2, D16, D17: jettison all bombs that will go now; whether none is left.

    With a damaged release each bay takes its own try; a failure of the whole release (4-9h) takes one for all.
    """
    plane = m.plane
    together: list[Bay] = []
    for bay in plane.bays():
        if not bay.bombs or why_shut(m, bay):
            continue
        if bay.release_damaged:
            _try_bombs(ref, m, bay)
        elif plane.release_failed:
            together.append(bay)
        else:
            _bombs_gone(ref, bay)
    if together:
        _try_bombs(ref, m, *together)
    return not plane.bombs_aboard()


def _try_bombs(ref: Referee, m: Mission, *bays: Bay) -> None:
    """7-3f: one try a turn."""
    if any(bay.bombs_try == m.turn for bay in bays):
        return
    for bay in bays:
        bay.bombs_try = m.turn
    gone = _jettison_roll(ref, m, *bays)
    for bay in bays:
        if gone:
            _bombs_gone(ref, bay)
        else:
            ref.note("bombs-stuck", bay=bay.section.value)


def _bombs_gone(ref: Referee, bay: Bay) -> None:
    """4.7B, 7.2: the bombs of a bay are gone."""
    bay.bombs = False
    ref.note("bombs-jettisoned", bay=bay.section.value)


def force_jettison(ref: Referee, m: Mission) -> None:
    """7.2: with two engines out, bombs and auxiliary tanks must go, as far as they will."""
    if m.plane.bombs_aboard():
        drop_bombs(ref, m)
    for bay in m.plane.bays():
        if not why_not_drop_tank(m, bay):
            drop_tank(ref, m, bay)


def offer_salvo(ref: Referee, m: Mission) -> None:
    """7-10d, D48: power fails before the run: salvo at once by the emergency release, or trust the generator."""
    plane = m.plane
    if not plane.bombs_aboard():
        return
    prompt = "No power for the bomb doors. Salvo the bombs now by the emergency release? The run will miss."
    if not ref.yes("salvo", "7-10d", prompt, default=True):
        return
    for bay in plane.bays():
        if not bay.bombs:
            continue
        stuck = bay.doors_damaged or bay.fault is DoorFault.WILL_NOT_OPEN or bay.doors is DoorState.JAMMED_SHUT
        if stuck and not ref.roll(SALVO):
            ref.note("bombs-stuck", bay=bay.section.value)
        elif _bad_release(m, bay):
            _try_bombs(ref, m, bay)
        else:
            _bombs_gone(ref, bay)
    if not plane.bombs_aboard():
        m.on_target = False  # 7-10d: whatever becomes of the run, it is Off Target
        m.percent = 0


# ------------------------------------------------------------------ auxiliary tanks


def why_not_drop_tank(m: Mission, bay: Bay) -> str:
    """2.3G, D15: why the tank of this bay cannot be jettisoned now, or nothing. An empty tank plays no part."""
    if not bay.tank_fitted or bay.tank_jettisoned:
        return f"no tank in the {_BAY_WORD[bay.section]} bay (2.3G)"
    if not bay.tank_boxes:
        return f"the {_BAY_WORD[bay.section]} tank is empty and plays no part (2.3G)"
    why = why_shut(m, bay)
    if not why and _bad_release(m, bay) and bay.tank_try == m.turn:
        return "one try a turn with a bad release (7-3f)"
    return why


def drop_tank(ref: Referee, m: Mission, bay: Bay) -> bool:
    """2.3G, 4-9h, 7-3f: jettison the auxiliary tank, apart from any bombs; whether it went."""
    if _bad_release(m, bay):
        bay.tank_try = m.turn
        if not _jettison_roll(ref, m, bay):
            ref.note("tank-stuck", bay=bay.section.value)
            return False
    bay.tank_jettisoned = True
    bay.tank_leaking = False
    ref.note("tank-jettisoned", bay=bay.section.value, boxes=bay.tank_boxes)
    return True


# ------------------------------------------------------------------ on the bomb run


def run_release(ref: Referee, m: Mission, bay: Bay) -> bool:
    """4-9h, 7-3f, D47: before 6-6, whether the bombs of this bay will drop if its doors open.

    A failed release (4-9h) is tried for once for both bays, a damaged one (7-3f) bay by bay.
    """
    plane = m.plane
    if not bay.bombs:
        return False
    if plane.power_out() and not bay.doors_open():
        return False  # 7-10d: nobody opened these doors
    if not _bad_release(m, bay):
        return True
    if bay.run_tried:
        return bay.run_released
    bays = [bay]
    if not bay.release_damaged:
        bays = [each for each in plane.bays() if each.bombs and not each.release_damaged]
    released = _by_hand(ref, m, bay)
    for each in bays:
        each.run_tried = True
        each.run_released = released
    if not released:
        formation.leave(ref, m, "bombs hung up")
    return released


def _by_hand(ref: Referee, m: Mission, bay: Bay) -> bool:
    """D47: bombardier or pilot tries the emergency release, or nobody does."""
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    if m.manned(Position.BOMBARDIER):
        options["bombardier"] = "The bombardier tries the emergency release"
    else:
        barred["bombardier"] = "no fit man is at the bombardier's station (7-3f)"
    if m.manned(Position.PILOT) or m.manned(Position.COPILOT):
        options["pilot"] = "The pilot tries the emergency release"
    else:
        barred["pilot"] = "no fit man is in a pilot's seat (7-3f)"
    if not options:
        return False
    options["none"] = "Keep the bombs"
    word = _BAY_WORD[bay.section] if bay.release_damaged else "bomb"
    prompt = f"The {word} release does not work. Who tries by hand?"
    key = ref.choose("release-by-hand", "7-3f", prompt, options, "", barred)
    return key != "none" and ref.roll(RELEASE)


def run_doors(ref: Referee, m: Mission, bay: Bay) -> None:
    """4-9g, 7-3 row 8, note e, D46: after 6-6, what the doors of this bay do on the run (R-117)."""
    if not bay.bombs or bay.doors is not _SHUT:
        return  # nothing to open them for, or open by hand already (7-10d)
    if m.plane.power_out() or not balky(bay):
        return
    opens = closes = True
    if bay.fault is DoorFault.WILL_NOT_OPEN:
        opens = False
    elif bay.fault is DoorFault.WILL_NOT_CLOSE:
        closes = False
    if bay.doors_damaged and opens:
        result = ref.roll(DOORS)
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
    if bay.pilot_tried or not (m.manned(Position.PILOT) or m.manned(Position.COPILOT)):
        return False
    word = _BAY_WORD[bay.section]
    prompt = f"The {word} bomb doors do not open. Does the pilot try them?"
    if not ref.yes("doors-by-pilot", "7-3e", prompt, default=True):
        return False
    bay.pilot_tried = True
    opened = ref.roll(PILOT)
    if opened:
        ref.note("doors-opened", bay=bay.section.value, how="by the pilot")
    return opened


def _jam(ref: Referee, m: Mission, bay: Bay, state: DoorState) -> None:
    """7-3e, 4-9g: jammed either way, the bomber leaves its formation for good."""
    bay.doors = state
    m.permit("doors out")
    ref.note("doors-jammed", bay=bay.section.value, state=state.value)
    formation.leave(ref, m, "bomb doors jammed", for_good=True)


# ------------------------------------------------------------------ orders


def _bombs_relevant(m: Mission) -> bool:
    """4.7B, D16: there are bombs aboard."""
    return m.plane.fwd.bombs or m.plane.aft.bombs


def _bombs_advised(m: Mission) -> bool:
    """4.7B: bombs of no use any more cost a box a zone: get rid of them."""
    return (m.aborted or m.bomb_run or m.plane.engines_out() >= 2) and not why_not_jettison_bombs(m)


def _order_bombs(ref: Referee, m: Mission) -> None:
    """D16, D17."""
    drop_bombs(ref, m)


def _tank_relevant(m: Mission) -> bool:
    """2.3G, D15: there is a tank to drop."""
    return m.plane.tank_fuel() > 0


def _why_not_tank(m: Mission) -> str:
    """2.3G: why no tank can be dropped now, or nothing."""
    return why_neither(m, _full_tank, why_not_drop_tank)


def _full_tank(bay: Bay) -> bool:
    """2.3G: an auxiliary tank with fuel in it hangs in this bay."""
    return bay.tank_fitted and bay.tank_boxes > 0 and not bay.tank_jettisoned


def _tank_advised(m: Mission) -> bool:
    """Fuel that cannot be used is only a danger (2.3G)."""
    return not m.plane.transfer_works() and not _why_not_tank(m)


def _order_tank(ref: Referee, m: Mission) -> None:
    """D15: forward or aft."""
    options, barred = sort_bays(
        m, why_not_drop_tank, lambda bay: f"The {_BAY_WORD[bay.section]} tank, {bay.tank_boxes} boxes"
    )
    key = ref.choose("which-tank", "2.3G", "Which auxiliary tank is jettisoned?", options, "", barred)
    drop_tank(ref, m, m.plane.bay(Section(key)))


def _jammed(bay: Bay) -> bool:
    """7-3e: these doors are jammed, shut or open."""
    return bay.doors is JAMMED_SHUT or bay.doors is JAMMED_OPEN


def _motor_relevant(m: Mission) -> bool:
    """7-3e, D20: there are jammed doors."""
    return _jammed(m.plane.fwd) or _jammed(m.plane.aft)


def _why_no_motor(m: Mission, bay: Bay) -> str:
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
    man = man_in(m, bay.section)
    if man is None or man.busy:
        return f"a fit man must be in the {_BAY_WORD[bay.section]} bay (7-3e)"
    return ""


def _why_not_motor(m: Mission) -> str:
    """7-3e: why no doors can be worked now, or nothing."""
    return why_neither(m, _jammed, _why_no_motor)


def _motor_task(bay: Bay) -> str:
    """7-3e: what the motor would do here, for the menu."""
    verb = "Open" if bay.doors is DoorState.JAMMED_SHUT else "Close"
    return f"{verb} the {_BAY_WORD[bay.section]} doors"


def _motor_advised(m: Mission) -> bool:
    """7-3e: always worth a try."""
    return not _why_not_motor(m)


def _order_motor(ref: Referee, m: Mission) -> None:
    """D20: one man, one bay, one try; doors that move work again."""
    plane = m.plane
    options, barred = sort_bays(m, _why_no_motor, _motor_task)
    key = ref.choose("which-doors", "7-3e", "Which doors does the motor work?", options, "", barred)
    bay = plane.bay(Section(key))
    man = man_in(m, bay.section)
    if man is not None:
        man.busy = True
    bay.motor_tried = True
    result = ref.roll(MOTOR)
    if result is Motor.MOVED:
        # Doors jammed shut are free for a jettison now and shut again afterwards.
        how = "opened" if bay.doors is DoorState.JAMMED_SHUT else "closed"
        bay.doors = DoorState.SHUT
        ref.note("doors-moved", bay=bay.section.value, how=how)
    else:
        plane.motor_out = plane.motor_out or result is Motor.BURNT
        ref.note("doors-stay", bay=bay.section.value, why=result.value)


ORDERS: tuple[Order, ...] = (
    Order(
        "jettison-bombs",
        "4.7B",
        "Jettison the bombs",
        _bombs_relevant,
        why_not_jettison_bombs,
        _order_bombs,
        _bombs_advised,
    ),
    Order(
        "jettison-tank",
        "2.3G",
        "Jettison an auxiliary fuel tank",
        _tank_relevant,
        _why_not_tank,
        _order_tank,
        _tank_advised,
    ),
    Order(
        "doors-motor",
        "7-3e",
        "Work jammed bomb doors by the portable motor",
        _motor_relevant,
        _why_not_motor,
        _order_motor,
        _motor_advised,
    ),
)
