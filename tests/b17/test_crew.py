"""Section 7: seats, places, moves, casualties carried, who flies."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import crew
from flakhouse.games.b17.words import End, Position, Section
from flakhouse.games.bomber.turn import MissionEnded
from tests.b17.helpers import done, mission, noted, referee

P = Position
MOVE, CARRY = crew.ORDERS


def test_7a_5_pilot_flies_then_copilot() -> None:
    m = mission()
    assert crew.flying(m) is m.men[P.PILOT]
    m.men[P.PILOT].serious = True
    assert crew.flying(m) is m.men[P.COPILOT]
    assert crew.pilot_flying(m)


def test_7a_5_engineer_must_take_over_first() -> None:
    m = mission()
    m.men[P.PILOT].dead = m.men[P.COPILOT].serious = True
    ref = referee()
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.ENGINEER]
    assert not crew.pilot_flying(m)
    assert m.men[P.ENGINEER].station is P.PILOT
    assert m.men[P.PILOT].station is None
    assert m.men[P.PILOT].compartment is Section.PILOTS
    assert noted(ref) == ["takes-controls"]


def test_7a_5_engineer_out_anyone_by_choice() -> None:
    m = mission()
    for p in (P.PILOT, P.COPILOT, P.ENGINEER):
        m.men[p].dead = True
    m.safe_turn = False
    ref = referee(answers=["who-flies=Tail Gunner"])
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.TAIL_GUNNER]
    assert m.seats[P.TAIL_GUNNER] is None
    assert m.men[P.TAIL_GUNNER].moved


def test_7a_5_nobody_left_to_fly() -> None:
    m = mission()
    for man in m.men.values():
        man.serious = True
    with pytest.raises(MissionEnded):
        crew.take_controls(referee(), m)
    assert m.end is End.OUT_OF_CONTROL


def test_7a_5_trapped_ball_gunner_cannot_come() -> None:
    m = mission()
    for p in (P.PILOT, P.COPILOT, P.ENGINEER, P.RADIO_OPERATOR):
        m.men[p].dead = True
    m.plane.ball_jammed = True
    ref = referee(answers=["who-flies=Navigator"])
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.NAVIGATOR]


def test_7_3_places() -> None:
    m = mission()
    assert [crew.free_places(m, s) for s in (Section.WAIST, Section.RADIO_ROOM, Section.PILOTS)] == [2, 1, 1]
    assert crew.free_places(m, Section.BOMB_BAY) == 0
    m.plane.bombs = False
    assert crew.free_places(m, Section.BOMB_BAY) == 2
    assert crew.free_places(m, Section.NOSE) == crew.free_places(m, Section.TAIL) == 0


def test_7_3_casualty_is_carried_and_fills_the_place() -> None:
    m = mission(safe_turn=True)
    m.men[P.TAIL_GUNNER].serious = True
    ref = referee(answers=["carry-man=Tail Gunner", "carry-to=Radio Room"])
    CARRY.do(ref, m)
    done(ref)
    assert m.seats[P.TAIL_GUNNER] is None
    assert m.men[P.TAIL_GUNNER].compartment is Section.RADIO_ROOM
    assert crew.free_places(m, Section.RADIO_ROOM) == 0


def test_7_3_no_more_places_than_the_manual_has() -> None:
    m = mission(safe_turn=True)
    for p in (P.TAIL_GUNNER, P.BOMBARDIER, P.NAVIGATOR, P.BALL_GUNNER, P.PORT_WAIST):
        m.men[p].dead = True
    for p, where in (
        (P.TAIL_GUNNER, "Waist"),
        (P.BOMBARDIER, "Pilot Compartment"),
        (P.NAVIGATOR, "Radio Room"),
        (P.BALL_GUNNER, "Waist"),
    ):
        CARRY.do(referee(answers=[f"carry-man={p.value}", f"carry-to={where}"]), m)
    assert CARRY.why_not(m) == "there is no place left (7.3)"
    m.plane.bombs = False
    assert CARRY.why_not(m) == ""


def test_7_3_by_the_rulebook_the_dead_need_no_place() -> None:
    m = mission(safe_turn=True)
    m.options.free_places = True
    for p in (P.TAIL_GUNNER, P.BOMBARDIER, P.NAVIGATOR):
        m.men[p].dead = True
        CARRY.do(referee(answers=[f"carry-man={p.value}", "carry-to=Radio Room"]), m)
    assert [man.position for man in m.inside(Section.RADIO_ROOM)] == [
        P.BOMBARDIER,
        P.NAVIGATOR,
        P.RADIO_OPERATOR,
        P.TAIL_GUNNER,
    ]


def test_7a_1_free_in_a_safe_turn() -> None:
    m = mission(safe_turn=True)
    m.men[P.TAIL_GUNNER].dead = True
    CARRY.do(referee(answers=["carry-man=Tail Gunner", "carry-to=Waist"]), m)
    ref = referee(answers=["move-man=Port Waist Gunner", "move-to=Tail Gunner"])
    MOVE.do(ref, m)
    done(ref)
    man = m.men[P.PORT_WAIST]
    assert man.station is P.TAIL_GUNNER
    assert not man.moved


def test_7a_1_intercom_out_only_in_safe_turns() -> None:
    m = mission(safe_turn=False)
    m.plane.intercom_out = True
    m.seats[P.TAIL_GUNNER] = None
    m.men[P.TAIL_GUNNER].aboard = False
    assert "7A.1" in MOVE.why_not(m)
    m.safe_turn = True
    assert MOVE.why_not(m) == ""


def test_7a_2_mover_in_a_combat_zone_misses_a_wave() -> None:
    m = mission(safe_turn=False)
    m.seats[P.TAIL_GUNNER] = None
    m.men[P.TAIL_GUNNER].aboard = False
    MOVE.do(referee(answers=["move-man=Port Waist Gunner", "move-to=Tail Gunner"]), m)
    assert m.men[P.PORT_WAIST].moved


def test_7a_2_inside_one_compartment_no_penalty() -> None:
    m = mission(safe_turn=False)
    m.seats[P.BALL_GUNNER] = None
    m.men[P.BALL_GUNNER].aboard = False
    MOVE.do(referee(answers=["move-man=Port Waist Gunner", "move-to=Ball Gunner"]), m)
    assert not m.men[P.PORT_WAIST].moved


def test_7a_4_pilots_never_leave_to_man_guns() -> None:
    m = mission()
    for p in (P.PILOT, P.COPILOT):
        assert crew.why_not_move(m, m.men[p]).endswith("(7A.4)")


def test_7a_4_the_nose_holds_two_men() -> None:
    m = mission(safe_turn=True)
    m.men[P.NAVIGATOR].dead = True
    assert Section.NOSE.value not in crew._places_for(m, m.men[P.TAIL_GUNNER])[0]
    m.seats[P.TAIL_GUNNER] = None
    m.men[P.TAIL_GUNNER].aboard = False
    assert P.NAVIGATOR.value in crew._blocked(m)


def test_6_7_trapped_ball_gunner_neither_moves_nor_is_carried() -> None:
    m = mission(ball_jammed=True)
    man = m.men[P.BALL_GUNNER]
    assert crew.why_not_move(m, man).endswith("(6.7)")
    man.serious = True
    assert crew.why_not_carry(m, man).endswith("(6.7)")
