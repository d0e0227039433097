"""12.5.2, 12.7: when a careful player makes a Raid Move, and who launches from ships that turn about."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle import launch, quarters
from flakhouse.games.doolittle.advice import crew_first, naval, sea_hazards
from flakhouse.games.doolittle.advice import underway as advice
from flakhouse.games.doolittle.questions import naval as questions
from flakhouse.games.doolittle.questions import quarters as quarters_questions
from flakhouse.games.doolittle.state import Submarine
from flakhouse.games.doolittle.words import Launch
from tests.doolittle.helpers import raid, referee


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
    terms = launch.terms(referee(), r, Launch.EMERGENCY, r.squadron)
    for id, ask in {
        "last-turn-launch": questions.last_turn_launch(r, terms),
        "turned-back-launch": questions.turned_back_launch(r, terms),
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


@pytest.mark.parametrize(
    ("area", "lack", "dice", "why"),
    [
        (
            "140W",
            8,
            2,
            "Two dice will more often fail, which raises the Security Risk; at the planned point, ",
        ),
        ("Midway", 8, 2, "Two dice will more often fail, which raises the Security Risk."),
        ("140W", 7, 2, "The dice will do it more often than not."),
        ("Hawaii", 12, 3, "This is the planned point, and only here three dice are thrown"),
        ("Hawaii", 19, 3, "Three dice cannot do it"),
    ],
)
def test_12_5_3_the_reason_tells_two_dice_from_the_three_of_the_planned_point(
    area: str, lack: int, dice: int, why: str
) -> None:
    r = raid(9)
    r.task_force.area, r.task_force.rv_area = area, "Hawaii"
    told = advice.why_rendezvous(r, lack, dice, late=False)
    assert told.startswith(why)
    assert ("farther west" in told) is why.endswith("planned point, ")


def test_12_1_3_the_submarine_to_call_is_one_off_japan_and_the_reason_says_so() -> None:
    r = raid(9)
    trout, thresher, tuna = (
        Submarine("Trout", "Defense East"),
        Submarine("Thresher", "Japan"),
        Submarine("Tuna", "Midway"),
    )
    r.task_force.area = r.task_force.launch_area
    r.task_force.submarines = [trout, thresher, tuna]
    ref = referee(6, 6, defaults=True)
    quarters.phase(ref, r)
    assert thresher.contact
    assert not trout.contact, "after it no other is advised"
    ask = quarters_questions.submarine_contact([trout, thresher], 7)
    assert ask.why is not None
    assert ask.why() == "Thresher lies off Japan, where she helps the B-25s find the cities."
    assert "only a rendezvous" in ask.options["Trout"].detail
    other = quarters_questions.submarine_contact([trout, tuna], 7)
    assert other.why is not None
    assert other.why().startswith("None of these lies off Japan")


@pytest.mark.parametrize(
    ("area", "turn", "why"),
    [
        ("Defense East", 5, "nearer to Japan the B-25s keep more fuel"),
        ("Defense West", 5, "next turn the planned launch is due here"),
        ("Defense West", 9, "at the end of this turn, the last, they can still launch"),
        ("Defense East", 9, "at the end of this turn, the last, they can still launch"),
    ],
)
def test_12_6_4_at_the_launch_point_nothing_is_said_of_going_nearer(area: str, turn: int, why: str) -> None:
    r = raid(9)
    r.task_force.area, r.task_force.turn = area, turn
    assert why in sea_hazards.why_emergency_launch(r, wanted=False)


def test_12_3_1_waiting_for_the_planned_launch_promises_no_weather() -> None:
    r = raid(9)
    r.task_force.area, r.task_force.turn = "Defense West", 5
    why = sea_hazards.why_emergency_launch(r, wanted=False)
    assert "1 easier in the same weather" in why
    assert "may change" in why
    assert "Secrecy Tests" in why


def test_12_1_4_oilers_sent_home_say_what_that_costs() -> None:
    oiler = next(s for s in raid(9).task_force.ships if s.kind == "AO")
    ask = quarters_questions.detach_ship([oiler], [], [oiler], "Hornet")
    assert ask.options["proposed"].detail == (
        "On their way the enemy may find them. Without an oiler the Task Force cannot refuel."
    )


def test_12_7_2_14_3_1_on_the_last_turn_the_oiler_is_given_for_the_way_home() -> None:
    r = raid(9)
    r.task_force.area, r.task_force.turn = "Defense East", 8
    assert naval.why_give_oiler(r).startswith("The run to Japan begins here")
    r.task_force.turn = 9
    assert "the way home" in naval.why_give_oiler(r)
