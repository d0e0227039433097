"""The rolls that options lead to, as data: jumps, landings, storms, cold (8-4, 8-1, 8-3, 4-3, 7.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import cold, fuel, leaving
from flakhouse.games.b29.ending import sea
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.stations import flying
from flakhouse.games.b29.words import SeaState, Surface
from flakhouse.games.bomber import jump as shared

__all__ = [
    "afloat",
    "bail_out",
    "bomber_kept",
    "ditching",
    "frostbite",
    "jump",
    "landing",
    "rescue",
    "storm",
    "stuck",
]


# ------------------------------------------------------------------ 8-4: jumps


def jump(m: Mission, men: Sequence[Man]) -> tuple[Stake, ...]:
    """8-4, 8-6 These men jump while somebody holds the bomber; over the sea they must be found as well."""
    return _jumps(m, [_out(m, man) for man in men])


def bail_out(m: Mission, where: Surface | None = None) -> tuple[Stake, ...]:
    """8-4, 7-9d, 8-6 Everybody jumps who can; who flies goes last, without autopilot as if out of control.

    Over the sea they must be found as well. `where`: what is below, if it is settled.
    """
    return (*_everybody(m), *(_found(m) if where is None else ()))


def _everybody(m: Mission) -> tuple[Stake, ...]:
    flyer = flying(m)
    men = [man for man in m.men.values() if leaving.able(man) and man is not flyer]
    rolls = [_out(m, man) for man in men]
    if flyer is not None and m.plane.autopilot_works():
        rolls.append(_out(m, flyer))
    elif flyer is not None:
        then, word = _rescue(m), _FOUND if _over_sea(m) else "gets out"
        last = Stake(f"{flyer.airman.name}, who flies, {word}", "8-5", partial(_last_out, then))
        return (*_jumps(m, [*rolls, last]), last)
    return _jumps(m, rolls)


_FOUND = "gets out and is found at sea"


def _jumps(m: Mission, rolls: Sequence[Stake]) -> tuple[Stake, ...]:
    return shared.jumps(rolls, _FOUND, "live") if _over_sea(m) else shared.jumps(rolls)


def _last_out(then: bool | Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    return then if word == shared.Uncontrolled.OUT else False


def _out(m: Mission, man: Man) -> Stake:
    mods = leaving.jump_mods(m, man)
    if not _over_sea(m):
        return shared.gets_out_stake("8-4", "8-4-accident", mods)
    return shared.gets_out_stake("8-4", "8-4-accident", mods, _rescue(m), _FOUND)


# ------------------------------------------------------------------ 8-2, 8-6: the sea


def _over_sea(m: Mission) -> bool:
    """8.6 The bomber comes down over water, whose state is known."""
    return m.sea is not None and m.sea_turn == m.turn


def _rescue(m: Mission) -> bool | Stake:
    """8-6 Over the sea a man without a raft must be found; elsewhere he has only to get out."""
    return rescue(m, "is found at sea") if _over_sea(m) else True


def rescue(m: Mission, label: str, raft: bool = False) -> Stake:
    """8-6 A man in the water, as the sea is now."""
    return on_results(label, "8-6", ["Rescued"], sea.rescue_mods(m, m.weather, raft))


def afloat(m: Mission) -> Stake:
    """8-6, 7-3 row 4 A man of a bomber that ditched well, in a raft where they are not all hit."""
    rafts = not (m.plane.fwd.rafts_hit and m.plane.aft.rafts_hit)
    return rescue(m, "then each man in a raft is found" if rafts else "then each man afloat is found", rafts)


def _found(m: Mission) -> tuple[Stake, ...]:
    """8-2, 8-6 Where the sea below has not been looked at yet: that who falls into it is found."""
    if _over_sea(m) or Surface.WATER not in m.letters():
        return ()
    label = "who falls into the sea is found"
    ways = {state.value: sea.rescue_mods(m, m.weather, state=state) for state in SeaState}

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        return on_results(label, "8-6", ["Rescued"], ways[word])

    return (Stake(label, "8-2", outcome, sea.sea_mods(m.weather)),)


def stuck(m: Mission) -> str:
    """8-4b Who cannot jump, in a sentence."""
    return shared.left_behind([man for man in m.living() if not leaving.able(man)])


# ------------------------------------------------------------------ 8-1, 8-3: the ways down

_WHOLE = ("Crew safe, repairable", "Crew and B-29 safe")
_UNHURT, _HURT, _DEAD = "nobody is hurt", "all aboard are wounded", "all aboard are killed"
#: Rows of 8-1 and 8-3 in which those aboard live, and what they do to them if nothing explodes.
_ROWS: Mapping[str, str] = {
    **dict.fromkeys(("Wounds +1, wrecked", "Wounds, wrecked", "Wrecked, wounds +1", "Ditched, wounds"), _HURT),
    **dict.fromkeys((*_WHOLE, "Ditched"), _UNHURT),
}
_IRREPARABLE = "Crew safe, irreparable"


def landing(m: Mission, mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """8-1 with its notes: two sixes hurt nobody (a); bombs (c) and fuel (d) may blow up in a bad landing."""
    bombs = m.plane.bombs_aboard()
    boxes = fuel.left(m) if m.options.fuel else 0
    return _down("8-1", mods, {want: _blasts(want, bombs, boxes) for want in (_UNHURT, _HURT, _DEAD)})


def bomber_kept(m: Mission, mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """8-1, 6.2F That the bomber flies again after a landing at home; after a burst inside it never does."""
    if m.plane.irreparable:
        return ()
    return (on_results("the bomber flies again", "8-1", _WHOLE, mods),)


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
