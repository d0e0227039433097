"""7-10c The auxiliary generator: what it drives when the electrical system is out (D21)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import formation, gear, tasks
from flakhouse.games.b29.advice import gear as advice
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.questions import gear as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Section

__all__ = ["ORDERS", "before_landing", "why_no_generator", "why_not_nose_gear"]


def why_no_generator(m: Mission) -> str:
    """7-10c: why the auxiliary generator is of no help now, or nothing."""
    plane = m.plane
    if not plane.power_out():
        return "the electrical system works (7-10c)"
    if plane.generator_out:
        return "the auxiliary generator is out (7-7)"
    if plane.altitude is not Altitude.LO:
        return "the generator runs at LO only (7-10c)"
    if tasks.man_in(m, Section.UTILITY) is None:
        return "a fit man must be in Utility (7-10c)"
    return ""


def _relevant(m: Mission) -> bool:
    """7-10c: there is work for the generator."""
    return m.plane.electrical_hits >= 2


def _why_not(m: Mission) -> str:
    """7-10c, D21: why the generator can drive nothing now, or nothing."""
    if m.plane.generator_item:
        return "it drives one thing a turn (7-10c)"
    return why_no_generator(m)


def _drive(ref: Referee, m: Mission) -> None:
    """7-10c, D21: what the generator drives this turn; the nose gear may go down early, to keep the pump."""
    plane = m.plane
    key = ref.ask("generator", advice.generator(m), lambda: questions.drive(m))
    if key == questions.NOTHING:
        return
    plane.generator_item = key
    tasks.man_busy(m, Section.UTILITY)
    ref.note("generator", causes=(), item=key)
    if key == questions.NOSE_GEAR:
        plane.nose_gear_extended = True
        formation.leave(ref, m, "nose gear down")


def why_not_nose_gear(m: Mission) -> str:
    """7-10c, f: why the generator cannot lower the nose gear now."""
    plane = m.plane
    if plane.nose_gear not in gear.NOSE_UNTOUCHED:
        return "the nose gear itself is damaged (7-1)"
    if plane.gear_controls_out:
        return "the gear control is out (7-9c)"
    if plane.nose_gear_extended:
        return "the nose gear is down (7-10c)"
    return ""


def before_landing(ref: Referee, m: Mission) -> None:
    """7-10c, D21: on the landing turn the generator drives nose gear or hydraulic pump, not both."""
    plane = m.plane
    if plane.generator_item or plane.generator_out or plane.altitude is not Altitude.LO:
        return  # it has its task for this turn, or cannot run
    if tasks.send(ref, m, Section.UTILITY, "generator-man", lambda: questions.generator_man(m)) is None:
        return
    key = ref.ask("generator-landing", advice.generator_landing(m), lambda: questions.drive_landing(m))
    if key == tasks.NOBODY:
        return
    plane.generator_item = key
    ref.note("generator", causes=(), item=key)
    if key == questions.NOSE_GEAR:
        plane.nose_gear_extended = True
    else:
        plane.hydraulic_pump_landing = True


ORDERS: tuple[Order, ...] = (
    Order("generator", "7-10c", "Drive something by the auxiliary generator", _relevant, _why_not, _drive),
)
