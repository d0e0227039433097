"""What options of the bombers say of their rolls: whole, exact, and adding up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from flakhouse import games
from flakhouse.core.agents import Default, Suspend
from flakhouse.core.dice import Fixed
from flakhouse.core.questions import Option, Pending, Question
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b17.advice import combat as b17_advice
from flakhouse.games.b17.combat import offense
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.questions import combat as b17_combat
from flakhouse.games.b17.questions import ending as b17_ending
from flakhouse.games.b17.questions import flight as b17_flight
from flakhouse.games.b17.questions import stakes as b17_stakes
from flakhouse.games.b17.words import Angle, Clock, Skill
from flakhouse.games.b17.words import Position as B17Position
from flakhouse.games.b29 import order as b29_order
from flakhouse.games.b29 import orders as b29_orders
from flakhouse.games.b29 import target as b29_rules
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.ending import sea
from flakhouse.games.b29.questions import ending as b29_ending
from flakhouse.games.b29.questions import movement as b29_movement
from flakhouse.games.b29.questions import stakes as b29_stakes
from flakhouse.games.b29.questions import weather as b29_weather
from flakhouse.games.b29.words import (
    Altitude,
    Formation,
    GunName,
    Position,
    SeaState,
    Surface,
    TargetType,
    Weather,
)
from flakhouse.sim.atstake import at_stake
from flakhouse.sim.exact import chance_of
from tests.b17 import helpers as b17
from tests.b29 import helpers as b29

ONE = Fraction(35, 36)  # a jump: 1 in 6 has an accident, 1 in 6 of those kills


def _referee() -> Referee:
    return Referee(Fixed(), Default(), trace=True)


def _chances(game: str, stakes: Sequence[Stake]) -> dict[str, Fraction]:
    found = [chance_of(games.load(game), _referee(), stake) for stake in stakes]
    return {one.label: Fraction(one.ways, one.of) for one in found}


def _line(game: str, option: Option) -> str:
    return at_stake(games.load(game), _referee(), option)


# ------------------------------------------------------------------ jumps: all men, not only one


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_everybody_jumps_says_the_chance_of_all_of_them_and_the_shares_add_up(game: str) -> None:
    stakes = (
        b17_stakes.jump(list(b17.mission().men.values())) if game == "b17" else b29_stakes.bail_out(b29.mission())
    )
    men = 10 if game == "b17" else 11
    found = _chances(game, stakes)
    assert found["each man gets out"] == ONE
    assert found[f"all {men} get out"] == ONE**men
    assert found["one of them dies"] == men * ONE ** (men - 1) * (1 - ONE)
    assert found[f"all {men} get out"] + found["one of them dies"] + found["two or more die"] == 1


def test_14_1_ten_men_at_97_percent_are_75_percent() -> None:
    m = b17.mission()
    ask = b17_ending.land_or_bail(m, "two engines out", None, True, "bail-out")
    assert _line("b17", ask.options["bail-out"]) == (
        "Each man gets out 97 %, all 10 get out 75 %, one of them dies 22 %, two or more die 3 %."
    )


def test_14_1_a_man_with_two_wounds_jumps_worse_and_counts_so() -> None:
    m = b17.mission()
    m.men[B17Position.TAIL_GUNNER].light = 2
    found = _chances("b17", b17_stakes.jump(list(m.men.values())))
    hurt = 1 - Fraction(2, 6) * Fraction(1, 6)
    assert found["each man with -1 gets out"] == hurt
    assert found["all 10 get out"] == ONE**9 * hurt


def test_8_4b_who_cannot_jump_is_named() -> None:
    m = b29.mission()
    m.men[Position.NAVIGATOR].serious = True
    name = m.men[Position.NAVIGATOR].airman.name
    assert b29_stakes.stuck(m) == f"{name} (navigator) cannot jump and dies with the bomber."
    assert "all 10 get out" in _chances("b29", b29_stakes.bail_out(m))


def test_7_9d_without_autopilot_the_last_man_leaves_as_from_a_bomber_out_of_control() -> None:
    m = b29.mission()
    m.plane.autopilot_out = True
    found = _chances("b29", b29_stakes.bail_out(m))
    assert found["all 11 get out"] == ONE**10 * Fraction(1, 6)


# ------------------------------------------------------------------ the ways down: nothing is left out


@pytest.mark.parametrize("bombs", [False, True])
@pytest.mark.parametrize("boxes", [0, 7])
def test_8_1_a_landing_has_three_ends_that_add_up(bombs: bool, boxes: int) -> None:
    m = b29.mission(wing_boxes=boxes)
    for bay in m.plane.bays():
        bay.bombs, bay.tank_boxes = bombs, 0
    mods = [CHARTS.charts["8-1"].mods[key] for key in ("bad", "brakes_lost")]
    found = _chances("b29", b29_stakes.landing(m, mods))
    assert sum(found.values()) == 1
    total = sum(mod.value for mod in mods)
    assert total == -9
    killed = sum(a + b + total <= -3 and a + b != 12 for a, b in product(range(1, 7), repeat=2))
    assert (found["all aboard are killed"] > Fraction(killed, 36)) is bool(bombs or boxes)


def test_8_3_and_g_10_a_ditching_too() -> None:
    assert sum(_chances("b29", b29_stakes.ditching([CHARTS.charts["8-3"].mods["night"]])).values()) == 1
    m = b17.mission()
    assert sum(_chances("b17", b17_stakes.ditching([])).values()) == 1
    found = _chances("b17", b17_stakes.landing(m, [], home=False))
    assert sum(found.values()) == 1


@pytest.mark.parametrize("bombs", [False, True])
def test_15_4_g_9_bombs_aboard_are_counted(bombs: bool) -> None:
    m = b17.mission(bombs=bombs)
    mods = [games.load("b17").charts().charts["G-9"].mods["no_engine"]]
    found = _chances("b17", b17_stakes.landing(m, mods, home=True))
    unhurt = Counter(a + b - 7 for a, b in product(range(1, 7), repeat=2))
    safe = sum(count for total, count in unhurt.items() if total > 0)
    zero = Fraction(unhurt[0], 36) * (Fraction(5, 6) if bombs else 1)
    assert found["nobody is hurt"] == Fraction(safe, 36) + zero
    ends = [found[key] for key in ("nobody is hurt", "all aboard are wounded", "all aboard are killed")]
    assert sum(ends) == 1


def test_14_4_who_stays_sees_the_landing_he_stays_for() -> None:
    asked: list[Option] = []

    class Watcher(Default):
        def choose(self, question: Question, ref: Referee) -> str:
            asked.append(question.options["done"])
            return "done"

    m = b17.mission(zone=1)
    stay = b17_stakes.landing(m, [], home=True)
    bailout.ask_jumpers(Referee(Fixed(), Watcher()), m, "jump-first", "14.4", "Who?", None, (), lambda: stay)
    assert list(asked[0].stakes) == list(stay)


# ------------------------------------------------------------------ storm, cold, fighters, jams


def test_4_3_a_storm_tells_all_that_may_come_of_it() -> None:
    m = b29.mission()
    chart = CHARTS.charts["4-3"]
    ask = b29_weather.storm_detour(m, [], chart.mods["detour"])
    through, around = _chances("b29", ask.options["no"].stakes), _chances("b29", ask.options["yes"].stakes)
    assert sum(through.values()) == sum(around.values()) == 1
    risk = Fraction(1, 36)  # of a collision: 12 on two dice
    near = Fraction(1 + 2 + 3 + 4 + 5 + 6 + 5, 36)  # of these a close call
    assert through["unharmed"] == Fraction(4, 6) + Fraction(1, 6) * (1 - risk + risk * near)
    crash = risk * (Fraction(1, 36) + Fraction(2, 36) * (1 - Fraction(25, 36)))
    assert through["lost in a collision"] == Fraction(2, 6) * crash
    assert around["lost in a collision"] == Fraction(1, 6) * crash


def test_7_3_frostbite_counts_both_rolls() -> None:
    m = b29.mission()
    m.plane.altitude = Altitude.HI
    m.plane.pressurized, m.plane.turns_down = False, 2
    for cabin in m.plane.compromised:
        m.plane.compromised[cabin] = False
    ask = b29_movement.cold(m)
    found = _chances("b29", ask.options["stay"].stakes)
    assert found == {"each of 11 men is frostbitten": Fraction(2, 6) * Fraction(1, 6)}


def test_10_1_frostbite_says_how_many() -> None:
    m = b17.mission()
    men = list(m.men.values())[:2]
    ask = b17_flight.frostbite(m, men)
    assert _line("b17", ask.options["stay"]) == (
        "3 or less on one die: each is frostbitten 50 %, nobody is 25 %, one is 50 %, two or more are 25 %."
    )
    assert "Costs formation." in _line("b17", ask.options["descend"])


@pytest.mark.parametrize("skill", [None, Skill.ACE])
def test_3_3_evading_says_what_it_is_worth_whether_the_pilot_has_shown_or_not(skill: Skill | None) -> None:
    m = b17.mission()
    fighter = b17.fighter()
    fighter.skill = skill
    m.fighters.append(fighter)
    ask = b17_combat.evade(m, [])
    hold, weave = (_chances("b17", ask.options[key].stakes)[f"{fighter.name} hits you"] for key in ("no", "yes"))
    shares = {skill: Fraction(1)} if skill else {Skill.GREEN: Fraction(3, 36), Skill.ACE: Fraction(3, 36)}
    if not skill:
        shares[Skill.AVERAGE] = Fraction(30, 36)
    for evading, found in ((False, hold), (True, weave)):
        by_hand = Fraction(0)
        for one, share in shares.items():
            assert one is not None
            mods = offense.fire_mods(m, fighter, one, evading)
            column = offense.BY_CLOCK[fighter.clock]
            hits = sum(
                face == 6 or offense.FIRE.word(face + sum(mod.value for mod in mods), column) == "Hit"
                for face in range(1, 7)
            )
            by_hand += share * Fraction(hits, 6)
        assert found == by_hand
    assert weave < hold


def test_9_4_m_1_evading_says_what_the_own_guns_lose() -> None:
    """Guns that need 4, 5 or 6 on a straight course all need a 6 on a weaving one."""
    m = b17.mission()
    m.fighters.append(b17.fighter(clock=Clock.C3, angle=Angle.LEVEL))
    shots = b17_advice.fire_plan(_referee(), m).shots
    ask = b17_combat.evade(m, shots)
    held, weaving = (_chances("b17", ask.options[key].stakes)["all guns that bear miss"] for key in ("no", "yes"))
    assert weaving == Fraction(5, 6) ** len(shots)
    assert held == prod(Fraction(need - 1, 6) for _, _, _, need in shots)
    assert held < weaving


def test_5_7a_the_order_to_clear_a_gun_says_which_numbers_clear_it_and_which_break_it() -> None:
    m = b29.mission()
    m.turn = 5
    gun = m.plane.guns[GunName.TAIL]
    gun.jammed, gun.jammed_turn = True, 3
    order = next(order for order in _orders() if order.key == "clear-gun")
    assert order.stakes is not None
    option = Option(order.label, stakes=order.stakes(m))
    assert _line("b29", option) == "2 or less on one die: clears it 33 %, 6 on one die: breaks it for good 17 %."


def _orders() -> Sequence[b29_order.Order]:
    return b29_orders.ORDERS


def test_2A_1_a_b17_gun_too() -> None:
    m = b17.mission()
    man = m.men[B17Position.TAIL_GUNNER]
    ask = b17_combat.repair_gun(next(iter(m.plane.guns.values())), man)
    assert _line("b17", ask.options["yes"]).startswith(
        "2 or less on one die: clears it 33 %, 6 on one die: breaks it"
    )


def test_8_5_a_forced_landing_says_what_comes_after_it() -> None:
    m = b29.mission()
    ask = b29_ending.forced_down(m, "8.6", "Down?", next(iter(SeaState)), [])
    assert [stake.label for stake in ask.options["land"].stakes][-1] == "then each man in a raft is found"
    assert sum(_chances("b29", ask.options["land"].stakes[:-1]).values()) == 1


def test_8_6_who_jumps_over_the_sea_must_be_found_and_the_stakes_count_it() -> None:
    m = b29.mission(12, zone=2, sea=SeaState.CALM, sea_turn=10)
    ask = b29_ending.forced_down(m, "8.6", "Down?", SeaState.CALM, [])
    told = _chances("b29", ask.options["bail-out"].stakes)
    out, found = Fraction(35, 36), _chances("b29", [b29_stakes.rescue(m, "found")])["found"]
    assert found < 1
    assert told["each man gets out and is found at sea"] == out * found
    assert told["all 11 live"] == (out * found) ** 11
    assert told["two or more die"] > Fraction(1, 2)
    m.sea_turn = 0  # not looked at: then the sea itself is still a throw
    told = _chances("b29", b29_stakes.bail_out(m))
    assert told["each man gets out"] == out
    assert 0 < told["who falls into the sea is found"] < 1
    assert "who falls into the sea is found" not in _chances("b29", b29_stakes.bail_out(m, Surface.IWO))


@pytest.mark.parametrize(
    ("failed", "damaged", "urban", "share"),
    [
        (True, 0, False, 0),  # released by hand they miss
        (True, 0, True, Fraction(1, 3)),
        (False, 1, False, 1),
        (False, 2, False, Fraction(5, 9)),
    ],
)
def test_6_6_the_stakes_of_the_run_know_a_bad_release(
    failed: bool, damaged: int, urban: bool, share: Fraction
) -> None:
    m = b29.mission(zone=11, formation=Formation.FOR_GOOD, release_failed=failed)
    m.plane.fwd.release_damaged, m.plane.aft.release_damaged = damaged > 0, damaged > 1
    if urban:
        m.target = replace(m.target, kind=TargetType.URBAN_AREA)
    with pytest.raises(Pending) as waits:
        b29_rules.target_step(Referee(Fixed(4), Suspend()), m)
    ask = waits.value.question
    told = _chances("b29", ask.options["no"].stakes)
    aim = on_results("bombs on target", "6-6", ["On Target"], b29_rules.aim_mods(m))
    assert told.get("bombs on target", 0) == share * _chances("b29", [aim])["bombs on target"]
    assert ("The bombs miss: the release failed" in ask.options["no"].detail) is (share == 0)


def test_8_1_the_numbers_of_a_landing_are_those_of_its_rows_and_none_stands_at_what_only_may_kill() -> None:
    m = b29.mission()
    mods = [CHARTS.charts["8-1"].mods[key] for key in ("bad", "brakes_lost")]
    told = _line("b29", Option("", stakes=b29_stakes.landing(m, mods)))
    assert told.startswith("First 9+ on two dice: nobody is hurt ")
    assert " %, all aboard are wounded " in told  # 7 or 8 lead to another roll, and are not enough
    assert " %, all aboard are killed " in told


def test_8_6_no_chance_to_be_found_says_why_also_behind_a_jump() -> None:
    m = b29.mission(12, zone=10, turn=10, weather=Weather.BAD)
    m.sea, m.sea_turn = SeaState.HIGH, m.turn
    mods = sea.ditch_mods(m, SeaState.HIGH, m.weather, True)
    options = b29_ending.forced_down(m, "8.6", "", SeaState.HIGH, mods).options
    ditches, jumps = _line("b29", options["land"]), _line("b29", options["bail-out"])
    assert "then each man in a raft is found 0 % (out of reach with −4)." in ditches
    assert jumps.count("out of reach with −5") == 1
