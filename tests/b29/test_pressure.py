"""Rule 4.2 and table 7-11."""

from __future__ import annotations

from fractions import Fraction

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Rolled
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, orders, pressure
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.pressure import Hole
from flakhouse.games.b29.questions import pressure as questions
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import Altitude, Cabin, End, Leg, Position, Root, Section
from flakhouse.games.bomber.order import DONE
from flakhouse.render.screen import screen
from flakhouse.render.throws import casts, whom
from flakhouse.sim.exact import chance_of
from tests.b29.helpers import done, mission, noted, referee, rolled

LO, MED, HI = Altitude
P = Position
FRONT_HOLE = CHARTS.words("7-1b-hole", Hole)
FRONT_BLAST = CHARTS.words("7-1b-decompression", Hole)


def unfit(m: Mission, *positions: Position) -> None:
    for position in positions:
        m.men[position].serious = True


# ------------------------------------------------------------------ 4.2A


def test_4_2A_climbing_from_lo_pressurizes_by_itself() -> None:
    """4.2."""
    m = mission(altitude=LO)
    m.plane.altitude, m.plane.pressurized = LO, False
    ref = referee()
    pressure.change_altitude(ref, m, MED)
    assert m.plane.altitude is MED
    assert m.plane.pressurized
    done(ref)


@pytest.mark.parametrize("start", [MED, HI])
def test_4_2A_reaching_lo_depressurizes_by_itself(start: Altitude) -> None:
    """4.2."""
    m = mission()
    m.plane.altitude = start
    m.plane.turns_down = 3
    ref = referee()
    pressure.change_altitude(ref, m, LO)
    assert not m.plane.pressurized
    assert m.plane.turns_down == 0
    done(ref)


def test_4_2A_between_med_and_hi_pressure_stays_as_it_is() -> None:
    m = mission()
    m.plane.pressurized, m.plane.voluntary, m.plane.turns_down = False, True, 1
    ref = referee()
    pressure.change_altitude(ref, m, HI)
    assert not m.plane.pressurized
    assert m.plane.turns_down == 1
    done(ref)


@pytest.mark.parametrize("field", ["pressure_lost", "no_repressurizing"])
def test_4_2C_a_bomber_that_cannot_hold_pressure_climbs_open(field: str) -> None:
    m = mission()
    m.plane.altitude, m.plane.pressurized = LO, False
    setattr(m.plane, field, True)
    ref = referee()
    pressure.change_altitude(ref, m, MED)
    assert not m.plane.pressurized
    assert not m.plane.voluntary
    assert "climbs-open" in noted(ref)


def test_7_6C_no_pressure_while_a_wounded_man_lies_outside_the_cabins() -> None:
    m = mission()
    m.plane.altitude, m.plane.pressurized = LO, False
    crew.move(referee(), m, m.men[P.CFC], Section.UTILITY)
    m.men[P.CFC].light = 1
    pressure.change_altitude(referee(), m, MED)
    assert not m.plane.pressurized
    assert m.plane.voluntary
    m.plane.turns_down = 1
    assert "7.6C" in pressure.why_not_repressurize(m)
    m.men[P.CFC].light = 0
    assert pressure.why_not_repressurize(m) == ""


# ------------------------------------------------------------------ 4.2B


def test_4_2B_engineer_pilot_or_waist_man_lets_pressure_go() -> None:
    m = mission()
    assert pressure.why_not_depressurize(m) == ""
    unfit(m, P.FLIGHT_ENGINEER)
    assert pressure.why_not_depressurize(m) == ""
    unfit(m, P.PILOT)
    assert pressure.why_not_depressurize(m) == ""
    unfit(m, P.CFC, P.LEFT_GUNNER, P.RIGHT_GUNNER)
    assert pressure.why_not_depressurize(m) == ""
    unfit(m, P.RADAR_OPERATOR)
    assert "4.2B" in pressure.why_not_depressurize(m)


