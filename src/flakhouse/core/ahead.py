"""Looking ahead: questions that follow one another without a die between, so that a form can ask them together.

The rules ask as ever, one question after another, and the journal has every single answer. `ahead` only finds out
what would be asked, by playing the journal again in memory and going on with the answers wished for; `give` then
answers the open question and those behind it. No die is ever thrown: the rules stop where they want the first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Sequence

from flakhouse.core.agents import Agent
from flakhouse.core.dice import Dice
from flakhouse.core.journal import Answer
from flakhouse.core.questions import NeedDice, Pending, Question
from flakhouse.core.referee import Referee
from flakhouse.core.seat import answers_itself
from flakhouse.core.session import Session
from flakhouse.errors import FlakhouseError

__all__ = ["ahead", "back", "give"]

#: Says the answer to a question that would be asked. It is called while the question is open in the rules.
Wish = Callable[[Question], str]
#: Looks at the state in which a question would be asked, before it is answered.
Look = Callable[[Question, Referee], None]


class _Stop(BaseException):
    """The rules want a die or a marker drawn blindly: as far as a form can look."""


class _NoDice(Dice):
    """Dice that are not thrown."""

    def refill(self) -> None:
        """Stop the rules."""
        raise _Stop

    def below(self, count: int) -> int:
        """Stop the rules; also where one marker is all there is to draw."""
        raise _Stop


class _Ahead(Agent):
    """Answers the questions of a run, and stops the rules at the first that does not belong to it."""

    name = "ahead"

    def __init__(self, ids: Collection[str], wish: Wish, automation: str, look: Look | None) -> None:
        self.ids = ids
        self.wish = wish
        self.look = look
        self.automation = automation
        self.ref: Referee | None = None
        self.check = 0  # the running check of all rolls and draws when the run began

    def choose(self, question: Question, ref: Referee) -> str:
        """The wish; what answers itself does so here too."""
        if self.ref is None:
            self.ref, self.check, ref.dice = ref, ref.check, _NoDice()
        if ref.check != self.check:  # a marker was drawn from a cup that held only one
            raise _Stop
        if answers_itself(question, ref, self.automation):
            return question.default
        if question.id not in self.ids:
            raise Pending(question)
        if self.look is not None:
            self.look(question, ref)
        key = self.wish(question)
        return key if question.accepts(key) else question.default


def ahead(
    session: Session,
    ids: Collection[str],
    wish: Wish,
    look: Look | None = None,
    at_dice: Callable[[], None] | None = None,
) -> Referee | None:
    """Call `wish` for the open question and for each behind it, as long as they are of these ids and no die falls
    between them. The session stays as it is; the referee that comes back has the state that those answers lead to.
    `at_dice` is called where it is dice that end it, and nothing is known of what is asked behind them.
    """
    agent = _Ahead(ids, wish, session.automation, look)
    try:
        with contextlib.suppress(Pending):
            session.play_on(agent)
    except (NeedDice, _Stop):
        if at_dice is not None:
            at_dice()
    return agent.ref


def give(session: Session, keys: Sequence[str]) -> None:
    """Answer the open question and those behind it: all of them, or none."""
    before = session.steps
    try:
        for key in keys:
            session.answer(key)
    except FlakhouseError:
        if session.steps > before:
            own = range(before, session.steps)
            session.undo(sum(step not in session.chapter.auto for step in own))
        raise


def back(session: Session, starts: Callable[[Session], Collection[str]], over: Collection[str] = ()) -> int:
    """Take back the last answer; of a run that was answered together, the whole run. How many answers that were.

    `starts` gives the ids of the run that the open question belongs to, none if it belongs to none; `over` are
    those that belong together over the dice between them.
    """
    done = session.undo()
    while (ids := starts(session)) and _in_run(session, ids, over):
        done += session.undo()
    return done


def _in_run(session: Session, ids: Collection[str], over: Collection[str]) -> bool:
    """Whether the last step answered a question of the same run, with no die since."""
    entries, auto = session.chapter.entries, set(session.chapter.auto)
    last = next((i for i in range(len(entries) - 1, -1, -1) if i not in auto), None)
    if last is None or session.pending is None:
        return False
    entry = entries[last]
    if not isinstance(entry, Answer) or entry.ask not in ids:
        return False
    return entry.check == session.ref.check or (entry.ask in over and session.pending.id in over)
