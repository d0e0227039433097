"""5.7 Evasive action."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

import pytest

from flakhouse import games
from flakhouse.core.agents import Suspend
from flakhouse.core.dice import Fixed
from flakhouse.core.questions import Option, Pending, Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import flak, target
from flakhouse.games.b29.combat import allocation, attack, evasion, guns, night
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.questions import combat as questions
from flakhouse.games.b29.questions import target as questions_target
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import (
    Altitude,
    Angle,
    Clock,
    EngineState,
    FighterType,
    Formation,
    Leg,
    Position,
    Visibility,
)
from flakhouse.sim.exact import chance_of
from tests.b29.helpers import done, mission, referee


def alone(**changes: object) -> Mission:
    return mission(20, formation=Formation.OUT, **changes)


def test_5_7_B_allowed_out_of_formation_and_at_night() -> None:
    assert evasion.why_not_evade(alone()) == ""
    assert evasion.why_not_evade(mission(20, night=True, formation=Formation.NONE)) == ""


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"formation": Formation.IN}, "5.7B"),
        ({"electrical_hits": 2}, "7-10c"),
        ({"crippled": True}, "6.2F"),
        ({"windows_frosted": True}, "4-9a"),
        ({"iced_turn": 10}, "event 11"),
        ({"options": Options(evasive_action=False)}, "5.7"),
    ],
)
def test_5_7_B_barred(changes: dict[str, object], rule: str) -> None:
    m = mission(20, **{"formation": Formation.OUT, **changes})
    assert evasion.why_not_evade(m).endswith(f"{rule})")


def test_5_7_B_two_engines_out() -> None:
    m = alone()
    m.plane.engines[0].state = EngineState.FEATHERED
    assert evasion.why_not_evade(m) == ""
    m.plane.engines[1].state = EngineState.BURNING
    assert "engines" in evasion.why_not_evade(m)


def test_5_7_B_only_pilot_or_copilot() -> None:
    m = alone()
    m.men[Position.PILOT].dead = True
    assert evasion.why_not_evade(m) == ""
    m.men[Position.COPILOT].serious = True
    assert "pilot" in evasion.why_not_evade(m)


def test_5_7_D37_asked_when_possible_only() -> None:
    """R-113."""
    m = alone()
    ref = referee(answers=["evade-day=yes"])
    assert evasion.evade_day(ref, m)
    assert m.evading
    done(ref)
    m = mission(20)
    assert not evasion.evade_day(referee(), m)
    assert not m.evading


def test_5_7_damage_ends_it() -> None:
    m = alone(evading=True)
    evasion.still_evading(m)
    assert m.evading
    m.plane.crippled = True
    evasion.still_evading(m)
    assert not m.evading


def test_5_8_D_D43_needs_the_intercom() -> None:
    m = mission(20, night=True, formation=Formation.NONE, intercom_out=True)
    evasion.evade_night(referee(), m)
    assert not m.evading
    m.plane.intercom_out = False
    ref = referee(answers=["evade-night=yes"])
    evasion.evade_night(ref, m)
    assert m.evading


def test_5_7_B_D41_lights() -> None:
    m = mission(20, night=True, formation=Formation.NONE)
    ref = referee(answers=["evade-lights=yes"])
    evasion.evade_lights(ref, m, partial(night._lights, m, night.LIGHTS))
    assert m.evaded_lights
    assert m.evading
    m = mission(20, night=True, formation=Formation.NONE)
    evasion.evade_lights(referee(answers=["evade-lights=no"]), m, partial(night._lights, m, night.LIGHTS))
    assert not m.evaded_lights


def test_5_7_B_D41_the_default_evades_even_on_the_run() -> None:
    def default(**changes: object) -> bool:
        m = mission(20, **{"night": True, "formation": Formation.NONE, "zone": 11, **changes})
        evasion.evade_lights(referee(defaults=True), m, partial(night._lights, m, night.LIGHTS))
        return m.evaded_lights

    assert default()
    assert default(bomb_run=True, leg=Leg.BACK)
    assert default(off_course=True)
    assert default(leg=Leg.BACK)  # aborted
    assert default(zone=10)  # the Streamliner's lights


@pytest.mark.parametrize("evading", [True, False])
def test_5_7b_5_14_the_question_of_the_searchlights_shows_the_chance_to_be_found(evading: bool) -> None:
    m = mission(20, night=True, formation=Formation.NONE)
    chart = night.LIGHTS
    ask = questions.evade_lights(m, lambda weaving: night._lights(m, chart, weaving))
    (stake,) = ask.options["yes" if evading else "no"].stakes
    assert [mod.key for mod in stake.mods if mod.key == "evading"] == (["evading"] if evading else [])
    assert stake.chart == chart.id


#: 6-3: of 36 throws those that hit, by what 6-2 says.
_BURSTS = {"No Flak": 0, "Light Flak": 2, "Medium Flak": 12, "Heavy Flak": 20}


def _struck(plus: int) -> Fraction:
    """6-2, 6-3 By hand: any of three bursts."""
    levels = [flak.LEVEL.word(die + plus, 0) for die in range(1, 7)]
    return Fraction(sum(1 - Fraction(36 - _BURSTS[level], 36) ** 3 for level in levels), 6)


def _chances(option: Option) -> dict[str, Fraction]:
    found = [chance_of(games.load("b29"), referee(), stake) for stake in option.stakes]
    return {one.label: Fraction(one.ways, one.of) for one in found}


def test_6_4_6_2_the_question_of_the_second_flak_shows_whether_it_hits() -> None:
    ask = target._out(mission(20, night=True, formation=Formation.NONE))  # Tokyo +1, night -1, additional -1
    assert _chances(ask.options["yes"]) == {"flak hits you": _struck(-2)}
    assert _chances(ask.options["no"]) == {"flak hits you": _struck(-1)}


def test_6_2_6_6_the_question_of_the_flak_shows_both_sides_of_the_scale() -> None:
    m = mission(20, formation=Formation.OUT, zone=11, visibility=Visibility.CLEAR)  # Tokyo +1, clear +1
    ask = _evade_flak(m)
    weaving, straight = (_chances(ask.options[key]) for key in ("yes", "no"))
    assert (weaving["flak hits you"], straight["flak hits you"]) == (_struck(1), _struck(2))
    assert straight["bombs on target"] - weaving["bombs on target"] == Fraction(1, 6)
    assert ask.why is not None
    assert "1.6 men" in ask.why()


def test_6_2_bombs_that_cannot_hit_leave_the_flak_to_be_weighed() -> None:
    m = mission(20, formation=Formation.OUT, zone=11)
    ask = questions_target.evade_flak(m, (), target._AM["evaded"], "nobody is at the bombsight")
    assert _chances(ask.options["yes"])["flak hits you"] < _chances(ask.options["no"])["flak hits you"]


def test_6_2_6_6_the_reason_says_that_weaving_puts_the_target_out_of_reach() -> None:
    m = mission(20, formation=Formation.OUT, zone=11, off_over_target=True)
    m.plane.altitude = Altitude.HI  # -3: a six alone hits
    ask = _evade_flak(m)
    assert ask.default == "yes"
    assert [_chances(ask.options[key])["bombs on target"] for key in ("yes", "no")] == [0, Fraction(1, 6)]
    assert ask.why is not None
    assert "no die puts the bombs on target then: only No leaves a chance." in ask.why()
    m.men[Position.BOMBARDIER].dead = True  # and now not even a six
    ask = _evade_flak(m)
    assert ask.why is not None
    assert ask.why() == "The bombs cannot hit, so there is no aim to be spoiled."


def _evade_flak(m: Mission) -> Question:
    with pytest.raises(Pending) as found:
        target._evade(Referee(Fixed(), Suspend()), m)
    return found.value.question


def test_5_7_evading_says_what_the_own_guns_lose() -> None:
    """5-7 with 5-5: each fighter's pilot is rolled for once, whatever number of guns fire at him."""
    m = alone(night=False)
    m.fighters.append(Fighter(FighterType.OSCAR, Clock.C12, Angle.HIGH, name="Oscar A"))
    ask = questions.evade_day(m)
    shots = allocation.as_advised(m, m.fighters)
    assert len(shots) > 1
    for key, evading in (("yes", True), ("no", False)):
        missed = Fraction(0)
        for a, b in product(range(1, 7), repeat=2):
            m.fighters[0].skill = attack.STATUS.at(a + b)
            missed += Fraction(prod(_misses(m, shot, evading) for shot in shots), 36 ** (len(shots) + 1))
        m.fighters[0].skill = None
        assert _chances(ask.options[key])["all guns that bear miss"] == missed


def _misses(m: Mission, shot: guns.Shot, evading: bool) -> int:
    """5-7 Throws of 36 that miss."""
    plus = sum(mod.value for mod in guns.modifiers(m, shot, evading))
    return sum(
        a + b != 12 and guns.DEFENSE.word(a + b + plus, 0) != guns.Aim.HIT
        for a, b in product(range(1, 7), repeat=2)
    )


def test_5_3_C_with_the_intercom_out_nothing_is_said_of_guns_that_a_die_lays() -> None:
    m = alone(intercom_out=True)
    m.fighters.append(Fighter(FighterType.OSCAR, Clock.C12, Angle.HIGH, name="Oscar A"))
    assert list(_chances(questions.evade_day(m).options["yes"])) == ["Oscar A hits you"]
