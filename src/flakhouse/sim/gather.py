"""What a report needs of the tables of a study, counted in one pass over each.

Memory grows with the tours only, a few bytes a mission; with missions by themselves it stays flat.
"""

from __future__ import annotations

import csv
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

__all__ = ["Flown", "Group", "gather"]

Group = dict[int, tuple[int, int]]
_LANDED = ("landed", "wrecked on landing")
#: Columns of a mission by which hits on the target are told apart, the most telling first.
_BY = ("altitude", "night", "target_type", "city", "squadron")


class Flown:
    """What was counted of one contender."""

    def __init__(self) -> None:
        self.missions = 0
        self.lost = 0
        self.words: dict[str, Counter[str]] = {}  # by column: result, end, state, ...
        self.causes: Counter[str] = Counter()  # of bombers lost
        self.zones: Counter[str] = Counter()  # where they were lost
        self.fuel: Counter[int] = Counter()  # boxes left at landing
        self.scores: Counter[int] = Counter()
        self.target: dict[tuple[str, str], list[int]] = {}  # column and value: on target, missions
        self.men = 0
        self.fates: Counter[str] = Counter()
        self.positions: dict[str, list[int]] = {}  # not home, flown
        self.craft_lost = 0
        self.counts: Counter[tuple[str, str, str, str]] = Counter()
        self.rolled: dict[str, Counter[str]] = {}  # rows by chart
        self._men: list[array[int]] = []  # a tour each: flew 1, lost 1, flew 2, lost 2, ...
        self._craft: list[array[int]] = []

    def men_groups(self) -> Iterator[Group]:
        """The men of each tour: how many flew their first, second, ... mission, and how many were lost on it."""
        return (_unpacked(packed) for packed in self._men)

    def craft_groups(self) -> Iterator[Group]:
        """The bombers of each tour, by the number of missions since it began or the last one was lost."""
        return (_unpacked(packed) for packed in self._craft)

    def add_men(self, group: Group) -> None:
        """The men of one tour."""
        self._men.append(_packed(group))

    def add_craft(self, group: Group) -> None:
        """The bombers of one tour."""
        self._craft.append(_packed(group))


def _packed(group: Group) -> array[int]:
    """A group in few bytes."""
    flat = array("H")
    for number in range(1, max(group, default=0) + 1):
        flat.extend(group.get(number, (0, 0)))
    return flat


def _unpacked(flat: array[int]) -> Group:
    """The group again."""
    return {i // 2 + 1: (flat[i], flat[i + 1]) for i in range(0, len(flat), 2) if flat[i]}


def gather(folder: Path, names: list[str], tours: bool) -> dict[str, Flown]:
    """Read the tables of a folder; with `tours` keep the lives of men and bombers."""
    flown = {name: Flown() for name in names}
    for name, rows in _indices(folder / "missions.csv"):
        craft = _missions(flown[name], rows)
        if tours:
            flown[name].add_craft(craft)
    for name, rows in _indices(folder / "men.csv"):
        men = _men(flown[name], rows)
        if tours:
            flown[name].add_men(men)
    for row in _rows(folder / "counts.csv"):
        mine, times = flown[row["contender"]], int(row["count"])
        if row["kind"] == "roll":
            mine.rolled.setdefault(row["a"], Counter())[row["c"]] += times
        else:
            mine.counts[row["kind"], row["a"], row["b"], row["c"]] += times
    return flown


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    """The rows of a table, if it is there."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _indices(path: Path) -> Iterator[tuple[str, Iterator[Mapping[str, str]]]]:
    """The rows of each contender and index, which stand together."""
    for (name, _), rows in groupby(_rows(path), key=lambda row: (row["contender"], row["index"])):
        yield name, rows


def _whole(text: str) -> int:
    """The whole number of a cell."""
    return round(float(text))


def _missions(mine: Flown, rows: Iterator[Mapping[str, str]]) -> Group:
    """The missions of an index; the lives of its bombers."""
    group: Group = {}
    age = 0
    for row in rows:
        mine.missions += 1
        for column in ("result", "end", "state"):
            if row.get(column):
                mine.words.setdefault(column, Counter())[row[column]] += 1
        end = row.get("end") or ""
        if row.get("fuel_left") and end.startswith(_LANDED):
            mine.fuel[_whole(row["fuel_left"])] += 1
        if row.get("score"):
            mine.scores[_whole(row["score"])] += 1
        if row.get("target") in ("0", "1"):
            for column in _BY:
                if row.get(column):
                    cell = mine.target.setdefault((column, row[column]), [0, 0])
                    cell[0] += _whole(row["target"])
                    cell[1] += 1
            cell = mine.target.setdefault(("number", row["number"]), [0, 0])
            cell[0] += _whole(row["target"])
            cell[1] += 1
        if row.get("home"):
            age += 1
            lost = row["home"] == "0"
            flew, gone = group.get(age, (0, 0))
            group[age] = (flew + 1, gone + lost)
            if lost:
                age = 0
                mine.lost += 1
                mine.causes[row.get("cause") or row.get("end") or "unknown"] += 1
                if row.get("end_zone"):
                    mine.zones[row["end_zone"]] += 1
    return group


def _men(mine: Flown, rows: Iterator[Mapping[str, str]]) -> Group:
    """The men (or aircraft) of an index; the tours of the men."""
    group: Group = {}
    age: Counter[tuple[str, str]] = Counter()
    for row in rows:
        fate = row.get("fate") or "unknown"
        if "home" not in row or "position" not in row:  # aircraft
            mine.men += 1
            mine.fates[fate] += 1
            mine.craft_lost += fate in ("destroyed", "captured")
            continue
        if row.get("aboard") == "0":
            continue
        mine.men += 1
        mine.fates[fate] += 1
        lost = row["home"] != "1"
        place = mine.positions.setdefault(row["position"], [0, 0])
        place[0] += lost
        place[1] += 1
        man = (row["position"], row.get("name", ""))
        age[man] += 1
        flew, gone = group.get(age[man], (0, 0))
        group[age[man]] = (flew + 1, gone + lost)
        if lost:
            del age[man]  # whoever has this name later is another man
    return group
