"""Agents: whoever answers. Bots subclass Agent; the player of a session is a Suspend."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flakhouse.core.ask import Ask, Pending
from flakhouse.errors import AnswerError

if TYPE_CHECKING:
    from flakhouse.core.referee import Referee

__all__ = ["Agent", "Default", "RandomAgent", "Scripted", "Suspend"]


class Agent:
    """Answers questions."""

    name = "agent"
    takes_default = False  # takes the default of every question, whatever it is

    def choose(self, ask: Ask, ref: Referee) -> str:
        """The key of an option."""
        raise NotImplementedError


class Default(Agent):
    """Takes the default of every question."""

    name = "default"
    takes_default = True

    def choose(self, ask: Ask, ref: Referee) -> str:
        """The default."""
        return ask.default


class Suspend(Agent):
    """Has no answer: stops the rules at the first open question."""

    name = "suspend"

    def choose(self, ask: Ask, ref: Referee) -> str:
        """Unwind to the session."""
        raise Pending(ask)


class RandomAgent(Agent):
    """Takes any legal option, from its own seed."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def choose(self, ask: Ask, ref: Referee) -> str:
        """Any option with equal chance; the default of a free question."""
        if ask.free:
            return ask.default
        return self._rng.choice(list(ask.options))


class Scripted(Agent):
    """Answers from a list: keys in order, or "question-id=key" to check the question too. For tests."""

    name = "scripted"

    def __init__(self, answers: Iterable[str], then: Agent | None = None) -> None:
        self.answers = list(answers)
        self.at = 0
        self.then = then

    def left(self) -> int:
        """How many answers were not asked for."""
        return len(self.answers) - self.at

    def choose(self, ask: Ask, ref: Referee) -> str:
        """The next answer of the list, then those of `then`."""
        if self.at >= len(self.answers):
            if self.then is None:
                raise AnswerError(f"no answer given for {ask.id!r} ({ask.prompt}); options {list(ask.options)}")
            return self.then.choose(ask, ref)
        answer = self.answers[self.at]
        self.at += 1
        if "=" in answer:
            id, answer = answer.split("=", 1)
            if id != ask.id:
                raise AnswerError(f"expected question {id!r}, got {ask.id!r} ({ask.prompt})")
        return answer
