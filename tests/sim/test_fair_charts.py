"""What is rolled on every chart agrees with the exact chances; a loaded die would be found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import TypeVar

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent, Default
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Dice, Seeded
from flakhouse.core.game import Game
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.sim.exact import exact as enumerated
from flakhouse.sim.stats import chi_square

T = TypeVar("T")
Rolls = dict[tuple[str, str], Counter[int]]  # dice and chart: how often each natural total came
GAMES = ("b29", "b17", "doolittle")
MISSIONS = 70
BOUND = 0.001  # chance that a fair study fails anywhere; each chart gets its part of it


class Counting(Referee):
    """Counts what the dice show by themselves on each chart, and checks that modifiers and row follow from it."""

    def __init__(self, dice: Dice, agent: Agent, rolls: Rolls) -> None:
        super().__init__(dice, agent, trace=True)
        self.counted = rolls
        self.thrown: set[str] = set()

    def throw(self, chart: Chart[T], count: int) -> tuple[int, ...]:
        """Dice of which some may be kept or thrown again: each die counts when it is thrown."""
        faces = super().throw(chart, count)
        self.thrown.add(chart.id)
        for face in faces:
            self.counted.setdefault(("1d6", f"{chart.id} thrown"), Counter())[face] += 1
        return faces

    def _log_roll(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod],
        column: int,
        typed: bool,
        kept: int,
        least: int | None,
        most: int | None,
    ) -> None:
        total = self.total
        if chart.id in self.thrown:
            return
        natural = faces[0] * 10 + faces[1] if chart.tens else sum(faces)
        assert total == natural + sum(mod.value for mod in mods), chart.id
        assert chart.at(total, column) == chart.rows[column][min(max(total, chart.low), chart.high) - chart.low]
        assert len(faces) == (1 if chart.data.dice == "1d6" else 2), chart.id
        self.counted.setdefault((chart.data.dice, chart.id), Counter())[natural] += 1


class Loaded(Seeded):
    """Dice of which one in 25 is turned to a six, whatever it shows."""

    every = 25

    def refill(self) -> None:
        """Load the new faces."""
        unread = len(self.buffer) - self.at
        super().refill()
        faces = bytearray(self.buffer)
        faces[unread :: self.every] = b"\x06" * len(faces[unread :: self.every])
        self.buffer = bytes(faces)


class WorseLoaded(Loaded):
    """One in eight: for a few hundred rolls."""

    every = 8


def study(game: Game, make: Callable[[str], Dice], missions: int) -> Rolls:
    """Missions with every scenario in turn, by every bot in turn."""
    rolls: Rolls = {}
    pilots = [game.pilots()[name] for name in game.pilots() if name in ("doctrine", "cautious", "random")]
    options = [game.check_options(scenario.options) for scenario in game.scenarios()]
    for i in range(missions):
        seed = f"fair/{i}"
        agent = pilots[i % len(pilots)](seed)
        game.play(Counting(make(seed), agent, rolls), None, dict(options[i // len(pilots) % len(options)]))
    return rolls


@cache
def exact(dice: str) -> dict[int, int]:
    """In how many of the equal ways the dice can fall each natural total comes."""
    ways: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=1 if dice == "1d6" else 2):
        ways[faces[0] * 10 + faces[1] if dice == "d66" else sum(faces)] += 1
    return dict(sorted(ways.items()))


def misfits(rolls: Rolls) -> dict[str, float]:
    """The chance of what came, or worse, for each chart; charts rolled too seldom are tested together."""
    seldom: dict[str, Counter[int]] = {}
    found: dict[str, float] = {}
    for (dice, id), counted in sorted(rolls.items()):
        if sum(counted.values()) < 30:
            seldom.setdefault(dice, Counter()).update(counted)
        else:
            found[id] = chance(dice, counted)
    for dice, counted in seldom.items():
        found[f"the others with {dice}"] = chance(dice, counted)
    return found


def chance(dice: str, counted: Counter[int]) -> float:
    """How well natural totals fit their dice."""
    ways = exact(dice)
    assert not set(counted) - set(ways)
    return fit([counted[total] for total in ways], list(ways.values()))


def fit(came: Sequence[int], ways: Sequence[int]) -> float:
    """Chi-square over neighbours, taken together until five of each kind are expected."""
    n, whole = sum(came), sum(ways)
    counts, weights = [0], [0.0]
    for times, weight in zip(came, ways, strict=True):
        if weights[-1] * n / whole >= 5:
            counts.append(0)
            weights.append(0.0)
        counts[-1] += times
        weights[-1] += weight
    if len(counts) > 1 and weights[-1] * n / whole < 5:
        counts[-2:] = [sum(counts[-2:])]
        weights[-2:] = [sum(weights[-2:])]
    return chi_square(counts, weights).p


def single(game: Game, make: Callable[[str], Dice], times: int) -> dict[str, float]:
    """Every chart of the game rolled so often in each column, with a modifier; its results against exact odds."""
    found: dict[str, float] = {}
    for id, chart in game.charts().charts.items():
        if chart.data.dice == "none":
            continue
        for column in range(len(chart.rows)):
            shift = 0 if chart.data.number else (-1, 0, 2)[column % 3]
            ref = Referee(make(f"{id}/{column}"), Default(), keep=True)
            mods = [Mod(shift, "to try it", "", "")] if shift else []
            pool = 3 if chart.data.dice == "pool" else 0
            came: Counter[str] = Counter()
            for _ in range(times):
                if pool:
                    ref.read(chart, ref.throw(chart, pool), mods, column)
                else:
                    ref.roll(chart, mods, column)
                came[chart.word(ref.total, column)] += 1
            odds = [(one.result, one.ways) for one in enumerated(chart, shift, column, pool).outcomes]
            assert set(came) <= {result for result, _ in odds}, id
            odds.sort(key=lambda one: one[1])
            found[f"{id}/{column}"] = fit([came[result] for result, _ in odds], [ways for _, ways in odds])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_chart_there_is_gives_its_results_as_often_as_enumerated(name: str) -> None:
    game = games.load(name)
    found = single(game, Seeded, 150)
    assert {id.rpartition("/")[0] for id in found} == {
        id for id, chart in game.charts().charts.items() if chart.data.dice != "none"
    }
    assert not {id: p for id, p in found.items() if p < BOUND / len(found)}
    loaded = single(game, WorseLoaded, 150)
    assert any(p < BOUND / len(loaded) for p in loaded.values())


def test_exact_ways_of_the_dice() -> None:
    assert list(exact("2d6").values()) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert len(exact("d66")) == 36
    assert list(exact("1d6")) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("name", GAMES)
def test_every_chart_that_is_rolled_fits_its_dice(name: str) -> None:
    game = games.load(name)
    rolls = study(game, Seeded, MISSIONS)
    charts = game.charts().charts
    rolled = {id.removesuffix(" thrown") for _, id in rolls}
    assert len(rolled) > 0.4 * sum(chart.data.dice != "none" for chart in charts.values())
    found = misfits(rolls)
    bad = {id: p for id, p in found.items() if p < BOUND / len(found)}
    assert not bad
    assert 0.1 < sum(p < 0.5 for p in found.values()) / len(found) < 0.9  # and none fits too well


@pytest.mark.parametrize("name", ["b29", "b17"])
def test_a_loaded_die_is_found_out(name: str) -> None:
    found = misfits(study(games.load(name), Loaded, MISSIONS))
    assert any(p < BOUND / len(found) for p in found.values())
