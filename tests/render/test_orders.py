"""A hit that forces the bomber home says so in its scene, before the way back is flown (13.1, 4.7)."""

from __future__ import annotations

import pytest

from flakhouse.core.questions import Subject
from flakhouse.core.referee import Referee
from flakhouse.games.b17.words import Flak, Position
from flakhouse.render.scenes import Scene
from flakhouse.web.tables import view_of
from tests.b17.helpers import mission as b17_mission
from tests.b29.helpers import mission as b29_mission

HIT = Scene("attack", "notable", "He is hit", (Subject("man", "Bombardier"),), (), (), (4, 9))


def told(game: str, before: object, after: object, scene: Scene = HIT) -> list[str]:
    states = {3: before, 9: after}
    ref: Referee = None  # type: ignore[assignment]  # no figure of a chart is needed
    return [line.text for line in view_of(game).means(ref, scene, lambda event: states[event])]


def test_13_1_a_bombardier_lost_on_the_way_out_is_an_order_to_turn_back() -> None:
    sound, hurt = b17_mission(zone=3), b17_mission(zone=3)
    hurt.men[Position.BOMBARDIER].serious = True
    assert told("b17", sound, hurt) == ["The bomber must turn back when this fight is over: Bombardier lost."]
    assert told("b17", hurt, hurt) == []  # it was said when it happened
    assert told("b17", sound, sound) == []


def test_13_2_nothing_is_ordered_after_the_bomb_run() -> None:
    sound, hurt = b17_mission(zone=3, bomb_run=True), b17_mission(zone=3, bomb_run=True)
    hurt.men[Position.BOMBARDIER].serious = True
    assert told("b17", sound, hurt) == []


def test_2B_0_flak_over_the_target_comes_after_the_decision_and_orders_nothing() -> None:
    sound, hurt = b17_mission(zone=3, flak=Flak.HEAVY), b17_mission(zone=3, flak=Flak.HEAVY)
    hurt.plane.oxygen_system_out = True
    assert told("b17", sound, hurt) == []
    sound.flak = hurt.flak = Flak.NONE
    assert told("b17", sound, hurt) == ["The bomber must turn back when this fight is over: oxygen out."]


@pytest.mark.parametrize("weight", ["calm", "notable"])
def test_4_7_an_engine_that_forces_the_b29_home_says_so(weight: str) -> None:
    scene = Scene("engine", weight, "Engine 2", (Subject("engine", "2"),), (), (), (4, 9))
    before, after = b29_mission(), b29_mission(must_abort="engine fire")
    said = ["The bomber must turn back when this fight is over: engine fire."]
    assert told("b29", before, after, scene) == (said if weight == "notable" else [])
