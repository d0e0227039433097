"""5.8 Combat at night: 5-14, 5-15, spotting, the rounds."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29.combat import attack, night
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    EngineState,
    FighterType,
    Formation,
    GunName,
    Position,
    Resistance,
    Root,
    Squadron,
    Surface,
    Weather,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

G, P = GunName, Position


def dark(number: int = 20, /, **changes: object) -> Mission:
    """Night over Zone 10, guns unarmed unless a test arms them, no fighters' collisions."""
    m = mission(
        number,
        **{
            "night": True,
            "formation": Formation.NONE,
            "resistance": Resistance.MODERATE,
            "all_armed": False,
            "options": Options(collision=False),
            **changes,
        },
    )
    for gun in m.plane.guns.values():
        gun.armed = False
    return m


def arm(m: Mission, *names: GunName) -> Mission:
    for name in names:
        m.plane.guns[name].armed = True
    return m


def fight(m: Mission, *faces: int, answers: list[str] | None = None) -> Referee:
    ref = referee(*faces, answers=answers)
    night.night_combat(ref, m)
    done(ref)
    return ref


# ------------------------------------------------------------------ 5-14


def test_5_8_A_lights_in_the_target_zone_only() -> None:
    """5.8G, 2-9d."""
    m = dark(resistance=Resistance.NONE)
    fight(m)
    m.zone = 11
    assert rolled(fight(m, 3, 3, answers=["no"])) == ["5-14"]  # though 5-1 gave None


def test_R_54_no_lights_at_asterisked_cities() -> None:
    m = dark(resistance=Resistance.NONE, zone=11)
    m.target.asterisk = True
    assert rolled(fight(m)) == []


def lights(m: Mission, evade: bool = False) -> dict[str, int]:
    ref = referee(1, 1, answers=["evade-lights=yes" if evade else "evade-lights=no"])
    night.searchlights(ref, m, night.LIGHTS)
    line = next(e for e in ref.events if isinstance(e, Rolled))
    return {mod.reason.split()[0]: mod.value for mod in line.mods}


def test_5_14_modifiers() -> None:
    """GTS 12a, R-12."""
    assert lights(dark()) == {"Tokyo,": 1}
    assert lights(dark(weather=Weather.POOR)) == {"Tokyo,": 1, "Poor": -1}
    assert lights(dark(weather=Weather.BAD), True) == {"Tokyo,": 1, "Bad": -2, "evasive": -1}
    m = dark()
    m.target.city = "Kobe"
    assert lights(m) == {}


@pytest.mark.parametrize(("faces", "lit"), [((4, 5), False), ((5, 5), True), ((6, 6), True)])
def test_5_14_fixed_on_11(faces: tuple[int, int], lit: bool) -> None:
    """GTS 12a."""
    m = dark(resistance=Resistance.NONE, zone=11)  # Tokyo: +1
    fight(m, *faces, answers=["no"])
    assert m.lit is lit


def low(**changes: object) -> Mission:
    m = dark(resistance=Resistance.NONE, zone=11, squadron=Squadron.LOW, **changes)
    return arm(m, G.FWD_LOWER, G.AFT_LOWER)


def test_5_14_b_D42_shot_at_the_light() -> None:
    m = low()
    fight(m, 6, 6, 6, 6, answers=["no", "shoot-light=Left Gunner"])
    assert not m.lit
    assert m.plane.guns[G.FWD_LOWER].bursts == 14
    assert m.plane.guns[G.AFT_LOWER].bursts == 19


def test_5_14_b_no_effect_or_jam_R_55() -> None:
    """R-55."""
    m = low()
    fight(m, 6, 6, 5, 6, answers=["no", "CFC"])
    assert m.lit
    for die, name in ((3, G.FWD_LOWER), (4, G.AFT_LOWER)):
        m = low()
        fight(m, 6, 6, 1, 1, die, answers=["no", "CFC"])
        assert [g.name for g in m.plane.guns.values() if g.jammed] == [name]
        assert m.lit


