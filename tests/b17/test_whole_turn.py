"""2.0 The short way through a turn does what its steps do one after another."""

from __future__ import annotations

import pytest

from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import campaign, mission, setup
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.pilots import Doctrine
from flakhouse.games.b17.position import write
from flakhouse.games.b17.state import Mission
from flakhouse.games.bomber import turn


def _prepared(seed: int) -> tuple[Referee, Mission]:
    """A mission about to take off, with its log."""
    ref = Referee(Seeded(f"turn/{seed}"), Doctrine(), trace=True)
    return ref, setup.prepare(ref, campaign.new_campaign(ref), Options())


@pytest.mark.parametrize("seed", range(12))
def test_2_0_a_whole_turn_is_all_its_steps_in_order(seed: int) -> None:
    ref, m = _prepared(seed)
    mission.fly(ref, m)
    other, by_steps = _prepared(seed)
    steps = [step for _, step in mission.STEPS]
    turn.fly(other, by_steps, steps, steps, 60)
    assert ref.events == other.events
    assert write(m) == write(by_steps)
