"""An adviser beside the game's own: to some questions it has answers, and reasons, of its own.

The advice of the rules (`ref.ask(id, advised, ...)`) is that of `doctrine`. Another adviser is a table of
functions, one for each question on which it thinks otherwise. It flies as a pilot like any bot; in a session it
stands behind the player: its answer is the marked one, Enter takes it, and its reason is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flakhouse.core.agents import Agent
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee

__all__ = ["Adviser", "Own"]

#: The state and the question, to the advised key and the reason; None: doctrine is right.
Own = Callable[[object, Question], "tuple[str, str] | None"]


class Adviser(Agent):
    """Advice of its own where it has any, doctrine's elsewhere."""

    def __init__(self, name: str, own: Mapping[str, Own]) -> None:
        self.name = name
        self.own = own
        self.wants = own

    def advice(self, question: Question, state: object) -> tuple[str, str] | None:
        """The advised key and the reason, where it thinks otherwise than doctrine and the rules allow it."""
        find = self.own.get(question.id)
        found = find(state, question) if find is not None else None
        return found if found is not None and found[0] in question.options else None

    def choose(self, question: Question, ref: Referee) -> str:
        """Its advice."""
        found = self.advice(question, ref.state)
        return question.default if found is None else found[0]
