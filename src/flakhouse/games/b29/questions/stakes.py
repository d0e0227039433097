"""The rolls that options lead to, as data: jumps, landings, storms, cold (8-4, 8-1, 8-3, 4-3, 7.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import cold, fuel, leaving
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.stations import flying
from flakhouse.games.bomber import jump as shared

__all__ = ["bail_out", "ditching", "frostbite", "jump", "landing", "storm", "stuck"]


# ------------------------------------------------------------------ 8-4: jumps


def jump(m: Mission, men: Sequence[Man]) -> tuple[Stake, ...]:
    """8-4 These men jump while somebody holds the bomber."""
    return shared.jumps([_out(m, man) for man in men])


def bail_out(m: Mission) -> tuple[Stake, ...]:
    """8-4, 7-9d Everybody jumps who can; who flies goes last, without autopilot as if she were out of control."""
    flyer = flying(m)
    men = [man for man in m.men.values() if leaving.able(man) and man is not flyer]
    rolls = [_out(m, man) for man in men]
    if flyer is None:
        return shared.jumps(rolls)
    if m.plane.autopilot_works():
        return shared.jumps([*rolls, _out(m, flyer)])
    last = on_results(f"{flyer.airman.name}, who flies, gets out", "8-5", [shared.Uncontrolled.OUT])
    return (*shared.jumps([*rolls, last]), last)


def _out(m: Mission, man: Man) -> Stake:
    return shared.gets_out_stake("8-4", "8-4-accident", leaving.jump_mods(m, man))


def stuck(m: Mission) -> str:
    """8-4b Who cannot jump, in a sentence."""
    return shared.left_behind([man for man in m.living() if not leaving.able(man)])


# ------------------------------------------------------------------ 8-1, 8-3: the ways down

_UNHURT, _HURT, _DEAD = "nobody is hurt", "all aboard are wounded", "all aboard are killed"
#: Rows of 8-1 and 8-3 in which those aboard live, and what they do to them if nothing explodes.
_ROWS: Mapping[str, str] = {
    **dict.fromkeys(("Wounds +1, wrecked", "Wounds, wrecked", "Wrecked, wounds +1", "Ditched, wounds"), _HURT),
    **dict.fromkeys(("Crew safe, repairable", "Crew and B-29 safe", "Ditched"), _UNHURT),
}
_IRREPARABLE = "Crew safe, irreparable"


def landing(m: Mission, mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """8-1 with its notes: two sixes hurt nobody (a); bombs (c) and fuel (d) may blow up in a bad landing."""
    bombs = m.plane.bombs_aboard()
    boxes = fuel.left(m) if m.options.fuel else 0
    return _down("8-1", mods, {want: _blasts(want, bombs, boxes) for want in (_UNHURT, _HURT, _DEAD)})


def ditching(mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """8-3; two sixes are a successful ditching whatever the modifiers (R-80)."""
    return _down("8-3", mods, {})


def _blasts(want: str, bombs: bool, boxes: int) -> dict[str, bool | Stake]:
    """8-1c, d What a bad landing, by what it does otherwise, comes to: `want`, or not, or a roll that decides."""
    return {end: _blast(want, end, bombs, boxes) for end in (_UNHURT, _HURT)}


def _blast(want: str, end: str, bombs: bool, boxes: int) -> bool | Stake:
    held: bool | Stake = end == want
    if not held and want != _DEAD:
        return False
    if boxes > 2:  # two dice are below the number of boxes
        fire = Stake(want, "8-1d-fire", partial(_exploded, want == _DEAD, held))
        held = Stake(want, "8-1d-fuel", partial(_below, boxes, fire, held))
    return Stake(want, "8-1c-bombs", partial(_exploded, want == _DEAD, held)) if bombs else held


def _exploded(dead: bool, held: bool | Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    return dead if word == "explosion" else held


def _below(
    boxes: int, fire: Stake, held: bool | Stake, faces: tuple[int, ...], total: int, word: str
) -> bool | Stake:
    return fire if total < boxes else held


def _down(table: str, mods: Sequence[Mod], blasts: Mapping[str, Mapping[str, bool | Stake]]) -> tuple[Stake, ...]:
    """The three ends that a landing has for those aboard."""

    def outcome(want: str, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        if sum(faces) == 12:
            return want == _UNHURT
        end = _UNHURT if word == _IRREPARABLE else _ROWS.get(word, _DEAD)
        bad = end == _HURT or word == _IRREPARABLE
        return blasts[want][end] if bad and blasts else end == want

    return tuple(
        Stake(want, table, partial(outcome, want), mods, good=want == _UNHURT) for want in (_UNHURT, _HURT, _DEAD)
    )


# ------------------------------------------------------------------ 4-3: storms

_SAFE, _SHAKEN, _LOST = "unharmed", "damaged or thrown into a dive", "lost in a collision"
_STORM_HURTS = ("Storm damage", "Storm and electrical damage")


def storm(mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """4-3 out of formation: row 5 is nothing for a bomber alone but a risk of collision, as 6 and 7 are too."""
    return tuple(_storm(want, mods) for want in (_SAFE, _SHAKEN, _LOST))


def _storm(want: str, mods: Sequence[Mod]) -> Stake:
    """Whether it ends so."""
    alone = _collision(want, _SAFE)
    hurt: bool | Stake = want != _SAFE and _collision(want, _SHAKEN)

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        if word == "Safe passage":
            return want == _SAFE
        return hurt if word in _STORM_HURTS else alone

    return Stake(want, "4-3", outcome, mods, good=want == _SAFE)


def _collision(want: str, else_: str) -> Stake:
    """4-3 note: the risk, what comes of it, in a steep dive a die for each wing; `else_`: the end without it."""
    second = Stake(want, "4-3-wing", lambda faces, total, word: want == (_LOST if _off(word) else _SHAKEN))
    first = Stake(want, "4-3-wing", lambda faces, total, word: want == _LOST if _off(word) else second)
    ends = {"Close call": else_, "Shallow dive": _SHAKEN, "Mid-air collision": _LOST}
    near = Stake(want, "4-3-near", lambda faces, total, word: want == ends[word] if word in ends else first)
    risk = "Possible collision"
    return Stake(want, "4-3-collision", lambda faces, total, word: near if word == risk else want == else_)


def _off(word: str) -> bool:
    return word == "Wing torn off"


# ------------------------------------------------------------------ 7.3: cold


def frostbite(m: Mission) -> tuple[Stake, ...]:
    """7.3, 7-14 Who stays up: each man in the cold, those with the same chance told together.

    In a cabin open for good he rolls at once; in a bomber without pressure a die says first whether it threatens.
    """
    told: dict[tuple[bool, tuple[Mod, ...]], list[str]] = {}
    for man in cold.exposed(m):
        told.setdefault((cold.in_frozen_cabin(m, man), cold.frost_mods(m, man)), []).append(man.airman.name)
    found: list[Stake] = []
    for (at_once, mods), names in told.items():
        label = f"{names[0]} is frostbitten" if len(names) == 1 else f"each of {len(names)} men is frostbitten"
        bitten = on_results(label, "7-14", ["Frostbite"], mods, good=False)
        found.append(bitten if at_once else _threatens(m, label, bitten))
    return tuple(found)


def _threatens(m: Mission, label: str, bitten: Stake) -> Stake:
    """7.3 The die for a bomber without pressure, by its altitude."""
    column = m.plane.altitude - 1
    possible = "Frostbite possible"
    return Stake(
        label,
        "7.3-cold",
        lambda faces, total, word: bitten if word == possible else False,
        NO_MODS,
        column,
        good=False,
    )
