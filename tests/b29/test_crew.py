"""Rule 7.6: crew movement."""

from __future__ import annotations

import pytest

from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, orders
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import CAPACITY, Altitude, Cabin, DoorState, Leg, MainGear, Position, Section
from tests.b29.helpers import done, mission, referee
from tests.b29.test_allocation import Recorder

P = Position
S = Section


def order(key: str) -> Order:
    return next(o for o in crew.ORDERS if o.key == key)


def low() -> Mission:
    m = mission(pressurized=False)
    m.plane.altitude = Altitude.LO
    return m


# ------------------------------------------------------------------ 7.6A


def test_7_6A_the_limits_of_the_compartments() -> None:
    assert [CAPACITY[s] for s in (S.NOSE, S.NAV_RADIO, S.WAIST, S.UTILITY, S.TAIL)] == [3, 7, 5, 3, 1]
    m = low()
    assert "7.6A" in crew.can_enter(m, m.men[P.NAVIGATOR], S.NOSE)
    assert "7.6A" in crew.can_enter(m, m.men[P.CFC], S.TAIL)
    assert crew.can_enter(m, m.men[P.NAVIGATOR], S.WAIST) == ""
    crew.move(referee(), m, m.men[P.NAVIGATOR], S.WAIST)
    assert "5" in crew.can_enter(m, m.men[P.RADIO_OPERATOR], S.WAIST)


def test_7_6A_the_dead_count_against_the_limit() -> None:
    m = low()
    m.men[P.TAIL_GUNNER].dead = True
    assert "7.6A" in crew.can_enter(m, m.men[P.CFC], S.TAIL)


def test_R_79_two_men_in_a_bay() -> None:
    m = low()
    for position in (P.CFC, P.LEFT_GUNNER):
        crew.move(referee(), m, m.men[position], S.AFT_BAY)
    assert "2" in crew.can_enter(m, m.men[P.RIGHT_GUNNER], S.AFT_BAY)


def test_7_6B_who_moves_fires_no_gun_and_moves_once_a_turn() -> None:
    m = low()
    man = m.men[P.CFC]
    crew.move(referee(), m, man, S.UTILITY)
    assert man.moved
    assert man.station is None
    assert m.seats[P.CFC] is None
    assert "7.6B" in crew.can_enter(m, man, S.WAIST)
    crew.new_turn(m)
    assert not man.moved
    crew.move(referee(), m, man, S.WAIST)
    assert m.seats[P.CFC] is man  # back in his own empty station


@pytest.mark.parametrize(
    ("who", "where", "free"),
    [
        (P.NAVIGATOR, S.WAIST, True),  # the tunnel
        (P.CFC, S.NAV_RADIO, True),
        (P.BOMBARDIER, S.NAV_RADIO, True),
        (P.NAVIGATOR, S.FWD_BAY, False),
        (P.CFC, S.AFT_BAY, False),
        (P.CFC, S.UTILITY, False),
        (P.TAIL_GUNNER, S.UTILITY, False),
        (P.TAIL_GUNNER, S.WAIST, False),
    ],
)
def test_4_2B_moves_under_pressure(who: Position, where: Section, free: bool) -> None:
    m = mission()
    why = crew.can_enter(m, m.men[who], where)
    assert (why == "") is free
    m.plane.pressurized = False
    assert crew.can_enter(m, m.men[who], where) == ""


def test_7_3_row_9_a_damaged_tunnel_needs_an_open_bomber() -> None:
    m = mission(tunnel_damaged=True)
    assert "4.2B" in crew.can_enter(m, m.men[P.NAVIGATOR], S.WAIST)
    m.plane.compromised[Cabin.FRONT] = True
    assert "4.2B" in crew.can_enter(m, m.men[P.NAVIGATOR], S.WAIST)
    m.plane.compromised[Cabin.WAIST] = True
    assert crew.can_enter(m, m.men[P.NAVIGATOR], S.WAIST) == ""


def test_4_2B_a_cabin_that_holds_no_pressure_has_an_open_door() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    assert crew.can_enter(m, m.men[P.CFC], S.UTILITY) == ""
    assert crew.can_enter(m, m.men[P.NAVIGATOR], S.UTILITY) == ""  # through the tunnel
    assert "4.2B" in crew.can_enter(m, m.men[P.TAIL_GUNNER], S.UTILITY)


