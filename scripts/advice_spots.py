"""Spots: weighty questions as they were met on whole tours, to be played out from there again and again.

Tours are flown by an adviser. Of each question one spot a tour is kept, drawn by lot from all times it was put, so
that the spots are those a player meets; routine is left out, which answers itself. From a spot an option is played
out on dice of a seed: the flight to here, the option, then the adviser to the end of the flight. What lies face
down is drawn again first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import NamedTuple

from flakhouse.core.agents import Agent
from flakhouse.core.dice import Dice, Seeded
from flakhouse.core.game import Game, JsonDict
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.start import Start
from flakhouse.sim.odds import Branch, Keeps

_MOST_FLIGHTS = 200  # of one tour


@dataclass
class Spot:
    """A question as it was met, and the way to it."""

    ask: Question
    advised: str
    answers: list[str]  # to the questions that were put before
    wants: Container[str] | None  # which those are
    start: Start
    dice: Dice
    seen: list[float]  # what a program sees of the state
    number: int  # of its tour
    flight: int  # of that tour
    why: str  # the reason that the advice gave

    def value(self, adviser: str, option: str, seed: str) -> float:
        """What the adviser thinks of the end of the flight if this option is taken, on the dice of this seed."""
        game, start = self.start.game, self.start
        bot = game.pilots()[adviser](seed)
        if self.ask.id in game.standing():
            bot = Keeps(bot, self.ask, option)
        way = _Way(self, Branch(game, option, seed, bot))
        again = Referee(self.dice.fresh(), way)
        end = game.fly(again, start.campaign, dict(start.options), start.position, start.step)
        return sought(game, adviser, end.measured(), start.campaign)


def sought(game: Game, adviser: str, measured: Mapping[str, float], campaign: JsonDict | None) -> float:
    """How much of what this adviser aims at a chapter brought that ended so; more is better."""
    aim = game.aim(adviser, campaign)
    found = game.odds_measured(measured, campaign)[aim]
    less = any(measure.less for measure in game.odds_measures(campaign) if measure.key == aim)
    return -found if less else found


class _Way(Agent):
    """Answers as before up to a spot; there somebody else takes over."""

    name = "way"

    def __init__(self, spot: Spot, arrive: Callable[[Referee], str]) -> None:
        self.answers = iter(spot.answers)
        self.wants = spot.wants
        self.arrive = arrive

    def choose(self, question: Question, ref: Referee) -> str:
        """The next of the answers; after the last, whatever is done there."""
        return next(self.answers, None) or self.arrive(ref)


class Watcher(Agent):
    """Takes the advice of an adviser, and keeps one spot of each question by lot."""

    name = "watcher"

    def __init__(self, game: Game, pilot: str, watched: Iterable[str], most_options: int = 99) -> None:
        self.bot = game.pilots()[pilot]("watcher")
        self.watched = frozenset(watched)
        self.wants = self.watched | _wanted(self.bot)
        self.most_options = most_options
        self.answers: list[str] = []  # of this flight,
        self.asked: set[str] = set()  # and the questions that were no routine
        self.lot = random.Random("")
        self.kept: dict[str, Spot] = {}
        self.met: dict[str, int] = {}
        self.game, self.number, self.flight = game, 0, 0

    def begin(self, number: int) -> None:
        """Another tour."""
        self.lot = random.Random(f"lot/{number}")
        self.kept, self.met = {}, {}
        self.number, self.flight = number, 0

    def take_off(self) -> None:
        """Another flight of it."""
        self.flight += 1
        self.answers, self.asked = [], set()

    def choose(self, question: Question, ref: Referee) -> str:
        """The advice; perhaps this is the spot to keep."""
        key = self.bot.choose(question, ref) if question.id in _wanted(self.bot) else question.default
        if (
            question.id in self.watched
            and not question.routine
            and 2 <= len(question.options) <= self.most_options
        ):
            met = self.met[question.id] = self.met.get(question.id, 0) + 1
            if self.lot.random() * met < 1:
                self.kept[question.id] = self._spot(question, key, ref)
        self.answers.append(key)
        if not question.routine:
            self.asked.add(question.id)
        return key

    def _spot(self, question: Question, key: str, ref: Referee) -> Spot:
        assert ref.start is not None
        seen = self.game.features(ref.state)
        way = list(self.answers)
        why = question.why() if question.why is not None else ""
        return Spot(question, key, way, self.wants, ref.start, ref.dice, seen, self.number, self.flight, why)


def _wanted(bot: Agent) -> frozenset[str]:
    """The questions on which a bot has a mind of its own; doctrine on none."""
    return frozenset(bot.wants) if isinstance(bot.wants, Iterable) else frozenset()


class Flown(NamedTuple):
    """A flight that is over: its numbers, its dice, what it began from, and whether its tour is over."""

    tour: int
    flight: int
    seed: str
    start: Start
    over: bool


def flights(game: Game, agent: Watcher, beginnings: Sequence[dict[str, str]], seed: str) -> Iterator[Flown]:
    """Tour after tour, or raid after raid by the beginnings in turn, flight by flight."""
    for tour in count(1):
        agent.begin(tour)
        options = beginnings[tour % len(beginnings)]
        campaign: JsonDict | None = None
        over = False
        while not over:
            agent.take_off()
            own = f"{seed}/{tour}/{agent.flight}"
            ref = Referee(Seeded(own), agent)
            finish = game.fly(ref, campaign, dict(options)).finish()
            assert ref.start is not None
            campaign, over = finish.campaign, finish.over or agent.flight >= _MOST_FLIGHTS
            yield Flown(tour, agent.flight, own, ref.start, over)


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)
