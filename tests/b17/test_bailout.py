"""Section 14: bailing out (G-6, G-7, G-8)."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import End, EngineState, Fate, Position, Repair, Root, Surface
from tests.b17.helpers import done, mission, noted, referee, rolled

SEA = (Surface.WATER,)
GERMANY = (Surface.GERMANY,)


def over(letters: tuple[Surface, ...], zone: int = 4, /, **changes: object) -> Mission:
    """A mission to La Rochelle or Kiel in this zone, with these letters below."""
    m = mission(**changes)
    m.zone = zone
    m.target.zone = 8
    m.target.letters[zone] = letters
    return m


def alone(m: Mission, *positions: Position) -> None:
    """Only these men are left alive."""
    for position, man in m.men.items():
        if position not in positions:
            man.dead = True


def bail_out(ref: Referee, m: Mission, voluntary: bool = False) -> None:
    with pytest.raises(MissionEnded):
        bailout.bail_out(ref, m, voluntary)


def uncontrolled(ref: Referee, m: Mission) -> None:
    with pytest.raises(MissionEnded):
        bailout.uncontrolled(ref, m)


# ------------------------------------------------------------------ G-6


def test_14_1_g_6_a_crew_under_control_jumps_and_the_bomber_is_lost() -> None:
    m = over(GERMANY, cause=Root.FIGHTER)
    ref = referee(*[2] * 10)
    bail_out(ref, m)
    assert (m.end, m.repair, m.root) == (End.ABANDONED, Repair.LOST, Root.FIGHTER)
    assert all(man.fate is Fate.BOC and man.jumped and not man.aboard for man in m.men.values())
    assert not any(man is not None for man in m.seats.values())
    done(ref)


@pytest.mark.parametrize(("faces", "fate"), [((2,), Fate.BOC), ((1, 5), Fate.BOC), ((1, 6), Fate.KIA)])
def test_g_6_a_one_calls_for_a_second_die_that_kills_on_six(faces: tuple[int, ...], fate: Fate) -> None:
    m = over(GERMANY)
    alone(m, Position.PILOT)
    ref = referee(*faces)
    bail_out(ref, m)
    assert m.men[Position.PILOT].fate is fate
    done(ref)


def test_g_6_two_light_wounds_count_minus_one_and_one_does_not() -> None:
    m = over(GERMANY)
    alone(m, Position.PILOT)
    m.men[Position.PILOT].light = 2
    ref = referee(2, 6)
    bail_out(ref, m)
    assert m.men[Position.PILOT].fate is Fate.KIA
    m = over(GERMANY)
    alone(m, Position.PILOT)
    m.men[Position.PILOT].light = 1
    ref = referee(2)
    bail_out(ref, m)
    assert m.men[Position.PILOT].fate is Fate.BOC


def test_14_1_g_6_the_seriously_wounded_and_the_trapped_ball_gunner_are_lost_with_the_plane() -> None:
    m = over(GERMANY, ball_jammed=True, cause=Root.FLAK)
    alone(m, Position.PILOT, Position.NAVIGATOR, Position.BALL_GUNNER)
    m.men[Position.NAVIGATOR].serious = True
    ref = referee(3)
    bail_out(ref, m)
    assert m.men[Position.NAVIGATOR].fate is Fate.KIA
    assert m.men[Position.BALL_GUNNER].fate is Fate.KIA
    assert m.men[Position.BALL_GUNNER].cause is Root.FLAK
    assert noted(ref).count("down-with-plane") == 2
    done(ref)


def test_14_1_whoever_flies_jumps_last() -> None:
    m = over(GERMANY)
    ref = referee(*[2] * 10)
    bail_out(ref, m)
    jumped = [e.facts["man"] for e in ref.events if isinstance(e, Noted) and e.kind == "jumped"]
    assert (jumped[0], jumped[-1]) == ("Bombardier", "Pilot")


def test_14_3_g_6_under_control_the_player_chooses_where() -> None:
    m = over((Surface.WATER, Surface.FRANCE), 3)
    alone(m, Position.PILOT)
    ref = referee(2, 6, answers=["where-down=F"])
    bail_out(ref, m)
    assert m.men[Position.PILOT].fate is Fate.DUTY
    assert noted(ref)[-2:] == ["evaded-home", "flight-ends"]
    done(ref)


def test_14_3_over_england_everybody_is_safe() -> None:
    m = mission(zone=1)
    ref = referee(*[6] * 10)
    bail_out(ref, m, voluntary=True)
    assert all(man.fate is Fate.DUTY for man in m.men.values())
    assert (m.end, noted(ref).count("jumped-safe")) == (End.ABANDONED, 10)


def test_16_3_a_jump_by_choice_has_the_damage_behind_it_as_root() -> None:
    m = mission(zone=1)
    m.plane.engines[0].state = EngineState.FEATHERED
    m.plane.engines[0].root = Root.FLAK
    bail_out(referee(*[6] * 10), m, voluntary=True)
    assert m.root is Root.FLAK


def test_14_1_a_crew_that_bailed_out_stops_fighting() -> None:
    """A fault of other programs: the flight is over at once; nobody sits at a gun any more."""
    m = over(GERMANY)
    bail_out(referee(*[2] * 10), m)
    assert m.end is End.ABANDONED
    assert m.living() == []
    assert all(m.at(position) is None for position in Position)


# ------------------------------------------------------------------ G-8


@pytest.mark.parametrize(("face", "fate"), [(1, Fate.LAS), (4, Fate.LAS), (5, Fate.DUTY), (6, Fate.DUTY)])
def test_14_2_g_8_over_water(face: int, fate: Fate) -> None:
    m = over(SEA)
    alone(m, Position.PILOT)
    ref = referee(2, face)
    bail_out(ref, m)
    assert rolled(ref) == ["G-6", "G-8"]
    assert m.men[Position.PILOT].fate is fate
    assert m.men[Position.PILOT].dead == (fate is Fate.LAS)
    done(ref)


def test_14_2_g_8_any_light_wound_counts_minus_one() -> None:
    m = over(SEA)
    alone(m, Position.PILOT)
    m.men[Position.PILOT].light = 1
    bail_out(referee(2, 5), m)
    assert m.men[Position.PILOT].fate is Fate.LAS


@pytest.mark.parametrize("zone", [6, 7])
def test_14_2_g_8_rescued_far_out_means_captured(zone: int) -> None:
    m = over(SEA, zone)
    alone(m, Position.PILOT)
    ref = referee(2, 6)
    bail_out(ref, m)
    assert m.men[Position.PILOT].fate is Fate.BOC
    captured = next(e for e in ref.events if isinstance(e, Noted) and e.kind == "captured")
    assert captured.facts["where"] == "at sea"


def test_14_2_g_8_out_of_formation_without_radio_everybody_in_the_water_dies() -> None:
    m = over(SEA, radio_out=True, in_formation=False)
    ref = referee(*[2] * 10)
    bail_out(ref, m)
    assert all(man.fate is Fate.LAS for man in m.men.values())
    done(ref)


def test_14_2_g_8_without_radio_but_in_formation_they_have_their_chance() -> None:
    m = over(SEA, radio_out=True)
    alone(m, Position.PILOT)
    ref = referee(2, 6)
    bail_out(ref, m)
    assert m.men[Position.PILOT].fate is Fate.DUTY


def test_7a_6_the_radio_needs_the_radio_operator_in_his_room() -> None:
    m = over(SEA, in_formation=False)
    assert not bailout.no_help(m)
    m.men[Position.RADIO_OPERATOR].serious = True
    assert bailout.no_help(m)
    m.men[Position.RADIO_OPERATOR].serious = False
    m.men[Position.RADIO_OPERATOR].station = None
    assert bailout.no_help(m)


def test_7a_6_the_radio_operator_calls_before_he_jumps() -> None:
    m = over(SEA, in_formation=False)
    alone(m, Position.RADIO_OPERATOR)
    ref = referee(2, 5)
    bail_out(ref, m)
    assert m.men[Position.RADIO_OPERATOR].fate is Fate.DUTY
    done(ref)


# ------------------------------------------------------------------ G-7


def test_14_1_g_7_out_of_control_only_a_six_gets_a_man_out() -> None:
    m = over(GERMANY, cause=Root.BIP)
    ref = referee(6, 5, 1, 2, 3, 4, 5, 6, 1, 2)
    uncontrolled(ref, m)
    assert [p for p, man in m.men.items() if man.fate is Fate.BOC] == [Position.BOMBARDIER, Position.PORT_WAIST]
    assert sum(man.fate is Fate.KIA for man in m.men.values()) == 8
    assert (m.end, m.repair, m.root) == (End.OUT_OF_CONTROL, Repair.LOST, Root.BIP)
    done(ref)


def test_g_7_a_natural_six_gets_a_wounded_man_out() -> None:
    m = over(GERMANY)
    alone(m, Position.PILOT)
    m.men[Position.PILOT].light = 2
    ref = referee(6)
    uncontrolled(ref, m)
    assert m.men[Position.PILOT].fate is Fate.BOC
    rolls = [e for e in ref.events if isinstance(e, Rolled)]
    assert [roll.result for roll in rolls] == ["Out safely"]


def test_g_7_errata_37_counts_on_a_players_own_table() -> None:
    m = over(GERMANY)
    alone(m, Position.PILOT, Position.COPILOT)
    m.men[Position.PILOT].light = 1
    ref = referee(5, 5)
    text = '''
[chart.G-7]
title = "Bailing out"
rule = "14.1"
dice = "1d6"
source = "ruling"
from = "house"
grid = """
1-4 | Goes down with it
5-6 | Out safely
"""
mods = [{key = "wounded", value = -1, when = "lightly wounded"}]
'''
    ref = Referee(ref.dice, ref.agent, trace=True, house=CHARTS.house("house", text))
    uncontrolled(ref, m)
    assert m.men[Position.PILOT].fate is Fate.KIA
    assert m.men[Position.COPILOT].fate is Fate.BOC


def test_14_1_g_7_the_seriously_wounded_and_trapped_do_not_roll() -> None:
    m = over(GERMANY, ball_jammed=True)
    alone(m, Position.PILOT, Position.BALL_GUNNER)
    m.men[Position.PILOT].serious = True
    ref = referee()
    uncontrolled(ref, m)
    assert m.men[Position.PILOT].fate is m.men[Position.BALL_GUNNER].fate is Fate.KIA


def test_14_3_g_7_nobody_chooses_where_a_bomber_out_of_control_falls() -> None:
    m = over((Surface.WATER, Surface.FRANCE), 3)
    alone(m, Position.PILOT)
    ref = referee(6, 4, 6)
    uncontrolled(ref, m)
    assert rolled(ref) == ["G-7", "14.3-surface", "G-7-capture"]
    assert m.men[Position.PILOT].fate is Fate.DUTY
    done(ref)


def test_g_7_over_water_g_8_follows() -> None:
    m = over(SEA)
    alone(m, Position.PILOT)
    ref = referee(6, 5)
    uncontrolled(ref, m)
    assert rolled(ref) == ["G-7", "G-8"]
    assert m.men[Position.PILOT].fate is Fate.DUTY
    done(ref)


def test_6_8_a_bomber_out_of_control_never_lands() -> None:
    """A fault of other programs: without a wing there is no landing roll, the bomber is lost."""
    m = mission(zone=2)
    m.target.letters[2] = SEA
    ref = referee(*[1] * 10)
    uncontrolled(ref, m)
    assert "G-9" not in rolled(ref)
    assert (m.end, m.repair) == (End.OUT_OF_CONTROL, Repair.LOST)


# ------------------------------------------------------------------ some of them


def test_14_4_manual_7_1_some_men_jump_and_the_others_stay() -> None:
    m = mission(zone=1)
    men = [m.men[Position.TAIL_GUNNER], m.men[Position.NAVIGATOR]]
    ref = referee(2, 1, 6)
    bailout.jump(ref, m, men, Surface.ENGLAND)
    assert (men[0].fate, men[1].fate) == (Fate.DUTY, Fate.KIA)
    assert len(m.living()) == 8
    done(ref)


def test_14_4_whoever_flies_stays() -> None:
    m = mission(zone=1)
    m.men[Position.NAVIGATOR].serious = True
    ref = referee(answers=["all"])
    jumpers = bailout.ask_jumpers(ref, m, "jump-first", "14.4", "Who?", m.men[Position.PILOT], ())
    assert [man.position for man in jumpers] == [
        p for p in Position if p not in (Position.PILOT, Position.NAVIGATOR)
    ]


def test_14_4_single_men_are_named_one_by_one() -> None:
    m = mission(zone=1)
    ref = referee(answers=["Tail Gunner", "Bombardier", "done"])
    jumpers = bailout.ask_jumpers(ref, m, "jump-first", "14.4", "Who?", m.men[Position.PILOT], ())
    assert [man.position for man in jumpers] == [Position.TAIL_GUNNER, Position.BOMBARDIER]
    done(ref)