def test_7_6C_no_wounded_man_outside_the_cabins_of_a_pressurized_bomber() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    m.men[P.CFC].light = 1
    assert "7.6C" in crew.can_enter(m, m.men[P.CFC], S.UTILITY)
    m.plane.pressurized = False
    assert crew.can_enter(m, m.men[P.CFC], S.UTILITY) == ""


def test_7_6C_the_seriously_wounded_do_not_move_by_themselves() -> None:
    m = low()
    m.men[P.CFC].serious = True
    assert "7.6C" in crew.can_enter(m, m.men[P.CFC], S.UTILITY)
    m.men[P.LEFT_GUNNER].light = 2
    assert crew.can_enter(m, m.men[P.LEFT_GUNNER], S.UTILITY) == ""


def test_R_107_frostbitten_men_may_move() -> None:
    m = low()
    m.men[P.CFC].frostbitten = True
    assert crew.can_enter(m, m.men[P.CFC], S.UTILITY) == ""


def test_7_6E_pilots_stay_at_their_posts() -> None:
    m = low()
    assert "7.6E" in crew.can_enter(m, m.men[P.PILOT], S.NAV_RADIO)
    assert "7.6E" in crew.can_enter(m, m.men[P.COPILOT], S.NAV_RADIO)
    assert "7.6E" in crew.why_not_take(m, m.men[P.BOMBARDIER], P.PILOT)


# ------------------------------------------------------------------ seats


def test_7_6B_gunners_change_places_freely() -> None:
    m = mission()
    crew.sit(m, m.men[P.LEFT_GUNNER], P.CFC)
    assert m.seats[P.CFC] is m.men[P.LEFT_GUNNER]
    assert m.seats[P.LEFT_GUNNER] is m.men[P.CFC]
    assert not m.men[P.LEFT_GUNNER].moved


def test_7_6B_order_seats() -> None:
    m = mission()
    ref = referee(answers=["seat-man=Radar Operator", "take-station=Left Gunner"])
    order("seats").do(ref, m)
    assert m.seats[P.LEFT_GUNNER] is m.men[P.RADAR_OPERATOR]
    assert m.seats[P.RADAR_OPERATOR] is m.men[P.LEFT_GUNNER]
    done(ref)


def test_7_6B_D10_at_any_time_a_man_without_a_sight_takes_one_left_alone() -> None:
    m = mission()
    m.men[P.LEFT_GUNNER].serious = True
    ref = referee(answers=["take-sight=Radar Operator"])
    crew.shift(ref, m)
    done(ref)
    assert m.seats[P.LEFT_GUNNER] is m.men[P.RADAR_OPERATOR]
    assert not m.men[P.RADAR_OPERATOR].moved
    crew.shift(referee(), m)  # nothing left to ask
    m.men[P.CFC].dead = True
    m.hurt_at_orders = 2
    crew.shift(referee(), m)  # known since orders were given, and nobody is free
    m.plane.sights_out[P.RIGHT_GUNNER] = True
    crew.shift(referee(defaults=True), m)
    assert m.seats[P.CFC] is m.men[P.RIGHT_GUNNER]


@pytest.mark.parametrize("posted", [True, False])
def test_7_6B_D10_who_would_leave_his_own_station_for_a_sight_is_asked_for(posted: bool) -> None:
    m = mission(hurt_at_orders=1)
    m.men[P.CFC].dead = True
    if not posted:
        m.seats[P.RADAR_OPERATOR], m.men[P.RADAR_OPERATOR].station = None, None
    recorder = Recorder()
    crew.shift(Referee(Fixed(), recorder, trace=True), m)
    assert [one.routine for one in recorder.asks if one.id == "take-sight"] == [not posted]


def test_7_6B_D10_in_the_turn_of_the_loss_a_gunner_may_leave_one_sight_for_another() -> None:
    m = mission()
    m.men[P.CFC].dead = m.men[P.RADAR_OPERATOR].dead = True
    crew.shift(referee(defaults=True), m)
    assert m.seats[P.CFC] is m.men[P.CFC]
    ref = referee(answers=["take-sight=Left Gunner", "take-sight=nobody"])
    crew.shift(ref, m)
    done(ref)
    assert m.seats[P.CFC] is m.men[P.LEFT_GUNNER]


def test_7_6B_no_change_of_sights_for_men_at_work_or_without_guns() -> None:
    m = mission()
    m.men[P.LEFT_GUNNER].dead = True
    m.hurt_at_orders = 1
    m.men[P.RADAR_OPERATOR].busy = True
    crew.shift(referee(), m)
    m.men[P.RADAR_OPERATOR].busy = False
    m.plane.electrical_hits = 2
    crew.shift(referee(), m)
    assert m.seats[P.LEFT_GUNNER] is m.men[P.LEFT_GUNNER]


