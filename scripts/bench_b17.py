"""What scripts/bench must know of B-17: a tour flown without records or sessions (see bench.Adapter)."""

from __future__ import annotations

from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17.game import fly_mission
from flakhouse.games.b17.options import Options

#: The charts of the bare rolls.
CHARTS = ("B-1", "G-5", "O-1", "O-2", "G-4", "M-2")


class Tour:
    """A tour with the default options."""

    def __init__(self, agent: Agent) -> None:
        self.options = Options()
        self.record = tour.new_campaign(Referee(Seeded("names"), agent))

    def over(self) -> bool:
        return tour.over(self.record)

    def fly(self, ref: Referee) -> None:
        fly_mission(ref, self.record, self.options)
