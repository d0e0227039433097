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

import math
import time
from collections.abc import Callable, Container, Generator, Iterable, Sequence
from itertools import count

import msgspec

from flakhouse.core.agents import Agent, Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import ADVISER, Ending, Game, Measure
from flakhouse.core.questions import Option, Question
from flakhouse.core.referee import Referee
from flakhouse.core.seat import answers_itself
from flakhouse.core.session import Session
from flakhouse.core.standpoint import Standpoint
from flakhouse.errors import AnswerError, FlakhouseError, OptionError, RulesError
from flakhouse.sim.exact import Chance, chance_of
from flakhouse.sim.intervals import bounded_interval, mean_interval, paired_means, paired_shares, sign_p, wilson

__all__ = ["OPENS", "Branch", "Cell", "Follows", "Lead", "OddsTable", "Plan", "Row", "Sampler", "odds", "play_out"]

_EACH = 16  # rounds that have a table each
_SOON = 0.1  # seconds between tables after that
_LATE = 0.25  # and at most
_ENOUGH = 30  # samples before a difference of means may be called clear, and before none of them may
_LEVEL = 0.05
_NOTHING = 1e-9
_POINT = 0.01  # of a share: less is nothing to decide by
_SLIGHT = 0.005  # of a number that lies between 0 and its top: less is nothing to decide by
_TOP = 10.0  # for numbers without ends
#: Of an option that only leads to other questions.
OPENS = "No odds of its own: the choices behind it decide."


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
    opens: bool = False  # it only leads to other questions, so it has no odds of its own


class Lead(msgspec.Struct, frozen=True):
    """An option against another by a measure, sample for sample on the same dice."""

    measure: str
    best: str
    second: str
    n: int
    difference: float
    low: float | None
    high: float | None
    clear: bool  # a difference like this would come by chance less often than 1 time in 20
    small: bool = False  # so little that nobody should decide by it


class Plan(msgspec.Struct, frozen=True):
    """Several answers together: to the open question and to those behind it that are of `ids`, with no die between
    them. What answers itself with this `automation` has none here."""

    key: str
    label: str
    default: bool
    answers: tuple[str, ...]
    ids: tuple[str, ...] = ()
    automation: str = "none"


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
    lead: (
        Lead | None
    )  # the best option by what the adviser aims at, against the one at Enter, or the next behind it
    kept: bool = False  # each option is kept to in its play-outs until something new happens
    why: str = ""  # why another option is advised than the one that is clearly ahead
    plans: bool = False  # the rows are whole plans, not options of the question
    beaten: bool = (
        False  # the advised option is clearly behind in what the adviser aims at, and nothing stands against it
    )
    trade: list[
        Lead
    ] = []  # the other measures in which those two options clearly differ: what the lead gains or costs
    aim: str = ""  # the measure by which the adviser chooses


class Keeps(Agent):
    """Holds to a decision as long as the question comes in the same words: nothing new has happened."""

    name = "keeps"

    def __init__(self, bot: Agent, ask: Question, key: str) -> None:
        self.bot, self.ask, self.key = bot, ask, key
        own = bot.wants
        self.wants = None if own is None and type(bot).choose is not Default.choose else {ask.id, *_ids(own)}

    def choose(self, question: Question, ref: Referee) -> str:
        """The decision once more; anything else is the bot's."""
        same = question.id == self.ask.id and question.prompt == self.ask.prompt
        if same and self.key in question.options:
            return self.key
        return self.bot.choose(question, ref)


class Follows(Agent):
    """Answers as a plan says, then leaves everything to a bot."""

    name = "follows"

    def __init__(self, bot: Agent, plan: Plan) -> None:
        self.bot, self.plan, self.left = bot, plan, list(plan.answers[1:])

    def choose(self, question: Question, ref: Referee) -> str:
        """The next answer of the plan, as long as its questions come."""
        if self.left and answers_itself(question, ref, self.plan.automation):
            return question.default
        if self.left and question.id in self.plan.ids and question.accepts(self.left[0]):
            return self.left.pop(0)
        ref.hand_over(self.bot)
        return self.bot.choose(question, ref)


