"""Rule 7.2 and the engine notes of 7-5, 4-9 and 7-10: one test for each paragraph, with injected dice."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_wings, engine_fires, engines, propellers
from flakhouse.games.b29.advice import engines as advice
from flakhouse.games.b29.state import Engine, Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    Cabin,
    End,
    EngineState,
    Formation,
    Leg,
    Position,
    Root,
    Section,
    Weather,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING
FULL, FEATHERED, WINDMILLING = EngineState.FULL, EngineState.FEATHERED, EngineState.WINDMILLING
RUNAWAY, BURNING, DESTROYED = EngineState.RUNAWAY, EngineState.BURNING, EngineState.DESTROYED


class Ones(Dice):
    """Nothing but ones, for what follows the part of a procedure that a test is about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([1]) * 64, 0


def alone(**changes: object) -> Mission:
    """Out of formation, so that an engine out asks nothing; the enemy is to blame."""
    m = mission(**{"formation": Formation.FOR_GOOD, "cause": Root.FLAK, **changes})
    return m


def ending(*faces: int, answers: list[str] | None = None) -> Referee:
    """A referee for a flight that ends: after the given dice all show one, further answers are defaults."""
    return Referee(Fixed(*faces, after=Ones()), Scripted(answers or [], Default()), trace=True)


def engine(m: Mission, number: int, state: EngineState, checks: bool = True) -> Engine:
    """Put an engine into a state, as flak left it."""
    found = m.plane.engines[number - 1]
    found.state, found.checks, found.root = state, checks, Root.FLAK
    return found


# ------------------------------------------------------------------ whose doing it is


def test_r_109_an_engine_keeps_the_root_of_the_blow_that_put_it_out() -> None:
    m, ref = alone(), referee()
    running, out = m.plane.engines[0], engine(m, 2, WINDMILLING)
    m.cause = Root.MECHANICAL
    engines.lose(ref, m, out, DESTROYED)
    assert out.state is DESTROYED
    assert (out.root, m.damage_root) == (Root.FLAK, Root.FLAK)
    engines.lose(ref, m, running, FEATHERED)
    assert (running.root, m.damage_root) == (Root.MECHANICAL, Root.MECHANICAL)
    m.cause = Root.FIGHTER
    engines.lose(ref, m, running, DESTROYED)
    assert (running.root, m.damage_root) == (Root.MECHANICAL, Root.MECHANICAL)


# ------------------------------------------------------------------ step 7


def test_hazards_step_rolls_and_asks_nothing_when_nothing_is_wrong() -> None:
    ref = referee()
    engines.hazards_step(ref, mission())
    done(ref)
    assert not ref.events


def test_hazards_step_leaves_a_feathered_engine_alone() -> None:
    m = alone()
    engine(m, 1, FEATHERED, checks=False)
    ref = referee()
    engines.hazards_step(ref, m)
    done(ref)
    assert not ref.events


# ------------------------------------------------------------------ 7-5 row 10


@pytest.mark.parametrize(
    ("wing", "die", "number"), [(PORT, 3, 1), (PORT, 4, 2), (STARBOARD, 1, 3), (STARBOARD, 6, 4)]
)
def test_7_5_row_10_which_engine(wing: Section, die: int, number: int) -> None:
    m = alone()
    ref = referee(die, 3, 1)
    engines.hit(ref, m, wing)
    done(ref)
    assert [e.number for e in m.plane.engines if e.state is FEATHERED] == [number]


@pytest.mark.parametrize("die", [1, 2])
def test_7_5_row_10_superficial(die: int) -> None:
    m = alone()
    ref = referee(1, die)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.all_sound()
    assert not m.leave


def test_7_5_row_10_an_engine_already_out_takes_no_more() -> None:
    m = alone()
    engine(m, 1, FEATHERED, checks=False)
    ref = referee(1)
    engines.hit(ref, m, PORT)
    done(ref)
    assert noted(ref) == ["engine-dead"]


@pytest.mark.parametrize("die", [3, 4])
def test_7_5f_engine_out_feathered_gives_leave_to_abort(die: int) -> None:
    m = alone()
    ref = referee(1, die, 4)
    engines.hit(ref, m, PORT)
    done(ref)
    assert rolled(ref) == ["7-5-engine", "7-5-engine-hit", "7-5f-feather"]
    assert m.plane.engines[0].state is FEATHERED
    assert not m.plane.engines[0].drag
    assert m.leave == {"engine out": True}
    assert not m.must_abort