def test_7_9_pilots_change_seats_but_never_leave_the_bomber_alone() -> None:
    m = mission(copilot_controls_out=True)
    m.men[P.COPILOT].dead = True
    ref = referee(answers=["seat-man=Pilot", "take-station=Copilot"])
    order("seats").do(ref, m)
    assert crew.flying(m) is m.men[P.PILOT]
    assert m.seats[P.PILOT] is m.men[P.PILOT]
    done(ref)


def test_7_6A_order_move_to_a_dead_mans_station() -> None:
    m = low()
    m.men[P.NAVIGATOR].dead = True
    ref = referee(answers=["move-man=Radar Operator", "move-where=Nav/Radio", "take-station=Navigator"])
    order("move").do(ref, m)
    assert m.seats[P.NAVIGATOR] is m.men[P.RADAR_OPERATOR]
    assert m.men[P.NAVIGATOR].station is None
    assert m.men[P.NAVIGATOR].compartment is S.NAV_RADIO
    done(ref)


def test_7_6A_order_move_thought_better_of() -> None:
    m = low()
    ref = referee(answers=["move-man=CFC", "move-where=stay"])
    order("move").do(ref, m)
    assert m.men[P.CFC].station is P.CFC
    assert not m.men[P.CFC].moved
    done(ref)


def test_7_6A_order_return() -> None:
    m = low()
    back = order("return")
    assert not back.relevant(m)
    crew.move(referee(), m, m.men[P.CFC], S.UTILITY)
    assert back.relevant(m)
    assert "7.6A" in back.why_not(m)  # not in the turn he went
    crew.new_turn(m)
    assert back.why_not(m) == ""
    back.do(referee(), m)
    assert m.seats[P.CFC] is m.men[P.CFC]
    assert not back.relevant(m)


def test_7_6A_order_return_is_advised_once_the_work_is_done() -> None:
    m = low()
    back = order("return")
    assert back.advised is not None
    engineer = m.men[P.FLIGHT_ENGINEER]
    crew.move(referee(), m, engineer, S.AFT_BAY)
    crew.new_turn(m)
    assert back.advised(m)
    m.bomb_run = m.plane.release_failed = True
    assert not back.advised(m)  # bombs hang above him (7-3f)
    m.plane.aft.bombs = False
    m.plane.aft.doors = DoorState.JAMMED_OPEN
    assert not back.advised(m)
    m.plane.aft.motor_tried = True
    assert back.advised(m)
    m.plane.main_gear[S.PORT_WING] = MainGear.DOWN
    assert not back.advised(m)
    crew.move(referee(), m, engineer, S.UTILITY)
    crew.new_turn(m)
    assert back.advised(m)
    m.plane.electrical_hits = 2
    assert not back.advised(m)  # the generator (7-10c)


# ------------------------------------------------------------------ carrying


def test_7_6A_a_dead_tail_gunner_is_carried_out_and_replaced_next_turn() -> None:
    m = low()
    carry = order("carry")
    assert not carry.relevant(m)
    gunner, cfc = m.men[P.TAIL_GUNNER], m.men[P.CFC]
    gunner.dead = True
    assert carry.relevant(m)
    assert carry.why_not(m) == ""
    ref = referee(answers=["carry-man=Tail Gunner", "carry-helper=CFC"])
    carry.do(ref, m)
    assert gunner.compartment is S.UTILITY
    assert m.seats[P.TAIL_GUNNER] is None
    assert cfc.compartment is S.UTILITY
    assert cfc.busy
    assert cfc.moved
    done(ref)
    crew.new_turn(m)
    assert crew.can_enter(m, cfc, S.TAIL) == ""
    crew.take(referee(), m, cfc, P.TAIL_GUNNER)
    assert m.seats[P.TAIL_GUNNER] is cfc


def test_7_6A_no_casualty_goes_through_the_tunnel() -> None:
    m = low()
    m.men[P.NAVIGATOR].dead = True
    ref = referee(answers=["carry-man=Navigator", "carry-helper=Radio Operator"])
    order("carry").do(ref, m)
    assert m.men[P.NAVIGATOR].compartment is S.FWD_BAY
    done(ref)
    m = mission()  # pressurized: the only other ways lead to thin air or a full Nose
    m.men[P.NAVIGATOR].dead = True
    assert "7.6A" in order("carry").why_not(m)