def test_7_10_row_9_the_engineer_cannot_let_pressure_go() -> None:
    m = mission(no_voluntary_release=True, waist_release_out=True)
    assert pressure.why_not_depressurize(m) == ""
    unfit(m, P.PILOT)
    assert "4.2B" in pressure.why_not_depressurize(m)
    m.plane.no_voluntary_release = False
    assert pressure.why_not_depressurize(m) == ""


def test_7_6_row_10_the_waist_release_is_out() -> None:
    m = mission()
    unfit(m, P.PILOT, P.FLIGHT_ENGINEER)
    assert pressure.why_not_depressurize(m) == ""
    m.plane.waist_release_out = True
    assert "4.2B" in pressure.why_not_depressurize(m)


def test_R_107_a_frostbitten_engineer_does_not_function() -> None:
    m = mission(pressurized=False, turns_down=1)
    assert pressure.why_not_repressurize(m) == ""
    m.men[P.FLIGHT_ENGINEER].frostbitten = True
    assert "4.2B" in pressure.why_not_repressurize(m)


def test_R_126_a_stand_in_at_the_engineers_panel_repressurizes() -> None:
    m = mission(pressurized=False, turns_down=1)
    unfit(m, P.FLIGHT_ENGINEER)
    assert pressure.why_not_repressurize(m) != ""
    crew.sit(m, m.men[P.NAVIGATOR], P.FLIGHT_ENGINEER)
    assert pressure.why_not_repressurize(m) == ""


def test_4_2B_repressurizing_is_barred_with_reasons() -> None:
    """R-105."""
    m = mission()
    assert "pressurized" in pressure.why_not_repressurize(m)
    m.plane.pressurized = False
    assert "later turn" in pressure.why_not_repressurize(m)
    m.plane.turns_down = 1
    assert pressure.why_not_repressurize(m) == ""
    m.plane.no_repressurizing = True
    assert "7-10" in pressure.why_not_repressurize(m)
    m.plane.pressure_lost = True
    assert "4.2C" in pressure.why_not_repressurize(m)
    m.plane.altitude = LO
    assert "LO" in pressure.why_not_repressurize(m)


def test_4_2B_repressurizing() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=2)
    ref = referee()
    pressure.repressurize(ref, m)
    assert m.plane.pressurized
    assert not m.plane.voluntary
    assert m.plane.turns_down == 0
    done(ref)


def test_5_1B_not_in_the_turn_it_was_repressurized_save_in_an_emergency() -> None:
    """R-105."""
    m = mission(repressurized_turn=10)
    assert "5.1B" in pressure.why_not_depressurize(m)
    assert pressure.why_not_depressurize(m, emergency=True) == ""
    m.turn = 11
    assert pressure.why_not_depressurize(m) == ""


def test_4_2B_depressurizing_puts_the_crew_on_oxygen_at_once() -> None:
    m = mission()
    ref = referee(3, 4)
    pressure.depressurize(ref, m, "combat")
    assert not m.plane.pressurized
    assert m.plane.voluntary
    assert rolled(ref) == ["4.2D-mask"]
    done(ref)


def test_4_2D_no_masks_for_a_bail_out() -> None:
    m = mission()
    ref = referee()
    pressure.depressurize(ref, m, "bail-out")
    assert not m.plane.pressurized
    done(ref)


def test_4_2B_order_to_depressurize_leaves_the_masks_to_their_step() -> None:
    m = mission()
    order = next(o for o in pressure.ORDERS if o.key == "depressurize")
    assert order.relevant(m)
    assert order.why_not(m) == ""
    ref = referee(3, 4)
    order.do(ref, m)
    assert rolled(ref) == []
    pressure.mask_step(ref, m)
    assert rolled(ref) == ["4.2D-mask"]
    pressure.mask_step(ref, m)
    done(ref)


def test_4_2B_order_to_repressurize_is_advised_when_nobody_is_outside() -> None:
    m = mission(pressurized=False, turns_down=1)
    order = next(o for o in pressure.ORDERS if o.key == "repressurize")
    assert order.advised is not None
    assert order.relevant(m)
    assert order.advised(m)
    crew.move(referee(), m, m.men[P.CFC], Section.UTILITY)
    assert not order.advised(m)
    order.do(referee(), m)
    assert m.plane.pressurized
    assert not order.relevant(m)


