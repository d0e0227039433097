"""5.6 Successive attacks and the rounds of a day's combat."""

from __future__ import annotations

import pytest

from flakhouse.games.b29.combat import successive
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import (
    Angle,
    Clock,
    EngineState,
    FighterType,
    Formation,
    GunName,
    Position,
)
from tests.b29.helpers import done, mission, referee, rolled

KEEN = [FighterType.FRANK, FighterType.TOJO, FighterType.JACK]
SLOW = [FighterType.NICK, FighterType.TONY, FighterType.ZEKE, FighterType.OSCAR, FighterType.GEORGE]


def lame(m: Mission) -> Mission:
    m.formation = Formation.OUT
    m.plane.engines[0].state = EngineState.FEATHERED
    return m


def after(kind: FighterType, attacks: int = 1, **more: object) -> Fighter:
    f = Fighter(kind, Clock.C12, Angle.HIGH, scored=True, attacks=attacks, name=f"{kind.value} A")
    for key, value in more.items():
        setattr(f, key, value)
    return f


def back(m: Mission, f: Fighter, *faces: int) -> bool:
    ref = referee(*faces)
    result = successive.returns(ref, m, f)
    done(ref)
    return result


@pytest.mark.parametrize("kind", KEEN)
def test_5_6_A_frank_tojo_jack_come_back_on_4_to_6(kind: FighterType) -> None:
    assert [back(mission(), after(kind), die) for die in range(1, 7)] == [False] * 3 + [True] * 3


@pytest.mark.parametrize("kind", SLOW)
def test_5_6_A_the_others_only_to_a_lone_bomber_with_an_engine_out(kind: FighterType) -> None:
    assert not back(mission(), after(kind))
    assert not back(mission(formation=Formation.OUT), after(kind))
    m = mission()
    m.plane.engines[0].state = EngineState.FEATHERED
    assert not back(m, after(kind))
    assert back(lame(mission()), after(kind), 4)


def test_R_109_an_engine_on_reduced_power_is_not_out() -> None:
    m = mission(formation=Formation.OUT)
    m.plane.engines[0].state = EngineState.REDUCED
    assert not back(m, after(FighterType.ZEKE))


@pytest.mark.parametrize("spoilt", [{"scored": False}, {"fca": 1}, {"gone": True}, {"destroyed": True}])
def test_5_6_A_misses_damaged_ones_and_near_misses_leave(spoilt: dict[str, bool]) -> None:
    """R-110."""
    assert not back(lame(mission()), after(FighterType.FRANK, **spoilt))


def test_5_6_C_second_return_needs_all_four_conditions() -> None:
    """R-53."""
    assert not back(mission(), after(FighterType.FRANK, 2))
    assert back(lame(mission()), after(FighterType.FRANK, 2), 6)
    assert not back(lame(mission()), after(FighterType.FRANK, 2, fca=1))
    assert not back(lame(mission()), after(FighterType.FRANK, 2, scored=False))


def test_5_6_C_never_a_fourth_attack() -> None:
    """R-53."""
    assert not back(lame(mission()), after(FighterType.FRANK, 3))


FIRST = {
    2: "Vertical Climb",
    3: "Vertical Climb",
    4: "6 Low",
    5: "10:30 Low",
    6: "9 Low",
    7: "6 Low",
    8: "3 Low",
    9: "1:30 Low",
    10: "6 Low",
    11: "9 Low",
    12: "3 Low",
}
SECOND = {2: "", 3: "6", 4: "9", 5: "12", 6: "1:30", 7: "12", 8: "10:30", 9: "12", 10: "3", 11: "9", 12: "3"}


def placed(m: Mission, kind: FighterType, total: int) -> str:
    m.fighters = [after(kind)]
    first = max(1, total - 6)
    ref = referee(first, total - first)
    successive._place_again(ref, m)
    done(ref)
    return m.fighters[0].where()


@pytest.mark.parametrize("total", range(2, 13))
def test_5_13_both_columns_R_52(total: int) -> None:
    """5.6B, R-52."""
    assert placed(mission(), FighterType.TOJO, total) == FIRST[total]
    clock = SECOND[total]
    for kind in (*KEEN, *SLOW):
        angle = "High" if kind in KEEN else "Low"
        expected = f"{clock} {angle}" if clock else "Vertical Climb"
        assert placed(lame(mission()), kind, total) == expected


def test_5_13_one_fighter_to_a_place() -> None:
    """5.6B."""
    m = mission()
    m.fighters = [after(FighterType.FRANK), after(FighterType.TOJO)]
    ref = referee(3, 4, 2, 2, 4, 4)  # 6 Low, again 6 Low, 3 Low
    successive._place_again(ref, m)
    done(ref)
    assert [f.where() for f in m.fighters] == ["6 Low", "3 Low"]


def test_5_13_more_fighters_than_places_share() -> None:
    m = mission()
    m.fighters = [after(FighterType.FRANK) for _ in range(7)]
    ref = referee(1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 1, 1)
    successive._place_again(ref, m)
    done(ref)
    assert [f.where() for f in m.fighters].count("Vertical Climb") == 2


# ------------------------------------------------------------------ whole combats

