"""Section 11 and BL-1 notes c, d, e and g: engines, oil and fuel."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import abort, engines, movement, orders, wings
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import End, EngineState, Leg, Root, Section, Surface, Tank
from tests.b17.helpers import done, mission, noted, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING
JUMPS = (6,) * 10  # G-6: ten men get out
CAUGHT = (1,) * 10  # G-7-capture in France


def dead(m: Mission, *numbers: int) -> Mission:
    """These engines are feathered, by fighters."""
    m.cause = Root.FIGHTER
    for number in numbers:
        engines.out(referee(), m, m.plane.engines[number - 1], EngineState.FEATHERED)
    return m


def states(m: Mission) -> list[str]:
    """What the four engines do."""
    return [engine.state.value for engine in m.plane.engines]


# ------------------------------------------------------------------ BL-1 row 9


@pytest.mark.parametrize(
    ("wing", "face", "number"), [(PORT, 3, 1), (PORT, 4, 2), (STARBOARD, 1, 3), (STARBOARD, 6, 4)]
)
def test_BL_1_row_9_which_engine(wing: Section, face: int, number: int) -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(4, 5, face, 3, 1)
    wings.hit(ref, m, wing)
    done(ref)
    assert [e.number for e in m.plane.engines if e.out()] == [number]
    assert m.plane.engines[number - 1].root is Root.FIGHTER
    assert m.leave["engine out"]


@pytest.mark.parametrize("face", [1, 2])
def test_BL_1_row_9_an_engine_may_run_on(face: int) -> None:
    m = mission()
    ref = referee(1, face)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines_out() == 0


def test_6_2_a_dead_engine_suffers_nothing_more() -> None:
    m = dead(mission(), 1)
    ref = referee(1)
    engines.hit(ref, m, PORT)
    done(ref)
    assert noted(ref) == ["engine-dead"]


@pytest.mark.parametrize("face", range(1, 7))
def test_BL_1c_an_engine_is_feathered_on_1_to_5(face: int) -> None:
    m = mission()
    ref = referee(1, 4, face)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].state is (EngineState.FEATHERED if face < 6 else EngineState.WINDMILLING)
    assert bool(m.falls_out) is (face == 6)
    assert m.in_formation  # 3.11: until the wave is over


@pytest.mark.parametrize("face", range(1, 6))
def test_BL_1d_a_runaway_engine_is_feathered_on_1_to_5(face: int) -> None:
    m = mission()
    ref = referee(4, 5, face)
    engines.hit(ref, m, STARBOARD)
    done(ref)
    assert states(m) == ["running", "running", "running", "feathered"]


def test_BL_1d_a_6_means_bailing_out() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(4, 5, 6, *JUMPS, *CAUGHT)
    with pytest.raises(MissionEnded):
        engines.hit(ref, m, STARBOARD)
    done(ref)
    assert m.end is End.ABANDONED


def test_BL_1d_with_the_feathering_controls_out_they_bail_out_at_once() -> None:
    m = mission(cause=Root.FIGHTER, feathering_out=True)
    ref = referee(4, 5, *JUMPS, *CAUGHT)
    with pytest.raises(MissionEnded):
        engines.hit(ref, m, STARBOARD)
    done(ref)
    assert "BL-1d-runaway" not in rolled(ref)


def test_BL_1c_the_feathering_controls_do_not_matter_to_an_engine_that_stops() -> None:
    m = mission(feathering_out=True)
    ref = referee(4, 3, 5)
    engines.hit(ref, m, STARBOARD)
    done(ref)
    assert m.plane.engines[3].state is EngineState.FEATHERED


@pytest.mark.parametrize("face", range(1, 5))
def test_BL_1e_the_first_charge_puts_the_fire_out_and_the_engine_is_feathered(face: int) -> None:
    """11.3."""
    m = mission()
    ref = referee(1, 6, 2, face)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].state is EngineState.FEATHERED
    assert m.plane.engines[0].charges == 1
    assert noted(ref) == ["engine", "engine-fire-out"]


def test_BL_1e_the_second_charge_may_help() -> None:
    m = mission()
    ref = referee(1, 6, 1, 5, 4)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].charges == 0
    assert m.plane.engines[0].state is EngineState.FEATHERED
    assert m.plane.extinguishers == 5  # those are for the cabin


def test_BL_1e_when_both_charges_fail_they_bail_out() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(1, 6, 1, 5, 6, *JUMPS, *CAUGHT)
    with pytest.raises(MissionEnded):
        engines.hit(ref, m, PORT)
    done(ref)
    assert m.end is End.ABANDONED
    assert m.root is Root.FIGHTER


def test_BL_1e_with_the_engine_extinguishers_out_they_bail_out_at_once() -> None:
    m = mission(cause=Root.FIGHTER, engine_extinguishers_out=True)
    ref = referee(1, 6, 1, *JUMPS, *CAUGHT)
    with pytest.raises(MissionEnded):
        engines.hit(ref, m, PORT)
    done(ref)
    assert "BL-1e-extinguisher" not in rolled(ref)


@pytest.mark.parametrize("face", [5, 6])
def test_BL_1e_an_oil_tank_may_seal_itself(face: int) -> None:
    m = mission()
    ref = referee(1, 6, face)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].oil_zones == 0
    assert m.plane.engines_out() == 0


# ------------------------------------------------------------------ 11.2 oil leaks


@pytest.mark.parametrize(("face", "zones"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_11_2_a_leaking_engine_is_stopped_after_1_to_3_more_zones(face: int, zones: int) -> None:
    m = mission(cause=Root.FIGHTER, bombs=False)
    engines.hit(referee(1, 6, 3, face), m, PORT)
    for _ in range(zones):
        engines.oil_step(referee(), m)
        assert m.plane.engines_out() == 0
    ref = referee()
    m.cause = Root.CHOICE
    engines.oil_step(ref, m)
    assert m.plane.engines[0].state is EngineState.FEATHERED
    assert noted(ref) == ["oil-gone", "engine"]
    assert m.leave["engine out"]  # the enemy's doing


def test_11_2_of_two_leaks_the_shorter_counts() -> None:
    m = mission()
    engines.hit(referee(1, 6, 3, 3), m, PORT)
    engines.hit(referee(1, 6, 3, 6), m, PORT)
    assert m.plane.engines[0].oil_zones == 3
    engines.hit(referee(1, 6, 3, 1), m, PORT)
    assert m.plane.engines[0].oil_zones == 2


def test_11_2_bombs_aboard_are_settled_when_the_engine_stops() -> None:
    m = mission(cause=Root.FIGHTER)
    m.plane.engines[0].oil_zones = 1
    ref = referee(answers=["jettison"])
    engines.oil_step(ref, m)
    assert m.plane.bombs  # until the move is over
    engines.settle(ref, m)
    done(ref)
    assert not m.plane.bombs
    assert m.in_formation


def test_11_6_the_third_engine_stopped_on_entering_a_zone_leaves_one_more() -> None:
    m = dead(mission(zone=5, leg=Leg.BACK, turns_here=2, bombs=False, low=True, in_formation=False), 1, 2)
    m.plane.engines[2].oil_zones = 1
    ref = referee(answers=["no"])
    movement.move_step(ref, m)
    done(ref)
    assert m.zone == 4
    assert m.one_engine_zones == 1
    assert not m.down_next


# ------------------------------------------------------------------ 11.4 fuel


@pytest.mark.parametrize(("face", "turns"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_BL_1g_the_first_tank_leaves_4_to_6_turns(face: int, turns: int) -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(face)
    engines.fuel_leak(ref, m, Tank.PORT_INBOARD)
    done(ref)
    assert m.plane.fuel_turns == turns
    assert m.plane.fuel_root is Root.FLAK


def test_BL_1g_a_second_tank_leaves_2_turns_and_a_third_1() -> None:
    m = mission()
    engines.fuel_leak(referee(6), m, Tank.PORT_INBOARD)
    ref = referee()
    engines.fuel_leak(ref, m, Tank.PORT_OUTBOARD)
    assert m.plane.fuel_turns == 2
    engines.fuel_leak(ref, m, Tank.STARBOARD_INBOARD)
    assert m.plane.fuel_turns == 1
    engines.fuel_leak(ref, m, Tank.STARBOARD_OUTBOARD)
    assert m.plane.fuel_turns == 1
    assert rolled(ref) == []


def test_11_4_the_smaller_of_remaining_and_new_counts() -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=1)
    engines.fuel_leak(referee(), m, Tank.PORT_OUTBOARD)
    assert m.plane.fuel_turns == 1


def test_BL_1g_the_same_tank_again_changes_nothing() -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=5)
    ref = referee()
    engines.fuel_leak(ref, m, Tank.PORT_INBOARD)
    assert rolled(ref) == []
    assert m.plane.fuel_turns == 5
    assert m.plane.leaking == [Tank.PORT_INBOARD]


@pytest.mark.parametrize(("face", "short"), [(4, True), (5, False)])
def test_BL_1g_an_abort_counts_if_the_fuel_lasts_not_to_target_and_home(face: int, short: bool) -> None:
    m = mission(cause=Root.FLAK)  # Zone 3, target in Zone 5: six turns
    engines.fuel_leak(referee(face), m, Tank.PORT_INBOARD)
    assert abort.reasons(m).get("fuel leak", False) is short


def test_11_4_fuel_goes_by_turns() -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=4, fuel_root=Root.FLAK)
    engines.fuel_step(referee(), m)
    assert m.plane.fuel_turns == 3
    engines.fuel_step(referee(), mission())  # nothing without a leak


def test_11_4_at_zero_they_bail_out_or_land_at_once() -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=1, fuel_root=Root.FLAK, leg=Leg.BACK)
    ref = referee(*JUMPS, *CAUGHT, answers=["bail-out"])
    with pytest.raises(MissionEnded):
        engines.fuel_step(ref, m)
    done(ref)
    assert m.end is End.ABANDONED
    assert m.root is Root.FLAK
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=1, fuel_root=Root.FLAK, leg=Leg.BACK)
    ref = referee(6, 6, *CAUGHT, answers=["land", "jettison-first=yes"])
    with pytest.raises(MissionEnded):
        engines.fuel_step(ref, m)
    done(ref)
    assert m.end is End.LANDED_EUROPE


@pytest.mark.parametrize("answer", ["bail-out", "land"])
def test_11_4_16_3_a_loss_out_of_fuel_is_the_leaks_doing_not_a_dead_engines(answer: str) -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=1, fuel_root=Root.FLAK, leg=Leg.BACK, bombs=False)
    dead(m, 1)
    dice = (*JUMPS, *CAUGHT) if answer == "bail-out" else (6, 6, *CAUGHT)
    with pytest.raises(MissionEnded):
        engines.fuel_step(referee(*dice, answers=[f"land-or-bail={answer}"]), m)
    assert m.root is Root.FLAK


def test_11_6_16_3_a_forced_landing_on_one_engine_is_the_last_engines_doing() -> None:
    m = dead(mission(leg=Leg.BACK, bombs=False, in_formation=False, low=True, one_engine_zones=0), 1, 2)
    m.cause = Root.MECHANICAL
    engines.out(referee(), m, m.plane.engines[2], EngineState.FEATHERED)
    m.cause, m.down_next = Root.FIGHTER, "one engine left"
    with pytest.raises(MissionEnded):
        engines.down_step(referee(*JUMPS, *CAUGHT, answers=["land-or-bail=bail-out"]), m)
    assert m.root is Root.MECHANICAL


def test_11_4_four_turns_are_four_moves_and_the_last_ends_before_the_fighters() -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=4, fuel_root=Root.FLAK, leg=Leg.BACK, bombs=False)
    m.zone = 7
    m.target.zone = 8
    m.target.letters = dict.fromkeys(range(2, 9), (Surface.FRANCE,))
    zones = []
    for _ in range(3):
        movement.move_step(referee(), m)
        zones.append(m.zone)
    with pytest.raises(MissionEnded):
        movement.move_step(referee(*JUMPS, *CAUGHT, answers=["land-or-bail=bail-out"]), m)
    assert [*zones, m.end_zone] == [6, 5, 4, 3]


def test_11_4_with_the_last_drop_it_still_reaches_England() -> None:
    m = mission(leaking=[Tank.PORT_INBOARD], fuel_turns=1, leg=Leg.BACK, zone=1)
    engines.fuel_step(referee(), m)
    assert m.end is End.FLYING


# ------------------------------------------------------------------ 11.1 one engine out


def test_11_1_one_engine_out_jettison_and_stay_in_formation() -> None:
    """manual 5H.1."""
    m = dead(mission(), 1)
    ref = referee(answers=["jettison"])
    engines.settle(ref, m)
    done(ref)
    assert m.in_formation
    assert not m.plane.bombs
    assert not m.plane.low


def test_11_1_one_engine_out_keep_the_bombs_and_fall_out() -> None:
    """manual 5H.1."""
    m = dead(mission(), 1)
    ref = referee(answers=["keep"])
    engines.settle(ref, m)
    done(ref)
    assert not m.in_formation
    assert m.plane.bombs
    assert m.leave["out of formation"]


@pytest.mark.parametrize(("root", "enemy"), [(Root.FLAK, True), (Root.MECHANICAL, False), (None, True)])
@pytest.mark.parametrize("out", [(1,), (1, 2)])
def test_13_1_leaving_for_engines_out_counts_by_what_stopped_the_last(
    root: Root | None, enemy: bool, out: tuple[int, ...]
) -> None:
    m = dead(mission(), *out)
    m.engines_root = root
    m.cause = Root.CHOICE if root is Root.FLAK else Root.FIGHTER
    engines.settle(referee(answers=["keep"] if len(out) == 1 else []), m)
    assert m.leave["out of formation"] is enemy


def test_11_1_in_the_target_zone_the_bombs_may_be_kept_for_the_target() -> None:
    m = dead(mission(zone=5), 1)
    ref = referee(answers=["bomb"])
    engines.settle(ref, m)
    engines.settle(ref, m)  # asked once
    done(ref)
    assert m.in_formation
    assert m.plane.bombs


def test_11_1_after_the_run_bombs_left_aboard_must_go() -> None:
    m = dead(mission(zone=5, bomb_run=True, engine_bombs_kept=True), 1)
    ref = referee(answers=["jettison"])
    engines.settle(ref, m)
    done(ref)
    assert not m.plane.bombs


def test_11_1_elsewhere_the_bombs_cannot_be_kept_in_formation() -> None:
    m = dead(mission(zone=4, engine_bombs_kept=True), 1)
    ref = referee(answers=["jettison"])
    engines.settle(ref, m)
    done(ref)
    assert not m.plane.bombs


def test_11_1_with_jammed_doors_only_the_formation_can_go() -> None:
    m = dead(mission(bomb_doors_out=True), 1)
    ref = referee()  # a question with one answer answers itself
    engines.settle(ref, m)
    done(ref)
    assert not m.in_formation
    assert m.plane.bombs


@pytest.mark.parametrize("changes", [{"bombs": False}, {"in_formation": False}])
def test_11_1_without_bombs_or_formation_nothing_is_asked(changes: dict[str, object]) -> None:
    m = dead(mission(**changes), 1)
    formation = m.in_formation
    ref = referee()
    engines.settle(ref, m)
    done(ref)
    assert m.in_formation is formation
    assert not m.plane.low


def test_BL_1c_an_unfeathered_propeller_leaves_nothing_to_ask() -> None:
    m = mission(cause=Root.FIGHTER)
    engines.hit(referee(1, 3, 6), m, PORT)
    ref = referee()
    engines.settle(ref, m)
    done(ref)
    assert m.falls_out
    assert m.plane.bombs


@pytest.mark.parametrize(("zone", "bombs"), [(3, False), (5, True)])
def test_11_1_advice_taken_unseen_is_the_advice_shown(zone: int, bombs: bool) -> None:
    m = dead(mission(zone=zone), 1)
    ref = Referee(Fixed(), Default())
    engines.settle(ref, m)
    assert m.plane.bombs is bombs
    n = dead(mission(zone=zone), 1)
    slow = referee(defaults=True)
    engines.settle(slow, n)
    assert n.plane.bombs is bombs
    assert ref.asked == slow.asked


# ------------------------------------------------------------------ 11.0 two and more


def test_11_0_two_engines_out_bombs_formation_and_height_are_lost() -> None:
    m = dead(mission(), 1, 4)
    ref = referee()
    engines.settle(ref, m)
    done(ref)
    assert not m.plane.bombs
    assert not m.in_formation
    assert m.plane.low
    assert m.one_engine_zones == -1


def test_11_0_also_in_the_target_zone_before_the_run() -> None:
    m = dead(mission(zone=5, engine_bombs_kept=True), 1, 4)
    engines.settle(referee(), m)
    assert not m.plane.bombs


def test_11_0_nothing_happens_to_a_sound_bomber() -> None:
    m = mission()
    engines.settle(referee(), m)
    assert m.in_formation
    assert m.plane.bombs


@pytest.mark.parametrize(("answer", "zones"), [("no", 1), ("yes", 2)])
def test_11_6_three_engines_out_one_zone_or_two_with_everything_overboard(answer: str, zones: int) -> None:
    m = dead(mission(zone=4, leg=Leg.BACK), 1, 2, 3)
    ref = referee(answers=[answer])
    engines.settle(ref, m)
    engines.settle(ref, m)  # nothing new
    done(ref)
    assert m.one_engine_zones == zones
    assert m.plane.low
    assert not m.plane.bombs
    assert m.plane.stripped is (answer == "yes")
    assert any(gun.works() for gun in m.plane.guns.values()) is (answer == "no")
    assert m.plane.extinguishers == (5 if answer == "no" else 0)


def test_11_6_bombs_that_cannot_go_keep_the_second_zone_out_of_reach() -> None:
    m = dead(mission(zone=4, leg=Leg.BACK, bomb_doors_out=True), 1, 2, 3)
    ref = referee()
    engines.settle(ref, m)
    done(ref)
    assert m.plane.bombs
    assert m.one_engine_zones == 1


@pytest.mark.parametrize(("zone", "stripped"), [(2, False), (3, True), (4, False)])
def test_11_6_a_careful_pilot_strips_the_bomber_if_that_brings_it_home(zone: int, stripped: bool) -> None:
    m = dead(mission(zone=zone, leg=Leg.BACK), 1, 2, 3)
    engines.settle(referee(defaults=True), m)
    assert m.plane.stripped is stripped


@pytest.mark.parametrize(
    ("zone", "letter", "wanted"), [(3, "F", True), (7, "W", True), (7, "F", False), (6, "W", False)]
)
def test_11_6_guns_are_given_up_for_england_or_for_the_rescue_zones(zone: int, letter: str, wanted: bool) -> None:
    """14.2: from Zone 5 on men are picked up from the sea and come home."""
    m = mission(zone=zone, leg=Leg.BACK, bombs=False)
    m.one_engine_zones = 1
    m.target.letters[zone - 2] = (Surface(letter),)
    assert advice.throw_overboard(m) is wanted


STRIP = next(order for order in orders.ORDERS if order.key == "throw-overboard")


def test_11_6_the_order_to_throw_things_out_later() -> None:
    m = dead(mission(zone=4, leg=Leg.BACK), 1, 2, 3)
    order = STRIP
    assert not order.relevant(m)
    engines.settle(referee(answers=["no"]), m)
    assert order.relevant(m)
    assert order.why_not(m) == ""
    order.do(referee(), m)
    assert m.one_engine_zones == 2
    assert order.why_not(m).endswith("(11.6)")


def test_11_6_in_the_last_zone_things_may_still_go_overboard() -> None:
    m = dead(mission(zone=3, leg=Leg.BACK), 1, 2, 3)
    engines.settle(referee(answers=["no"]), m)
    m.zone = 2
    engines.range_step(referee(), m)
    order = STRIP
    assert order.relevant(m)
    assert order.advised is not None
    assert order.advised(m)
    order.do(referee(), m)
    assert m.one_engine_zones == 1
    engines.down_step(referee(), m)
    assert m.end is End.FLYING
    m.zone = 1
    engines.range_step(referee(), m)
    assert not m.down_next


def test_11_6_errata_31_the_landing_comes_after_the_fighters_of_the_last_zone() -> None:
    m = dead(mission(zone=4, leg=Leg.BACK), 1, 2, 3)
    engines.settle(referee(answers=["no"]), m)
    engines.down_step(referee(), m)
    assert m.end is End.FLYING
    m.zone = 3
    engines.range_step(referee(), m)  # entering the one zone it may still enter: the fighters come first
    assert m.end is End.FLYING
    ref = referee(*JUMPS, *CAUGHT, answers=["bail-out"])
    with pytest.raises(MissionEnded):
        engines.down_step(ref, m)
    done(ref)
    assert m.end is End.ABANDONED
    assert m.root is Root.FIGHTER


def test_11_6_stripped_it_flies_through_one_zone_and_comes_down_in_the_second() -> None:
    m = dead(mission(zone=5, leg=Leg.BACK), 1, 2, 3)
    engines.settle(referee(answers=["yes"]), m)
    m.zone = 4
    engines.range_step(referee(), m)
    assert not m.down_next
    m.zone = 3
    engines.range_step(referee(), m)
    assert m.down_next


def test_11_6_England_within_reach_is_no_forced_landing() -> None:
    m = dead(mission(zone=2, leg=Leg.BACK), 1, 2, 3)
    engines.settle(referee(answers=["no"]), m)
    m.zone = 1
    engines.range_step(referee(), m)
    assert not m.down_next


@pytest.mark.parametrize("answer", ["land", "bail-out"])
def test_11_7_without_engines_it_comes_down_at_once(answer: str) -> None:
    """manual 7.6."""
    m = dead(mission(), 1, 2, 3, 4)
    dice = (6, 6, *CAUGHT) if answer == "land" else (*JUMPS, *CAUGHT)
    ref = referee(*dice, answers=[answer])
    with pytest.raises(MissionEnded):
        engines.settle(ref, m)
    done(ref)
    assert m.end is (End.LANDED_EUROPE if answer == "land" else End.ABANDONED)
    assert not m.plane.bombs


# ------------------------------------------------------------------ 11.5 the event


def test_11_5_an_engine_that_fails_is_feathered_by_BL_1c() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(6)
    engines.event_failure(ref, m, 2)
    done(ref)
    assert rolled(ref) == ["BL-1c-feather"]
    assert m.plane.engines[1].state is EngineState.WINDMILLING
    assert m.plane.engines[1].root is Root.MECHANICAL
    assert m.leave["engine out"] is False  # no enemy action


def test_11_5_the_same_engine_again_restarts() -> None:
    m = mission()
    engines.event_failure(referee(1), m, 2)
    ref = referee()
    engines.event_failure(ref, m, 2)
    assert m.plane.engines[1].state is EngineState.RUNNING
    assert rolled(ref) == []
    engines.event_failure(referee(1), m, 2)
    assert m.plane.engines[1].state is EngineState.FEATHERED


def test_11_5_an_engine_that_was_shot_out_does_not_restart() -> None:
    m = dead(mission(), 2)
    ref = referee()
    engines.event_failure(ref, m, 2)
    assert m.plane.engines[1].state is EngineState.FEATHERED
    assert noted(ref) == ["engine-dead"]


def test_11_5_a_restart_lifts_the_limit_of_one_engine() -> None:
    m = dead(mission(zone=4, leg=Leg.BACK), 1, 3)
    engines.event_failure(referee(1), m, 2)
    engines.settle(referee(answers=["no"]), m)
    assert m.one_engine_zones == 1
    engines.restart(referee(), m, m.plane.engines[1])
    assert m.one_engine_zones == -1
    engines.settle(referee(), m)
    assert m.one_engine_zones == -1


def test_11_5_an_oil_leak_waits_while_the_engine_stands_still() -> None:
    m = mission()
    m.plane.engines[1].oil_zones = 2
    engines.event_failure(referee(1), m, 2)
    engines.oil_step(referee(), m)
    assert m.plane.engines[1].oil_zones == 2
    engines.restart(referee(), m, m.plane.engines[1])
    engines.oil_step(referee(), m)
    assert m.plane.engines[1].oil_zones == 1