def test_7_5f_feathering_fails_drag_without_checks() -> None:
    """R-69."""
    m = alone()
    ref = referee(1, 3, 5)
    engines.hit(ref, m, PORT)
    first = m.plane.engines[0]
    assert first.state is WINDMILLING
    assert first.drag
    assert not first.checks
    assert not m.must_abort
    engines.hazards_step(ref, m)
    done(ref)


def test_7_5g_runaway_engine_feathered() -> None:
    m = alone()
    ref = referee(4, 5, 4)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[1].state is FEATHERED
    assert "engine out" in m.leave
    assert not m.must_abort


def test_7_5g_feathering_fails_runs_away_at_once_with_the_fire_die_first() -> None:
    m = alone()
    ref = referee(1, 5, 5, 5, 2)
    engines.hit(ref, m, PORT)
    done(ref)
    assert rolled(ref)[2:] == ["7-5g-feather", "7-5j-fire", "7-5l-runaway"]
    assert m.plane.engines[0].state is RUNAWAY
    assert not m.plane.engines[0].drag
    assert m.must_abort  # 7-5j


@pytest.mark.parametrize("die", [5, 6])
def test_7_5h_oil_tank_seals_itself(die: int) -> None:
    m = alone()
    ref = referee(1, 6, die)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.all_sound()
    assert m.plane.engines[0].oil_turns == 0


@pytest.mark.parametrize(("die", "turns"), [(2, 1), (3, 2), (6, 3)])
def test_7_5h_oil_leak_runs_so_many_turns_more_then_is_shut_off(die: int, turns: int) -> None:
    m = alone()
    ref = referee(1, 6, 3, die, 4)
    engines.hit(ref, m, PORT)
    first = m.plane.engines[0]
    for _ in range(turns):
        engines.hazards_step(ref, m)
        assert first.state is FULL
    m.cause = Root.CHOICE
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref)[-1] == "7-5i-feather"
    assert first.state is FEATHERED
    assert first.oil_turns == 0
    assert m.leave == {"engine out": True}  # the flak of the first hit is to blame


def test_7_5h_a_leaking_oil_tank_hit_again_does_nothing_more() -> None:
    m = alone()
    m.plane.engines[0].oil_turns = 2
    ref = referee(1, 6)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].oil_turns == 2


@pytest.mark.parametrize("tries", [(1,), (2, 1)])
def test_7_5h_fire_put_out_in_one_of_two_tries_forces_an_abort(tries: tuple[int, ...]) -> None:
    m = alone()
    ref = referee(1, 6, 1, *tries)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].state is FEATHERED
    assert m.plane.engines[0].out()
    assert m.must_abort == "engine fire"


def test_4_7_no_forced_abort_on_the_way_home() -> None:
    m = alone(leg=Leg.BACK)
    ref = referee(1, 6, 1, 1)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.must_abort == ""


# ------------------------------------------------------------------ feathering


@pytest.mark.parametrize(("night", "state"), [(False, FEATHERED), (True, WINDMILLING)])
def test_7_5i_night_makes_feathering_harder(night: bool, state: EngineState) -> None:
    m = alone(night=night)
    m.plane.engines[2].oil_turns = 1
    m.plane.engines[2].root = Root.FLAK
    ref = referee(*((4, 1, 1) if night else (4,)))
    engines.hazards_step(ref, m)
    done(ref)
    assert m.plane.engines[2].state is state


@pytest.mark.parametrize("broken", ["feathering_out", "electrical_hits"])
def test_7_9_row_10_and_7_10c_feathering_fails_by_itself(broken: str) -> None:
    m = alone(**{broken: True if broken == "feathering_out" else 2})
    ref = referee(1, 3)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].state is WINDMILLING
    assert m.plane.engines[0].drag


def test_7_9_row_10_runaway_engine_without_feathering_runs_away() -> None:
    m = alone(feathering_out=True)
    ref = referee(1, 5, 1, 3)
    engines.hit(ref, m, PORT)
    done(ref)
    assert m.plane.engines[0].state is RUNAWAY


# ------------------------------------------------------------------ 7-5j to m


