"""What "crew first" advises otherwise than doctrine: few men lost on this flight, whatever becomes of the tour.

Where the two differ was found by scripts/advice: of the weighty questions only this one. On all others
what is best for the tour is best for this flight.
"""

from __future__ import annotations

from flakhouse.core.adviser import Own
from flakhouse.core.questions import Question
from flakhouse.games.b29.questions import abort as abort_keys
from flakhouse.games.b29.state import Mission

__all__ = ["OWN", "abort"]


def abort(state: object, question: Question) -> tuple[str, str] | None:
    """4.7A With leave to turn back, turn back; who has flown on keeps to it until something changes."""
    if isinstance(state, Mission) and state.leave_declined and question.routine:
        return None
    return (
        abort_keys.ABORT,
        "Every zone nearer to Japan costs men; that the mission is flown again is another day.",
    )


OWN: dict[str, Own] = {"abort": abort}
