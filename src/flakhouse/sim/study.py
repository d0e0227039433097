"""A study: which game is flown how often, by which bot, under which rules, and one flight of it.

`fly(study, index)` depends on nothing but its arguments, so that any worker on any machine gives the same rows.

A study of missions flies them from all over the tour: of as many tours as it takes the first 25 (or 35) missions,
one after the other, so that every number of the tour is flown as often as any other, by crews who came that far.

Seeds: mission `i` of a study has the dice of the text `SEED/i`; mission `n` of tour `i` those of `SEED/i/n`, which
are the dice of `flakhouse fly GAME --tour --seed SEED/i`. The bot of a mission is made from its seed + `/pilot`.
The seed of a new study begins with `quick:` (`studied`); those of before have none of this, and keep their dice.
Contenders of one comparison share the seed, and so the dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from flakhouse import __version__, games
from flakhouse.core.agents import Agent
from flakhouse.core.charts import Chart
from flakhouse.core.dice import QUICK, from_seed
from flakhouse.core.game import Ending, Game, House, Scalar, read_house
from flakhouse.core.mods import Mod
from flakhouse.core.referee import LIMIT, Referee
from flakhouse.errors import AnswerError, FlakhouseError, OptionError, RulesError
from flakhouse.sim.botfile import maker, short_name
from flakhouse.sim.crews import Crews
from flakhouse.sim.detail import Collector, Key, collector_of
from flakhouse.sim.lines import Columns
from flakhouse.sim.rollout import NAME, rollout_maker

__all__ = [
    "LONGEST",
    "TABLES",
    "UNITS",
    "Flyer",
    "Result",
    "Row",
    "Stamp",
    "Study",
    "Table",
    "check",
    "fly",
    "pilot_names",
    "pilot_of",
    "planned",
    "stamp_of",
    "studied",
]

T = TypeVar("T")
Row = dict[str, Scalar]
UNITS = ("missions", "tours")
TABLES = ("missions", "men", "tours")
LONGEST = 1000  # missions of one tour; no printed tour comes near
_MOST = 1_000_000_000
_ALIKE = ("game", "seed", "unit", "count", "missions", "detail")  # what contenders have in common


class Study(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is flown. Two equal studies give equal tables."""

    game: str
    pilot: str = ""  # name of a bot, or "bot.py:Class" called with a seed text; "": the game's own
    scenario: str = ""
    options: dict[str, str] = {}  # they win over the scenario's, and those over the house rules'
    house: str = ""  # house rules, word for word
    house_name: str = ""
    seed: str = "1"
    unit: str = "missions"  # each the first of a new campaign; or "tours"
    count: int = 1000
    missions: int = 0  # of those tours so many missions in all, the first of each; 0: whole tours
    detail: bool = False  # count chart rows and damage as well
    label: str = ""  # what the contender is called in tables; "": its pilot

    @property
    def name(self) -> str:
        """What the contender is called in tables."""
        return self.label or short_name(self.pilot) or games.load(self.game).default_pilot


