"""13.0 Questions of the Planning segment, and the historical plan that answers them."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.questions import Keys, Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Fate, Month

__all__ = ["MONTHS", "agreed", "ask", "doolittle_in", "history", "selected"]

MONTHS = tuple(Month)
_HISTORY = data.Reading("P-history", data.cells())


def history(ref: Referee, key: str) -> str:
    """13.0 What the historical plan says about this."""
    return _HISTORY.of(ref)[key]


def ask(ref: Referee, r: Raid, id: str, advised: str, make: Callable[[], Question], keys: Keys) -> str:
    """13.0 A choice of the planner; with the historical plan its own answer, unasked."""
    return advised if r.blotter.historical else ref.ask(id, advised, make, keys)


def agreed(ref: Referee, r: Raid, id: str, advised: bool, make: Callable[[], Question]) -> bool:
    """13.0 Yes or no, asked like any choice of the planner."""
    return advised if r.blotter.historical else ref.agreed(id, advised, make)


def doolittle_in(r: Raid, month: Month) -> bool:
    """13.1.1 The benefit of a Doolittle box: all of them with the telephone, else the one he is in."""
    return r.blotter.telephone or r.blotter.doolittle is month


def selected(r: Raid) -> list[B25]:
    """13.1.2 The B-25s of the mission: picked in January and still there."""
    return [b for b in r.squadron if b.fate is Fate.DECK]
