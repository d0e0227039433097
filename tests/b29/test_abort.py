"""Rule 4.7: leave to abort, forced aborts, Off Course over the target, the way home, Iwo Jima."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Chosen
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import abort, ending, fuel, movement
from flakhouse.games.b29 import mission as steps
from flakhouse.games.b29.advice import abort as advice
from flakhouse.games.b29.state import Mission, Times
from flakhouse.games.b29.words import (
    Altitude,
    EngineState,
    Formation,
    FormationPlace,
    Leg,
    Root,
    Squadron,
    Weather,
)
from tests.b29.helpers import done, mission, noted, referee, rolled


def calm(**changes: object) -> Mission:
    m = mission(**changes)
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    return m


# ------------------------------------------------------------------ leave


def test_4_7a_no_leave_no_question() -> None:
    m, ref = calm(), referee()
    abort.abort_step(ref, m)
    assert not m.aborted
    assert abort.reasons(m) == {}
    done(ref)


def test_4_7a_with_leave_the_player_may_go_on() -> None:
    m, ref = calm(), referee(answers=["abort=go-on"])
    m.permit("radar out")
    abort.abort_step(ref, m)
    assert abort.reasons(m) == {"radar out": False}
    assert not m.aborted
    done(ref)


def test_4_7b_abort_turns_round_leaves_formation_and_drops_bombs() -> None:
    m, ref = calm(), referee(answers=["abort=abort", "abort-bombs=drop"])
    m.cause = Root.FIGHTER
    m.permit("intercom out")
    abort.abort_step(ref, m)
    assert m.aborted
    assert m.turn_round
    assert not m.to_iwo
    assert (m.abort_zone, m.abort_cause) == (10, "intercom out")
    assert m.formation is Formation.FOR_GOOD
    assert not m.plane.bombs_aboard()
    assert m.leg is Leg.OUT  # the turn round comes next turn
    assert m.leave == {"intercom out": True}
    assert not m.reached_target
    assert "abort" in noted(ref)
    done(ref)


def test_4_7d_d16_bombs_may_be_kept() -> None:
    m, ref = calm(), referee(answers=["abort=abort", "abort-bombs=keep"])
    m.permit("radar out")
    abort.abort_step(ref, m)
    assert m.plane.bombs_aboard()
    assert m.turn_round
    done(ref)


def test_4_7a_a_cause_that_earns_credit_is_named_first() -> None:
    m, ref = calm(), referee(answers=["abort=abort", "abort-bombs=drop"])
    m.leave = {"radar out": False, "engine out": True}
    abort.abort_step(ref, m)
    assert m.abort_cause == "engine out"
    done(ref)


def test_4_7a_forced_abort_asks_nothing_but_the_bombs() -> None:
    m, ref = calm(must_abort="engine fire"), referee(answers=["abort-bombs=drop"])
    abort.abort_step(ref, m)
    assert m.aborted
    assert m.abort_cause == "engine fire"
    assert m.must_abort == ""
    done(ref)


@pytest.mark.parametrize(
    "changes", [{"leg": Leg.BACK}, {"bomb_run": True}, {"aborted": True}, {"turn_round": True}]
)
def test_4_7a_nothing_to_abort_after_the_run_or_on_the_way_home(changes: dict[str, object]) -> None:
    m, ref = calm(**changes), referee()
    m.permit("engine out")
    abort.abort_step(ref, m)
    assert ref.events == []
    done(ref)


def test_default_goes_on_with_a_dead_radar_and_home_with_a_dead_engine() -> None:
    m, ref = calm(), referee(defaults=True)
    m.permit("radar out")
    abort.abort_step(ref, m)
    assert not m.aborted
    m.plane.engines[0].state = EngineState.FEATHERED
    abort.abort_step(ref, m)
    assert m.aborted


# ------------------------------------------------------------------ 4.8C, 4.3D, R-102


def test_4_8c_d31_out_for_good_may_abort_without_credit() -> None:
    m, ref = calm(formation=Formation.FOR_GOOD), referee(answers=["abort=abort", "abort-bombs=drop"])
    abort.abort_step(ref, m)
    assert m.leave == {"out of formation": False}
    done(ref)


def test_4_8c_d31_no_leave_while_it_can_rejoin_in_time() -> None:
    m = calm(formation=Formation.OUT, zone=9, out_turns=1)
    assert abort.reasons(m) == {}
    m.zone = 10  # the next zone is the target: too late
    assert abort.reasons(m) == {"out of formation": False}
    m.zone = 9
    m.plane.engines[2].state = EngineState.REDUCED
    assert abort.reasons(m) == {"out of formation": False}


def test_4_8c_d31_thrown_out_on_the_eve_of_the_target_zone() -> None:
    """The next chance to rejoin is in the target zone itself, and that is too late."""
    m = calm(formation=Formation.OUT, zone=10)
    assert abort.reasons(m) == {"out of formation": False}
    m.zone = 9
    assert abort.reasons(m) == {}


def test_4_8c_d31_not_before_assembly_nor_at_night() -> None:
    assert abort.reasons(calm(formation=Formation.NONE, zone=4, assembled=False)) == {}
    assert abort.reasons(calm(formation=Formation.NONE, night=True)) == {}


def test_4_3d_d33_fuel_too_short() -> None:
    m, ref = calm(wing_boxes=7), referee(answers=["abort=abort", "abort-bombs=drop"])
    abort.abort_step(ref, m)
    assert m.abort_cause == "fuel short"
    assert m.leave == {"fuel short": False}
    done(ref)


def test_4_7d_fuel_tank_hit_by_the_enemy_earns_credit() -> None:
    m = calm(wing_boxes=7, leak_root=Root.FLAK)
    assert abort.reasons(m) == {"fuel tank hit": True}


def test_4_3d_not_with_the_fuel_rule_off() -> None:
    m = calm(wing_boxes=0)
    m.options.fuel = False
    assert abort.reasons(m) == {}


def test_r102_mission_altitude_out_of_reach_gives_leave() -> None:
    m = calm(altitude=Altitude.HI, formation=Formation.FOR_GOOD, assembled=False)
    m.plane.altitude = Altitude.LO
    assert abort.reasons(m) == {"below mission altitude": False}
    m.plane.altitude = Altitude.MED
    assert abort.reasons(m) == {}


def test_r102_over_the_target_too_low_stay_and_climb_or_abort() -> None:
    m = calm(altitude=Altitude.HI, zone=11, formation=Formation.NONE, night=True)
    ref = referee(answers=["not-at-altitude=hold"])
    abort.abort_step(ref, m)
    assert m.holding
    assert not m.aborted
    m.holding = False
    ref = referee(answers=["not-at-altitude=abort", "abort-bombs=drop"])
    abort.abort_step(ref, m)
    assert m.aborted
    assert m.reached_target
    done(ref)


@pytest.mark.parametrize(("boxes", "held"), [(9, False), (10, True)])
def test_r102_default_stays_for_altitude_only_with_fuel_to_spare(boxes: int, held: bool) -> None:
    m = calm(altitude=Altitude.HI, zone=11, formation=Formation.NONE, night=True, wing_boxes=boxes)
    abort.abort_step(referee(defaults=True), m)
    assert m.holding is held


def test_r102_over_the_target_and_no_way_up() -> None:
    m = calm(altitude=Altitude.HI, zone=11, formation=Formation.NONE, night=True)
    m.plane.engines[0].state = EngineState.FEATHERED
    ref = referee(answers=["abort-bombs=drop"])
    abort.abort_step(ref, m)
    assert m.abort_cause == "below mission altitude"
    done(ref)


# ------------------------------------------------------------------ 4.5C2


def test_4_5c2_d30_hold_over_the_target() -> None:
    m = calm(zone=11, formation=Formation.FOR_GOOD, off_course=True, off_over_target=True)
    ref = referee(answers=["off-course-over-target=hold"])
    abort.abort_step(ref, m)
    assert m.holding
    assert not m.aborted
    done(ref)


def test_4_5c2_d30_abort_drops_on_a_secondary_target() -> None:
    m = calm(zone=11, formation=Formation.FOR_GOOD, off_course=True, off_run=1, off_over_target=True)
    ref = referee(answers=["off-course-over-target=abort"])
    abort.abort_step(ref, m)
    assert m.aborted
    assert m.reached_target
    assert not m.plane.bombs_aboard()
    assert m.on_target is False
    assert m.percent == 0
    assert m.off_run == 1  # 4.5C4 still waits for the next On Course result
    assert m.plane.wing_boxes == 38
    done(ref)


def test_4_5c2_without_bombs_nothing_falls_on_a_secondary_target() -> None:
    m = calm(zone=11, formation=Formation.FOR_GOOD, off_course=True, off_over_target=True)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    abort.abort_step(referee(answers=["off-course-over-target=abort"]), m)
    assert m.aborted
    assert m.on_target is None


@pytest.mark.parametrize("boxes", [11, 12, 20])
def test_4_5c2_by_default_nobody_holds_for_a_target_missed(boxes: int) -> None:
    """R-85: the mission counts all the same, whatever fuel there is."""
    m = calm(zone=11, formation=Formation.FOR_GOOD, off_course=True, wing_boxes=boxes)
    abort.abort_step(referee(defaults=True), m)
    assert not m.holding
    assert m.aborted
    assert "counts all the same" in advice.why_off_course_over_target(m)


def test_gts_5a_abort_off_course_costs_the_box() -> None:
    """GTS 5A-2."""
    m = calm(zone=11, formation=Formation.FOR_GOOD, off_course=True)
    m.options.quick_navigation = True
    ref = referee(answers=["off-course-over-target=abort"])
    before = m.course_boxes
    abort.abort_step(ref, m)
    assert m.plane.wing_boxes == 37
    assert m.course_boxes == before + 1
    done(ref)


def test_gts_5b_leader_keeps_the_group_over_the_target() -> None:
    """GTS 5B-1."""
    m, ref = calm(zone=11, off_course=True), referee(5)
    m.options.quick_navigation = True
    abort.abort_step(ref, m)
    assert rolled(ref) == ["GTS-5B-leader"]
    assert m.holding
    done(ref)


def test_gts_5b_damaged_bomber_may_leave_the_group() -> None:
    """GTS 5B-1."""
    m, ref = calm(zone=11, off_course=True), referee(1, answers=["off-course-over-target=abort"])
    m.options.quick_navigation = True
    m.permit("engine out")
    abort.abort_step(ref, m)
    assert m.aborted
    assert m.formation is Formation.FOR_GOOD
    done(ref)


def test_gts_5b_leader_takes_the_group_home() -> None:
    m, ref = calm(zone=11, off_course=True), referee(6)
    m.options.quick_navigation = True
    abort.abort_step(ref, m)
    assert m.aborted
    assert m.in_formation()
    assert m.on_target is False
    assert m.turn_round
    done(ref)


def test_4_5c2_lead_of_the_middle_decides_for_himself() -> None:
    m = calm(zone=11, off_course=True, place=FormationPlace.LEAD, squadron=Squadron.MIDDLE)
    ref = referee(answers=["off-course-over-target=hold"])
    abort.abort_step(ref, m)
    assert m.holding
    done(ref)


# ------------------------------------------------------------------ Streamliner order


@pytest.mark.parametrize(
    ("changes", "lands"),
    [({}, True), ({"off_course": True}, False), ({"turn_round": True}, False), ({"zone": 5}, False)],
)
def test_8_4_it_lands_at_iwo_jima_on_course_in_zone_6(
    changes: dict[str, object], lands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    landed: list[int] = []
    monkeypatch.setattr(ending, "land_at_iwo", lambda ref, m: landed.append(m.zone))
    steps.end_step(referee(), mission(12, **{"to_iwo": True, "zone": 6, **changes}))
    assert landed == ([6] if lands else [])


@pytest.mark.parametrize(("leg", "asked"), [(Leg.OUT, True), (Leg.BACK, False)])
def test_r15_the_early_abort_is_for_the_way_out(leg: Leg, asked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(abort, "abort_step", lambda ref, m, early: calls.append(early))
    m = mission(leg=leg)
    m.options.early_abort = True
    steps.early_abort_step(referee(), m)
    assert calls == ([True] if asked else [])


def test_r15_early_abort_asks_once_a_turn() -> None:
    """GTS 7."""
    m, ref = calm(), referee(answers=["abort=go-on"])
    m.options.early_abort = True
    m.permit("radar out")
    abort.abort_step(ref, m)
    abort.abort_step(ref, m)
    done(ref)
    m.turn += 1
    ref = referee(answers=["abort=go-on"])
    abort.abort_step(ref, m)
    done(ref)
    assert not m.aborted


def test_r15_early_call_over_the_target_leaves_the_run_alone() -> None:
    """GTS 7."""
    m = calm(zone=11, night=True, formation=Formation.NONE, altitude=Altitude.HI)
    m.options.early_abort = True
    ref = referee()
    abort.abort_step(ref, m, early=True)  # before combat: the run may still be made
    assert not m.holding
    done(ref)
    ref = referee(answers=["not-at-altitude=hold"])
    abort.abort_step(ref, m)  # at the end: the run was not made
    assert m.holding
    done(ref)


def test_r15_a_start_after_the_early_call_still_asks_about_a_run_not_made() -> None:
    m = calm(zone=11, night=True, formation=Formation.NONE, altitude=Altitude.HI)
    m.options.early_abort = True
    ref = referee(answers=["not-at-altitude=hold"])
    abort.abort_step(ref, m)  # a position begun at the combat step
    assert m.holding
    done(ref)


def test_r15_gts_5a_note_1_a_missed_rally_gives_leave_on_the_same_turn() -> None:
    m = calm(zone=9, off_course=True, assembled=False, formation=Formation.NONE, new_zone=True)
    m.options.early_abort = True
    ref = referee(3, answers=["abort=abort", "abort-bombs=drop"])
    for step in (steps.early_abort_step, steps.assembly_step, steps.abort_step):
        step(ref, m)
    assert rolled(ref) == ["4.5C1-rally"]
    assert m.abort_zone == 9
    done(ref)
    m = calm(zone=10, formation=Formation.FOR_GOOD)
    m.options.early_abort = True
    m.leave["rally missed"] = False
    ref = referee(answers=["abort=go-on"])  # later it is asked before combat, and once
    for step in (steps.early_abort_step, steps.abort_step):
        step(ref, m)
    done(ref)


@pytest.mark.parametrize(
    ("changes", "ask"),
    [
        ({"off_course": True}, "off-course-over-target"),
        ({"night": True, "altitude": Altitude.HI}, "not-at-altitude"),
    ],
)
def test_4_3_off_holding_names_no_boxes(changes: dict[str, object], ask: str) -> None:
    m = calm(zone=11, formation=Formation.FOR_GOOD, **changes)
    m.options.fuel = False
    ref = referee(answers=[f"{ask}=hold"])
    abort.abort_step(ref, m)
    assert not any("box" in e.label for e in ref.events if isinstance(e, Chosen))
    done(ref)


# ------------------------------------------------------------------ the way home


def far(**changes: object) -> Mission:
    """Zone 4 outbound on mission 12, before assembly, with leave to abort."""
    given: dict[str, object] = {"zone": 4, "formation": Formation.NONE, "assembled": False}
    m = calm(**{**given, **changes})
    m.permit("engine out")
    return m


def test_4_7b_d35_forward_to_iwo_without_an_abort_turn() -> None:
    m, ref = far(), referee(answers=["abort=abort", "abort-bombs=drop", "way-home=iwo"])
    abort.abort_step(ref, m)
    assert m.to_iwo
    assert not m.turn_round
    assert m.leg is Leg.OUT
    done(ref)


def test_4_7b_d35_back_to_base() -> None:
    m, ref = far(), referee(answers=["abort=abort", "abort-bombs=drop", "way-home=base"])
    abort.abort_step(ref, m)
    assert m.turn_round
    assert not m.to_iwo
    done(ref)


def test_4_7b_no_iwo_on_missions_1_to_10() -> None:
    m, ref = far(number=8, zone=2), referee(answers=["abort=abort", "abort-bombs=drop"])
    abort.abort_step(ref, m)
    assert m.turn_round
    done(ref)


@pytest.mark.parametrize(("altitude", "turn"), [(Altitude.LO, False), (Altitude.MED, True)])
def test_4_7b_abort_in_zone_6_for_iwo(altitude: Altitude, turn: bool) -> None:
    """At LO it may land at once; higher up it needs the turn to come down (R-115)."""
    m, ref = far(zone=6), referee(answers=["abort=abort", "abort-bombs=drop", "way-home=iwo"])
    m.plane.altitude = altitude
    abort.abort_step(ref, m)
    assert m.to_iwo
    assert m.turn_round is turn
    done(ref)


# ------------------------------------------------------------------ D32


def homeward(**changes: object) -> Mission:
    given: dict[str, object] = {"zone": 6, "leg": Leg.BACK, "formation": Formation.NONE, "bomb_run": True}
    m = calm(**{**given, **changes})
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    return m


def test_8_4_d32_land_at_iwo_goes_down_to_lo() -> None:
    m, ref = homeward(), referee(answers=["iwo-plan=land"])
    movement.altitude_step(ref, m)
    assert m.to_iwo
    assert m.plane.altitude is Altitude.LO
    done(ref)


def test_8_4_d32_fly_on() -> None:
    m, ref = homeward(), referee(answers=["iwo-plan=fly-on"])
    abort.iwo_step(ref, m)
    assert not m.to_iwo
    done(ref)


def test_4_5c3_d32_asked_again_when_held() -> None:
    m = homeward(off_course=True, to_iwo=True)
    ref = referee(answers=["iwo-plan=land"])
    movement.move_step(ref, m)
    assert m.holding
    assert m.zone == 6
    ref = referee(answers=["iwo-plan=fly-on"])
    movement.move_step(ref, m)
    assert not m.to_iwo
    assert m.zone == 5
    done(ref)


@pytest.mark.parametrize("changes", [{"number": 8}, {"zone": 5}, {"leg": Leg.OUT}, {"new_zone": False}])
def test_8_4_d32_not_asked(changes: dict[str, object]) -> None:
    m, ref = homeward(**changes), referee()
    abort.iwo_step(ref, m)
    assert not m.to_iwo
    done(ref)


def test_4_5c3_forward_diverter_held_off_course_may_give_up_iwo() -> None:
    m = calm(zone=6, aborted=True, to_iwo=True, off_course=True, formation=Formation.NONE)
    ref = referee(answers=["iwo-plan=fly-on"])
    abort.abort_step(ref, m)
    assert m.turn_round
    assert not m.to_iwo
    done(ref)


@pytest.mark.parametrize(("boxes", "lands"), [(8, False), (7, True)])
def test_8_4_default_lands_when_fuel_is_short(boxes: int, lands: bool) -> None:
    m = homeward(wing_boxes=boxes, weather=Weather.BAD)
    abort.iwo_step(referee(defaults=True), m)
    assert m.to_iwo is lands


@pytest.mark.parametrize(
    ("weather", "here", "base", "lands"),
    [
        (Weather.GOOD, False, False, True),
        (Weather.GOOD, True, True, True),
        (Weather.GOOD, True, False, False),
        (Weather.POOR, False, True, True),
        (Weather.POOR, False, False, False),
        (Weather.BAD, False, True, False),
    ],
)
def test_8_4_default_lands_where_the_landing_is_likely_to_be_better(
    weather: Weather, here: bool, base: bool, lands: bool
) -> None:
    m = homeward(wing_boxes=20, weather=weather)
    m.times = Times(landing=base, back=(here,) * 15)
    abort.iwo_step(referee(defaults=True), m)
    assert m.to_iwo is lands


@pytest.mark.parametrize(
    ("zone", "night", "boxes", "aborts"),
    [
        (5, False, 38, False),
        (10, False, 38, False),
        (10, False, 10, False),
        (10, False, 9, True),  # hardly a box to spare
        (5, True, 38, False),
    ],
)
def test_4_7a_default_does_not_turn_back_without_credit_unless_there_is_hardly_a_box_to_spare(
    zone: int, night: bool, boxes: int, aborts: bool
) -> None:
    m = calm(zone=zone, night=night, formation=Formation.FOR_GOOD, wing_boxes=boxes)
    m.leave["rally missed"] = False
    abort.abort_step(referee(defaults=True), m)
    assert m.aborted is aborts


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("zone", [5, 10])
def test_4_7d_default_turns_back_wherever_the_mission_counts_all_the_same(zone: int, night: bool) -> None:
    m = calm(zone=zone, night=night, formation=Formation.FOR_GOOD, wing_boxes=38)
    m.leave["rally missed"] = True
    assert advice.why_abort(m, abort.reasons(m)).startswith("The mission counts all the same")
    abort.abort_step(referee(defaults=True), m)
    assert m.aborted


class _FliesOn(Default):
    """Flies on whatever is advised, and keeps what it was asked."""

    def __init__(self) -> None:
        self.abort: list[Question] = []

    def choose(self, question: Question, ref: Referee) -> str:
        """Fly on."""
        if question.id == "abort":
            self.abort.append(question)
            return "go-on"
        return question.default


@pytest.mark.parametrize("enemy", [False, True])
def test_4_5c1_a_missed_rally_is_asked_about_once(enemy: bool) -> None:
    m, agent = calm(zone=5, formation=Formation.FOR_GOOD, wing_boxes=38), _FliesOn()
    m.leave["rally missed"] = enemy
    ref = Referee(Fixed(), agent, trace=True)
    for zone in (5, 6, 7):
        m.zone = zone
        abort.abort_step(ref, m)
    assert [question.default for question in agent.abort] == ["abort" if enemy else "go-on", "go-on", "go-on"]
    assert [question.routine for question in agent.abort] == [False, True, True]
    m.leave["engine out"] = True
    abort.abort_step(ref, m)
    assert (agent.abort[-1].default, agent.abort[-1].routine) == ("abort", False)


def test_4_3d_a_reserve_that_is_getting_thin_is_nothing_new() -> None:
    m, agent = calm(zone=5, formation=Formation.FOR_GOOD, wing_boxes=38), _FliesOn()
    m.leave["rally missed"] = False
    ref = Referee(Fixed(), agent, trace=True)
    abort.abort_step(ref, m)
    m.plane.wing_boxes = 20
    assert abort.FUEL_SHORT in abort.reasons(m)
    abort.abort_step(ref, m)
    assert [question.routine for question in agent.abort] == [False, True]


def test_gts_5a_asked_over_the_target_before_combat_a_careful_player_bombs() -> None:
    m = calm(zone=10, wing_boxes=38)
    m.zone = m.target.zone
    m.plane.altitude = m.altitude
    m.leave["rally missed"] = True
    found = abort.reasons(m)
    assert advice.abort(m, found) == "go-on"
    assert advice.why_abort(m, found).startswith("You are over the target")
    m.zone -= 1
    assert advice.abort(m, found) == "abort"


@pytest.mark.parametrize(("boxes", "aborts"), [(21, False), (20, False), (19, True)])
def test_4_7a_default_does_not_turn_back_for_a_reserve_that_is_only_thin(boxes: int, aborts: bool) -> None:
    m = calm(zone=5, wing_boxes=boxes)
    assert list(abort.reasons(m)) == [abort.FUEL_SHORT]
    abort.abort_step(referee(defaults=True), m)
    assert m.aborted is aborts


def test_8_4_default_lands_with_a_runaway_propeller() -> None:
    m = homeward()
    m.plane.engines[1].state = EngineState.RUNAWAY
    abort.iwo_step(referee(defaults=True), m)
    assert m.to_iwo


@pytest.mark.parametrize(("boxes", "asked"), [(11, True), (12, False)])
def test_4_3d_d33_by_his_own_reckoning_fuel_may_be_called_short(boxes: int, asked: bool) -> None:
    m = calm(wing_boxes=boxes)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    assert (abort.FUEL_SHORT in abort.reasons(m)) is asked
    assert fuel.enough(m)
    if asked:
        ref = referee(answers=["abort=abort", "abort-bombs=drop"])
        abort.abort_step(ref, m)
        assert m.aborted
        done(ref)


def test_8_4_the_reason_to_land_at_iwo_jima_has_the_figures_of_both_landings() -> None:
    m = mission(20, zone=6, leg=Leg.BACK, formation=Formation.NONE, weather=Weather.GOOD)
    m.times = Times(landing=True)
    assert advice.iwo_plan(m) == "land"
    assert advice.why_iwo_plan(m) == (
        "The landing has +0 here (Good weather, by day), and 0.0 men die on average. "
        "At base it has −2 (in the dark, its weather not known yet: Poor or Bad takes more away)."
    )
    m.plane.engines[0].state = EngineState.FEATHERED
    m.weather = Weather.POOR
    assert advice.why_iwo_plan(m).startswith("The landing has −3 here (Poor weather, by day), and 0.")
    assert "At base it has −3 " in advice.why_iwo_plan(m)
