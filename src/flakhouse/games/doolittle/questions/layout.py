"""9.5.1 Questions of the Task Force Layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Barred, Option, Question, Subject
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Ship

__all__ = ["DONE", "arrange_ship", "arrange_space", "movable", "space"]

DONE = "done"


def space(name: str) -> Subject:
    """9.5.1, 10.2 A space of the Task Force Layout, or a box of it for Recon."""
    return Subject("box", name)


def movable(on: Sequence[Ship]) -> list[str]:
    """9.5.1 The ships that may be moved, or that all is done."""
    return [DONE, *by_ship(on)]


def arrange_ship(on: Sequence[Ship], strays: Mapping[str, str], asked: bool = True) -> Question:
    """9.5.1 The ship that is moved next; `strays` would take up their station again. Who has not `asked` for it
    need not say that all is well."""
    found = [Option(f"{s.name} ({s.sort}), {s.space}", s.subject) for s in on]
    options = dict(zip(movable(on), [Option("The ships stand as they should"), *found], strict=True))
    why = "She need not trail behind any more." if strays else "Every ship is at her station."
    return Question("9.5.1", "Which ship is moved?", options, routine=not asked and not strays, why=lambda: why)


def arrange_space(ship: Ship, spaces: Mapping[str, str], barred: Mapping[str, str]) -> Question:
    """9.5.1 The space that a ship takes; each in words."""
    options = {name: Option(words, space(name)) for name, words in spaces.items()}
    shut = {name: Barred(why, "", space(name)) for name, why in barred.items()}
    return Question("9.5.1", f"{ship.name}: which space?", options, ship.subject, barred=shut)
