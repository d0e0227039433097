"""3.4 The chances of a shot while fire is allocated: what odds at the prompt count exactly."""

from __future__ import annotations

from flakhouse.core.ask import Ask
from flakhouse.core.game import Deciding
from flakhouse.core.referee import Referee
from flakhouse.games.b17.combat import fields, gunnery
from flakhouse.games.b17.combat.allocation import PROMPTS
from flakhouse.games.b17.combat.fields import IN_NOSE, PASSES, PASSING, TAIL, Shot
from flakhouse.games.b17.combat.gunnery import Harm
from flakhouse.games.b17.state import Fighter, Mission

__all__ = ["deciding"]

_PASSES = "passing "


def deciding(ref: Referee, m: Mission, ask: Ask, key: str) -> list[Deciding]:
    """3.4 What this gun does to that fighter, if it is still there when the gun fires: M-1, M-2.

    Not for the guns in the nose, where the man is asked for later, nor where a pilot counts who is yet to show
    how good he is (M-6).
    """
    if ask.id != "gun-fire" or ask.prompt not in PROMPTS:
        return []
    number = PROMPTS.index(ask.prompt)
    passing = key.startswith(_PASSES) and number == TAIL
    fighter = next((f for f in m.fighters if f.name == key.removeprefix(_PASSES)), None)
    men = fields.gunners(m, number)
    if fighter is None or number in IN_NOSE or not men or (passing and fighter.clock not in PASSES):
        return []
    if m.options.ace_both_ways and m.options.pilot_quality and fighter.skill is None:
        return []
    need = PASSING
    if not passing:
        bears = next((n for i, n in fields.bearing(ref, fighter) if i == number), 0)
        if not bears:
            return []
        need = max(bears, fields.floor(m, number, men[0]))
    shot = (number, men[0], fighter, need)
    both = m.options.ace_both_ways
    return [
        _fired(shot, both, "hits", True),
        _fired(shot, both, "at least drives off", _harm("at least drives off", number, fighter, False)),
        _fired(shot, both, "destroys", _harm("destroys", number, fighter, True)),
    ]


def _fired(shot: Shot, both: bool, label: str, hit: bool | Deciding) -> Deciding:
    """3B.1 The gun's die; a natural 6 always hits."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Deciding:
        return hit if faces[0] == 6 or word == gunnery.HIT else False

    mods = gunnery.shot_mods(shot, both)
    return Deciding(label, gunnery.FIRE.id, outcome, mods, shot[3] - gunnery.FIRST_COLUMN)


def _harm(label: str, number: int, fighter: Fighter, destroyed: bool) -> Deciding:
    """3A.1, 3A.2, M-2 What a hit does with those before it: the end of the fighter, or that it leaves at least."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        fca = fighter.fca + (word == Harm.FCA)
        fboa = fighter.fboa + (word == Harm.FBOA)
        if word == Harm.DESTROYED or fboa + (fca >= 2) >= 2:
            return True
        return not destroyed and fboa + (fca >= 2) >= 1

    return Deciding(label, gunnery.HARM.id, outcome, gunnery.HARM_MODS[number][fighter.kind])