def test_7_5j_feathering_fails_no_fire_forces_an_abort_and_windmills_this_turn() -> None:
    """4-9d-a."""
    m = alone()
    ref = referee(5, 5, 5)
    propellers.shut_down(ref, m, m.plane.engines[0])
    done(ref)
    assert rolled(ref) == ["7-5i-feather", "7-5j-fire", "7-5k-windmilling"]
    assert m.plane.engines[0].state is WINDMILLING
    assert m.plane.engines[0].checks
    assert m.must_abort


def test_7_5j_fire_put_out_leaves_the_propeller_windmilling() -> None:
    """4-9d-a."""
    m = alone()
    ref = referee(6, 6, 1, 3)
    propellers.shut_down(ref, m, m.plane.engines[0])
    done(ref)
    assert rolled(ref) == ["7-5i-feather", "7-5j-fire", "7-5h-extinguish", "7-5k-windmilling"]
    assert m.plane.engines[0].state is WINDMILLING
    assert m.must_abort == "engine fire"


def test_7_5k_each_turn_and_a_six_runs_away_with_the_fire_die_at_once() -> None:
    """4-9d-b."""
    m = alone()
    first = engine(m, 1, WINDMILLING)
    ref = referee(5, 6, 2, 3)
    engines.hazards_step(ref, m)
    assert first.state is WINDMILLING
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref) == ["7-5k-windmilling", "7-5k-windmilling", "7-5j-fire", "7-5l-runaway"]
    assert first.state is RUNAWAY


def test_7_5l_halted_returns_to_windmilling_rolled_from_the_next_turn() -> None:
    """4-9d-c."""
    m = alone()
    first = engine(m, 1, RUNAWAY)
    ref = referee(1, 1, 4)
    engines.hazards_step(ref, m)
    assert first.state is WINDMILLING
    assert first.checks
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref)[-1] == "7-5k-windmilling"


def test_7_5l_four_is_a_wing_root_hit_of_the_affected_wing() -> None:
    """4-9d-c."""
    m = alone()
    first = engine(m, 3, RUNAWAY)
    ref = referee(1, 4)
    engines.hazards_step(ref, m)
    done(ref)
    assert first.state is RUNAWAY
    assert m.plane.wings[STARBOARD].root_hits == 1
    assert m.plane.wings[PORT].root_hits == 0


def test_7_5l_fire_first_then_no_runaway_die_while_it_burns() -> None:
    m = alone(altitude=Altitude.LO)
    m.plane.altitude = Altitude.LO
    first = engine(m, 1, RUNAWAY)
    ref = referee(6, 2, 2, 1, answers=["burning-engine=stay"])
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref) == ["7-5j-fire", "7-5h-extinguish", "7-5h-extinguish", "7-5p-fire"]
    assert first.state is BURNING
    assert first.propeller() is RUNAWAY


def test_7_5m_outboard_superficial() -> None:
    """4-9d-d."""
    m = alone()
    first = engine(m, 1, RUNAWAY)
    ref = referee(1, 5, 2, 4)
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref) == ["7-5j-fire", "7-5l-runaway", "7-5m-control", "7-5m-pieces"]
    assert first.state is DESTROYED
    assert m.plane.engines_out() == 1
    assert m.plane.wings[PORT].root_hits == 0


def test_7_5m_outboard_five_hits_the_inboard_engine() -> None:
    """4-9d-d."""
    m = alone()
    engine(m, 4, RUNAWAY)
    ref = referee(1, 6, 2, 5, 1)
    engines.hazards_step(ref, m)
    done(ref)
    assert rolled(ref)[-1] == "7-5-engine-hit"
    assert m.plane.engines[2].state is FULL


def test_7_5m_outboard_six_hits_engine_root_and_nav_radio() -> None:
    m = alone()
    engine(m, 1, RUNAWAY)
    ref = ending(1, 5, 2, 6, 1, 1)
    engines.hazards_step(ref, m)
    assert rolled(ref)[3:7] == ["7-5m-pieces", "7-5-engine-hit", "7-5m-hits", "7-2"]
    assert rolled(ref).count("7-2") == 1
    assert m.plane.wings[PORT].root_hits == 1


def test_7_5m_inboard_three_hits_the_outboard_engine() -> None:
    m = alone()
    engine(m, 2, RUNAWAY)
    ref = referee(1, 5, 6, 3, 3, 1)
    engines.hazards_step(ref, m)
    done(ref)
    assert m.plane.engines[0].state is FEATHERED
    assert m.plane.engines[1].state is DESTROYED
    assert m.plane.engines_out() == 2
    assert not m.plane.bombs_aboard()


