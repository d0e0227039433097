"""5.3: guns and sights, 5-6 as data, the shots on 5-7 and 5-8, jams (5-7a)."""

from __future__ import annotations

from typing import Any

import pytest

from flakhouse.core.events import Needed, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29.combat import guns, jams
from flakhouse.games.b29.combat.guns import Fire, Shot
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import (
    Angle,
    Clock,
    FighterType,
    Formation,
    GunName,
    Position,
    Section,
    Skill,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

P, G = Position, GunName


def fighter(
    clock: Clock = Clock.C12, angle: Angle = Angle.HIGH, kind: FighterType = FighterType.TONY, **more: object
) -> Fighter:
    f = Fighter(kind, clock, angle, name=f"{kind.value} A")
    for key, value in more.items():
        setattr(f, key, value)
    return f


def shoot(
    m: Mission,
    f: Fighter,
    *faces: int,
    gun: GunName = G.AFT_UPPER,
    man: Position = P.CFC,
    passing: bool = False,
    evading: bool = False,
) -> Referee:
    """One shot with exactly these dice."""
    m.fighters.append(f)
    fire = Fire()
    fire.shots.append(Shot(gun, man, m.men[man], f, passing))
    ref = referee(*faces)
    guns.resolve(ref, m, fire, evading)
    done(ref)
    return ref


def modifiers(ref: Referee, chart: str = "5-7") -> dict[str, int]:
    found = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == chart)
    return {line.reason: line.value for line in found.mods}


# ------------------------------------------------------------------ 5-6


def men_for(place: str, gun: GunName) -> list[tuple[list[str], int, int]]:
    for name, teams in guns.BEARING[place]:
        if name is gun:
            return [([p.value for p in team[0]], team[1], team[2]) for team in teams]
    return []


BOMB_12 = (["Bombardier"], 1, 2)
BOMB_13 = (["Bombardier"], 1, 3)
CFC_36 = (["CFC"], 3, 6)
CFC_46 = (["CFC"], 4, 6)


@pytest.mark.parametrize("clock", ["12", "1:30", "10:30"])
def test_table_5_6_level_from_the_front(clock: str) -> None:
    place = f"{clock} Level"
    assert men_for(place, G.FWD_UPPER) == [BOMB_12, CFC_36]
    assert men_for(place, G.FWD_LOWER) == [BOMB_13, CFC_46]
    assert len(guns.BEARING[place]) == 2


def test_table_5_6_12_high_and_low() -> None:
    assert men_for("12 High", G.FWD_UPPER) == [BOMB_12, CFC_36]
    assert men_for("12 High", G.AFT_UPPER) == [BOMB_13, CFC_46]
    assert men_for("12 Low", G.FWD_LOWER) == [BOMB_12, CFC_36]
    assert men_for("12 Low", G.AFT_LOWER) == [BOMB_13, CFC_46]
    assert len(guns.BEARING["12 High"]) == len(guns.BEARING["12 Low"]) == 2


@pytest.mark.parametrize(("clock", "gunner"), [("1:30", "Right Gunner"), ("10:30", "Left Gunner")])
def test_table_5_6_diagonals_high_and_low(clock: str, gunner: str) -> None:
    both = [BOMB_12, (["CFC", gunner], 3, 6)]
    assert [men_for(f"{clock} High", g) for g in (G.FWD_UPPER, G.AFT_UPPER)] == [both, both]
    assert [men_for(f"{clock} Low", g) for g in (G.FWD_LOWER, G.AFT_LOWER)] == [both, both]
    assert len(guns.BEARING[f"{clock} High"]) == len(guns.BEARING[f"{clock} Low"]) == 2


@pytest.mark.parametrize(("clock", "gunner"), [("3", "Right Gunner"), ("9", "Left Gunner")])
def test_table_5_6_beams_need_no_die(clock: str, gunner: str) -> None:
    team = [(["CFC", gunner], 0, 0)]
    upper, lower = [G.FWD_UPPER, G.AFT_UPPER], [G.FWD_LOWER, G.AFT_LOWER]
    assert [g for g, _ in guns.BEARING[f"{clock} High"]] == upper
    assert [g for g, _ in guns.BEARING[f"{clock} Low"]] == lower
    assert len(guns.BEARING[f"{clock} Level"]) == 4
    for angle in ("High", "Level", "Low"):
        assert all(men_for(f"{clock} {angle}", g) == team for g, _ in guns.BEARING[f"{clock} {angle}"])


