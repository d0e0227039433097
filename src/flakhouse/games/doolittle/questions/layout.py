"""9.5.1 Questions of the Task Force Layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Barred, Option, Question, Subject
from flakhouse.games.doolittle.state import Ship

__all__ = ["DONE", "arrange_ship", "arrange_space", "space"]

DONE = "done"


def space(name: str) -> Subject:
    """9.5.1, 10.2 A space of the Task Force Layout, or a box of it for Recon."""
    return Subject("box", name)


def arrange_ship(on: Sequence[Ship], strays: Mapping[str, str]) -> Question:
    """9.5.1 The ship that is moved next; `strays` would take up their station again."""
    options = {DONE: Option("The ships stand as they should")}
    options.update((s.name, Option(f"{s.name} ({s.sort}), {s.space}", s.subject)) for s in on)
    why = "She need not trail behind any more." if strays else "Every ship is at her station."
    return Question("9.5.1", "Which ship is moved?", options, why=lambda: why)


def arrange_space(ship: Ship, spaces: Mapping[str, str], barred: Mapping[str, str]) -> Question:
    """9.5.1 The space that a ship takes; each in words."""
    options = {name: Option(words, space(name)) for name, words in spaces.items()}
    shut = {name: Barred(why, "", space(name)) for name, why in barred.items()}
    return Question("9.5.1", f"{ship.name}: which space?", options, ship.subject, barred=shut)
