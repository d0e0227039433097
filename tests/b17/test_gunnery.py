"""3.5, 3.6, 3.8, 3A, 4, M-1 to M-6: the B-17's fire."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import luck
from flakhouse.games.b17.combat import allocation, fields, gunnery
from flakhouse.games.b17.combat.fields import FIRING_ORDER, Fire
from flakhouse.games.b17.questions import shots
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import AMMO, Angle, Clock, GunName, Position, Skill
from tests.b17.helpers import Watcher, done, fighter, mission, noted, referee, rolled

_TOP, _BALL, _PORT_WAIST, _NOSE, _TAIL = 0, 1, 2, 5, 8
_MEN = {
    _TOP: Position.ENGINEER,
    _BALL: Position.BALL_GUNNER,
    _PORT_WAIST: Position.PORT_WAIST,
    _NOSE: Position.BOMBARDIER,
    _TAIL: Position.TAIL_GUNNER,
}


def _fire(m: Mission, target: Fighter, *faces: int, gun: int = _TOP, need: int = 4) -> Referee:
    """One shot at a fighter."""
    if target not in m.fighters:
        m.fighters.append(target)
    fire = Fire()
    fire.shots = [(gun, m.men[_MEN[gun]], target, need)]
    ref = referee(*faces)
    gunnery.resolve(ref, m, fire)
    done(ref)
    return ref


# ------------------------------------------------------------------ M-1-fire


@pytest.mark.parametrize("need", [3, 4, 5, 6])
def test_3_6_the_die_must_reach_the_number(need: int) -> None:
    """M-1 note 1."""
    for face in range(1, 7):
        hit = face >= need
        ref = _fire(mission(), fighter(), face, *([1] if hit else []), need=need)
        assert rolled(ref) == (["M-1-fire", "M-2"] if hit else ["M-1-fire"])
        assert noted(ref) == (["fighter-damaged"] if hit else ["shot-misses"])


def test_3B_1_a_natural_6_always_hits_and_quality_counts_only_with_the_switch() -> None:
    """M-6 note 2."""
    m = mission()
    target = fighter()
    target.skill = Skill.ACE
    assert rolled(_fire(m, target, 4, 1, need=4)) == ["M-1-fire", "M-2"]
    m.options.ace_both_ways = True
    assert rolled(_fire(m, target, 4, need=4)) == ["M-1-fire"]
    assert rolled(_fire(mission(options=m.options), target, 6, 1, need=6)) == ["M-1-fire", "M-2"]
    target.skill = Skill.GREEN
    target.fca = 0
    assert rolled(_fire(m, target, 3, 1, need=4)) == ["M-1-fire", "M-2"]


def _reasons(ref: Referee) -> list[str]:
    return [mod.reason for e in ref.events if isinstance(e, Rolled) and e.chart == "M-1-fire" for mod in e.mods]


def test_4_1_five_kills_make_an_ace_from_his_next_shot() -> None:
    """M-1 modifiers."""
    m = mission()
    man = m.men[Position.ENGINEER]
    man.airman.kills = 4
    assert _reasons(_fire(m, fighter(), 6, 6)) == []
    assert man.kills == 1
    assert _reasons(_fire(m, fighter(name="Me109 B"), 5, 1, need=6)) == ["the gunner is an ace"]


@pytest.mark.parametrize(("light", "frostbitten"), [(1, False), (0, True)], ids=["light", "frostbitten"])
def test_4_1_an_ace_wounded_or_frostbitten_has_no_bonus(light: int, frostbitten: bool) -> None:
    """M-1 modifiers."""
    m = mission()
    man = m.men[Position.ENGINEER]
    man.airman.kills = 9
    man.light, man.frostbitten = light, frostbitten
    assert _reasons(_fire(m, fighter(), 5, need=6)) == []


def test_4_1_an_ace_at_a_strange_gun_has_no_bonus_but_keeps_it_at_the_other_turret() -> None:
    m = mission()
    ace = m.men[Position.BALL_GUNNER]
    ace.airman.kills = 5
    for gun, bonus in ((_TOP, 1), (_TAIL, 0)):
        fire = Fire()
        fire.shots = [(gun, ace, fighter(), 6)]
        ref = referee(1)
        gunnery.resolve(ref, m, fire)
        assert len(_reasons(ref)) == bonus


@pytest.mark.parametrize("change", [{"evading": True}, {"intercom_out": True}])
def test_4_1_an_ace_keeps_his_bonus_in_evasive_action_and_without_intercom(change: dict[str, object]) -> None:
    m = mission(in_formation=False, **change)
    ace = m.men[Position.ENGINEER]
    ace.airman.kills = 5
    need = fields.floor(m, _TOP, ace)
    ref = _fire(m, fighter(), 5, 1, need=need)
    assert need == 6
    assert _reasons(ref) == ["the gunner is an ace"]
    assert rolled(ref) == ["M-1-fire", "M-2"]


def test_4_1_ace_for_a_day_is_not_added_to_a_real_ace() -> None:
    m = mission()
    man = m.men[Position.ENGINEER]
    man.ace_today = True
    assert _reasons(_fire(m, fighter(), 1)) == ["ace for a day"]
    man.airman.kills = 5
    assert _reasons(_fire(m, fighter(), 1)) == ["the gunner is an ace"]


# ------------------------------------------------------------------ M-2


@pytest.mark.parametrize(
    ("kind", "gun", "face", "fca", "fboa", "destroyed"),
    [
        ("Me109", _NOSE, 2, 1, 0, False),
        ("Me109", _NOSE, 3, 0, 1, False),
        ("Me109", _NOSE, 5, 0, 0, True),
        ("Me110", _TOP, 2, 0, 1, False),
        ("Me109", _TAIL, 4, 0, 0, True),
        ("FW190", _NOSE, 3, 1, 0, False),
        ("FW190", _NOSE, 1, 1, 0, False),
        ("FW190", _NOSE, 5, 0, 1, False),
        ("FW190", _TOP, 5, 0, 0, True),
        ("FW190", _BALL, 2, 1, 0, False),
    ],
)
def test_M_2_damage_by_gun_and_type(kind: str, gun: int, face: int, fca: int, fboa: int, destroyed: bool) -> None:
    target = fighter(kind)
    _fire(mission(), target, 6, face, gun=gun)
    assert (target.fca, target.fboa, target.destroyed) == (fca, fboa, destroyed)


@pytest.mark.parametrize(
    ("fca", "fboa", "face", "destroyed", "breaks_off"),
    [
        (1, 0, 1, False, True),  # 2 FCA = FBOA
        (1, 0, 3, False, True),  # FCA + FBOA = FBOA
        (0, 1, 1, False, True),
        (0, 1, 3, True, True),  # 2 FBOA = destroyed
        (2, 0, 3, True, True),  # 2 FCA have become an FBOA
        (1, 1, 1, True, True),  # the same in another order
        (1, 1, 3, True, True),
        (3, 0, 1, False, True),  # 2 or more FCA are one FBOA
    ],
)
def test_3A_1_damage_adds_up(fca: int, fboa: int, face: int, destroyed: bool, breaks_off: bool) -> None:
    """M-2 stacking."""
    target = fighter()
    target.fca, target.fboa = fca, fboa
    _fire(mission(), target, 6, face, gun=_NOSE)
    assert target.destroyed is destroyed
    assert target.breaks_off() is breaks_off


def test_3A_2_the_last_hit_has_the_kill_and_a_destroyed_fighter_is_gone() -> None:
    """M-2 note 1."""
    m = mission()
    target = fighter()
    target.fboa = 1
    ref = _fire(m, target, 6, 3, gun=_NOSE)
    assert m.men[Position.BOMBARDIER].kills == 1
    assert m.fighters == []
    assert noted(ref) == ["fighter-destroyed"]


def test_3_6_shots_at_a_fighter_already_destroyed_are_spent_without_a_roll() -> None:
    m = mission()
    m.fighters = [fighter("Me109", "12", "High")]
    ref = Referee(Fixed(6, 6), Default(), trace=True)
    fire = allocation.allocate(ref, m)
    gunnery.resolve(ref, m, fire)
    assert rolled(ref) == ["M-1-fire", "M-2"]
    assert m.plane.guns[GunName.NOSE].bursts == AMMO[GunName.NOSE] - 1


def test_M_2_the_state_is_told() -> None:
    target = fighter()
    target.fca = 1
    ref = _fire(mission(), target, 6, 1, gun=_NOSE)
    facts = next(e.facts for e in ref.events if isinstance(e, Noted))
    assert (facts["state"], facts["fca"]) == ("FBOA", 2)


# ------------------------------------------------------------------ M-6


def test_3_5_quality_is_rolled_once_for_each_fighter_if_in_play() -> None:
    """M-6."""
    m = mission()
    m.fighters = [fighter(), fighter(name="Me109 B"), fighter(name="Me109 C")]
    ref = referee(1, 2, 5, 5, 5, 6)
    gunnery.quality(ref, m)
    gunnery.quality(ref, m)
    assert [f.skill for f in m.fighters] == [Skill.GREEN, Skill.AVERAGE, Skill.ACE]
    done(ref)
    m.fighters[0].skill = None
    m.options.pilot_quality = False
    gunnery.quality(ref, m)
    assert m.fighters[0].skill is None


# ------------------------------------------------------------------ M-5


def _spray(m: Mission, *faces: int) -> Referee:
    fire = Fire()
    fire.sprays = ((_TAIL, m.men[Position.TAIL_GUNNER], Clock.C6, Angle.LEVEL),)
    ref = referee(*faces)
    gunnery.resolve(ref, m, fire)
    done(ref)
    return ref


def _behind() -> list[Fighter]:
    return [
        fighter("Me109", "6", "Level", "Me109 A"),
        fighter("Me109", "6", "High", "Me109 B"),
        fighter("Me109", "6", "Level", "Me109 C"),
    ]


def test_M_5_each_fighter_in_the_place_has_its_own_roll() -> None:
    m = mission()
    m.fighters = _behind()
    ref = _spray(m, 2, 6, 6)
    assert rolled(ref) == ["M-5", "M-5", "M-2"]
    assert [f.name for f in m.fighters] == ["Me109 B"]
    assert noted(ref) == ["fighter-breaks-off", "fighter-destroyed"]
    assert m.men[Position.TAIL_GUNNER].kills == 1


def test_M_5_what_a_spray_has_at_stake_says_that_a_hit_need_not_drive_off() -> None:
    m = mission()
    m.fighters = _behind()
    stakes = shots.spray(m, (_TAIL, m.men[Position.TAIL_GUNNER], Clock.C6, Angle.LEVEL))
    assert [stake.label for stake in stakes] == [
        "hits each fighter there",
        "hits it or drives it off",
        "jams the gun",
    ]


@pytest.mark.parametrize(("face", "left"), [(2, 0), (3, 1), (4, 0), (5, 1)])
def test_M_5_break_off_or_no_effect(face: int, left: int) -> None:
    m = mission()
    m.fighters = _behind()[:1]
    _spray(m, face)
    assert len(m.fighters) == left


def test_M_5_a_jam_ends_the_spray() -> None:
    m = mission()
    m.fighters = _behind()
    ref = _spray(m, 1)
    assert m.plane.guns[GunName.TAIL].jammed
    assert len(m.fighters) == 3
    assert noted(ref) == ["gun-jams"]


def test_M_5_no_bonus_for_an_ace_and_quality_only_with_the_switch() -> None:
    m = mission()
    m.men[Position.TAIL_GUNNER].airman.kills = 9
    m.fighters = _behind()[:1]
    m.fighters[0].skill = Skill.GREEN
    _spray(m, 5)
    assert m.fighters[0].fca == 0
    m.options.ace_both_ways = True
    ref = _spray(m, 5, 1)
    assert rolled(ref) == ["M-5", "M-2"]
    m.fighters[0].skill = Skill.ACE
    ref = _spray(m, 2)
    assert noted(ref) == ["gun-jams"]


# ------------------------------------------------------------------ passing shots


def _pass(m: Mission, target: Fighter, *faces: int) -> Referee:
    fire = Fire()
    fire.passing = (_TAIL, m.men[Position.TAIL_GUNNER], target, fields.PASSING)
    ref = referee(*faces)
    gunnery.passing_shot(ref, m, fire)
    done(ref)
    return ref


def test_3_8_a_passing_shot_needs_6_and_is_paid_when_fired() -> None:
    """M-1 passing shot."""
    m = mission()
    assert rolled(_pass(m, fighter(), 5)) == ["M-1-fire"]
    assert m.plane.guns[GunName.TAIL].bursts == AMMO[GunName.TAIL] - 1
    target = fighter()
    _pass(m, target, 6, 4)
    assert target.destroyed


def test_3_8_an_ace_has_his_bonus_on_a_passing_shot() -> None:
    """M-1 passing shot."""
    m = mission()
    m.men[Position.TAIL_GUNNER].airman.kills = 5
    assert rolled(_pass(m, fighter(), 5, 1)) == ["M-1-fire", "M-2"]


@pytest.mark.parametrize("fault", ["gone", "intercom", "guns", "man", "moved away", "fire"])
def test_3_8_cancelled_free_of_charge(fault: str) -> None:
    m = mission()
    target = fighter()
    man = m.men[Position.TAIL_GUNNER]
    if fault == "gone":
        target.destroyed = True
    elif fault == "intercom":
        m.plane.intercom_out = True
    elif fault == "guns":
        m.plane.guns[GunName.TAIL].inoperable = True
    elif fault == "man":
        man.serious = True
    elif fault == "fire":
        man.fighting_fire = True
    else:
        m.seats[Position.TAIL_GUNNER] = m.men[Position.PORT_WAIST]
    assert rolled(_pass(m, target)) == []
    assert m.plane.guns[GunName.TAIL].bursts == AMMO[GunName.TAIL]


# ------------------------------------------------------------------ jams


@pytest.mark.parametrize(
    ("face", "jammed", "broken", "word"),
    [(2, False, False, "cleared"), (3, True, False, "still jammed"), (6, False, True, "broken")],
)
def test_2A_1_one_try_to_clear_a_jam(face: int, jammed: bool, broken: bool, word: str) -> None:
    """M-5 repair."""
    m = mission()
    gun = m.plane.guns[GunName.BALL]
    gun.jammed = gun.frozen = True
    ref = referee(face, answers=["repair-gun=yes"])
    gunnery.repair_step(ref, m)
    assert (gun.jammed, gun.frozen, gun.broken) == (jammed, jammed, broken)
    facts = next(e.facts for e in ref.events if isinstance(e, Noted))
    assert facts == {"gun": "Ball Turret", "man": "Ball Gunner", "name": "Ball Gunner Smith", "result": word}


def test_2A_1_every_jammed_gun_with_a_man_at_it_is_tried_no_other() -> None:
    """M-5 repair."""
    m = mission()
    for name in (GunName.NOSE, GunName.PORT_CHEEK, GunName.TOP, GunName.TAIL, GunName.RADIO):
        m.plane.guns[name].jammed = True
    m.men[Position.ENGINEER].dead = True
    m.plane.guns[GunName.RADIO].inoperable = True
    ref = referee(1, 1, 1, answers=["repair-gun=yes"] * 3)
    gunnery.repair_step(ref, m)
    left = [g.name for g in m.plane.guns.values() if g.jammed]
    assert left == [GunName.TOP, GunName.RADIO]
    done(ref)


def test_2A_1_the_try_is_the_players_choice_and_a_careful_player_makes_it() -> None:
    m = mission()
    gun = m.plane.guns[GunName.TAIL]
    gun.jammed = True
    ref = referee(answers=["repair-gun=no"])
    gunnery.repair_step(ref, m)
    assert rolled(ref) == []
    assert gun.jammed
    done(ref)
    gunnery.repair_step(Referee(Fixed(2), Default()), m)
    assert not gun.jammed


def test_3B_1_a_natural_6_hits_an_ace_whose_quality_makes_the_row_a_miss() -> None:
    """M-6 note 2."""
    m = mission(rabbits_feet=1)
    m.options.ace_both_ways = True
    target = fighter()
    target.skill = Skill.ACE
    m.fighters = [target]
    fire = Fire()
    fire.shots = [(_TOP, m.men[Position.ENGINEER], target, 6)]
    watcher = Watcher()
    ref = Referee(Fixed(6, 1), watcher, trace=True)
    ref.state = m
    luck.start(ref, m)
    gunnery.resolve(ref, m, fire)
    assert rolled(ref) == ["M-1-fire", "M-2"]
    assert watcher.asks[0].prompt == "Defensive fire: Hit. Spend a rabbit's foot to roll again? (1 left)"


@pytest.mark.parametrize("gun", list(GunName))
def test_M_2_twin_mounts_are_top_ball_and_tail(gun: GunName) -> None:
    mods = gunnery.HARM_MODS[FIRING_ORDER.index(gun)]
    twin = gun in (GunName.TOP, GunName.BALL, GunName.TAIL)
    values = {kind.value: sum(mod.value for mod in found) for kind, found in mods.items()}
    assert values == {"Me109": int(twin), "Me110": int(twin), "FW190": 0 if twin else -1}


def test_3_4_the_firing_order_holds_every_gun() -> None:
    assert sorted(FIRING_ORDER) == sorted(GunName)
