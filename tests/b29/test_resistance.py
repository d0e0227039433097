"""5.1 and 5.2A: where fighters reach, 5-1 with every modifier, the attack die, the Streamliner's switches."""

from __future__ import annotations

import pytest

from flakhouse.games.b29.combat import resistance
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Mission, Times
from flakhouse.games.b29.words import (
    Altitude,
    Escort,
    Formation,
    Leg,
    Resistance,
    Weather,
)
from tests.b29.helpers import done, mission, referee, rolled


@pytest.mark.parametrize(
    ("zone", "number", "reach"),
    [(1, 5, False), (9, 5, False), (10, 5, True), (14, 20, True), (6, 5, True), (6, 10, True), (6, 11, False)],
)
def test_5_1_A_zones_10_to_14_and_zone_6_before_iwo(zone: int, number: int, reach: bool) -> None:
    assert resistance.in_reach(mission(number, zone=zone)) is reach


@pytest.mark.parametrize(
    ("leg", "take_off", "landing", "reach"),
    [
        (Leg.BACK, False, True, False),
        (Leg.OUT, False, True, True),
        (Leg.BACK, True, True, True),
        (Leg.BACK, False, False, True),
    ],
)
def test_5_1_A_exception_zone_6_home_after_dark(leg: Leg, take_off: bool, landing: bool, reach: bool) -> None:
    m = mission(5, zone=6, leg=leg, times=Times(take_off=take_off, landing=landing))
    assert resistance.in_reach(m) is reach


def test_2_2_truk_fighters_in_zone_5_only() -> None:
    m = mission(1, zone=5, training=True)
    assert resistance.in_reach(m)
    m.zone = 6
    assert not resistance.in_reach(m)


def keys(m: Mission) -> dict[str, int]:
    return {mod.key or "zone": mod.value for mod in resistance.modifiers(m)}


def test_5_1_a_plain_mission_in_formation() -> None:
    m = mission(12, expected=Resistance.LIGHT)
    assert keys(m) == {"zone": -2, "iwo": -1}


@pytest.mark.parametrize(
    ("changes", "key", "value"),
    [
        ({"expected": Resistance.HEAVY}, "expected_heavy", 1),
        ({"expected": Resistance.NONE}, "expected_none", -1),
        ({"zone": 11}, "zone", 1),
        ({"weather": Weather.POOR}, "poor", -1),
        ({"weather": Weather.BAD}, "bad", -2),
        ({"tight": True}, "tight", -1),
        ({"difficult": 1}, "difficult", 1),
        ({"escort": Escort.HELLCAT}, "hellcat", -1),
        ({"escort": Escort.P38}, "p38", -1),
        ({"escort": Escort.P51}, "p51", -2),
        ({"leg": Leg.BACK}, "inbound", 1),
        ({"formation": Formation.OUT}, "out_of_formation", 2),
        ({"disrupted": True}, "disrupted", 1),
    ],
)
def test_5_1_each_modifier(changes: dict[str, object], key: str, value: int) -> None:
    """4-2b, 4-11 note."""
    changes = {"expected": Resistance.LIGHT, **changes}
    assert keys(mission(12, **changes))[key] == value


def test_5_1_altitude_is_the_present_one_and_lo_counts_by_day_only() -> None:
    m = mission(12)
    m.plane.altitude = Altitude.HI
    assert keys(m)["hi"] == -2
    m.plane.altitude = Altitude.LO
    assert keys(m)["lo"] == 1
    m.night, m.formation = True, Formation.NONE
    assert "lo" not in keys(m)
    assert "out_of_formation" not in keys(m)


def test_5_1_disrupted_not_out_of_formation_nor_at_night() -> None:
    assert "disrupted" not in keys(mission(12, disrupted=True, formation=Formation.OUT))
    assert "disrupted" not in keys(mission(12, disrupted=True, night=True, formation=Formation.NONE))


def test_table_5_1_iwo_modifier_from_mission_11() -> None:
    assert "iwo" not in keys(mission(10))
    assert keys(mission(11))["iwo"] == -1


@pytest.mark.parametrize(
    ("faces", "level"),
    [
        ((1, 2), Resistance.NONE),
        ((2, 2), Resistance.LIGHT),
        ((3, 3), Resistance.LIGHT),
        ((3, 4), Resistance.MODERATE),
        ((4, 5), Resistance.MODERATE),
        ((5, 5), Resistance.HEAVY),
        ((6, 6), Resistance.HEAVY),
    ],
)
def test_table_5_1_bands(faces: tuple[int, int], level: Resistance) -> None:
    m = mission(10, expected=Resistance.LIGHT)
    m.target.modifiers = {}
    ref = referee(*faces)
    assert resistance.level(ref, m) is level
    done(ref)


@pytest.mark.parametrize(
    ("faces", "level"),
    [
        ((2, 2), Resistance.NONE),
        ((2, 3), Resistance.LIGHT),
        ((3, 4), Resistance.LIGHT),
        ((4, 4), Resistance.MODERATE),
        ((5, 5), Resistance.MODERATE),
        ((5, 6), Resistance.HEAVY),
    ],
)
def test_R_2_R_4_streamliner_bands_without_the_iwo_modifier(faces: tuple[int, int], level: Resistance) -> None:
    """GTS 10, GTS 10 modifiers."""
    m = mission(12, expected=Resistance.LIGHT, options=Options(gts_bands=True))
    m.target.modifiers = {}
    ref = referee(*faces)
    assert resistance.level(ref, m) is level
    assert rolled(ref) == ["GTS-10"]


def test_R_3_low_by_day_is_plus_one_with_the_streamliner_too() -> None:
    """GTS 10 modifiers."""
    m = mission(12, options=Options(gts_bands=True))
    m.plane.altitude = Altitude.LO
    assert keys(m)["lo"] == 1


@pytest.mark.parametrize(
    ("level", "last", "gts_last"),
    [(Resistance.LIGHT, 2, 1), (Resistance.MODERATE, 3, 2), (Resistance.HEAVY, 4, 3)],
)
def test_5_2_A_attack_die_and_R_1(level: Resistance, last: int, gts_last: int) -> None:
    """GTS 11, R-1."""
    for die in range(1, 7):
        assert resistance.attacked(referee(die), mission(12, resistance=level)) is (die <= last)
        m = mission(12, resistance=level, options=Options(gts_odds=True))
        assert resistance.attacked(referee(die), m) is (die <= gts_last)
