"""The rolls that options lead to, as data: number needed and chance follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flakhouse.core.events import Rolled
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, of_all, on_results
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.bomber import jump as shared

__all__ = ["ditching", "fire_fought", "frostbite", "jump", "landing", "picked_up", "same_again"]

_SECOND = (CHARTS.charts["G-6"].mods["second_wound"],)


# ------------------------------------------------------------------ fire and cold


def fire_fought(tries: int) -> Sequence[Stake]:
    """6A.1, BL-3 So many tries to put a fire out."""
    return (_put_out(tries),)


def _put_out(tries: int) -> Stake:
    """BL-3 This try, or one of the next."""
    after: bool | Stake = _put_out(tries - 1) if tries > 1 else False
    return Stake("puts it out", "BL-3", lambda faces, total, word: True if word == "Fire out" else after)


def frostbite(men: int) -> Sequence[Stake]:
    """10.1, BL-5 So many men in the cold, each with a die."""
    bitten = on_results(
        "is frostbitten" if men == 1 else "each is frostbitten", "BL-5", ("Frostbitten",), good=False
    )
    spared = on_results("", "BL-5", ("No effect",))
    return (bitten, *of_all([spared] * men, "nobody is", "one is", "two or more are"))


# ------------------------------------------------------------------ luck


def same_again(ref: Referee, id: str, result: str) -> Sequence[Stake]:
    """B-7 row 7 The last roll on this chart made again: how likely it comes out the same."""
    last = ref.events[-1] if ref.events else None
    if not isinstance(last, Rolled) or last.chart != id:
        return ()
    chart = ref.chart(CHARTS.charts[id])
    plus = sum(mod.value for mod in last.mods)
    column = list(chart.data.columns).index(last.column) if last.column in chart.data.columns else 0

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return chart.word(total + plus, column) == last.result

    return (Stake(f"the same again ({result})", id, outcome, good=False),)


# ------------------------------------------------------------------ the ways down


def jump(men: Sequence[Man]) -> Sequence[Stake]:
    """14.1, G-6 These men jump from a bomber under control."""
    return shared.jumps(
        [shared.gets_out_stake("G-6", "G-6-accident", _SECOND if man.light >= 2 else NO_MODS) for man in men]
    )


#: What a row of G-9 does to those aboard, if no bombs go off.
_UNHURT, _HURT, _DEAD = "nobody is hurt", "all aboard are wounded", "all aboard are killed"
_ROWS = {"All killed": _DEAD, "Wounds +1": _HURT, "Wounds": _HURT}


def landing(m: Mission, mods: Sequence[Mod], home: bool) -> Sequence[Stake]:
    """15.1-15.5, G-9 A landing: those aboard, and in England the bomber. Two sixes save both."""
    ends = tuple(_landed(want, mods, m.plane.bombs) for want in (_UNHURT, _HURT, _DEAD))
    return (*ends, _mended(m, mods)) if home else ends


def _landed(want: str, mods: Sequence[Mod], bombs: bool) -> Stake:
    """15.4 Whether it ends so for those aboard; with bombs a bad landing has a die for them first."""
    blast: dict[str, bool | Stake] = {
        end: want in (end, _DEAD) and Stake(want, "G-9-bombs", partial(_exploded, want == _DEAD, want == end))
        for end in (_UNHURT, _HURT)
    }

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        if sum(faces) == 12:
            return want == _UNHURT
        end = _ROWS.get(word, _UNHURT)
        return blast[end] if bombs and total <= 0 and end != _DEAD else want == end

    return Stake(want, "G-9", outcome, mods, good=want == _UNHURT)


def _exploded(dead: bool, held: bool, faces: tuple[int, ...], total: int, word: str) -> bool:
    return dead if word == "Explosion" else held


def _mended(m: Mission, mods: Sequence[Mod]) -> Stake:
    """15.6, 15.7, G-9-gear Whether the bomber flies again: on its belly perhaps, after a burst inside never."""
    label = "the bomber flies again"
    whole: bool | Stake = not m.plane.bursts_inside
    if whole and m.plane.gear_out():
        whole = on_results(label, "G-9-gear", ("Repairable",))
    good = ("Repairable", "Safe")
    return Stake(
        label, "G-9", lambda faces, total, word: whole if word in good or sum(faces) == 12 else False, mods
    )


def ditching(mods: Sequence[Mod]) -> Sequence[Stake]:
    """15.2, 15.3, G-10 Down on the water: the whole crew is picked up, or nobody; two sixes save it."""
    saved = Stake(
        "all are picked up", "G-10", lambda faces, total, word: word == "Rescued" or sum(faces) == 12, mods
    )
    lost = Stake(
        "all are lost", "G-10", lambda f, total, word: word != "Rescued" and sum(f) != 12, mods, good=False
    )
    return saved, lost


def picked_up() -> Sequence[Stake]:
    """14.2, G-8 A man without a wound in the water."""
    return (on_results("picked up, each man", "G-8", ("Rescued",)),)
