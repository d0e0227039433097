"""The seat at the table of a session: a player who is not here, a referee who lets him throw his own dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from flakhouse.core.adviser import Adviser
from flakhouse.core.agents import Agent, Suspend
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Dice
from flakhouse.core.journal import Entry
from flakhouse.core.questions import Advice, Question, Rows
from flakhouse.core.referee import LIMIT, Referee
from flakhouse.errors import RulesError

__all__ = ["Player", "SessionReferee", "answers_itself"]

T = TypeVar("T")


class Player(Suspend):
    """The player who is not here: routine questions answer themselves if he wishes, others wait."""

    name = "player"

    def __init__(self, automation: str) -> None:
        self._automation = automation

    def choose(self, question: Question, ref: Referee) -> str:
        """The default of a routine question, or unwind to the session."""
        if answers_itself(question, ref, self._automation):
            return question.default
        return super().choose(question, ref)


def answers_itself(question: Question, ref: Referee, automation: str) -> bool:
    """Whether a question needs no player."""
    if not question.routine or automation == "none":
        return False
    if automation == "formal" and question.matters:
        return False
    return automation == "routine" or ref.state is not None or question.settled


class SessionReferee(Referee):
    """A referee whose player throws the dice of every roll after number `table_after`, and has an adviser."""

    def __init__(
        self,
        dice: Dice,
        agent: Agent,
        journal: Sequence[Entry],
        trace: bool,
        table_after: int | None,
        house: Mapping[str, Chart[object]],
        stop: int = -1,
        adviser: Adviser | None = None,
    ) -> None:
        super().__init__(dice, agent, journal, trace, table_after is not None, house, stop=stop)
        self.table_after = table_after
        self.adviser = adviser

    def put(self, id: str, advised: Advice, question: Question, row: str = "", rows: Rows | None = None) -> str:
        """Put a question with the advice of the player's adviser, if that is another than doctrine's."""
        if self.adviser is not None:
            question.put(id, advised)
            found = self.adviser.advice(question, self.state)
            if found is not None:
                question.advise(*found)
                advised = found[0]
        return super().put(id, advised, question, row, rows)

    def _faces(self, chart: Chart[T], count: int) -> tuple[tuple[int, ...], bool]:
        self.table_dice = self.table_after is not None and self.rolls > self.table_after
        if self.rolls + self.asked > LIMIT:  # house charts may send the rules round in circles without a question
            raise RulesError(f"more than {LIMIT} rolls: {chart.id} goes round in circles")
        return super()._faces(chart, count)
