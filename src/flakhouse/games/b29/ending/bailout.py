"""Rule 8.2: bailing out. Tables 8-4 (under control) and 8-5 (uncontrolled), and what lies below (2-9c, 8.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from typing import NoReturn

from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b29 import crew, leaving, pressure, wounds
from flakhouse.games.b29.advice import ending as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.ending import captivity, fates, flying, sea
from flakhouse.games.b29.questions import ending as questions
from flakhouse.games.b29.questions import stakes
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import CABIN, Cabin, End, Fate, Repair, Root, Section, Surface
from flakhouse.games.bomber import jump as shared
from flakhouse.games.bomber.jump import Accident, Jump, Uncontrolled, gets_out
from flakhouse.games.bomber.men import named

__all__ = ["alarm_jumps", "ask_jumpers", "bail_out", "below", "jump", "uncontrolled"]


class Letter(StrEnum):
    """Which letter of 2-9 applies (8.5)."""

    FIRST = "first letter"
    SECOND = "second letter"


class Alarm(StrEnum):
    """Whether a man jumps by mistake (7-9b)."""

    JUMPS = "Jumps"
    STAYS = "Stays"


JUMP = CHARTS.words("8-4", Jump)
ACCIDENT = CHARTS.words("8-4-accident", Accident)
UNCONTROLLED = CHARTS.words("8-5", Uncontrolled)
SURFACE = CHARTS.words("8.5-surface", Letter)
ALARM = CHARTS.words("7-9b-alarm", Alarm)

#: 7-9b: the men who can see for themselves what the bomber does.
_FRONT = (Section.NOSE, Section.NAV_RADIO)
_OVER = {
    Surface.BASE: "the base",
    Surface.WATER: "the sea",
    Surface.JAPAN: "Japan",
    Surface.IWO: "Iwo Jima",
    Surface.OKINAWA: "Okinawa",
}


# ------------------------------------------------------------------ what lies below


def below(ref: Referee, m: Mission, choice: bool, controlled: bool = True) -> Surface:
    """2-9c, 8.5 Water or land: the player's choice (D55) under control, else a die for a zone with two letters."""
    if m.zone == 6 and m.iwo_friendly():
        # 8.4: a bomber under control that has found Iwo Jima comes down there; out of control it is the sea.
        return Surface.IWO if controlled and not m.off_course else Surface.WATER
    letters = m.letters()
    if len(letters) == 1:
        return letters[0]
    first, second = letters
    if not choice:
        return first if ref.roll(SURFACE) is Letter.FIRST else second
    return Surface(ref.ask("where-down", advice.where_down(m), lambda: questions.where_down(m)))


def _fall(ref: Referee, m: Mission, men: list[Man], where: Surface) -> None:
    """8.3-8.6: the fate of men who got out of the bomber, by what lies below them."""
    if not men:
        return
    if fates.safe_ground(m, where):
        for man in men:
            ref.note("jumped-safe", man=man.position.value, name=man.airman.name)
    elif where is Surface.WATER:
        sea.sea_state(ref, m, m.weather)
        sea.survive(ref, m, men, m.weather, [])
    else:
        captivity.captured(ref, m, men, Fate.BOC)  # Okinawa and an enemy Iwo Jima as Japan


# ------------------------------------------------------------------ pressure


def _cabins(m: Mission, men: Iterable[Man]) -> list[Cabin]:
    """8.2: the cabins under pressure that men are about to leave."""
    found: list[Cabin] = []
    for man in men:
        cabin = CABIN.get(man.compartment)
        if cabin is not None and cabin not in found and not m.plane.cabin_down(cabin):
            found.append(cabin)
    return [cabin for cabin in Cabin if cabin in found]


def _open_hatches(ref: Referee, m: Mission, men: list[Man], ask: bool) -> None:
    """8.2, 8-4c, 8-5c: depressurize first (D58), or roll 7-11 for each cabin under pressure that men leave."""
    if not m.plane.pressurized:
        return
    cabins = _cabins(m, men)
    if not cabins:
        return
    if (
        ask
        and not pressure.why_not_depressurize(m, emergency=True)
        and ref.agreed("bail-out-depressurize", True, lambda: questions.bail_out_depressurize(m))
    ):
        pressure.depressurize(ref, m, "bail-out")
        return
    for cabin in cabins:
        pressure.decompression(ref, m, pressure.SECTIONS[cabin], oxygen=False)


# ------------------------------------------------------------------ 8-4


def _leave(ref: Referee, m: Mission, men: Sequence[Man], last: Man | None) -> list[Man]:
    """8-4 The men jump one after another; who got out. `last` holds a bomber without autopilot (7-9d)."""
    out: list[Man] = []
    men = [man for man in men if leaving.able(man)]
    for man in men:
        if man is last:
            ref.announce(UNCONTROLLED, named(man))
        else:
            ref.announce(JUMP, named(man), leaving.jump_mods(m, man))
    for man in men:
        ref.concerns(named(man), UNCONTROLLED, JUMP, ACCIDENT)
        if man is last:
            safe = ref.roll(UNCONTROLLED) is Uncontrolled.OUT
        else:
            safe = gets_out(ref, JUMP, ACCIDENT, leaving.jump_mods(m, man))
        fates.leave_plane(m, man)
        if safe:
            out.append(man)
            ref.note("jumped", man=man.position.value, name=man.airman.name)
        else:
            fates.die(man, Fate.KIA, m.cause)
            ref.note("jump-killed", man=man.position.value, name=man.airman.name)
    return out


