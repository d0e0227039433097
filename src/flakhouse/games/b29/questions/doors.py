"""7-3e, 7-10d The questions about bomb doors."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Barred, Option, Question, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import doors, stores
from flakhouse.games.b29.cells import Motor
from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.b29.words import DoorState

__all__ = ["ONE_TRY", "doors_by_hand", "doors_by_pilot", "motor_odds", "which_doors"]

ONE_TRY = "Each bay has one try. A motor that is burnt out works no more doors, nor flaps."


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
    stakes = motor_odds(doors.MOTOR)
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


def motor_odds(chart: Chart[Motor]) -> tuple[Stake, ...]:
    """7-3e, 7-10d: the doors move, or the motor is lost."""
    return (
        on_results("they move", chart.id, [Motor.MOVED]),
        on_results("the motor burns out", chart.id, [Motor.BURNT], good=False),
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
            stakes = motor_odds(doors.hand_chart(bay))
            task = doors.hand_task(m, bay).capitalize()
            options[name] = Option(f"{task} the doors, {name}", bay.subject, stakes=stakes)
    return Question("7-10d", "Which doors are worked by hand?", options, barred=_barred(m, doors.why_not_hand))


def _barred(m: Mission, why_not: Callable[[Mission, Bay], str]) -> dict[str, Barred]:
    """D15, D20: the bays that cannot be chosen, with the reason."""
    whys = [(bay, why_not(m, bay)) for bay in m.plane.bays()]
    return {bay.section.value: Barred(why, bay.section.value, bay.subject) for bay, why in whys if why}