def planned(game: Game, missions: int | None, tours: int | None, first: bool) -> tuple[str, int, int]:
    """Unit, count and missions of a study as it was asked for: whole tours, first missions, or from all over.

    A game without tours has first missions only.
    """
    if tours is not None:
        return "tours", tours, 0
    many = 1000 if missions is None else missions
    if first or game.chapters < 2 or many < 1:
        return "missions", many, 0
    return "tours", -(-many // game.chapters), many


def studied(seed: str) -> str:
    """The seed of a new study: that which was asked for, with dice that take little to begin with."""
    return seed if seed.startswith(QUICK) else QUICK + seed


class Table:
    """Rows with the same columns. A row that brings more makes room for them in all."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.rows: list[tuple[Scalar, ...]] = []

    def add(self, names: tuple[str, ...], rows: Sequence[tuple[Scalar, ...]]) -> None:
        """Rows behind the others."""
        if names == self.names:
            self.rows += rows
            return
        known = self.names
        fresh = tuple(name for name in names if name not in known)
        if fresh:
            self.names = known + fresh
            empty = (None,) * len(fresh)
            self.rows = [row + empty for row in self.rows]
        if self.names == names:
            self.rows += rows
        else:
            self.rows += [tuple(map(dict(zip(names, row, strict=True)).get, self.names)) for row in rows]

    def dicts(self) -> list[Row]:
        """The rows, each with the names of its values."""
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]

    def picked(self, *names: str) -> list[tuple[Scalar, ...]]:
        """These columns of each row; None where the table has no such column."""
        places = [self.names.index(name) if name in self.names else -1 for name in names]
        return [tuple([row[at] if at >= 0 else None for at in places]) for row in self.rows]


class Result:
    """One mission or tour: its rows, and how often things happened that have no row of their own."""

    def __init__(self) -> None:
        self.tables = {"missions": Table(), "tours": Table()}
        self.crews = Crews()
        self._made: dict[str, Columns] = {}
        self.counts: Counter[Key] = Counter()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and (self.missions, self.men, self.tours, self.counts) == (
            other.missions,
            other.men,
            other.tours,
            other.counts,
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def missions(self) -> list[Row]:
        """A row a mission."""
        return self.tables["missions"].dicts()

    @property
    def men(self) -> list[Row]:
        """A row a man, or an aircraft."""
        return self.crews.dicts()

    @property
    def tours(self) -> list[Row]:
        """A row a tour, where tours are flown."""
        return self.tables["tours"].dicts()

    def add(self, other: Result) -> None:
        """The rows of another behind these."""
        for name, table in other.tables.items():
            self.tables[name].add(table.names, table.rows)
        self.crews.flights += other.crews.flights
        self.counts.update(other.counts)

    def columns(self, table: str) -> Columns:
        """A table by its columns, made once: when it has all its rows."""
        if table not in self._made:
            self._made[table] = Columns(self.tables[table].names, self.tables[table].rows)
        return self._made[table]

    def made(self) -> dict[str, Columns | Crews]:
        """The tables that have rows, to be counted and written."""
        found = {name: self.crews if name == "men" else self.columns(name) for name in TABLES}
        return {name: table for name, table in found.items() if table.rows}


class Stamp(msgspec.Struct, frozen=True):
    """Which rules were flown: with another stamp the same study may give other tables."""

    version: str
    rules_version: int
    charts: str


def stamp_of(game: Game) -> Stamp:
    """The rules of a game as they are here."""
    return Stamp(__version__, game.rules_version, game.charts().digest())


def pilot_names(game: Game) -> list[str]:
    """The bots a player may name: the game's own, and the one that plays every game."""
    return [*game.pilots(), NAME]


def pilot_of(game: Game, name: str) -> Callable[[str], Agent]:
    """The maker of a bot: one of the game's by name, "rollout:40", or a class as "path/bot.py:Class"."""
    pilots = game.pilots()
    name = name or game.default_pilot
    if name in pilots:
        return pilots[name]
    if name.partition(":")[0] == NAME:
        return rollout_maker(name)
    if ":" not in name:
        known = ", ".join(pilot_names(game))
        raise OptionError(f"no pilot {name!r}; pilots: {known}, or your own as path/bot.py:Class")
    return maker(name)


def check(studies: Sequence[Study]) -> None:
    """Raise an error in words if these cannot be flown together."""
    if not studies:
        raise OptionError("nothing to fly")
    first = studies[0]
    if first.unit not in UNITS:
        raise OptionError(f"unit {first.unit!r}: expected {' or '.join(UNITS)}")
    if not 1 <= first.count <= _MOST:
        raise OptionError(f"{first.count} {first.unit}: expected 1 to {_MOST:,}")
    names = [study.name for study in studies]
    for study, name in zip(studies, names, strict=True):
        if names.count(name) > 1:
            raise OptionError(f"two contenders are called {name!r}")
        if any(getattr(study, key) != getattr(first, key) for key in _ALIKE):
            raise OptionError(f"{name!r} flies another game, seed or number than {names[0]!r}")
        Flyer(study).make("check")


class _HouseReferee(Referee):
    """A referee that notices when a player's own charts send the rules round in circles."""

    def _roll_odd(
        self, chart: Chart[T], mods: Sequence[Mod], column: int, least: int | None, most: int | None
    ) -> T:
        if self.rolls > LIMIT:
            raise RulesError(f"more than {LIMIT} rolls: {chart.id} goes round in circles")
        return super()._roll_odd(chart, mods, column, least, most)


class Flyer:
    """A study made ready: game, options and house rules read once."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.name = study.name
        self.game = games.load(study.game)
        self.make = pilot_of(self.game, study.pilot)
        self.house: House | None = read_house(self.game, study.house_name, study.house) if study.house else None
        self.options = self.game.check_options(_options(self.game, study, self.house))
        self.measures = self.game.measures()
        self._shares = frozenset(measure.key for measure in self.measures if measure.share)
        self._plain = Referee if self.house is None else _HouseReferee

    def fly(self, index: int, into: Result | None = None) -> Result:
        """Mission or tour number `index`, counted from 0; its rows stand behind those of a result given."""
        result = Result() if into is None else into
        seed = f"{self.study.seed}/{index}"
        collector = collector_of(self.game, result.counts) if self.study.detail else None
        if self.study.unit == "missions":
            self._mission(result, index, 1, seed, None, collector)
        else:
            self._tour(result, index, seed, collector)
        return result

    def _longest(self, index: int) -> int:
        """How many missions of a tour are flown at most."""
        if not self.study.missions:
            return LONGEST
        return min(self.game.chapters, self.study.missions - index * self.game.chapters)

    def _tour(self, result: Result, index: int, seed: str, collector: Collector | None) -> None:
        """Missions in order until the tour is over, or as many as are wanted of it."""
        end: Ending | None = None
        sums: dict[str, float] = dict.fromkeys((measure.key for measure in self.measures), 0.0)
        until: dict[str, int | None] = {f"until_{key}": None for key in sums if key in self._shares}
        over = False
        number = 0
        longest = self._longest(index)
        while not over and number < longest:
            number += 1
            end = self._mission(result, index, number, f"{seed}/{number}", end, collector)
            over = end.over
            for key, value in end.measured().items():
                sums[key] += value
                if not value and until.get(f"until_{key}", 0) is None:
                    until[f"until_{key}"] = number
        totals = {key: _number(total, key in self._shares) for key, total in sums.items()}
        head: Row = {"contender": self.name, "index": index, "missions": number, "over": over}
        row = {**head, **totals, **until}
        result.tables["tours"].add(tuple(row), [tuple(row.values())])

    def _mission(
        self,
        result: Result,
        index: int,
        number: int,
        seed: str,
        before: Ending | None,
        collector: Collector | None,
    ) -> Ending:
        """One mission, after the one before it; its rows go into the result."""
        end = self.play(seed, before, collector, number)
        row: Row = {"contender": self.name, "index": index, "number": number, **end.mission_row()}
        for key, value in end.measured().items():
            if key in self._shares:
                row[key] = _number(value, True)
            elif row.get(key) != value:
                row[key] = value
        result.tables["missions"].add(tuple(row), [tuple(row.values())])
        result.crews.add((self.name, index, number), end.men())
        return end

    def play(self, seed: str, before: Ending | None, collector: Collector | None, number: int = 1) -> Ending:
        """One mission with these dice, after the one before; a fault of the rules says how to meet it again."""
        agent = self.make(f"{seed}/pilot")
        charts = self.house.charts if self.house else None
        ref = self._plain(from_seed(seed), agent, trace=collector is not None, house=charts)
        try:
            if collector is not None:
                collector.before(number)
            options = dict(self.options)
            end = self.game.fly(ref, None, options) if before is None else before.fly_next(ref, options)
            if collector is not None:
                for event in ref.events:
                    collector.event(event)
                collector.after(end.finish())
        except Exception as bug:
            if isinstance(bug, FlakhouseError) and not isinstance(bug, RulesError | AnswerError):
                raise
            raise RulesError(
                f"{self.study.game}, {self.study.name}, dice {seed!r}, step {len(ref.journal)}: "
                f"{type(bug).__name__}: {bug}"
            ) from bug
        return end


def _options(game: Game, study: Study, house: House | None) -> dict[str, str]:
    """House rules, then the scenario, then what was asked for."""
    chosen = dict(house.options) if house else {}
    if study.scenario:
        found = {scenario.key: scenario for scenario in game.scenarios()}
        if study.scenario not in found:
            raise OptionError(f"no scenario {study.scenario!r}; scenarios: {', '.join(found) or 'none'}")
        chosen.update(found[study.scenario].options)
    return {**chosen, **study.options}


def _number(value: float, share: bool) -> float | int:
    """A whole number where a share was counted."""
    return int(value) if share and value == int(value) else value


_last: list[Flyer] = []  # the study flown last, so that `fly` need not read its rules again


def fly(study: Study, index: int) -> Result:
    """Mission or tour `index` of a study: the same rows whoever flies it, wherever, in whatever order."""
    if not _last or _last[0].study != study:
        _last[:] = [Flyer(study)]
    return _last[0].fly(index)
