"""Section 16: the wounded, credit, the result, the record."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import abort, debrief
from flakhouse.games.b17.state import Bomber, Campaign, Man, Mission
from flakhouse.games.b17.words import End, Fate, Position, Repair, Result, Root
from tests.b17.helpers import done, mission, noted, referee, rolled


def back(**changes: object) -> Mission:
    """A mission to Paris, flown and landed."""
    m = mission(end=End.LANDED, bomb_run=True, on_target=True, percent=30, **changes)
    m.plane.bombs = False
    return m


def tour(m: Mission, credited: int = 11, missions: int = 11) -> Campaign:
    crew = {position: man.airman for position, man in m.men.items()}
    return Campaign(Bomber("Hard Cider", missions), crew, credited=credited)


def tail(m: Mission) -> Man:
    return m.men[Position.TAIL_GUNNER]


# ------------------------------------------------------------------ the wounded


@pytest.mark.parametrize(
    ("face", "fate"),
    [(1, Fate.DUTY), (2, Fate.IH), (5, Fate.IH), (6, Fate.DOW)],
)
def test_16_1_bl_4_survival_of_a_serious_wound(face: int, fate: Fate) -> None:
    m = back()
    tail(m).serious = True
    ref = referee(face)
    debrief.debrief(ref, m, tour(m))
    assert tail(m).fate is tail(m).airman.fate is fate
    assert tail(m).dead == (fate is Fate.DOW)
    done(ref)


@pytest.mark.parametrize(("face", "fate"), [(1, Fate.IH), (4, Fate.IH), (5, Fate.DOW)])
def test_16_1_bl_4_survival_frostbite_counts_plus_1(face: int, fate: Fate) -> None:
    m = back()
    tail(m).serious = tail(m).frostbitten = True
    ref = referee(face)
    debrief.debrief(ref, m, tour(m))
    assert tail(m).fate is fate
    assert rolled(ref) == ["BL-4-survival"]


@pytest.mark.parametrize(("face", "fate"), [(1, Fate.IH), (3, Fate.IH), (4, Fate.DUTY), (6, Fate.DUTY)])
def test_16_1_manual_5i_bl_5_recovery_from_frostbite(face: int, fate: Fate) -> None:
    """BL-5 recovery."""
    m = back()
    tail(m).frostbitten = True
    ref = referee(face)
    debrief.debrief(ref, m, tour(m))
    assert tail(m).fate is fate
    assert "recovery" in noted(ref)
    done(ref)


@pytest.mark.parametrize("fate", [Fate.KIA, Fate.LAS, Fate.BOC, Fate.CAS])
def test_16_1_only_men_who_are_back_see_a_surgeon(fate: Fate) -> None:
    m = back()
    tail(m).serious, tail(m).fate = True, fate
    ref = referee()
    debrief.debrief(ref, m, tour(m))
    assert tail(m).airman.fate is fate


def test_16_2_light_wounds_heal() -> None:
    m = back()
    tail(m).light = 2
    ref = referee()
    debrief.debrief(ref, m, tour(m))
    assert tail(m).airman.fate is Fate.DUTY
    assert rolled(ref) == []


def test_16_3_a_man_dead_aboard_is_killed_in_action() -> None:
    m = back()
    tail(m).dead = True
    debrief.debrief(referee(), m, tour(m))
    assert tail(m).airman.fate is Fate.KIA


# ------------------------------------------------------------------ the record


def test_16_3_kills_percent_and_the_log() -> None:
    m = back()
    tail(m).kills = 2
    tail(m).airman.kills = 3
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    assert tail(m).airman.kills == 5
    assert campaign.bomber.percents == [30]
    row = campaign.log[-1]
    assert (row.flight, row.mission, row.target, row.percent, row.result) == (1, 12, "Paris", 30, Result.VICTORY)
    assert row.crew[Position.TAIL_GUNNER] == "Tail Gunner Smith: on duty"


def test_16_3_a_mission_without_bombs_dropped_has_no_percent() -> None:
    m = back()
    m.on_target, m.percent = None, 0
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    assert campaign.bomber.percents == []


def test_16_3_missions_are_credited_to_the_tour_the_men_and_the_bomber() -> None:
    m = back()
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    assert (m.credited, campaign.credited, campaign.bomber.missions) == (True, 12, 12)
    assert all(man.airman.missions == 6 for man in m.men.values())


def test_13_1_a_mission_without_credit_counts_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    m = back()
    monkeypatch.setattr(abort, "credited", lambda m: False)
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    assert (campaign.credited, campaign.bomber.missions, campaign.flights) == (11, 11, 1)
    assert all(man.airman.missions == 5 for man in m.men.values())


def test_16_3_the_dead_and_captured_get_no_mission_the_evader_does() -> None:
    m = back()
    m.end, m.repair, m.root = End.ABANDONED, Repair.LOST, Root.FLAK
    for man in m.men.values():
        man.fate = Fate.BOC
    tail(m).fate = Fate.DUTY
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    assert tail(m).airman.missions == 6
    assert m.men[Position.PILOT].airman.missions == 5
    assert (campaign.bomber.missions, campaign.bomber.state, campaign.bomber.cause) == (11, Repair.LOST, "flak")
    assert campaign.log[-1].root == "flak"


def test_16_4_a_man_with_25_missions_goes_home() -> None:
    m = back()
    tail(m).airman.missions = 24
    ref = referee()
    debrief.debrief(ref, m, tour(m))
    assert tail(m).fate is tail(m).airman.fate is Fate.HOME
    assert "tour-complete" in noted(ref)


def test_16_4_a_bomber_with_25_missions_may_retire_or_fly_on() -> None:
    m = back()
    campaign = tour(m, 24, 24)
    ref = referee(answers=["retire-bomber=no"])
    debrief.debrief(ref, m, campaign)
    assert campaign.beyond
    done(ref)


def test_b_7_rabbits_feet_left_carry_over() -> None:
    m = back(rabbits_feet=2)
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    assert campaign.rabbits_feet == 2
    m = back()
    m.options.rabbits_feet = False
    debrief.debrief(referee(), m, campaign)
    assert campaign.rabbits_feet == 2  # kept, unused, while the rule is off


# ------------------------------------------------------------------ the result


@pytest.mark.parametrize(
    ("end", "repair", "on_target", "result"),
    [
        (End.LANDED, Repair.SOUND, True, Result.VICTORY),
        (End.LANDED, Repair.REPAIRABLE, True, Result.VICTORY),
        (End.LANDED, Repair.IRREPARABLE, True, Result.DEFEAT),
        (End.LANDED, Repair.SOUND, False, Result.DRAW),
        (End.LANDED, Repair.REPAIRABLE, None, Result.DRAW),
        (End.LANDED, Repair.IRREPARABLE, None, Result.DEFEAT),
        (End.WRECKED, Repair.LOST, True, Result.DEFEAT),
        (End.DITCHED, Repair.LOST, True, Result.DEFEAT),
        (End.LANDED_EUROPE, Repair.LOST, True, Result.DEFEAT),
        (End.ABANDONED, Repair.LOST, True, Result.DEFEAT),
        (End.DESTROYED, Repair.LOST, None, Result.DEFEAT),
        (End.OUT_OF_CONTROL, Repair.LOST, False, Result.DEFEAT),
    ],
)
def test_16_5_manual_6_the_result(end: End, repair: Repair, on_target: bool | None, result: Result) -> None:
    m = mission(end=end, repair=repair, on_target=on_target)
    assert debrief.result(m) is result


def test_16_5_results_add_up_in_the_tour() -> None:
    m = back()
    campaign = tour(m)
    debrief.debrief(referee(), m, campaign)
    m = back()
    m.on_target = False
    debrief.debrief(referee(), m, campaign)
    m = back()
    m.repair = Repair.IRREPARABLE
    debrief.debrief(referee(), m, campaign)
    assert (campaign.victories, campaign.draws, campaign.defeats) == (1, 1, 1)


def test_2b_3_no_drop_is_a_draw_at_best() -> None:
    m = mission(end=End.LANDED, on_target=None)
    assert debrief.result(m) is Result.DRAW