def test_5_1B_combat_offer() -> None:
    """R-124."""
    m = mission()
    ref = referee(3, 3, answers=["depressurize-combat=yes"])
    pressure.offer_combat(ref, m)
    assert not m.plane.pressurized
    done(ref)


def test_5_1B_the_default_opens_up_for_the_bomb_run_only() -> None:
    def opened(**changes: object) -> bool:
        m = mission(**changes)
        pressure.offer_combat(referee(3, 3, defaults=True), m)
        return not m.plane.pressurized

    assert opened(zone=11)
    assert not opened(zone=10)
    assert not opened(zone=11, off_course=True)
    assert not opened(zone=11, leg=Leg.BACK)
    assert not opened(zone=11, intercom_out=True)


def test_5_1B_combat_offer_declined_or_not_made() -> None:
    """R-124."""
    m = mission()
    ref = referee(answers=["depressurize-combat=no"])
    pressure.offer_combat(ref, m)
    assert m.plane.pressurized
    done(ref)
    m.plane.repressurized_turn = m.turn
    ref = referee()
    pressure.offer_combat(ref, m)
    assert m.plane.pressurized
    done(ref)


def test_5_1B_the_careful_player_opens_up_for_the_bomb_run_only() -> None:
    m = mission(zone=11)
    ref = referee(3, 3, defaults=True)
    pressure.offer_combat(ref, m)
    assert not m.plane.pressurized
    m = mission(zone=10)
    pressure.offer_combat(referee(defaults=True), m)
    assert m.plane.pressurized


# ------------------------------------------------------------------ 4.2C


def test_4_2C_a_compromised_cabin_gives_leave_to_abort_and_needs_masks() -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(3, 4)
    pressure.compromise(ref, m, Cabin.WAIST, decompress=False)
    assert m.plane.compromised[Cabin.WAIST]
    assert m.plane.cabin_down(Cabin.WAIST)
    assert not m.plane.cabin_down(Cabin.FRONT)
    assert m.leave == {"pressure lost": True}
    assert rolled(ref) == ["4.2D-mask"]
    done(ref)


def test_4_7D_no_leave_to_abort_on_a_lo_mission() -> None:
    m = mission(pressurized=False)
    m.altitude = m.plane.altitude = LO
    pressure.compromise(referee(), m, Cabin.TAIL, decompress=True)
    assert m.plane.compromised[Cabin.TAIL]
    assert m.leave == {}


def test_7_1_a_second_compromise_has_no_effect() -> None:
    m = mission()
    m.plane.compromised[Cabin.FRONT] = True
    m.plane.compromised_turns[Cabin.FRONT] = 2
    ref = referee()
    pressure.compromise(ref, m, Cabin.FRONT, decompress=True)
    assert m.plane.compromised_turns[Cabin.FRONT] == 2
    done(ref)


def test_7_1_row_8_decompression_only_if_pressurized() -> None:
    m = mission(pressurized=False)
    ref = referee()
    pressure.compromise(ref, m, Cabin.FRONT, decompress=True)
    assert m.plane.compromised[Cabin.FRONT]
    done(ref)


def test_7_1b_hole_without_effect() -> None:
    m = mission()
    ref = referee(5)
    pressure.hole(ref, m, Cabin.FRONT, FRONT_HOLE, FRONT_BLAST)
    assert not m.plane.compromised[Cabin.FRONT]
    done(ref)


def test_7_1b_hole_compromises_without_decompression() -> None:
    m = mission()
    ref = referee(6, 5, 1, 1)
    pressure.hole(ref, m, Cabin.FRONT, FRONT_HOLE, FRONT_BLAST)
    assert m.plane.compromised[Cabin.FRONT]
    assert rolled(ref) == ["7-1b-hole", "7-1b-decompression", "4.2D-mask"]
    done(ref)


