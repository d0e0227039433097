"""3.5, 3.6, 3.8 The B-17's fire: pilot quality (M-6), shots (M-1-fire, M-2), sprays (M-5), passing shots, jams."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.combat import fields
from flakhouse.games.b17.combat.fields import FIRING_ORDER, GUN_KEYS, TAIL, Fire, Shot, Spray
from flakhouse.games.b17.questions import combat as questions
from flakhouse.games.b17.state import Fighter, Man, Mission
from flakhouse.games.b17.words import TWINS, FighterType, Skill
from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.guns import Mend, mend

__all__ = [
    "FIRE",
    "FIRST_COLUMN",
    "HARM",
    "HARM_MODS",
    "HIT",
    "MEND",
    "SPRAY",
    "Harm",
    "Sprayed",
    "passing_shot",
    "quality",
    "repair_step",
    "resolve",
    "shot_mods",
    "spray_mods",
]


class Harm(StrEnum):
    """Results of M-2."""

    FCA = "FCA"
    FBOA = "FBOA"
    DESTROYED = "Destroyed"


class Sprayed(StrEnum):
    """Results of M-5."""

    JAM = "Gun jams"
    BREAKS_OFF = "Breaks off"
    NOTHING = "No effect"
    HIT = "Hit"


QUALITY = CHARTS.words("M-6", Skill)
FIRE = CHARTS.bind("M-1-fire", either("Hit", "Miss"))
HARM = CHARTS.words("M-2", Harm)
SPRAY = CHARTS.words("M-5", Sprayed)
MEND = CHARTS.words("M-5-repair", Mend)

_ACE_MOD = (FIRE.mods["ace"],)
_TODAY_MOD = (FIRE.mods["ace_today"],)
_ACE_KILLS = 5  # 4.1
FIRST_COLUMN = 3  # M-1-fire: the number of its first column
HIT = "Hit"


def _harm_mods(twin: bool, kind: FighterType) -> tuple[Mod, ...]:
    """M-2 modifiers, M-2 Twin guns and single ones against the types."""
    if kind is FighterType.FW190:
        return (HARM.mods["twin_fw190" if twin else "single_fw190"],)
    return (HARM.mods["twin"],) if twin else NO_MODS


#: M-2 modifiers by gun (its number in the firing order) and type.
HARM_MODS: tuple[dict[FighterType, tuple[Mod, ...]], ...] = tuple(
    {kind: _harm_mods(gun in TWINS, kind) for kind in FighterType} for gun in FIRING_ORDER
)


# ------------------------------------------------------------------ the shots


def quality(ref: Referee, m: Mission) -> None:
    """3.5, M-6 How good each pilot is, once fire is allocated; rolled once, kept for later attacks."""
    if m.options.pilot_quality:
        for fighter in m.fighters:
            if fighter.skill is None:
                ref.concerns(fighter.name, QUALITY)
                fighter.skill = ref.roll(QUALITY)
                ref.note("pilot-quality", fighter=fighter.name, skill=fighter.skill)


def resolve(ref: Referee, m: Mission, fire: Fire) -> None:
    """M-6 note 2, 3.6 All shots and sprays, then fighters destroyed or scared off are taken away."""
    both = m.options.ace_both_ways
    _announce(ref, m, fire.shots, fire.sprays)
    for shot in fire.shots:
        _shoot(ref, shot, both)
    for spray in fire.sprays:
        _spray(ref, m, spray, both)
    for fighter in m.fighters:
        if fighter.destroyed or fighter.gone:
            m.fighters = [f for f in m.fighters if not (f.destroyed or f.gone)]
            return


def _announce(ref: Referee, m: Mission, shots: list[Shot], sprays: Sequence[Spray] = ()) -> None:
    """3.6 The dice of a volley before the first falls: each gun with its target."""
    both = m.options.ace_both_ways
    for shot in shots:
        mods = shot_mods(shot, both)
        ref.announce(FIRE, _at(shot[0], shot[2]), mods, shot[3] - FIRST_COLUMN, _least(shot[3], mods))
    for number, _, clock, angle in sprays:
        for fighter in m.fighters:
            if fighter.clock is clock and fighter.angle is angle:
                ref.announce(SPRAY, _at(number, fighter), spray_mods(fighter, both))


def _at(number: int, fighter: Fighter) -> str:
    """3.6 A gun and its target."""
    return f"{GUN_KEYS[number]} at {fighter.name}"


def _least(need: int, mods: Sequence[Mod]) -> int:
    """3.6, 3B.1 The total by which a shot hits: a natural 6 always does."""
    return min(need, 6 + sum([mod.value for mod in mods]))


def _shoot(ref: Referee, shot: Shot, both: bool) -> None:
    """3.6, 3B.1 A gun's die against the number needed; a natural 6 always hits.

    A gun whose target is gone has fired for nothing: its burst was paid when it was allocated (3.4).
    """
    number, man, fighter, need = shot
    if fighter.destroyed or fighter.gone:
        return
    ref.concerns(_at(number, fighter), FIRE, HARM)
    mods = shot_mods(shot, both)
    if ref.roll(FIRE, mods, need - FIRST_COLUMN, _least(need, mods) if mods else need) or ref.face == 6:
        _harm(ref, number, man, fighter, FIRE)
    else:
        _tell(ref, "shot-misses", number, man, fighter)


def shot_mods(shot: Shot, both: bool) -> tuple[Mod, ...]:
    """M-1-fire All that bears on a shot; `both`: the German pilot's quality too."""
    number, man, fighter, _ = shot
    mods = NO_MODS
    if man.ace_today or man.airman.kills + man.kills >= _ACE_KILLS:
        mods = _ace_mods(man, number)
    if both and fighter.skill is not None:
        # 3B.1 Green +1, Ace -1: the manual counts quality for his own fire only.
        if fighter.skill is Skill.GREEN:
            mods = (*mods, FIRE.mods["green"])
        elif fighter.skill is Skill.ACE:
            mods = (*mods, FIRE.mods["enemy_ace"])
    return mods


