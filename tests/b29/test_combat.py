"""The combat step of a turn, from 5-1 to the last fighter."""

from __future__ import annotations

from flakhouse.games.b29 import combat
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Formation, Resistance
from tests.b29.helpers import done, mission, noted, referee, rolled


def low(**changes: object) -> Mission:
    """At LO, so that nobody asks about cabin pressure."""
    m = mission(12, expected=Resistance.LIGHT, **changes)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    m.target.modifiers = {}
    return m


def test_5_1_nothing_outside_the_zones() -> None:
    m = low(zone=5, resistance=Resistance.HEAVY, evading=True, lit=True)
    ref = referee()
    combat.combat_step(ref, m)
    done(ref)
    assert m.resistance is Resistance.NONE
    assert not m.evading
    assert not m.lit


def test_5_1_none_ends_the_step() -> None:
    m = low()
    ref = referee(1, 2)
    combat.combat_step(ref, m)
    done(ref)
    assert rolled(ref) == ["5-1"]


def test_5_2_A_no_attack() -> None:
    m = low()
    ref = referee(4, 4, 6)
    combat.combat_step(ref, m)
    done(ref)
    assert m.resistance is Resistance.MODERATE


def test_5_1_B_depressurizing_comes_before_5_1() -> None:
    m = mission(12, expected=Resistance.LIGHT)
    ref = referee(1, 1, answers=["depressurize-combat=no"])
    combat.combat_step(ref, m)
    done(ref)
    assert rolled(ref) == ["5-1"]


def test_5_0_a_whole_day_combat_empties_the_placement_chart() -> None:
    m = low()
    # Moderate, attack; Tojo (9 - 1); 3 o'clock Low; two lower turrets by default; average pilot; both miss;
    # 5-9 misses (7); no threat
    ref = referee(4, 4, 1, 4, 5, 2, 2, 1, 4, 4, 2, 3, 2, 3, 3, 4, 3, 3, defaults=True)
    combat.combat_step(ref, m)
    done(ref)
    assert rolled(ref) == ["5-1", "5.2A-attack", "5-2", "5-3", "5-4", "5-5", "5-7", "5-7", "5-9", "5.5-threat"]
    assert m.fighters == []
    assert "fighter-misses" in noted(ref)


def test_5_8_night_goes_its_own_way() -> None:
    m = low(night=True, formation=Formation.NONE)
    ref = referee(4, 4, 1, 1)
    combat.combat_step(ref, m)
    done(ref)
    assert rolled(ref) == ["5-1", "5-15"]
