"""Whole missions: the same log however they are stopped, resumed, undone or hurried; no invariant broken."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Finish
from flakhouse.core.journal import Answer
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session, begin
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29 import possible
from flakhouse.games.b29.game import GAME, fly_mission
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.pilots import Cautious, Doctrine
from flakhouse.games.b29.state import Mission

RULES = ("advanced", "basic", "streamlined")


def played(seed: str, agent: Agent, rules: str = "advanced") -> Session:
    """A mission played to its end in a session, every answer by the agent."""
    session = Session(GAME, begin(GAME, seed, options={"rules": rules}))
    session.run()
    while session.pending is not None:
        session.answer(agent.choose(session.pending, session.ref))
    return session


@pytest.mark.parametrize("rules", RULES)
def test_stopped_at_any_prompt_and_resumed_the_log_is_the_same(rules: str) -> None:
    whole = played(f"stop/{rules}", RandomAgent("r"), rules)
    log = whole.events
    steps = whole.steps
    assert steps > 20
    rng = random.Random(rules)
    for step in sorted(rng.sample(range(steps), 12)):
        part = whole.at(step)
        assert part.pending is not None
        assert part.events == log[: len(part.events)]
        again = Session(GAME, whole.fork(step=step))
        again.run()
        for entry in whole.chapter.entries[step:]:
            assert again.pending is not None
            assert hasattr(entry, "key")
            again.answer(entry.key)
        assert again.events == log
        assert again.finish == whole.finish


def test_undo_and_repeat_gives_the_same_log() -> None:
    whole = played("undo", RandomAgent("r"))
    log, entries = list(whole.events), list(whole.chapter.entries)
    rng = random.Random(5)
    for _ in range(6):
        back = rng.randrange(1, len(entries))
        whole.undo(back)
        for entry in entries[len(entries) - back :]:
            assert hasattr(entry, "key")
            whole.answer(entry.key)
        assert whole.events == log


@pytest.mark.parametrize("seed", range(12))
def test_hurried_or_asked_doctrine_flies_the_same(seed: int) -> None:
    results: list[tuple[int, Mapping[str, object]]] = []
    for keep in (False, True):
        ref = Referee(Seeded(f"hurry/{seed}"), Doctrine(), keep=keep)
        finish: Finish = GAME.play(ref, None, GAME.check_options({"rules": RULES[seed % 3]}))
        results.append((ref.rolls, finish.outcome))
    assert results[0] == results[1]


class Inspector(Referee):
    """Checks what can be true at every roll."""

    def roll(self, chart, mods=(), column=0):  # type: ignore[no-untyped-def]
        m = self.state
        if isinstance(m, Mission) and m.turn:
            why = possible.fault(m)
            assert not why, why
        return super().roll(chart, mods, column)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from(["random", "doctrine", "cautious"]), st.integers(0, 34), st.data())
def test_no_invariant_breaks_in_mixed_missions(seed: int, pilot: str, credited: int, data: st.DataObject) -> None:
    options = Options()
    for name in ("fuel", "navigation", "collision", "evasive_action", "special_events", "early_abort"):
        setattr(options, name, data.draw(st.booleans(), label=name))
    options.settle()
    agent = RandomAgent(str(seed)) if pilot == "random" else Doctrine() if pilot == "doctrine" else Cautious()
    ref = Inspector(Seeded(str(seed)), agent, keep=True)
    record = tour.new_campaign(ref, options)
    record.credited = credited
    m = fly_mission(ref, record, options)
    why = possible.final_fault(m)
    assert not why, why
    assert len(record.log) == 1


def test_a_tour_ends_after_35_credited_missions() -> None:
    campaign = None
    options = GAME.check_options({"rules": "basic"})
    for flight in range(1, 200):
        finish = GAME.play(Referee(Seeded(f"tour/{flight}"), Doctrine()), campaign, options)
        campaign = finish.campaign
        if finish.over:
            break
    assert campaign is not None
    assert campaign["credited"] == 35
    assert finish.over


def test_the_same_seed_plays_the_same() -> None:
    one, other = played("same", RandomAgent("a")), played("same", RandomAgent("a"))
    assert one.events == other.events
    assert one.finish == other.finish


def test_a_fix_that_moves_no_die_still_parts_an_old_record() -> None:
    session = Session(GAME, begin(GAME, "mark", options={"take_off": "off"}))
    session.run()
    while session.pending is not None and session.steps < 12:
        session.answer(session.pending.default)
    assert session.verify().identical
    entry = session.chapter.entries[-1]
    assert isinstance(entry, Answer)
    assert entry.state  # the mark of a mission in flight
    session.chapter.entries[-1] = Answer(entry.ask, entry.key, entry.check, entry.state ^ 1)
    verdict = session.verify()
    assert (verdict.identical, verdict.step) == (False, 11)
    assert "the state before it is no longer the same" in verdict.what
