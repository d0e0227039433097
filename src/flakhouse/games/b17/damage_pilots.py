"""Table P-2: hits in the Pilot Compartment."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, damage_parts, fires, instruments, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, cables, shell, superficial, who
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Position, Section

__all__ = ["TABLE", "hit"]


class Turret(StrEnum):
    """P-2 row 8."""

    GUNS = "Top Turret"
    MAN = "Engineer"
    BOTH = "Top Turret and Engineer"


TURRET = CHARTS.words("P-2-turret", Turret)
OXYGEN = CHARTS.bind("P-2-oxygen", who)
_PILOT = (Position.PILOT,)
_COPILOT = (Position.COPILOT,)
_BOTH = (Position.PILOT, Position.COPILOT)
_ENGINEER = (Position.ENGINEER,)


def hit(ref: Referee, m: Mission) -> None:
    """P-2 One shell in the Pilot Compartment."""
    shell(ref, m, TABLE, Section.PILOTS)


def _heat(ref: Referee, m: Mission) -> None:
    """P-2 row 2."""
    cold.heat_lost(ref, m, _BOTH)


def _two_men(ref: Referee, m: Mission) -> None:
    """P-2 row 3."""
    wounds.casualties(ref, m, _BOTH)


def _pilot(ref: Referee, m: Mission) -> None:
    """P-2 row 4."""
    wounds.casualties(ref, m, _PILOT)


def _copilot(ref: Referee, m: Mission) -> None:
    """P-2 row 5."""
    wounds.casualties(ref, m, _COPILOT)


def _turret(ref: Referee, m: Mission) -> None:
    """P-2 row 8: the guns, the man, or both."""
    result = ref.roll(TURRET)
    if result is not Turret.MAN:
        damage_parts.gun_out(ref, m, GunName.TOP)
    if result is not Turret.GUNS:
        wounds.casualties(ref, m, _ENGINEER)


def _instruments(ref: Referee, m: Mission) -> None:
    """P-2 row 9."""
    instruments.hit(ref, m)


def _oxygen(ref: Referee, m: Mission) -> None:
    """P-2 row 10."""
    fires.oxygen(ref, m, Section.PILOTS, OXYGEN)


def _window(ref: Referee, m: Mission) -> None:
    """P-2 row 11, 6.4: nothing at the first hit, landing and heat at the second."""
    plane = m.plane
    if plane.window_out():
        return
    plane.window_hits += 1
    ref.note("windshield", hits=plane.window_hits)
    if plane.window_out():
        # RULING 6.4: errata 21 takes the heat when the windshield is knocked out; that is the second hit.
        cold.heat_lost(ref, m, _BOTH)


_ROWS: dict[str, Row] = {
    "Heat": _heat,
    "Pilot and Copilot": _two_men,
    "Pilot": _pilot,
    "Copilot": _copilot,
    "Superficial": superficial,
    "Top turret": _turret,
    "Instruments": _instruments,
    "Oxygen": _oxygen,
    "Window": _window,
    "Control cables": cables,
}
TABLE = CHARTS.bind("P-2", _ROWS.__getitem__)
