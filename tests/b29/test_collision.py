"""5.5 collisions, ramming (5-3c), Bakas (5-3b)."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29.combat import collision
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Fighter, Mission, MissionEnded
from flakhouse.games.b29.words import (
    Angle,
    Clock,
    End,
    Fate,
    FighterType,
    Formation,
    Root,
    Section,
    Skill,
)
from tests.b29.helpers import done, mission, noted, referee, rolled
from tests.render.b29_flights import view


def fighter(
    clock: Clock = Clock.C12, angle: Angle = Angle.HIGH, kind: FighterType = FighterType.TONY, **more: object
) -> Fighter:
    f = Fighter(kind, clock, angle, name=f"{kind.value} A", scored=True)
    for key, value in more.items():
        setattr(f, key, value)
    return f


def check(m: Mission, f: Fighter, *faces: int) -> Referee:
    ref = referee(*faces)
    collision.check(ref, m, f)
    done(ref)
    return ref


def modifiers(ref: Referee) -> int:
    return next(sum(line.value for line in e.mods) for e in ref.events if isinstance(e, Rolled))


@pytest.mark.parametrize(
    ("kind", "scored", "evading", "value"),
    [
        (FighterType.TONY, True, False, 0),
        (FighterType.TOJO, True, False, 1),
        (FighterType.NICK, True, False, 1),
        (FighterType.JACK, True, False, 0),
        (FighterType.TONY, False, False, -1),
        (FighterType.TONY, True, True, -1),
        (FighterType.TONY, False, True, -1),  # one "or": counted once
        (FighterType.TOJO, False, False, 0),
    ],
)
def test_5_5_modifiers(kind: FighterType, scored: bool, evading: bool, value: int) -> None:
    ref = check(mission(evading=evading), fighter(kind=kind, scored=scored), 2, 2)
    assert modifiers(ref) == value


def test_5_5_ten_is_no_threat_eleven_is() -> None:
    f = fighter()
    check(mission(), f, 4, 6)
    assert not f.gone
    ref = check(mission(), f, 5, 6, 5)
    assert f.gone  # a near miss does not come back
    assert noted(ref) == ["near-miss"]


def test_5_5_off_by_switch() -> None:
    assert rolled(check(mission(options=Options(collision=False)), fighter())) == []


def test_5_5_superficial_means_it_missed_after_all() -> None:
    f = fighter()
    ref = check(mission(), f, 6, 6, 6, 1, 2)
    assert rolled(ref) == ["5.5-threat", "5.5-collision", "5-11"]
    assert not f.destroyed


def test_5_5_effect_is_a_burst_inside() -> None:
    m = mission()
    m.plane.fwd.bombs = m.plane.aft.bombs = True
    f = fighter()
    ref = referee(6, 6, 6, 1, 4)  # forward bay with bombs aboard: the bomber blows up
    with pytest.raises(MissionEnded):
        collision.check(ref, m, f)
    assert f.destroyed
    assert m.end is End.DESTROYED
    assert m.root is Root.COLLISION
    assert "collision" in noted(ref)
    assert "burst-inside" not in noted(ref)  # no flak shell in the log


@pytest.mark.parametrize(("seated", "tail"), [(True, ", and everybody there is killed"), (False, "")])
def test_5_5_6_2f_a_collision_says_that_it_kills_everybody_where_it_strikes(seated: bool, tail: str) -> None:
    """They die without a wound roll, so the sentence says why."""
    m = mission()
    for man in [] if seated else m.inside(Section.NOSE):
        man.dead = True
    ref = referee(6, 6, 6, 3, 4, *([6] * 40))
    with pytest.raises(MissionEnded):
        collision.check(ref, m, fighter())
    note = next(event for event in ref.events if isinstance(event, Noted) and event.kind == "collision")
    assert view().note_text(note, "brief") == f"Tony A collides with the bomber: Nose{tail}."


@pytest.mark.parametrize(
    ("faces", "section"),
    [
        ((1, 1), Section.TAIL),
        ((1, 6), Section.UTILITY),
        ((2, 4), Section.UTILITY),
        ((2, 5), Section.WAIST),
        ((3, 4), Section.AFT_BAY),
        ((4, 3), Section.FWD_BAY),
        ((5, 2), Section.NAV_RADIO),
        ((6, 1), Section.NOSE),
        ((6, 5), Section.NOSE),
    ],
)
def test_R_50_walking_hits_d_one_section(faces: tuple[int, int], section: Section) -> None:
    ref = referee(6, 6, *faces)
    assert collision._where(ref, fighter()) is section
    done(ref)


def test_R_50_seven_equal_chances_and_a_reroll() -> None:
    chart = collision.WALKING_D
    words = [chart.at(10 * a + b) for a in range(1, 7) for b in range(1, 7)]
    assert all(words.count(s) == 5 for s in words if s is not None)
    assert words.count(None) == 1
    ref = referee(6, 6, 6, 6, 1, 1)
    assert collision._where(ref, fighter()) is Section.TAIL


def test_R_50_walking_hits_e_and_f() -> None:
    assert collision._where(referee(2, 6, 3), fighter(Clock.DIVE, Angle.NONE)) is Section.PORT_WING
    assert collision._where(referee(2, 6, 4), fighter(Clock.DIVE, Angle.NONE)) is Section.STARBOARD_WING
    beam = fighter(Clock.C3, Angle.LEVEL)
    assert collision._where(referee(6, 6, 3), beam) is Section.STARBOARD_WING
    assert collision._where(referee(6, 6, 6), beam) is Section.TAIL


# ------------------------------------------------------------------ ramming


@pytest.mark.parametrize(
    ("skill", "evading", "value"),
    [
        (Skill.ACE, False, 1),
        (Skill.GREEN, False, -1),
        (Skill.AVERAGE, False, 0),
        (Skill.AVERAGE, True, -1),
        (Skill.GREEN, True, -1),
        (Skill.ACE, True, 0),
    ],
)
def test_5_3_note_c_modifiers(skill: Skill, evading: bool, value: int) -> None:
    """5-3c."""
    f = fighter(skill=skill, ram=True)
    ref = referee(3, 3)
    collision.ram(ref, mission(evading=evading), f)
    done(ref)
    assert modifiers(ref) == value
    assert f.gone


def test_5_3_note_c_ten_misses_eleven_collides_R_49_even_without_5_5() -> None:
    """R-49."""
    m = mission(options=Options(collision=False))
    f = fighter(skill=Skill.AVERAGE, ram=True)
    ref = referee(4, 6)
    collision.ram(ref, m, f)
    done(ref)
    assert noted(ref) == ["ram-misses"]
    ref = referee(5, 6, 1, 4)
    with pytest.raises(MissionEnded):
        collision.ram(ref, m, f)
    assert m.root is Root.RAM


# ------------------------------------------------------------------ Baka


def test_5_3_note_b_blast_hits_each_wing_twice_and_the_tail_three_times() -> None:
    m = mission(20)
    ref = referee(4, *(3, 4) * 4, *(2, 2) * 3)
    collision.baka_blast(ref, m)
    done(ref)
    assert rolled(ref) == ["5-3b-blast", "7-5", "7-5", "7-5", "7-5", "7-8", "7-8", "7-8"]
    assert m.cause is Root.BAKA


def test_5_3_note_b_blast_5_is_superficial() -> None:
    ref = referee(5)
    collision.baka_blast(ref, mission(20))
    done(ref)
    assert rolled(ref) == ["5-3b-blast"]


def test_5_3_note_b_strike_on_11_kills_everybody() -> None:
    m = mission(20)
    f = fighter(Clock.C6, Angle.LEVEL, FighterType.BAKA)
    ref = referee(4, 6)
    collision.baka_strike(ref, m, f)
    done(ref)
    assert f.gone
    with pytest.raises(MissionEnded):
        collision.baka_strike(referee(5, 6), m, f)
    assert (m.end, m.root) == (End.DESTROYED, Root.BAKA)
    assert all(man.fate is Fate.KIA for man in m.men.values())


def test_5_3_note_b_evasive_action_minus_one() -> None:
    m = mission(20, evading=True, formation=Formation.OUT)
    ref = referee(5, 6)
    collision.baka_strike(ref, m, fighter(Clock.C6, Angle.LEVEL, FighterType.BAKA))
    done(ref)
    assert noted(ref) == ["baka-misses"]
