"""The referee: the one door to chance and choice. Rules roll, ask and note; they do nothing else."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeVar

from flakhouse.core.agents import Agent, Default, Together
from flakhouse.core.causes import Cause, just_rolled, rolled_on
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Dice
from flakhouse.core.events import Event, Fact, ModLine, Needed, Noted, Opened
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.needed import announced, needed, needed_again, replaced, rolled
from flakhouse.core.questions import NO, YES, YES_NO, Advice, Keys, NeedDice, Question, Reached, Rows, Unread
from flakhouse.core.recorded import chosen, recorded, thrown
from flakhouse.core.start import Start
from flakhouse.errors import AnswerError, RulesError

__all__ = ["LIMIT", "Again", "Cause", "Referee"]

T = TypeVar("T")
M = TypeVar("M")
#: Asked with the id of the chart and the word it gave: whether to roll again.
Again = Callable[["Referee", str, str], bool]
_MASK = 0x1FF_FFFF  # keeps the running check within one digit of Python's integers, which is twice as fast
LIMIT = 40_000  # rolls and questions of one mission; more means that a rule goes round in circles


class Referee:
    """Rolls charts, asks questions, keeps the log.

    With a journal it first repeats what the journal holds, checking every step; where the journal ends the
    agent answers. `trace` off builds no events at all; `keep` keeps the journal even of an agent that takes
    all advice. `stop` is the number of an event with which the rules are left (see Session.at).
    """

    # Named, for without names Python searches for the attributes of an object that has more than thirty.
    __slots__ = (
        *("_again", "_all", "_arrive", "_given", "_odd", "_offered", "_plain", "_rethrown", "_shown"),
        *("_told", "_typed", "_unread", "_wants", "_watched", "_way", "about", "agent", "asked"),
        *("check", "dice", "events", "face", "house", "journal", "mark", "on_step", "path"),
        *("record", "rolls", "staged", "start", "state", "stop", "table_dice", "total", "trace", "unseen", "used"),
    )

    def __init__(
        self,
        dice: Dice,
        agent: Agent,
        journal: Sequence[Entry] = (),
        trace: bool = False,
        table_dice: bool = False,
        house: Mapping[str, Chart[object]] | None = None,
        keep: bool = False,
        stop: int = -1,
    ) -> None:
        self.dice = dice
        self.agent = agent
        self.trace = trace
        self.events: list[Event] = []
        self.journal: list[Entry] = list(journal)
        self.used = 0
        self.check = 0
        self.rolls = 0
        self.asked = 0
        self.face = 0  # the last roll as the dice showed it, before modifiers
        self.total = 0  # and after them
        self.state: object = None  # what the game being played puts here for bots and front ends
        self.start: Start | None = None  # what it was asked to play
        self.record: object = None  # the campaign around the state, if the game has one
        self.on_step: Callable[[int], None] | None = None  # told of every step of a turn that begins, by its place
        self.mark: Callable[[object], int] | None = None  # how to compare the state with recorded marks
        self.table_dice = table_dice
        self.about: dict[str, str] = {}  # by chart: whom or what its next rolls concern
        self.house = house or {}
        self.stop = stop
        self._wants: Container[str] | None = agent.wants  # what the agent is asked, by id; None: all
        self._all = trace or keep or bool(self.journal)  # every question is made, whoever wants it
        self.unseen = not self._all and type(agent).choose is Default.choose  # none is
        self.path: list[str] = []  # how every question was answered that was made, also those with one option
        self._way: Sequence[str] | None = None  # see `retrace`
        self._arrive: Callable[[Referee], str] | None = None
        self._given: Mapping[str, str] = {}  # by row: what was answered together with a question before
        self._told = -1  # the last event that was no roll: what was rolled since belongs to the next note
        self.staged = trace or dice.keyed  # scenes are for the log, and for dice that depend on them
        thrown_before = any(isinstance(e, Throw) for e in self.journal)
        self._plain = not (table_dice or self.house or dice.keyed or thrown_before)
        self._odd = not self._plain
        self._again: Again | None = None
        self._watched: Container[str] | None = None  # charts that _odd is about; None: all
        self._offered: tuple[str, Container[str] | None] = ("", None)  # how: see `offer_again`
        self._typed = False  # the dice last thrown came from the table
        self._rethrown: tuple[tuple[int, ...], Needed | None] | None = None  # dice thrown again, not yet read
        self._unread: list[Noted] = []  # what was noted since
        self._shown = -1  # the event of dice that were thrown and shown, but not yet read

    def hand_over(self, agent: Agent) -> None:
        """From here on this agent plays, and nobody reads the log."""
        self.agent = agent
        self._way = self._arrive = None
        self._wants, self._all, self._given = agent.wants, False, {}
        self.unseen = type(agent).choose is Default.choose
        self.offer_again(self._again, *self._offered)

    def retrace(self, way: Sequence[str], arrive: Callable[[Referee], str]) -> None:
        """Answer the coming questions by this `path` of another referee with the same dice, without making them.

        The one behind them is answered by `arrive`, which hands over to whoever plays on. Nothing is proven and
        nothing recorded: throws at the table are all that the journal may hold.
        """
        self._way, self._arrive = way, arrive
        self._wants, self._all, self.unseen = (), False, False

    def sees(self, id: str, row: str = "") -> bool:
        """Whether anybody is to see this question, or has answered it with one before."""
        if self.unseen:
            return False
        return self._all or self._wants is None or id in self._wants or row in self._given

    def offer_again(self, again: Again | None, ask: str = "", watched: Container[str] | None = None) -> None:
        """From now on ask this after every roll whether it is made again (None: no more).

        `ask` is the id of the question it puts. `watched` are the ids of the charts on which one who takes its
        advice may want to (None: any).
        """
        self._again = again
        self._odd = not self._plain or again is not None
        self._offered = (ask, watched)
        self._watched = watched if self._plain and self._way is None and not self.sees(ask) else None

    def roll(
        self,
        chart: Chart[T],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        least: int | None = None,
        most: int | None = None,
    ) -> T:
        """Roll a chart with modifiers and return its result. `least` and `most`: see `needed`."""
        self.rolls += 1
        if self._odd and (self._watched is None or chart.id in self._watched):
            result = self._roll_odd(chart, mods, column, least, most)
            own = self.chart(chart)
            told = self._told
            while self._again is not None and self._again(self, own.id, own.word(self.total, column)):
                self.rolls += 1
                result = self._roll_odd(chart, mods, column, least, most)
                told = self._told
            self._told = told  # that a roll stands parts it from nothing
            return result
        dice = self.dice
        buffer, at = dice.buffer, dice.at
        try:
            if chart.single:
                face: int = buffer[at]
                dice.at = at + 1
            else:
                face = buffer[at] * 10 + buffer[at + 1] if chart.tens else buffer[at] + buffer[at + 1]
                dice.at = at + 2
        except IndexError:
            dice.refill()
            self.rolls -= 1
            return self.roll(chart, mods, column, least, most)
        self.face = total = face
        low = chart.low
        if mods:
            for mod in mods:
                total += mod.value
            row: int = 0 if total <= low else -1 if total >= chart.high else total - low
        else:
            row = total - low  # every chart has a row for whatever its dice show
        self.total = total
        if self.unseen:  # nothing is kept, so nothing needs proof
            return chart.rows[column][row]
        self.check = (self.check * 31 + chart.marks[column][row] + face) & _MASK
        if self.trace:
            self._log_roll(chart, tuple(dice.buffer[at : dice.at]), mods, column, False, 0, least, most)
        return chart.rows[column][row]

    def chart(self, chart: Chart[T]) -> Chart[T]:
        """The chart in force: the player's own where the house rules have one."""
        return self.house.get(chart.id, chart) if self.house else chart  # type: ignore[return-value]

    def _in_force(self, chart: Chart[T], mods: Sequence[Mod]) -> tuple[Chart[T], Sequence[Mod]]:
        """The same, with the values it gives the modifiers; those found elsewhere stay as they are."""
        own = self.chart(chart)
        if own is chart:
            return chart, mods
        return own, [own.mods[mod.key].times(mod.count) if mod.key in own.mods else mod for mod in mods]

    def _roll_odd(
        self, chart: Chart[T], mods: Sequence[Mod], column: int, least: int | None, most: int | None
    ) -> T:
        """A roll with table or keyed dice, a recorded throw, a house chart, or one that may be made again."""
        chart, mods = self._in_force(chart, mods)
        try:
            faces, typed = self._faces(chart, 1 if chart.single else 2)
        except NeedDice as stop:  # whoever throws may know what the dice need
            stop.mods = tuple([ModLine(m.value, m.reason, m.rule) for m in mods])
            stop.column = column
            stop.needed = needed(chart, sum([m.value for m in mods]), column, stop.count, 0, least, most)
            raise
        face = faces[0] * 10 + faces[1] if chart.tens else sum(faces)
        self.face = face
        total = face
        for mod in mods:
            total += mod.value
        self.total = total
        row = min(max(total, chart.low), chart.high) - chart.low
        self.check = (self.check * 31 + chart.marks[column][row] + face) & _MASK
        if self.trace:
            self._log_roll(chart, faces, mods, column, typed, 0, least, most)
        return chart.rows[column][row]

    def _faces(self, chart: Chart[T], count: int) -> tuple[tuple[int, ...], bool]:
        """So many dice, and whether they were thrown at the table: recorded, asked for, or our own."""
        entry = self.journal[self.used] if self.used < len(self.journal) else None
        if isinstance(entry, Throw) and entry.roll == self.rolls:
            self.used += 1
            return thrown(entry, self.used - 1, chart.id, count), True
        if self.table_dice and self.used >= len(self.journal):
            raise NeedDice(chart.id, chart.data.title, count, self.rolls, self.about.get(chart.id, ""))
        return tuple(self.dice.thrown(chart.id, count)), False

    def throw(self, chart: Chart[T], count: int) -> tuple[int, ...]:
        """So many dice for a check, not yet read: some may be thrown again, or only some kept. See `read`."""
        self.rolls += 1
        self._shown = -1
        if self._plain:
            faces = tuple(self.dice.some(count))
        else:
            faces, self._typed = self._faces(chart, count)
        self.check = (self.check * 31 + sum(faces)) & _MASK
        return faces

    def throw_again(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        places: Sequence[int],
        good: Callable[[tuple[int, ...]], bool] | None = None,
    ) -> tuple[int, ...]:
        """The dice at these places of a throw again; all dice as they lie then. `good` tells whether they do.

        What is noted until they are read stands behind them in the log: nothing of a throw is told before it.
        """
        some = tuple(places) if len(places) < len(faces) else ()
        required = needed_again(chart, faces, some, good) if self.trace and some and good is not None else None
        try:
            fresh = self.throw(chart, len(places))
        except NeedDice as stop:
            stop.needed = required
            raise
        if self.trace:
            self._rethrown = some, required
        return replaced(faces, places, fresh)

    def read(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        kept: tuple[int, ...] | None = None,
        least: int | None = None,
        most: int | None = None,
    ) -> T:
        """The result of dice thrown: the sum of those kept (all, if not said otherwise), with modifiers."""
        chart, mods = self._weighed(chart, faces, mods, kept)
        total, low = self.total, chart.low
        row = 0 if total <= low else -1 if total >= chart.high else total - low
        self.check = (self.check * 31 + chart.marks[column][row]) & _MASK
        if self._shown >= 0:
            self._told, self._shown = self._shown - 1, -1  # what comes of it is told of the dice that were shown
        elif self.trace:
            self._log_roll(chart, faces, mods, column, self._typed, 0 if kept is None else len(kept), least, most)
        return chart.rows[column][row]

    def show(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        kept: tuple[int, ...] | None = None,
        least: int | None = None,
        most: int | None = None,
    ) -> None:
        """Put dice into the log as they lie, before a question about them is asked. See `read`."""
        if self.trace and self._shown < 0:
            chart, mods = self._weighed(chart, faces, mods, kept)
            self._shown = len(self.events)
            self._log_roll(chart, faces, mods, column, self._typed, 0 if kept is None else len(kept), least, most)

    def _weighed(
        self, chart: Chart[T], faces: tuple[int, ...], mods: Sequence[Mod], kept: tuple[int, ...] | None
    ) -> tuple[Chart[T], Sequence[Mod]]:
        """The chart in force and its modifiers; `face` and `total` are what the dice come to with them."""
        chart, mods = self._in_force(chart, mods)
        self.face = total = sum(faces if kept is None else kept)
        for mod in mods:
            total += mod.value
        self.total = total
        return chart, mods

    def plus(self, chart: Chart[T], mods: Sequence[Mod]) -> int:
        """What these modifiers come to on a chart, by the player's own values where he has any."""
        return sum([mod.value for mod in self._in_force(chart, mods)[1]])

    def draw(self, cup: list[M]) -> M:
        """A marker drawn blindly from a cup that is not empty. What is on its back is nobody's business yet."""
        self.asked += 1
        if self.asked + self.rolls > LIMIT:
            raise RulesError(f"more than {LIMIT} rolls, questions and draws: the rules go round in circles")
        at = self.dice.below(len(cup)) if len(cup) > 1 else 0
        self.check = (self.check * 31 + at + 1) & _MASK
        return cup.pop(at)

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
        again, required = self._rethrown or ((), None)
        self._rethrown = None
        if not again:
            required = needed(chart, self.total - self.face, column, len(faces), kept, least, most)
        whom = self.about.get(chart.id, "")
        self._tell(rolled(chart, faces, mods, self.total, column, typed, required, again, whom))
        for note in self._unread:
            self._tell(note)
        self._unread.clear()

    def concerns(self, whom: str, *charts: Cause) -> None:
        """The next rolls on these charts concern this man or thing: a player is told before they fall."""
        if self.trace or self.table_dice:
            for chart in charts:
                self.about[chart.id] = whom

    def announce(
        self, chart: Chart[T], whom: str, mods: Sequence[Mod] = NO_MODS, column: int = 0, least: int | None = None
    ) -> None:
        """Say of one of several rolls what it will be, before the first of them is made (see `roll`)."""
        if self.trace:
            chart, mods = self._in_force(chart, mods)
            self._tell(announced(chart, whom, mods, column, least))

    # ------------------------------------------------------------------ questions

    def ask(
        self,
        id: str,
        advised: Advice,
        make: Callable[[], Question],
        keys: Keys | None = None,
        row: str = "",
        rows: Rows | None = None,
    ) -> str:
        """Put a question: the key of the answer. A question with one option answers itself.

        `advised` is what a careful player would do. `make` makes the question, if anybody is to see it. Where the
        rule knows the `keys` of its options, one who is asked makes no more of it than he looks at. `row` is the
        name of a question that may be answered together with one before it, whose `rows` have its keys.
        """
        if self.unseen and self.asked + self.rolls < LIMIT:
            self.asked += 1
            return advised if isinstance(advised, str) else advised()
        if not self.sees(id, row):
            return self.taken(id, advised)
        if row and self._given and (key := self.planned(id, row, keys)):
            return key
        return self.put(id, advised, self.later(make, keys), row, rows)

    def agreed(self, id: str, advised: bool, make: Callable[[], Question]) -> bool:
        """Put a question that is answered with yes or no (see `yes_no`)."""
        return self.ask(id, YES if advised else NO, make, YES_NO) == YES

    def later(self, make: Callable[[], Question], keys: Keys | None) -> Question:
        """A question to be put: made now, or as far as anybody looks."""
        return make() if keys is None or self.trace else Unread(keys() if callable(keys) else keys, make)

    def taken(self, id: str, advised: Advice) -> str:
        """The advice, taken by one who wants to see no question."""
        self.asked += 1
        if self.asked + self.rolls > LIMIT:
            self._count(id)  # which says so
        if self._way is not None:
            return self._retraced()
        return advised if isinstance(advised, str) else advised()

    def agreed_to(self, id: str, advised: bool) -> bool:
        """The same of a question that is answered with yes or no."""
        self.asked += 1
        if self.asked + self.rolls > LIMIT:
            self._count(id)
        return advised if self._way is None else self._retraced() == YES

    def planned(self, id: str, row: str, keys: Keys | None) -> str:
        """The answer to this row that was given together with one before, if it will do; "": none."""
        key = self._given.get(row, "")
        if self._all or not key or keys is None or key not in (keys() if callable(keys) else keys):
            return ""
        self._count(id)
        self.journal.append(Answer(id, key, self.check))
        self.used += 1
        self.path.append(key)
        return key

    def _retraced(self) -> str:
        """The next answer of the way, or that of whoever waits at its end."""
        assert self._way is not None and self._arrive is not None  # noqa: PT018
        key = self._way[len(self.path)] if len(self.path) < len(self._way) else self._arrive(self)
        self.path.append(key)
        return key

    def _count(self, id: str) -> None:
        """One question more."""
        self.asked += 1
        if self.asked + self.rolls > LIMIT:
            raise RulesError(f"more than {LIMIT} rolls and questions: {id} goes round in circles")

    def put(self, id: str, advised: Advice, question: Question, row: str = "", rows: Rows | None = None) -> str:
        """Put a question that has been made, or is made as far as anybody looks: see `ask`."""
        self._count(id)
        if len(question.keys) == 1:
            self.path.extend(question.keys)
            return self.path[-1]
        question.put(id, advised, rows)
        if isinstance(advised, str) and not question.accepts(advised):
            raise RulesError(f"question {id}: the advice {advised!r} is no option of {list(question.keys)}")
        if self.used < len(self.journal):
            key = recorded(question, self.journal[self.used], self.used, self.check, self.mark, self.state)
        else:
            key = self._chosen(question, row, rows)
            self.journal.append(Answer(id, key, self.check))
        self.used += 1
        self.path.append(key)
        if self.trace:
            self._told = len(self.events)
            self._tell(chosen(question, key))
        return key

    def _chosen(self, question: Question, row: str, rows: Rows | None) -> str:
        """What the agent answers: with one before, now, or not at all, if it leaves this to advice."""
        if row in self._given and question.accepts(self._given[row]):
            return self._given[row]
        if rows is not None:
            self._given = {}
        if self._wants is not None and question.id not in self._wants:
            return question.default
        key = self.agent.choose(question, self)
        if not question.accepts(key):
            options = ", ".join(question.keys) or "a short text"
            raise AnswerError(f"{key!r} does not answer {question.id!r}; options: {options}")
        if isinstance(key, Together) and key.rows:
            self._given = key.checked(question)
        return str(key)

    # ------------------------------------------------------------------ the log

    def scene(self, kind: str, **facts: Fact) -> None:
        """A scene begins: what happens until the next one belongs to it."""
        self.dice.scene(kind, facts)
        if self.trace:
            self._told = len(self.events)
            self._tell(Opened(kind, facts))

    def note(self, kind: str, causes: Sequence[Cause] | None = None, **facts: Fact) -> None:
        """Put something that happened into the log. What caused it are the rolls made since anything was told.

        `causes` says it otherwise: the last roll on each of these charts in this scene; with () no dice.
        """
        if self.trace and self._rethrown is not None:
            self._unread.append(Noted(kind, facts))
        elif self.trace:
            rolls = just_rolled(self.events, self._told) if causes is None else rolled_on(self.events, causes)
            self._told = len(self.events)
            self._tell(Noted(kind, facts, rolls))

    def otherwise(self, kind: str, **facts: Fact) -> None:
        """Put into the log what came of rolls that nothing has been told of yet; nothing, if there are none."""
        if self.trace and just_rolled(self.events, self._told):
            self.note(kind, None, **facts)

    def done(self) -> None:
        """What was rolled so far has come to nothing worth telling: it caused no note that follows."""
        if self.trace:
            self._told = len(self.events) - 1

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        if len(self.events) - 1 == self.stop:
            raise Reached
