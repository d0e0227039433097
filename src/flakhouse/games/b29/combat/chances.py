"""5.3 The chances of a shot while fire is allocated: what odds at the prompt count exactly."""

from __future__ import annotations

from flakhouse.core.ask import Ask
from flakhouse.core.game import Deciding
from flakhouse.games.b29.combat import attack, guns, offense
from flakhouse.games.b29.combat.allocation import FRONT, PROMPT
from flakhouse.games.b29.combat.guns import Aim, Harm, Shot
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import FighterType, Position, Skill

__all__ = ["deciding"]

_GUN = {prompt: gun for gun, prompt in PROMPT.items()}
_MOST = 4  # 5.3G: so many FCA destroy


def deciding(m: Mission, ask: Ask, key: str) -> list[Deciding]:
    """5.3A What this gun does to that fighter by day, if it is still there when the gun fires: 5-5, 5-7, 5-8."""
    gun = _GUN.get(ask.prompt)
    station, arrow, name = key.partition(" > ")
    if ask.id != "allocate-fire" or gun is None or not arrow or m.night:
        return []
    fighter = next((f for f in m.fighters if f.name == name), None)
    man = m.seats[Position(station)]
    if fighter is None or man is None or fighter.kind is FighterType.BAKA:
        return []
    bears = any(found is gun for found, _ in guns.BEARING[fighter.where()])
    shot = Shot(gun, Position(station), man, fighter, not bears)
    if shot.passing and fighter.clock not in FRONT:
        return []
    return [
        _known(m, shot, "hits", True),
        _known(m, shot, "destroys", _destroys(m, shot)),
    ]


def _destroys(m: Mission, shot: Shot) -> Deciding:
    """5.3G, 5-8 Destroyed outright, or by the fourth FCA."""
    last = shot.fighter.fca + 1 >= _MOST

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return last or word == Harm.DESTROYED

    column = offense.TYPE_COLUMN[shot.fighter.kind]
    return Deciding("destroys", guns.HARM.id, outcome, guns.harm_modifiers(m, shot), column)


def _known(m: Mission, shot: Shot, label: str, hit: bool | Deciding) -> Deciding:
    """5.2F, 5-5 A pilot who has not shown yet how good he is shows it before the guns fire."""
    if shot.fighter.skill is not None:
        return _shot(m, shot, label, hit, shot.fighter.skill)
    by_skill = {skill: _shot(m, shot, label, hit, skill) for skill in Skill}

    def outcome(faces: tuple[int, ...], total: int, word: str) -> Deciding:
        return by_skill[Skill(word)]

    return Deciding(label, attack.STATUS.id, outcome, attack.status_modifiers(shot.fighter))


def _shot(m: Mission, shot: Shot, label: str, hit: bool | Deciding, skill: Skill) -> Deciding:
    """5.3F, 5-7 The gun fires; a natural 12 always hits."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Deciding:
        return hit if sum(faces) == 12 or word == Aim.HIT else False

    fighter = shot.fighter
    seen = Fighter(fighter.kind, fighter.clock, fighter.angle, skill)
    mods = guns.modifiers(m, Shot(shot.gun, shot.station, shot.man, seen, shot.passing), m.evading)
    return Deciding(label, guns.DEFENSE.id, outcome, mods)
