"""What "crew first" advises otherwise than doctrine: few men lost on this flight, whatever becomes of the tour.

Where the two differ was found by scripts/advice: of the weighty questions only these. On all others
what is best for the tour is best for this flight.
"""

from __future__ import annotations

from flakhouse.core.adviser import Own
from flakhouse.core.questions import Question
from flakhouse.games.b29.questions import abort as abort_keys
from flakhouse.games.b29.questions import ending as ending_keys

__all__ = ["OWN", "abort", "land_or_jump"]


def abort(state: object, question: Question) -> tuple[str, str] | None:
    """4.7A With leave to turn back, turn back."""
    return (
        abort_keys.ABORT,
        "Every zone nearer to Japan costs men; that the mission is flown again is another day.",
    )


def land_or_jump(state: object, question: Question) -> tuple[str, str] | None:
    """8.3 Where doctrine lands with a few men to save the bomber, everybody jumps."""
    if question.default != ending_keys.SOME:
        return None
    return ending_keys.BAIL_OUT, "The bomber is not worth the men who would land it."


OWN: dict[str, Own] = {"abort": abort, "land-or-jump": land_or_jump}
