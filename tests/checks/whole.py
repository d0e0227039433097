"""Whole missions of any game: the same log however they are stopped, resumed, undone or flown unseen."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.chapter import Verdict, begin
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Dice, Seeded
from flakhouse.core.game import Finish, Game, JsonDict
from flakhouse.core.journal import Answer, Entry
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session

T = TypeVar("T")
_SINGLY = 40  # steps repeated one after another when some were taken back


def played(game: Game, seed: str, agent: Agent | None = None, options: Mapping[str, str] | None = None) -> Session:
    """A mission played to its end in a session, every answer by the agent (a random one if none is given)."""
    agent = agent or RandomAgent("r")
    session = Session(game, begin(game, seed, options=options))
    session.run()
    while session.pending is not None:
        session.answer(agent.choose(session.pending, session.ref))
    return session


def _answer(session: Session, entries: Sequence[Entry]) -> None:
    """Give recorded answers again."""
    for entry in entries:
        if not isinstance(entry, Answer):
            raise TypeError(f"no answer: {entry}")
        session.answer(entry.key)


def _answer_on(session: Session, entries: Sequence[Entry], upto: int) -> bool:
    """Answer as recorded, one question after another up to a step, then the rest at once as a file that is read;
    whether the questions had the same answers and marks. (Each answer plays all those before it again: from every
    stop one after another to the end would take many times as long and tell the same.)"""
    _answer(session, entries[session.steps : upto])
    same = session.chapter.entries == entries[:upto]
    if upto < len(entries):
        session.chapter.entries.extend(entries[upto:])
        session.run()
    return same


def stop_faults(whole: Session, stops: int = 12) -> list[str]:
    """Stop a finished mission at some of its prompts and resume each: what differs from the whole. From each stop
    to the next every question is answered by itself, so that none is left out."""
    log, steps = whole.events, whole.steps
    faults: list[str] = []
    chosen = sorted(random.Random(steps).sample(range(steps), stops))
    for step, following in zip(chosen, [*chosen[1:], steps], strict=True):
        again = Session(whole.game, whole.fork(step=step))
        again.run()
        if again.pending is None:
            faults.append(f"step {step}: no question is open")
        if again.events != log[: len(again.events)]:
            faults.append(f"step {step}: the log so far is another")
        same = _answer_on(again, whole.chapter.entries, following)
        if not same or again.events != log or again.finish != whole.finish:
            faults.append(f"step {step}: resumed from there the mission is another")
    return faults


def undo_faults(whole: Session, times: int = 6) -> list[str]:
    """Take back some of the last steps of a finished mission and repeat them: what differs."""
    log, entries, finish = list(whole.events), list(whole.chapter.entries), whole.finish
    rng = random.Random(len(entries))
    faults: list[str] = []
    for _ in range(times):
        back = rng.randrange(1, len(entries))
        whole.undo(back)
        same = _answer_on(whole, entries, min(len(entries), len(entries) - back + _SINGLY))
        if not same or whole.events != log or whole.finish != finish:
            faults.append(f"{back} steps taken back and repeated give another mission")
    return faults


def result(game: Game, seed: str, options: Mapping[str, str], keep: bool) -> tuple[int, Finish]:
    """Rolls and end of a mission by the game's default pilot; without `keep` nobody sees a question."""
    agent = game.pilots()[game.default_pilot](seed)
    ref = Referee(Seeded(seed), agent, keep=keep)
    finish = game.play(ref, None, game.check_options(options))
    return ref.rolls, finish


def tour(game: Game, seed: str, options: Mapping[str, str], most: int = 200) -> tuple[JsonDict, bool, int]:
    """A tour by the default pilot: the campaign at its end, whether it is over, and the missions flown."""
    campaign: JsonDict | None = None
    chosen = game.check_options(options)
    for flight in range(1, most + 1):
        ref = Referee(Seeded(f"{seed}/{flight}"), game.pilots()[game.default_pilot](seed))
        finish = game.play(ref, campaign, chosen)
        campaign = finish.campaign
        if finish.over:
            return campaign, True, flight
    return campaign or {}, False, most


def falsified(game: Game, seed: str, options: Mapping[str, str], steps: int = 12) -> tuple[Verdict, Verdict, int]:
    """A mission begun on defaults, as it stands and with a wrong mark of the state in its last answer.

    The verdicts on both, and the mark as it was. The last answer must be one of a mission in flight.
    """
    session = Session(game, begin(game, seed, options=options))
    session.run()
    while session.pending is not None and session.steps < steps:
        session.answer(session.pending.default)
    honest = session.verify()
    entry = session.chapter.entries[-1]
    if not isinstance(entry, Answer):
        raise TypeError(f"no answer: {entry}")
    session.chapter.entries[-1] = Answer(entry.ask, entry.key, entry.check, entry.state ^ 1)
    return honest, session.verify(), entry.state


class Inspector(Referee):
    """A referee that looks at the state before every roll: `fault` says what is wrong with it ("" if nothing)."""

    def __init__(self, dice: Dice, agent: Agent, fault: Callable[[object], str]) -> None:
        super().__init__(dice, agent, keep=True)
        self.fault = fault

    def roll(
        self,
        chart: Chart[T],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        least: int | None = None,
        most: int | None = None,
    ) -> T:
        """Roll, unless something is wrong."""
        why = self.fault(self.state)
        if why:
            raise AssertionError(why)
        return super().roll(chart, mods, column, least, most)
