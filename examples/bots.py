"""Two bots of our own, to be entered in a comparison:

    flakhouse compare b17 --missions 2000 --pilot doctrine \\
        --pilot examples/bots.py:HoldFire --pilot examples/bots.py:Nervous

docs/bots.md explains them.
"""

from __future__ import annotations

import random

from flakhouse.core.agents import Agent
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee


class HoldFire(Agent):
    """Does what a careful player does, but its gunners never fire. What are the guns worth?"""

    name = "hold-fire"
    wants = frozenset({"fire-plan"})

    def choose(self, question: Question, ref: Referee) -> str:
        """Hold fire where that is an option; else the default, which is what a careful player does."""
        if question.id == "fire-plan" and "hold" in question.options:
            return "hold"
        return question.default


class Nervous(Agent):
    """Turns back one time in six that it may, by dice of its own."""

    name = "nervous"
    wants = frozenset({"abort"})

    def __init__(self, seed: str) -> None:
        """A bot with dice of its own makes them from the seed, so that the same study gives the same figures."""
        self.dice = random.Random(seed)

    def choose(self, question: Question, ref: Referee) -> str:
        """Abort, or the default."""
        if question.id == "abort" and "abort" in question.options and self.dice.randint(1, 6) == 6:
            return "abort"
        return question.default