@pytest.mark.parametrize(
    ("angle", "turrets"),
    [("High", [G.FWD_UPPER, G.AFT_UPPER]), ("Level", [G.AFT_LOWER]), ("Low", [G.FWD_LOWER, G.AFT_LOWER])],
)
def test_table_5_6_six_o_clock(angle: str, turrets: list[GunName]) -> None:
    """R-47."""
    place = f"6 {angle}"
    assert [g for g, _ in guns.BEARING[place]] == [*turrets, G.TAIL, G.TAIL_CANNON]
    assert all(men_for(place, g) == [(["CFC"], 0, 0)] for g in turrets)
    assert men_for(place, G.TAIL) == [(["Tail Gunner"], 1, 4), (["CFC"], 5, 6)]
    assert men_for(place, G.TAIL_CANNON) == [(["Tail Gunner"], 0, 0)]


def test_table_5_6_vertical_attacks_are_the_cfc_s() -> None:
    assert [g for g, _ in guns.BEARING["Vertical Dive"]] == [G.FWD_UPPER, G.AFT_UPPER]
    assert [g for g, _ in guns.BEARING["Vertical Climb"]] == [G.FWD_LOWER, G.AFT_LOWER]
    assert men_for("Vertical Dive", G.FWD_UPPER) == men_for("Vertical Climb", G.AFT_LOWER) == [(["CFC"], 0, 0)]
    assert len(guns.BEARING) == 20


# ------------------------------------------------------------------ who and what can fire


def test_5_3_A_a_sound_bomber_fires_everything_but_the_removed_cannon() -> None:
    m = mission(12)
    assert [g for g in G if guns.can_use(m, g)] == [g for g in G if g is not G.TAIL_CANNON]
    assert guns.why_not_use(m, G.TAIL_CANNON).startswith("unarmed")
    assert guns.can_use(mission(10), G.TAIL_CANNON)


@pytest.mark.parametrize(
    ("fault", "value"), [("bursts", 0), ("jammed", True), ("broken", True), ("inoperable", True), ("armed", False)]
)
def test_5_3_A_D_guns_that_cannot_fire(fault: str, value: object) -> None:
    m = mission()
    setattr(m.plane.guns[G.TAIL], fault, value)
    assert guns.why_not_use(m, G.TAIL)


def test_7_10_c_without_power_no_gun_fires() -> None:
    m = mission(electrical_hits=2)
    assert not any(guns.can_use(m, g) for g in G)


def test_streamliner_event_3_silences_the_four_remote_turrets() -> None:
    m = mission(10, cfc_system_out=True)
    assert [g for g in G if guns.can_use(m, g)] == [G.TAIL, G.TAIL_CANNON]


def test_5_3_C_the_unfit_fire_nothing() -> None:
    for wound in ("dead", "serious", "frostbitten"):
        m = mission()
        setattr(m.men[P.CFC], wound, True)
        assert not guns.can_fire(m, P.CFC)
    m = mission()
    m.men[P.CFC].light = 2
    assert guns.can_fire(m, P.CFC)


def test_7_6_B_a_man_who_moved_or_fights_a_fire_does_not_fire() -> None:
    m = mission()
    m.men[P.LEFT_GUNNER].moved = True
    m.men[P.RIGHT_GUNNER].busy = True
    assert not guns.can_fire(m, P.LEFT_GUNNER)
    assert not guns.can_fire(m, P.RIGHT_GUNNER)


def test_tables_7_1_7_6_7_8_gunsights() -> None:
    m = mission(bombardier_sight_out=True, tail_sight_out=True)
    m.plane.sights_out[P.CFC] = True
    assert [p for p in (P.BOMBARDIER, P.CFC, P.LEFT_GUNNER, P.TAIL_GUNNER) if guns.can_fire(m, p)] == [
        P.LEFT_GUNNER
    ]


def test_7_6_A_two_men_in_the_tail_leave_its_guns_to_the_waist() -> None:
    m = mission()
    m.men[P.RADAR_OPERATOR].compartment = Section.TAIL
    assert not guns.can_fire(m, P.TAIL_GUNNER)
    assert guns.can_fire(m, P.CFC)


