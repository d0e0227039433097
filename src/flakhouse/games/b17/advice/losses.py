"""What a careful player reckons before the bomber goes down: the losses to be expected, counted in men.

Only defaults come from here (11.7, 14.3, 14.4); no die is rolled. A prisoner is lost to the tour like a dead man;
one who comes home an invalid, and a bomber that might be mended, count what is said below.
"""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout, fates
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import Surface
from flakhouse.games.bomber.wounds import chances

__all__ = ["BOMBER", "bomber_lost", "ditching", "each", "jumping", "landing"]

# Found by scripts/advice thresholds b17, over 400 whole tours: what another value costs, in men a tour.
BOMBER = 0.1  # 1: 0.033 ±0.029
_DEAD = 1.0
_PRISONER = 0.99  # 0.8: 0.10 ±0.04, 0.5: 0.22 ±0.07; he lives, which decides where all else is equal
_INVALID = 0.5  # no clear difference: 0 gains 0.012 ±0.013
_SIX = 1 / 6
#: Two dice: each sum with its ways.
_WAYS = tuple((roll, 6 - abs(7 - roll)) for roll in range(2, 13))
_PRISON = (Surface.GERMANY, Surface.NETHERLANDS)
_LAND = CHARTS.charts["G-9"]
_SEA = CHARTS.charts["G-10"]
_BL4 = CHARTS.charts["BL-4"]
_CRASH = _BL4.mods["crash"].value


def _faces(plus: int) -> list[str]:
    """BL-4 What each face of the die gives."""
    return [_BL4.word(face + plus) for face in range(1, 7)]


_HURT = {
    (light, serious, plus): chances(_faces(plus), light, serious)
    for light in range(4)
    for serious in (False, True)
    for plus in (0, _CRASH)
}


# ------------------------------------------------------------------ what a man is worth afterwards


def _surgeon(serious: bool, frostbitten: bool) -> float:
    """16.1 The loss to be expected from a man who is back in England."""
    if serious:  # 1 flies again, 2-5 home, 6 dies; frostbite +1
        return (4 * _INVALID + 2 * _DEAD) / 6 if frostbitten else (4 * _INVALID + _DEAD) / 6
    return _INVALID / 2 if frostbitten else 0.0


def _ashore(where: Surface, serious: bool, frostbitten: bool) -> float:
    """14.3, 15.8 The loss to be expected from a man alive on the ground."""
    if where is Surface.ENGLAND:
        return _surgeon(serious, frostbitten)
    if serious or where in _PRISON:
        return _PRISONER
    return 5 * _SIX * _PRISONER + _SIX * _surgeon(False, frostbitten)


def _from_sea(m: Mission, serious: bool, frostbitten: bool) -> float:
    """14.2 The loss to be expected from a man who is picked up."""
    return _PRISONER if m.zone > fates.RESCUE_ZONES else _surgeon(serious, frostbitten)


# ------------------------------------------------------------------ the ways down


def each(m: Mission, loss: Callable[[Man], float]) -> list[float]:
    """14.4 A loss for every man aboard and alive; men in the same state fare alike."""
    known: dict[tuple[int, bool, bool, bool], float] = {}
    found: list[float] = []
    for man in m.living():
        state = (man.light, man.serious, man.frostbitten, fates.trapped(m, man))
        if state not in known:
            known[state] = loss(man)
        found.append(known[state])
    return found


def jumping(m: Mission, man: Man, where: Surface) -> float:
    """14.1-14.3, G-6, G-8 One man's loss if everybody who can jumps here."""
    if not fates.able(m, man):
        return _DEAD
    killed = (2 if man.light >= 2 else 1) / 36
    if where is not Surface.WATER:
        alive = _ashore(where, False, man.frostbitten)
    elif bailout.no_help(m):
        alive = _DEAD
    else:
        saved = (1 if man.light else 2) / 6
        alive = (1 - saved) * _DEAD + saved * _from_sea(m, False, man.frostbitten)
    return killed * _DEAD + (1 - killed) * alive


def landing(m: Mission, man: Man, modifier: int, where: Surface) -> float:
    """15.1-15.5, G-9 One man's loss if he is aboard when the bomber lands with this modifier."""
    if fates.trapped(m, man) and m.plane.gear_out():
        return _DEAD  # 6.7
    light, serious, frost = man.light, man.serious, man.frostbitten
    safe = _ashore(where, serious, frost)
    hurt = _ashore(where, True, frost)
    loss = 0.0
    for roll, ways in _WAYS:
        total = roll + modifier
        word = "Safe" if roll == 12 else _LAND.word(total)
        if word == "All killed":
            loss += ways * _DEAD
            continue
        one = safe
        if word in ("Wounds", "Wounds +1"):
            dead, bad = _HURT[light, serious, _CRASH if word == "Wounds +1" else 0]
            one = dead * _DEAD + bad * hurt + (1 - dead - bad) * safe
        if m.plane.bombs and total <= 0 and roll != 12:
            one = _SIX * _DEAD + (1 - _SIX) * one
        loss += ways * one
    return loss / 36


def ditching(m: Mission, man: Man, modifier: int) -> float:
    """15.2, G-10 One man's loss if the bomber comes down on the water."""
    lost = sum(ways for roll, ways in _WAYS if roll != 12 and _SEA.word(roll + modifier) == "Lost") / 36
    return lost * _DEAD + (1 - lost) * _from_sea(m, man.serious, man.frostbitten)


def bomber_lost(m: Mission, modifier: int) -> float:
    """15.3, 15.6, 8.3 The chance that a landing in England leaves no bomber that can be mended."""
    if m.plane.crippled():
        return 1.0
    kept = sum(ways for roll, ways in _WAYS if roll == 12 or roll + modifier >= 1) / 36
    return 1 - (kept / 2 if m.plane.gear_out() else kept)
