"""The rolls of combat that options lead to, as data (M-1, M-2, M-5)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b17.combat import gunnery, offense
from flakhouse.games.b17.combat.fields import IN_NOSE, WEAVING, Shot, Spray, floor, gunners
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import Skill
from flakhouse.games.bomber.columns import BY_CLOCK
from flakhouse.games.bomber.guns import Mend

__all__ = ["all_miss", "attacked", "gun_tried", "shot", "spray"]


def _unknown(m: Mission, fighter: Fighter) -> bool:
    """M-6 The pilot's quality counts, and is yet to show."""
    return m.options.ace_both_ways and m.options.pilot_quality and fighter.skill is None


def shot(m: Mission, fired: Shot, man_known: bool = False) -> Sequence[Stake]:
    """3.4, M-1, M-2 What this gun does to that fighter, if it is still there when the gun fires.

    Not for the guns in the nose where the men who may take them aim differently and it is not known who will, nor
    where a pilot counts who is yet to show how good he is (M-6).
    """
    number, _, fighter, _ = fired
    if (number in IN_NOSE and not man_known and _uneven(m, fired)) or _unknown(m, fighter):
        return ()
    both = m.options.ace_both_ways
    return (
        _fired(fired, both, "hits", True),
        _fired(fired, both, "at least drives off", _harm("at least drives off", number, fighter, False)),
        _fired(fired, both, "destroys", _harm("destroys", number, fighter, True)),
    )


def _uneven(m: Mission, fired: Shot) -> bool:
    """3.4a Whether it matters which man of the nose takes this gun."""
    number, _, fighter, need = fired
    both = m.options.ace_both_ways
    aims = [
        (floor(m, number, man), tuple(gunnery.shot_mods((number, man, fighter, need), both)))
        for man in gunners(m, number)
    ]
    return any(aim != aims[0] for aim in aims)


def _fired(fired: Shot, both: bool, label: str, hit: bool | Stake) -> Stake:
    """3B.1 The gun's die; a natural 6 always hits."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        return hit if faces[0] == 6 or word == gunnery.HIT else False

    mods = gunnery.shot_mods(fired, both)
    return Stake(label, gunnery.FIRE.id, outcome, mods, fired[3] - gunnery.FIRST_COLUMN)


def _harm(label: str, number: int, fighter: Fighter, destroyed: bool) -> Stake:
    """3A.1, 3A.2, M-2 What a hit does with those before it: the end of the fighter, or that it leaves at least."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        fca = fighter.fca + (word == gunnery.Harm.FCA)
        fboa = fighter.fboa + (word == gunnery.Harm.FBOA)
        if word == gunnery.Harm.DESTROYED or fboa + (fca >= 2) >= 2:
            return True
        return not destroyed and fboa + (fca >= 2) >= 1

    return Stake(label, gunnery.HARM.id, outcome, gunnery.HARM_MODS[number][fighter.kind])


def spray(m: Mission, fired: Spray) -> Sequence[Stake]:
    """3.4c, M-5 What a spray does to each fighter there, and to the gun."""
    _, _, clock, angle = fired
    fighters = [f for f in m.fighters if f.clock is clock and f.angle is angle]
    if (m.options.ace_both_ways and len({f.skill for f in fighters}) > 1) or any(_unknown(m, f) for f in fighters):
        return ()
    mods = gunnery.spray_mods(fighters[0], m.options.ace_both_ways)
    chart = gunnery.SPRAY.id
    return (
        on_results("hits each fighter there", chart, (gunnery.Sprayed.HIT,), mods),
        on_results("hits it or drives it off", chart, (gunnery.Sprayed.HIT, gunnery.Sprayed.BREAKS_OFF), mods),
        on_results("jams the gun", chart, (gunnery.Sprayed.JAM,), mods, good=False),
    )


def attacked(m: Mission, evading: bool) -> Sequence[Stake]:
    """3.3, 3.7, M-3 What each fighter's fire does, if nobody stops it."""
    return tuple(_fired_at(m, fighter, evading) for fighter in m.fighters)


def _fired_at(m: Mission, fighter: Fighter, evading: bool) -> Stake:
    """M-6 How good the pilot is, where it counts and has not shown."""
    if not m.options.pilot_quality or fighter.skill is not None:
        return _hit(m, fighter, fighter.skill, evading)
    by_skill = {skill: _hit(m, fighter, skill, evading) for skill in Skill}
    label = f"{fighter.name} hits you"
    return Stake(label, gunnery.QUALITY.id, lambda faces, total, word: by_skill[Skill(word)], good=False)


def all_miss(m: Mission, shots: Sequence[Shot], evading: bool) -> Sequence[Stake]:
    """9.4, M-1 That none of these hits; a gun of a bomber that weaves needs a 6. Nothing if there is none."""
    if not shots or any(_unknown(m, shot[2]) for shot in shots):
        return ()
    label, both = "all guns that bear miss", m.options.ace_both_ways
    aimed = [(number, man, fighter, WEAVING if evading else need) for number, man, fighter, need in shots]
    first, *others = [_missed(_fired(shot, both, label, True)) for shot in aimed]
    return (first._replace(others=others),)


def _missed(shot: Stake) -> Stake:
    """M-1 The other way round."""
    return shot._replace(outcome=lambda faces, total, word: not shot.outcome(faces, total, word), good=False)


def _hit(m: Mission, fighter: Fighter, skill: Skill | None, evading: bool) -> Stake:
    """3.7, M-3 The fire of one fighter; a natural 6 always hits (errata 4)."""
    mods = offense.fire_mods(m, fighter, skill, evading)
    column = BY_CLOCK[fighter.clock]
    return Stake(f"{fighter.name} hits you", offense.FIRE.id, _struck, mods, column, good=False)


def _struck(faces: tuple[int, ...], total: int, word: str) -> bool:
    return faces[0] == 6 or word == "Hit"


def gun_tried() -> Sequence[Stake]:
    """M-5 A try to clear a jam."""
    chart = gunnery.MEND.id
    return (
        on_results("clears it", chart, (Mend.CLEARED,)),
        on_results("breaks it for good", chart, (Mend.BROKEN,), good=False),
    )
