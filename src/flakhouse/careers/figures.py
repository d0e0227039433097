"""A tour in figures, flight by flight: for the plots of the browser, for a terminal and for programs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.careers.dossier import FATES, LOST, Tour
from flakhouse.render.story.words import a_count, capital, count, join

__all__ = ["Row", "best", "figures_text", "rows_of", "summary"]

_TAKEN = "prisoner of war"
_MARKS = {"victory": "#", "draw": "=", "defeat": "x"}


class Row(msgspec.Struct, frozen=True):
    """A flight: what was shot down, who was lost, who was hurt and came back, the result."""

    number: int
    target: str
    bomber: str
    verdict: str
    credited: bool
    down: int
    dead: int
    hurt: int
    taken: int  # prisoners
    percent: int | None  # of the bombs on target; None without a run


def rows_of(tour: Tour) -> list[Row]:
    """The flights of a tour."""
    found: list[Row] = []
    for flight in tour.flights:
        fates = {place: FATES.get(seat.fate, seat.fate) for place, seat in flight.crew.items()}
        hurt = {deed.position for deed in flight.deeds if deed.kind in ("wound", "frostbite")}
        found.append(
            Row(
                flight.number,
                flight.target,
                flight.bomber,
                flight.verdict,
                flight.credited,
                sum(deed.kind == "kill" for deed in flight.deeds),
                sum(fate in LOST for fate in fates.values()),
                sum(fates.get(place, "") not in (*LOST, _TAKEN) for place in hurt),
                sum(fate == _TAKEN for fate in fates.values()),
                flight.percent if flight.bombs else None,
            )
        )
    return found


def best(rows: Sequence[Row], what: str) -> Row | None:
    """The flight with the most "dead" or "down", the first of several; None if no flight has any."""
    found = max(rows, key=lambda row: row.dead if what == "dead" else row.down, default=None)
    return found if found is not None and (found.dead if what == "dead" else found.down) else None


def summary(tour: Tour) -> str:
    """The tour in a sentence or two."""
    rows = rows_of(tour)
    results = [
        a_count(number, one, many)
        for one, many in (("victory", "victories"), ("draw", "draws"), ("defeat", "defeats"))
        if (number := sum(row.verdict == one for row in rows))
    ]
    said = f"{capital(join(results))}." if results else ""
    runs = [row.percent for row in rows if row.percent is not None]
    if runs:
        hit = sum(percent > 0 for percent in runs)
        said += f" Bombs on target on {count(hit) if hit else 'none'} of {a_count(len(runs), 'run')}."
    return said.strip()


def figures_text(tour: Tour) -> str:
    """The tour in figures for a terminal: a line for each flight."""
    rows = rows_of(tour)
    if not rows:
        return ""
    wide = max(len(row.target) for row in rows)
    lines = ["Flight by flight (# victory, = draw, x defeat)", summary(tour)]
    for row in rows:
        parts = [f"{a_count(row.down, 'fighter')} shot down"] if row.down else []
        parts += [f"{count(row.dead)} lost"] if row.dead else []
        parts += [f"{count(row.hurt)} hurt"] if row.hurt else []
        parts += [f"{count(row.taken)} taken prisoner"] if row.taken else []
        said = f"  {row.number:>3} {_MARKS.get(row.verdict, ' ')} {row.target:<{wide}}  {', '.join(parts)}"
        lines.append(said.rstrip())
    return "\n".join(lines) + "\n"