def test_7_1b_hole_with_decompression() -> None:
    m = mission()
    ref = referee(6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    pressure.hole(ref, m, Cabin.FRONT, FRONT_HOLE, FRONT_BLAST)
    assert rolled(ref)[2:] == ["7-11"] + ["7-11-oxygen"] * 6 + ["4.2D-mask"]
    done(ref)


def test_7_1b_no_second_die_in_an_unpressurized_bomber_and_none_once_compromised() -> None:
    m = mission(pressurized=False, altitude=LO)
    ref = referee(6)
    pressure.hole(ref, m, Cabin.FRONT, FRONT_HOLE, FRONT_BLAST)
    pressure.hole(ref, m, Cabin.FRONT, FRONT_HOLE, FRONT_BLAST)
    assert rolled(ref) == ["7-1b-hole"]
    done(ref)


def test_4_2C_pressure_lost_throughout() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(2, 2)
    pressure.lose_throughout(ref, m)
    assert m.plane.pressure_lost
    assert not m.plane.pressurized
    assert not m.plane.voluntary
    assert m.leave == {"pressure lost": True}
    pressure.lose_throughout(ref, m)
    done(ref)


def test_4_2C_pressure_lost_after_letting_it_go_is_no_longer_by_choice() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=1)
    ref = referee()
    pressure.lose_throughout(ref, m)
    assert not m.plane.voluntary
    assert m.plane.turns_down == 1
    done(ref)


# ------------------------------------------------------------------ 7-11


def test_7_11_row_6_wounds_everybody_in_the_compartment_then_oxygen() -> None:
    m = mission()
    ref = referee(6, 1, 1, 1, 1, 5, 5, 5, 5, 2, 2)
    pressure.decompression(ref, m, (Section.WAIST,))
    for position in (P.CFC, P.LEFT_GUNNER, P.RIGHT_GUNNER, P.RADAR_OPERATOR):
        assert m.men[position].light == 1
    assert rolled(ref) == ["7-11"] + ["7-13"] * 4 + ["7-11-oxygen"] * 4 + ["4.2D-mask"]
    done(ref)


def test_7_11_note_a_man_who_misses_his_mask_is_wounded() -> None:
    m = mission()
    ref = referee(5, 6, 4, 2, 2)
    pressure.decompression(ref, m, (Section.TAIL,))
    assert m.men[P.TAIL_GUNNER].serious
    assert rolled(ref) == ["7-11", "7-11-oxygen", "7-13", "4.2D-mask"]
    done(ref)


def test_7_11_the_dead_do_not_roll() -> None:
    m = mission()
    m.men[P.TAIL_GUNNER].dead = True
    ref = referee(3, 3)
    pressure.decompression(ref, m, (Section.TAIL,))
    assert rolled(ref) == ["4.2D-mask"]  # the others go on oxygen all the same
    done(ref)


def test_7_11_killed_by_the_blast_needs_no_mask() -> None:
    m = mission()
    ref = referee(6, 6, 2, 2)
    pressure.decompression(ref, m, (Section.TAIL,))
    assert m.men[P.TAIL_GUNNER].dead
    assert rolled(ref) == ["7-11", "7-13", "4.2D-mask"]
    done(ref)


def test_7_11_the_others_go_on_oxygen_too_even_in_sound_cabins() -> None:
    m = mission()
    ref = referee(1, 1, 6, 6, 2, 1, 6)
    pressure.decompression(ref, m, (Section.TAIL,))
    assert m.men[P.FLIGHT_ENGINEER].dead
    done(ref)


def test_8_4c_men_about_to_jump_do_not_go_on_oxygen() -> None:
    m = mission()
    ref = referee(6, 2)
    pressure.decompression(ref, m, (Section.TAIL,), oxygen=False)
    assert m.men[P.TAIL_GUNNER].light == 1
    assert rolled(ref) == ["7-11", "7-13"]
    done(ref)


# ------------------------------------------------------------------ 4.2D


def down(**changes: object) -> Mission:
    return mission(pressurized=False, **changes)


def test_4_2D_eleven_is_no_problem() -> None:
    m = down()
    ref = referee(5, 6)
    pressure.mask_step(ref, m)
    assert len(m.living()) == 11
    done(ref)


