"""The open question of a session, from which the chapter is played out again and again.

A play-out would begin with the way to the question, which is the larger half of it in the midst of a flight. So
where the rules fly a turn of steps, the state at the beginning of the last step before the question is kept, and
each play-out begins there with a copy of it. In a game without such steps, before the first one, with dice that
were thrown at the table, or with a state that cannot be copied for certain, the whole way is gone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from flakhouse.core.agents import Default
from flakhouse.core.chapter import Chain
from flakhouse.core.copies import Unsure, copier
from flakhouse.core.deadline import limited
from flakhouse.core.dice import Dice
from flakhouse.core.game import Ending
from flakhouse.core.journal import Throw
from flakhouse.core.referee import Referee
from flakhouse.core.seat import SessionReferee
from flakhouse.core.session import Session
from flakhouse.core.start import Start

__all__ = ["Standpoint"]


class _There(Exception):
    """The open question is reached."""


def _stop(ref: Referee) -> NoReturn:
    raise _There


class _Step(NamedTuple):
    """The beginning of a step: its place in the turn, what there was, and how far everything had come."""

    place: int
    start: Start
    copy: Callable[[], tuple[object, ...]]
    answers: int
    rolls: int
    asked: int
    drawn: int


class Standpoint:
    """The open question of a session that has been run. `whole`: go the whole way each time."""

    def __init__(self, session: Session, whole: bool = False) -> None:
        self.game = session.game
        self._session = session
        self._way: Sequence[str] = ()
        self._faces = b""
        self._step = None if whole else self._found()
        if self._step is not None:
            self._way = session.ref.path[self._step.answers :]

    @property
    def short(self) -> bool:
        """Whether a play-out begins at the last step."""
        return self._step is not None

    def play_out(self, arrive: Callable[[Referee], str]) -> Ending:
        """Play to the end of the chapter; `arrive` answers the open question and hands over."""
        session, step = self._session, self._step
        if step is None:
            return session.play_out(arrive)
        dice = Dice()
        dice.buffer = self._faces
        house = session.house.charts if session.house else {}
        ref = SessionReferee(dice, Default(), (), False, None, house)
        ref.rolls, ref.asked = step.rolls, step.asked
        ref.retrace(self._way, arrive)
        state, record = step.copy()
        return limited(self.game.fly_on, ref, step.start, state, record, step.place)

    def _found(self) -> _Step | None:
        """The last step before the question: the first time steps are counted, the second time it is kept."""
        chapter = self._session.chapter
        if chapter.position is not None or any(isinstance(entry, Throw) for entry in chapter.entries):
            return None
        places: list[int] = []
        self._walk(lambda ref: places.append)
        if not places:
            return None
        kept: list[_Step] = []

        def watch(ref: Referee) -> Callable[[int], None]:
            left = len(places)

            def told(place: int) -> None:
                nonlocal left
                left -= 1
                if not left and ref.start is not None and isinstance(ref.dice, Chain):
                    copy = copier(ref.state, ref.record)
                    far = (len(ref.path), ref.rolls, ref.asked, ref.dice.drawn)
                    kept.append(_Step(place, ref.start, copy, *far))

            return told

        try:
            ref = self._walk(watch)
        except Unsure:
            return None
        if not kept or not isinstance(ref.dice, Chain):
            return None
        self._faces = ref.dice.fresh().some(ref.dice.drawn)[kept[0].drawn :]
        return kept[0]

    def _walk(self, watch: Callable[[Referee], Callable[[int], None]]) -> Referee:
        """Go to the question; what `watch` makes is told of the steps on the way."""
        ref = self._session.retracing(_stop)
        ref.on_step = watch(ref)
        with contextlib.suppress(_There):
            self._session.fly(ref)
        return ref
