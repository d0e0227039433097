"""Games brought to an open question by defaults, for tests of odds."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.game import Game
from flakhouse.core.questions import Question
from flakhouse.core.session import Session


def session_at(
    name: str | Game, wanted: Callable[[Question], bool], seed: str = "7", options: dict[str, str] | None = None
) -> Session:
    """A session whose open question is the first that is wanted; all before it took their defaults."""
    game = games.load(name) if isinstance(name, str) else name
    session = Session(game, begin(game, seed, options=options))
    session.run()
    while session.pending is not None and not wanted(session.pending):
        session.answer(session.pending.default)
    assert session.pending is not None, "the question never came"
    return session


def asks(id: str) -> Callable[[Question], bool]:
    """Whether it is this question."""
    return lambda ask: ask.id == id
