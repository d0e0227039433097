"""Agents: whoever answers. Bots subclass Agent; the player of a session is a Suspend."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from flakhouse.core.questions import Pending, Question
from flakhouse.errors import AnswerError

if TYPE_CHECKING:
    from flakhouse.core.referee import Referee

__all__ = ["Agent", "Default", "RandomAgent", "Scripted", "Suspend", "Together"]


class Together(str):
    """An answer that brings along those to the questions behind it: its own key, and one for each row.

    The journal has them one by one, as if each had been asked. A row that the rules do not come to is not used.
    Where one row makes the answer of another impossible, the agent is asked, or its advice is taken.
    """

    __slots__ = ("rows",)

    def __new__(cls, key: str, rows: Mapping[str, str]) -> Together:
        """The key, with the rows: names and keys as in `Question.rows`."""
        self = super().__new__(cls, key)
        self.rows = rows
        return self

    rows: Mapping[str, str]

    def checked(self, question: Question) -> Mapping[str, str]:
        """The rows, each with one of its keys."""
        able = question.rows
        for name, key in self.rows.items():
            if key not in able.get(name, ()):
                raise AnswerError(f"{key!r} does not answer the row {name!r} of {question.id!r}: {dict(able)}")
        return self.rows


class Agent:
    """Answers questions.

    `wants` are the ids of the questions it wants to be asked, None: all. The others are left to advice, and where
    nobody reads the log or keeps the answers they are not even made.
    """

    name = "agent"
    wants: Container[str] | None = None

    def choose(self, question: Question, ref: Referee) -> str:
        """The key of an option."""
        raise NotImplementedError


class Default(Agent):
    """Takes the advice of every question. As long as it does, no question is even made."""

    name = "default"

    def choose(self, question: Question, ref: Referee) -> str:
        """The default."""
        return question.default


class Suspend(Agent):
    """Has no answer: stops the rules at the first open question."""

    name = "suspend"

    def choose(self, question: Question, ref: Referee) -> str:
        """Unwind to the session."""
        raise Pending(question)


class RandomAgent(Agent):
    """Takes any legal option, from its own seed."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def choose(self, question: Question, ref: Referee) -> str:
        """Any option with equal chance; the default of a free question."""
        if question.free:
            return question.default
        return self._rng.choice(list(question.keys))


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

    def choose(self, question: Question, ref: Referee) -> str:
        """The next answer of the list, then those of `then`."""
        if self.at >= len(self.answers):
            if self.then is None:
                raise AnswerError(
                    f"no answer given for {question.id!r} ({question.prompt}); options {list(question.options)}"
                )
            return self.then.choose(question, ref)
        answer = self.answers[self.at]
        self.at += 1
        if "=" in answer:
            id, answer = answer.split("=", 1)
            if id != question.id:
                raise AnswerError(f"expected question {id!r}, got {question.id!r} ({question.prompt})")
        return answer