def test_5_14_b_needs_low_squadron_both_turrets_and_a_waist_man() -> None:
    m = low()
    m.squadron = Squadron.MIDDLE
    fight(m, 6, 6, answers=["no"])
    m = low()
    m.plane.guns[G.AFT_LOWER].bursts = 0
    fight(m, 6, 6, answers=["no"])
    m = low()
    for p in (P.CFC, P.LEFT_GUNNER, P.RIGHT_GUNNER):
        m.men[p].dead = True
    fight(m, 6, 6, answers=["no"])
    m = low()
    fight(m, 6, 6, answers=["no", "none"])
    assert m.plane.guns[G.FWD_LOWER].bursts == 15


def test_R_10_R_11_streamliner_lights() -> None:
    """GTS 12, GTS 12 modifiers."""
    options = Options(gts_searchlights=True, collision=False)
    m = dark(options=options)
    fight(m)  # all water below: no night attack
    m.target.letters[10] = (Surface.WATER, Surface.JAPAN)
    assert rolled(fight(m, 3, 3, answers=["no"])) == ["GTS-12"]  # not lit: no fighters
    assert rolled(fight(m, 5, 5, 1, 1, answers=["no"])) == ["GTS-12", "5-15"]
    m.resistance = Resistance.NONE
    fight(m)  # no resistance: no lights either


# ------------------------------------------------------------------ 5-15


def appear(m: Mission, *faces: int) -> list[str]:
    ref = referee(*faces)
    night.night_fighters(ref, m, attack.Raid())
    done(ref)
    return [f"{f.kind.value} {f.where()}" for f in m.fighters]


@pytest.mark.parametrize(
    ("faces", "angle", "who"),
    [
        ((4, 4), (), []),
        ((4, 6), (1,), ["Nick 6 Low"]),
        ((5, 6), (4,), ["Irving 6 Level"]),
        ((6, 6), (6,), ["Nick 6 High"]),
    ],
)
def test_5_15_rows(faces: tuple[int, int], angle: tuple[int, ...], who: list[str]) -> None:
    """5.8B."""
    assert appear(dark(), *faces, *angle) == who


def test_5_15_modifiers() -> None:
    """5.8B."""
    assert appear(dark(resistance=Resistance.HEAVY), 5, 5, 3) == ["Irving 6 Low"]
    assert appear(dark(resistance=Resistance.LIGHT), 6, 6, 3) == ["Irving 6 Low"]
    assert appear(dark(lit=True), 5, 5, 3) == ["Irving 6 Low"]


def test_5_15_note_a_friendly_fire() -> None:
    m = dark()
    ref = referee(4, 5, 6, 1, 1, 1, 3, 4)  # one shell, nose, superficial
    night.night_fighters(ref, m, attack.Raid())
    done(ref)
    assert rolled(ref) == ["5-15", "5-15a-hit", "5-3f-shells", "5-3f-place", "7-1"]
    assert m.cause is Root.FRIENDLY


def test_5_15_note_a_unarmed_and_all_armed() -> None:
    assert appear(dark(none_armed=True), 4, 5) == []
    assert appear(dark(), 4, 5, 5) == []
    m = dark(all_armed=True)
    ref = referee(4, 5, 5, 1, 3, 4)  # 5 + 1 hits: one shell, superficial
    night.night_fighters(ref, m, attack.Raid())
    done(ref)


def test_5_15_note_b_nothing_before_mission_15() -> None:
    assert appear(dark(14, resistance=Resistance.HEAVY), 6, 6) == []


def test_5_15_note_b_c_baka() -> None:
    assert appear(dark(15, resistance=Resistance.HEAVY), 6, 6, 3) == ["Baka 6 Level"]


@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_5_15_note_d_irvings_half_a_die_rounded_up(die: int, count: int) -> None:
    angles = (1, 4, 6)[:count]
    assert len(appear(dark(resistance=Resistance.HEAVY), 6, 6, 4, die, *angles)) == count