def _ids(wants: Container[str] | None) -> Iterable[str]:
    """The ids of questions that a bot wants, where they can be listed."""
    return wants if isinstance(wants, Iterable) else ()


class Branch:
    """What is done at the open question: take this option, change the dice, leave the rest to a bot."""

    def __init__(self, game: Game, key: str, seed: str, bot: Agent) -> None:
        self.game = game
        self.key = key
        self.seed = seed
        self.bot = bot

    def __call__(self, ref: Referee) -> str:
        """The option; the bot is asked from now on."""
        ref.dice = Seeded(self.seed)
        self.game.redraw(ref.state, ref)
        ref.hand_over(self.bot)
        return self.key


def play_out(start: Session | Standpoint, key: str, seed: str, bot: Agent) -> Ending:
    """The end of the chapter if the open question is answered so: dice of this seed from here on, and this bot."""
    try:
        return start.play_out(Branch(start.game, key, seed, bot))
    except FlakhouseError:
        raise
    except Exception as bug:
        raise RulesError(f"the rules failed after {key!r}: {type(bug).__name__}: {bug}") from bug


class Sampler:
    """A copy of the session at its open question, and its samples by number."""

    def __init__(self, session: Session, pilot: str, seed: str, plans: Sequence[Plan] = ()) -> None:
        chapter = session.chapter
        copy = msgspec.structs.replace(
            chapter, entries=list(chapter.entries), auto=list(chapter.auto), automation="none"
        )
        self.session = Session(session.game, copy, trace=False, secret=session.secret)
        self.session.run()
        ask = self.session.pending
        if ask is None:
            what = "the dice are to be thrown first" if self.session.need_dice else "no question is open"
            raise AnswerError(f"{what}: odds are for the options of a question")
        if ask.free:
            raise AnswerError("a name changes no odds")
        self.game = session.game
        self.standpoint = Standpoint(self.session)
        self.ask = ask
        self.seed = seed
        self.pilot = pilot or chapter.options.get(ADVISER.key, "") or self.game.default_pilot
        pilots = self.game.pilots()
        if self.pilot not in pilots:
            raise OptionError(f"no pilot {self.pilot!r}; pilots: {', '.join(pilots)}")
        self.make = pilots[self.pilot]
        self.plans = {plan.key: plan for plan in plans}
        self.adviser = chapter.options.get(ADVISER.key, "") or self.game.default_pilot
        self.keys = list(self.plans) or [key for key, option in ask.options.items() if not option.opens]
        self.campaign = chapter.campaign if chapter.position is None else None
        if chapter.position is None and self.campaign is None:
            self.campaign = {}
        self.measures = self.game.odds_measures(self.campaign)
        aim = self.game.aim(self.adviser, self.campaign)
        self.aim = next((at for at, measure in enumerate(self.measures) if measure.key == aim), 0)
        self.keeps = ask.id in self.game.standing() and not plans

    def round(self, number: int) -> list[list[float]]:
        """One sample of every option."""
        return [self.sample(number, key) for key in self.keys]

    def sample(self, number: int, key: str) -> list[float]:
        """The measures of one play-out."""
        seed = f"{self.seed}/{number}"
        bot = self.make(f"{seed}/pilot")
        if (plan := self.plans.get(key)) is not None:
            end = play_out(self.standpoint, plan.answers[0], seed, Follows(bot, plan))
        else:
            end = play_out(self.standpoint, key, seed, Keeps(bot, self.ask, key) if self.keeps else bot)
        found = self.game.odds_measured(end.measured(), self.campaign)
        return [found[measure.key] for measure in self.measures]

    def decided(self) -> list[list[Chance]]:
        """What single rolls decide, by option."""
        ref = self.session.ref
        if self.plans:
            return [[] for _ in self.keys]
        return [[chance_of(self.game, ref, roll) for roll in self.ask.options[key].stakes] for key in self.keys]