# ------------------------------------------------------------------ 5-7


@pytest.mark.parametrize(
    ("f", "changes", "value"),
    [
        (fighter(Clock.DIVE, Angle.NONE), {}, -3),
        (fighter(Clock.CLIMB, Angle.NONE), {}, 3),
        (fighter(Clock.C3, Angle.LOW), {}, 1),
        (fighter(Clock.C9, Angle.LOW), {}, 1),
        (fighter(Clock.C6, Angle.LOW), {}, 2),
        (fighter(skill=Skill.ACE), {}, -1),
        (fighter(skill=Skill.GREEN), {}, 1),
        (fighter(skill=Skill.AVERAGE), {}, 0),
        (fighter(kind=FighterType.NICK), {}, 1),
        (fighter(kind=FighterType.IRVING), {}, 1),
        (fighter(), {"night": True, "formation": Formation.NONE}, -1),
        (fighter(), {"night": True, "formation": Formation.NONE, "lit": True}, -2),
        (fighter(), {"sharpshooter": P.CFC}, 1),
        (fighter(), {"sharpshooter": P.BOMBARDIER}, 0),
        (fighter(kind=FighterType.JACK), {}, 0),
        (fighter(), {"feed_tray_hits": 2}, 0),  # not the tail guns
    ],
)
def test_5_7_modifiers(f: Fighter, changes: dict[str, object], value: int) -> None:
    """5-14c, R-88."""
    ref = shoot(mission(**changes), f, 3, 3)
    assert sum(modifiers(ref).values()) == value


def test_table_5_7_evasive_action_and_passing_shot_and_feed_trays() -> None:
    ref = shoot(mission(feed_tray_hits=2), fighter(), 3, 4, gun=G.TAIL, passing=True, evading=True)
    assert sorted(modifiers(ref).values()) == [-2, -1, -1]


def test_table_5_7_tail_cannon_minus_two_not_the_feed_trays() -> None:
    m = mission(10, feed_tray_hits=2)
    ref = shoot(m, fighter(Clock.C6), 3, 4, gun=G.TAIL_CANNON, man=P.TAIL_GUNNER)
    assert sorted(modifiers(ref).values()) == [-2, 2]


@pytest.mark.parametrize(("faces", "hit"), [((4, 5), False), ((4, 6), True), ((5, 6), True)])
def test_table_5_7_hit_on_ten_or_more(faces: tuple[int, int], hit: bool) -> None:
    m = mission()
    f = fighter()
    shoot(m, f, *faces, *((1, 1) if hit else ()))
    assert f.fca == hit


def test_table_5_7_a_natural_2_always_jams() -> None:
    m = mission()
    shoot(m, fighter(Clock.CLIMB, Angle.NONE), 1, 1)  # total 5
    gun = m.plane.guns[G.AFT_UPPER]
    assert gun.jammed
    assert gun.jammed_turn == m.turn


def test_5_7_row_2_jams_on_a_modified_2_too() -> None:
    m = mission(night=True, formation=Formation.NONE)
    shoot(m, fighter(), 1, 2)
    assert m.plane.guns[G.AFT_UPPER].jammed


def test_5_7_row_1_or_less_does_not_jam() -> None:
    m = mission()
    shoot(m, fighter(Clock.DIVE, Angle.NONE), 1, 3)  # total 1
    assert not m.plane.guns[G.AFT_UPPER].jammed


@pytest.mark.parametrize(("gun", "jams"), [(G.TAIL_CANNON, True), (G.TAIL, False)])
def test_table_5_7_a_natural_3_jams_the_tail_cannon_only(gun: GunName, jams: bool) -> None:
    m = mission(10)
    shoot(m, fighter(Clock.C6), 1, 2, gun=gun, man=P.TAIL_GUNNER)
    assert m.plane.guns[gun].jammed is jams


@pytest.mark.parametrize(
    ("skill", "faces", "jams"),
    [
        (Skill.GREEN, (1, 2), True),
        (Skill.GREEN, (1, 3), False),
        (Skill.ACE, (1, 3), True),
        (Skill.ACE, (1, 4), False),
    ],
)
def test_5_7_row_3_jams_the_tail_cannon_and_so_does_a_natural_3_on_another_row(
    skill: Skill, faces: tuple[int, int], jams: bool
) -> None:
    m = mission(10)
    shoot(m, fighter(Clock.C6, skill=skill), *faces, gun=G.TAIL_CANNON, man=P.TAIL_GUNNER)
    assert m.plane.guns[G.TAIL_CANNON].jammed is jams


