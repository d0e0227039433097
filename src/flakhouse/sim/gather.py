"""What a report needs of the tables of a study, counted batch by batch.

Memory grows with the tours only, a few bytes a mission; with missions by themselves it stays flat.
"""

from __future__ import annotations

import csv
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path

from flakhouse.sim.intervals import Groups, grouped_interval, wilson

__all__ = ["Flown", "Group", "Lives", "Shares", "gather"]

Group = dict[int, tuple[int, int]]
_LANDED = ("landed", "wrecked on landing")
_WORDS = ("result", "end", "state")
#: Columns of a mission by which hits on the target are told apart, the most telling first.
_BY = ("altitude", "night", "target_type", "city", "squadron", "number")
_BATCH = 5_000  # rows that are counted at a time
_ALIKE = 200  # flights or tours with different ends that are kept before they are counted


class Lives:
    """Groups in few bytes each, to go through any number of times."""

    def __init__(self) -> None:
        self._packed: list[array[int]] = []  # a tour each: flew 1, lost 1, flew 2, lost 2, ...

    def add(self, group: Group) -> None:
        """One more tour."""
        flat = array("H")
        for number in range(1, max(group, default=0) + 1):
            flat.extend(group.get(number, (0, 0)))
        self._packed.append(flat)

    def __iter__(self) -> Iterator[Group]:
        for flat in self._packed:
            yield {i // 2 + 1: (flat[i], flat[i + 1]) for i in range(0, len(flat), 2) if flat[i]}


class Shares:
    """How often each word came, group by group: the men of a flight or a tour share their luck."""

    def __init__(self) -> None:
        self._alone = False  # cases have nothing to do with each other
        self._whole = Groups()
        self._words: dict[str, Groups] = {}  # the groups where the word came

    @classmethod
    def alone(cls, counted: Mapping[str, int], n: int) -> Shares:
        """Cases that have nothing to do with each other."""
        found = cls()
        found._alone = True
        found._whole.n = n
        found._words = {word: Groups(hits=hits) for word, hits in counted.items()}
        return found

    def add(self, counted: Mapping[str, int], times: int = 1) -> None:
        """One more group, or several that are alike."""
        n = sum(counted.values())
        self._whole.add(0, n, times)
        for word, hits in counted.items():
            self._words.setdefault(word, Groups()).add(hits, n, times)

    def interval(self, word: str) -> tuple[float, float]:
        """The 95 % interval of a word's share."""
        all_, here = self._whole, self._words.get(word, Groups())
        if self._alone:
            return wilson(here.hits, all_.n)
        return grouped_interval(Groups(all_.groups, all_.n, here.hits, all_.nn, here.nx, here.xx))

    def count(self, word: str) -> int:
        """How often it came."""
        return round(self._words[word].hits) if word in self._words else 0

    def counts(self) -> dict[str, int]:
        """How often each came."""
        return {word: self.count(word) for word in self._words}

    def named(self, words: Mapping[str, str]) -> Shares:
        """The same under other names."""
        found = Shares()
        found._alone, found._whole = self._alone, self._whole
        found._words = {words.get(word, word): groups for word, groups in self._words.items()}
        return found

    @property
    def n(self) -> int:
        """How many cases there are."""
        return round(self._whole.n)


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
        self.fates = Shares()
        self.positions: dict[str, Groups] = {}  # not home, of those who flew
        self.counts: Counter[tuple[str, str, str, str]] = Counter()
        self.rolled: dict[str, Counter[str]] = {}  # rows by chart
        #: The men of each tour: how many flew their first, second, ... mission, and how many were lost on it.
        self.men_lives = Lives()
        #: The bombers of each tour, by the number of missions since it began or the last one was lost.
        self.craft_lives = Lives()


def gather(folder: Path, names: list[str], tours: bool) -> dict[str, Flown]:
    """Read the tables of a folder; with `tours` keep the lives of men and bombers."""
    flown = {name: Flown() for name in names}
    for batch in _batches(folder / "missions.csv"):
        _missions(flown, batch)
    _men(flown, folder / "men.csv")
    if tours:
        for name, group in _lives(folder / "missions.csv", ("home",), _craft_lives):
            flown[name].craft_lives.add(group)
        for name, group in _lives(folder / "men.csv", ("home", "position", "name", "aboard"), _men_lives):
            flown[name].men_lives.add(group)
    for table in _table(folder / "counts.csv"):
        found = table.counted("kind", "a", "b", "c", "count")
        for (name, kind, a, b, c, count_text), times in found.items():
            if kind == "roll":
                flown[name].rolled.setdefault(a, Counter())[c] += int(count_text) * times
            else:
                flown[name].counts[kind, a, b, c] += int(count_text) * times
    return flown


# ------------------------------------------------------------------ reading


def _table(path: Path) -> Iterator[_Batch]:
    """A table, if it is there, to be counted once, row after row as they are read."""
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            yield _Batch(next(reader, []), reader)


def _batches(path: Path) -> Iterator[_Batch]:
    """A table in pieces, to be counted in several ways."""
    for table in _table(path):
        rows = iter(table.rows)
        while piece := list(islice(rows, _BATCH)):
            yield _Batch(table.columns, piece)


class _Batch:
    """Rows of a table. Columns are counted together, so that nothing is done row by row."""

    def __init__(self, columns: list[str], rows: Iterable[list[str]]) -> None:
        self.columns = columns
        self.rows = rows

    def has(self, *names: str) -> bool:
        """Whether the table has all of these columns."""
        return all(name in self.columns for name in names)

    def counted(self, *names: str) -> Counter[tuple[str, ...]]:
        """How often contender and these came together, in the order of their coming; empty without the column."""
        if self.has(*names):
            return Counter(map(itemgetter(*map(self.columns.index, ("contender", *names))), self.rows))
        places = [self.columns.index(name) if name in self.columns else -1 for name in ("contender", *names)]
        return Counter(tuple(row[at] if at >= 0 else "" for at in places) for row in self.rows)


def _whole(text: str) -> int:
    """The whole number of a cell."""
    return round(float(text))


# ------------------------------------------------------------------ what came of missions and men


def _missions(flown: dict[str, Flown], batch: _Batch) -> None:
    """Missions."""
    for name, times in Counter(row[batch.columns.index("contender")] for row in batch.rows).items():
        flown[name].missions += times
    for column in filter(batch.has, _WORDS):
        for (name, word), times in batch.counted(column).items():
            if word:
                flown[name].words.setdefault(column, Counter())[word] += times
    if batch.has("fuel_left"):
        for (name, fuel, end), times in batch.counted("fuel_left", "end").items():
            if fuel and end.startswith(_LANDED):
                flown[name].fuel[_whole(fuel)] += times
    if batch.has("score"):
        for (name, score), times in batch.counted("score").items():
            if score:
                flown[name].scores[_whole(score)] += times
    for column in filter(batch.has, _BY) if batch.has("target") else ():
        for (name, value, hit), times in batch.counted(column, "target").items():
            if value and hit in ("0", "1"):
                cell = flown[name].target.setdefault((column, value), [0, 0])
                cell[0] += times * (hit == "1")
                cell[1] += times
    if batch.has("home"):
        for (name, home, cause, end, zone), times in batch.counted("home", "cause", "end", "end_zone").items():
            if home == "0":
                flown[name].lost += times
                flown[name].causes[cause or end or "unknown"] += times
                if zone:
                    flown[name].zones[zone] += times


#: Of each man of a flight or a tour: aboard, fate, home, position.
_Men = tuple[tuple[str, ...], ...]


def _men(flown: dict[str, Flown], path: Path) -> None:
    """Men, or aircraft: what became of them, flight by flight or tour by tour. Most flights end alike."""
    alike: Counter[tuple[str, _Men]] = Counter()
    for name, columns, rows in _indices(path):
        known = {"home", "position", "aboard"} <= set(columns)
        cells = itemgetter(*map(columns.index, ("aboard", "fate", "home", "position") if known else ("fate",) * 2))
        alike[name, tuple(map(cells, rows))] += 1
        if len(alike) >= _ALIKE:
            _men_alike(flown, alike)
            alike.clear()
    _men_alike(flown, alike)


def _men_alike(flown: dict[str, Flown], alike: Counter[tuple[str, _Men]]) -> None:
    """Count the men of flights or tours, several that ended alike at a time."""
    for (name, men), times in alike.items():
        mine = flown[name]
        if len(men[0]) == 2:
            mine.fates.add(Counter(fate or "unknown" for _, fate in men), times)
            continue
        flew = [man for man in men if man[0] != "0"]
        mine.fates.add(Counter(fate or "unknown" for _, fate, _, _ in flew), times)
        places = Counter(position for _, _, _, position in flew)
        gone = Counter(position for _, _, home, position in flew if home != "1")
        for place, n in places.items():
            mine.positions.setdefault(place, Groups()).add(gone[place], n, times)


def _indices(path: Path) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Contender, columns and rows of each index of a table; they stand together."""
    for table in _table(path):
        who, index = table.columns.index("contender"), table.columns.index("index")
        for (name, _), rows in groupby(table.rows, key=itemgetter(who, index)):
            yield name, table.columns, list(rows)


# ------------------------------------------------------------------ lives


def _lives(
    path: Path, columns: Sequence[str], read: Callable[[Iterator[Sequence[str]]], Group]
) -> Iterator[tuple[str, Group]]:
    """The group of each contender and index, whose rows stand together."""
    for name, head, rows in _indices(path):
        known = all(column in head for column in columns)
        places = [head.index(column) for column in columns] if known else []
        yield name, read([row[at] for at in places] for row in rows) if known else {}


def _craft_lives(rows: Iterator[Sequence[str]]) -> Group:
    """The bombers of a tour."""
    group: Group = {}
    age = 0
    for (home,) in rows:
        if home:
            age += 1
            lost = home == "0"
            flew, gone = group.get(age, (0, 0))
            group[age] = (flew + 1, gone + lost)
            age = 0 if lost else age
    return group


def _men_lives(rows: Iterator[Sequence[str]]) -> Group:
    """The men of a tour."""
    group: Group = {}
    age: Counter[tuple[str, str]] = Counter()
    for home, position, name, aboard in rows:
        if aboard == "0":
            continue
        lost = home != "1"
        man = (position, name)
        age[man] += 1
        flew, gone = group.get(age[man], (0, 0))
        group[age[man]] = (flew + 1, gone + lost)
        if lost:
            del age[man]  # whoever has this name later is another man
    return group
