"""The tables of a study read again and counted, batch by batch; and the same of what was just flown."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path

from flakhouse.core.game import Scalar
from flakhouse.sim.crews import Crews
from flakhouse.sim.flown import Batch, Flown, Man, add_men, add_missions, craft_lives, men_lives
from flakhouse.sim.lines import Columns, cell

__all__ = ["add_counts", "count", "gather"]

_BATCH = 5_000  # rows that are counted at a time
_ALIKE = 200  # flights or tours with different ends that are kept before they are counted
_LIFE = ("home", "position", "name", "aboard")


def gather(folder: Path, names: list[str], tours: bool) -> dict[str, Flown]:
    """Read the tables of a folder; with `tours` keep the lives of men and bombers."""
    flown = {name: Flown() for name in names}
    for columns, lines in _table(folder / "missions.csv"):
        while piece := list(islice(lines, _BATCH)):
            add_missions(flown, Batch(columns, list(zip(*piece, strict=True))))
    _men(flown, folder / "men.csv")
    if tours:
        for name, columns, rows in _indices(folder / "missions.csv"):
            homes = map(itemgetter(columns.index("home")), rows) if "home" in columns else ()
            flown[name].craft_lives.add(craft_lives(homes))
        for name, columns, rows in _indices(folder / "men.csv"):
            lives = map(itemgetter(*map(columns.index, _LIFE)), rows) if {*_LIFE} <= {*columns} else ()
            flown[name].men_lives.add(men_lives(lives))
    return flown


def add_counts(flown: dict[str, Flown], folder: Path) -> None:
    """What was counted besides, where it was."""
    for _, rows in _table(folder / "counts.csv"):
        for name, kind, a, b, c, count_text in rows:
            if kind == "roll":
                flown[name].rolled.setdefault(a, Counter())[c] += int(count_text)
            else:
                flown[name].counts[kind, a, b, c] += int(count_text)


# ------------------------------------------------------------------ reading


def _table(path: Path) -> Iterator[tuple[list[str], Iterator[list[str]]]]:
    """The columns of a table and its rows, if it is there."""
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            yield next(reader, []), reader


def _indices(path: Path) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Contender, columns and rows of each index of a table; they stand together."""
    for columns, rows in _table(path):
        key = itemgetter(columns.index("contender"), columns.index("index"))
        for (name, _), some in groupby(rows, key=key):
            yield name, columns, list(some)


def _men(flown: dict[str, Flown], path: Path) -> None:
    """Men, or aircraft: what became of them, flight by flight or tour by tour. Most flights end alike."""
    alike: dict[str, Counter[tuple[Man, ...]]] = {name: Counter() for name in flown}
    for name, columns, rows in _indices(path):
        mine = alike[name]
        mine[tuple(map(_man_of(columns), rows))] += 1
        if len(mine) >= _ALIKE:
            add_men(flown[name], mine)
            mine.clear()
    for name, mine in alike.items():
        add_men(flown[name], mine)


def _man_of(columns: Sequence[str]) -> Callable[[Sequence[str]], Man]:
    """Reads a man from his row; of a row that is no man's only what became of it."""
    if {"home", "position", "aboard", "fate"} <= {*columns}:
        return itemgetter(*map(columns.index, ("aboard", "fate", "home", "position")))
    at = columns.index("fate") if "fate" in columns else -1
    return lambda row: ("", row[at] if at >= 0 else "", "", "")


# ------------------------------------------------------------------ what was just flown


def count(name: str, missions: Columns, crews: Crews, tours: bool) -> Flown:
    """Whole flights or tours that a contender just flew, as if their tables had been read."""
    flown = Flown()
    cells = missions.cells()
    add_missions({name: flown}, Batch(missions.names, cells))
    alike: Counter[tuple[Man, ...]] = Counter()
    for men, lives in _crews(crews, tours):
        alike[tuple(men)] += 1
        if tours:
            flown.men_lives.add(men_lives(lives))
    add_men(flown, alike)
    if tours:
        found = dict(zip(missions.names, cells, strict=True))
        flights = zip(found["index"], found.get("home", [""] * missions.rows), strict=True)
        for _, some in groupby(flights, key=itemgetter(0)):
            flown.craft_lives.add(craft_lives([home for _, home in some]))
    return flown


class _Texts(dict[tuple[Scalar, ...], Man]):
    """Men by their rows."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._read = _man_of(columns)

    def __missing__(self, row: tuple[Scalar, ...]) -> Man:
        found = self[row] = self._read(list(map(cell, row)))
        return found


def _crews(crews: Crews, tours: bool) -> Iterator[tuple[list[Man], list[tuple[str, str, str, str]]]]:
    """The men of each index, and their lives as _LIFE has them."""
    texts = _Texts(crews.flights[0][1].columns) if crews.flights and crews.alike else None
    for _, flights in groupby(crews.flights, key=lambda flight: flight[0][1]):
        men: list[Man] = []
        lives: list[tuple[str, str, str, str]] = []
        for _, one in flights:
            read = _Texts(one.columns).__missing__ if texts is None else texts.__getitem__
            here = list(map(read, one.rows))
            men += here
            if tours and {*_LIFE} <= {*one.columns}:
                names = one.names or tuple([cell(row[one.columns.index("name")]) for row in one.rows])
                lives += [
                    (home, place, name, aboard) for (aboard, _, home, place), name in zip(here, names, strict=True)
                ]
        yield men, lives
