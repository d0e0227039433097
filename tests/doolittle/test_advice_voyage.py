"""12.5.2, 12.7: when a careful player makes a Raid Move, and who launches from ships that turn about."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle.advice import crew_first, naval
from flakhouse.games.doolittle.advice import underway as advice
from flakhouse.games.doolittle.questions import naval as questions
from tests.doolittle.helpers import raid


@pytest.mark.parametrize(
    ("area", "turn", "fueled", "wanted", "why"),
    [
        ("Influence West", 6, True, True, "fuel for a failure"),
        ("Influence West", 6, False, False, "ends the voyage"),
        ("Influence West", 7, False, True, "not a turn to lose"),  # two areas and two turns to the launch point
        ("Influence East", 7, False, False, "ends the voyage"),  # Japan is out of reach: nothing could launch
        ("Defense West", 8, True, False, "is reached"),
        ("Defense West", 9, False, False, "ends the voyage"),
    ],
)
def test_12_5_2_low_on_fuel_only_late_and_where_the_b25s_can_launch_all_the_same(
    area: str, turn: int, fueled: bool, wanted: bool, why: str
) -> None:
    r = raid(9)
    force = r.task_force
    force.area, force.turn, force.fueled = area, turn, fueled
    assert force.launch_area == "Defense West"
    assert advice.raid_move(r) is wanted
    assert why in advice.why_raid_move(r)


def test_12_7_doctrine_launches_from_ships_that_turn_about_and_crew_first_does_not() -> None:
    """12.5.2"""
    r = raid(9)
    r.task_force.area = "Defense West"
    assert naval.launch_before_home(r)
    for id, ask in {
        "last-turn-launch": questions.last_turn_launch(r),
        "turned-back-launch": questions.turned_back_launch(r),
    }.items():
        found = crew_first.OWN[id](r, ask)
        assert found is not None
        assert found[0] in ask.options
        assert ask.options[found[0]].label == "Carry on"


@pytest.mark.parametrize(
    ("lack", "dice", "wanted"), [(7, 2, True), (8, 2, False), (12, 3, True), (18, 3, True), (19, 3, False)]
)
def test_12_5_3_at_the_planned_point_the_rendezvous_is_tried_while_the_dice_can_do_it(
    lack: int, dice: int, wanted: bool
) -> None:
    assert advice.rendezvous(lack, dice, late=False) is wanted
    assert not advice.rendezvous(lack, dice, late=True)
