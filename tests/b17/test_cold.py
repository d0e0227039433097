"""Heat, oxygen and frostbite (6.5, 6A.1, 9.3, 10.1)."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import STATION_COMPARTMENT, Position, Root, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

_BOTH = (Position.BOMBARDIER, Position.NAVIGATOR)


def _cold(zones: int, *stations: Position, **changes: object) -> Mission:
    """A mission with the heat of these stations out for so many zones."""
    m = mission(**changes)
    for station in stations or (Position.TAIL_GUNNER,):
        m.plane.heat_out.append(station)
        m.plane.cold_zones[station] = zones
    return m


def _kill(m: Mission, *positions: Position) -> None:
    """These men are dead in their seats."""
    for position in positions:
        m.men[position].dead = True


# ------------------------------------------------------------------ heat


def test_10_1_heat_lost() -> None:
    m, ref = mission(cause=Root.FIGHTER), referee()
    cold.heat_lost(ref, m, _BOTH)
    cold.heat_lost(ref, m, _BOTH[:1])
    assert [man.position for man in cold.without_heat(m)] == list(_BOTH)
    assert m.leave == {"heat out": True}
    assert noted(ref) == ["heat-out", "heat-out"]


def test_10_1_the_zone_of_the_loss_and_one_more_are_free() -> None:
    m, ref = _cold(0), referee()
    cold.cold_step(ref, m)
    cold.entry_step(ref, m)
    cold.cold_step(ref, m)
    assert m.plane.cold_zones == {Position.TAIL_GUNNER: 1}
    assert rolled(ref) == []
    done(ref)


def test_10_1_in_the_next_zone_stay_up_and_roll() -> None:
    m, ref = _cold(1), referee(3, answers=["stay"])
    cold.entry_step(ref, m)
    assert m.in_formation
    cold.cold_step(ref, m)
    assert m.men[Position.TAIL_GUNNER].frostbitten
    assert m.men[Position.TAIL_GUNNER].cause is Root.COLD
    assert rolled(ref) == ["BL-5"]
    done(ref)


def test_10_1_or_go_down_out_of_formation_without_a_roll() -> None:
    m, ref = _cold(1), referee(answers=["descend"])
    cold.entry_step(ref, m)
    assert (m.plane.low, m.in_formation) == (True, False)
    cold.cold_step(ref, m)
    assert rolled(ref) == []
    done(ref)


def test_10_1_the_choice_comes_again_in_each_zone() -> None:
    m, ref = _cold(1), referee(4, 4, answers=["stay", "stay"])
    for _ in range(2):
        cold.entry_step(ref, m)
        cold.cold_step(ref, m)
    assert not m.men[Position.TAIL_GUNNER].frostbitten
    assert rolled(ref) == ["BL-5", "BL-5"]
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_BL_5_frostbite_on_1_to_3(face: int) -> None:
    m, ref = _cold(2), referee(face)
    cold.cold_step(ref, m)
    assert m.men[Position.TAIL_GUNNER].frostbitten is (face <= 3)


def test_10_1_every_man_in_the_cold_rolls() -> None:
    m, ref = _cold(2, *_BOTH), referee(4, 1)
    cold.cold_step(ref, m)
    assert [m.men[p].frostbitten for p in _BOTH] == [False, True]
    done(ref)


def test_10_1_once_a_zone_not_in_its_second_turn() -> None:
    m, ref = _cold(2, new_zone=False), referee()
    cold.cold_step(ref, m)
    assert rolled(ref) == []


def test_10_1_who_is_frostbitten_or_dead_rolls_no_more() -> None:
    m, ref = _cold(2, *_BOTH), referee()
    m.men[_BOTH[0]].frostbitten = True
    _kill(m, _BOTH[1])
    cold.cold_step(ref, m)
    assert cold.at_risk(m) == []
    assert rolled(ref) == []


def test_10_1_no_frostbite_at_10_000_ft() -> None:
    m, ref = _cold(2, low=True, in_formation=False), referee()
    cold.entry_step(ref, m)
    cold.cold_step(ref, m)
    assert m.plane.cold_zones == {Position.TAIL_GUNNER: 2}
    assert rolled(ref) == []


def test_10_1_a_dead_mans_heater_matters_to_nobody() -> None:
    m = mission(cause=Root.FIGHTER)
    _kill(m, Position.TAIL_GUNNER)
    cold.heat_lost(referee(), m, (Position.TAIL_GUNNER,))
    assert cold.without_heat(m) == []
    assert m.leave == {}


def test_10_1_a_man_without_a_station_shares_the_heat_of_his_compartment() -> None:
    m = mission()
    man = m.men[Position.TAIL_GUNNER]
    m.seats[Position.TAIL_GUNNER] = man.station = None
    man.compartment = Section.RADIO_ROOM
    m.plane.heat_out.append(Position.RADIO_OPERATOR)
    assert man in cold.without_heat(m)
    man.compartment = Section.WAIST
    assert man not in cold.without_heat(m)
    man.compartment = Section.BOMB_BAY
    assert man not in cold.without_heat(m)


def test_10_1_each_man_counts_the_zones_of_his_own_heat() -> None:
    m = _cold(2, Position.PORT_WAIST)
    m.plane.heat_out.append(Position.STARBOARD_WAIST)
    m.plane.cold_zones[Position.STARBOARD_WAIST] = 1
    assert cold.at_risk(m) == [m.men[Position.PORT_WAIST]]
    m.plane.cold_zones = {Position.PORT_WAIST: 1, Position.STARBOARD_WAIST: 2}
    assert cold.at_risk(m) == [m.men[Position.STARBOARD_WAIST]]


def test_10_1_a_man_without_a_station_is_as_long_in_the_cold_as_the_compartment() -> None:
    m = _cold(2, Position.PORT_WAIST)
    man = m.men[Position.BALL_GUNNER]
    m.seats[Position.BALL_GUNNER] = man.station = None
    man.compartment = Section.WAIST
    waist = [station for station in Position if STATION_COMPARTMENT[station] is Section.WAIST]
    m.plane.heat_out, m.plane.cold_zones = list(waist), dict.fromkeys(waist, 2)
    assert man in cold.at_risk(m)
    m.plane.cold_zones[waist[-1]] = 1  # there it was warm until now
    assert man not in cold.at_risk(m)


def test_10_1_a_careful_player_stays_in_formation_and_goes_down_alone() -> None:
    there, alone = _cold(1), _cold(1, in_formation=False)
    for m in (there, alone):
        slow, fast = referee(defaults=True), Referee(Fixed(), Default())
        copy = _cold(1, in_formation=m.in_formation)
        cold.entry_step(slow, m)
        cold.entry_step(fast, copy)
        assert m.plane.low == copy.plane.low
        assert fast.asked == slow.asked == 1
    assert (there.plane.low, alone.plane.low) == (False, True)


# ------------------------------------------------------------------ oxygen


def test_6_5_the_first_hit_does_nothing_the_second_puts_it_out() -> None:
    m, ref = mission(cause=Root.FLAK), referee()
    cold.oxygen_hit(ref, m, (Position.TAIL_GUNNER,))
    assert cold.without_oxygen(m) == []
    assert m.leave == {}
    cold.oxygen_hit(ref, m, (Position.TAIL_GUNNER,))
    cold.oxygen_hit(ref, m, (Position.TAIL_GUNNER,))
    assert [man.position for man in cold.without_oxygen(m)] == [Position.TAIL_GUNNER]
    assert m.leave == {"oxygen out": True}
    assert noted(ref) == ["oxygen-hit", "oxygen-out"]


def test_6_5_hits_on_two_men_do_not_add() -> None:
    m, ref = mission(), referee()
    cold.oxygen_hit(ref, m, _BOTH[:1])
    cold.oxygen_hit(ref, m, _BOTH[1:])
    assert cold.without_oxygen(m) == []


def test_6A_1_a_fire_ends_the_oxygen_of_the_compartment() -> None:
    m, ref = mission(cause=Root.FIGHTER), referee()
    cold.oxygen_burnt(ref, m, Section.NOSE)
    cold.oxygen_burnt(ref, m, Section.NOSE)
    assert [man.position for man in cold.without_oxygen(m)] == list(_BOTH)
    assert m.leave == {"oxygen out": True}
    assert noted(ref) == ["oxygen-out", "oxygen-out"]


def test_BL_2_with_the_system_out_nobody_has_oxygen() -> None:
    m = mission(oxygen_system_out=True)
    assert len(cold.without_oxygen(m)) == 10


def test_9_3_errata_28_the_descent_comes_with_the_next_turn() -> None:
    m, ref = mission(), referee()
    cold.oxygen_hit(ref, m, (Position.TAIL_GUNNER, Position.TAIL_GUNNER))
    assert not m.plane.low
    cold.oxygen_step(ref, m)
    assert (m.plane.low, m.in_formation) == (True, False)
    done(ref)


def test_9_3_at_10_000_ft_nobody_needs_oxygen() -> None:
    m, ref = mission(low=True), referee()
    cold.oxygen_hit(ref, m, (Position.TAIL_GUNNER, Position.TAIL_GUNNER))
    cold.oxygen_step(ref, m)
    assert m.in_formation
    done(ref)


def test_9_3_nothing_happens_while_all_breathe() -> None:
    m, ref = mission(), referee()
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 1
    cold.oxygen_step(ref, m)
    assert not m.plane.low


def test_9_3_a_dead_mans_place_keeps_the_bomber_up() -> None:
    m, ref = mission(), referee(answers=["place"])
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    _kill(m, Position.RADIO_OPERATOR)
    cold.oxygen_step(ref, m)
    assert (m.plane.low, m.in_formation) == (False, True)
    tail, dead = m.men[Position.TAIL_GUNNER], m.men[Position.RADIO_OPERATOR]
    assert (tail.station, tail.compartment) == (Position.RADIO_OPERATOR, Section.RADIO_ROOM)
    assert (dead.station, dead.compartment) == (Position.TAIL_GUNNER, Section.TAIL)
    assert (m.seats[Position.RADIO_OPERATOR], m.seats[Position.TAIL_GUNNER]) == (tail, dead)
    assert cold.without_oxygen(m) == []
    done(ref)


def test_9_3_the_player_may_go_down_all_the_same() -> None:
    m, ref = mission(), referee(answers=["descend"])
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    _kill(m, Position.RADIO_OPERATOR)
    cold.oxygen_step(ref, m)
    assert (m.plane.low, m.men[Position.TAIL_GUNNER].station) == (True, Position.TAIL_GUNNER)
    done(ref)


def test_9_3_one_place_does_not_serve_two_men() -> None:
    m, ref = mission(), referee()
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = m.plane.oxygen_hits[Position.NAVIGATOR] = 2
    _kill(m, Position.RADIO_OPERATOR)
    assert "(9.3)" in cold.must_descend(m)
    cold.oxygen_step(ref, m)
    assert m.plane.low


def test_9_3_two_places_serve_two_men() -> None:
    m, ref = mission(), referee(answers=["place", "Radio Operator"])
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = m.plane.oxygen_hits[Position.NAVIGATOR] = 2
    _kill(m, Position.RADIO_OPERATOR, Position.BOMBARDIER)
    cold.oxygen_step(ref, m)
    assert cold.without_oxygen(m) == []
    assert m.men[Position.NAVIGATOR].station is Position.RADIO_OPERATOR
    assert m.men[Position.TAIL_GUNNER].station is Position.BOMBARDIER
    done(ref)


def test_9_3_a_dead_mans_place_without_oxygen_serves_nobody() -> None:
    m = mission()
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = m.plane.oxygen_hits[Position.RADIO_OPERATOR] = 2
    _kill(m, Position.RADIO_OPERATOR)
    assert cold.must_descend(m) == "no free oxygen (9.3)"


def test_6_7_the_man_in_the_jammed_turret_cannot_change_places() -> None:
    m = mission(ball_jammed=True)
    m.plane.oxygen_hits[Position.BALL_GUNNER] = 2
    _kill(m, Position.RADIO_OPERATOR)
    assert "(6.7)" in cold.must_descend(m)


def test_7A_1_without_intercom_places_change_only_after_a_safe_turn() -> None:
    m = mission(intercom_out=True, safe_turn=False)
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    _kill(m, Position.RADIO_OPERATOR)
    assert "(7A.1)" in cold.must_descend(m)
    m.safe_turn = True
    assert cold.must_descend(m) == ""


def test_7A_4_a_lone_pilot_may_only_take_the_other_pilots_place() -> None:
    m, ref = mission(), referee(answers=["place"])
    m.plane.oxygen_hits[Position.PILOT] = 2
    _kill(m, Position.RADIO_OPERATOR, Position.COPILOT)
    cold.oxygen_step(ref, m)
    assert m.men[Position.PILOT].station is Position.COPILOT
    done(ref)


def test_7A_4_a_lone_pilot_does_not_leave_the_controls() -> None:
    m = mission()
    m.plane.oxygen_hits[Position.PILOT] = m.plane.oxygen_hits[Position.COPILOT] = 2
    _kill(m, Position.RADIO_OPERATOR, Position.COPILOT)
    assert "(7A.4)" in cold.must_descend(m)


def test_7A_4_with_both_pilots_out_of_oxygen_neither_leaves_and_the_bomber_goes_down() -> None:
    m, ref = mission(), referee()
    m.plane.oxygen_hits[Position.PILOT] = m.plane.oxygen_hits[Position.COPILOT] = 2
    _kill(m, Position.RADIO_OPERATOR, Position.TAIL_GUNNER)
    assert "(7A.4)" in cold.must_descend(m)
    cold.oxygen_step(ref, m)
    assert (m.plane.low, m.men[Position.PILOT].station) == (True, Position.PILOT)
    del m.plane.oxygen_hits[Position.COPILOT]
    assert cold.must_descend(m) == ""  # the Copilot flies on
    done(ref)


def test_9_3_the_other_pilots_seat_is_kept_for_the_pilot() -> None:
    m, ref = mission(), referee(answers=["place"])
    m.plane.oxygen_hits[Position.PILOT] = m.plane.oxygen_hits[Position.BOMBARDIER] = 2
    _kill(m, Position.COPILOT, Position.TAIL_GUNNER)
    cold.oxygen_step(ref, m)
    assert (m.plane.low, cold.without_oxygen(m)) == (False, [])
    assert m.men[Position.PILOT].station is Position.COPILOT
    assert m.men[Position.BOMBARDIER].station is Position.TAIL_GUNNER
    done(ref)


def test_7A_2_who_changes_compartments_in_a_combat_zone_cannot_fire_for_a_wave() -> None:
    m, ref = mission(safe_turn=False), referee(answers=["place"])
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    _kill(m, Position.RADIO_OPERATOR)
    cold.oxygen_step(ref, m)
    assert m.men[Position.TAIL_GUNNER].moved


def test_6_5_a_man_without_a_station_shares_the_oxygen_of_his_compartment() -> None:
    m = mission()
    man = m.men[Position.TAIL_GUNNER]
    m.seats[Position.TAIL_GUNNER] = man.station = None
    man.compartment = Section.RADIO_ROOM
    m.plane.oxygen_burnt.append(Section.RADIO_ROOM)
    assert man in cold.without_oxygen(m)
    man.compartment = Section.WAIST
    assert man not in cold.without_oxygen(m)


def test_9_3_in_a_hurry_the_same_places_are_taken() -> None:
    m, ref = mission(), Referee(Fixed(), Default())
    m.plane.oxygen_hits[Position.NAVIGATOR] = 2
    _kill(m, Position.RADIO_OPERATOR, Position.BOMBARDIER)
    cold.oxygen_step(ref, m)
    slow, asked = mission(), referee(defaults=True)
    slow.plane.oxygen_hits[Position.NAVIGATOR] = 2
    _kill(slow, Position.RADIO_OPERATOR, Position.BOMBARDIER)
    cold.oxygen_step(asked, slow)
    assert m.men[Position.NAVIGATOR].station is slow.men[Position.NAVIGATOR].station is Position.BOMBARDIER
    assert ref.asked == asked.asked == 2
