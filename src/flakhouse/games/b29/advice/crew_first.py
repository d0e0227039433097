"""What "crew first" advises otherwise than doctrine: few men lost on this flight, whatever becomes of the tour.

Where the two differ was found by scripts/advice: of the weighty questions only these. On all others
what is best for the tour is best for this flight.
"""

from __future__ import annotations

from flakhouse.core.adviser import Own
from flakhouse.core.questions import YES, Question
from flakhouse.games.b29.advice import ending, weather
from flakhouse.games.b29.questions import abort as abort_keys
from flakhouse.games.b29.questions import ending as ending_keys
from flakhouse.games.b29.state import Mission

__all__ = ["OWN", "WHY_ROUND", "abort", "land_or_jump", "storm_detour"]

WHY_ROUND = "A storm can break the bomber, and the box can be spared, if need be by turning back."


def abort(state: object, question: Question) -> tuple[str, str] | None:
    """4.7A With leave to turn back, turn back; who has flown on keeps to it until something changes."""
    if isinstance(state, Mission) and state.leave_declined and question.routine:
        return None
    return (
        abort_keys.ABORT,
        "Every zone nearer to Japan costs men; that the mission is flown again is another day.",
    )


def land_or_jump(state: object, question: Question) -> tuple[str, str] | None:
    """8.3, D61 Nobody stays aboard for the bomber's sake."""
    if not isinstance(state, Mission) or ending_keys.BAIL_OUT not in question.options:
        return None
    roll = question.options[ending_keys.LAND].stakes[0]
    if not ending.safer_empty(state, sum(mod.value for mod in roll.mods)):
        return None
    return ending_keys.BAIL_OUT, "Such a landing can kill whoever is aboard; parachutes cost a man now and then."


def storm_detour(state: object, question: Question) -> tuple[str, str] | None:
    """4-3, D22 Round the storm, though it may turn the bomber back. Through it: 0.013 ±0.005 men a flight more."""
    if not isinstance(state, Mission) or not weather.affords_detour(state):
        return None
    return YES, WHY_ROUND


OWN: dict[str, Own] = {"abort": abort, "land-or-jump": land_or_jump, "storm-detour": storm_detour}