def test_5_8_C_one_irving_to_an_angle() -> None:
    """5.8G."""
    m = dark(resistance=Resistance.HEAVY)
    assert appear(m, 6, 6, 4, 3, 1, 2, 6) == ["Irving 6 Low", "Irving 6 High"]


# ------------------------------------------------------------------ 5.8D


@pytest.mark.parametrize(("gunners", "last"), [(True, 3), (False, 2)])
def test_5_8_D_spotting(gunners: bool, last: int) -> None:
    for die in range(1, 7):
        m = dark()
        for p in (P.CFC, P.LEFT_GUNNER, P.RIGHT_GUNNER):
            m.men[p].aboard = gunners
        appear(m, 4, 6, 3)
        night.spot(referee(die), m)
        assert m.fighters[0].spotted is (die <= last)


def test_5_8_D_spotted_own_fire_then_evasion_then_theirs() -> None:
    m = arm(dark(), G.TAIL)
    # Irving 6 Low, spotted; tail 8 + 2 + 1 - 1 = 10 hits, FCA; evade; 5-9: 8 - 1 - 1 misses
    answers = ["Tail Gunner > Irving A", "evade-night=yes"]
    ref = fight(m, 5, 6, 3, 1, 4, 4, 1, 1, 4, 4, answers=answers)
    assert rolled(ref) == ["5-15", "5-4", "5.8D-spot", "5-7", "5-8", "5-9"]
    line = [e for e in ref.events if isinstance(e, Rolled)]
    assert sum(mod.value for mod in line[3].mods) == 2  # the gunner is not thrown about
    assert sorted(mod.value for mod in line[5].mods) == [-1, -1]


def test_5_8_F_with_the_intercom_out_the_tail_turret_is_first_and_may_be_alone() -> None:
    m = arm(dark(intercom_out=True), G.AFT_LOWER, G.TAIL)
    # Irving 6 Low, spotted; the tail turret's die names the tail gunner: nobody else fires; 5-7 and 5-9 miss
    ref = fight(m, 5, 6, 3, 1, 4, 2, 3, 2, 2)
    assert rolled(ref) == ["5-15", "5-4", "5.8D-spot", "5-6-intercom", "5-7", "5-9"]


def test_5_8_E_unseen_fires_first_and_cannot_be_evaded() -> None:
    m = arm(dark(), G.TAIL)
    # unseen; 5-9: 6 misses; then the tail turret misses
    ref = fight(m, 5, 6, 3, 6, 3, 3, 2, 3, answers=["Tail Gunner > Irving A"])
    assert rolled(ref) == ["5-15", "5-4", "5.8D-spot", "5-9", "5-7"]
    assert not m.evading


def test_R_112_partly_spotted_fighter_by_fighter() -> None:
    m = arm(dark(resistance=Resistance.HEAVY), G.TAIL, G.AFT_LOWER)
    # two Irvings, Low and Level; A spotted, B unseen. Tail at A misses; both fire and miss; then the CFC at B
    ref = fight(
        m,
        *(6, 6, 4, 3, 1, 4, 1, 6),
        *(2, 3),
        *(2, 2, 2, 2),
        *(2, 3),
        answers=["allocate-fire=hold", "Tail Gunner > Irving A", "evade-night=no", "CFC > Irving B"],
    )
    assert rolled(ref)[-4:] == ["5-7", "5-9", "5-9", "5-7"]


def test_5_8_D_exception_evading_the_lights_spoils_the_gunners_aim() -> None:
    m = arm(dark(zone=11), G.TAIL)
    m.target.city = "Kobe"
    # 5-14 no effect; Irving spotted; tail 8 + 2 + 1 - 1 - 1 = 9 misses; 5-9 7 - 1 misses; no second question
    ref = fight(m, 3, 3, 5, 6, 3, 1, 4, 4, 3, 4, answers=["evade-lights=yes", "Tail Gunner > Irving A"])
    assert rolled(ref) == ["5-14", "5-15", "5-4", "5.8D-spot", "5-7", "5-9"]


