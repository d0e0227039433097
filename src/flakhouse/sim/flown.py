"""What a report needs of the missions of a study, counted by whoever flew them or read their tables.

Memory grows with the tours only, a few bytes a mission; with missions by themselves it stays flat.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from flakhouse.sim.intervals import Groups, grouped_interval, wilson

__all__ = [
    "Batch",
    "Flown",
    "Group",
    "Lives",
    "Man",
    "Shares",
    "add_men",
    "add_missions",
    "craft_lives",
    "men_lives",
]

Group = dict[int, tuple[int, int]]
#: Of a man of a flight or a tour: aboard, fate, home, position; of anything else that has a row only its fate.
Man = tuple[str, str, str, str]
_LANDED = ("landed", "wrecked on landing")
_WORDS = ("result", "end", "state")
#: Columns of a mission by which hits on the target are told apart, the most telling first.
_BY = ("altitude", "night", "target_type", "city", "squadron", "number")


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

    def join(self, other: Lives) -> None:
        """The tours that came after."""
        self._packed += other._packed


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

    def join(self, other: Shares) -> None:
        """Groups that came after."""
        self._whole.join(other._whole)
        for word, groups in other._words.items():
            self._words.setdefault(word, Groups()).join(groups)

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

    def join(self, other: Flown) -> None:
        """Add what was flown after."""
        self.missions += other.missions
        self.lost += other.lost
        for column, words in other.words.items():
            self.words.setdefault(column, Counter()).update(words)
        self.causes.update(other.causes)
        self.zones.update(other.zones)
        self.fuel.update(other.fuel)
        self.scores.update(other.scores)
        for key, (hits, n) in other.target.items():
            cell = self.target.setdefault(key, [0, 0])
            cell[0] += hits
            cell[1] += n
        self.fates.join(other.fates)
        for place, groups in other.positions.items():
            self.positions.setdefault(place, Groups()).join(groups)
        self.men_lives.join(other.men_lives)
        self.craft_lives.join(other.craft_lives)


# ------------------------------------------------------------------ what came of missions


class Batch:
    """Rows of a table by their columns, as text. They are counted together: nothing is done row by row."""

    def __init__(self, names: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
        self._cells = dict(zip(names, cells, strict=True))
        self._empty = ("",) * len(cells[0])

    def has(self, *names: str) -> bool:
        """Whether the table has all of these columns."""
        return all(name in self._cells for name in names)

    def counted(self, *names: str) -> Counter[tuple[str, ...]]:
        """How often contender and these came together, in the order of their coming; empty without the column."""
        return Counter(zip(*[self._cells.get(name, self._empty) for name in ("contender", *names)], strict=True))


def _whole(text: str) -> int:
    """The whole number of a cell."""
    return round(float(text))


def add_missions(flown: dict[str, Flown], batch: Batch) -> None:
    """Missions of several contenders."""
    for (name,), times in batch.counted().items():
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


# ------------------------------------------------------------------ what came of men


def add_men(flown: Flown, alike: Mapping[tuple[Man, ...], int]) -> None:
    """Men, or aircraft: those of a flight or a tour, and how many flights or tours ended so."""
    fates: Counter[tuple[tuple[str, int], ...]] = Counter()
    places: Counter[tuple[str, int, int]] = Counter()  # a place, how many did not come home from it, of how many
    for men, times in alike.items():
        flew = [man for man in men if man[0] != "0"]
        fates[tuple(Counter([fate or "unknown" for _, fate, _, _ in flew]).items())] += times
        gone = Counter([position for _, _, home, position in flew if home != "1"])
        for place, n in Counter([position for _, _, _, position in flew if position]).items():
            places[place, gone[place], n] += times
    for words, times in fates.items():
        flown.fates.add(dict(words), times)
    for (place, hits, n), times in places.items():
        flown.positions.setdefault(place, Groups()).add(hits, n, times)


def craft_lives(homes: Iterable[str]) -> Group:
    """The bombers of a tour."""
    group: Group = {}
    age = 0
    for home in homes:
        if home:
            age += 1
            lost = home == "0"
            flew, gone = group.get(age, (0, 0))
            group[age] = (flew + 1, gone + lost)
            age = 0 if lost else age
    return group


def men_lives(rows: Iterable[Sequence[str]]) -> Group:
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