QUIET = Options(collision=False, passing_shot=False)


def unarmed(m: Mission) -> Mission:
    for gun in m.plane.guns.values():
        gun.armed = False
    return m


def test_5_2_to_5_6_frank_hits_returns_and_misses() -> None:
    m = unarmed(mission(options=QUIET))
    m.fighters.append(Fighter(FighterType.FRANK, Clock.C12, Angle.LEVEL, name="Frank A"))
    # 5-5 average; 5-9 hit, 1 shell, superficial; back on 4; 5-13: 3 Low; 5-9 misses
    ref = referee(4, 4, 5, 5, 3, 4, 1, 1, 4, 4, 4, 2, 2)
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-5", "5-9", "5-10", "5-11", "5.6A-return", "5-13", "5-9"]
    assert m.fighters == []


def test_5_6_C_three_attacks_at_most() -> None:
    m = unarmed(lame(mission(options=QUIET)))
    m.fighters.append(Fighter(FighterType.FRANK, Clock.C12, Angle.LEVEL, name="Frank A"))
    once = (6, 6, 3, 4, 1, 2)  # hit, 1 shell, superficial at 12 level and high
    ref = referee(4, 4, *once, 5, 3, 4, *once, 5, 3, 4, *once, answers=["evade-day=no"])
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref).count("5-9") == 3
    assert rolled(ref).count("5-5") == 1


def test_5_3_own_fire_before_theirs_and_a_kill_ends_it() -> None:
    m = mission(options=QUIET)
    for gun in m.plane.guns.values():
        gun.armed = gun.name is GunName.AFT_UPPER
    m.fighters.append(Fighter(FighterType.TONY, Clock.C12, Angle.HIGH, name="Tony A"))
    ref = referee(4, 4, 6, 6, 6, 6, answers=["CFC > Tony A"])
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-5", "5-7", "5-8"]


def test_7_6_B_D10_a_sight_left_alone_is_manned_before_fire_is_allocated() -> None:
    m = mission(options=QUIET)
    m.men[Position.CFC].dead = True
    for gun in m.plane.guns.values():
        gun.armed = gun.name is GunName.AFT_UPPER
    m.fighters.append(Fighter(FighterType.TONY, Clock.C12, Angle.HIGH, name="Tony A"))
    ref = referee(4, 4, 6, 6, 6, 6, answers=["take-sight=Radar Operator", "CFC > Tony A"])
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-5", "5-7", "5-8"]
    assert m.men[Position.RADAR_OPERATOR].kills == 1


def test_5_3_passing_shot_after_the_fighter_s_own_combat() -> None:
    m = mission(options=Options())
    for gun in m.plane.guns.values():
        gun.armed = gun.name is GunName.TAIL
    m.fighters.append(Fighter(FighterType.FRANK, Clock.C12, Angle.HIGH, name="Frank A"))
    # average; hits, 1 shell superficial; no collision threat; passing shot: 11 - 1 hits: FCA -> it does not return
    ref = referee(4, 4, 5, 5, 3, 4, 1, 2, 3, 4, 5, 6, 1, 1, answers=["Tail Gunner > Frank A"])
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-5", "5-9", "5-10", "5-11", "5.5-threat", "5-7", "5-8"]


def test_5_3_note_c_a_rammer_does_not_shoot_and_does_not_return() -> None:
    m = unarmed(mission())
    m.fighters.append(Fighter(FighterType.FRANK, Clock.C12, Angle.HIGH, ram=True, name="Frank A"))
    ref = referee(4, 4, 3, 3)
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-5", "5-3c-ram"]


def test_5_3_note_b_a_baka_has_no_status_and_no_5_5() -> None:
    m = unarmed(mission(20))
    m.fighters.append(Fighter(FighterType.BAKA, Clock.C6, Angle.LEVEL, name="Baka A"))
    ref = referee(3, 3)
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-3b-strike"]


def test_5_3_note_b_a_baka_shot_down_may_hurt() -> None:
    m = mission(20)
    for gun in m.plane.guns.values():
        gun.armed = gun.name is GunName.TAIL
    m.fighters.append(Fighter(FighterType.BAKA, Clock.C6, Angle.LEVEL, name="Baka A"))
    ref = referee(5, 6, 4, 4, 6, answers=["Tail Gunner > Baka A"])
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-3b-fire", "5-3b-damage", "5-3b-blast"]


def test_5_7_evading_by_day_counts_on_5_7_5_9_and_5_5() -> None:
    """R-113."""
    m = mission(20, formation=Formation.OUT, options=Options(passing_shot=False))
    for gun in m.plane.guns.values():
        gun.armed = gun.name is GunName.AFT_UPPER
    m.fighters.append(Fighter(FighterType.TONY, Clock.C12, Angle.HIGH, name="Tony A"))
    # 10 - 1 misses; 9 - 1 misses; 11 - 1 no threat
    ref = referee(4, 4, 4, 6, 4, 5, 5, 6, answers=["evade-day=yes", "CFC > Tony A"])
    successive.day_combat(ref, m)
    done(ref)
    assert rolled(ref) == ["5-5", "5-7", "5-9", "5.5-threat"]