def test_7_5m_inboard_five_hits_root_and_nav_radio_but_no_engine() -> None:
    m = alone()
    engine(m, 3, RUNAWAY)
    ref = ending(1, 5, 2, 5, 1)
    engines.hazards_step(ref, m)
    assert rolled(ref)[3:6] == ["7-5m-pieces", "7-5m-hits", "7-2"]
    assert m.plane.wings[STARBOARD].root_hits == 1
    assert m.plane.engines_out() == 1


def test_7_5m_control_is_lost_on_one() -> None:
    m = alone()
    engine(m, 1, RUNAWAY)
    with pytest.raises(MissionEnded):
        engines.hazards_step(ending(1, 5, 1), m)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.FLAK


def test_7_5m_ailerons_and_rudder_out_count_together() -> None:
    m = alone(rudder_hits=3)
    for wing in m.plane.wings.values():
        wing.aileron_out = True
    engine(m, 1, RUNAWAY)
    with pytest.raises(MissionEnded):
        engines.hazards_step(ending(1, 5, 4), m)
    assert m.end is End.OUT_OF_CONTROL
    m = alone(rudder_hits=3)
    m.plane.wings[PORT].aileron_out = True
    engine(m, 1, RUNAWAY)
    ref = referee(1, 5, 4, 1)
    engines.hazards_step(ref, m)
    done(ref)
    assert m.end is End.FLYING


# ------------------------------------------------------------------ 7-5p, 7-10b: fires


def low() -> Mission:
    """At LO, engine 1 about to burn."""
    m = alone()
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    return m


def test_7_5p_at_lo_the_crew_may_bail_out_at_once() -> None:
    m = low()
    with pytest.raises(MissionEnded):
        engine_fires.fire(ending(2, 2, answers=["burning-engine=bail-out"]), m, m.plane.engines[0])
    assert m.end is End.ABANDONED