@pytest.mark.parametrize("faces", [(4, 6), (6, 6)])
def test_4_2D_a_dead_intercom_adds_two(faces: tuple[int, int]) -> None:
    m = down(intercom_out=True)
    ref = referee(*faces, 4, 5)
    pressure.mask_step(ref, m)
    assert rolled(ref) == ["4.2D-mask", "4.2D-section", "4.2D-revive"]
    done(ref)


def test_7_10h_power_failure_counts_as_intercom_out() -> None:
    m = down(electrical_hits=2)
    ref = referee(4, 6, 5, 1)
    pressure.mask_step(ref, m)
    assert "mask-trouble" in noted(ref)
    done(ref)


@pytest.mark.parametrize(
    ("faces", "victim"),
    [
        ((1, 1), P.BOMBARDIER),
        ((1, 3), P.BOMBARDIER),
        ((1, 4), P.PILOT),
        ((1, 5), P.COPILOT),
        ((1, 6), P.COPILOT),
        ((2, 1), P.FLIGHT_ENGINEER),
        ((2, 2), P.NAVIGATOR),
        ((2, 3), P.NAVIGATOR),
        ((2, 4), P.RADIO_OPERATOR),
        ((2, 6), P.RADIO_OPERATOR),
        ((3, 1), P.CFC),
        ((3, 2), P.CFC),
        ((3, 3), P.LEFT_GUNNER),
        ((3, 4), P.LEFT_GUNNER),
        ((3, 5), P.RIGHT_GUNNER),
        ((3, 6), P.RIGHT_GUNNER),
        ((4,), P.RADAR_OPERATOR),
        ((5,), P.TAIL_GUNNER),
        ((6, 6, 5), P.TAIL_GUNNER),
    ],
)
def test_4_2D_who_dies_for_want_of_oxygen(faces: tuple[int, ...], victim: Position) -> None:
    m = down(cause=Root.FLAK)
    ref = referee(6, 6, *faces, 6)
    pressure.mask_step(ref, m)
    assert [man.position for man in m.men.values() if man.dead] == [victim]
    assert m.men[victim].cause is Root.COLD
    assert m.cause is Root.FLAK
    done(ref)


def test_4_2D_found_in_time_on_five() -> None:
    m = down()
    ref = referee(6, 6, 5, 5)
    pressure.mask_step(ref, m)
    assert m.men[P.TAIL_GUNNER].fit()
    done(ref)


@pytest.mark.parametrize("state", ["dead", "gone"])
def test_4_2D_an_unoccupied_position_is_disregarded(state: str) -> None:
    m = down()
    gunner = m.men[P.TAIL_GUNNER]
    if state == "dead":
        gunner.dead = True
    else:
        gunner.aboard, gunner.station = False, None
        m.seats[P.TAIL_GUNNER] = None
    ref = referee(6, 6, 5)
    pressure.mask_step(ref, m)
    done(ref)
    assert len(rolled(ref)) == 2  # the mask roll and whose it is, no die for his life


def test_7_6D_the_man_who_sits_there_now_is_affected() -> None:
    m = down()
    crew.sit(m, m.men[P.CFC], P.RADAR_OPERATOR)
    ref = referee(6, 6, 4, 6)
    pressure.mask_step(ref, m)
    assert m.men[P.CFC].dead
    assert not m.men[P.RADAR_OPERATOR].dead
    done(ref)


def test_4_2D_no_roll_under_pressure_or_at_lo() -> None:
    ref = referee()
    pressure.mask_step(ref, mission())
    low = mission(pressurized=False)
    low.plane.altitude = LO
    pressure.mask_step(ref, low)
    done(ref)
    assert rolled(ref) == []


def test_R_103_rolled_while_a_manned_cabin_is_down_and_void_elsewhere() -> None:
    m = mission()
    m.plane.compromised[Cabin.TAIL] = True
    ref = referee(6, 6, 2, 1)
    pressure.mask_step(ref, m)
    assert rolled(ref) == ["4.2D-mask", "4.2D-section", "4.2D-nav"]
    done(ref)
    m.turn += 1
    ref = referee(6, 6, 5, 6)
    pressure.mask_step(ref, m)
    assert m.men[P.TAIL_GUNNER].dead
    m.turn += 1
    pressure.mask_step(ref, m)
    done(ref)


