"""Table P-3: hits in the Bomb Bay."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Row, cables, shell, superficial
from flakhouse.games.b17.ending import fates
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Section
from flakhouse.games.bomber.cells import either

__all__ = ["TABLE", "explode", "hit"]

EXPLODES = CHARTS.bind("P-3-bombs", either("Explosion", "No effect"))
DOORS = CHARTS.bind("P-3-doors", either("Inoperable", "No effect"))
_BAY = Section.BOMB_BAY.value


def hit(ref: Referee, m: Mission) -> None:
    """P-3 One shell in the Bomb Bay."""
    shell(ref, m, TABLE, Section.BOMB_BAY)


def _release(ref: Referee, m: Mission) -> None:
    """P-3 row 2: the bombs must be dropped by hand (O-6)."""
    if m.plane.bomb_release_out:
        return
    m.plane.bomb_release_out = True
    ref.note("part-out", part="bomb release")


def _bombs(ref: Referee, m: Mission) -> None:
    """P-3 rows 3, 9, 11: nothing without bombs."""
    if m.plane.bombs and ref.roll(EXPLODES):
        explode(ref, m)


def explode(ref: Referee, m: Mission) -> None:
    """P-3, 8.3 The bombs go off: bomber and crew are gone. Never returns."""
    ref.note("bombs-detonate", bay=_BAY)
    fates.destroyed(ref, m)


def _rafts(ref: Referee, m: Mission) -> None:
    """P-3 row 4: missed in the water (G-10)."""
    if m.plane.rafts_out:
        return
    m.plane.rafts_out = True
    ref.note("rafts-hit", bay=_BAY)


def _doors(ref: Referee, m: Mission) -> None:
    """P-3 rows 5, 10: no bombs can be dropped on the target; an abort counts."""
    if m.plane.bomb_doors_out or not ref.roll(DOORS):
        return
    m.plane.bomb_doors_out = True
    m.permit("bomb doors out")
    ref.note("doors-jammed", bay=_BAY, state="inoperable")


_ROWS: dict[str, Row] = {
    "Bomb release": _release,
    "Bombs": _bombs,
    "Rubber rafts": _rafts,
    "Bomb bay doors": _doors,
    "Superficial": superficial,
    "Control cables": cables,
}
TABLE = CHARTS.bind("P-3", _ROWS.__getitem__)