@pytest.mark.parametrize("die", [1, 2])
def test_7_5p_fire_continues_and_is_rolled_for_again_each_turn(die: int) -> None:
    m = low()
    ref = referee(2, 6, die, die, answers=["burning-engine=stay", "burning-engine=stay"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    assert m.plane.engines[0].state is BURNING
    assert m.plane.engines_out() == 1
    assert "engine out" in m.leave
    assert not m.must_abort
    m.cause = Root.CHOICE
    engines.hazards_step(ref, m)
    done(ref)
    assert m.cause is Root.FLAK
    assert rolled(ref) == ["7-5h-extinguish", "7-5h-extinguish", "7-5p-fire", "7-5p-fire"]


@pytest.mark.parametrize(
    ("die", "end"), [(3, End.ABANDONED), (4, End.ABANDONED), (5, End.OUT_OF_CONTROL), (6, End.DESTROYED)]
)
def test_7_5p_fire_spreads_control_lost_explosion(die: int, end: End) -> None:
    m = low()
    with pytest.raises(MissionEnded):
        engine_fires.fire(ending(2, 2, die, answers=["burning-engine=stay"]), m, m.plane.engines[0])
    assert m.end is end
    assert m.root is Root.FLAK


def test_7_5p_the_crew_may_bail_out_before_a_later_die() -> None:
    m = low()
    engine(m, 1, BURNING)
    with pytest.raises(MissionEnded):
        engines.hazards_step(ending(answers=["burning-engine=bail-out"]), m)
    assert m.end is End.ABANDONED


def test_7_10b_extinguishers_out_no_tries() -> None:
    """R-75."""
    m = low()
    m.plane.engine_extinguishers_out = True
    ref = referee(1, answers=["burning-engine=stay"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    done(ref)
    assert rolled(ref) == ["7-5p-fire"]


@pytest.mark.parametrize(("level", "die"), [(Altitude.MED, 1), (Altitude.HI, 2)])
def test_7_5p_dive_puts_the_fire_out(level: Altitude, die: int) -> None:
    m = mission(cause=Root.FLAK)
    m.plane.altitude = level
    ref = referee(2, 2, die, answers=["engine-fire-dive=dive", "jump-before-dive=done"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    done(ref)
    assert m.plane.engines[0].state is FEATHERED
    assert m.plane.altitude is Altitude.LO
    assert not m.in_formation()


def test_7_5p_dive_from_hi_is_one_better_than_from_med() -> None:
    m = alone()
    ref = referee(2, 2, 2, 1, answers=["engine-fire-dive=dive", "jump-before-dive=done", "burning-engine=stay"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    done(ref)
    assert m.plane.engines[0].state is BURNING
    assert m.plane.altitude is Altitude.LO


@pytest.mark.parametrize(
    ("die", "end"), [(3, End.ABANDONED), (4, End.ABANDONED), (5, End.OUT_OF_CONTROL), (6, End.OUT_OF_CONTROL)]
)
def test_7_5p_dive_fire_spreads_or_control_lost(die: int, end: End) -> None:
    m = alone()
    with pytest.raises(MissionEnded):
        engine_fires.fire(ending(2, 2, die, answers=["engine-fire-dive=dive"]), m, m.plane.engines[0])
    assert m.end is end


def test_7_5p_a_wing_with_root_hits_may_snap_in_the_dive_the_worse_wing_counts() -> None:
    for die, holds in ((2, False), (3, True)):
        m = alone()
        m.plane.wings[PORT].root_hits, m.plane.wings[STARBOARD].root_hits = 1, 2
        ref = ending(2, 2, die, 1, answers=["engine-fire-dive=dive"])
        if holds:
            engine_fires.fire(ref, m, m.plane.engines[0])
            assert m.end is End.FLYING
            assert m.plane.engines[0].state is FEATHERED
        else:
            with pytest.raises(MissionEnded):
                engine_fires.fire(ref, m, m.plane.engines[0])
            assert m.end is End.OUT_OF_CONTROL


def test_7_5p_some_men_may_jump_before_the_dive() -> None:
    m = alone(zone=8)
    ref = ending(2, 2, answers=["engine-fire-dive=dive", "jump-before-dive=Tail Gunner", "jump-before-dive=done"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    assert not m.men[Position.TAIL_GUNNER].aboard
    assert m.men[Position.CFC].aboard
    assert m.end is End.FLYING


def test_r_119_no_dive_at_med_is_the_lo_procedure_where_he_is() -> None:
    m = alone()
    ref = referee(2, 2, 2, answers=["engine-fire-dive=stay"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    done(ref)
    assert m.plane.engines[0].state is BURNING
    assert m.plane.altitude is Altitude.MED


def test_7_9b_men_who_hear_nothing_may_jump_when_the_bomber_dives() -> None:
    m = alone(alarm_bell_out=True, intercom_out=True)
    ref = ending(2, 2, answers=["engine-fire-dive=dive", "jump-before-dive=done"])
    engine_fires.fire(ref, m, m.plane.engines[0])
    assert rolled(ref).count("7-9b-alarm") == 5


# ------------------------------------------------------------------ 7.2


def test_7_2_one_engine_out_in_formation_jettison_and_stay() -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(answers=["engine-out-formation=jettison"])
    engines.out(ref, m, m.plane.engines[0], FEATHERED, Root.FLAK)
    done(ref)
    assert m.in_formation()
    assert not m.plane.bombs_aboard()


def test_7_2_one_engine_out_in_formation_keep_bombs_and_drop_out() -> None:
    m = mission()
    ref = referee(answers=["engine-out-formation=keep"])
    engines.out(ref, m, m.plane.engines[0], FEATHERED, Root.FLAK)
    done(ref)
    assert m.formation is Formation.FOR_GOOD
    assert m.plane.bombs_aboard()


def test_7_2_in_the_target_zone_it_may_bomb_and_stay_in_formation() -> None:
    m = mission(zone=11)
    ref = referee(answers=["engine-out-formation=bomb"])
    engines.out(ref, m, m.plane.engines[0], FEATHERED, Root.FLAK)
    done(ref)
    assert m.in_formation()
    assert m.plane.bombs_aboard()


def test_7_2_no_question_without_bombs_or_out_of_formation() -> None:
    m = mission()
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    ref = referee()
    engines.out(ref, m, m.plane.engines[0], FEATHERED, Root.FLAK)
    assert m.in_formation()
    m = alone()
    engines.out(ref, m, m.plane.engines[0], FEATHERED, Root.FLAK)
    done(ref)
    assert m.plane.bombs_aboard()


def test_7_2_two_engines_out_jettison_bombs_and_tanks_and_leave_formation() -> None:
    m = mission()
    m.plane.fwd.bombs = m.plane.aft.bombs = True
    m.plane.engines[0].state = FEATHERED
    ref = referee()
    engines.out(ref, m, m.plane.engines[3], FEATHERED, Root.FLAK)
    done(ref)
    assert not m.plane.bombs_aboard()
    assert m.plane.fwd.tank_jettisoned
    assert m.plane.aft.tank_jettisoned
    assert m.formation is Formation.FOR_GOOD
    assert not m.plane.pressure_lost


def test_7_2_both_inboard_engines_out_no_pressure_anywhere() -> None:
    m = alone(mask_turn=10)
    m.plane.engines[1].state = WINDMILLING
    ref = referee()
    engines.out(ref, m, m.plane.engines[2], FEATHERED, Root.FLAK)
    done(ref)
    assert m.plane.pressure_lost
    assert m.plane.cabin_down(Cabin.TAIL)


def test_7_2_what_would_not_go_with_two_engines_out_is_tried_for_every_turn() -> None:
    """Bombs and tanks must go: a bad release (4-9h) takes its try each turn, wished or not."""
    m = alone(release_failed=True, turn=10)
    engine(m, 1, FEATHERED)
    ref = referee(3, 3, 3)
    engines.out(ref, m, m.plane.engines[3], FEATHERED, Root.FLAK)
    done(ref)
    assert m.plane.bombs_aboard()
    engines.hazards_step(referee(), m)  # once a turn
    m.turn = 11
    ref = referee(2, 2, 4)
    engines.hazards_step(ref, m)
    done(ref)
    assert not m.plane.bombs_aboard()
    assert m.plane.fwd.tank_jettisoned
    assert not m.plane.aft.tank_jettisoned


@pytest.mark.parametrize(("level", "zones"), [(Altitude.MED, 1), (Altitude.HI, 2)])
def test_7_2_one_engine_operating_may_enter_so_many_zones(level: Altitude, zones: int) -> None:
    m = alone(mask_turn=10)
    m.plane.altitude = level
    engine(m, 1, FEATHERED)
    engine(m, 2, FEATHERED)
    ref = referee(answers=["one-engine=yes"])
    engines.out(ref, m, m.plane.engines[3], FEATHERED, Root.FLAK)
    done(ref)
    assert m.one_engine_zones == zones
    assert not m.forced_down


def test_7_2_one_engine_operating_at_lo_must_come_down_at_once() -> None:
    m = alone(zone=8)
    m.plane.altitude = Altitude.LO
    engine(m, 1, FEATHERED)
    engine(m, 2, FEATHERED)
    with pytest.raises(MissionEnded):
        engines.out(ending(answers=["one-engine-down=land"]), m, m.plane.engines[3], FEATHERED, Root.FLAK)
    assert m.end is End.DITCHED
    assert m.root is Root.FLAK


def test_8_5_in_zones_10_to_14_a_landing_waits_for_the_end_of_combat() -> None:
    m = alone(zone=10)
    m.plane.altitude = Altitude.LO
    engine(m, 1, FEATHERED)
    engine(m, 2, FEATHERED)
    ref = ending(answers=["bail-out-now=land"])
    engines.out(ref, m, m.plane.engines[3], FEATHERED, Root.FLAK)
    assert m.forced_down == "one engine"
    assert m.end is End.FLYING
    m.cause = Root.FIGHTER
    with pytest.raises(MissionEnded):
        engines.down_step(ref, m)
    assert m.root is Root.FLAK


def test_8_5_the_crew_may_bail_out_at_once_in_zones_10_to_14() -> None:
    m = alone(zone=10)
    for number in (1, 2, 3):
        engine(m, number, FEATHERED)
    m.one_engine_zones = 1
    m.plane.pressure_lost = True
    ref = ending(answers=["bail-out-now=bail-out"])
    with pytest.raises(MissionEnded):
        engines.out(ref, m, m.plane.engines[3], FEATHERED, Root.FLAK)
    assert m.end is End.ABANDONED


def test_7_2_one_engine_step_counts_zones_and_forces_the_bomber_down_in_the_last() -> None:
    m = alone(zone=8, one_engine_zones=2)
    for number in (1, 2, 4):
        engine(m, number, FEATHERED)
    ref = referee(answers=["one-engine=yes"])
    engines.one_engine_step(ref, m)
    assert m.one_engine_zones == 1
    assert not m.forced_down
    engines.one_engine_step(ref, m)
    done(ref)
    assert m.one_engine_zones == 0
    assert m.forced_down == "one engine"


def test_7_2_one_engine_step_the_pilot_may_come_down_earlier() -> None:
    m = alone(zone=8, one_engine_zones=2)
    ref = referee(answers=["one-engine=no"])
    engines.one_engine_step(ref, m)
    done(ref)
    assert m.forced_down == "one engine"


def test_7_2_one_engine_step_with_no_zone_left_it_comes_down_in_the_next() -> None:
    m = alone(zone=8, one_engine_zones=0)
    engines.one_engine_step(ref := referee(), m)
    done(ref)
    assert m.forced_down == "one engine"


def test_7_2_one_engine_step_does_nothing_in_the_base_square_or_out_of_force() -> None:
    ref = referee()
    m = alone(zone=0, one_engine_zones=1)
    engines.one_engine_step(ref, m)
    assert not m.forced_down
    m = alone(zone=8)
    engines.one_engine_step(ref, m)
    done(ref)
    assert m.one_engine_zones == -1
    assert not m.forced_down


def test_7_2_no_engine_operating_down_at_once() -> None:
    m = alone(zone=7, pressure_lost=True)
    for number in (1, 2, 3):
        engine(m, number, FEATHERED)
    m.one_engine_zones = 1
    with pytest.raises(MissionEnded):
        engines.out(ending(answers=["no-engines-down=land"]), m, m.plane.engines[3], FEATHERED, Root.FLAK)
    assert m.end is End.DITCHED


def test_7_2_a_dive_spends_the_height_that_one_engine_lived_on() -> None:
    m = alone(zone=8, pressure_lost=True, one_engine_zones=1)
    m.plane.pressurized = False
    for number in (1, 2):
        engine(m, number, FEATHERED)
    engine(m, 4, RUNAWAY)
    with pytest.raises(MissionEnded):
        engines.hazards_step(
            ending(6, 2, 2, 1, answers=["engine-fire-dive=dive", "jump-before-dive=done", "one-engine-down=land"]),
            m,
        )
    assert m.end is End.DITCHED


# ------------------------------------------------------------------ 7-3d


def test_7_3d_a_leaking_auxiliary_tank_loses_a_box_a_turn_until_dry() -> None:
    m = mission()
    m.plane.fwd.tank_leaking = True
    m.plane.fwd.tank_boxes = 2
    ref = referee()
    for left in (1, 0):
        engines.hazards_step(ref, m)
        assert m.plane.fwd.tank_boxes == left
        assert m.plane.aft.tank_boxes == 4
    assert not m.plane.fwd.tank_leaking


def test_7_3d_a_jettisoned_tank_leaks_no_more() -> None:
    m = mission()
    m.plane.aft.tank_leaking = m.plane.aft.tank_jettisoned = True
    engines.hazards_step(referee(), m)
    assert not m.plane.aft.tank_leaking
    assert m.plane.aft.tank_boxes == 4


def test_root_of_an_engine_is_that_of_the_first_blow() -> None:
    m = alone()
    engine(m, 1, WINDMILLING)
    m.cause = Root.MECHANICAL
    ref = referee(6, 6, 1, 3)
    engines.hazards_step(ref, m)
    done(ref)
    assert m.plane.engines[0].root is Root.FLAK
    damage_wings.root_hit(ref, m, PORT)
    assert m.plane.engines[0].state is RUNAWAY


def test_7_5p_by_default_nobody_jumps_into_a_sea_that_gives_few_back() -> None:
    m = mission(zone=5, weather=Weather.BAD)
    assert advice.burning_engine(m) == "stay"
    assert "the sea gives few men back" in advice.why_burning_engine(m)
    m.zone = 10
    assert advice.burning_engine(m) == "bail-out"
    m.zone, m.weather = 5, Weather.POOR
    assert advice.burning_engine(m) == "bail-out"


@pytest.mark.parametrize(("to_go", "key"), [(0, "jettison"), (1, "keep"), (2, "jettison")])
def test_4_9e_by_default_bombs_are_kept_in_sight_of_the_target(to_go: int, key: str) -> None:
    m = mission()
    m.zone = m.target.zone - to_go
    m.plane.engines[0].state = EngineState.REDUCED
    assert advice.weak_engine_formation(m) == key
    assert ("flown again" in advice.why_weak_engine_formation(m)) is (to_go == 1)
    assert advice.engine_out_formation(m, over_target=False) == "jettison"
