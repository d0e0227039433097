"""Bombs, releases and auxiliary tanks: 2.3G, 4.7, 7.2 and notes 4-9h, 7-3f, 7-10d. Doors have their own module."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import doors, formation, fuel, tasks
from flakhouse.games.b29.advice import stores as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.order import Order, why_neither
from flakhouse.games.b29.questions import stores as questions
from flakhouse.games.b29.state import Bay, Man, Mission
from flakhouse.games.b29.words import (
    DoorFault,
    DoorState,
    Leg,
    Position,
    Section,
)
from flakhouse.games.bomber.cells import either

__all__ = [
    "ORDERS",
    "bad_release",
    "drop_bombs",
    "drop_tank",
    "force_jettison",
    "jettison_mods",
    "may_hang",
    "offer_salvo",
    "pilot_there",
    "run_release",
    "why_no_tank",
    "why_not_drop_tank",
    "why_not_jettison_bombs",
    "word",
]


RELEASE = CHARTS.bind("7-3f-release", either("released", "hung"))
JETTISON = CHARTS.bind("7-3f-jettison", either("released", "hung"))
SALVO = CHARTS.bind("7-10d-salvo", either("open", "jammed"))
_IN_BAY = (JETTISON.mods["man_in_bay"],)


# ------------------------------------------------------------------ releases


def word(bay: Bay) -> str:
    """2.3G: a bay, in a sentence."""
    return "forward" if bay.section is Section.FWD_BAY else "aft"


def pilot_there(m: Mission) -> bool:
    """7-3e, 7-3f: a fit man is in a pilot's seat."""
    return m.manned(Position.PILOT) or m.manned(Position.COPILOT)


def bad_release(m: Mission, bay: Bay) -> bool:
    """4-9h, 7-3f: bombs and tank of this bay leave by a lucky hand only."""
    return bay.release_damaged or m.plane.release_failed


def may_hang(m: Mission) -> bool:
    """4-9h, 7-3f Bombs are on their way to the target that may not drop there."""
    if m.leg is not Leg.OUT or m.aborted:
        return False
    return any([bay.bombs and bad_release(m, bay) for bay in m.plane.bays()])


def _jettison_roll(ref: Referee, m: Mission, *bays: Bay) -> bool:
    """4-9h, 7-3f: one try; a man tripping the shackles in the bay helps."""
    helper = _helper(m, *bays)
    if helper is not None:
        helper.busy = True
    return ref.roll(JETTISON, NO_MODS if helper is None else _IN_BAY)


def _helper(m: Mission, *bays: Bay) -> Man | None:
    """7-3f: a man in one of these bays."""
    return next((man for bay in bays if (man := tasks.man_in(m, bay.section)) is not None), None)


def jettison_mods(m: Mission, bay: Bay) -> Sequence[Mod]:
    """7-3f: what counts for the next try at this bay's bombs; with the whole release failed both bays are one."""
    bays = [bay] if bay.release_damaged else [each for each in m.plane.bays() if not each.release_damaged]
    return NO_MODS if _helper(m, *[each for each in bays if each.bombs]) is None else _IN_BAY


# ------------------------------------------------------------------ bombs


def why_not_jettison_bombs(m: Mission) -> str:
    """4.7B, D; 7.2; 4-9e; D16, D17: why no bombs can be jettisoned now, or nothing."""
    plane = m.plane
    if not plane.bombs_aboard():
        return "no bombs aboard (4.7B)"
    if not (m.aborted or m.bomb_run or not plane.all_sound()):
        return "bombs may be dropped when you turn back, after the run, or for an engine out or weak (4.7B, 7.2)"
    why = ""
    for bay in plane.bays():
        if bay.bombs:
            why = doors.why_shut(m, bay)
            if not why and bad_release(m, bay) and _tried_bombs(m, bay):
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
        if not bay.bombs or doors.why_shut(m, bay):
            continue
        if bay.release_damaged:
            _try_bombs(ref, m, bay)
        elif plane.release_failed:
            together.append(bay)
        else:
            _bombs_gone(ref, bay)
    if together:
        _try_bombs(ref, m, *together)
    fuel.relief(ref, m)
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
    if not ref.agreed("salvo", True, lambda: questions.salvo(m)):
        return
    for bay in plane.bays():
        if not bay.bombs:
            continue
        stuck = bay.doors_damaged or bay.fault is DoorFault.WILL_NOT_OPEN or bay.doors is DoorState.JAMMED_SHUT
        if stuck and not ref.roll(SALVO):
            ref.note("bombs-stuck", bay=bay.section.value)
        elif bad_release(m, bay):
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
        return f"no tank in the {word(bay)} bay (2.3G)"
    if not bay.tank_boxes:
        return f"the {word(bay)} tank is empty and plays no part (2.3G)"
    why = doors.why_shut(m, bay)
    if not why and bad_release(m, bay) and bay.tank_try == m.turn:
        return "one try a turn with a bad release (7-3f)"
    return why


def drop_tank(ref: Referee, m: Mission, bay: Bay) -> bool:
    """2.3G, 4-9h, 7-3f: jettison the auxiliary tank, apart from any bombs; whether it went."""
    if bad_release(m, bay):
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
    """7-4f, 4-9h, 7-3f, D47: before 6-6, whether the bombs of this bay will drop if its doors open.

    A failed release (4-9h) is tried for once for both bays, a damaged one (7-3f) bay by bay.
    """
    plane = m.plane
    if not bay.bombs:
        return False
    if plane.power_out() and not bay.doors_open():
        return False  # 7-10d: nobody opened these doors
    if not bad_release(m, bay):
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
    if not (m.manned(Position.BOMBARDIER) or pilot_there(m)):
        return False
    key = ref.ask("release-by-hand", advice.release_by_hand(m), lambda: questions.release_by_hand(m, bay))
    return key != questions.NONE and ref.roll(RELEASE)


# ------------------------------------------------------------------ orders


def _bombs_relevant(m: Mission) -> bool:
    """4.7B, D16: there are bombs aboard."""
    return m.plane.fwd.bombs or m.plane.aft.bombs


def _order_bombs(ref: Referee, m: Mission) -> None:
    """D16, D17."""
    drop_bombs(ref, m)


def _tank_relevant(m: Mission) -> bool:
    """2.3G, D15: there is a tank to drop."""
    return m.plane.fwd.fuel() > 0 or m.plane.aft.fuel() > 0


def why_no_tank(m: Mission) -> str:
    """2.3G: why no tank can be dropped now, or nothing."""
    return why_neither(m, _full_tank, why_not_drop_tank)


def _full_tank(bay: Bay) -> bool:
    """2.3G: an auxiliary tank with fuel in it hangs in this bay."""
    return bay.tank_fitted and bay.tank_boxes > 0 and not bay.tank_jettisoned


def _order_tank(ref: Referee, m: Mission) -> None:
    """D15: forward or aft."""
    key = ref.ask("which-tank", advice.which_tank(m), lambda: questions.which_tank(m))
    drop_tank(ref, m, m.plane.bay(Section(key)))


ORDERS: tuple[Order, ...] = (
    Order(
        "jettison-bombs",
        "4.7B",
        "Jettison the bombs",
        _bombs_relevant,
        why_not_jettison_bombs,
        _order_bombs,
        advice.jettison_bombs,
        lambda m: questions.jettison(m),
        advice.why_jettison_bombs,
    ),
    Order(
        "jettison-tank",
        "2.3G",
        "Jettison an auxiliary fuel tank",
        _tank_relevant,
        why_no_tank,
        _order_tank,
        advice.jettison_tank,
        why=advice.why_jettison_tank,
    ),
)
