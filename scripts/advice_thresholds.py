"""Where the thresholds of the advice come from: each is varied over whole tours, all else as it is.

A threshold is a constant of `games/<game>/advice`. Tours are flown by doctrine. Every flight on which one of its
questions came is looked at again with another value; from the first answer that differs, the flight is played out
with either value on the same dice, some dozen times. The mean over all flights, times the flights of a tour, is
what the value gains in what doctrine wants: men a tour, in the raid points of the score. Below 0 it is worse than
the value in force. Beside it stands what "crew first" wants, for the flights on which it makes a difference. An
interval holds the truth 19 times in 20, each by itself: of forty values as good as that in force one has a star.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from types import ModuleType

from advice_spots import Flown, Watcher, flights, mean_error, sought

from flakhouse.core.agents import Agent, Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee

_Z95 = 1.96


@dataclass(frozen=True)
class Threshold:
    """A constant of the advice, the values to try, and all questions whose advice reads it."""

    module: str  # of games/<game>/advice
    name: str
    values: tuple[float, ...]
    asks: tuple[str, ...]


def _t(module: str, name: str, values: Sequence[float], *asks: str) -> Threshold:
    return Threshold(module, name, tuple(values), asks)


_JUMPS = ("land-or-jump", "land-or-bail", "where-down", "who-lands", "jump-first")
_DOWN = ("dry-tanks", "one-engine-down")
_BOXES = ("approach", "airspeed", "enter")
#: By game.
THRESHOLDS: dict[str, tuple[Threshold, ...]] = {
    "b17": (
        _t("flight", "_WAVES", (0.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.5, 99.0), "abort"),
        _t("flight", "_COUNTS", (0, 1, 2, 3, 99), "abort"),
        _t("losses", "BOMBER", (0.0, 0.1, 0.5, 1.0, 2.0), *_JUMPS),
        _t("losses", "_PRISONER", (0.5, 0.7, 0.9, 0.99), *_JUMPS),
        _t("losses", "_INVALID", (0.0, 0.1, 0.5), *_JUMPS),
    ),
    "b29": (
        _t("abort", "_COUNTED", (0, 7, 9, 11, 99), "abort"),
        _t("abort", "_FAR", (0, 3, 5, 7, 9, 10, 11), "abort"),
        _t("abort", "_LEAST", (0, 1, 2, 3), "abort"),
        _t("abort", "_NEAR", (0, 1, 2), "abort"),
        _t("abort", "_TO_HOLD", (2, 4, 6, 8, 99), "off-course-over-target"),
        _t("abort", "_TO_CLIMB", (0, 2, 4, 99), "not-at-altitude"),
        _t("abort", "_TO_BASE", (0, 2, 4), "iwo-plan", "way-home"),
        _t("weather", "_TO_SPARE", (-99, 0, 2, 3, 4, 6), "storm-detour"),
        _t("weather", "_TO_SPARE_OUT", (0, 3, 4, 5, 6, 8), "storm-detour"),
        _t("ending", "RISKY", (-8, -6, -5, -4), "land-or-jump", *_DOWN, "jump-first"),
        _t("ending", "_HOPELESS", (-10, -8, -6, -5), "land-or-jump", "jump-first"),
        _t("ending", "_WORST_DITCHING", (-99, -5, -3, -2, -1, 0), *_DOWN, "jump-first"),
        _t("ending", "_FOR_THE_STUCK", (0, 1, 3, 99), *_DOWN, "jump-first"),
        _t("engines", "_WEAK_ROOT", (1, 3, 99), "engine-fire-dive", "tank-fire-dive", "jump-before-dive"),
        _t("engines", "_NO_PLACE", (0, 8, 10, 99), "engine-fire-dive", "tank-fire-dive", "jump-before-dive"),
    ),
    "doolittle": (
        _t("approach", "_KEEP_DAY", (2.0, 2.5, 3.0, 3.5, 4.0), *_BOXES),
        _t("approach", "_KEEP_NIGHT", (1.0, 1.5, 2.0, 2.5), *_BOXES),
        _t("approach", "_KEEP_LAST", (1.0, 2.0, 3.0), *_BOXES),
        _t("approach", "_KEEP_CARRIER", (3.0, 4.0, 5.0, 6.0), *_BOXES),
        _t("approach", "_HAZARD", (0.0, 0.1, 0.2, 0.3, 0.5), *_BOXES),
        _t("approach", "_HAZARD_DAMAGED", (0.2, 0.5, 1.0), *_BOXES),
        _t("approach", "_HIDDEN_DAY", (0.0, 0.2, 0.5, 0.8), *_BOXES),
        _t("approach", "_HIDDEN_NIGHT", (0.0, 0.2, 0.5), *_BOXES),
        _t("approach", "_FLAK", (0.0, 0.3, 0.6), *_BOXES),
        _t("approach", "_BALLOONS", (1.0, 3.5, 5.0), *_BOXES),
        _t("attack", "_CROWDED", (0.2, 0.4, 0.7, 1.0), "airspeed", "enter"),
        _t("acquisition", "_BEACON", (4, 5, 6), "flight-goal", "not-found", "city"),
        _t("acquisition", "_ENOUGH", (3, 4, 5, 6, 7, 99), "onward"),
        _t("acquisition", "_SURE", (5, 6, 7, 99), "onward"),
        _t("acquisition", "_GOOD", (15, 21, 24, 27, 33), "flight-goal"),
        _t("acquisition", "_BOMBED", (0, 1, 2, 3, 6, 12), "city"),
        _t("acquisition", "_UNTOUCHED", (0, 3, 6, 9), "city"),
        _t("wind", "_EVEN", (0, 10, 18, 26, 36), "flight-goal"),
        _t("sea_hazards", "_LIKELY", (5, 7, 9, 99), "emergency-launch"),
        _t("underway", "_NEAR", (0, 2, 4, 9), "force-move"),
        _t("underway", "_WORTH", (0, 2, 6), "radio-silence"),
        _t("underway", "_DICE", (5, 7, 9), "rendezvous"),
    ),
}


@dataclass
class Found:
    """What one value of a threshold gains over that in force."""

    threshold: Threshold
    value: float
    flights: int = 0  # looked at
    gains: list[float] = field(default_factory=list)  # for the tour, of the flights on which an answer differed;
    now: list[float] = field(default_factory=list)  # for the flight itself

    def each(self) -> tuple[float, float]:
        """The gain for each flight of a tour, and its standard error."""
        n, total = self.flights, sum(self.gains)
        mean = total / n
        return mean, sqrt(max(0.0, sum(gain * gain for gain in self.gains) - n * mean * mean) / max(1, n - 1) / n)


class _Follower(Agent):
    """Answers as was answered before until its advice differs; from there doctrine flies on fresh dice.

    `arrive` is told then, and says whether the advice is taken or the answer from before.
    """

    name = "follower"

    def __init__(
        self, game: Game, answers: Iterable[str], wants: Container[str], seed: str, arrive: Callable[[], bool]
    ) -> None:
        self.game, self.seed, self.arrive = game, seed, arrive
        self.answers = iter(answers)
        self.wants = wants
        self.differs = False

    def choose(self, question: Question, ref: Referee) -> str:
        """The next of the answers, or the first that differs."""
        before = next(self.answers)
        if question.default == before:
            return before
        self.differs = True
        ref.dice = Seeded(self.seed)
        self.game.redraw(ref.state, ref)
        ref.hand_over(Default())
        return question.default if self.arrive() else before


class Study:
    """All values of the thresholds of a game, tried on the same flights."""

    def __init__(self, game: Game, names: Sequence[str], most: int, samples: int) -> None:
        chosen = [t for t in THRESHOLDS[game.name] if not names or t.name in names]
        self.game, self.most, self.samples = game, most, samples
        self.found = [Found(t, value) for t in chosen for value in t.values if value != in_force(game, t)]
        self.watcher = Watcher(game, "doctrine", {ask for t in chosen for ask in t.asks})
        self.flights = self.tours = 0

    def fly(self, beginnings: Sequence[dict[str, str]], seed: str, most_tours: int) -> None:
        """Tours until every value has been met often enough."""
        for flown in flights(self.game, self.watcher, beginnings, seed):
            self.flights += 1
            for one in self.found:
                if len(one.gains) < self.most:
                    one.flights += 1
                    if not self.watcher.asked.isdisjoint(one.threshold.asks):
                        self._try(one, flown)
            if flown.over:
                self.tours += 1
                if self.tours >= most_tours or all(len(one.gains) >= self.most for one in self.found):
                    return

    def _try(self, one: Found, flown: Flown) -> None:
        """Play this flight out with the other value from the first answer that differs, if one does."""
        gaps: list[tuple[float, float]] = []
        for number in range(self.samples):
            dice = f"{flown.seed}/{one.threshold.name}/{number}"
            theirs = self._end(one, flown, dice, True)
            if theirs is None:
                return
            ours = self._end(one, flown, dice, False)
            assert ours is not None
            gaps.append((theirs[0] - ours[0], theirs[1] - ours[1]))
        one.gains.append(sum(tour for tour, _ in gaps) / len(gaps))
        one.now.append(sum(now for _, now in gaps) / len(gaps))

    def _end(self, one: Found, flown: Flown, dice: str, other: bool) -> tuple[float, float] | None:
        """What both advisers think of the end with the other value, or with ours; None if no answer differs."""
        module, name = _module(self.game, one.threshold), one.threshold.name
        before = getattr(module, name)

        def arrive() -> bool:
            if not other:
                setattr(module, name, before)
            return other

        agent = _Follower(self.game, self.watcher.answers, self.watcher.wants, dice, arrive)
        start = flown.start
        setattr(module, name, one.value)
        try:
            end = self.game.fly(Referee(Seeded(flown.seed), agent), start.campaign, dict(start.options))
        finally:
            setattr(module, name, before)
        if not agent.differs:
            return None
        measured, campaign = end.measured(), start.campaign
        return sought(self.game, "doctrine", measured, campaign), sought(self.game, "crew", measured, campaign)


def _module(game: Game, threshold: Threshold) -> ModuleType:
    return import_module(f"flakhouse.games.{game.name}.advice.{threshold.module}")


def in_force(game: Game, threshold: Threshold) -> float:
    """The value that the advice has now."""
    value: float = getattr(_module(game, threshold), threshold.name)
    return value


def report(study: Study) -> Iterator[str]:
    """The table: what each value gains (below 0: costs), with 95 % intervals."""
    a_tour = study.flights / study.tours
    yield f"{study.game.name}: {study.tours} tours, {study.flights} flights; {study.samples} play-outs each"
    yield ""
    yield "| threshold | in force | value | flights | differs, % | gain for the tour | for the flight |"
    yield "|---|---|---|---|---|---|---|"
    for one in study.found:
        mean, error = one.each()
        name = f"{one.threshold.module}.{one.threshold.name}"
        share = 100 * len(one.gains) / max(1, one.flights)
        tour = f"{a_tour * mean:+.3f} ±{_Z95 * a_tour * error:.3f}"
        star = " *" if one.gains and mean > _Z95 * error else ""
        flight = "-"
        if len(one.now) > 1:
            middle, wide = mean_error(one.now)
            flight = f"{middle:+.2f} ±{_Z95 * wide:.2f}"
        ours = in_force(study.game, one.threshold)
        yield f"| {name} | {ours:g} | {one.value:g} | {one.flights} | {share:.2f} | {tour}{star} | {flight} |"
