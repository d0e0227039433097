"""13.4.1 to 13.4.3 What a careful planner does in March: as in history."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking

__all__ = ["brief_squadron", "liberty", "lower_than_low", "measure", "training_site"]


def training_site(ref: Referee) -> str:
    """13.4.1 The field of history."""
    return asking.history(ref, "site")


def liberty(ref: Referee) -> bool:
    """13.4.1 As in history."""
    return asking.history(ref, "liberty") == "yes"


def measure(ref: Referee, name: str) -> bool:
    """13.4.2 The measures of history."""
    return name in asking.history(ref, "measures").split(", ")


def brief_squadron(ref: Referee) -> bool:
    """13.4.3 As in history."""
    return asking.history(ref, "brief the squadron") == "yes"


def lower_than_low(done: Mapping[str, bool]) -> str:
    """13.4.3 Liberty before a briefing."""
    return next(key for key, already in done.items() if not already)
