"""A kit: everything a game is made of, in one place. Each part is named "module:object" and loaded when used.

A part that a game does not have is left out and then stands in nobody's way; a part that is named must be there,
and `missing` finds it when the kit is entered, not when a page is drawn.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from typing import TypeVar

from flakhouse.errors import KitError

__all__ = ["Kit"]

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Kit:
    """The parts of a game. All but the first belong to front ends and may be left out."""

    game: str  # its rules: a Game
    renderer: str = ""  # its words: a function that makes a Renderer of the Game
    scenes: str = ""  # the package whose scenes.toml names its scenes, and slates.toml its forms
    board: str = ""  # its drawing: a function that makes a Board
    mission_form: str = ""  # its log sheet
    campaign_form: str = ""  # and that of a tour
    form_events: str = ""  # the kinds of events that the second wants
    sums: str = ""  # what a form adds up to: a function of referee and state
    facts: str = ""  # what a choice on a form of a whole page gives and costs
    orders: str = ""  # what may be ordered on a form for questions that come back after dice
    outlook: str = ""  # what may be expected of a mission: a function of referee and state
    collector: str = ""  # what studies count
    guide: str = ""  # the package and file of its guided first mission: "flakhouse.render:guides/b17.toml"

    def load(self, part: str, kind: type[T]) -> T:
        """The part of this name, which must be of this kind."""
        where: str = getattr(self, part)
        module, _, attribute = where.partition(":")
        try:
            found: object = getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as bad:
            raise KitError(f"{part} {where!r}: {bad}") from bad
        if not isinstance(found, kind):
            raise KitError(f"{part} {where!r} is no {kind.__name__}")
        return found

    def missing(self) -> list[str]:
        """The parts that are named and whose module is nowhere."""
        lost: list[str] = []
        for part in fields(self):
            where: str = getattr(self, part.name)
            if where and not _there(where.partition(":")[0]):
                lost.append(f"{part.name} {where!r}")
        return lost


def _there(module: str) -> bool:
    """Whether there is such a module. The packages around it are not imported: that would take its time."""
    if module in sys.modules:
        return True
    package, *parts = module.split(".")
    try:
        spec = find_spec(package)
    except ValueError:  # a module that was made, not found
        spec = None
    for part in parts:
        if spec is None or spec.submodule_search_locations is None:
            return False
        package = f"{package}.{part}"
        spec = PathFinder.find_spec(package, spec.submodule_search_locations)
    return spec is not None
