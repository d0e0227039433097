"""Section 14: bailing out. Tables G-6 (under control), G-7 (out of control) and G-8 (over water)."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b17 import crew
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import below, fates
from flakhouse.games.b17.questions import stakes
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import End, Fate, Repair, Root, Surface
from flakhouse.games.bomber import jump as shared
from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.jump import Accident, Jump, Uncontrolled, gets_out
from flakhouse.games.bomber.men import named

__all__ = ["ask_jumpers", "bail_out", "jump", "no_help", "uncontrolled"]

JUMP = CHARTS.words("G-6", Jump)
ACCIDENT = CHARTS.words("G-6-accident", Accident)
UNCONTROLLED = CHARTS.words("G-7", Uncontrolled)
SEA = CHARTS.bind("G-8", either("Dies", "Rescued"))
_SECOND = (JUMP.mods["second_wound"],)
_TUMBLING = (UNCONTROLLED.mods["wounded"],)
_SWIMMING = (SEA.mods["wounded"],)


# ------------------------------------------------------------------ where they come down


def no_help(m: Mission) -> bool:
    """14.2, G-8 (errata 27, 34) Nobody knows where to look: out of formation and no word by radio."""
    return not m.in_formation and not m.radio_works()


def _fall(ref: Referee, m: Mission, men: Sequence[Man], where: Surface, unheard: bool) -> None:
    """G-6 note 1, G-7 note 5, 14.2, 14.3 The fate of men who got out, by what lies below; `unheard`: nobody looks
    for them at sea.
    """
    if where is Surface.ENGLAND:
        for man in men:
            ref.note("jumped-safe", causes=(), man=man.position, name=man.airman.name)
    elif where is Surface.WATER:
        for man in men if not unheard else ():
            ref.announce(SEA, named(man), _SWIMMING if man.light else NO_MODS)
        for man in men:
            ref.concerns(named(man), SEA)
            if unheard or ref.roll(SEA, _SWIMMING if man.light else NO_MODS):
                fates.die(man, Fate.LAS, m.cause)
                ref.note("lost-at-sea", man=man.position, name=man.airman.name)
            else:
                fates.picked_up(ref, m, man)
    else:
        fates.on_land(ref, men, where)


# ------------------------------------------------------------------ G-6


def _leave(ref: Referee, m: Mission, men: Sequence[Man]) -> list[Man]:
    """14.1, G-6 The men jump one after another from a bomber under control; who got out."""
    out: list[Man] = []
    for man in men:
        ref.announce(JUMP, named(man), _SECOND if man.light >= 2 else NO_MODS)
    for man in men:
        ref.concerns(named(man), JUMP, ACCIDENT)
        safe = gets_out(ref, JUMP, ACCIDENT, _SECOND if man.light >= 2 else NO_MODS)
        fates.leave_plane(m, man)
        if safe:
            out.append(man)
            ref.note("jumped", man=man.position, name=man.airman.name)
        else:
            fates.die(man, Fate.KIA, m.cause)
            ref.note("jump-killed", man=man.position, name=man.airman.name)
    return out


def _left_aboard(ref: Referee, m: Mission) -> None:
    """14.1 Whoever is still in the bomber goes down with it."""
    for man in m.living():
        fates.die(man, Fate.KIA, m.cause)
        ref.note("down-with-plane", causes=(), man=man.position, name=man.airman.name)


def bail_out(ref: Referee, m: Mission, voluntary: bool, where: Surface | None = None) -> NoReturn:
    """6.8, 14.1, G-6 Everybody who can jumps from a bomber under control; the others are lost with it.

    `voluntary` marks the player's own wish: then the damage behind it, if it is known, is the root of the loss.
    """
    if voluntary or m.cause is Root.CHOICE:
        m.cause = fates.damage_root(m) or m.cause
    root = m.cause
    if where is None:
        where = below.chosen(ref, m)
    ref.scene("bail-out", zone=m.zone)
    ref.note("bail-out", causes=(), zone=m.zone, where=below.OVER[where])
    unheard = no_help(m)
    flyer = crew.flying(m)
    jumpers = [man for man in m.men.values() if fates.able(m, man) and man is not flyer]
    if flyer is not None and fates.able(m, flyer):
        jumpers.append(flyer)  # whoever holds the bomber leaves it last
    out = _leave(ref, m, jumpers)
    _left_aboard(ref, m)
    _fall(ref, m, out, where, unheard)
    fates.close(ref, m, End.ABANDONED, Repair.LOST, root)


def jump(ref: Referee, m: Mission, men: Sequence[Man], where: Surface) -> None:
    """14.4, manual 7.1 Some men jump now and their fates are resolved; the bomber flies on."""
    jumpers = [man for man in men if fates.able(m, man)]
    if not jumpers:
        return
    unheard = no_help(m)
    _fall(ref, m, _leave(ref, m, jumpers), where, unheard)


def ask_jumpers(
    ref: Referee,
    m: Mission,
    id: str,
    rule: str,
    prompt: str,
    flyer: Man | None,
    wish: Container[str],
    stay: Callable[[], Sequence[Stake]] | None = None,
) -> list[Man]:
    """14.4 Who jumps before the landing: one man a question, until "done". Whoever flies stays.

    `wish`: positions of men who do so by default. `stay`: the rolls of those aboard.
    """
    waiting = {
        man.position.value: (man, man.airman.name)
        for man in m.men.values()
        if fates.able(m, man) and man is not flyer
    }
    return shared.ask_jumpers(ref, waiting, id, rule, prompt, wish=wish, stakes=stakes.jump, stay=stay)


# ------------------------------------------------------------------ G-7


def _tumbling(ref: Referee, man: Man) -> Sequence[Mod]:
    """Errata 37 The -1 of a wounded man."""
    # It can change nothing on the printed table (only a natural 6 helps there, and always does), so it is left
    # out of the roll, which would show a 6 as a failure. A player's own table may care.
    return _TUMBLING if man.light and ref.chart(UNCONTROLLED) is not UNCONTROLLED else NO_MODS


def _tumbles_out(ref: Referee, man: Man) -> bool:
    """14.1, G-7 One man in a bomber out of control: a natural 6 always gets him out."""
    ref.concerns(named(man), UNCONTROLLED)
    return ref.roll(UNCONTROLLED, _tumbling(ref, man)) is Uncontrolled.OUT or ref.face == 6


def uncontrolled(ref: Referee, m: Mission) -> NoReturn:
    """18.1, 6.8, 14.1, G-7 The bomber is out of control: each man gets out on a 6 or goes down with it."""
    root = m.cause
    ref.scene("bail-out", zone=m.zone)
    ref.note("out-of-control", zone=m.zone, root=root)
    unheard = no_help(m)
    out: list[Man] = []
    jumpers = [man for man in m.men.values() if fates.able(m, man)]
    for man in jumpers:
        ref.announce(UNCONTROLLED, named(man), _tumbling(ref, man))
    for man in jumpers:
        if _tumbles_out(ref, man):
            fates.leave_plane(m, man)
            out.append(man)
            ref.note("jumped", man=man.position, name=man.airman.name)
        else:
            ref.note("held-inside", man=man.position, name=man.airman.name)
    _left_aboard(ref, m)
    if out:
        _fall(ref, m, out, below.fallen(ref, m), unheard)
    fates.close(ref, m, End.OUT_OF_CONTROL, Repair.LOST, root)