def bail_out(ref: Referee, m: Mission, voluntary: bool, where: Surface | None = None) -> NoReturn:
    """8.2, 8-4 Everybody who can jumps from a bomber under control; those who cannot die with it (D58)."""
    if m.cause is Root.CHOICE:
        m.cause = flying.damage_root(m) or Root.CHOICE  # rulings 3.1: dead controls or a fire of an earlier turn
    root = m.cause
    ref.scene("bail-out", zone=m.zone)
    if where is None:
        where = below(ref, m, voluntary)
    ref.note("bail-out", zone=m.zone, where=_OVER[where])
    flyer = crew.flying(m)
    jumpers = [man for man in m.men.values() if leaving.able(man) and man is not flyer]
    last = None
    if flyer is not None:
        jumpers.append(flyer)
        if not m.plane.autopilot_works():
            last = flyer  # 7-9d
    _open_hatches(ref, m, jumpers, ask=True)
    out = _leave(ref, m, jumpers, last)
    _left_aboard(ref, m)
    _fall(ref, m, out, where)
    fates.close(ref, m, End.ABANDONED, Repair.LOST, root)


def _left_aboard(ref: Referee, m: Mission) -> None:
    """8-4b, 8-5b: whoever is still in the bomber goes down with it."""
    for man in m.living():
        fates.die(man, Fate.KIA, m.cause)
        ref.note("down-with-plane", man=man.position.value, name=man.airman.name)


def jump(
    ref: Referee,
    m: Mission,
    men: Sequence[Man],
    voluntary: bool = True,
    where: Surface | None = None,
    ask: bool = True,
) -> None:
    """8.2, 8-4 Some men jump now, their fates are resolved, and the bomber flies on."""
    jumpers = [man for man in men if leaving.able(man)]
    if not jumpers:
        return
    ref.scene("bail-out", zone=m.zone)
    if where is None:
        where = below(ref, m, voluntary)
    _open_hatches(ref, m, jumpers, ask)
    out = _leave(ref, m, jumpers, None)
    _fall(ref, m, out, where)
    wounds.settle(ref, m)


def ask_jumpers(
    ref: Referee,
    m: Mission,
    id: str,
    rule: str,
    prompt: str,
    keep: Iterable[Man] = (),
    eager: bool = False,
    stay: Callable[[], Sequence[Stake]] | None = None,
) -> list[Man]:
    """D24, D26, D57 Who jumps while the bomber flies on: one man a question, until "done".

    Whoever flies stays, and so do the men of `keep`. `eager` makes jumping the default, not staying. `stay`: the
    rolls of those aboard.
    """
    held = [man.position for man in keep]
    flyer = crew.flying(m)
    if flyer is not None:
        held.append(flyer.position)
    waiting = {p.value: (man, man.airman.name) for p, man in m.men.items() if p not in held and leaving.able(man)}
    return shared.ask_jumpers(ref, waiting, id, rule, prompt, eager, (), partial(stakes.jump, m), stay)


def alarm_jumps(ref: Referee, m: Mission) -> None:
    """7-9b In a dive with bell and intercom out, men aft of Nav/Radio may take it for the end and jump."""
    if not m.plane.alarm_bell_out or m.plane.intercom_works():
        return
    jumpers = [
        man
        for man in m.men.values()
        if leaving.able(man) and man.compartment not in _FRONT and ref.roll(ALARM) is Alarm.JUMPS
    ]
    if jumpers:
        jump(ref, m, jumpers, voluntary=False, ask=False)


# ------------------------------------------------------------------ 8-5


def uncontrolled(ref: Referee, m: Mission) -> NoReturn:
    """8-5b, 8.2, 8-5 The bomber is out of control: each man gets out on a 6 or goes down with it."""
    root = m.cause
    ref.scene("bail-out", zone=m.zone)
    ref.note("out-of-control", zone=m.zone, root=root.value)
    jumpers = [man for man in m.men.values() if leaving.able(man)]
    _open_hatches(ref, m, jumpers, ask=False)
    out: list[Man] = []
    jumpers = [man for man in jumpers if leaving.able(man)]
    for man in jumpers:
        ref.announce(UNCONTROLLED, named(man))
    for man in jumpers:
        ref.concerns(named(man), UNCONTROLLED)
        if ref.roll(UNCONTROLLED) is Uncontrolled.OUT:
            fates.leave_plane(m, man)
            out.append(man)
            ref.note("jumped", man=man.position.value, name=man.airman.name)
        else:
            ref.note("held-inside", man=man.position.value, name=man.airman.name)
    _left_aboard(ref, m)
    if out:
        _fall(ref, m, out, below(ref, m, choice=False, controlled=False))
    fates.close(ref, m, End.OUT_OF_CONTROL, Repair.LOST, root)
