"""Closing a flight: the fate of the bomber and of every man (8.0, 9.1)."""

from __future__ import annotations

from typing import NoReturn

from flakhouse.core.referee import Referee
from flakhouse.games.b29.state import Man, Mission, MissionEnded
from flakhouse.games.b29.words import End, Fate, Repair, Root, Surface

__all__ = ["close", "destroyed", "die", "kill_aboard", "leave_plane", "safe_ground"]


def safe_ground(m: Mission, where: Surface) -> bool:
    """8.3, 8.4: friendly ground below: the base, or Iwo Jima once it is American."""
    return where is Surface.BASE or (where is Surface.IWO and m.iwo_friendly())


def die(man: Man, fate: Fate, root: Root | None) -> None:
    """9.1: a man is dead, and how."""
    man.dead = True
    man.fate = fate
    man.cause = root


def kill_aboard(m: Mission, root: Root | None) -> int:
    """8.0 Everybody still aboard and alive dies with the bomber; how many."""
    doomed = [man for man in m.men.values() if man.alive()]
    for man in doomed:
        die(man, Fate.KIA, root)
    return len(doomed)


def leave_plane(m: Mission, man: Man) -> None:
    """8.2: a man is out of the bomber; his seat is empty."""
    man.leave(m.seats)


def close(ref: Referee, m: Mission, end: End, repair: Repair, root: Root | None) -> NoReturn:
    """8.0: the flight is over and everything about it is resolved."""
    m.end = end
    m.repair = repair
    m.root = root
    m.end_zone = m.zone
    for man in m.men.values():
        if man.dead and man.fate is Fate.DUTY:
            man.fate = Fate.KIA
    ref.note(
        "flight-ends", causes=(), end=end.value, zone=m.zone, bomber=repair.value, root=root.value if root else ""
    )
    raise MissionEnded


def destroyed(ref: Referee, m: Mission, root: Root | None = None) -> NoReturn:
    """The bomber is destroyed in the air; everybody aboard is KIA (3-3, 4-9, 5-3b, 6-9, 7-3, 7-5p)."""
    cause = root or m.cause
    dead = kill_aboard(m, cause)
    ref.note("destroyed", zone=m.zone, dead=dead, root=cause.value)
    close(ref, m, End.DESTROYED, Repair.LOST, cause)