def test_5_8_H_collision_is_checked() -> None:
    m = dark(options=Options())
    ref = fight(m, 5, 6, 3, 6, 2, 2, 3, 3)
    assert rolled(ref)[-1] == "5.5-threat"


# ------------------------------------------------------------------ 5.8I


def test_5_8_I_a_nick_always_comes_back_once_in_a_vertical_climb() -> None:
    m = dark()
    # unseen, misses; back: 5-9 in the climb column, 7 hits: 5-10, superficial
    ref = fight(m, 4, 6, 3, 6, 2, 2, 3, 4, 3, 4, 2, 3, answers=["evade-night=no"])
    assert rolled(ref) == ["5-15", "5-4", "5.8D-spot", "5-9", "5-9", "5-10", "5-11"]
    assert noted(ref).count("fighter-returns") == 1


def test_5_8_I_a_damaged_nick_leaves() -> None:
    m = arm(dark(), G.TAIL)
    ref = fight(m, 4, 6, 3, 1, 6, 6, 1, 1, 2, 2, answers=["Tail Gunner > Nick A", "evade-night=no"])
    assert "fighter-returns" not in noted(ref)


def test_5_8_I_the_gunners_feel_evasion_in_the_second_round() -> None:
    m = arm(dark(), G.TAIL, G.AFT_LOWER)
    # Nick 6 Low spotted; both guns held; evade; misses; back: climb +3, Nick +1, night -1, evading -1
    ref = fight(
        m,
        *(4, 6, 3, 1, 2, 2),
        *(2, 3, 2, 2),
        answers=["hold", "hold", "evade-night=yes", "CFC > Nick A"],
    )
    line = [e for e in ref.events if isinstance(e, Rolled) and e.chart == "5-7"]
    assert sorted(mod.value for mod in line[0].mods) == [-1, -1, 1, 3]


def test_5_8_I_irving_only_with_an_engine_out() -> None:
    assert "fighter-returns" not in noted(fight(dark(), 5, 6, 3, 6, 2, 2))
    m = dark()
    m.plane.engines[0].state = EngineState.FEATHERED
    ref = fight(m, 5, 6, 3, 6, 2, 2, 2, 2, answers=["evade-night=no"])
    assert noted(ref).count("fighter-returns") == 1


def test_5_8_I_D44_one_of_several_irvings() -> None:
    m = dark(resistance=Resistance.HEAVY)
    m.plane.engines[0].state = EngineState.FEATHERED
    answers = ["night-return=Irving B", "evade-night=no"]
    ref = fight(m, 6, 6, 4, 3, 1, 4, 6, 6, 2, 2, 2, 2, 2, 2, answers=answers)
    assert rolled(ref).count("5-9") == 3
    assert noted(ref).count("fighter-returns") == 1


def test_5_15_note_c_night_baka_seen_fired_at_and_evaded() -> None:
    m = arm(dark(resistance=Resistance.HEAVY), G.TAIL)
    # Baka; 11 hits (no night modifier), 6 does not destroy; evade; strike 11 - 1 misses
    answers = ["Tail Gunner > Baka A", "evade-night=yes"]
    ref = fight(m, 6, 6, 3, 5, 6, 3, 3, 5, 6, answers=answers)
    assert rolled(ref) == ["5-15", "5-15b-attack", "5-3b-fire", "5-3b-damage", "5-3b-strike"]


def test_5_15_note_c_evasion_also_without_guns() -> None:
    m = dark(resistance=Resistance.HEAVY)
    fight(m, 6, 6, 3, 5, 6, answers=["evade-night=yes"])
    assert m.evading
    m = dark(resistance=Resistance.HEAVY)
    with pytest.raises(MissionEnded):
        fight(m, 6, 6, 3, 5, 6, answers=["evade-night=no"])
    assert m.root is Root.BAKA


def test_5_8_no_5_5_at_night() -> None:
    """R-57."""
    m = dark()
    appear(m, 4, 6, 3)
    assert m.fighters[0].skill is None
    assert m.fighters[0].kind is FighterType.NICK
