"""Rule 7.5 and table 7-12."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import crew, fires
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import Altitude, Cabin, End, Position, Section
from tests.b29.helpers import done, mission, noted, referee, rolled

P = Position
NAV, WAIST, UTILITY = Section.NAV_RADIO, Section.WAIST, Section.UTILITY


def low(**changes: object) -> Mission:
    """At LO: no pressure to think about."""
    m = mission(pressurized=False, **changes)
    m.plane.altitude = Altitude.LO
    return m


def bottles(m: Mission) -> list[Section]:
    return [place for place, full in m.plane.extinguishers.items() if full]


@pytest.mark.parametrize("faces", [(1, 1), (4, 5)])
def test_7_12_nine_or_less_puts_it_out(faces: tuple[int, int]) -> None:
    m = low()
    ref = referee(*faces, answers=["who-fights-fire=Radio Operator"])
    fires.fire(ref, m, NAV)
    assert m.plane.fires == {}
    assert m.men[P.RADIO_OPERATOR].busy
    assert m.men[P.RADIO_OPERATOR].fought_fire
    assert bottles(m) == [WAIST, UTILITY]
    done(ref)


@pytest.mark.parametrize("section", [Section.NOSE, NAV])
def test_7_5_front_fire_not_out_after_one_try_all_jump_at_once(section: Section) -> None:
    m = low()
    ref = referee(5, 5, *[3] * 60, defaults=True)
    with pytest.raises(MissionEnded):
        fires.fire(ref, m, section)
    assert m.end is End.ABANDONED
    assert rolled(ref).count("7-12") == 1


def test_7_12_minus_one_without_pressure_at_med() -> None:
    m = mission()
    ref = referee(3, 3, 4, 6, answers=["depressurize-fire=yes", "who-fights-fire=Navigator"])
    fires.fire(ref, m, NAV)
    assert not m.plane.pressurized
    assert rolled(ref) == ["4.2D-mask", "7-12"]
    assert "fire-out" in noted(ref)
    done(ref)


def test_7_12_no_modifier_at_lo_or_under_pressure() -> None:
    ref = referee(4, 6, 1, 1, answers=["who-fights-fire=CFC", "fire-second=yes"])
    fires.fire(ref, low(), WAIST)
    done(ref)
    m = mission()
    ref = referee(4, 6, 1, 1, answers=["depressurize-fire=no", "who-fights-fire=CFC", "fire-second=yes"])
    fires.fire(ref, m, WAIST)
    assert m.plane.pressurized
    done(ref)


def test_7_12_a_compromised_cabin_is_thin_air_too() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    ref = referee(4, 6, answers=["depressurize-fire=no", "who-fights-fire=CFC"])
    fires.fire(ref, m, WAIST)
    assert m.plane.fires == {}
    done(ref)


def test_7_5_by_default_pressure_goes_only_where_that_helps() -> None:
    m = mission()
    ref = referee(3, 3, 3, 3, defaults=True)
    fires.fire(ref, m, WAIST)
    assert rolled(ref) == ["4.2D-mask", "7-12"]
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    ref = referee(3, 3, defaults=True)
    fires.fire(ref, m, WAIST)
    assert rolled(ref) == ["7-12"]
    m = mission()
    ref = referee(3, 3, 3, 3, defaults=True)
    fires.fire(ref, m, UTILITY)  # nobody gets there otherwise
    assert rolled(ref) == ["4.2D-mask", "7-12"]
    m = mission()
    m.plane.compromised[Cabin.TAIL] = True
    ref = referee(3, 3, defaults=True)
    fires.fire(ref, m, UTILITY)  # the tail gunner's door is open
    assert rolled(ref) == ["7-12"]


def test_7_5_second_try_in_the_waist_with_the_utility_extinguisher() -> None:
    m = low()
    ref = referee(6, 6, 2, 2, answers=["who-fights-fire=CFC", "fire-second=yes"])
    fires.fire(ref, m, WAIST)
    assert m.plane.fires == {}
    assert bottles(m) == [NAV]
    done(ref)


def test_R_76_no_second_try_with_the_front_extinguisher() -> None:
    m = low()
    m.plane.extinguishers[UTILITY] = False
    ref = referee(6, 6, answers=["who-fights-fire=CFC", "fire-jump=no"])
    fires.fire(ref, m, WAIST)
    assert m.plane.fires == {WAIST: 1}
    assert bottles(m) == [NAV]
    done(ref)


def test_R_76_the_nearest_extinguisher_left() -> None:
    m = low()
    m.plane.extinguishers[WAIST] = m.plane.extinguishers[UTILITY] = False
    ref = referee(1, 1, answers=["who-fights-fire=CFC"])
    fires.fire(ref, m, WAIST)
    assert bottles(m) == []
    assert m.plane.fires == {}
    done(ref)


def test_R_76_without_any_extinguisher_the_try_fails() -> None:
    m = low()
    for place in m.plane.extinguishers:
        m.plane.extinguishers[place] = False
    ref = referee(answers=["fire-jump=no"])
    fires.fire(ref, m, Section.TAIL)
    assert m.plane.fires == {Section.TAIL: 1}
    assert "no-extinguisher" in noted(ref)
    done(ref)


def test_7_5_one_try_only_in_the_tail() -> None:
    m = low()
    ref = referee(6, 6, answers=["fire-jump=no"])
    fires.fire(ref, m, Section.TAIL)
    assert m.plane.fires == {Section.TAIL: 1}
    assert m.men[P.TAIL_GUNNER].fought_fire
    assert bottles(m) == [NAV, WAIST]
    done(ref)


def test_7_5_second_try_is_the_players_choice() -> None:
    m = low()
    ref = referee(6, 6, answers=["who-fights-fire=CFC", "fire-second=no", "fire-jump=no"])
    fires.fire(ref, m, WAIST)
    assert m.plane.fires == {WAIST: 1}
    done(ref)


def test_7_5_jump_now_or_after_the_next_zone() -> None:
    m = low()
    with pytest.raises(MissionEnded):
        fires.fire(referee(6, 6, *[3] * 60, answers=["fire-jump=yes"], defaults=True), m, Section.TAIL)
    assert m.end is End.ABANDONED
    m = low()
    fires.fire(referee(6, 6, answers=["fire-jump=no"]), m, Section.TAIL)
    with pytest.raises(MissionEnded):
        fires.fires_step(referee(*[3] * 60, defaults=True), m)
    assert m.end is End.ABANDONED


def test_7_5_no_fire_no_step() -> None:
    ref = referee()
    fires.fires_step(ref, mission())
    done(ref)
    assert rolled(ref) == []


def test_7_5_a_fire_that_cannot_be_put_out_is_not_fought_again() -> None:
    m = low()
    m.plane.fires[WAIST] = 1
    ref = referee()
    fires.fire(ref, m, WAIST)
    done(ref)
    assert m.plane.fires == {WAIST: 1}


def test_7_7_somebody_must_enter_utility_from_waist_or_tail() -> None:
    m = low()
    ref = referee(1, 1, answers=["who-fights-fire=Tail Gunner"])
    fires.fire(ref, m, UTILITY)
    gunner = m.men[P.TAIL_GUNNER]
    assert gunner.moved
    assert gunner.station is P.TAIL_GUNNER
    done(ref)


def test_7_7_utility_cannot_be_entered_under_pressure() -> None:
    m = mission()
    ref = referee(answers=["depressurize-fire=no", "fire-jump=no"])
    fires.fire(ref, m, UTILITY)
    assert m.plane.fires == {UTILITY: 1}
    assert "fire-nobody" in noted(ref)
    done(ref)


def test_7_6C_no_wounded_man_goes_to_a_fire_outside_the_cabins_under_pressure() -> None:
    m = mission()
    m.plane.compromised[Cabin.TAIL] = True
    m.men[P.TAIL_GUNNER].light = 1
    ref = referee(answers=["depressurize-fire=no", "fire-jump=no"])
    fires.fire(ref, m, UTILITY)
    assert "fire-nobody" in noted(ref)
    done(ref)


def test_7_5_a_man_already_in_utility_fights_it_there() -> None:
    m = low()
    crew.move(referee(), m, m.men[P.RIGHT_GUNNER], UTILITY)
    ref = referee(1, 1)
    fires.fire(ref, m, UTILITY)
    assert m.men[P.RIGHT_GUNNER].fought_fire
    done(ref)


def test_7_6E_the_copilot_may_leave_his_post_while_both_pilots_are_fit() -> None:
    m = low()
    m.men[P.PILOT].light = 1
    ref = referee(1, 1, answers=["who-fights-fire=Copilot"])
    fires.fire(ref, m, Section.NOSE)
    assert m.men[P.COPILOT].fought_fire
    assert crew.flying(m) is m.men[P.PILOT]
    done(ref)


def test_7_6E_with_a_pilot_hit_the_other_stays() -> None:
    m = low()
    m.men[P.PILOT].serious = True
    ref = referee(1, 1)
    fires.fire(ref, m, Section.NOSE)
    assert m.men[P.BOMBARDIER].fought_fire
    done(ref)


def test_7_5_with_nobody_able_in_the_nose_a_man_comes_from_next_door() -> None:
    m = low()
    m.men[P.PILOT].serious = m.men[P.BOMBARDIER].dead = True
    ref = referee(1, 1, answers=["who-fights-fire=Radio Operator"])
    fires.fire(ref, m, Section.NOSE)
    assert m.men[P.RADIO_OPERATOR].moved
    done(ref)


def test_7_5_who_has_fought_a_fire_this_turn_fights_no_other() -> None:
    m = low()
    m.men[P.TAIL_GUNNER].fought_fire = True
    ref = referee(answers=["fire-jump=no"])
    fires.fire(ref, m, Section.TAIL)
    assert "fire-nobody" in noted(ref)
    crew.new_turn(m)
    m.plane.fires.clear()
    ref = referee(1, 1)
    fires.fire(ref, m, Section.TAIL)
    assert m.plane.fires == {}
    done(ref)


def test_7_5_idle_men_are_named_first() -> None:
    m = low()
    m.men[P.RADIO_OPERATOR].busy = True
    ref = referee(1, 1, defaults=True)
    fires.fire(ref, m, NAV)
    assert m.men[P.NAVIGATOR].fought_fire
    assert not m.men[P.RADIO_OPERATOR].fought_fire
