"""9.4, manual 5E: evasive action."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import evasion
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import EngineState, Position, Section
from tests.b17.helpers import done, mission, noted, referee


def _alone(**changes: object) -> Mission:
    return mission(in_formation=False, **changes)


def test_9_4_a_sound_bomber_out_of_formation_may_weave() -> None:
    assert evasion.why_not_evade(referee(), _alone()) == ""
    assert evasion.why_not_evade(referee(), _alone()) == ""


def test_9_4_never_in_formation() -> None:
    assert "formation" in evasion.why_not_evade(referee(), mission())


def test_9_4_not_with_two_engines_out() -> None:
    m = _alone()
    m.plane.engines[0].state = EngineState.FEATHERED
    assert evasion.why_not_evade(referee(), m) == ""
    m.plane.engines[1].state = EngineState.FEATHERED
    assert evasion.why_not_evade(referee(), m) == "two or more engines are out (9.4)"


def test_9_4_not_with_cables_out_or_a_burst_inside_survived() -> None:
    assert evasion.why_not_evade(referee(), _alone(cable_hits=1)) == ""
    assert "cables" in evasion.why_not_evade(referee(), _alone(cable_hits=2))
    assert "burst" in evasion.why_not_evade(referee(), _alone(bursts_inside=[Section.WAIST]))


def test_9_4_three_points_against_the_landing_bar_it() -> None:
    m = _alone(landing_gear_out=True)
    assert "landing" in evasion.why_not_evade(referee(), m)
    m.options.evasion_entries = True
    assert evasion.why_not_evade(referee(), m) == ""
    m.plane.brake_out = m.plane.tailwheel_out = True
    assert "landing" in evasion.why_not_evade(referee(), m)


def test_9_4_only_with_a_pilot_flying() -> None:
    m = _alone()
    m.men[Position.PILOT].dead = True
    assert evasion.why_not_evade(referee(), m) == ""
    m.men[Position.COPILOT].serious = True
    assert evasion.why_not_evade(referee(), m).endswith("(9.4)")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_3_3_the_player_declares_it(answer: str) -> None:
    m = _alone()
    ref = referee(answers=[f"evade={answer}"])
    evasion.declare(ref, m)
    assert m.evading is (answer == "yes")
    assert noted(ref) == (["evading"] if m.evading else [])
    done(ref)


def test_9_4_no_question_where_it_is_barred() -> None:
    m = _alone(cable_hits=2)
    ref = referee()
    evasion.declare(ref, m)
    assert not m.evading


def test_9_4_damage_ends_it_before_the_next_attack() -> None:
    m = _alone(evading=True)
    evasion.still_evading(referee(), m)
    assert m.evading
    m.plane.cable_hits = 2
    evasion.still_evading(referee(), m)
    assert not m.evading


def test_9_4_the_points_are_those_of_a_house_G_9() -> None:
    own = CHARTS.house(
        "own.toml",
        """
[chart.G-9]
title = "Own landing"
rule = "15.1"
dice = "2d6"
source = "ruling"
from = "a player"
grid = '''
1 or less | Wounds
2 or more | Safe
'''
mods = [{key = "gear", value = -2, when = "landing gear out"}]
""",
    )
    ref = Referee(Fixed(), Default(), house=own)
    assert evasion.why_not_evade(ref, _alone(landing_gear_out=True)) == ""
    assert "landing" in evasion.why_not_evade(ref, _alone(landing_gear_out=True, brake_out=True))
