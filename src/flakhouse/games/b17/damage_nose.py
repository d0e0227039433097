"""Table P-1: hits in the Nose."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, damage_parts, fires, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, shell, superficial, who
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Position, Section

__all__ = ["TABLE", "hit"]


class Equipment(StrEnum):
    """P-1 row 10."""

    NAVIGATION = "Navigator's equipment"
    BOMB_CONTROLS = "Bomb controls"


ARMAMENT = CHARTS.words("P-1-armament", GunName)
EQUIPMENT = CHARTS.words("P-1-equipment", Equipment)
HEAT = CHARTS.bind("P-1-heat", who)
OXYGEN = CHARTS.bind("P-1-oxygen", who)
_BOMBARDIER = (Position.BOMBARDIER,)
_NAVIGATOR = (Position.NAVIGATOR,)
_BOTH = (Position.BOMBARDIER, Position.NAVIGATOR)


def hit(ref: Referee, m: Mission) -> None:
    """P-1 One shell in the Nose."""
    shell(ref, m, TABLE, Section.NOSE)


def _norden(ref: Referee, m: Mission) -> None:
    """P-1 row 2: the bombs will fall off target (12.1); an abort counts."""
    if m.plane.norden_out:
        return
    m.plane.norden_out = True
    m.permit("Norden sight out")
    ref.note("bombsight-out")


def _armament(ref: Referee, m: Mission) -> None:
    """P-1 row 3."""
    damage_parts.gun_out(ref, m, ref.roll(ARMAMENT))


def _two_men(ref: Referee, m: Mission) -> None:
    """P-1 row 4."""
    wounds.casualties(ref, m, _BOTH)


def _navigator(ref: Referee, m: Mission) -> None:
    """P-1 row 5."""
    wounds.casualties(ref, m, _NAVIGATOR)


def _bombardier(ref: Referee, m: Mission) -> None:
    """P-1 row 6."""
    wounds.casualties(ref, m, _BOMBARDIER)


def _equipment(ref: Referee, m: Mission) -> None:
    """P-1 row 10: navigation (2.2) or the bomb controls (O-6)."""
    plane = m.plane
    if plane.nav_equipment_out and plane.bomb_controls_out:
        return
    if ref.roll(EQUIPMENT) is Equipment.NAVIGATION:
        if not plane.nav_equipment_out:
            plane.nav_equipment_out = True
            ref.note("part-out", part="navigator's equipment")
    elif not plane.bomb_controls_out:
        plane.bomb_controls_out = True
        ref.note("part-out", part="bomb controls")


def _heat(ref: Referee, m: Mission) -> None:
    """P-1 row 11."""
    cold.heat_lost(ref, m, ref.roll(HEAT).stations)


def _oxygen(ref: Referee, m: Mission) -> None:
    """P-1 row 12."""
    fires.oxygen(ref, m, Section.NOSE, OXYGEN)


_ROWS: dict[str, Row] = {
    "Norden sight": _norden,
    "Armament": _armament,
    "Bombardier and Navigator": _two_men,
    "Navigator": _navigator,
    "Bombardier": _bombardier,
    "Superficial": superficial,
    "Equipment": _equipment,
    "Heat": _heat,
    "Oxygen": _oxygen,
}
TABLE = CHARTS.bind("P-1", _ROWS.__getitem__)
