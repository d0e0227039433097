"""The turn step by step (2A, 2B, manual 4.1-4.3), with whole flights on given dice."""

from __future__ import annotations

import pytest

from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError
from flakhouse.games.b17 import combat, engines, flak, mission
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import Cover, EngineState, Leg, Root, Section, Surface
from tests.b17 import helpers
from tests.b17.helpers import done, noted, referee, rolled


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waves come to nothing and the flight ends over England, so that only the turn itself is seen."""

    def land(ref: Referee, m: Mission) -> None:
        raise MissionEnded

    monkeypatch.setattr(combat, "wave", lambda ref, m: False)
    monkeypatch.setattr(landing, "land_in_england", land)


def _flight(number: int = 3, zone: int = 2, **changes: object) -> Mission:
    """Take-off for a target in this zone; cover is Good without a roll."""
    m = helpers.mission(number, zone=1, turn=0, **changes)
    m.target.zone = zone
    m.target.modifiers = dict.fromkeys(range(2, zone + 1), 0)
    m.target.letters = {z: (Surface.FRANCE,) for z in range(2, zone + 1)}
    return m


def _turn(ref: Referee, m: Mission, last: str = "end") -> None:
    """One turn up to and with this step."""
    for name, step in mission.STEPS:
        step(ref, m)
        if name == last:
            return


def _no_flak(monkeypatch: pytest.MonkeyPatch) -> None:
    """No flak, no dice for it."""
    monkeypatch.setattr(flak, "over_target", lambda ref, m: ref.note("flak", level="No Flak", when="now"))


def test_2B_0_the_order_over_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """B-2 note 1."""
    _no_flak(monkeypatch)
    m, ref = _flight(), referee(3, 4, 1, 6, 3, 4, 1, answers=["go-on"])
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "O-6", "O-7", "B-2"]
    told = [
        "zone",
        "weather",
        "cover",
        "resistance",
        "flak",
        "bombs-away",
        "turns-home",
        "cover",
        "resistance",
        "zone",
    ]
    assert noted(ref) == told
    done(ref)


def test_2_0_a_target_in_zone_2_takes_two_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = _flight(), referee(3, 4, 1, 6, 3, 4, 1, defaults=True)
    mission.fly(ref, m)
    assert (m.turn, m.zone, m.leg, m.bomb_run, m.plane.bombs) == (2, 1, Leg.BACK, True, False)


def test_1_6_from_base_it_takes_one_turn_more(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = _flight(), referee(3, 4, 1, 6, 3, 4, 1, defaults=True)
    m.zone = 0
    mission.fly(ref, m)
    assert (m.turn, m.zone) == (3, 1)


def test_2A_the_way_out_and_home_zone_by_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """manual 4.1e, manual 4.3b, G-5 note 2."""
    _no_flak(monkeypatch)
    m, ref = _flight(zone=4), referee(1, 1, 3, 4, 1, 6, 3, 4, 1, 1, 1, defaults=True)
    mission.fly(ref, m)
    assert rolled(ref) == ["B-1", "B-1", "O-1", "B-2", "O-6", "O-7", "B-2", "B-1", "B-1"]
    assert m.turn == 6
    done(ref)


def test_2B_1_cover_is_rolled_again_after_turning_in_zones_2_to_4(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = _flight(12), referee(3, 4, 1, 1, 6, 3, 4, 6, 1, defaults=True)
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "G-5", "B-2", "O-6", "O-7", "G-5", "B-2"]
    assert m.cover is Cover.GOOD


def test_2B_1_no_cover_over_a_target_beyond_zone_4(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = helpers.mission(zone=4), referee(3, 4, 1, 6, 3, 4, 1, defaults=True)
    _turn(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "O-6", "O-7", "B-2"]
    assert (m.zone, m.leg, m.cover) == (5, Leg.BACK, Cover.NONE)


def test_13_1_an_abort_over_the_target_skips_flak_and_run_but_not_the_second_combat() -> None:
    m, ref = _flight(), referee(3, 4, 1, 1, answers=["abort", "drop"])
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "B-2"]
    assert (m.bomb_run, m.aborted, m.turn) == (False, True, 2)
    assert "turns-home" in noted(ref)
    done(ref)


def test_13_1_an_abort_short_of_the_target_turns_the_plane_round() -> None:
    m, ref = _flight(zone=4), referee(1, answers=["abort", "drop"])
    mission.fly(ref, m)
    assert rolled(ref) == ["B-1"]
    assert (m.zone, m.turn, m.abort_zone) == (1, 2, 2)
    done(ref)


def test_2B_2_without_bombs_there_is_neither_flak_nor_run() -> None:
    m, ref = _flight(bombs=False), referee(3, 4, 1, 1, answers=["go-on"])
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "B-2"]
    assert (m.abort_cause, m.in_formation, m.on_target) == ("no bombs left", True, None)


def test_2B_3_jammed_doors_no_drop(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = _flight(bomb_doors_out=True), referee(3, 4, 1, 1, defaults=True)
    m.options.short_abort_list = True
    mission.fly(ref, m)
    assert (m.bomb_run, m.on_target) == (True, None)
    assert "bombs-hung" in noted(ref)


def _heavy(zone: int = 2) -> Mission:
    """Alone with an engine out and bombs aboard."""
    m = _flight(zone=zone, in_formation=False)
    m.plane.engines[0].state = EngineState.FEATHERED
    return m


def test_2_5_slow_on_arrival_the_run_comes_on_the_second_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = _heavy(), referee(3, 4, 1, 1, 6, 3, 4, 1, defaults=True)
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "B-2", "O-6", "O-7", "B-2"]
    assert m.turn == 3  # without bombs one engine out is not slow any more
    done(ref)


def test_2_5_slow_after_turning_one_more_turn_homeward(monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(ref: Referee, m: Mission) -> None:
        m.plane.bursts_inside.append(Section.WAIST)
        m.in_formation = False

    monkeypatch.setattr(flak, "over_target", burst)
    m, ref = _flight(), referee(3, 4, 1, 6, 3, 4, 1, 1, defaults=True)
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "O-6", "O-7", "B-2", "B-2"]
    assert m.turn == 3
    assert noted(ref).count("stay") == 1


def test_2_1_slow_on_arrival_and_after_turning_is_two_turns_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(ref: Referee, m: Mission) -> None:
        m.plane.bursts_inside.append(Section.WAIST)

    monkeypatch.setattr(flak, "over_target", burst)
    m, ref = _heavy(), referee(3, 4, 1, 1, 6, 3, 4, 1, defaults=True)
    mission.fly(ref, m)
    assert rolled(ref) == ["O-1", "B-2", "B-2", "O-6", "O-7", "B-2"]
    assert (m.turn, noted(ref).count("stay")) == (3, 1)
    done(ref)


def test_8_2_low_flak_over_the_target_comes_once_out_and_back() -> None:
    m = helpers.mission(3, zone=4, in_formation=False, low=True, bombs=False)
    m.options.short_abort_list = True
    ref = referee(3, 4, 1, 3, 4, 3, 4, 1, answers=["go-on", "done"], defaults=True)
    _turn(ref, m)
    assert (m.zone, m.leg) == (5, Leg.BACK)
    assert rolled(ref) == ["O-1", "B-2", "O-3", "O-3", "B-2"]
    done(ref)


def test_2_3_each_of_two_turns_has_its_waves_but_one_cover_roll() -> None:
    m = helpers.mission(zone=4, leg=Leg.BACK, in_formation=False, low=True, bombs=False)
    m.target.letters = dict.fromkeys(range(2, 6), (Surface.WATER,))
    m.plane.engines[0].state = m.plane.engines[1].state = EngineState.FEATHERED
    ref = referee(1, 1, 1, 1, 1, 1, defaults=True)
    m.turns_here = 2
    mission.fly(ref, m)
    assert rolled(ref) == ["G-5", "B-1", "B-1", "G-5", "B-1", "B-1"]


def _flak_stops(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    """The flak over the target stops these engines and does nothing else."""

    def stop(ref: Referee, m: Mission) -> None:
        m.cause = Root.FLAK
        for number in numbers:
            engines.out(ref, m, m.plane.engines[number - 1], EngineState.FEATHERED)

    monkeypatch.setattr(flak, "over_target", stop)
    monkeypatch.setattr(flak, "low_altitude", lambda ref, m: None)


@pytest.mark.parametrize("numbers", [(1, 2), (1, 2, 3)])
def test_11_0_two_engines_lost_to_flak_end_the_run(
    monkeypatch: pytest.MonkeyPatch, numbers: tuple[int, ...]
) -> None:
    _flak_stops(monkeypatch, *numbers)
    m, ref = _flight(), referee(3, 4, 1, 1, 1, defaults=True)
    mission.fly(ref, m)
    assert (m.bomb_run, m.on_target, m.plane.bombs, m.in_formation, m.plane.low) == (
        False,
        None,
        False,
        False,
        True,
    )
    assert (m.aborted, m.abort_counts) == (True, True)
    assert "bombs-jettisoned" in noted(ref)
    assert "O-6" not in rolled(ref)


def test_11_1_with_one_engine_lost_to_flak_the_target_is_still_bombed(monkeypatch: pytest.MonkeyPatch) -> None:
    _flak_stops(monkeypatch, 1)
    m, ref = _flight(), referee(3, 4, 1, 6, 3, 4, 1, answers=["abort=go-on", "engine-bombs=bomb"], defaults=True)
    mission.fly(ref, m)
    assert (m.on_target, m.percent, m.in_formation, m.plane.low) == (True, 40, True, False)


def test_11_1_bombs_jettisoned_after_the_flak_make_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    _flak_stops(monkeypatch, 1)
    answers = ["abort=go-on", "engine-bombs=jettison"]
    m, ref = _flight(), referee(3, 4, 1, 1, answers=answers, defaults=True)
    mission.fly(ref, m)
    assert (m.bomb_run, m.on_target, m.in_formation, m.aborted) == (False, None, True, True)


def test_2A_6_low_flak_after_the_fighters(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(flak, "low_altitude", lambda ref, m: heard.append(f"flak after {len(rolled(ref))} roll"))
    m, ref = helpers.mission(zone=4, leg=Leg.BACK, in_formation=False, low=True), referee(1)
    m.number = 3
    _turn(ref, m, "low-flak")
    assert heard == ["flak after 1 roll"]


def test_2A_6_no_low_flak_at_altitude(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(flak, "low_altitude", lambda ref, m: heard.append("flak"))
    m, ref = helpers.mission(), referee()
    mission.low_flak_step(ref, m)
    assert heard == []


def test_2A_2_weather_is_rolled_once_and_on_the_way_out() -> None:
    """O-1 note 1."""
    m, ref = helpers.mission(zone=5, weather_rolled=True), referee()
    mission.weather_step(ref, m)
    home = helpers.mission(zone=5, leg=Leg.BACK)
    mission.weather_step(ref, home)
    far = helpers.mission(zone=4)
    mission.weather_step(ref, far)
    assert rolled(ref) == []


def test_2A_7_frost_comes_after_the_combat_and_before_the_orders() -> None:
    names = [name for name, _ in mission.STEPS]
    assert names.index("combat") < names.index("target") < names.index("cold") < names.index("orders")
    assert " ".join(names) == ("move weather cover combat low-flak abort-early target cold orders abort end")


def test_11_6_errata_31_a_forced_landing_waits_for_the_fighters(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(ref: Referee, m: Mission, why: str) -> None:
        ref.note("down", why=why)
        raise MissionEnded

    monkeypatch.setattr(landing, "land_or_bail", down)
    m = helpers.mission(zone=4, leg=Leg.BACK, in_formation=False, low=True, bombs=False, one_engine_zones=1)
    m.number = 3
    m.target.letters = dict.fromkeys(range(2, 6), (Surface.WATER,))
    for engine in m.plane.engines[:3]:
        engine.state = EngineState.FEATHERED
    m.turns_here = 2
    ref = referee(1, defaults=True)
    mission.fly(ref, m)
    assert noted(ref)[-1] == "down"
    assert rolled(ref) == ["B-1"]
    assert m.zone == 3


def test_2_0_a_position_may_start_at_any_step(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_flak(monkeypatch)
    m, ref = _flight(), referee(6, 3, 4, 1, defaults=True)
    m.zone, m.turn, m.weather_rolled = 2, 1, True
    mission.fly(ref, m, "target")
    assert rolled(ref) == ["O-6", "O-7", "B-2"]
    with pytest.raises(PositionError):
        mission.fly(ref, m, "lunch")


def test_2_4_nothing_happens_in_zone_1_outbound() -> None:
    m, ref = _flight(), referee()
    for name, step in mission.STEPS[1:]:
        step(ref, m)
        assert noted(ref) == [], name
    assert (m.zone, m.leg, rolled(ref)) == (1, Leg.OUT, [])


def test_11_1_bombs_kept_for_a_target_that_is_given_up_go_or_end_formation_flying() -> None:
    m = helpers.mission(zone=5, weather_rolled=True, aborted=True, abort_zone=5, abort_cause="by choice")
    m.plane.engines[0].state = EngineState.FEATHERED
    m.engine_bombs_kept = True
    ref = referee(1, answers=["keep"])
    mission.target_step(ref, m)
    assert (m.leg, m.in_formation, m.plane.bombs) == (Leg.BACK, False, True)
    done(ref)
