"""A chart laid on its side, with the row that was rolled lit: what stands under the dice."""

from __future__ import annotations

import functools
from typing import NamedTuple

from flakhouse import games
from flakhouse.core.events import Rolled
from flakhouse.core.session import Session
from flakhouse.render.charts import Grid, chart_grid
from flakhouse.render.look import grid_in_force
from flakhouse.web.moment import Roll

__all__ = ["Cell", "strip_of"]

_MOST = 13  # rows that fit side by side
_LONG = 16  # signs of a cell that still reads well in a strip


class Cell(NamedTuple):
    """A row of the chart in the column that was used."""

    label: str
    words: str
    lit: bool


@functools.lru_cache(1000)
def _grid(game: str, id: str) -> Grid:
    return chart_grid(games.load(game).charts().charts[id])


def strip_of(session: Session, roll: Roll) -> list[Cell]:
    """The rows of the chart of a roll; those about it if there are many, none if a strip cannot show them."""
    charts = session.game.charts().charts
    event = session.events[roll.event]
    if roll.chart not in charts or not isinstance(event, Rolled):
        return []
    own = session.house is not None and roll.chart in session.house.charts
    grid = grid_in_force(charts, roll.chart, session.house) if own else _grid(session.game.name, roll.chart)
    spot = grid.spot(event)
    if spot is None:
        return []
    at = spot.row
    cells = [Cell(row.label, row.cells[spot.column], i == at) for i, row in enumerate(grid.rows)]
    if all(cell.words == cell.label for cell in cells):
        return []  # the sum itself is what counts
    if len(cells) > _MOST:
        first = max(0, min(at - 4, len(cells) - 9))
        cells = cells[first : first + 9]
    if max(len(cell.words) for cell in cells) > _LONG:
        near = next(i for i, cell in enumerate(cells) if cell.lit)
        cells = cells[max(0, near - 1) : near + 2]
    return cells
