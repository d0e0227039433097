"""7-3e, 7-10d The questions about bomb doors."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.questions import Barred, Option, Question, yes_no
from flakhouse.core.stakes import on_results
from flakhouse.games.b29 import doors, stores
from flakhouse.games.b29.cells import Motor
from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.b29.words import DoorState

__all__ = ["doors_by_hand", "doors_by_pilot", "which_doors"]


def doors_by_pilot(m: Mission, bay: Bay) -> Question:
    """7-3e, 4-9g, D46: the pilot's one try from the cockpit."""
    return yes_no(
        "7-3e",
        f"The {stores.word(bay)} bomb doors do not open. Does the pilot try them?",
        bay.subject,
        yes=Option("Yes", stakes=(on_results("they open", "7-3e-pilot", ["open"]),)),
        why=lambda: "A try costs nothing.",
    )


def which_doors(m: Mission) -> Question:
    """7-3e, D20: the doors that the motor works."""
    stakes = (on_results("they move", "7-3e-motor", ["moved"]),)
    return Question(
        "7-3e",
        "Which doors does the motor work?",
        {
            bay.section.value: Option(_motor_task(bay), bay.subject, stakes=stakes)
            for bay in m.plane.bays()
            if not doors.why_no_motor(m, bay)
        },
        barred=_barred(m, doors.why_no_motor),
        why=lambda: "Each bay has one try.",
    )


def _motor_task(bay: Bay) -> str:
    """7-3e: what the motor would do here."""
    verb = "Open" if bay.doors is DoorState.JAMMED_SHUT else "Close"
    return f"{verb} the {stores.word(bay)} doors"


def doors_by_hand(m: Mission) -> Question:
    """7-10d, D48 Which doors are worked by motor and generator."""
    options: dict[str, Option] = {}
    for bay in m.plane.bays():
        if not doors.why_not_hand(m, bay):
            name = bay.section.value
            stakes = (on_results("they move", doors.hand_chart(bay).id, [Motor.MOVED]),)
            task = doors.hand_task(m, bay).capitalize()
            options[name] = Option(f"{task} the doors, {name}", bay.subject, stakes=stakes)
    return Question("7-10d", "Which doors are worked by hand?", options, barred=_barred(m, doors.why_not_hand))


def _barred(m: Mission, why_not: Callable[[Mission, Bay], str]) -> dict[str, Barred]:
    """D15, D20: the bays that cannot be chosen, with the reason."""
    whys = [(bay, why_not(m, bay)) for bay in m.plane.bays()]
    return {bay.section.value: Barred(why, bay.section.value, bay.subject) for bay, why in whys if why}
