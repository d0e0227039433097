"""What scripts/bench must know of B-29: a tour flown without records or sessions (see bench.Adapter)."""

from __future__ import annotations

from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.game import fly_mission
from flakhouse.games.b29.options import Options

#: The charts of the bare rolls.
CHARTS = ("4-2", "4-8", "5-1", "4-4", "4-5", "4-6")


class Tour:
    """A tour with the default options."""

    def __init__(self, agent: Agent) -> None:
        self.options = Options()
        self.record = tour.new_campaign(Referee(Seeded("names"), agent), self.options)

    def over(self) -> bool:
        return tour.over(self.record)

    def fly(self, ref: Referee) -> None:
        fly_mission(ref, self.record, self.options)
