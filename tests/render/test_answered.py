"""Every order is answered: what is carried out has a line in the log, with what it means."""

from __future__ import annotations

import itertools
from collections import defaultdict

import pytest

from flakhouse.core.events import Chosen, Event
from flakhouse.core.questions import Option
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import orders as b29_orders
from flakhouse.games.b29 import pressure
from flakhouse.games.b29.words import Altitude, Position
from flakhouse.web.tables import view_of
from tests.b29.helpers import mission, referee
from tests.render.flights import tour

#: Orders taken back in the menus that they open.
BACK = {"nobody", "stay", "none"}
#: The orders that careless pilots give often enough to be looked at here.
GIVEN = {
    "b29": {"depressurize", "repressurize", "jettison-tank", "move", "seats"},
    "b17": {"carry", "jettison"},
}


def given(events: list[Event]) -> list[tuple[str, int, int]]:
    """The orders of a flight that were not taken back, each with its event and that of the menu after it."""
    menus = [i for i, event in enumerate(events) if isinstance(event, Chosen) and event.id == "orders"]
    found = []
    for first, last in itertools.pairwise([*menus, len(events)]):
        answers = [event for event in events[first:last] if isinstance(event, Chosen)]
        if answers[0].key != "done" and not any(answer.key in BACK for answer in answers):
            found.append((answers[0].key, first, last))
    return found


@pytest.mark.parametrize("game", ["b29", "b17"])
def test_an_order_is_answered_before_the_next_is_asked_for(game: str) -> None:
    view = view_of(game)
    silent: dict[str, list[int]] = defaultdict(list)
    seen: set[str] = set()
    for record in tour(game, "orders", "random", "advanced", 25):
        for key, first, last in given(record.events):
            seen.add(key)
            blocks = view.tell(record.events[:last], first)
            if not any(block.lines for block in blocks):
                silent[key].append(record.number)
    assert seen >= GIVEN[game]
    assert dict(silent) == {}


def lines(ref: Referee) -> list[str]:
    return [line.text for block in view_of("b29").tell(ref.events) for line in block.lines]


def test_4_2B_pressure_let_out_and_back_says_what_it_means() -> None:
    m = mission(turn=4, altitude=Altitude.HI)
    ref = referee()
    next(order for order in pressure.ORDERS if order.key == "depressurize").do(ref, m)
    m.plane.turns_down = 1
    next(order for order in pressure.ORDERS if order.key == "repressurize").do(ref, m)
    out, back = lines(ref)
    assert out.startswith("The cabin pressure is let out, masks on.")
    assert "a mask may fail" in out
    assert back.startswith("The cabins are pressurized again.")
    assert "a hit may burst a cabin" in back


def test_4_2D_the_order_to_let_pressure_out_shows_the_chance_of_a_mask() -> None:
    m = mission(turn=4, altitude=Altitude.HI)
    order = next(order for order in b29_orders.ORDERS if order.key == "depressurize")
    assert order.stakes is not None
    option = Option(order.label, stakes=order.stakes(m))
    assert [stake.chart for stake in option.stakes] == ["4.2D-mask", "4.2D-revive"]


def test_7_6B_a_man_with_no_other_station_in_reach_is_told_of() -> None:
    m = mission(turn=4)
    ref = referee(answers=[f"seat-man={Position.TAIL_GUNNER}"])
    next(order for order in b29_orders.ORDERS if order.key == "seats").do(ref, m)
    name = m.men[Position.TAIL_GUNNER].airman.name
    assert lines(ref) == [f"Tail Gunner {name} stays where he is: no other station of his compartment is free."]