def test_table_5_7_b_natural_12_always_hits() -> None:
    m = mission()
    f = fighter(Clock.DIVE, Angle.NONE, skill=Skill.ACE)
    shoot(m, f, 6, 6, 1, 1)  # total 8
    assert f.fca == 1


# ------------------------------------------------------------------ 5-8

KILLS = {
    FighterType.NICK: {9, 10, 11, 12},
    FighterType.TONY: {9, 10, 11, 12},
    FighterType.ZEKE: {7, 9, 10, 11, 12},
    FighterType.FRANK: {9, 10, 11, 12},
    FighterType.TOJO: {8, 10, 11, 12},
    FighterType.OSCAR: {7, 8, 10, 11, 12},
    FighterType.GEORGE: {8, 10, 11, 12},
    FighterType.IRVING: {8, 10, 11, 12},
    FighterType.JACK: {9, 10, 11, 12},
}


@pytest.mark.parametrize("kind", list(KILLS))
def test_table_5_8_every_column_R_48(kind: FighterType) -> None:
    """5.3G, R-48."""
    for total in range(2, 13):
        m = mission()
        f = fighter(kind=kind)
        shoot(m, f, 6, 6, max(1, total - 6), total - max(1, total - 6))
        assert f.destroyed is (total in KILLS[kind]), total
        assert (f in m.fighters) is not f.destroyed


@pytest.mark.parametrize(
    ("changes", "more", "gun", "value"),
    [
        ({"formation": Formation.OUT}, {}, G.AFT_UPPER, -1),
        ({"night": True, "formation": Formation.NONE}, {}, G.AFT_UPPER, -1),
        ({}, {"ram": True}, G.AFT_UPPER, 1),
        ({}, {}, G.TAIL_CANNON, 2),
        ({}, {}, G.FWD_UPPER, 1),
        ({}, {}, G.FWD_LOWER, 0),
    ],
)
def test_5_8_modifiers(changes: dict[str, object], more: dict[str, Any], gun: GunName, value: int) -> None:
    """5.3G."""
    ref = shoot(mission(10, **changes), fighter(**more), 6, 6, 2, 2, gun=gun)
    assert sum(modifiers(ref, "5-8").values()) == value


def test_table_5_8_the_fourth_fca_destroys_and_the_gunner_is_credited() -> None:
    m = mission()
    f = fighter(fca=3)
    shoot(m, f, 6, 6, 1, 1)
    assert f.destroyed
    assert m.men[P.CFC].kills == 1
    assert m.fighters == []


def test_5_3_F_a_second_gun_at_a_fighter_shot_down_does_not_roll() -> None:
    m = mission()
    f = fighter()
    m.fighters.append(f)
    fire = Fire()
    for gun in (G.FWD_UPPER, G.AFT_UPPER):
        fire.shots.append(Shot(gun, P.CFC, m.men[P.CFC], f))
    ref = referee(6, 6, 6, 6)
    guns.resolve(ref, m, fire, False)
    done(ref)
    assert f.destroyed


# ------------------------------------------------------------------ Bakas


@pytest.mark.parametrize(("faces", "hit"), [((4, 6), False), ((5, 6), True), ((6, 6), True)])
def test_5_3_note_b_baka_is_hit_on_11_and_12_without_modifiers(faces: tuple[int, int], hit: bool) -> None:
    m = mission(20, sharpshooter=P.CFC)
    ref = shoot(m, fighter(Clock.C6, Angle.LEVEL, FighterType.BAKA), *faces, *((1, 5) if hit else ()))
    assert rolled(ref) == ["5-3b-fire", "5-3b-damage"][: 1 + hit]
    assert modifiers(ref, "5-3b-fire") == {}


def test_5_3_note_b_evasive_action_counts_against_a_baka() -> None:
    f = fighter(Clock.C6, Angle.LEVEL, FighterType.BAKA)
    shoot(mission(20), f, 5, 6, evading=True)
    assert not f.destroyed


