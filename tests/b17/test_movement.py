"""Section 2: moving by zones, slow bombers, the turn over the target."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import movement
from flakhouse.games.b17.combat import gunnery
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import EngineState, Leg, Position, Section, Surface
from tests.b17.helpers import done, mission, noted, referee


def _stop(m: Mission, *numbers: int, windmilling: bool = False) -> None:
    """These engines are out."""
    for number in numbers:
        m.plane.engines[number - 1].state = EngineState.WINDMILLING if windmilling else EngineState.FEATHERED


def _lose(m: Mission, position: Position) -> None:
    """This man is seriously wounded."""
    m.men[position].serious = True


def _alone(m: Mission) -> Mission:
    """Out of formation for good."""
    m.in_formation = False
    return m


def test_2_1_one_zone_a_turn_outbound() -> None:
    m, ref = mission(), referee()
    movement.move_step(ref, m)
    assert (m.zone, m.turn, m.turns_here, m.new_zone) == (4, 3, 1, True)
    assert noted(ref) == ["zone"]
    done(ref)


def test_2_1_one_zone_a_turn_inbound() -> None:
    m, ref = mission(leg=Leg.BACK), referee()
    movement.move_step(ref, m)
    assert (m.zone, m.leg) == (2, Leg.BACK)


def test_1_6_manual_starts_in_zone_1_and_turn_1_enters_zone_2() -> None:
    """manual 3.5."""
    m, ref = mission(zone=1, turn=0), referee()
    movement.move_step(ref, m)
    assert (m.zone, m.turn, m.leg) == (2, 1, Leg.OUT)


def test_1_6_from_base_turn_1_enters_zone_1_and_nothing_happens() -> None:
    m, ref = mission(zone=0, turn=0), referee()
    movement.move_step(ref, m)
    assert (m.zone, m.turn) == (1, 1)
    assert noted(ref) == ["zone"]


def test_2_4_zone_1_inbound_is_the_landing(monkeypatch: pytest.MonkeyPatch) -> None:
    def land(ref: Referee, m: Mission) -> None:
        raise MissionEnded

    monkeypatch.setattr(landing, "land_in_england", land)
    m, ref = mission(zone=2, leg=Leg.BACK), referee()
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert m.zone == 1
    assert noted(ref) == ["zone"]


def test_2_4_zone_1_inbound_with_the_last_drop_of_fuel_is_the_landing(monkeypatch: pytest.MonkeyPatch) -> None:
    def land(ref: Referee, m: Mission) -> None:
        raise MissionEnded

    monkeypatch.setattr(landing, "land_in_england", land)
    m, ref = mission(zone=2, leg=Leg.BACK, fuel_turns=1), referee()
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert m.zone == 1
    assert "out-of-fuel" not in noted(ref)


def test_2_2_two_engines_out() -> None:
    m = _alone(mission(bombs=False, low=True))
    _stop(m, 1, 4)
    assert movement.slow(m) == "two engines out"


def test_2_2_one_engine_out_with_bombs_alone() -> None:
    m = _alone(mission())
    _stop(m, 1)
    assert movement.slow(m) == "an engine out and bombs aboard"


def test_2_2_one_engine_out_without_bombs_is_not_slow() -> None:
    m = _alone(mission(bombs=False))
    _stop(m, 1)
    assert movement.slow(m) == ""


def test_11_1_one_engine_out_in_formation_over_the_target_is_not_slow() -> None:
    m = mission(zone=5)
    _stop(m, 1)
    assert movement.slow(m) == ""


def test_2_2_unfeathered_propeller() -> None:
    m = _alone(mission(bombs=False))
    _stop(m, 2, windmilling=True)
    assert movement.slow(m) == "a propeller not feathered"


def test_2_2_a_slow_bomber_stays_a_second_turn_then_moves() -> None:
    m, ref = _alone(mission(bombs=False, low=True, zone=4, leg=Leg.BACK)), referee()
    _stop(m, 1, 4)
    movement.move_step(ref, m)
    assert (m.zone, m.turns_here, m.new_zone) == (4, 2, False)
    movement.move_step(ref, m)
    assert (m.zone, m.turns_here, m.new_zone) == (3, 1, True)
    assert noted(ref) == ["stay", "zone"]


def test_2_1_never_more_than_two_turns_however_many_causes() -> None:
    m, ref = _alone(mission(bombs=False, low=True, zone=3, leg=Leg.BACK, slow_entry="a burst inside")), referee()
    _stop(m, 1, 4)
    _stop(m, 2, windmilling=True)
    m.one_engine_zones = 3
    m.plane.nav_equipment_out = True
    movement.move_step(ref, m)
    movement.move_step(ref, m)
    assert m.zone == 2


def test_2_2_a_burst_inside_slows_from_the_next_zone_on() -> None:
    m, ref = _alone(mission(zone=4, leg=Leg.BACK, bombs=False)), referee()
    m.plane.bursts_inside.append(Section.WAIST)
    movement.move_step(ref, m)
    assert (m.zone, m.slow_entry) == (3, "crippled by a burst inside")
    movement.move_step(ref, m)
    assert (m.zone, m.turns_here) == (3, 2)


@pytest.mark.parametrize(("zone", "slow"), [(3, ""), (4, "to find the way")])
def test_2_2_without_navigator_odd_zones_take_two_turns(zone: int, slow: str) -> None:
    """P-1 note 1."""
    m, ref = _alone(mission(zone=zone, leg=Leg.BACK, bombs=False)), referee()
    _lose(m, Position.NAVIGATOR)
    movement.move_step(ref, m)
    assert movement.slow(m) == slow  # Zone 2, Zone 3


def test_2_2_without_his_equipment_odd_zones_take_two_turns() -> None:
    """P-1 note 1."""
    m, ref = _alone(mission(zone=4, leg=Leg.BACK, nav_equipment_out=True)), referee()
    movement.move_step(ref, m)
    assert movement.slow(m) == "to find the way"


def test_2_2_in_formation_nobody_needs_the_navigator() -> None:
    m, ref = mission(zone=4, leg=Leg.BACK), referee()
    _lose(m, Position.NAVIGATOR)
    movement.move_step(ref, m)
    assert movement.slow(m) == ""


def test_2_2_a_navigator_lost_in_an_odd_zone_slows_only_zones_entered_later() -> None:
    m = _alone(mission(zone=3, leg=Leg.BACK))
    _lose(m, Position.NAVIGATOR)
    assert movement.slow(m) == ""


def test_2_5_from_the_target_zone_no_way_leads_further_out() -> None:
    m, ref = mission(zone=5, slow_arrival=True), referee()
    movement.move_step(ref, m)
    assert (m.zone, m.turns_here) == (5, 2)
    assert noted(ref) == ["stay"]


def test_2_5_slow_on_arrival_is_remembered() -> None:
    m, ref = _alone(mission(zone=4, turns_here=2)), referee()
    _stop(m, 1)
    movement.move_step(ref, m)
    assert (m.zone, m.slow_arrival) == (5, True)


@pytest.mark.parametrize("turns", [1, 2])
def test_2_5_turning_round_begins_no_new_zone(turns: int) -> None:
    m, ref = _alone(mission(zone=5, turns_here=turns, slow_arrival=True)), referee()
    m.plane.bursts_inside.append(Section.NOSE)
    movement.turn_round(ref, m)
    assert (m.leg, m.turns_here, m.slow_arrival) == (Leg.BACK, turns, False)
    assert movement.slow(m) == "crippled by a burst inside"
    assert noted(ref) == ["turns-home"]
    movement.move_step(ref, m)
    assert m.zone == (5 if turns == 1 else 4)  # 2.1: never more than two turns


def test_2_2_a_navigator_lost_over_the_target_slows_no_turn_there() -> None:
    m, ref = _alone(mission(zone=5)), referee()
    _lose(m, Position.NAVIGATOR)
    movement.turn_round(ref, m)
    assert movement.slow(m) == ""  # Zone 5 is odd, but was entered before
    movement.move_step(ref, m)
    assert m.zone == 4


def test_2_5_target_in_zone_2_is_reached_from_zone_1_and_left_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def land(ref: Referee, m: Mission) -> None:
        raise MissionEnded

    monkeypatch.setattr(landing, "land_in_england", land)
    m, ref = mission(zone=1, turn=0), referee()
    m.target.zone = 2
    m.target.letters = {2: (Surface.WATER, Surface.FRANCE)}
    movement.move_step(ref, m)
    assert (m.zone, m.leg) == (2, Leg.OUT)
    movement.turn_round(ref, m)
    with pytest.raises(MissionEnded):
        movement.move_step(ref, m)
    assert (m.zone, m.turn) == (1, 2)


def test_9_1_a_shallow_dive_keeps_it_out_for_the_next_zone_then_it_is_back() -> None:
    m, ref = mission(zone=2, in_formation=False, out_zones=1, out_fresh=True), referee()
    movement.move_step(ref, m)
    assert not m.in_formation
    movement.move_step(ref, m)
    assert m.in_formation
    assert noted(ref) == ["zone", "zone", "rejoined"]


def test_9_1_what_else_went_wrong_keeps_it_out_after_the_dive() -> None:
    m, ref = mission(zone=3, in_formation=False, out_zones=1), referee()
    _stop(m, 1)
    m.turns_here = 2
    movement.move_step(ref, m)
    assert not m.in_formation
    assert m.out_zones == 0


def test_2A_1_guns_are_tried_on_entering_a_zone_only(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    monkeypatch.setattr(gunnery, "repair_step", lambda ref, m: tried.append(m.zone))
    m, ref = _alone(mission(bombs=False, low=True, zone=4, leg=Leg.BACK)), referee()
    _stop(m, 1, 4)
    movement.move_step(ref, m)
    movement.move_step(ref, m)
    assert tried == [3]


def test_11_4_fuel_runs_by_turns() -> None:
    m, ref = _alone(mission(zone=4, leg=Leg.BACK, fuel_turns=4, bombs=False)), referee()
    movement.move_step(ref, m)
    assert m.plane.fuel_turns == 3


def test_11_2_a_leaking_engine_is_stopped_on_a_new_zone() -> None:
    m, ref = mission(zone=3, bombs=False), referee()
    m.plane.engines[1].oil_zones = 1
    movement.move_step(ref, m)
    assert m.plane.engines[1].state is EngineState.FEATHERED
    assert m.in_formation  # 11.0: without bombs it keeps up


def test_13_1_errata_16_turns_to_the_target_and_home() -> None:
    m = mission()  # Zone 3 of 5: two out, four back to Zone 1
    assert movement.turns_home(m) == 6
    assert movement.turns_home(mission(zone=4, leg=Leg.BACK)) == 3


def test_13_1_errata_16_a_slow_bomber_needs_two_turns_a_zone() -> None:
    m = _alone(mission())
    _stop(m, 1)
    # the second turn here, two each in 4 and 5, two each in 4, 3, 2, and Zone 1
    assert movement.turns_home(m) == 1 + 4 + 6 + 1


def test_2_1_the_log_names_turn_zone_and_leg() -> None:
    m, ref = mission(), referee()
    movement.move_step(ref, m)
    event = ref.events[-1]
    assert isinstance(event, Noted)
    assert event.facts == {"turn": 3, "zone": 4, "leg": "outbound"}
