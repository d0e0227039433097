"""Closing a flight: the fate of the bomber and of every man (14, 15, 16.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Man, Mission, MissionEnded
from flakhouse.games.b17.words import End, Fate, Position, Repair, Root, Surface
from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.men import named

__all__ = [
    "RESCUE_ZONES",
    "able",
    "captured",
    "close",
    "damage_root",
    "destroyed",
    "die",
    "kill_aboard",
    "leave_plane",
    "on_land",
    "picked_up",
    "trapped",
]

CAPTURE = CHARTS.bind("G-7-capture", either("Captured", "Returns"))
_PILOTS = (Position.PILOT, Position.COPILOT)
RESCUE_ZONES = 5  # 14.2: from the sea beyond, men are prisoners
_PRISON = frozenset({Surface.GERMANY, Surface.NETHERLANDS})


# ------------------------------------------------------------------ men


def trapped(m: Mission, man: Man) -> bool:
    """6.7 He sits in the jammed ball turret and cannot leave it."""
    return m.plane.ball_jammed and man.station is Position.BALL_GUNNER


def able(m: Mission, man: Man) -> bool:
    """G-6 note 2, G-7 note 2, 14.1 He can jump: alive, not seriously wounded, not in a jammed ball turret.
    Frostbite does not hold him.
    """
    return man.aboard and not (man.dead or man.serious) and not trapped(m, man)


def die(man: Man, fate: Fate, root: Root | None) -> None:
    """16.3 A man is dead, and how."""
    man.dead = True
    man.fate = fate
    man.cause = root


def kill_aboard(m: Mission, root: Root | None) -> int:
    """14.1, 15.4 Everybody still aboard and alive dies with the bomber; how many."""
    doomed = [man for man in m.men.values() if man.alive()]
    for man in doomed:
        die(man, Fate.KIA, root)
    return len(doomed)


def leave_plane(m: Mission, man: Man) -> None:
    """14.1 A man is out of the bomber; his seat is empty."""
    man.leave(m.seats)


def captured(ref: Referee, man: Man, where: str, no_dice: bool = False) -> None:
    """14.3, 15.8 A prisoner: by parachute, or with the bomber."""
    man.fate = Fate.BOC if man.jumped else Fate.CAS
    ref.note(
        "captured", causes=() if no_dice else None, man=man.position, name=man.airman.name, where=where, end=""
    )


def picked_up(ref: Referee, m: Mission, man: Man) -> None:
    """G-11 note 3, 14.2, 15.2, G-8, G-10 Out of the sea: home in Zones 2-5, a prisoner farther out."""
    if m.zone > RESCUE_ZONES:
        captured(ref, man, "at sea")
    else:
        ref.note("rescued", man=man.position, name=man.airman.name)


def on_land(ref: Referee, men: Sequence[Man], where: Surface) -> None:
    """G-6 note 1, G-10 note 4, 14.3, 15.8 Men on enemy soil: prisoners, or in France and Belgium perhaps home
    for the next mission.
    """
    for man in men:
        if not _surely_caught(man, where):
            ref.announce(CAPTURE, named(man))
    for man in men:
        _on_land(ref, man, where)


def _surely_caught(man: Man, where: Surface) -> bool:
    """G-6 note 1 Nobody hides a man who cannot walk, nor any in Germany and the Netherlands."""
    return man.serious or where in _PRISON


def _on_land(ref: Referee, man: Man, where: Surface) -> None:
    """G-6 note 1 One man."""
    ref.concerns(named(man), CAPTURE)
    if _surely_caught(man, where):
        captured(ref, man, "on land", no_dice=True)
    elif ref.roll(CAPTURE):
        captured(ref, man, "on land")
    else:
        ref.note("evaded-home", man=man.position, name=man.airman.name)


# ------------------------------------------------------------------ the bomber


def damage_root(m: Mission) -> Root | None:
    """16.3 What brought a damaged bomber down, as far as the damage remembers it."""
    plane = m.plane
    if plane.bursts_inside:
        return Root.BIP
    for engine in plane.engines:
        if engine.out() and engine.root is not None:
            return engine.root
    if plane.fuel_root is not None:
        return plane.fuel_root
    if m.pilots_out():
        for position in _PILOTS:
            cause = m.men[position].cause
            if cause is not None:
                return cause
    return None


def close(ref: Referee, m: Mission, end: End, repair: Repair, root: Root | None) -> NoReturn:
    """14, 15 The flight is over and everything about it is resolved."""
    m.end = end
    m.repair = repair
    m.root = root
    m.end_zone = m.zone
    m.fighters.clear()
    for man in m.men.values():
        if man.dead and man.fate is Fate.DUTY:
            man.fate = Fate.KIA
    ref.note("flight-ends", causes=(), end=end, zone=m.zone, bomber=repair, root=root.value if root else "")
    raise MissionEnded


def destroyed(ref: Referee, m: Mission, root: Root | None = None) -> NoReturn:
    """8.3, P-3, BL-1f The bomber is destroyed in the air; everybody aboard dies with it."""
    cause = root or m.cause
    dead = kill_aboard(m, cause)
    ref.note("destroyed", zone=m.zone, dead=dead, root=cause)
    close(ref, m, End.DESTROYED, Repair.LOST, cause)
