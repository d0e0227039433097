"""Whole missions: the same log however they are stopped, resumed, undone or asked; no invariant broken."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flakhouse.core.agents import RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.games.b29 import campaign as tour_of
from flakhouse.games.b29 import possible
from flakhouse.games.b29.game import GAME, fly_mission
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Mission
from tests.checks.whole import Inspector, falsified, played, result, stop_faults, tour, undo_faults

RULES = ("advanced", "basic", "streamlined")


@pytest.mark.parametrize("rules", RULES)
def test_stopped_at_any_prompt_and_resumed_the_log_is_the_same(rules: str) -> None:
    whole = played(GAME, f"stop/{rules}", options={"rules": rules})
    assert whole.steps > 20
    assert stop_faults(whole) == []


def test_undo_and_repeat_gives_the_same_log() -> None:
    assert undo_faults(played(GAME, "undo")) == []


@pytest.mark.parametrize("seed", range(12))
def test_doctrine_flies_the_same_unseen_or_shown_every_question(seed: int) -> None:
    options = {"rules": RULES[seed % 3]}
    assert result(GAME, f"hurry/{seed}", options, keep=False) == result(GAME, f"hurry/{seed}", options, keep=True)


def fault(m: object) -> str:
    """What is wrong with a mission in flight."""
    return possible.fault(m) if isinstance(m, Mission) and m.turn else ""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from(["random", "doctrine", "cautious"]), st.integers(0, 34), st.data())
def test_no_invariant_breaks_in_mixed_missions(seed: int, pilot: str, credited: int, data: st.DataObject) -> None:
    options = Options()
    for name in ("fuel", "navigation", "collision", "evasive_action", "special_events", "early_abort"):
        setattr(options, name, data.draw(st.booleans(), label=name))
    options.settle()
    ref = Inspector(Seeded(str(seed)), GAME.pilots()[pilot](str(seed)), fault)
    record = tour_of.new_campaign(ref, options)
    record.credited = credited
    m = fly_mission(ref, record, options)
    assert possible.final_fault(m) == ""
    assert len(record.log) == 1


def test_a_tour_ends_after_35_credited_missions() -> None:
    campaign, over, _ = tour(GAME, "tour", {"rules": "basic"})
    assert over
    assert campaign["credited"] == 35


def test_the_same_seed_plays_the_same() -> None:
    one, other = (played(GAME, "same", RandomAgent("a")) for _ in range(2))
    assert one.events == other.events
    assert one.finish == other.finish


def test_a_fix_that_moves_no_die_still_parts_an_old_record() -> None:
    honest, wrong, mark = falsified(GAME, "mark", {"take_off": "off"})
    assert honest.identical
    assert mark  # of a mission in flight
    assert (wrong.identical, wrong.step) == (False, 11)
    assert "the state before it is no longer the same" in wrong.what
