"""Table 7-13, rules 5.4E and 7.6F."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import crew, target, wounds
from flakhouse.games.b29.state import MissionEnded
from flakhouse.games.b29.words import CAPACITY, End, Fate, Position, Root, Section
from tests.b29.helpers import done, mission, noted, referee, rolled

P = Position


@pytest.mark.parametrize("face", [1, 2, 3])
def test_7_13_rows_1_3_light(face: int) -> None:
    m = mission(cause=Root.FLAK)
    man = m.men[P.CFC]
    ref = referee(face)
    wounds.wound(ref, m, man)
    assert (man.light, man.serious, man.dead) == (1, False, False)
    assert man.fit()
    assert man.cause is Root.FLAK
    done(ref)


@pytest.mark.parametrize("face", [4, 5])
def test_7_13_rows_4_5_serious(face: int) -> None:
    m = mission()
    man = m.men[P.CFC]
    wounds.wound(referee(face), m, man)
    assert (man.light, man.serious, man.dead) == (0, True, False)
    assert not man.fit()


def test_7_13_row_6_kia() -> None:
    m = mission(cause=Root.FIGHTER)
    man = m.men[P.CFC]
    wounds.wound(referee(6), m, man)
    assert man.dead
    assert man.fate is Fate.KIA
    assert man.cause is Root.FIGHTER


def test_7_13_thermal_modifier() -> None:
    m = mission()
    wounds.wound(referee(6), m, m.men[P.CFC], (wounds.THERMAL,))
    assert m.men[P.CFC].serious
    wounds.wound(referee(4), m, m.men[P.TAIL_GUNNER], (wounds.THERMAL,))
    assert m.men[P.TAIL_GUNNER].light == 1


def test_R_77_totals_beyond_the_ends() -> None:
    m = mission()
    wounds.wound(referee(6), m, m.men[P.CFC], (wounds.WRECKED,))
    assert m.men[P.CFC].dead
    wounds.wound(referee(1), m, m.men[P.PILOT], (wounds.THERMAL,))
    assert m.men[P.PILOT].light == 1
    wounds.wound(referee(5), m, m.men[P.COPILOT], (wounds.WRECKED,))
    assert m.men[P.COPILOT].dead


def test_7_13a_second_light_wound_costs_the_veteran_his_bonus() -> None:
    m = mission()
    man = m.men[P.NAVIGATOR]
    man.airman.missions = 20
    wounds.wound(referee(1), m, man)
    assert man.veteran()
    wounds.wound(referee(1), m, man)
    assert man.light == 2
    assert man.fit()
    assert not man.veteran()


def test_R_106_three_lights_are_a_serious_wound_and_the_fourth_kills() -> None:
    m = mission()
    man = m.men[P.CFC]
    man.light = 2
    wounds.wound(referee(1), m, man)
    assert man.serious
    assert not man.dead
    wounds.wound(referee(1), m, man)
    assert man.dead


@pytest.mark.parametrize(("first", "second"), [(1, 4), (4, 1), (4, 5)])
def test_7_13_light_and_serious_or_two_serious_kill(first: int, second: int) -> None:
    m = mission()
    man = m.men[P.CFC]
    ref = referee(first, second)
    wounds.wound(ref, m, man)
    assert not man.dead
    wounds.wound(ref, m, man)
    assert man.dead
    done(ref)


def test_7_13_the_dead_and_the_absent_do_not_roll() -> None:
    m = mission()
    m.men[P.CFC].dead = True
    m.men[P.TAIL_GUNNER].aboard = False
    ref = referee()
    wounds.wound(ref, m, m.men[P.CFC])
    wounds.wound(ref, m, m.men[P.TAIL_GUNNER])
    done(ref)
    assert rolled(ref) == []


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (P.PILOT, "pilot lost"),
        (P.COPILOT, "copilot lost"),
        (P.BOMBARDIER, "bombardier lost"),
        (P.NAVIGATOR, "navigator lost"),
    ],
)
def test_4_7D_men_whose_loss_gives_leave_to_abort(position: Position, reason: str) -> None:
    m = mission(cause=Root.FLAK)
    wounds.wound(referee(3), m, m.men[position])
    assert m.leave == {}
    m.men[position].light = 0
    wounds.wound(referee(4), m, m.men[position])
    assert m.leave == {reason: True}


def test_4_7D_the_engineer_gives_no_leave() -> None:
    m = mission(cause=Root.FLAK)
    wounds.kill(referee(), m, m.men[P.FLIGHT_ENGINEER])
    assert m.leave == {}


def test_6_6_bombardier_hit_on_the_run() -> None:
    """7-1e."""
    m = mission(on_run=True)
    wounds.wound(referee(1), m, m.men[P.BOMBARDIER])
    assert not m.bombardier_hit_on_run
    wounds.wound(referee(6), m, m.men[P.BOMBARDIER])
    assert m.bombardier_hit_on_run
    other = mission()
    wounds.kill(referee(), other, other.men[P.BOMBARDIER])
    assert not other.bombardier_hit_on_run


def test_6_6_navigator_hit_over_the_target() -> None:
    m = mission(zone=11)
    wounds.kill(referee(), m, m.men[P.NAVIGATOR])
    assert m.navigator_hit_over_target
    other = mission(zone=10)
    wounds.kill(referee(), other, other.men[P.NAVIGATOR])
    assert not other.navigator_hit_over_target


def test_6_6_a_navigator_lost_before_is_not_hit_anew_over_the_target() -> None:
    m = mission(zone=11, night=True)
    navigator = m.men[P.NAVIGATOR]
    navigator.serious = True
    wounds.kill(referee(), m, navigator)
    assert not m.navigator_hit_over_target
    assert "navigator" in [mod.key for mod in target.aim_mods(m)]


def test_7_3_frostbite_ends_a_mans_duties() -> None:
    m = mission(cause=Root.COLD)
    ref = referee()
    wounds.frostbite(ref, m, m.men[P.PILOT])
    wounds.frostbite(ref, m, m.men[P.PILOT])
    assert m.men[P.PILOT].alive()
    assert not m.men[P.PILOT].fit()
    assert m.leave == {"pilot lost": False}
    assert noted(ref).count("frostbitten") == 1


def test_5_4E_wounded_men_laid_in_the_compartment_roll_too() -> None:
    m = mission()
    m.plane.pressurized = False
    for position in (P.CFC, P.NAVIGATOR):
        crew.move(referee(), m, m.men[position], Section.UTILITY)
    m.men[P.CFC].compartment = m.men[P.NAVIGATOR].compartment = Section.WAIST
    m.men[P.CFC].light = 1
    ref = referee(1, 1)
    wounds.casualties(ref, m, (P.LEFT_GUNNER,), Section.WAIST)
    assert m.men[P.LEFT_GUNNER].light == 1
    assert m.men[P.CFC].light == 2
    assert m.men[P.NAVIGATOR].light == 0  # there, but not wounded
    done(ref)


def test_7_6D_the_stand_in_takes_the_hit() -> None:
    m = mission()
    crew.sit(m, m.men[P.RADAR_OPERATOR], P.LEFT_GUNNER)
    ref = referee(2)
    wounds.casualties(ref, m, (P.LEFT_GUNNER,), Section.WAIST)
    assert m.men[P.RADAR_OPERATOR].light == 1
    assert m.men[P.LEFT_GUNNER].light == 0
    done(ref)


def test_5_4E_an_empty_station_is_no_casualty() -> None:
    m = mission()
    m.men[P.TAIL_GUNNER].aboard, m.men[P.TAIL_GUNNER].station = False, None
    m.seats[P.TAIL_GUNNER] = None
    ref = referee()
    wounds.casualties(ref, m, (P.TAIL_GUNNER,), Section.TAIL)
    done(ref)
    assert rolled(ref) == []


# ------------------------------------------------------------------ 7.6F


def test_7_6F_the_copilot_flies_when_the_pilot_is_hit() -> None:
    m = mission()
    ref = referee(6)
    wounds.casualties(ref, m, (P.PILOT,), Section.NOSE)
    assert crew.flying(m) is m.men[P.COPILOT]
    assert crew.pilot_flying(m)
    done(ref)


def test_7_6F_the_engineer_is_the_first_to_take_over() -> None:
    m = mission()
    ref = referee(6, 4)
    wounds.casualties(ref, m, (P.PILOT, P.COPILOT), Section.NOSE)
    engineer = m.men[P.FLIGHT_ENGINEER]
    assert crew.flying(m) is engineer
    assert engineer.compartment is Section.NOSE
    assert engineer.moved
    assert not crew.pilot_flying(m)
    assert m.seats[P.FLIGHT_ENGINEER] is None
    # The Nose holds three, so the man he relieved is laid in Nav/Radio.
    assert len(m.inside(Section.NOSE)) == CAPACITY[Section.NOSE]
    assert m.men[P.PILOT].compartment is Section.NAV_RADIO
    done(ref)


def test_7_6F_with_the_engineer_lost_anybody_may_fly() -> None:
    m = mission()
    m.men[P.FLIGHT_ENGINEER].serious = True
    ref = referee(6, 6, answers=["who-flies=CFC"])
    wounds.casualties(ref, m, (P.PILOT, P.COPILOT), Section.NOSE)
    assert crew.flying(m) is m.men[P.CFC]
    done(ref)


def test_7_6F_a_man_in_the_other_seat_gives_way_to_the_engineer() -> None:
    m = mission()
    m.men[P.COPILOT].dead = True
    crew.sit(m, m.men[P.BOMBARDIER], P.COPILOT)
    ref = referee(6)
    wounds.casualties(ref, m, (P.PILOT,), Section.NOSE)
    assert crew.flying(m) is m.men[P.FLIGHT_ENGINEER]
    done(ref)


def test_4_2B_a_man_from_the_tail_reaches_the_controls_only_without_pressure() -> None:
    m = mission()
    for position in P:
        if position not in (P.PILOT, P.TAIL_GUNNER, P.LEFT_GUNNER):
            m.men[position].dead = True
    m.men[P.LEFT_GUNNER].frostbitten = True
    m.plane.tunnel_damaged = True
    # Nobody is left at a pressure release, so the tail gunner cannot come forward.
    with pytest.raises(MissionEnded):
        wounds.casualties(referee(6, 1, 1, 1, 1, defaults=True), m, (P.PILOT,), Section.NOSE)
    assert m.end is End.OUT_OF_CONTROL
    m = mission()
    for position in P:
        if position not in (P.PILOT, P.LEFT_GUNNER):
            m.men[position].dead = True
    m.plane.tunnel_damaged = True
    ref = referee(6, 3, 3)
    wounds.casualties(ref, m, (P.PILOT,), Section.NOSE)
    assert crew.flying(m) is m.men[P.LEFT_GUNNER]
    assert not m.plane.pressurized
    assert rolled(ref) == ["7-13", "4.2D-mask"]
    done(ref)


def test_R_105_pressure_is_let_go_for_the_controls_even_in_the_turn_it_came_back() -> None:
    """4.2B: the only other fit man is in the waist, and the tunnel is closed."""
    m = mission()
    for position in P:
        if position not in (P.PILOT, P.LEFT_GUNNER):
            m.men[position].dead = True
    m.plane.tunnel_damaged = True
    m.plane.repressurized_turn = m.turn
    ref = referee(6, 3, 3)
    wounds.casualties(ref, m, (P.PILOT,), Section.NOSE)
    assert crew.flying(m) is m.men[P.LEFT_GUNNER]
    assert not m.plane.pressurized
    done(ref)


def test_R_108_nobody_fit_means_out_of_control() -> None:
    m = mission()
    m.plane.pressurized = False
    for position in P:
        if position is not P.PILOT:
            m.men[position].dead = True
    with pytest.raises(MissionEnded):
        wounds.casualties(referee(6, 1, defaults=True), m, (P.PILOT,), Section.NOSE)
    assert m.end is End.OUT_OF_CONTROL
