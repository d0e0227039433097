"""Sections 2B and 12: weather over the target and the bomb run."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import target
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import EngineState, Position, Section, Weather
from tests.b17.helpers import done, mission, noted, referee, rolled

BOMBARDIER = Position.BOMBARDIER


def over(**changes: object) -> Mission:
    """Over Paris, about to bomb."""
    return mission(zone=5, weather_rolled=True, **changes)


# ------------------------------------------------------------------ O-1


@pytest.mark.parametrize(
    ("total", "weather"),
    [
        (2, Weather.BAD),
        (3, Weather.POOR),
        (4, Weather.GOOD),
        (7, Weather.GOOD),
        (10, Weather.GOOD),
        (11, Weather.POOR),
        (12, Weather.BAD),
    ],
)
def test_2A_2_weather_over_the_target(total: int, weather: Weather) -> None:
    """O-1."""
    m = mission(zone=5)
    ref = referee(total // 2, total - total // 2)
    target.weather_step(ref, m)
    done(ref)
    assert m.weather is weather
    assert m.weather_rolled
    assert noted(ref) == ["weather"]
    target.weather_step(referee(), m)  # once


def test_2A_2_no_weather_elsewhere() -> None:
    """O-1."""
    m = mission(zone=4)
    target.weather_step(referee(), m)
    assert not m.weather_rolled


# ------------------------------------------------------------------ 12.1


def test_12_1_jammed_doors_let_nothing_drop() -> None:
    """O-6 no drop."""
    m = over(bomb_doors_out=True)
    ref = referee()
    target.bomb_run(ref, m)
    assert m.bomb_run
    assert m.plane.bombs
    assert m.on_target is None
    assert noted(ref) == ["bombs-hung"]


def test_2B_3_jammed_doors_with_an_engine_out_cost_the_formation_after_the_run() -> None:
    m = over(bomb_doors_out=True, engine_bombs_kept=True)
    m.plane.engines[0].state = EngineState.FEATHERED
    target.bomb_run(referee(), m)
    assert not m.in_formation


def test_2B_2_without_bombs_there_is_no_run() -> None:
    m = over(bombs=False)
    ref = referee()
    target.bomb_run(ref, m)
    assert m.on_target is None
    assert noted(ref) == ["no-bombs"]


@pytest.mark.parametrize(("face", "on_target"), [(1, False), (2, False), (3, True), (6, True)])
def test_12_3_O_6_and_O_7_and_the_bombs_are_gone(face: int, on_target: bool) -> None:
    m = over()
    ref = referee(face, 3, 4)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target is on_target
    assert m.percent == (40 if on_target else 0)
    assert not m.plane.bombs
    assert rolled(ref) == ["O-6", "O-7"]
    assert noted(ref) == ["bombs-away"]


# ------------------------------------------------------------------ 12.2


@pytest.mark.parametrize(
    "changes",
    [{"norden_out": True}, {"cable_hits": 2}, {"autopilot_out": True, "intercom_out": True}],
)
def test_12_2_off_target_without_a_roll(changes: dict[str, object]) -> None:
    """O-6 off target."""
    m = over(**changes)
    ref = referee(1, 1)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target is False
    assert m.percent == 10
    assert rolled(ref) == ["O-7"]
    assert noted(ref) == ["always-off", "bombs-away"]


@pytest.mark.parametrize("harm", ["dead", "serious"])
def test_12_2_no_bombardier_and_no_replacement(harm: str) -> None:
    """O-6 off target, P-1 note 2."""
    m = over()
    man = m.men[BOMBARDIER]
    setattr(man, harm, True)
    m.seats[BOMBARDIER] = m.men[Position.NAVIGATOR]
    ref = referee(3, 4)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target is False
    assert rolled(ref) == ["O-7"]


def test_12_4_a_bombardier_who_is_not_in_the_nose_cannot_aim() -> None:
    m = over()
    m.men[BOMBARDIER].compartment = Section.WAIST
    ref = referee(3, 4)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target is False


@pytest.mark.parametrize("changes", [{"cable_hits": 1}, {"intercom_out": True}, {"nav_equipment_out": True}])
def test_12_2_what_does_not_spoil_the_run(changes: dict[str, object]) -> None:
    m = over(**changes)
    ref = referee(3, 3, 4)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target


# ------------------------------------------------------------------ 12.3


@pytest.mark.parametrize(
    ("changes", "modifier"),
    [
        ({}, 0),
        ({"flak_hit_on_run": True}, -1),
        ({"weather": Weather.POOR}, -1),
        ({"weather": Weather.BAD}, -2),
        ({"bomb_controls_out": True}, -3),
        ({"bomb_release_out": True}, -3),
        ({"bomb_controls_out": True, "bomb_release_out": True}, -3),
        ({"bomb_controls_out": True, "flak_hit_on_run": True}, -4),  # errata 13
        ({"autopilot_out": True}, -2),
        ({"autopilot_out": True, "weather": Weather.BAD, "flak_hit_on_run": True}, -5),
    ],
)
def test_12_3_the_modifiers_of_O_6(changes: dict[str, object], modifier: int) -> None:
    """O-1 effects, O-6 modifiers, O-6 note 2, O-6 note 3."""
    m = over(**changes)
    ref = referee(6, 3, 4)
    target.bomb_run(ref, m)
    done(ref)
    assert sum(mod.value for mod in target.aim_mods(m)) == modifier
    assert m.on_target is (6 + modifier >= 3)


@pytest.mark.parametrize(
    ("missions", "light", "modifier"), [(9, 0, 0), (10, 0, 1), (10, 1, 1), (10, 2, -1), (0, 2, -1), (0, 1, 0)]
)
def test_12_3_a_veteran_bombardier_and_a_wounded_one(missions: int, light: int, modifier: int) -> None:
    """O-6 modifiers."""
    m = over()
    man = m.men[BOMBARDIER]
    man.airman.missions, man.light = missions, light
    ref = referee(3 - modifier, 3, 4)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target
    assert sum(mod.value for mod in target.aim_mods(m)) == modifier


# ------------------------------------------------------------------ O-7


def test_12_4_O_7_the_percentages() -> None:
    on = [75, 60, 30, 20, 30, 40, 30, 20, 30, 50]
    off = [10, 5, 0, 0, 0, 0, 0, 0, 0, 5, 10]
    assert [target.ACCURACY.at(total) for total in range(2, 12)] == on
    assert [target.ACCURACY.at(total, 1) for total in range(2, 13)] == off


@pytest.mark.parametrize(("faces", "percent"), [((1, 1), 90), ((3, 4), 95), ((6, 6), 100)])
def test_12_4_O_7_a_12_on_target_is_88_and_two_dice(faces: tuple[int, int], percent: int) -> None:
    m = over()
    ref = referee(3, 6, 6, *faces)
    target.bomb_run(ref, m)
    done(ref)
    assert m.percent == percent
    assert rolled(ref) == ["O-6", "O-7", "O-7-best"]


def test_12_4_O_7_a_12_off_target_rolls_no_more() -> None:
    m = over()
    ref = referee(1, 6, 6)
    target.bomb_run(ref, m)
    done(ref)
    assert m.percent == 10