@pytest.mark.parametrize(("faces", "gone"), [((3, 3), False), ((3, 4), True)])
def test_5_3_note_b_baka_destroyed_on_7_and_never_damaged(faces: tuple[int, int], gone: bool) -> None:
    f = fighter(Clock.C6, Angle.LEVEL, FighterType.BAKA)
    shoot(mission(20), f, 6, 6, *faces)
    assert f.destroyed is gone
    assert f.fca == 0


# ------------------------------------------------------------------ jams


def clear(m: Mission, *faces: int, answers: list[str] | None = None) -> Referee:
    order = jams.ORDERS[0]
    assert order.relevant(m)
    assert order.why_not(m) == ""
    ref = referee(*faces, answers=answers)
    order.do(ref, m)
    done(ref)
    return ref


@pytest.mark.parametrize(
    ("die", "jammed", "broken"),
    [(1, False, False), (2, False, False), (3, True, False), (5, True, False), (6, False, True)],
)
def test_table_5_7_a_repair_die(die: int, jammed: bool, broken: bool) -> None:
    m = mission()
    gun = m.plane.guns[G.TAIL]
    gun.jammed, gun.jammed_turn = True, m.turn - 1
    clear(m, die)
    assert (gun.jammed, gun.broken) == (jammed, broken)
    assert gun.works() is (die <= 2)


def test_table_5_7_a_once_a_turn_from_the_next_turn() -> None:
    m = mission()
    gun = m.plane.guns[G.TAIL]
    gun.jammed, gun.jammed_turn = True, m.turn
    assert "this turn" in jams.ORDERS[0].why_not(m)
    m.turn += 1
    clear(m, 4)
    assert "this turn" in jams.ORDERS[0].why_not(m)


@pytest.mark.parametrize(
    ("gun", "section"),
    [
        (G.FWD_UPPER, Section.NAV_RADIO),
        (G.FWD_LOWER, Section.NAV_RADIO),
        (G.AFT_UPPER, Section.WAIST),
        (G.AFT_LOWER, Section.UTILITY),
    ],
)
def test_table_5_7_a_where_a_man_must_be(gun: GunName, section: Section) -> None:
    m = mission()
    m.plane.guns[gun].jammed = True
    for man in m.men.values():
        if man.compartment is section:
            man.compartment = Section.NOSE
    assert section.value in jams.ORDERS[0].why_not(m)
    m.men[P.RADAR_OPERATOR].compartment = section
    clear(m, 1)
    assert m.plane.guns[gun].works()


def test_table_5_7_a_tail_guns_need_a_fit_tail_gunner() -> None:
    m = mission()
    m.plane.guns[G.TAIL].jammed = True
    m.men[P.TAIL_GUNNER].serious = True
    assert jams.ORDERS[0].why_not(m)


def test_table_5_7_a_D18_which_gun_and_who() -> None:
    m = mission()
    for name in (G.FWD_UPPER, G.AFT_UPPER):
        m.plane.guns[name].jammed = True
    clear(m, 1, answers=["clear-gun=Aft Upper Turret", "clear-man=CFC"])
    assert m.plane.guns[G.AFT_UPPER].works()
    assert m.plane.guns[G.FWD_UPPER].jammed


def test_table_5_7_a_broken_or_wrecked_guns_are_not_tried() -> None:
    m = mission()
    m.plane.guns[G.TAIL].jammed = m.plane.guns[G.TAIL].inoperable = True
    assert not jams.ORDERS[0].relevant(m)


def test_gun_jam_is_noted() -> None:
    assert noted(shoot(mission(), fighter(), 1, 1)) == ["gun-jams"]


def test_5_3_F_a_natural_12_is_among_the_numbers_needed_whatever_the_modifiers() -> None:
    m = mission(20, night=True)
    nick = fighter(Clock.C12, Angle.HIGH, FighterType.NICK, skill=Skill.ACE)
    m.fighters = [nick]
    fire = Fire()
    fire.shots.append(Shot(G.TAIL_CANNON, P.TAIL_GUNNER, m.men[P.TAIL_GUNNER], nick))
    ref = referee(3, 4)
    guns.resolve(ref, m, fire, True)
    roll = next(e for e in ref.events if isinstance(e, Rolled))
    assert sum(mod.value for mod in roll.mods) < -2
    assert roll.needed == Needed((12,), 1, 36, beyond=10)
