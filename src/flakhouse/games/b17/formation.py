"""Section 9: in and out of formation, 10,000 ft and back up, bombs jettisoned (9.1-9.3, 13.2)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, engines
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Leg

__all__ = [
    "climb",
    "descend",
    "jettison",
    "leave",
    "rejoin",
    "settle",
    "why_not_climb",
    "why_not_descend",
    "why_not_jettison",
    "why_not_rejoin",
]

HIGH = "20,000 ft"
LOW = "10,000 ft"


# ------------------------------------------------------------------ leaving and coming back (9.1, 9.2)


def leave(ref: Referee, m: Mission, why: str, zones: int = 0) -> None:
    """9.1 Out of formation now: for good, or after a shallow dive for so many zones."""
    m.falls_out = ""
    if not m.in_formation:
        if m.out_zones and not zones:
            # Whatever else drives it out after a shallow dive does so for good; the enemy may have done it (13.1).
            m.out_zones, m.out_fresh = 0, False
            m.permit("out of formation")
        return
    m.in_formation = False
    m.out_zones = zones
    m.out_fresh = zones > 0
    m.permit("out of formation")
    ref.note("left-formation", causes=(), why=why, for_good=not zones)


def settle(ref: Referee, m: Mission) -> None:
    """3.11, 9.1, 11.0 After a wave, flak or an event: what took the bomber out of formation meanwhile, engines."""
    if m.falls_out:
        leave(ref, m, m.falls_out)
    engines.settle(ref, m)


def why_not_rejoin(m: Mission) -> str:
    """9.1, 13.3 Why the bomber stays out when its shallow dive is over, or nothing."""
    plane = m.plane
    if m.aborted and m.options.abort_alone:
        return "the mission is aborted (13.3)"
    if plane.low:
        return "at 10,000 ft (9.3)"
    out = plane.engines_out()
    if out >= 2 or (out and plane.bombs):
        return "engines out (11.0)"
    if plane.windmilling():
        return "a propeller is not feathered (9.1)"
    if plane.crippled():
        return "a shell burst inside the bomber (9.1)"
    return ""


def rejoin(ref: Referee, m: Mission) -> None:
    """9.1, B-7 row 12 The shallow dive is over: back in the old place, if nothing else keeps the bomber out."""
    m.out_zones = 0
    if m.in_formation or why_not_rejoin(m):
        return
    m.in_formation = True
    ref.note("rejoined")


# ------------------------------------------------------------------ altitude (9.3)


def descend(ref: Referee, m: Mission, why: str, chosen: bool = False) -> None:
    """9.3 Down to 10,000 ft, which means out of formation. Guns jammed by the cold come free (errata 30)."""
    leave(ref, m, why)
    plane = m.plane
    if plane.low:
        return
    plane.low = True
    ref.note("altitude", causes=(), before=HIGH, to=LOW, why="" if chosen else why)
    for gun in plane.guns.values():
        if gun.frozen:
            gun.frozen = False
            if gun.jammed:
                gun.jammed = False
                ref.note("gun-thaws", gun=gun.name)


def why_not_descend(m: Mission) -> str:
    """9.3 Why the bomber may not go down, or nothing: only cold or thin air is a reason to choose it."""
    if m.plane.low:
        return "already at 10,000 ft (9.3)"
    return ""


def climb(ref: Referee, m: Mission) -> None:
    """9.3 Up to 20,000 ft again, though never back into formation."""
    m.plane.low = False
    ref.note("altitude", causes=(), before=LOW, to=HIGH, why="")


def why_not_climb(m: Mission) -> str:
    """9.3, 11.0 Why the bomber may not climb again, or nothing."""
    if not m.plane.low:
        return "already above 20,000 ft (9.3)"
    if m.plane.engines_out() >= 2:
        return "two or more engines are out (11.0)"
    if cold.without_oxygen(m):
        return "not every man has oxygen (9.3)"
    return ""


# ------------------------------------------------------------------ bombs (9.2, 13.2)


def why_not_jettison(m: Mission) -> str:
    """9.2, 2B.3 Why the bombs may not be thrown off by choice now, or nothing."""
    if not m.plane.bombs:
        return "no bombs aboard (9.2)"
    if m.plane.bomb_doors_out:
        return "the bomb bay doors are jammed (2B.3)"
    if m.zone <= 1:
        return "friendly country below (9.2)"  # RULING 9.2: not over England, nor before the flight is under way
    # RULING 13.2: a bomber on its way home may throw them off in formation too.
    if m.in_formation and not (m.aborted or m.leg is Leg.BACK):
        return "in formation bombs are kept for the target, unless an engine is out (9.2)"
    return ""


def jettison(ref: Referee, m: Mission, why: str) -> None:
    """9.2, 11.0, 13.2 The bombs go; what they fall on counts for nothing."""
    if not m.plane.bombs or m.plane.bomb_doors_out:
        return  # RULING 2B.3: jammed doors keep them in whatever the reason to be rid of them
    m.plane.bombs = False
    ref.note("bombs-jettisoned", causes=(), bay="Bomb Bay", why=why)
