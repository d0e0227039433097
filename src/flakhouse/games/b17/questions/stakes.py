"""The rolls that options lead to, as data: number needed and chance follow from them."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.events import Rolled
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Man

__all__ = ["ditching", "fire_fought", "frostbite", "jump", "landing", "picked_up", "same_again"]


# ------------------------------------------------------------------ fire and cold


def fire_fought(tries: int) -> Sequence[Stake]:
    """6A.1, BL-3 So many tries to put a fire out."""
    return (_put_out(tries),)


def _put_out(tries: int) -> Stake:
    """BL-3 This try, or one of the next."""
    after: bool | Stake = _put_out(tries - 1) if tries > 1 else False
    return Stake("puts it out", "BL-3", lambda faces, total, word: True if word == "Fire out" else after)


def frostbite() -> Sequence[Stake]:
    """10.1, BL-5 Each man in the cold."""
    return (on_results("frostbite for each", "BL-5", ("Frostbitten",), good=False),)


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
    """14.1, G-6 A jump from a bomber under control, as the soundest of these men makes it."""
    if not men:
        return ()
    mods = (CHARTS.charts["G-6"].mods["second_wound"],) if min(man.light for man in men) >= 2 else NO_MODS
    bad = Stake("gets out, each man", "G-6-accident", lambda faces, total, word: word == "Out safely")
    return (Stake("gets out, each man", "G-6", lambda faces, total, word: word == "Out safely" or bad, mods),)


def landing(mods: Sequence[Mod], home: bool) -> Sequence[Stake]:
    """15.1-15.3, G-9 A landing: the crew unhurt; in England also the bomber. Two sixes save both."""
    whole = ("Repairable", "Safe")
    crew = (_down("nobody hurt", "G-9", ("Irreparable", *whole), mods),)
    return (*crew, _down("bomber can be mended", "G-9", whole, mods)) if home else crew


def ditching(mods: Sequence[Mod]) -> Sequence[Stake]:
    """15.2, 15.3, G-10 Down on the water: the whole crew is picked up, or nobody."""
    return (_down("crew picked up", "G-10", ("Rescued",), mods),)


def _down(label: str, chart: str, results: tuple[str, ...], mods: Sequence[Mod]) -> Stake:
    """15.3 One of these results, or two sixes."""
    return Stake(label, chart, lambda faces, total, word: word in results or sum(faces) == 12, mods)


def picked_up() -> Sequence[Stake]:
    """14.2, G-8 A man without a wound in the water."""
    return (on_results("picked up, each man", "G-8", ("Rescued",)),)
