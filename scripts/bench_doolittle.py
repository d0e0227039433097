"""What scripts/bench must know of the Doolittle Raid: one scenario again and again (see bench.Adapter)."""

from __future__ import annotations

import os

from flakhouse.core.agents import Agent
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.game import play_raid
from flakhouse.games.doolittle.options import Options

#: The charts of the bare rolls.
CHARTS = ("approach", "detonation", "balloons", "interceptor", "flak", "turn-nine")


class Tour:
    """One scenario again and again."""

    def __init__(self, agent: Agent) -> None:
        self.options = Options(scenario=int(os.environ.get("FLAKHOUSE_BENCH_SCENARIO", "1")))

    def over(self) -> bool:
        return False

    def fly(self, ref: Referee) -> None:
        play_raid(ref, self.options)
