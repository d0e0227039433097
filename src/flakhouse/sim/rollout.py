"""The `rollout` bot: at every question of weight it plays each option out and takes the best.

`rollout:40` gives each option up to 40 play-outs, and so plays the same whatever the machine; `rollout:2s` takes
two seconds for a question. As for the odds at the prompt, a play-out is the chapter so far, then one option, then
fresh dice and the game's own bot; whatever lies face down is drawn anew (`Game.redraw`), so that neither the dice
to come nor hidden markers are looked at. Sample `i` has the same dice for every option.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from math import sqrt

from flakhouse.core.agents import Agent
from flakhouse.core.journal import Throw
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.start import Start
from flakhouse.errors import OptionError
from flakhouse.sim.odds import Branch

__all__ = ["NAME", "Rollout", "rollout_maker"]

NAME = "rollout"
_SAMPLES = 24  # of each option, if nothing else is said
_MOST = 100_000
_LOOK = 4  # samples before an option is dropped that ended like doctrine's own every time
_FIRST = 8  # and before one is dropped that is far behind
_DROP = 2.0  # standard errors behind the best at which it is
_SURE = 1.0  # standard errors by which another option must lead, twice, before doctrine is left
_AGAIN = 3  # times as many samples as in the race are in its second heat
_FORM = re.compile(r"(\d{1,6})|(\d{1,4}(?:\.\d{1,3})?)s")


def rollout_maker(name: str) -> Callable[[str], Agent]:
    """The maker of the bot "rollout", "rollout:40" or "rollout:2s"; an OptionError for any other limit."""
    limit = name.removeprefix(NAME)
    if not limit:
        return Rollout
    form = _FORM.fullmatch(limit.removeprefix(":"))
    if form is None or not limit.startswith(":"):
        raise OptionError(f"pilot {name!r}: expected rollout, rollout:40 (play-outs an option) or rollout:2s")
    if form[1]:
        samples = int(form[1])
        if not 1 <= samples <= _MOST:
            raise OptionError(f"pilot {name!r}: expected 1 to {_MOST:,} play-outs an option")
        return lambda seed: Rollout(seed, samples)
    seconds = float(form[2])
    return lambda seed: Rollout(seed, _MOST, seconds)


class Rollout(Agent):
    """Plays the best option found by play-outs; in matters of routine it does what the game's own bot does."""

    name = NAME

    def __init__(
        self,
        seed: str,
        samples: int = _SAMPLES,
        seconds: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seed = seed
        self._samples = samples
        self._seconds = seconds  # for one question; 0: as many samples as allowed
        self._clock = clock
        self._asked = 0

    def choose(self, ask: Question, ref: Referee) -> str:
        """The option whose play-outs end best, unless doctrine's own choice is about as good."""
        start = ref.start
        if start is None:
            return ask.default
        advised = _bot(start, self._seed).choose(ask, ref)
        if ask.free or ask.routine or len(ask.options) < 2:
            return advised
        self._asked += 1
        return self._best(_PlayOuts(start, ref, f"{self._seed}/{self._asked}"), list(ask.options), advised)

    def _best(self, outs: _PlayOuts, options: list[str], advised: str) -> str:
        """Race the options; the winner must then win again, on other dice, against the advised one alone.

        Of many options one always looks good on a dozen dice: without the second heat it is mostly chance.
        """
        now = self._clock() if self._seconds else 0.0
        heat = range(self._samples)
        first = self._race(outs, options, advised, heat, now + self._seconds / 2)
        if first == advised:
            return advised
        heat = range(self._samples, (1 + _AGAIN) * self._samples)
        return self._race(outs, [advised, first], advised, heat, now + self._seconds)

    def _race(self, outs: _PlayOuts, alive: list[str], advised: str, heat: range, end: float) -> str:
        """The option that leads after these samples, or the advised one if none is clearly better."""
        worths: dict[str, list[float]] = {key: [] for key in alive}
        look = heat.start == 0
        for number in heat:
            for key in alive:
                worths[key].append(outs.worth(key, number))
            if self._seconds and self._clock() >= end:
                break
            done = len(worths[advised])
            if look and done % _LOOK == 0:
                alive = [key for key in alive if key == advised or worths[key] != worths[advised]]
            if done % _FIRST == 0:
                top = max(alive, key=lambda key: sum(worths[key]))
                alive = [key for key in alive if _lead(worths[top], worths[key]) < _DROP or key == advised]
            if len(alive) == 1:
                break
        best = max(alive, key=lambda key: sum(worths[key]))
        return best if _lead(worths[best], worths[advised]) > _SURE else advised


class _PlayOuts:
    """The ends of a chapter from an open question."""

    def __init__(self, start: Start, ref: Referee, seed: str) -> None:
        self._start = start
        self._ref = ref
        self._seed = seed
        self._path = list(ref.path)
        self._throws = [entry for entry in ref.journal if isinstance(entry, Throw)]

    def worth(self, key: str, number: int) -> float:
        """What one play-out is worth if the question is answered so."""
        start, ref = self._start, self._ref
        seed = f"{self._seed}/{number}"
        bot = _bot(start, f"{seed}/pilot")
        again = Referee(ref.dice.fresh(), bot, self._throws, house=ref.house)
        again.retrace(self._path, Branch(start.game, key, seed, bot))
        end = start.game.fly(again, start.campaign, dict(start.options), start.position, start.step)
        return start.game.worth(end.measured())


def _bot(start: Start, seed: str) -> Agent:
    """The game's own bot."""
    return start.game.pilots()[start.game.default_pilot](seed)


def _lead(one: list[float], other: list[float]) -> float:
    """By how many standard errors the first is better, sample for sample on the same dice; 0 if not at all."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    n = len(gaps)
    mean = sum(gaps) / n
    if mean <= 0:
        return 0.0
    variance = sum((gap - mean) ** 2 for gap in gaps) / max(1, n - 1)
    return mean / sqrt(variance / n) if variance else float("inf") if n > 1 else 0.0
