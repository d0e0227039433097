"""Odds at the prompt: what becomes of the chapter if this option is taken, or that one.

For every option of the open question the real rules are played out again and again: the journal to here, then
this option, then fresh dice, and a named bot to the end of the chapter. Whatever lies face down is drawn anew
first (`Game.redraw`), and neither the dice to come nor hidden markers are ever looked at. Sample `i` has the same
dice for every option, so that options are compared on the same luck.

    for table in odds(session):
        show(table)
        if enough:
            break

The session is not touched. Where a single roll decides, its chances are enumerated besides (`Row.decided`).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice

import msgspec

from flakhouse.core.agents import Agent
from flakhouse.core.ask import Ask
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Finish, Game, Measure
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError, FlakhouseError, OptionError, RulesError
from flakhouse.sim.exact import Chance, chance_of
from flakhouse.sim.stats import mean_interval, paired_means, paired_shares, wilson

__all__ = ["Branch", "Cell", "Lead", "OddsTable", "Row", "odds", "play_out"]

_EACH = 16  # rounds that have a table each
_SOON = 0.1  # seconds between tables after that
_LATE = 0.25  # and at most
_ENOUGH = 30  # samples before a difference of means may be called clear, and before none of them may
_LEVEL = 0.05
_NOTHING = 1e-9


class Cell(msgspec.Struct, frozen=True):
    """A measure of an option: its mean over `n` samples, and an interval that holds the truth 19 times in 20.

    Without samples the mean says nothing; as long as an interval has no end, that end is None.
    """

    n: int
    mean: float
    low: float | None
    high: float | None


class Row(msgspec.Struct, frozen=True):
    """An option: a cell for each measure by its key, and what a single roll decides, counted exactly."""

    key: str
    label: str
    default: bool
    n: int
    cells: dict[str, Cell]
    decided: list[Chance]


class Lead(msgspec.Struct, frozen=True):
    """The best option against the next by the first measure, sample for sample on the same dice."""

    measure: str
    best: str
    second: str
    n: int
    difference: float
    low: float | None
    high: float | None
    clear: bool  # a difference like this would come by chance less often than 1 time in 20


class OddsTable(msgspec.Struct, frozen=True):
    """The odds of the open question so far. JSON: `msgspec.json.encode(table)`."""

    game: str
    step: int  # how many answers the journal holds
    ask: str
    prompt: str
    pilot: str
    seed: str
    n: int  # samples every option has at least
    done: bool  # no better table will come
    measures: list[Measure]
    rows: list[Row]
    lead: Lead | None


class Branch(Agent):
    """Takes one option of the open question, changes the dice, and leaves the rest to a bot."""

    name = "branch"

    def __init__(self, game: Game, key: str, seed: str, bot: Agent) -> None:
        self.game = game
        self.key = key
        self.seed = seed
        self.bot = bot

    def choose(self, ask: Ask, ref: Referee) -> str:
        """The option; the bot is asked from now on."""
        ref.dice = Seeded(self.seed)
        self.game.redraw(ref.state, ref)
        ref.agent = self.bot
        ref.hurried = self.bot.takes_default  # nobody reads this log
        return self.key


def play_out(session: Session, key: str, seed: str, bot: Agent) -> Finish:
    """The end of the chapter if the open question is answered so: dice of this seed from here on, and this bot."""
    try:
        return session.play_on(Branch(session.game, key, seed, bot))
    except FlakhouseError:
        raise
    except Exception as bug:
        raise RulesError(f"the rules failed after {key!r}: {type(bug).__name__}: {bug}") from bug


class _Sampler:
    """A copy of the session at its open question, and its samples by number."""

    def __init__(self, session: Session, pilot: str, seed: str) -> None:
        chapter = session.chapter
        copy = msgspec.structs.replace(
            chapter, entries=list(chapter.entries), auto=list(chapter.auto), automation="none"
        )
        self.session = Session(session.game, copy, trace=False)
        self.session.run()
        ask = self.session.pending
        if ask is None:
            what = "the dice are to be thrown first" if self.session.need_dice else "no question is open"
            raise AnswerError(f"{what}: odds are for the options of a question")
        if ask.free:
            raise AnswerError("a name changes no odds")
        self.game = session.game
        self.ask = ask
        self.seed = seed
        self.pilot = pilot or self.game.default_pilot
        pilots = self.game.pilots()
        if self.pilot not in pilots:
            raise OptionError(f"no pilot {self.pilot!r}; pilots: {', '.join(pilots)}")
        self.make = pilots[self.pilot]
        self.keys = list(ask.options)
        self.measures = self.game.measures()

    def sample(self, number: int, key: str) -> list[float]:
        """The measures of one play-out."""
        seed = f"{self.seed}/{number}"
        found = self.game.measured(play_out(self.session, key, seed, self.make(f"{seed}/pilot")))
        return [found[measure.key] for measure in self.measures]

    def decided(self) -> list[list[Chance]]:
        """What single rolls decide, by option."""
        ref = self.session.ref
        return [
            [chance_of(self.game, ref, roll) for roll in self.game.decided(ref, self.ask, key)]
            for key in self.keys
        ]


class _Sums:
    """Samples added up, by option and measure."""

    def __init__(self, sampler: _Sampler) -> None:
        self.of = sampler
        self.decided = sampler.decided()
        width = len(sampler.measures)
        self.n = [0] * len(sampler.keys)
        self.total = [[0.0] * width for _ in sampler.keys]
        self.squares = [[0.0] * width for _ in sampler.keys]
        self.first: list[list[float]] = [[] for _ in sampler.keys]  # every value of the first measure

    def add(self, option: int, values: Sequence[float]) -> None:
        """One more sample."""
        self.n[option] += 1
        total, squares = self.total[option], self.squares[option]
        for i, value in enumerate(values):
            total[i] += value
            squares[i] += value * value
        self.first[option].append(values[0] if values else 0.0)

    def cell(self, option: int, at: int) -> Cell:
        """One figure of the table."""
        n, total = self.n[option], self.total[option][at]
        if not n:
            return Cell(0, 0.0, None, None)
        if self.of.measures[at].share:
            return Cell(n, total / n, *wilson(round(total), n))
        low, high = mean_interval(n, total, self.squares[option][at])
        if n < _ENOUGH and high - low < _NOTHING:  # a few that happen to be alike say nothing of the others
            return Cell(n, total / n, None, None)
        return Cell(n, total / n, low, high)

    def table(self, done: bool = False) -> OddsTable:
        """Everything as it stands."""
        sampler = self.of
        ask = sampler.ask
        rows = [
            Row(
                key,
                label,
                key == ask.default,
                self.n[i],
                {m.key: self.cell(i, at) for at, m in enumerate(sampler.measures)},
                self.decided[i],
            )
            for i, (key, label) in enumerate(ask.options.items())
        ]
        return OddsTable(
            sampler.game.name,
            sampler.session.steps,
            ask.id,
            ask.prompt,
            sampler.pilot,
            sampler.seed,
            min(self.n),
            done,
            sampler.measures,
            rows,
            self.lead(),
        )

    def lead(self) -> Lead | None:
        """The best two options of the first measure compared; None while there is nothing to compare."""
        n = min(self.n)
        if not n or len(self.n) < 2 or not self.of.measures:
            return None
        by = sorted(range(len(self.n)), key=lambda i: -sum(self.first[i][:n]))
        best, second = by[0], by[1]
        return _compare(
            self.of.measures[0],
            (self.of.keys[best], self.first[best][:n]),
            (self.of.keys[second], self.first[second][:n]),
        )


def _compare(measure: Measure, one: tuple[str, list[float]], other: tuple[str, list[float]]) -> Lead:
    """Two options on the same dice: the mean difference, and whether it is clear."""
    gaps = [a - b for a, b in zip(one[1], other[1], strict=True)]
    n = len(gaps)
    if measure.share:
        found = paired_shares(n, sum(gap < 0 for gap in gaps), sum(gap > 0 for gap in gaps))
        clear = found.p < _LEVEL
    else:
        found = paired_means(n, sum(gaps), sum(gap * gap for gap in gaps))
        clear = n >= _ENOUGH and found.p < _LEVEL
    low, high = (found.low, found.high) if n > 1 else (None, None)
    return Lead(measure.key, one[0], other[0], n, found.mean, low, high, clear)


def odds(
    session: Session,
    pilot: str = "",
    seed: str = "odds",
    clock: Callable[[], float] = time.monotonic,
    limit: int = 0,
    jobs: int = 1,
) -> Generator[OddsTable, None, None]:
    """Tables of odds, each better than the one before, until the caller stops or every option has `limit` samples.

    One comes after every round of samples at first, later ten a second, and in a long round four a second, so that
    the caller can always stop. The same seed gives the same samples, however many `jobs` (processes) make them.
    Without a question that has options the first table raises AnswerError; the rules may raise RulesError.
    """
    sampler = _Sampler(session, pilot, seed)
    sums = _Sums(sampler)
    source = _alone(sampler, limit) if jobs < 2 else _together(sampler, limit, jobs)
    last = clock()
    rounds = 0
    try:
        for option, values in source:
            if values is not None:
                sums.add(option, values)
            whole = values is not None and option == len(sampler.keys) - 1
            rounds += whole
            wait = clock() - last
            if wait >= _LATE or (whole and (rounds <= _EACH or wait >= _SOON)):
                last += wait
                yield sums.table()
        yield sums.table(done=True)
    finally:
        source.close()


#: An option and one sample of it; without one, time has passed.
_Source = Generator[tuple[int, list[float] | None], None, None]


def _alone(sampler: _Sampler, limit: int) -> _Source:
    """Samples made here, option by option."""
    for number in range(limit) if limit else count():
        for option, key in enumerate(sampler.keys):
            yield option, sampler.sample(number, key)


def _together(sampler: _Sampler, limit: int, jobs: int) -> _Source:
    """The same samples in the same order, made by processes that share this one's memory; without them, alone."""
    import multiprocessing

    if "fork" not in multiprocessing.get_all_start_methods():
        yield from _alone(sampler, limit)
        return
    numbers = iter(range(limit)) if limit else count()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _enter, (sampler,))
    waiting: deque[Future[list[list[float]]]] = deque()
    try:
        while True:
            for number in islice(numbers, 2 * jobs - len(waiting)):
                waiting.append(pool.submit(_round, number))
            if not waiting:
                return
            try:
                samples = waiting[0].result(_LATE)
            except TimeoutError:
                yield 0, None
                continue
            waiting.popleft()
            yield from enumerate(samples)
    finally:
        pool.shutdown(cancel_futures=True)


_here: list[_Sampler] = []  # of a worker process


def _enter(sampler: _Sampler) -> None:
    """A worker begins; Ctrl-C is for the process that reads the keys."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here.append(sampler)


def _round(number: int) -> list[list[float]]:
    """In a worker: one sample of every option."""
    sampler = _here[0]
    return [sampler.sample(number, key) for key in sampler.keys]
