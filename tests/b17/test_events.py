"""Section 17 and B-7: random events, and the rabbit's foot."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.games.b17 import events, luck, wounds
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.words import End, EngineState, FormationPlace, GunName, Position
from flakhouse.games.bomber.turn import MissionEnded
from tests.b17.helpers import done, mission, noted, referee, rolled

P = Position


def test_b_7_row_2_engine_failure_feathers_by_bl_1c() -> None:
    m = mission(bombs=False)
    ref = referee(1, 1, 5, 3, 1)  # row 2; engine 4; feathered
    events.random_event(ref, m)
    done(ref)
    assert m.plane.engines[3].state is EngineState.FEATHERED
    assert m.plane.engines[3].by_event
    assert rolled(ref) == ["B-7", "B-7-engine", "BL-1c-feather"]


def test_b_7_row_2_repeated_starts_that_engine_again() -> None:
    m = mission(bombs=False)
    events.random_event(referee(1, 1, 5, 3, 1), m)
    ref = referee(1, 1)
    events.random_event(ref, m)
    done(ref)
    assert m.plane.engines_out() == 0
    assert not m.plane.engines[3].by_event


@pytest.mark.parametrize(("die", "place"), [(3, FormationPlace.LEAD), (4, FormationPlace.TAIL)])
def test_b_7_row_3_formation_casualties(die: int, place: FormationPlace) -> None:
    m = mission()
    ref = referee(1, 2, die)
    events.random_event(ref, m)
    done(ref)
    assert m.place is place


def test_b_7_row_3_rolled_again_for_lead_and_out_of_formation() -> None:
    m = mission(place=FormationPlace.LEAD)
    ref = referee(1, 2, 2, 3)  # again: aggressive cover
    events.random_event(ref, m)
    done(ref)
    assert m.aggressive_cover
    m = mission(in_formation=False)
    ref = referee(1, 2, 2, 3)
    events.random_event(ref, m)
    done(ref)
    assert "event-void" in noted(ref)


def test_b_7_row_5_aggressive_cover_comes_once() -> None:
    m = mission()
    events.random_event(referee(2, 3), m)
    assert m.aggressive_cover
    ref = referee(1, 4, 4, 5)  # again: rolled again, bad communications
    events.random_event(ref, m)
    done(ref)
    assert "event-void" in noted(ref)
    assert m.bad_comms


def test_b_7_rows_4_6_8_replace_each_other_and_come_once() -> None:
    m = mission(in_formation=False)
    events.random_event(referee(2, 2), m)
    assert m.wave_mod == 1  # out of formation as well: note i
    events.random_event(referee(4, 4), m)
    assert m.wave_mod == -1
    ref = referee(3, 3, 2, 2, 2, 3)  # tight again, loose again: rolled again both; aggressive cover
    events.random_event(ref, m)
    done(ref)
    assert m.wave_mod == -1
    assert m.aggressive_cover


def test_b_7_row_9_bad_communications_toggle() -> None:
    m = mission()
    for expected in (True, False, True):
        events.random_event(referee(4, 5), m)
        assert m.bad_comms is expected


def test_b_7_row_10_a_die_for_each_working_gun() -> None:
    m = mission()
    m.plane.guns[GunName.TOP].inoperable = True
    ref = referee(5, 5, 6, 1, 2, 3, 4, 5, 6, 1)
    events.random_event(ref, m)
    done(ref)
    frozen = [gun.name for gun in m.plane.guns.values() if gun.frozen]
    assert frozen == [GunName.NOSE, GunName.STARBOARD_WAIST]
    assert all(m.plane.guns[name].jammed for name in frozen)


def test_b_7_row_10_rolled_again_at_10000_ft() -> None:
    m = mission(in_formation=False, low=True)
    ref = referee(5, 5, 2, 3)
    events.random_event(ref, m)
    done(ref)
    assert m.aggressive_cover


@pytest.mark.parametrize(("die", "who"), [(1, P.ENGINEER), (4, P.BALL_GUNNER), (6, P.TAIL_GUNNER)])
def test_b_7_row_11_ace_for_a_day(die: int, who: Position) -> None:
    m = mission()
    ref = referee(5, 6, die)
    events.random_event(ref, m)
    done(ref)
    assert m.men[who].ace_today
    assert m.men[who].ace()


def test_b_7_row_11_nothing_for_an_ace() -> None:
    m = mission()
    m.men[P.TAIL_GUNNER].airman.kills = 5
    events.random_event(referee(5, 6, 6), m)
    assert not m.men[P.TAIL_GUNNER].ace_today


def test_b_7_row_12_close_call() -> None:
    m = mission()
    ref = referee(6, 6, 4, 4)
    events.random_event(ref, m)
    done(ref)
    assert m.in_formation


def test_b_7_row_12_shallow_dive_one_zone_out() -> None:
    m = mission()
    events.random_event(referee(6, 6, 4, 5), m)
    assert not m.in_formation
    assert m.out_zones == 1


def test_b_7_row_12_steep_dive_bombs_lost_and_abort() -> None:
    m = mission()
    ref = referee(6, 6, 5, 6, 5, 5)
    events.random_event(ref, m)
    done(ref)
    assert not m.in_formation
    assert not m.plane.bombs
    assert m.must_abort == "mid-air accident"


def test_b_7_row_12_steep_dive_takes_a_wing_off() -> None:
    m = mission()
    with pytest.raises(MissionEnded):
        events.random_event(referee(6, 6, 5, 6, 1, 6, *[1] * 10), m)
    assert m.end is End.OUT_OF_CONTROL


def test_b_7_row_12_collision() -> None:
    m = mission()
    with pytest.raises(MissionEnded):
        events.random_event(referee(6, 6, 6, 6, *[1] * 10), m)
    assert m.end is End.OUT_OF_CONTROL
    assert all(man.dead for man in m.men.values())


def test_b_7_row_12_out_of_formation_is_an_engine_failure() -> None:
    m = mission(in_formation=False, bombs=False)
    ref = referee(6, 6, 3, 4, 1)
    events.random_event(ref, m)
    done(ref)
    assert m.plane.engines[0].out()


def test_b_7_row_7_a_foot_for_each() -> None:
    m = mission()
    ref = referee(3, 4)
    ref.state = m
    events.random_event(ref, m)
    events.random_event(referee(3, 4), m)
    assert m.rabbits_feet == 2


def test_b_7_row_7_off_without_the_switch() -> None:
    m = mission()
    m.options.rabbits_feet = False
    events.random_event(referee(3, 4), m)
    assert m.rabbits_feet == 0


def test_b_7_row_7_any_later_roll_again() -> None:
    m = mission(rabbits_feet=1)
    ref = referee(6, 2, answers=["rabbits-foot=again"])
    ref.state = m
    luck.start(ref, m)
    wounds.wound(ref, m, m.men[P.TAIL_GUNNER])
    done(ref)
    assert [e.result for e in ref.events if isinstance(e, Rolled)] == ["KIA", "Light Wound"]
    assert m.men[P.TAIL_GUNNER].light == 1
    assert m.rabbits_feet == 0


def test_b_7_row_7_a_second_foot_is_offered_after_the_first_is_spent() -> None:
    m = mission(rabbits_feet=2)
    ref = referee(6, 6, 2, answers=["rabbits-foot=again", "rabbits-foot=again"])
    ref.state = m
    luck.start(ref, m)
    wounds.wound(ref, m, m.men[P.TAIL_GUNNER])
    done(ref)
    assert (m.rabbits_feet, m.men[P.TAIL_GUNNER].light) == (0, 1)


def test_b_7_row_7_kept_and_not_asked_again() -> None:
    m = mission(rabbits_feet=1)
    ref = referee(1, 1, 2, answers=["rabbits-foot=table"])
    ref.state = m
    luck.start(ref, m)
    for p in (P.TAIL_GUNNER, P.BALL_GUNNER, P.NAVIGATOR):
        wounds.wound(ref, m, m.men[p])
    done(ref)
    assert m.rabbits_feet == 1


def test_b_7_row_7_the_default_spends_a_foot_on_a_death_only() -> None:
    m = mission(rabbits_feet=1)
    ref = referee(1, 6, 1, defaults=True)
    ref.state = m
    luck.start(ref, m)
    wounds.wound(ref, m, m.men[P.TAIL_GUNNER])
    assert m.rabbits_feet == 1
    wounds.wound(ref, m, m.men[P.BALL_GUNNER])
    done(ref)
    assert m.rabbits_feet == 0
    assert m.men[P.BALL_GUNNER].light == 1


def test_b_7_row_7_every_disaster_a_foot_is_spent_on_is_a_word_of_its_table() -> None:
    unknown = [
        (table, word)
        for table, words in advice.DISASTERS.items()
        for word in words
        if all(word not in column for column in CHARTS.charts[table].words)
    ]
    assert unknown == []
    assert "Explosion" in advice.DISASTERS["BL-1f-fire"]


def test_b_7_row_7_15_3_no_foot_is_spent_on_two_sixes_that_save_the_crew() -> None:
    m = mission(rabbits_feet=1, zone=1, bombs=False)
    for p in (P.PILOT, P.COPILOT):
        m.men[p].dead = True
    m.seats[P.PILOT] = m.men[P.ENGINEER]
    m.plane.landing_gear_out = m.plane.brake_out = True
    ref = referee(3, 4, 6, 6, 1, answers=["land-or-jump=land"], defaults=True)
    ref.state = m
    m.luck_quiet.append("O-1")
    luck.start(ref, m)
    with pytest.raises(MissionEnded):
        landing.land_in_england(ref, m)
    done(ref)
    assert m.rabbits_feet == 1
    assert len(m.living()) == 8


def test_b_7_row_7_nothing_is_asked_after_the_mission() -> None:
    m = mission(rabbits_feet=1)
    ref = referee(6)
    ref.state = m
    luck.start(ref, m)
    luck.stop(ref)
    wounds.wound(ref, m, m.men[P.TAIL_GUNNER])
    done(ref)
    assert m.men[P.TAIL_GUNNER].dead
