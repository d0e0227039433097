"""5.4: tables 5-9 and 5-10 in both profiles, 5-11 with its notes, 5-12."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29.combat import offense
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import (
    COMPARTMENTS,
    Angle,
    Clock,
    EngineState,
    FighterType,
    Formation,
    Root,
    Section,
    Skill,
)
from tests.b29.helpers import done, mission, referee, rolled

S = Section


def fighter(
    clock: Clock = Clock.C12, angle: Angle = Angle.HIGH, kind: FighterType = FighterType.TOJO, **more: object
) -> Fighter:
    if clock in (Clock.DIVE, Clock.CLIMB):
        angle = Angle.NONE
    f = Fighter(kind, clock, angle, name=f"{kind.value} A")
    for key, value in more.items():
        setattr(f, key, value)
    return f


def dice(total: int) -> tuple[int, int]:
    first = max(1, total - 6)
    return first, total - first


NEED = {
    Clock.C12: 9,
    Clock.C130: 9,
    Clock.C1030: 9,
    Clock.C3: 8,
    Clock.C9: 8,
    Clock.C6: 7,
    Clock.DIVE: 9,
    Clock.CLIMB: 7,
}


@pytest.mark.parametrize("clock", list(Clock))
@pytest.mark.parametrize("historical", [False, True])
def test_5_9_hit_on_or_above_by_area_and_profile(clock: Clock, historical: bool) -> None:
    """5.4."""
    need = NEED[clock] + 2 * historical
    m = mission(options=Options(historical=historical))
    for total in range(2, 13):
        ref = referee(*dice(total))
        assert offense._hits(ref, m, fighter(clock)) is (total >= need)
        done(ref)


def modifiers(m: Mission, f: Fighter) -> list[int]:
    ref = referee(1, 1)
    offense._hits(ref, m, f)
    return [line.value for e in ref.events if isinstance(e, Rolled) for line in e.mods]


def test_5_9_modifiers() -> None:
    """5.4."""
    assert modifiers(mission(), fighter()) == []
    assert modifiers(mission(), fighter(fca=2)) == [-2]
    assert modifiers(mission(), fighter(skill=Skill.GREEN)) == [-1]
    assert modifiers(mission(), fighter(skill=Skill.ACE)) == [1]
    assert modifiers(mission(), fighter(skill=Skill.AVERAGE)) == []
    assert modifiers(mission(evading=True), fighter()) == [-1]


def test_7_2_two_engines_out_give_plus_one() -> None:
    m = mission()
    m.plane.engines[0].state = EngineState.FEATHERED
    assert modifiers(m, fighter()) == []
    m.plane.engines[3].state = EngineState.WINDMILLING
    assert modifiers(m, fighter()) == [1]


def test_5_9_historical_night_minus_one() -> None:
    night = {"night": True, "formation": Formation.NONE}
    assert modifiers(mission(20, **night), fighter()) == []
    assert modifiers(mission(20, **night, options=Options(historical=True)), fighter()) == [-1]


def test_5_9_natural_12_always_hits() -> None:
    f = fighter(fca=3, skill=Skill.GREEN)
    assert offense._hits(referee(6, 6), mission(evading=True), f)  # total 7


def test_5_4_A_a_miss_ends_it() -> None:
    """5.4D."""
    m = mission()
    f = fighter(scored=True)
    ref = referee(4, 4)
    offense.fire(ref, m, f)
    done(ref)
    assert not f.scored


def test_5_4_A_D_the_chain_5_9_5_10_5_11_5_12_damage() -> None:
    """5.4D."""
    m = mission()
    f = fighter()
    # hit; 7: one shell; 7: Nose; Tojo x 1; 7-1 row 7 superficial
    ref = referee(5, 4, 3, 4, 3, 4, 6, 3, 4)
    offense.fire(ref, m, f)
    done(ref)
    assert rolled(ref) == ["5-9", "5-10", "5-11", "5-12", "7-1"]
    assert f.scored
    assert m.cause is Root.FIGHTER


def test_5_4_B_C_areas_of_all_shells_before_the_multipliers() -> None:
    m = mission()
    # 9 on 5-10: two shells; Nose, superficial; Nick 5: x 3
    ref = referee(5, 4, 4, 5, 3, 4, 1, 2, 5, 3, 4, 3, 4, 3, 4)
    offense.fire(ref, m, fighter(kind=FighterType.NICK))
    done(ref)
    assert rolled(ref) == ["5-9", "5-10", "5-11", "5-11", "5-12", "7-1", "7-1", "7-1"]


def test_5_10_profile_historical() -> None:
    m = mission(options=Options(historical=True))
    # 11 hits at 12 o'clock; 5 is one shell in this profile; superficial
    ref = referee(5, 6, 2, 3, 1, 2)
    offense.fire(ref, m, fighter())
    done(ref)
    assert rolled(ref) == ["5-9-historical", "5-10-historical", "5-11"]


STANDARD = ["32221112223", "33222122233", "54332223345", "33221112233", "33221112233"]
HISTORICAL = ["32211111223", "32221112223", "43322122334", "32211111223", "32221112223"]


def test_5_10_every_cell() -> None:
    for column in range(5):
        assert "".join(str(offense.SHELLS.at(n, column)) for n in range(2, 13)) == STANDARD[column]
        assert "".join(str(offense.SHELLS_HISTORICAL.at(n, column)) for n in range(2, 13)) == HISTORICAL[column]


# ------------------------------------------------------------------ 5-11


def area(f: Fighter, total: int, *more: int) -> list[Section]:
    ref = referee(*dice(total), *more)
    found = offense.sections(ref, f)
    done(ref)
    return found


def test_5_11_columns_by_area_and_angle() -> None:
    for clock in (Clock.C12, Clock.C130, Clock.C1030):
        assert area(fighter(clock, Angle.HIGH), 2) == [S.TAIL]
        assert area(fighter(clock, Angle.LEVEL), 12) == [S.WAIST]
        assert area(fighter(clock, Angle.LOW), 11) == [S.UTILITY]
    for clock in (Clock.C3, Clock.C9):
        assert area(fighter(clock, Angle.HIGH), 3) == [S.NOSE]
        assert area(fighter(clock, Angle.LEVEL), 10) == [S.TAIL]
        assert area(fighter(clock, Angle.LOW), 8) == [S.AFT_BAY]
    assert area(fighter(Clock.C6, Angle.HIGH), 9) == [S.UTILITY]
    assert area(fighter(Clock.C6, Angle.LEVEL), 4) == [S.TAIL]
    assert area(fighter(Clock.C6, Angle.LOW), 12) == [S.NOSE]
    assert area(fighter(Clock.DIVE), 3) == [S.NAV_RADIO]
    assert area(fighter(Clock.CLIMB), 3) == [S.NOSE]


@pytest.mark.parametrize(
    ("clock", "ports"),
    [(Clock.C12, 3), (Clock.C130, 2), (Clock.C1030, 4), (Clock.C3, 2), (Clock.C9, 4), (Clock.C6, 3)],
)
def test_5_11_a_which_wing(clock: Clock, ports: int) -> None:
    total = 7 if clock in (Clock.C3, Clock.C9) else 8
    got = [area(fighter(clock, Angle.HIGH), total, die)[0] for die in range(1, 7)]
    assert got == [S.PORT_WING] * ports + [S.STARBOARD_WING] * (6 - ports)


def test_5_11_wing_on_the_attacking_side() -> None:
    assert area(fighter(Clock.C3, Angle.LEVEL), 7) == [S.STARBOARD_WING]
    assert area(fighter(Clock.C9, Angle.LOW), 7) == [S.PORT_WING]


def test_5_11_b_and_c() -> None:
    bays = [area(fighter(Clock.C12, Angle.HIGH), 9, die)[0] for die in range(1, 7)]
    assert bays == [S.FWD_BAY] * 3 + [S.AFT_BAY] * 3
    front = [area(fighter(Clock.C3, Angle.LOW), 5, die)[0] for die in range(1, 7)]
    assert front == [S.NOSE] * 3 + [S.NAV_RADIO] * 3


def test_5_11_d_e_f_walking_hits() -> None:
    assert area(fighter(Clock.C12, Angle.HIGH), 12) == list(COMPARTMENTS)
    wings = [S.PORT_WING, S.PORT_WING, S.STARBOARD_WING, S.STARBOARD_WING]
    assert area(fighter(Clock.DIVE), 8) == wings
    assert area(fighter(Clock.C3, Angle.LEVEL), 12) == [
        S.NOSE,
        S.NAV_RADIO,
        S.STARBOARD_WING,
        S.WAIST,
        S.UTILITY,
        S.TAIL,
    ]
    assert area(fighter(Clock.C9, Angle.LEVEL), 12)[2] is S.PORT_WING


def test_5_11_g_superficial() -> None:
    assert area(fighter(Clock.C12, Angle.LEVEL), 2) == []


def test_5_4_C_walking_hits_roll_5_12_for_each_section() -> None:
    m = mission()
    # one shell, walking hits (d); Jack 1: x 0 seven times
    ref = referee(5, 4, 3, 4, 6, 6, *[1] * 7)
    offense.fire(ref, m, fighter(kind=FighterType.JACK))
    done(ref)
    assert rolled(ref).count("5-12") == 7


# ------------------------------------------------------------------ 5-12

TIMES = {
    FighterType.NICK: [2, 2, 2, 2, 3, 3],
    FighterType.TONY: [2, 2, 2, 2, 2, 2],
    FighterType.ZEKE: [0, -1, 1, 2, 2, 2],
    FighterType.FRANK: [1, 1, 1, 2, 2, 2],
    FighterType.TOJO: [1, 1, 1, 1, 1, 1],
    FighterType.OSCAR: [1, 1, 1, 1, 1, 1],
    FighterType.GEORGE: [0, 1, 2, 2, 2, 2],
    FighterType.IRVING: [2, 2, 2, 2, 2, 2],
    FighterType.JACK: [0, 1, 2, 2, 2, 2],
}


@pytest.mark.parametrize("kind", list(TIMES))
def test_5_12_every_column(kind: FighterType) -> None:
    column = offense.TYPE_COLUMN[kind]
    assert [offense.MULTIPLIER.at(die, column) for die in range(1, 7)] == TIMES[kind]


@pytest.mark.parametrize(("die", "damage"), [(3, 0), (4, 1)])
def test_5_12_b_the_zeke_s_second_die(die: int, damage: int) -> None:
    ref: Referee = referee(5, 4, 3, 4, 3, 4, 2, die, *((3, 4) * damage))
    offense.fire(ref, mission(), fighter(kind=FighterType.ZEKE))
    done(ref)
    assert rolled(ref).count("7-1") == damage
