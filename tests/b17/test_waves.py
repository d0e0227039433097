"""2A.3 to 2A.5: cover, the number of waves, wave after wave."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import combat, waves
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Cover, Leg, Squadron, Weather
from tests.b17.helpers import done, mission, noted, referee, rolled


def _sum(m: Mission) -> int:
    """All modifiers to the waves in an ordinary zone."""
    return sum(mod.value for mod in waves.wave_mods(m, waves.B1))


@pytest.mark.parametrize(
    ("face", "cover"),
    [(1, "Poor"), (2, "Poor"), (3, "Fair"), (4, "Fair"), (5, "Good"), (6, "Good")],
)
def test_G_5_cover(face: int, cover: str) -> None:
    m, ref = mission(), referee(face)
    waves.cover_step(ref, m)
    assert m.cover is Cover(cover)
    assert noted(ref) == ["cover"]
    done(ref)


@pytest.mark.parametrize("zone", [1, 5, 6, 7, 8])
def test_2A_3_no_cover_beyond_zone_4(zone: int) -> None:
    """G-5 note 2."""
    m, ref = mission(zone=zone, cover=Cover.GOOD), referee()
    waves.cover_step(ref, m)
    assert m.cover is Cover.NONE


@pytest.mark.parametrize("zone", [2, 3, 4])
def test_2A_3_cover_on_missions_1_to_5_is_good_without_a_roll(zone: int) -> None:
    """G-5 note 1."""
    m, ref = mission(5, zone=zone, leg=Leg.BACK), referee()
    waves.cover_step(ref, m)
    assert m.cover is Cover.GOOD
    assert rolled(ref) == []


def test_2A_3_mission_6_rolls() -> None:
    """G-5 note 1."""
    m, ref = mission(6), referee(1)
    waves.cover_step(ref, m)
    assert m.cover is Cover.POOR


def test_2_3_cover_is_kept_for_the_second_turn() -> None:
    m, ref = mission(new_zone=False, cover=Cover.FAIR), referee()
    waves.cover_step(ref, m)
    assert m.cover is Cover.FAIR


@pytest.mark.parametrize(("face", "count"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_B_1_waves(face: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fought: list[int] = []

    def wave(ref: Referee, m: Mission) -> bool:
        fought.append(m.zone)
        return True

    monkeypatch.setattr(combat, "wave", wave)
    m, ref = mission(), referee(face)
    waves.combat_step(ref, m)
    assert (m.waves, len(fought)) == (count, count)
    assert rolled(ref) == ["B-1"]
    assert m.safe_turn is (count == 0)


@pytest.mark.parametrize(("face", "count"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_B_2_waves_over_the_target(face: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat, "wave", lambda ref, m: True)
    m, ref = mission(zone=5), referee(face)
    waves.combat_step(ref, m)
    assert m.waves == count
    assert rolled(ref) == ["B-2"]


def test_2A_4_manual_4_2_switch_rolls_b1_over_the_target() -> None:
    m, ref = mission(zone=5), referee(1)
    m.options.target_b1 = True
    waves.combat_step(ref, m)
    assert rolled(ref) == ["B-1"]
    assert m.waves == 0


@pytest.mark.parametrize("zone", [0, 1])
def test_2_4_no_attacks_in_zone_1(zone: int) -> None:
    """G-11 note 2."""
    m, ref = mission(zone=zone), referee()
    waves.combat_step(ref, m)
    assert m.waves == 0
    assert noted(ref) == []


@pytest.mark.parametrize(
    ("squadron", "value"), [(Squadron.HIGH, 0), (Squadron.MIDDLE, -1), (Squadron.LOW, 1), (None, 0)]
)
def test_1_4_the_squadron_counts_in_formation(squadron: Squadron | None, value: int) -> None:
    assert _sum(mission(squadron=squadron)) == value


@pytest.mark.parametrize("squadron", [Squadron.MIDDLE, Squadron.LOW])
def test_9_2_the_squadron_does_not_count_out_of_formation(squadron: Squadron) -> None:
    """B-1 note 2."""
    assert _sum(mission(squadron=squadron, in_formation=False)) == 0


@pytest.mark.parametrize("in_formation", [True, False])
@pytest.mark.parametrize("event", [-1, 1])
def test_B_7_loose_and_tight_count_in_and_out_of_formation(event: int, in_formation: bool) -> None:
    assert _sum(mission(wave_mod=event, in_formation=in_formation)) == event


def test_B_1_the_figure_of_the_zone() -> None:
    """G-11 note 1."""
    assert _sum(mission(zone=2)) == -2


def test_B_1_a_figure_beyond_the_gazetteer_counts_too() -> None:
    m = mission(squadron=Squadron.LOW)
    m.target.modifiers[3] = -9
    assert _sum(m) == -8


def test_B_2_the_figure_of_the_zone_counts_over_the_target_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """G-11 note 1."""
    monkeypatch.setattr(combat, "wave", lambda ref, m: False)
    m, ref = mission(zone=5), referee(3)
    m.target.modifiers[5] = 1
    waves.combat_step(ref, m)
    assert rolled(ref) == ["B-2"]
    assert m.waves == 2  # 3 and 1: one more than without the figure


@pytest.mark.parametrize("weather", [Weather.POOR, Weather.BAD])
def test_B_2_poor_and_bad_weather_count_one(weather: object) -> None:
    """O-1 effects."""
    m = mission(zone=5, weather=weather, weather_rolled=True, squadron=Squadron.LOW, wave_mod=1)
    m.target.modifiers[5] = 1
    mods = waves.wave_mods(m, waves.B2)
    assert [mod.value for mod in mods] == [-1, 1, 1, 1]


def test_B_1_totals_beyond_the_ends_take_the_end_row() -> None:
    m, ref = mission(zone=2, squadron=Squadron.MIDDLE, wave_mod=-1), referee(1)
    waves.combat_step(ref, m)
    event = next(e for e in ref.events if isinstance(e, Rolled))
    assert (event.total, m.waves) == (-3, 0)


def test_2A_5_each_wave_is_fought_to_its_end_before_the_next_comes() -> None:
    m, ref = mission(), referee(6, 4, 1, 1, 5, 1, 1)
    m.options.pilot_quality = False
    for gun in m.plane.guns.values():
        gun.bursts = 0
    waves.combat_step(ref, m)
    assert rolled(ref) == ["B-1", "B-3", "M-3", "B-3", "M-3"]
    assert m.fighters == []
    done(ref)


def test_2A_7_a_turn_is_safe_when_every_wave_was_driven_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat, "wave", lambda ref, m: False)
    m, ref = mission(), referee(6)
    waves.combat_step(ref, m)
    assert (m.waves, m.safe_turn) == (2, True)


def test_3_11_falling_out_takes_effect_after_the_wave(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def wave(ref: Referee, m: Mission) -> bool:
        seen.append(m.in_formation)
        m.falls_out = "a propeller that cannot be feathered"
        assert m.in_formation is seen[-1]
        return True

    monkeypatch.setattr(combat, "wave", wave)
    m, ref = mission(), referee(6)
    waves.combat_step(ref, m)
    assert seen == [True, False]
    assert noted(ref) == ["resistance", "left-formation"]


def test_2A_4_the_log_tells_of_a_quiet_zone() -> None:
    m, ref = mission(), referee(1)
    waves.combat_step(ref, m)
    assert noted(ref) == ["resistance"]
    assert m.safe_turn
