"""Pilots: bots that fly the same rules as people.

The default of every question is what a careful player would do, so `Doctrine` simply takes it. A pilot with
other ideas overrides single questions by their id; see docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flakhouse.core.agents import Default
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee

__all__ = ["Doctrine", "Prefers"]


class Doctrine(Default):
    """Does what a careful player does: the default of every question."""

    name = "doctrine"


class Prefers(Doctrine):
    """The same, but with answers of its own to some questions, wherever the option is open."""

    name = "prefers"
    PREFERS: Mapping[str, str] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        """It wants the questions that its table answers; all, if it has another way to choose and says nothing."""
        if "wants" not in vars(cls):
            cls.wants = cls.PREFERS if cls.choose is Prefers.choose else None

    def choose(self, question: Question, ref: Referee) -> str:
        """Its own answer if it is open, else the default."""
        wish = self.PREFERS.get(question.id)
        return wish if wish is not None and wish in question.options else question.default