class _Gaps:
    """How two options differ in a measure, round by round."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.n = self.fewer = self.more = 0
        self.total = self.squares = 0.0

    def add(self, gap: float) -> None:
        """One more round on the same dice."""
        self.n += 1
        if gap:
            self.total += gap
            self.squares += gap * gap
            self.more += gap > 0
            self.fewer += gap < 0

    def lead(self, one: str, other: str, pairs: int, turned: bool = False) -> Lead:
        """The mean difference, and whether it is clear; `turned` for the other option against the one.

        Who looks at many pairs and picks one finds a difference by luck alone: of so many `pairs` each has to be
        that much clearer (Bonferroni).
        """
        measure, n, total, fewer, more = self.measure, self.n, self.total, self.fewer, self.more
        if turned:
            one, other, total, fewer, more = other, one, -total, more, fewer
        if measure.share:
            found = paired_shares(n, fewer, more)
            clear = sign_p(fewer, more) < _LEVEL / pairs
        else:
            found = paired_means(n, total, self.squares, _LEVEL / pairs)
            clear = n >= _ENOUGH and (found.low > 0 or found.high < 0)
        low, high = (found.low, found.high) if n > 1 else (None, None)
        small = abs(found.mean) < (_POINT if measure.share else _SLIGHT * (measure.top or _TOP))
        return Lead(measure.key, one, other, n, found.mean, low, high, clear, small)


class _Sums:
    """Samples added up, by option and measure."""

    def __init__(self, sampler: Sampler) -> None:
        self.of = sampler
        self.decided = sampler.decided()
        width = len(sampler.measures)
        self.n = [0] * len(sampler.keys)
        self.total = [[0.0] * width for _ in sampler.keys]
        self.squares = [[0.0] * width for _ in sampler.keys]
        default = next((plan.key for plan in sampler.plans.values() if plan.default), sampler.ask.default)
        #: What every option is compared with: the one at Enter.
        self.enter = sampler.keys.index(default) if default in sampler.keys else 0
        self.gaps = [[_Gaps(measure) for measure in sampler.measures] for _ in sampler.keys]
        self.round: list[Sequence[float]] = []  # the samples of the round that is under way

    def add(self, option: int, values: Sequence[float]) -> None:
        """One more sample."""
        self.n[option] += 1
        total, squares = self.total[option], self.squares[option]
        for i, value in enumerate(values):
            total[i] += value
            squares[i] += value * value
        self.round.append(values)
        if len(self.round) == len(self.n):
            enter = self.round[self.enter]
            for found, of in zip(self.gaps, self.round, strict=True):
                for gap, value, base in zip(found, of, enter, strict=True):
                    gap.add(value - base)
            self.round = []

    def cell(self, option: int, at: int) -> Cell:
        """One figure of the table."""
        n, total = self.n[option], self.total[option][at]
        if not n:
            return Cell(0, 0.0, None, None)
        if self.of.measures[at].share:
            return Cell(n, total / n, *wilson(round(total), n))
        squares, top = self.squares[option][at], self.of.measures[at].top
        low, high = mean_interval(n, total, squares)
        if n < _ENOUGH and high - low < _NOTHING:  # a few that happen to be alike say nothing of the others
            return Cell(n, total / n, None, None)
        if top is not None:
            low, high = bounded_interval(n, total, squares, top)
        return Cell(n, total / n, low, high)

    def table(self, done: bool = False) -> OddsTable:
        """Everything as it stands."""
        sampler = self.of
        ask = sampler.ask
        rows = [self.planned(plan) for plan in sampler.plans.values()]
        rows = rows or [self.row(key, option) for key, option in ask.options.items()]
        lead, trade = self.leads()
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
            lead,
            sampler.keeps,
            self.why(lead),
            bool(sampler.plans),
            self.beaten(lead, trade),
            trade,
            sampler.measures[sampler.aim].key if sampler.measures else "",
        )

    def planned(self, plan: Plan) -> Row:
        """The line of a plan."""
        i = self.of.keys.index(plan.key)
        cells = {measure.key: self.cell(i, at) for at, measure in enumerate(self.of.measures)}
        return Row(plan.key, plan.label, plan.default, self.n[i], cells, [])

    def row(self, key: str, option: Option) -> Row:
        """The line of an option."""
        measures, default = self.of.measures, key == self.of.ask.default
        if key not in self.of.keys:
            nothing = {measure.key: Cell(0, 0.0, None, None) for measure in measures}
            return Row(key, option.label, default, 0, nothing, [], opens=True)
        i = self.of.keys.index(key)
        cells = {measure.key: self.cell(i, at) for at, measure in enumerate(measures)}
        return Row(key, option.label, default, self.n[i], cells, self.decided[i])

    def why(self, lead: Lead | None) -> str:
        """The reason of the advice, where another option than the advised one is clearly ahead."""
        ask = self.of.ask
        if lead is None or not lead.clear or lead.best == ask.default or ask.why is None or self.of.plans:
            return ""
        return ask.why()

    def beaten(self, lead: Lead | None, trade: list[Lead]) -> bool:
        """Whether the odds are the better guide: the advised option is clearly behind in what the adviser aims at,
        by more than a trifle, and what is ahead costs nothing in any other measure."""
        if lead is None or not lead.clear or lead.small or self.of.plans or lead.best == self.of.ask.default:
            return False
        return all(self.gains(one) for one in trade)

    def gains(self, lead: Lead) -> bool:
        """Whether the first of the two options is the better by this measure."""
        return (lead.difference < 0) == next(m.less for m in self.of.measures if m.key == lead.measure)

    def leads(self) -> tuple[Lead | None, list[Lead]]:
        """The best option by what the adviser aims at, against the one at Enter; if that is the best itself, it
        against the next. Behind it the other measures in which the two clearly differ.

        Of plans the player's own and the advised one are compared.
        """
        n, of = min(self.n), self.of
        if not n or len(self.n) < 2 or not of.measures:
            return None, []
        sign = -1 if of.measures[of.aim].less else 1
        by = sorted(range(len(self.n)), key=lambda i: -sign * self.gaps[i][of.aim].total)
        if of.plans:  # a plan of one's own comes first, the advised one behind it
            by = [i for i in by if i < 2]
        ahead = by.index(self.enter) == 0  # what is at Enter is the best
        other = by[1] if ahead else by[0]
        pairs = math.comb(len(self.n), 2)
        keys = (of.keys[other], of.keys[self.enter])
        found = [gap.lead(*keys, pairs, turned=ahead) for gap in self.gaps[other]]
        lead = found.pop(of.aim)
        return lead, [one for one in found if one.clear and not one.small]


def _compare(
    measure: Measure, one: tuple[str, list[float]], other: tuple[str, list[float]], pairs: int = 1
) -> Lead:
    """Two options on the same dice: the mean difference, and whether it is clear."""
    gaps = _Gaps(measure)
    for a, b in zip(one[1], other[1], strict=True):
        gaps.add(a - b)
    return gaps.lead(one[0], other[0], pairs)


def odds(
    session: Session,
    pilot: str = "",
    seed: str = "odds",
    clock: Callable[[], float] = time.monotonic,
    limit: int = 0,
    jobs: int = 1,
    apart: bool = False,
    plans: Sequence[Plan] = (),
) -> Generator[OddsTable, None, None]:
    """Tables of odds, each better than the one before, until the caller stops or every option has `limit` samples.

    One comes after every round of samples at first, later ten a second, and in a long round four a second, so that
    the caller can always stop. The same seed gives the same samples, however many `jobs` (processes) make them; a
    caller with threads has them made `apart` (see crowd.py). With `plans` these are compared instead of options.
    Without a question that has options the first table raises AnswerError; the rules may raise RulesError.
    """
    sampler = Sampler(session, pilot, seed, plans)
    sums = _Sums(sampler)
    source = _alone(sampler, limit) if jobs < 2 else _together(sampler, limit, jobs, apart)
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


def _alone(sampler: Sampler, limit: int, start: int = 0) -> _Source:
    """Samples made here, option by option."""
    for number in range(start, limit) if limit else count(start):
        for option, key in enumerate(sampler.keys):
            yield option, sampler.sample(number, key)


def _together(sampler: Sampler, limit: int, jobs: int, apart: bool) -> _Source:
    """The same samples in the same order, made by processes; from where they fail, or without them, alone."""
    from flakhouse.sim.crowd import Crowd, Gone

    done = 0
    try:
        with Crowd(sampler, jobs, apart) as crowd:
            for samples in crowd.rounds(limit, _LATE):
                if samples is None:
                    yield 0, None
                    continue
                yield from enumerate(samples)
                done += 1
            return
    except Gone:
        pass
    yield from _alone(sampler, limit, done)