def test_4_2D_the_last_fit_man_lost_to_oxygen_leaves_nobody_at_the_controls() -> None:
    m = down()
    for man in m.men.values():
        if man.position is not P.PILOT:
            man.dead = True
    ref = referee(6, 6, 1, 4, 6, defaults=True)
    with pytest.raises(MissionEnded):
        pressure.mask_step(ref, m)
    assert m.end is End.OUT_OF_CONTROL


def test_5_1b_masks_are_for_the_player_to_say_on_the_bomb_run_and_a_routine_step_elsewhere() -> None:
    assert not questions.depressurize_combat(mission(zone=11)).routine
    assert questions.depressurize_combat(mission(zone=10)).routine


@pytest.mark.parametrize("face", [1, 6])
def test_4_2D_the_die_for_his_life_is_the_players_and_names_the_man_whatever_it_shows(face: int) -> None:
    ref = referee(6, 6, 4, face)
    pressure.mask_step(ref, down())
    view = screen(games.load("b29"))
    life = next(
        i for i, event in enumerate(ref.events) if isinstance(event, Rolled) and event.chart == "4.2D-revive"
    )
    assert [cast.rolls for cast in casts(view.scene_book, view.scenes(ref.events), ref.events)] == [(life,)]
    assert whom(view.scene_book, ref.events, life) == "Radar Operator Radar Operator Smith"


def test_4_2D_the_option_names_the_mask_that_fails_and_the_death_behind_it() -> None:
    told = [(stake.label, stake.chart, stake.good) for stake in questions.masks(mission())]
    assert told == [
        ("one man's mask fails this turn", "4.2D-mask", False),
        ("if it does, he dies", "4.2D-revive", False),
    ]


def test_4_2C_7_11_keeping_the_pressure_says_what_a_hole_does() -> None:
    """7-1b and its sisters: a 6 and another 6; 7-11: a 6 for all in it, or a 6 for the man."""
    m = mission()
    keep = questions.depressurize_combat(m).options["no"]
    found = [chance_of(games.load("b29"), referee(), stake) for stake in keep.stakes]
    assert {one.label: Fraction(one.ways, one.of) for one in found} == {
        "a hit that may hole a cabin bursts it": Fraction(1, 36),
        "if it bursts, each man there is hit": 1 - Fraction(25, 36),
    }
    assert not any(stake.good for stake in keep.stakes)
    assert keep.detail == ""
    m.plane.windshield_hits = m.plane.blister_hits = 1
    assert questions.depressurize_combat(m).options["no"].detail == (
        "One more hit on the windshield or the gunner's blister bursts its cabin."
    )
    m.plane.compromised = dict.fromkeys(Cabin, True)
    keep = questions.depressurize_combat(m).options["no"]
    assert (list(keep.stakes), keep.detail) == ([], "")


@pytest.mark.parametrize(("fails", "asked"), [(False, False), (True, True)])
def test_4_2B_d8_who_keeps_the_cabins_open_is_told_how_long_and_asked_again_when_a_mask_fails(
    fails: bool, asked: bool
) -> None:
    m = mission(pressurized=False, turns_down=1)
    seen: list[Question] = []

    class Declines(Default):
        def choose(self, question: Question, ref: Referee) -> str:
            seen.append(question)
            return DONE

    ref = Referee(Fixed(*((6, 6, 5, 1) if fails else (3, 3))), Declines(), trace=True)
    orders.orders_step(ref, m)
    declined = seen[0].options[DONE]
    assert seen[0].default == pressure.REPRESSURIZE
    assert "asked again once a mask fails" in declined.detail
    assert len(declined.stakes) == 2
    pressure.mask_step(ref, m)
    assert noted(ref) == (["mask-trouble", "mask-mended"] if fails else [])
    m.turn += 1
    orders.orders_step(ref, m)
    assert (seen[1].default == pressure.REPRESSURIZE, not seen[1].routine) == (asked, asked)
