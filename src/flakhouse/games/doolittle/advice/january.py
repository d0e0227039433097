"""13.1 What a careful planner does in January: as in history."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking
from flakhouse.games.doolittle.questions import january as questions
from flakhouse.games.doolittle.words import Diplomat, Month

__all__ = ["b25s", "calendar", "doolittle_box", "telephone"]


def calendar(ref: Referee, diplomat: Diplomat, free: bool) -> str:
    """13.1.1 The month of history; who has none is left out if he may be (`free`), else told in March."""
    month = asking.history(ref, diplomat.value)
    if month in set(Month):
        return month
    return questions.NONE if free else Month.MARCH.value


def doolittle_box(ref: Referee) -> str:
    """13.1.1 The box of history."""
    return asking.history(ref, "Doolittle")


def telephone(ref: Referee) -> bool:
    """13.1.1 As in history."""
    return asking.history(ref, "telephone") == "yes"


def b25s(ref: Referee) -> str:
    """13.1.2 As many as in history."""
    return asking.history(ref, "B-25s")