def test_7_6C_a_serious_case_is_not_laid_in_thin_air() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    m.men[P.CFC].serious = True
    assert "7.6A" in order("carry").why_not(m)
    m.men[P.CFC].dead = True
    assert order("carry").why_not(m) == ""


def test_7_6C_the_helper_must_be_idle() -> None:
    m = low()
    m.men[P.TAIL_GUNNER].dead = True
    for man in m.fit_men():
        man.busy = True
    assert "free" in order("carry").why_not(m)


def test_7_6A_a_casualty_is_carried_one_compartment_a_turn() -> None:
    m = low()
    m.men[P.CFC].dead = True
    carry = order("carry")
    carry.do(referee(answers=["carry-man=CFC", "carry-where=Utility", "carry-helper=Left Gunner"]), m)
    assert m.men[P.CFC].compartment is S.UTILITY
    assert "7.6A" in carry.why_not(m)
    crew.new_turn(m)
    assert carry.why_not(m) == ""


def test_7_6C_a_wounded_helper_stays_inside_a_pressurized_bomber() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    m.men[P.CFC].dead = True
    for man in m.fit_men():
        man.light = 1
    assert "7.6A" in order("carry").why_not(m)
    m.men[P.LEFT_GUNNER].light = 0
    ref = referee(answers=["carry-man=CFC", "carry-where=Utility"])
    order("carry").do(ref, m)
    assert m.men[P.LEFT_GUNNER].compartment is S.UTILITY


# ------------------------------------------------------------------ who flies


def test_7_6F_who_flies() -> None:
    m = mission()
    assert crew.flying(m) is m.men[P.PILOT]
    m.plane.pilot_controls_out = True
    assert crew.flying(m) is m.men[P.COPILOT]
    assert crew.pilot_flying(m)
    m.plane.copilot_controls_out = True
    assert crew.flying(m) is m.men[P.PILOT]  # by throttles and autopilot
    assert not crew.pilot_flying(m)


def test_7_9_row_2_the_pilot_takes_the_working_seat() -> None:
    m = mission(pilot_controls_out=True)
    m.men[P.COPILOT].serious = True
    assert crew.flying(m) is None
    crew.take_controls(referee(), m)
    assert m.seats[P.COPILOT] is m.men[P.PILOT]
    assert m.seats[P.PILOT] is m.men[P.COPILOT]
    assert crew.pilot_flying(m)


def test_7_6F_order_controls_only_when_pilots_and_engineer_are_lost() -> None:
    m = mission()
    relieve = order("controls")
    assert not relieve.relevant(m)
    m.men[P.PILOT].dead = m.men[P.COPILOT].serious = True
    crew.take_controls(referee(), m)
    assert relieve.relevant(m)
    assert "7.6F" in relieve.why_not(m)
    m.men[P.FLIGHT_ENGINEER].dead = True
    crew.take_controls(referee(answers=["who-flies=Navigator"]), m)
    assert relieve.why_not(m) == ""
    ref = referee(answers=["relieve-pilot=Bombardier"])
    relieve.do(ref, m)
    assert crew.flying(m) is m.men[P.BOMBARDIER]
    assert not crew.pilot_flying(m)
    done(ref)


def test_7_6F_who_flies_does_not_walk_away() -> None:
    m = mission()
    for position in (P.PILOT, P.COPILOT):
        m.men[position].dead = True
    crew.take_controls(referee(), m)
    crew.new_turn(m)
    assert "7.6F" in crew.why_not_leave(m, m.men[P.FLIGHT_ENGINEER])


def test_7_3e_a_careful_player_sends_a_man_to_jammed_doors_and_has_him_back() -> None:
    m = mission(bomb_run=True, leg=Leg.BACK, turn=12)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    m.plane.aft.doors = DoorState.JAMMED_OPEN
    ref = referee(3, defaults=True)  # depressurized, the radio operator in the bay, the motor moves the doors
    orders.orders_step(ref, m)
    assert m.plane.aft.doors is DoorState.SHUT
    assert m.men[Position.RADIO_OPERATOR].compartment is Section.AFT_BAY
    done(ref)
    m.turn += 1
    crew.new_turn(m)
    orders.orders_step(referee(defaults=True), m)
    assert m.men[Position.RADIO_OPERATOR].station is Position.RADIO_OPERATOR
    assert m.plane.pressurized
