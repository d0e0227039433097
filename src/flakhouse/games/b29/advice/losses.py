"""What a careful player works out before a landing at home: how many men it may kill, counted from the tables.

No die is rolled here (8.3, 8.4, D57, D61). Who dies of his wounds later is counted; who is invalided home lives.
"""

from __future__ import annotations

from collections.abc import Iterable

from flakhouse.games.b29 import fuel, leaving
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.stations import flying
from flakhouse.games.bomber.wounds import Recovery, chances

__all__ = ["everybody_jumps", "landing", "some_jump"]

_LAND = CHARTS.charts["8-1"]
_ALL_KILLED = _LAND.word(_LAND.low)  # its worst row
_WOUND = CHARTS.charts["7-13"]
_RECOVERY = CHARTS.charts["7-13b-recovery"]
_SIX = 1 / 6
#: Two dice: each sum with its ways.
_WAYS = tuple((roll, 6 - abs(7 - roll)) for roll in range(2, 13))
_WORSE = _WOUND.mods["wrecked"].value
_PLUS = {"Wounds +1, wrecked": _WORSE, "Wounds, wrecked": 0}
_FACES = {plus: [_WOUND.word(face + plus) for face in range(1, 7)] for plus in (0, _WORSE)}
_DIES_LATER = sum(_RECOVERY.word(face) == Recovery.DIES for face in range(1, 7)) / 6


def landing(m: Mission, plus: int, men: Iterable[Man] | None = None) -> float:
    """8-1 How many of these men, of all by default, die on average if they are aboard at a landing with `plus`."""
    return sum(_lands(m, man, plus) for man in (m.living() if men is None else men))


def some_jump(m: Mission, plus: int) -> float:
    """8.3, D57 The same, if everybody jumps who may and the others land."""
    flyer = flying(m)
    jumpers = [man for man in m.living() if leaving.able(man) and man is not flyer]
    stay = [man for man in m.living() if not leaving.able(man) or man is flyer]
    return sum(_jumps(m, man) for man in jumpers) + landing(m, plus, stay)


def everybody_jumps(m: Mission) -> float:
    """8.2, 7-9d, 8-4b The same, if nobody lands the bomber: who cannot jump dies with it."""
    flyer = None if m.plane.autopilot_works() else flying(m)
    return sum(_alone(m, man, last=man is flyer) for man in m.living())


def _alone(m: Mission, man: Man, last: bool) -> float:
    if not leaving.able(man):
        return 1.0
    return 5 * _SIX if last else _jumps(m, man)


def _jumps(m: Mission, man: Man) -> float:
    """8-4 The first die must be bad, then the second."""
    bad = 1 - sum(mod.value for mod in leaving.jump_mods(m, man))
    return min(6, bad) * _SIX * _SIX


def _lands(m: Mission, man: Man, plus: int) -> float:
    """8-1 with its notes: two sixes hurt nobody (a), bombs (c) and fuel (d) may blow up in a bad landing."""
    blast = _blast(m)
    dead = 0.0
    for roll, ways in _WAYS:
        total = roll + plus
        if total > 0 or roll == 12:
            continue
        dead += ways * (blast + (1 - blast) * _killed(man, _LAND.word(total)))
    return dead / 36


def _killed(man: Man, word: str) -> float:
    """8-1, 7-13, 7-13b What such a landing does to him, with what he may die of later."""
    if word == _ALL_KILLED:
        return 1.0
    if word not in _PLUS:
        return 0.0
    dead, bad = chances(_FACES[_PLUS[word]], man.light, man.serious)
    return dead + bad * _DIES_LATER


def _blast(m: Mission) -> float:
    """8-1c, d That bombs or fuel blow up in a bad landing."""
    held = 1 - _SIX if m.plane.bombs_aboard() else 1.0
    if m.options.fuel:
        boxes = fuel.left(m)
        held *= 1 - _SIX * sum(ways for roll, ways in _WAYS if roll < boxes) / 36
    return 1 - held
