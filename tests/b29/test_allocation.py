"""5.3A-E: who fires what at whom, with and without intercom, and the passing shot."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent, Default
from flakhouse.core.dice import Fixed
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29.advice import combat_fire as advice
from flakhouse.games.b29.combat import allocation, collision, guns
from flakhouse.games.b29.combat.guns import Fire
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import Angle, Clock, EngineState, FighterType, Formation, GunName, Position, Skill
from flakhouse.sim.exact import chance_of
from tests.b29.helpers import done, mission, referee

P, G = Position, GunName


def attackers(m: Mission, *places: tuple[Clock, Angle]) -> list[Fighter]:
    for i, (clock, angle) in enumerate(places):
        m.fighters.append(Fighter(FighterType.TONY, clock, angle, name=f"Tony {'ABCDEF'[i]}"))
    return m.fighters


def open_fire(
    m: Mission, *faces: int, answers: list[str] | None = None, passing: bool = True, first_night: bool = False
) -> Fire:
    """Allocation with these dice and answers, or all defaults."""
    fire = Fire()
    ref = referee(*faces, answers=answers, defaults=answers is None)
    allocation.allocate(ref, m, fire, m.fighters, passing, first_night)
    done(ref)
    return fire


def green(m: Mission) -> Mission:
    """5-7: against a Green pilot a passing shot is likelier to hit than to jam."""
    for fighter in m.fighters:
        fighter.skill = Skill.GREEN
    return m


def shots(fire: Fire) -> list[str]:
    return [f"{s.gun.value}: {s.station.value} > {s.fighter.name}" for s in fire.shots]


class Recorder(Agent):
    """Takes defaults and keeps the questions."""

    def __init__(self) -> None:
        self.asks: list[Question] = []

    def choose(self, ask: Question, ref: Referee) -> str:
        self.asks.append(ask.look())
        return ask.default


def test_5_3_A_every_gun_that_bears_fires_by_default() -> None:
    m = mission()
    attackers(m, (Clock.C3, Angle.LEVEL))
    fire = open_fire(m)
    assert [s.gun for s in fire.shots] == [G.FWD_UPPER, G.FWD_LOWER, G.AFT_UPPER, G.AFT_LOWER]


def test_5_3_D_one_burst_when_allocated() -> None:
    m = mission()
    attackers(m, (Clock.C3, Angle.HIGH))
    open_fire(m)
    assert m.plane.guns[G.FWD_UPPER].bursts == 9
    assert m.plane.guns[G.AFT_UPPER].bursts == 24
    assert m.plane.guns[G.FWD_LOWER].bursts == 15


def test_5_3_A_D38_hold_marks_nothing_off() -> None:
    m = mission()
    attackers(m, (Clock.C3, Angle.HIGH))
    fire = open_fire(m, answers=["allocate-fire=hold", "allocate-fire=Right Gunner > Tony A"])
    assert shots(fire) == ["Aft Upper Turret: Right Gunner > Tony A"]
    assert m.plane.guns[G.FWD_UPPER].bursts == 10


def test_5_3_A_one_man_may_fire_several_guns_at_one_target() -> None:
    m = mission()
    attackers(m, (Clock.DIVE, Angle.NONE))
    assert shots(open_fire(m)) == [
        "Forward Upper Turret: CFC > Tony A",
        "Aft Upper Turret: CFC > Tony A",
    ]


def test_5_3_B_no_man_fires_at_two_targets() -> None:
    m = mission()
    attackers(m, (Clock.C12, Angle.HIGH), (Clock.DIVE, Angle.NONE))
    fire = open_fire(m, answers=["CFC > Tony A", "Bombardier > Tony A", "hold"])
    assert all(s.fighter is m.fighters[0] for s in fire.shots)
    m = mission()
    attackers(m, (Clock.C3, Angle.HIGH), (Clock.DIVE, Angle.NONE))
    agent = Recorder()
    fire = Fire()
    allocation.allocate(Referee(Fixed(), agent), m, fire, m.fighters, True)
    second = agent.asks[1]
    by_station: dict[Position, set[str]] = {}
    for s in fire.shots:
        by_station.setdefault(s.station, set()).add(s.fighter.name)
    assert all(len(names) == 1 for names in by_station.values())
    assert any("5.3B" in bar.why for bar in second.barred.values())


def test_5_3_B_no_default_gives_a_man_a_second_target_after_the_player_chose_his_first() -> None:
    m = mission()
    attackers(m, (Clock.C3, Angle.LEVEL), (Clock.C3, Angle.HIGH))
    assert {shot.station for shot in open_fire(m).shots} == {P.CFC}  # of itself at Tony A
    fire = Fire()
    ref = referee(answers=["allocate-fire=CFC > Tony B"], defaults=True)
    allocation.allocate(ref, m, fire, m.fighters, True)
    assert {s.fighter.name for s in fire.shots if s.station is P.CFC} == {"Tony B"}


def test_5_3_A_default_plan_lets_all_guns_fire_at_two_fighters() -> None:
    m = mission()
    attackers(m, (Clock.C12, Angle.HIGH), (Clock.C6, Angle.LOW))
    fire = open_fire(m)
    assert [s.gun for s in fire.shots] == [G.FWD_UPPER, G.FWD_LOWER, G.AFT_UPPER, G.AFT_LOWER, G.TAIL]
    # the CFC alone reaches the rear with the lower turrets, so the bombardier takes the front
    assert {s.station for s in fire.shots if s.fighter.name == "Tony A"} == {P.BOMBARDIER}


def test_5_3_A_barred_options_carry_their_reason() -> None:
    m = mission(bombardier_sight_out=True)
    attackers(m, (Clock.C12, Angle.HIGH))
    agent = Recorder()
    allocation.allocate(Referee(Fixed(), agent), m, Fire(), m.fighters, False)
    assert agent.asks[0].barred["Bombardier > Tony A"].why.endswith("(7-1)")
    assert list(agent.asks[0].options) == ["CFC > Tony A", "hold"]
    assert not agent.asks[0].routine, "a single attacker is a decision too"


def test_table_5_6_no_able_man_no_question() -> None:
    m = mission()
    m.men[P.CFC].dead = True
    attackers(m, (Clock.DIVE, Angle.NONE))
    assert shots(open_fire(m, answers=[])) == []


def test_7_10_c_no_power_no_fire() -> None:
    m = mission(electrical_hits=2)
    attackers(m, (Clock.C6, Angle.LOW))
    assert shots(open_fire(m, answers=[])) == []


def test_R_120_the_default_prefers_the_sharpshooter() -> None:
    m = mission(sharpshooter=P.RIGHT_GUNNER)
    attackers(m, (Clock.C3, Angle.HIGH))
    assert {s.station for s in open_fire(m).shots} == {P.RIGHT_GUNNER}


# ------------------------------------------------------------------ 5.3C


def test_5_3_C_the_die_names_the_man() -> None:
    """R-46."""
    m = mission(intercom_out=True)
    attackers(m, (Clock.C12, Angle.HIGH))
    fire = open_fire(m, 2, 4, passing=False)
    assert shots(fire) == [
        "Forward Upper Turret: Bombardier > Tony A",
        "Aft Upper Turret: CFC > Tony A",
    ]
    m = mission(intercom_out=True)
    attackers(m, (Clock.C12, Angle.HIGH))
    assert [s.station for s in open_fire(m, 3, 3, passing=False).shots] == [P.CFC, P.BOMBARDIER]


def test_5_3_C_an_unfit_man_s_number_leaves_the_gun_silent() -> None:
    m = mission(intercom_out=True)
    m.men[P.BOMBARDIER].serious = True
    attackers(m, (Clock.C12, Angle.HIGH))
    fire = open_fire(m, 1, 4, passing=False)
    assert shots(fire) == ["Aft Upper Turret: CFC > Tony A"]
    assert m.plane.guns[G.FWD_UPPER].bursts == 10


def test_5_3_C_the_question_says_the_odds_and_counts_the_die_that_may_leave_the_gun_silent() -> None:
    both, alone = _blind_odds(), _blind_odds(P.BOMBARDIER)
    assert list(both) == ["hits", "destroys", "jams"]
    assert alone["hits"] == pytest.approx(both["hits"] * 2 / 3)  # the bombardier's numbers are 1 and 2


def _blind_odds(*unfit: Position) -> dict[str, float]:
    """What the first gun that bears has at stake."""
    m = mission(intercom_out=True)
    attackers(m, (Clock.C12, Angle.HIGH))
    for position in unfit:
        m.men[position].serious = True
    agent = Recorder()
    ref = Referee(Fixed(4, 4), agent, trace=True)
    allocation.allocate(ref, m, Fire(), m.fighters, passing=False)
    ask = next(ask for ask in agent.asks if "fire" in ask.options)
    return {one.label: chance_of(games.load("b29"), ref, one).chance for one in ask.options["fire"].stakes}


def test_5_3_C_waist_men_need_no_die_between_them() -> None:
    m = mission(intercom_out=True)
    attackers(m, (Clock.C3, Angle.HIGH))
    answers = ["blind-fire=fire", "blind-gunner=CFC", "blind-fire=fire", "blind-gunner=Right Gunner"]
    assert shots(open_fire(m, answers=answers, passing=False)) == [
        "Forward Upper Turret: CFC > Tony A",
        "Aft Upper Turret: Right Gunner > Tony A",
    ]
    m = mission(intercom_out=True)
    attackers(m, (Clock.C130, Angle.HIGH))
    answers = ["blind-fire=fire", "blind-gunner=Right Gunner", "blind-fire=hold"]
    assert shots(open_fire(m, 3, answers=answers, passing=False)) == [
        "Forward Upper Turret: Right Gunner > Tony A"
    ]


def test_5_3_C_D39_a_man_with_a_target_rolled_again_loses_the_second_gun() -> None:
    m = mission(intercom_out=True)
    m.men[P.LEFT_GUNNER].dead = m.men[P.RIGHT_GUNNER].dead = True
    attackers(m, (Clock.C12, Angle.LEVEL), (Clock.C12, Angle.LOW), (Clock.CLIMB, Angle.NONE))
    # Tony A first: forward upper by the CFC (3), forward lower by the bombardier (1)
    # Tony B: aft lower, the CFC is rolled (4) but is busy with A: the turret is lost, also for Tony C
    answers = [
        "blind-order=Tony A",
        "blind-fire=fire",
        "blind-fire=fire",
        "blind-order=Tony B",
        "blind-fire=fire",
    ]
    fire = open_fire(m, 3, 1, 4, answers=answers, passing=False)
    assert shots(fire) == [
        "Forward Upper Turret: CFC > Tony A",
        "Forward Lower Turret: Bombardier > Tony A",
    ]
    assert m.plane.guns[G.AFT_LOWER].bursts == 20


def test_5_3_C_tail_turret_1_to_4_tail_gunner() -> None:
    for die, station in ((4, P.TAIL_GUNNER), (5, P.CFC)):
        m = mission(intercom_out=True)
        attackers(m, (Clock.C6, Angle.LEVEL))
        fire = open_fire(m, die, passing=False)
        assert fire.shots[-1].station is station


# ------------------------------------------------------------------ 5.3E


def test_5_3_E_D40_passing_shot_is_allocated_but_not_marked_off() -> None:
    m = mission()
    attackers(m, (Clock.C12, Angle.LOW))
    fire = open_fire(green(m))
    assert fire.passing is not None
    assert fire.passing.station is P.TAIL_GUNNER
    assert m.plane.guns[G.TAIL].bursts == 30


def test_5_7a_a_passing_shot_as_likely_to_jam_as_to_hit_is_not_advised_and_the_reason_says_so() -> None:
    for out in (False, True):
        m = mission(intercom_out=out)
        attackers(m, (Clock.C12, Angle.LOW))
        assert open_fire(m, *[3, 4] * out).passing is None
    m = mission()
    attackers(m, (Clock.C12, Angle.LOW))
    shot = guns.Shot(G.TAIL, P.TAIL_GUNNER, m.men[P.TAIL_GUNNER], m.fighters[0], True)
    assert "no likelier to hit than to jam" in advice.why_allocate_fire(None, m.fighters, [shot])


def test_5_3_E_off_by_switch_and_not_from_the_beam() -> None:
    m = mission()
    attackers(m, (Clock.C12, Angle.LOW))
    assert open_fire(green(m), passing=False).passing is None
    m = mission()
    attackers(m, (Clock.C3, Angle.LOW))
    assert open_fire(m).passing is None


def test_5_3_E_a_fighter_at_6_comes_first_by_default() -> None:
    m = mission()
    attackers(m, (Clock.C1030, Angle.LOW), (Clock.C6, Angle.LEVEL))
    fire = open_fire(m)
    assert fire.passing is None
    assert any(s.gun is G.TAIL and s.fighter.name == "Tony B" for s in fire.shots)


def test_5_3_E_the_cannon_never_fires_a_passing_shot() -> None:
    m = mission(10)
    attackers(m, (Clock.C12, Angle.LOW))
    fire = open_fire(m)
    assert all(s.gun is not G.TAIL_CANNON for s in fire.shots)


def passing(m: Mission, *faces: int) -> Fighter:
    fire = open_fire(green(m))
    f = m.fighters[0]
    ref = referee(*faces)
    guns.passing_shot(ref, m, fire, f, False)
    done(ref)
    return f


def test_5_3_E_passing_shot_with_minus_one_and_a_burst() -> None:
    m = mission()
    attackers(m, (Clock.C12, Angle.LOW))
    f = passing(m, 3, 6)  # total 9, with +1 for a Green pilot
    assert f.fca == 0
    assert m.plane.guns[G.TAIL].bursts == 29


def test_5_3_E_lost_if_the_fighter_is_down_or_the_turret_out() -> None:
    for spoil in ("fighter", "turret", "gunner"):
        m = mission()
        attackers(m, (Clock.C12, Angle.LOW))
        fire = open_fire(green(m))
        if spoil == "fighter":
            m.fighters[0].destroyed = True
        elif spoil == "turret":
            m.plane.guns[G.TAIL].inoperable = True
        else:
            m.men[P.TAIL_GUNNER].dead = True
        ref = referee()
        guns.passing_shot(ref, m, fire, m.fighters[0], False)
        done(ref)
        assert m.plane.guns[G.TAIL].bursts == 30


def test_5_3_E_intercom_out_only_through_a_cfc_with_the_same_target() -> None:
    m = mission(intercom_out=True)
    attackers(m, (Clock.C12, Angle.HIGH))
    fire = open_fire(green(m), 3, 4)  # CFC fires both turrets at Tony A
    assert fire.passing is not None
    assert fire.passing.station is P.CFC
    m = mission(intercom_out=True)
    m.men[P.CFC].dead = True
    attackers(m, (Clock.C12, Angle.HIGH))
    assert open_fire(green(m), 1, 1).passing is None
    m = mission(intercom_out=True)
    attackers(m, (Clock.C12, Angle.HIGH), (Clock.DIVE, Angle.NONE))
    answers = ["blind-order=Tony B", "blind-fire=fire", "blind-fire=fire"]
    assert open_fire(m, answers=answers).passing is None  # the CFC fires at the diving fighter


@pytest.mark.parametrize("count", [1, 2])
def test_5_3_E_intercom_out_a_passing_shot_is_routine_at_a_lone_fighter_only(count: int) -> None:
    m = mission(intercom_out=True)
    attackers(m, *[(Clock.C12, Angle.HIGH)] * count)
    recorder = Recorder()
    ref = Referee(Fixed(*[3] * 8), recorder, trace=True)
    allocation.allocate(ref, m, Fire(), m.fighters, True)
    assert [ask.routine for ask in recorder.asks if ask.id == "blind-passing"] == [count == 1]


def test_5_3_E_intercom_lost_in_this_very_attack() -> None:
    for cfc, shoots in (("idle", True), ("elsewhere", False), ("dead", False)):
        m = mission()
        attackers(m, (Clock.C12, Angle.LOW), (Clock.C3, Angle.HIGH))
        answers = ["CFC > Tony B" if cfc == "elsewhere" else "Right Gunner > Tony B", "Bombardier > Tony A"]
        answers += ["hold", "hold", "Tail Gunner > Tony A"]
        fire = open_fire(m, answers=answers)
        m.plane.intercom_out = True
        m.men[P.CFC].dead = cfc == "dead"
        ref = referee(*((3, 3) if shoots else ()))
        guns.passing_shot(ref, m, fire, m.fighters[0], False)
        done(ref)
        assert m.plane.guns[G.TAIL].bursts == 30 - shoots


def test_5_3_B_one_target_a_man_also_when_the_second_fighter_is_seen_later() -> None:
    fired = []
    for trace in (True, False):  # with the log and without
        m = mission(20, night=True, formation=Formation.NONE)
        attackers(m, (Clock.C6, Angle.LEVEL), (Clock.C6, Angle.HIGH))
        fire, ref = Fire(), Referee(Fixed(), Default(), trace=trace)
        for f in m.fighters:
            allocation.allocate(ref, m, fire, [f], False, True)  # one spotted, the other only afterwards
        fired.append(shots(fire))
    assert fired[0] == fired[1] == ["Aft Lower Turret: CFC > Tony A", "Tail Turret: Tail Gunner > Tony A"]


# ------------------------------------------------------------------ 5.8F


def test_5_8_F_night_intercom_out_tail_gunner_rolled_fires_alone() -> None:
    """R-46."""
    m = mission(20, night=True, intercom_out=True)
    attackers(m, (Clock.C6, Angle.LOW))
    fire = open_fire(m, 4, answers=[], passing=False, first_night=True)
    assert shots(fire) == ["Tail Turret: Tail Gunner > Tony A"]


def test_5_8_F_cfc_rolled_fires_all() -> None:
    m = mission(20, night=True, intercom_out=True)
    attackers(m, (Clock.C6, Angle.LOW))
    fire = open_fire(m, 5, passing=False, first_night=True)
    assert [s.gun for s in fire.shots] == [G.TAIL, G.FWD_LOWER, G.AFT_LOWER]


def test_5_8_F_an_unfit_tail_gunner_silences_nobody() -> None:
    m = mission(20, night=True, intercom_out=True)
    m.men[P.TAIL_GUNNER].dead = True
    attackers(m, (Clock.C6, Angle.LEVEL))
    fire = open_fire(m, 1, passing=False, first_night=True)
    assert shots(fire) == ["Aft Lower Turret: CFC > Tony A"]


def test_engine_trouble_does_not_stop_the_guns() -> None:
    m = mission()
    m.plane.engines[1].state = EngineState.FEATHERED
    attackers(m, (Clock.C6, Angle.HIGH))
    assert len(open_fire(m).shots) == 3


def test_5_3_note_c_a_plan_that_spares_a_rammer_says_why() -> None:
    rammer = Fighter(FighterType.FRANK, Clock.C12, Angle.HIGH, ram=True, name="Frank A")
    other = Fighter(FighterType.FRANK, Clock.C6, Angle.HIGH, name="Frank B")
    assert "ram" not in advice.why_allocate_fire(None, [other])
    assert advice.why_allocate_fire(None, [rammer, other]).endswith("Frank A may ram, but a ram seldom strikes.")
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert round(100 * sum(collision.RAM.at(a + b) is collision.Ram.COLLISION for a, b in throws) / 36) == 8


@pytest.mark.parametrize("evading", [True, False])
def test_5_7a_a_cannon_likelier_to_jam_than_to_hit_is_not_said_to_have_the_best_chances(evading: bool) -> None:
    m = mission(5, evading=evading)
    attackers(m, (Clock.C6, Angle.HIGH))
    shot = guns.Shot(G.TAIL_CANNON, P.TAIL_GUNNER, m.men[P.TAIL_GUNNER], m.fighters[0])
    why = advice.why_allocate_fire(shot, m.fighters, [shot], m)
    assert ("no likelier to hit than to jam" in why) == evading
    assert ("best chances" in why) != evading
