"""What "crew first" advises otherwise than doctrine: few men lost on this flight, whatever becomes of the tour.

Where the two differ was found by scripts/advice: of the weighty questions only this one. On all others
what is best for the tour is best for this flight.
"""

from __future__ import annotations

from flakhouse.core.adviser import Own
from flakhouse.core.questions import Question
from flakhouse.games.b17.state import Mission

__all__ = ["OWN", "abort"]


def abort(state: object, question: Question) -> tuple[str, str] | None:
    """13.1 Turn back as soon as anything is wrong; with a sound bomber it flies on like anybody else.

    Who has flown on keeps to it until something changes.
    """
    if not isinstance(state, Mission) or state.nothing_wrong():
        return None
    if question.routine and state.leave_declined:
        return None
    if state.zone == state.target.zone:
        return "abort", "The bomber is hurt, and the flak over the target costs men."
    return "abort", "The bomber is hurt, and every zone nearer to the target costs men."


OWN: dict[str, Own] = {"abort": abort}
