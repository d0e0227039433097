"""Table P-5: hits in the Waist, the ball turret below it included."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, damage_parts, fires, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, cables, shell, superficial, who
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Position, Section

__all__ = ["TABLE", "hit"]


class Ball(StrEnum):
    """P-5 row 9."""

    MAN = "Ball Gunner"
    HEAT = "Heat"
    GUNS = "Ball Turret"
    JAMMED = "Jammed"


OXYGEN = CHARTS.bind("P-5-oxygen", who)
ARMAMENT = CHARTS.words("P-5-armament", GunName)
BALL = CHARTS.words("P-5-ball", Ball)
HEATERS = CHARTS.bind("P-5-heaters", who)
_PORT = (Position.PORT_WAIST,)
_STARBOARD = (Position.STARBOARD_WAIST,)
_BOTH = (Position.PORT_WAIST, Position.STARBOARD_WAIST)
_BALL_GUNNER = (Position.BALL_GUNNER,)


def hit(ref: Referee, m: Mission) -> None:
    """P-5 One shell in the Waist."""
    shell(ref, m, TABLE, Section.WAIST)


def _oxygen(ref: Referee, m: Mission) -> None:
    """P-5 row 2."""
    fires.oxygen(ref, m, Section.WAIST, OXYGEN)


def _armament(ref: Referee, m: Mission) -> None:
    """P-5 row 3."""
    damage_parts.gun_out(ref, m, ref.roll(ARMAMENT))


def _port(ref: Referee, m: Mission) -> None:
    """P-5 row 6."""
    wounds.casualties(ref, m, _PORT)


def _starboard(ref: Referee, m: Mission) -> None:
    """P-5 row 8."""
    wounds.casualties(ref, m, _STARBOARD)


def _two_men(ref: Referee, m: Mission) -> None:
    """P-5 row 10."""
    wounds.casualties(ref, m, _BOTH)


def _ball(ref: Referee, m: Mission) -> None:
    """P-5 row 9: the man, his heat, his guns, or the turret itself."""
    result = ref.roll(BALL)
    if result is Ball.MAN:
        wounds.casualties(ref, m, _BALL_GUNNER)
    elif result is Ball.HEAT:
        cold.heat_lost(ref, m, _BALL_GUNNER)
    elif result is Ball.GUNS:
        damage_parts.gun_out(ref, m, GunName.BALL)
    else:
        _jam(ref, m)


def _jam(ref: Referee, m: Mission) -> None:
    """6.7 The turret turns no more: whoever is in it stays there and fires nothing."""
    plane = m.plane
    if plane.ball_jammed:
        return
    # RULING 6.7: guns that are out already do not keep the turret from jamming.
    plane.ball_jammed = True
    plane.guns[GunName.BALL].inoperable = True
    man = m.seats[Position.BALL_GUNNER]
    if man is not None and man.alive():
        ref.note("ball-jammed", man=man.position, name=man.airman.name)
    else:
        ref.note("turret-out", gun=GunName.BALL)


def _heaters(ref: Referee, m: Mission) -> None:
    """P-5 row 11."""
    cold.heat_lost(ref, m, ref.roll(HEATERS).stations)


_ROWS: dict[str, Row] = {
    "Oxygen": _oxygen,
    "Armament": _armament,
    "Superficial": superficial,
    "Port gunner": _port,
    "Starboard gunner": _starboard,
    "Ball turret": _ball,
    "Waist gunners": _two_men,
    "Suit heaters": _heaters,
    "Control cables": cables,
}
TABLE = CHARTS.bind("P-5", _ROWS.__getitem__)