def _ace_mods(man: Man, number: int) -> tuple[Mod, ...]:
    """4.1 An ace's +1, unless he is wounded, frostbitten or at a strange gun; ace for a day adds nothing to it."""
    if not man.ace() or fields.strange(man, number):
        return NO_MODS
    return _ACE_MOD if man.airman.kills + man.kills >= _ACE_KILLS else _TODAY_MOD


def _harm(ref: Referee, number: int, man: Man, fighter: Fighter, hit_on: Chart[bool] | Chart[Sprayed]) -> None:
    """3A.1, 3A.2, M-2 A hit: what it does, what hits before it add, and who has the kill."""
    harm = ref.roll(HARM, HARM_MODS[number][fighter.kind])
    if harm is Harm.FCA:
        fighter.fca += 1
    elif harm is Harm.FBOA:
        fighter.fboa += 1
    else:
        fighter.destroyed = True
    # RULING M-2: two or more FCA count as one FBOA, in whatever order the hits came; with one FBOA more the
    # fighter has two and is destroyed. FCA alone, however many, never destroy it.
    if fighter.fboa + (fighter.fca >= 2) >= 2:
        fighter.destroyed = True
    if fighter.destroyed:
        man.kills += 1  # RULING 3A.2: by accumulation, for the gun that made the last hit
        ref.note(
            "fighter-destroyed",
            causes=(hit_on, HARM),
            gun=FIRING_ORDER[number],
            man=man.position,
            name=man.airman.name,
            fighter=fighter.name,
            fca=fighter.fca,
        )
        if man.airman.kills + man.kills == _ACE_KILLS:
            ref.note("new-ace", man=man.position, name=man.airman.name)
    else:
        state = "FBOA" if fighter.breaks_off() else "FCA"
        ref.note(
            "fighter-damaged",
            gun=FIRING_ORDER[number],
            man=man.position,
            name=man.airman.name,
            fighter=fighter.name,
            fca=fighter.fca,
            fboa=fighter.fboa,
            state=state,
            leaves=fighter.breaks_off(),
            aim=str(-fighter.fca - 2 * fighter.fboa),
        )


