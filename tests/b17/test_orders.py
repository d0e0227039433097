"""The orders at the end of a turn: when a careful player has none (2A.7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.questions import Option, Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import orders
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Leg, Position
from flakhouse.games.bomber.order import DONE
from tests.b17.helpers import mission


class Doubter(Agent):
    """Looks, wherever there is said to be nothing to see to, at every order by itself."""

    def __init__(self) -> None:
        self.quiet = self.busy = 0

    def choose(self, question: Question, ref: Referee) -> str:
        m = ref.state
        if question.id in ("orders", "abort") and isinstance(m, Mission):
            if orders.nothing_to_see_to(m):
                self.quiet += 1
                assert [order.key for order in orders.ORDERS if order.advisable(m)] == []
            else:
                self.busy += 1
        return question.default


def test_2A_7_with_nothing_to_see_to_no_order_is_advised() -> None:
    agent = Doubter()
    game = games.load("b17")
    for number in range(60):
        game.play(Referee(Seeded(f"quiet/{number}"), agent), None, game.check_options({}))
    assert agent.quiet > 100
    assert agent.busy > 5


def _empty(m: Mission) -> None:
    m.plane.guns[GunName.TAIL].bursts = 0


def _homeward(m: Mission) -> None:
    m.leg = Leg.BACK


def _breathless(m: Mission) -> None:
    m.plane.oxygen_system_out = True


def _low(m: Mission) -> None:
    m.plane.low = True


def _one_engine(m: Mission) -> None:
    m.one_engine_zones = 1


@pytest.mark.parametrize("trouble", [_empty, _homeward, _breathless, _low, _one_engine])
def test_2A_7_whatever_an_order_can_mend_is_something_to_see_to(trouble: Callable[[Mission], None]) -> None:
    m = mission()
    assert orders.nothing_to_see_to(m)
    trouble(m)
    assert not orders.nothing_to_see_to(m)


def test_9_3_giving_no_orders_says_that_the_bomber_goes_down_for_want_of_oxygen() -> None:
    m = mission(zone=3)
    m.men[Position.TAIL_GUNNER].serious = True
    assert _options(m)[DONE].detail == ""
    m.plane.oxygen_system_out = True
    options = _options(m)
    assert options[DONE].detail == "Then it goes down to 10,000 ft, out of formation: no free oxygen (9.3)."
    assert options["descend"].detail == "It goes down in any case; ordered, at once."
    m.in_formation = False
    assert _options(m)[DONE].detail == "Then it goes down to 10,000 ft: no free oxygen (9.3)."
    m.zone, m.leg = 2, Leg.BACK  # it lands next
    assert _options(m)[DONE].detail == _options(m)["descend"].detail == ""


def _options(m: Mission) -> dict[str, Option]:
    """What the menu of the turn offers."""
    seen: list[Question] = []

    class Looker(Agent):
        def choose(self, question: Question, ref: Referee) -> str:
            seen.append(question.look())
            return DONE

    orders.orders_step(Referee(Seeded("menu"), Looker()), m)
    return dict(seen[0].options)
