"""Table P-4: hits in the Radio Room."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, fires, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, cables, intercom_out, shell, superficial, who
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Position, Section

__all__ = ["TABLE", "hit"]

OXYGEN = CHARTS.bind("P-4-oxygen", who)
_OPERATOR = (Position.RADIO_OPERATOR,)


def hit(ref: Referee, m: Mission) -> None:
    """P-4 One shell in the Radio Room."""
    shell(ref, m, TABLE, Section.RADIO_ROOM)


def _heat(ref: Referee, m: Mission) -> None:
    """P-4 row 2."""
    cold.heat_lost(ref, m, _OPERATOR)


def _radio(ref: Referee, m: Mission) -> None:
    """P-4 rows 4, 5: no distress call (G-8, G-10); the intercom is another system."""
    if m.plane.radio_out:
        return
    m.plane.radio_out = True
    ref.note("part-out", part="radio")


def _operator(ref: Referee, m: Mission) -> None:
    """P-4 row 6."""
    wounds.casualties(ref, m, _OPERATOR)


def _oxygen(ref: Referee, m: Mission) -> None:
    """P-4 row 11."""
    fires.oxygen(ref, m, Section.RADIO_ROOM, OXYGEN)


_ROWS: dict[str, Row] = {
    "Heat": _heat,
    "Intercom": intercom_out,
    "Radio": _radio,
    "Radio operator": _operator,
    "Superficial": superficial,
    "Oxygen": _oxygen,
    "Control cables": cables,
}
TABLE = CHARTS.bind("P-4", _ROWS.__getitem__)
