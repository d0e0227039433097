"""5.7 Evasive action."""

from __future__ import annotations

from functools import partial

import pytest

from flakhouse.games.b29 import target
from flakhouse.games.b29.combat import evasion, night
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.questions import combat as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import EngineState, Formation, Leg, Position
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


def test_6_4_6_2_the_question_of_the_second_flak_shows_how_thick_it_will_be() -> None:
    ask = target._out(mission(20, night=True, formation=Formation.NONE))
    for key, weaving in (("yes", True), ("no", False)):
        none, heavy = ask.options[key].stakes
        assert (none.label, heavy.label) == ("no flak", "heavy flak")
        assert any(mod.key == "evading" for mod in none.mods) is weaving
        assert any(mod.key == "additional" for mod in none.mods)
