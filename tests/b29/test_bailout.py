"""Rule 8.2 with tables 8-4, 8-5, 8-7, and what lies below (2-9c, 8.5)."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cockpit, ending, fires, movement
from flakhouse.games.b29.ending import bailout
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    End,
    Fate,
    Formation,
    Position,
    Repair,
    Root,
    Section,
    Surface,
)

from .helpers import done, mission, noted, referee, rolled

P = Position
W, J, I_, O_ = Surface.WATER, Surface.JAPAN, Surface.IWO, Surface.OKINAWA


def low(zone: int = 5, **changes: object) -> Mission:
    """A bomber at LO without pressure, where nothing but the jump itself is rolled."""
    m = mission(zone=zone, formation=Formation.OUT, **changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


def over_base(**changes: object) -> Mission:
    return low(0, **changes)


def fates(m: Mission) -> list[Fate]:
    return [man.fate for man in m.men.values()]


def bail(ref: Referee, m: Mission, voluntary: bool = False) -> None:
    with pytest.raises(MissionEnded):
        ending.bail_out(ref, m, voluntary)


def mods_of(ref: Referee, chart: str) -> list[tuple[int, ...]]:
    """The modifier values of each roll on this chart."""
    return [tuple(x.value for x in e.mods) for e in ref.events if isinstance(e, Rolled) and e.chart == chart]


# ------------------------------------------------------------------ 8-4


def test_table_8_4_one_roll_for_each_man() -> None:
    """GTS 14."""
    m = over_base(cause=Root.FIGHTER)
    ref = referee(*[2] * 11)
    bail(ref, m)
    done(ref)
    assert rolled(ref) == ["8-4"] * 11
    assert fates(m) == [Fate.DUTY] * 11
    assert not m.living()
    assert all(man.jumped and man.station is None for man in m.men.values())
    assert all(seat is None for seat in m.seats.values())
    assert (m.end, m.repair, m.root, m.end_zone) == (End.ABANDONED, Repair.LOST, Root.FIGHTER, 0)


def test_table_8_4_a_one_leads_to_the_accident_die() -> None:
    m = over_base()
    ref = referee(1, 6, 1, 5, *[6] * 9)
    bail(ref, m)
    done(ref)
    assert rolled(ref)[:4] == ["8-4", "8-4-accident", "8-4", "8-4-accident"]
    # The man flying goes last, so the copilot and the bombardier rolled these.
    assert m.men[P.COPILOT].fate is Fate.KIA
    assert m.men[P.COPILOT].dead
    assert m.men[P.BOMBARDIER].fate is Fate.DUTY


def test_table_8_4_r130_no_bell_and_no_intercom_cost_every_man_one() -> None:
    """The table comes before note 7-9b, which would spare the men in front."""
    m = over_base(alarm_bell_out=True, intercom_out=True)
    ref = referee(2, 1, *[3] * 4, 2, 1, *[3] * 5)
    # the copilot and the CFC roll 2, a total of 1
    bail(ref, m)
    done(ref)
    assert rolled(ref)[:2] == ["8-4", "8-4-accident"]
    assert rolled(ref)[6:8] == ["8-4", "8-4-accident"]
    assert mods_of(ref, "8-4") == [(-1,)] * 11


@pytest.mark.parametrize("broken", [{"alarm_bell_out": True}, {"intercom_out": True}])
def test_table_8_4_one_of_bell_and_intercom_is_enough(broken: dict[str, object]) -> None:
    m = over_base(**broken)
    ref = referee(*[2] * 11)
    bail(ref, m)
    done(ref)
    assert not any(man.dead for man in m.men.values())


def test_table_8_4_second_light_wound_costs_one() -> None:
    m = over_base()
    m.men[P.COPILOT].light = 2
    m.men[P.BOMBARDIER].light = 1
    ref = referee(2, 6, 2, *[2] * 9)
    bail(ref, m)
    done(ref)
    assert m.men[P.COPILOT].fate is Fate.KIA
    assert m.men[P.BOMBARDIER].fate is Fate.DUTY


def test_8_4b_a_seriously_wounded_man_stays_and_dies() -> None:
    m = over_base(cause=Root.FLAK)
    m.men[P.TAIL_GUNNER].serious = True
    ref = referee(*[2] * 10)
    bail(ref, m)
    done(ref)
    man = m.men[P.TAIL_GUNNER]
    assert man.dead
    assert man.fate is Fate.KIA
    assert man.cause is Root.FLAK
    assert "down-with-plane" in noted(ref)


def test_table_8_4_r107_a_frostbitten_man_may_jump() -> None:
    m = over_base()
    m.men[P.TAIL_GUNNER].frostbitten = True
    ref = referee(*[2] * 11)
    bail(ref, m)
    done(ref)
    assert m.men[P.TAIL_GUNNER].fate is Fate.DUTY


def test_table_8_4_the_dead_do_not_roll() -> None:
    m = over_base()
    m.men[P.CFC].dead = True
    ref = referee(*[2] * 10)
    bail(ref, m)
    done(ref)
    assert m.men[P.CFC].fate is Fate.KIA


@pytest.mark.parametrize(("die", "fate"), [(5, Fate.KIA), (6, Fate.DUTY)])
def test_7_9d_without_autopilot_the_man_flying_rolls_on_8_5(die: int, fate: Fate) -> None:
    m = over_base(autopilot_out=True)
    ref = referee(*[2] * 10, die)
    bail(ref, m)
    done(ref)
    assert rolled(ref) == ["8-4"] * 10 + ["8-5"]
    assert m.men[P.PILOT].fate is fate


def test_7_9d_it_is_the_copilot_if_he_flies() -> None:
    m = over_base(autopilot_out=True)
    m.men[P.PILOT].serious = True
    ref = referee(*[2] * 9, 5)
    bail(ref, m)
    done(ref)
    assert m.men[P.COPILOT].fate is Fate.KIA


# ------------------------------------------------------------------ 8.2: pressure


def test_8_2_depressurizing_first_saves_the_decompression() -> None:
    m = mission(zone=0)
    ref = referee(*[2] * 11, answers=["bail-out-depressurize=yes"])
    bail(ref, m)
    done(ref)
    # 4.2D: no mask roll for a bail-out
    assert rolled(ref) == ["8-4"] * 11


def test_8_2_not_depressurizing_rolls_7_11_for_each_cabin() -> None:
    m = mission(zone=0)
    ref = referee(5, 5, 6, 1, *[2] * 11, answers=["bail-out-depressurize=no"])
    bail(ref, m)
    done(ref)
    # front, Waist, Tail; the last one wounds the tail gunner; nobody goes on oxygen
    assert rolled(ref) == ["7-11", "7-11", "7-11", "7-13"] + ["8-4"] * 11
    assert m.men[P.TAIL_GUNNER].light == 1


def test_8_4c_a_man_seriously_hurt_by_the_decompression_cannot_jump() -> None:
    m = mission(zone=0)
    ref = referee(5, 5, 6, 4, *[2] * 10, answers=["bail-out-depressurize=no"])
    bail(ref, m)
    done(ref)
    assert m.men[P.TAIL_GUNNER].fate is Fate.KIA


def test_8_4c_unable_to_depressurize_there_is_no_choice() -> None:
    m = mission(zone=0, no_voluntary_release=True, waist_release_out=True)
    m.men[P.PILOT].serious = True  # nobody at the pilot's release; the copilot flies
    ref = referee(1, 1, 1, *[2] * 10)
    bail(ref, m)
    done(ref)
    assert rolled(ref)[:3] == ["7-11"] * 3


def test_8_4c_a_compromised_or_empty_cabin_does_not_roll() -> None:
    m = mission(zone=0)
    m.plane.compromised = {cabin: cabin.value == "waist" for cabin in m.plane.compromised}
    m.men[P.TAIL_GUNNER].dead = True
    ref = referee(1, *[2] * 10, answers=["bail-out-depressurize=no"])
    bail(ref, m)
    done(ref)
    assert rolled(ref)[0] == "7-11"
    assert rolled(ref).count("7-11") == 1


# ------------------------------------------------------------------ 2-9c, 8.5: what lies below


def test_8_5_two_letters_by_choice_are_the_players(  # D55
) -> None:
    """2-9c."""
    m = low(11)
    ref = referee(*[2] * 11, *[4] * 11, answers=["where-down=J"])
    bail(ref, m, voluntary=True)
    done(ref)
    assert rolled(ref) == ["8-4"] * 11 + ["8-7"] * 11


@pytest.mark.parametrize("die", [1, 3])
def test_8_5_forced_the_first_letter_on_1_to_3(die: int) -> None:
    """2-9c."""
    m = low(11)
    ref = referee(die, *[2] * 11, 1, *[1] * 11)
    bail(ref, m)
    done(ref)
    assert rolled(ref)[0] == "8.5-surface"
    assert rolled(ref)[12] == "8-2"  # 8.6: the sea state after the jump
    assert fates(m) == [Fate.LAS] * 11


@pytest.mark.parametrize("die", [4, 6])
def test_8_5_forced_the_second_letter_on_4_to_6(die: int) -> None:
    m = low(11)
    ref = referee(die, *[2] * 11, *[3] * 11)
    bail(ref, m)
    done(ref)
    assert fates(m) == [Fate.DIC] * 11
    assert all(man.dead for man in m.men.values())


def test_8_5_one_letter_needs_no_die() -> None:
    m = low(10)
    m.target.letters[10] = (J,)
    ref = referee(*[2] * 11, *[4] * 11)
    bail(ref, m)
    done(ref)
    assert fates(m) == [Fate.BOC] * 11
    assert not any(man.dead for man in m.men.values())


def test_8_5_r24_okinawa_counts_as_japan() -> None:
    m = low(10, number=5)
    m.target.letters[10] = (O_,)
    ref = referee(*[2] * 11, *[4] * 11)
    bail(ref, m)
    done(ref)
    assert fates(m) == [Fate.BOC] * 11


def test_8_7_prisoners_die_on_3_or_less() -> None:
    m = low(10)
    m.target.letters[10] = (J,)
    ref = referee(*[2] * 11, 1, 2, 3, 4, 5, 6, *[4] * 5)
    bail(ref, m)
    done(ref)
    # the pilot jumps last
    assert [m.men[p].fate for p in (P.COPILOT, P.BOMBARDIER, P.NAVIGATOR, P.FLIGHT_ENGINEER)] == [
        Fate.DIC,
        Fate.DIC,
        Fate.DIC,
        Fate.BOC,
    ]


def test_table_8_4_over_a_friendly_iwo_jima_they_are_safe() -> None:
    m = low(6)
    ref = referee(*[2] * 11)
    bail(ref, m)
    done(ref)
    assert fates(m) == [Fate.DUTY] * 11


def test_4_5c3_off_course_in_zone_6_there_is_only_the_sea() -> None:
    m = low(6, off_course=True)
    ref = referee(*[2] * 11, 1, *[3] * 11)
    bail(ref, m)
    done(ref)
    assert "8-6" in rolled(ref)


def test_r116_iwo_jima_is_enemy_ground_on_missions_1_to_10() -> None:
    m = low(6, number=4)
    m.target.letters[6] = (W, I_)
    ref = referee(4, *[2] * 11, *[4] * 11)
    bail(ref, m)
    done(ref)
    assert fates(m) == [Fate.BOC] * 11


# ------------------------------------------------------------------ 8-5


def test_table_8_5_only_a_six_gets_out() -> None:
    m = low(5, cause=Root.FLAK)
    ref = referee(6, *[5] * 9, 1, 2, 4)
    with pytest.raises(MissionEnded):
        ending.uncontrolled(ref, m)
    done(ref)
    assert rolled(ref) == ["8-5"] * 11 + ["8-2", "8-6"]
    assert m.men[P.PILOT].fate is Fate.DUTY
    assert [man.fate for man in m.men.values()].count(Fate.KIA) == 10
    assert (m.end, m.repair, m.root) == (End.OUT_OF_CONTROL, Repair.LOST, Root.FLAK)


def test_8_5b_the_seriously_wounded_do_not_roll() -> None:
    m = low(5)
    for position in (P.PILOT, P.COPILOT):
        m.men[position].serious = True
    ref = referee(*[1] * 9)
    with pytest.raises(MissionEnded):
        ending.uncontrolled(ref, m)
    done(ref)
    assert fates(m) == [Fate.KIA] * 11


def test_8_5c_no_way_to_depressurize() -> None:
    m = mission(zone=5)
    ref = referee(1, 1, 1, *[1] * 11)
    with pytest.raises(MissionEnded):
        ending.uncontrolled(ref, m)
    done(ref)
    assert rolled(ref) == ["7-11"] * 3 + ["8-5"] * 11


def test_8_5_uncontrolled_over_two_letters_takes_the_die() -> None:
    m = low(11)
    ref = referee(6, *[1] * 10, 5, 4)
    with pytest.raises(MissionEnded):
        ending.uncontrolled(ref, m)
    done(ref)
    assert rolled(ref)[-2:] == ["8.5-surface", "8-7"]
    assert m.men[P.PILOT].fate is Fate.BOC


def test_8_5_uncontrolled_in_zone_6_is_the_sea() -> None:
    m = low(6)
    ref = referee(6, *[1] * 10, 1, 6)
    with pytest.raises(MissionEnded):
        ending.uncontrolled(ref, m)
    done(ref)
    assert rolled(ref)[-2:] == ["8-2", "8-6"]


# ------------------------------------------------------------------ some jump


def test_table_8_4_some_men_jump_and_the_bomber_flies_on() -> None:
    m = low(5)
    ref = referee(2, 1, 6, 4, 5)
    ending.jump(ref, m, [m.men[P.TAIL_GUNNER], m.men[P.CFC]])
    done(ref)
    assert rolled(ref) == ["8-4", "8-4", "8-4-accident", "8-2", "8-6"]
    assert m.end is End.FLYING
    assert m.men[P.TAIL_GUNNER].fate is Fate.DUTY
    assert m.men[P.CFC].fate is Fate.KIA
    assert m.seats[P.TAIL_GUNNER] is None
    assert len(m.living()) == 9


def test_table_8_4_nobody_able_nothing_happens() -> None:
    m = low(11)
    m.men[P.CFC].serious = True
    ref = referee()
    ending.jump(ref, m, [m.men[P.CFC]])
    done(ref)
    assert m.men[P.CFC].alive()


def test_d57_the_man_flying_and_those_kept_are_not_asked() -> None:
    m = low(5)
    ref = referee(answers=["j=Tail Gunner", "j=CFC", "j=done"])
    men = ending.ask_jumpers(ref, m, "j", "8.3", "Who?", keep=[m.men[P.COPILOT]])
    done(ref)
    assert men == [m.men[P.TAIL_GUNNER], m.men[P.CFC]]
    ref = referee(answers=["all"])
    men = ending.ask_jumpers(ref, m, "j", "8.3", "Who?", keep=[m.men[P.COPILOT]])
    assert m.men[P.PILOT] not in men
    assert m.men[P.COPILOT] not in men
    assert len(men) == 9


def test_d24_staying_is_the_default_unless_eager() -> None:
    m = low(5)
    assert ending.ask_jumpers(referee(defaults=True), m, "j", "7-5p", "Who?") == []
    assert len(ending.ask_jumpers(referee(defaults=True), m, "j", "8.3", "Who?", eager=True)) == 10


# ------------------------------------------------------------------ 7-9b


def test_7_9b_men_in_the_rear_jump_on_1_to_3() -> None:
    m = low(5, alarm_bell_out=True, intercom_out=True)
    ref = referee(3, 4, 4, 4, 4, 3, 6, 4)
    ending.alarm_jumps(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9b-alarm"] * 5 + ["8-4", "8-2", "8-6"]
    assert mods_of(ref, "8-4") == [(-1,)]
    assert m.men[P.CFC].jumped
    assert m.men[P.LEFT_GUNNER].alive()


def test_7_9b_they_do_not_let_pressure_go_first() -> None:
    m = mission(zone=5, alarm_bell_out=True, intercom_out=True)
    ref = referee(4, 4, 4, 4, 1, 1, 6, 1, 6)
    ending.alarm_jumps(ref, m)
    done(ref)
    assert rolled(ref)[5:] == ["7-11", "8-4", "8-2", "8-6"]


@pytest.mark.parametrize("broken", [{}, {"alarm_bell_out": True}, {"intercom_out": True}])
def test_7_9b_needs_both_out(broken: dict[str, object]) -> None:
    m = low(5, **broken)
    ref = referee()
    ending.alarm_jumps(ref, m)
    assert rolled(ref) == []


def test_7_9b_a_man_who_moved_forward_stays() -> None:
    m = low(5, alarm_bell_out=True, intercom_out=True)
    man = m.men[P.CFC]
    m.seats[P.CFC] = None
    man.station, man.compartment = None, Section.NAV_RADIO
    ref = referee(4, 4, 4, 4)
    ending.alarm_jumps(ref, m)
    done(ref)
    assert man.alive()


# ------------------------------------------------------------------ destroyed


def test_destroyed_kills_everybody_aboard() -> None:
    m = low(5, cause=Root.FIGHTER)
    m.men[P.CFC].aboard = False
    m.seats[P.CFC] = None
    ref = referee()
    with pytest.raises(MissionEnded):
        ending.destroyed(ref, m)
    assert [man.fate for man in m.men.values()].count(Fate.KIA) == 10
    assert m.men[P.CFC].fate is Fate.DUTY
    assert (m.end, m.root, m.end_zone) == (End.DESTROYED, Root.FIGHTER, 5)


def test_destroyed_takes_a_root_of_its_own() -> None:
    m = low(5)
    with pytest.raises(MissionEnded):
        ending.destroyed(referee(), m, Root.BAKA)
    assert m.root is Root.BAKA
    assert m.men[P.PILOT].cause is Root.BAKA


def test_below_over_the_base_is_the_base() -> None:
    assert bailout.below(referee(), over_base(), choice=False) is Surface.BASE


def test_7_9a_dead_controls_of_an_earlier_turn_are_the_root() -> None:
    m = mission(zone=5, cause=Root.FIGHTER, pilot_controls_out=True, formation=Formation.NONE)
    cockpit.apply(referee(1, 1), m, cockpit.Cockpit.COPILOT)
    m.plane.dead_control_zones = 0
    with pytest.raises(MissionEnded):
        movement.move_step(referee(*[2] * 11, 1, *[6] * 11, defaults=True), m)
    assert (m.end, m.root) == (End.ABANDONED, Root.FIGHTER)


def test_7_5_a_fire_of_an_earlier_turn_is_the_root() -> None:
    m = mission(zone=4, cause=Root.FLAK, mask_turn=10, formation=Formation.NONE)
    fires.fire(referee(6, 6, 6, 6, defaults=True), m, Section.WAIST)
    assert m.plane.fires
    with pytest.raises(MissionEnded):
        movement.move_step(referee(*[2] * 11, 1, *[6] * 11, defaults=True), m)
    assert (m.end, m.root) == (End.ABANDONED, Root.FLAK)
