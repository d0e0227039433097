"""Closing a flight: who is dead, captured, home; what brought the bomber down."""

from __future__ import annotations

import pytest

from flakhouse.games.b17.ending import below, fates
from flakhouse.games.b17.state import Man, Mission, MissionEnded
from flakhouse.games.b17.words import End, EngineState, Fate, Position, Repair, Root, Section, Surface, Tank
from tests.b17.helpers import done, fighter, mission, noted, referee

WATER_FRANCE = (Surface.WATER, Surface.FRANCE)


def two_letters() -> Mission:
    m = mission()
    m.target.letters[3] = WATER_FRANCE
    return m


def tail(m: Mission) -> Man:
    return m.men[Position.TAIL_GUNNER]


def test_14_1_who_can_jump() -> None:
    """manual 5G.1, 7.2."""
    m = mission()
    man = tail(m)
    assert fates.able(m, man)
    man.frostbitten, man.light = True, 2
    assert fates.able(m, man)
    man.serious = True
    assert not fates.able(m, man)
    man.serious, man.dead = False, True
    assert not fates.able(m, man)


def test_6_7_the_gunner_of_a_jammed_ball_turret_cannot_leave() -> None:
    m = mission(ball_jammed=True)
    assert not fates.able(m, m.men[Position.BALL_GUNNER])
    assert fates.able(m, tail(m))


def test_6_7_a_ball_gunner_who_sits_elsewhere_is_not_trapped() -> None:
    m = mission(ball_jammed=True)
    man = m.men[Position.BALL_GUNNER]
    man.station, m.seats[Position.BALL_GUNNER] = None, None
    assert fates.able(m, man)


def test_14_1_leaving_empties_the_seat() -> None:
    m = mission()
    fates.leave_plane(m, tail(m))
    assert m.seats[Position.TAIL_GUNNER] is None
    assert (tail(m).aboard, tail(m).jumped) == (False, True)


def test_8_3_p_3_a_bomber_whose_bombs_detonate_is_destroyed_with_everybody() -> None:
    m = mission(cause=Root.BIP)
    m.fighters.append(fighter())
    tail(m).dead = True
    ref = referee()
    with pytest.raises(MissionEnded):
        fates.destroyed(ref, m)
    assert (m.end, m.repair, m.root, m.end_zone) == (End.DESTROYED, Repair.LOST, Root.BIP, 3)
    assert [man.fate for man in m.men.values()] == [Fate.KIA] * 10
    assert noted(ref) == ["destroyed", "flight-ends"]
    assert m.fighters == []


def test_16_3_a_man_dead_earlier_is_killed_in_action_when_the_flight_ends() -> None:
    m = mission()
    tail(m).dead = True
    with pytest.raises(MissionEnded):
        fates.close(referee(), m, End.LANDED, Repair.SOUND, None)
    assert tail(m).fate is Fate.KIA
    assert m.men[Position.PILOT].fate is Fate.DUTY


@pytest.mark.parametrize("where", [Surface.GERMANY, Surface.NETHERLANDS])
def test_14_3_g_7_down_in_germany_or_the_netherlands_is_captivity(where: Surface) -> None:
    m = mission()
    tail(m).jumped = True
    ref = referee()
    fates.on_land(ref, [tail(m)], where)
    assert tail(m).fate is Fate.BOC
    assert noted(ref) == ["captured"]


@pytest.mark.parametrize("where", [Surface.FRANCE, Surface.BELGIUM])
@pytest.mark.parametrize(("face", "fate"), [(1, Fate.BOC), (5, Fate.BOC), (6, Fate.DUTY)])
def test_14_3_g_7_in_france_and_belgium_a_six_brings_a_man_home(where: Surface, face: int, fate: Fate) -> None:
    m = mission()
    tail(m).jumped = True
    ref = referee(face)
    fates.on_land(ref, [tail(m)], where)
    assert tail(m).fate is fate
    assert noted(ref) == ["evaded-home" if fate is Fate.DUTY else "captured"]
    done(ref)


def test_15_8_g_10_a_man_seriously_wounded_is_captured_without_a_roll() -> None:
    m = mission()
    tail(m).serious = True
    fates.on_land(referee(), [tail(m)], Surface.FRANCE)
    assert tail(m).fate is Fate.CAS


@pytest.mark.parametrize(("zone", "fate"), [(2, Fate.DUTY), (5, Fate.DUTY), (6, Fate.CAS), (7, Fate.CAS)])
def test_14_2_g_8_g_10_g_11_picked_up_from_the_sea(zone: int, fate: Fate) -> None:
    m = mission(zone=zone)
    fates.picked_up(referee(), m, tail(m))
    assert tail(m).fate is fate


def test_14_3_the_player_chooses_between_two_letters_under_control() -> None:
    ref = referee(answers=["where-down=W"])
    assert below.chosen(ref, two_letters()) is Surface.WATER
    done(ref)


def test_14_3_by_default_men_jump_where_more_come_home() -> None:
    """Of three in the water one is picked up; of six in France one gets home."""
    assert below.chosen(referee(defaults=True), two_letters()) is Surface.WATER


@pytest.mark.parametrize(("face", "where"), [(1, "W"), (3, "W"), (4, "F"), (6, "F")])
def test_14_3_surface_even_chances_out_of_control(face: int, where: str) -> None:
    ref = referee(face)
    assert below.fallen(ref, two_letters()) is Surface(where)
    done(ref)


def test_14_3_one_letter_leaves_no_choice() -> None:
    m = mission()
    assert below.chosen(referee(), m) is below.fallen(referee(), m) is Surface.FRANCE
    m.zone = 1
    assert below.chosen(referee(), m) is Surface.ENGLAND


def test_16_3_the_damage_remembers_what_brought_the_bomber_down() -> None:
    m = mission()
    assert fates.damage_root(m) is None
    m.men[Position.PILOT].dead = m.men[Position.COPILOT].serious = True
    m.men[Position.COPILOT].cause = Root.FIGHTER
    assert fates.damage_root(m) is Root.FIGHTER
    m.plane.leaking.append(Tank.PORT_INBOARD)
    m.plane.fuel_root = Root.FLAK
    assert fates.damage_root(m) is Root.FLAK
    m.plane.engines[2].state = EngineState.FEATHERED
    m.plane.engines[2].root = Root.MECHANICAL
    assert fates.damage_root(m) is Root.MECHANICAL
    m.plane.bursts_inside.append(Section.NOSE)
    assert fates.damage_root(m) is Root.BIP


def test_16_3_an_engine_that_runs_brought_nobody_down() -> None:
    m = mission()
    m.plane.engines[0].root = Root.FLAK  # it loses oil, and runs yet
    assert fates.damage_root(m) is None
    m.plane.engines[0].state, m.plane.engines[0].root = EngineState.FEATHERED, None
    m.plane.engines[1].state, m.plane.engines[1].root = EngineState.FEATHERED, Root.FIGHTER
    assert fates.damage_root(m) is Root.FIGHTER
