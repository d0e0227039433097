"""12.5: the Task Force steams west, and meets TF-16."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, data, layout, naval, quarters, sea, secrecy
from flakhouse.games.doolittle.advice import underway as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import underway as questions
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Weather

__all__ = ["move_number", "phase", "refuels", "rendezvous", "underway_check"]

UNDERWAY = CHARTS.numbers("underway")
RENDEZVOUS = CHARTS.numbers("rendezvous")
_NUMBERS = tuple(data.Reading("underway-numbers", data.numbers(column)) for column in range(3))
_R = RENDEZVOUS.mods


def phase(ref: Referee, r: Raid) -> None:
    """ruling 52, 12.5 Rendezvous, the Underway Check, perhaps a Raid Move, and Rendezvous again."""
    r.step = "underway"
    force = r.task_force
    tried = rendezvous(ref, r)
    if not _move(ref, r, raid=False):
        if not tried:
            rendezvous(ref, r, late=True)
        return
    tried = rendezvous(ref, r)
    if _wants_raid(ref, r):
        moved = _move(ref, r, raid=True)
        if not tried and not force.turned_back:
            rendezvous(ref, r, late=not moved)


# ------------------------------------------------------------------ 12.5.1, 12.5.2 moving


def underway_check(ref: Referee, r: Raid) -> bool:
    """12.5.1 Two dice against the Move number of the area the Task Force is in."""
    need = move_number(ref, r)
    ref.roll(UNDERWAY, least=need)
    return ref.total >= need


def move_number(ref: Referee, r: Raid) -> int:
    """12.5.1 The Move number of the area the Task Force is in, by its weather."""
    area = r.task_force.area
    return _NUMBERS[sea.weather_table(ref, area)].of(ref)[sea.weather(ref, r, area)]


def _move(ref: Referee, r: Raid, raid: bool) -> bool:
    """ruling 52, 12.5.1, 12.5.2 One attempt to move west, forced if need be; True if the Task Force moved."""
    force = r.task_force
    if force.area == sea.AREAS[-1]:
        return False  # RULING 12.5: there is nothing west of Japan
    ref.scene("underway", area=force.area)
    if not underway_check(ref, r):
        if not force.fueled:
            if raid:
                force.turned_back = True
                ref.note("turns-about", causes=(UNDERWAY,))
            else:
                ref.note("stays", causes=(UNDERWAY,), area=force.area)
            return False
        # D44
        if not ref.agreed("force-move", advice.force_move(r, raid), lambda: questions.force_move(r, raid)):
            ref.note("stays", causes=(UNDERWAY,), area=force.area)
            return False
        force.fueled = False
    _enter(ref, r, sea.west_of(force.area))
    return True


def refuels(r: Raid) -> bool:
    """12.7.2 An oiler is there that can refuel the Task Force."""
    return any(s.kind == "AO" and not s.damaged and not s.distress for s in layout.ships(r))


def _enter(ref: Referee, r: Raid, area: str) -> None:
    """12.5.1, 12.2.2 Into the next area; its weather is found if nobody has looked, and a storm is felt."""
    r.task_force.area = area
    ref.note("moves-to", causes=(UNDERWAY,), area=area, low=not r.task_force.fueled)
    # RULING 12.2.1: an area without a Weather Chit has its Weather Check when the Task Force comes in.
    box = sea.weather_box(ref, area)
    if box not in r.weather:
        naval.weather_check(ref, r, area)
    if r.weather[box] is Weather.STORM:
        naval.storm(ref, r)


def _wants_raid(ref: Referee, r: Raid) -> bool:
    """12.5.2 A Raid Move: west of the Date Line, after a move, without slow ships."""
    force = r.task_force
    if sea.index(force.area) < sea.FIRST_WEST or layout.slow_ships(r) or force.area == sea.AREAS[-1]:
        return False
    # D45
    return ref.agreed("raid-move", advice.raid_move(r), lambda: questions.raid_move(r, move_number(ref, r)))


# ------------------------------------------------------------------ 12.5.3 Rendezvous


def _mods(ref: Referee, r: Raid) -> list[Mod]:
    """12.5.3 Modifiers of a Rendezvous Check."""
    force = r.task_force
    mods: list[Mod] = []
    if sea.weather(ref, r, force.area) is Weather.STORM:
        mods.append(_R["storm"])
    if force.red_flags:
        mods.append(_R["red flags"])  # once, however many such markers hang there
    if force.delayed:
        mods.append(_R["delayed"])
    if sea.turn_name(ref, r) == force.rv_turn:
        mods.append(_R["turn"])
    recon = sum([marker.place == "Sea Area" for marker in force.recon])  # RULING 29
    if recon:
        mods.append(_R["recon"].times(recon))
    contact = sum(sub.contact and not sub.sunk and sub.area == force.area for sub in force.submarines)
    if contact:
        mods.append(_R["submarine"].times(contact))
    return mods


def rendezvous(ref: Referee, r: Raid, late: bool = False) -> bool:
    """12.6.6 Red Flags, 12.5.3 A Rendezvous Check, if the player wants one here; True if it was made.

    `late`: he did not want it before the Task Force failed to leave, and may think again.
    """
    force = r.task_force
    if force.joined or force.area == sea.PORT:
        return False
    mods = _mods(ref, r)
    need = sea.number(ref, force.area, "rv")
    dice = 3 if force.area == force.rv_area else 2
    lack = need - ref.plus(RENDEZVOUS, mods)
    wanted = advice.rendezvous(lack, dice, late)
    # D43
    if not ref.agreed("rendezvous", wanted, lambda: questions.rendezvous(r, need, mods, dice, lack, late)):
        return False
    ref.scene("rendezvous", area=force.area)
    ref.read(RENDEZVOUS, ref.throw(RENDEZVOUS, dice), mods, least=need)
    short = need - ref.total
    for marker in force.red_flags:
        cups.put_back(r, marker)
    force.red_flags.clear()
    broken = _silence(ref, r, short) if short > 0 else 0
    if short > broken:
        if not broken:  # RULING 29: a broken silence is paid for instead
            secrecy.raise_risk(ref, r, 1, "rendezvous missed")
        ref.note("rendezvous-missed", causes=(RENDEZVOUS,), area=force.area)
        return True
    _joined(ref, r)
    return True


def _silence(ref: Referee, r: Raid, short: int) -> int:
    """12.5.3 Radio silence may be broken for 1 to 5 more on the check, at as much Security Risk; how much."""
    # D43
    key = ref.ask(
        "radio-silence",
        advice.radio_silence(short),
        lambda: questions.radio_silence(r, short),
        keys=questions.SILENCE,
    )
    added = int(key)
    secrecy.raise_risk(ref, r, added, "radio silence broken")
    return added


def _joined(ref: Referee, r: Raid) -> None:
    """12.5.3 TF-16 joins: ships and Recon are added, and the layout may be arranged anew."""
    force = r.task_force
    force.joined = True
    force.delayed = False
    before = list(force.recon)
    layout.join(ref, r)
    ref.note("rendezvous-made", causes=(RENDEZVOUS,), area=force.area, enterprise=force.enterprise)
    quarters.after_rendezvous(ref, r, [recon for recon in force.recon if recon not in before])
