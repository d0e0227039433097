"""Advice about the men: who flies, who fights a fire, who takes whose place (6.1, 6A.1, 7A.5, 9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import GUNS_OF, STATION_COMPARTMENT, Position

__all__ = [
    "extra_man_hit",
    "oxygen_place",
    "who_fights_fire",
    "who_flies",
    "why_extra_man_hit",
    "why_nobody_is_carried",
    "why_nobody_moves",
    "why_oxygen_place",
    "why_who_fights_fire",
    "why_who_flies",
]

#: Who is missed least at his gun (7A.5).
_AT_CONTROLS = (
    Position.RADIO_OPERATOR,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.PORT_WAIST,
    Position.STARBOARD_WAIST,
    Position.BALL_GUNNER,
    Position.TAIL_GUNNER,
)
#: Who is missed least at his post (6A.1).
_AT_FIRE = (
    Position.COPILOT,
    Position.RADIO_OPERATOR,
    Position.PORT_WAIST,
    Position.STARBOARD_WAIST,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.ENGINEER,
    Position.BALL_GUNNER,
    Position.TAIL_GUNNER,
    Position.PILOT,
)


def who_flies(men: Sequence[Man]) -> str:
    """7A.5 Of those who can come to the controls the one who is missed least."""
    return min(men, key=lambda man: _AT_CONTROLS.index(man.position)).position.value


def why_who_flies(men: Sequence[Man]) -> str:
    """7A.5 The reason."""
    return f"The {who_flies(men)} is missed least at his own place."


def who_fights_fire(m: Mission, men: Iterable[Man]) -> list[Man]:
    """6A.1 These men, the one to be sent first: one without a gun to fire, who is missed least."""
    return sorted(men, key=lambda man: (_has_task(m, man), _AT_FIRE.index(man.position)))


def _has_task(m: Mission, man: Man) -> bool:
    """6A.1 He has a gun to fire, and does not fight a fire already."""
    if man.fighting_fire or man.station is None:
        return False
    return any(m.plane.guns[name].works() for name in GUNS_OF[man.station])


def why_who_fights_fire(m: Mission, man: Man) -> str:
    """6A.1 The reason."""
    return "He is missed least at his gun." if _has_task(m, man) else "He has no gun to leave."


def extra_man_hit(extra: Sequence[Man]) -> list[Man]:
    """6.1 These men, first the one who can bear it best."""
    return sorted(extra, key=lambda man: (man.serious, man.light))


def why_extra_man_hit() -> str:
    """6.1 The reason."""
    return "He can bear a wound best."


def why_nobody_moves() -> str:
    """7A.1 The reason: a careful player leaves every man where he was trained."""
    return "Whoever moves leaves his own post, and nothing forces him to."


def why_nobody_is_carried() -> str:
    """7.3 The reason: only who wants the place for another man has cause to."""
    return "A casualty is carried only where his place is wanted for another man."


def oxygen_place(man: Man, lines: Sequence[Position]) -> str:
    """9.3 The first free place with oxygen, in his own compartment if there is one."""
    near = [station for station in lines if STATION_COMPARTMENT[station] is man.compartment]
    return (near or lines)[0].value


def why_oxygen_place(man: Man, lines: Sequence[Position]) -> str:
    """9.3 The reason."""
    own = STATION_COMPARTMENT[Position(oxygen_place(man, lines))] is man.compartment
    return "He stays in his own compartment." if own else "His own compartment has no free place with oxygen."