def _tell(ref: Referee, kind: str, number: int, man: Man, fighter: Fighter) -> None:
    """3.6 The log line of a shot."""
    ref.note(
        kind,
        gun=FIRING_ORDER[number],
        man=man.position,
        name=man.airman.name,
        fighter=fighter.name,
        fca=fighter.fca,
    )


def spray_mods(fighter: Fighter, both: bool) -> Sequence[Mod]:
    """M-5, M-6 A German pilot's quality counts by the board only; the manual has it for his own fire."""
    if both and fighter.skill is Skill.GREEN:
        return (SPRAY.mods["green"],)
    return (SPRAY.mods["enemy_ace"],) if both and fighter.skill is Skill.ACE else NO_MODS


def _spray(ref: Referee, m: Mission, spray: Spray, both: bool) -> None:
    """3.4c, M-5 A sprayed place: a roll for every fighter there; no ace's bonus."""
    number, man, clock, angle = spray
    for fighter in m.fighters:
        if fighter.clock is not clock or fighter.angle is not angle or fighter.destroyed or fighter.gone:
            continue
        ref.concerns(_at(number, fighter), SPRAY, HARM)
        # RULING M-5a: the modified number counts, also where it makes a jam or undoes one. What raises the number
        # of M-1 to 6 (evasive action, wounds, intercom) changes nothing here: only a 6 hits anyway.
        result = ref.roll(SPRAY, spray_mods(fighter, both))
        if result is Sprayed.HIT:
            _harm(ref, number, man, fighter, SPRAY)
        elif result is Sprayed.BREAKS_OFF:
            fighter.gone = True
            _tell(ref, "fighter-breaks-off", number, man, fighter)
        elif result is Sprayed.JAM:
            _jam(ref, m, number)
            return  # RULING M-5b: a jammed gun has no roll against the fighters that are left there
        else:
            _tell(ref, "spray-misses", number, man, fighter)


def passing_shot(ref: Referee, m: Mission, fire: Fire) -> None:
    """M-1 passing shot, M-3 note 2, 3.8, manual 7.4 The tail's shot at a fighter that has gone by, if all are
    still there; paid only now.
    """
    shot = fire.passing
    if shot is None:
        return
    man, fighter = shot[1], shot[2]
    if fighter.destroyed or fighter.gone:
        return
    plane = m.plane
    if plane.intercom_out or fields.ready(m, TAIL) is not man:
        return
    plane.guns[FIRING_ORDER[TAIL]].bursts -= 1
    _announce(ref, m, [shot])
    _shoot(ref, shot, m.options.ace_both_ways)


# ------------------------------------------------------------------ jams


def _jam(ref: Referee, m: Mission, number: int) -> None:
    """M-5 A gun jams; the first try to clear it comes in the next zone."""
    gun = m.plane.guns[FIRING_ORDER[number]]
    gun.jammed = True
    gun.jammed_turn = m.turn
    ref.note("gun-jams", gun=gun.name)


def repair_step(ref: Referee, m: Mission) -> None:
    """2A.1, M-5 In a new zone the man at a jammed or frozen gun may try once to clear it."""
    if not any([gun.jammed or gun.frozen for gun in m.plane.guns.values()]):
        return
    for number, name in enumerate(FIRING_ORDER):
        gun = m.plane.guns[name]
        if not (gun.jammed or gun.frozen) or gun.broken or gun.inoperable or m.plane.stripped:
            continue
        men = fields.gunners(m, number)
        if not men:
            continue
        # RULING 2A.1: it takes a fit man at the gun; a try may break it for good, so it is the player's choice.
        # D32
        man = men[0]
        ref.scene("repair", gun=name, man=man.position)
        if not ref.agreed("repair-gun", True, functools.partial(questions.repair_gun, gun, man)):
            continue
        result = mend(ref, gun, MEND, m.turn)
        if result is not Mend.JAMMED:
            gun.frozen = False
        ref.note(
            "gun-tried",
            gun=name,
            man=man.position,
            name=man.airman.name,
            result=result.value.lower(),
        )
