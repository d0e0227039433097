"""The referee: the one door to chance and choice. Rules roll, choose and note; they do nothing else."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeVar

from flakhouse.core.agents import Agent
from flakhouse.core.ask import NOTHING_BARRED, Ask, NeedDice
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Dice, checked
from flakhouse.core.events import Chosen, Event, Fact, ModLine, Noted, Rolled
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.start import Start
from flakhouse.errors import AnswerError, Desync, RulesError

__all__ = ["LIMIT", "YES_NO", "Again", "Referee"]

T = TypeVar("T")
M = TypeVar("M")
#: Asked with the id of the chart and the word it gave: whether to roll again.
Again = Callable[["Referee", str, str], bool]
YES_NO: Mapping[str, str] = {"yes": "Yes", "no": "No"}
_MASK = 0x1FF_FFFF  # keeps the running check within one digit of Python's integers, which is twice as fast
LIMIT = 40_000  # rolls and questions of one mission; more means that a rule goes round in circles


class Referee:
    """Rolls charts, asks questions, keeps the log.

    With a journal it first repeats what the journal holds, checking every step; where the journal ends the
    agent answers. `trace` off builds no events at all; `keep` keeps the journal even of an agent that takes
    every default.
    """

    def __init__(
        self,
        dice: Dice,
        agent: Agent,
        journal: Sequence[Entry] = (),
        trace: bool = False,
        table_dice: bool = False,
        house: Mapping[str, Chart[object]] | None = None,
        keep: bool = False,
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
        self.mark: Callable[[object], int] | None = None  # how to compare the state with recorded marks
        self.table_dice = table_dice
        self.about: dict[str, str] = {}  # by chart, for who throws real dice: whom or what its next roll concerns
        self.house = house or {}
        # Nobody reads the log, keeps the answers or chooses otherwise: questions need not even be put. Rules
        # may then skip the work of a question whose default they know.
        self.hurried = agent.takes_default and not trace and not self.journal and not keep
        self._plain = not (table_dice or self.house or any(isinstance(e, Throw) for e in self.journal))
        self._odd = not self._plain
        self._again: Again | None = None
        self._watched: Container[str] | None = None  # charts that _odd is about; None: all
        self._typed = False  # the dice last thrown came from the table

    def offer_again(self, again: Again | None, watched: Container[str] | None = None) -> None:
        """From now on ask this after every roll whether it is made again (None: no more).

        `watched` are the ids of the charts on which one who takes every default may want to (None: any).
        """
        self._again = again
        self._odd = not self._plain or again is not None
        self._watched = watched if self.hurried and self._plain else None

    def roll(self, chart: Chart[T], mods: Sequence[Mod] = NO_MODS, column: int = 0) -> T:
        """Roll a chart with modifiers and return its result."""
        self.rolls += 1
        if self._odd and (self._watched is None or chart.id in self._watched):
            result = self._roll_odd(chart, mods, column)
            own = self.chart(chart)
            while self._again is not None and self._again(self, own.id, own.word(self.total, column)):
                self.rolls += 1
                result = self._roll_odd(chart, mods, column)
            return result
        dice = self.dice
        at = dice.at
        try:
            if chart.single:
                face: int = dice.buffer[at]
                dice.at = at + 1
            else:
                face = dice.buffer[at] * 10 if chart.tens else dice.buffer[at]
                face += dice.buffer[at + 1]
                dice.at = at + 2
        except IndexError:
            dice.refill()
            self.rolls -= 1
            return self.roll(chart, mods, column)
        self.face = total = face
        low = chart.low
        if mods:
            for mod in mods:
                total += mod.value
            row = 0 if total <= low else -1 if total >= chart.high else total - low
        else:
            row = total - low  # every chart has a row for whatever its dice show
        self.total = total
        if self.hurried:  # nothing is kept, so nothing needs proof
            return chart.rows[column][row]
        self.check = (self.check * 31 + chart.marks[column][row] + face) & _MASK
        if self.trace:
            self._log_roll(chart, tuple(dice.buffer[at : dice.at]), mods, total, column, False)
        return chart.rows[column][row]

    def chart(self, chart: Chart[T]) -> Chart[T]:
        """The chart in force: the player's own where the house rules have one."""
        own: Chart[T] = self.house.get(chart.id, chart)  # type: ignore[assignment]
        return own

    def _roll_odd(self, chart: Chart[T], mods: Sequence[Mod], column: int) -> T:
        """A roll with table dice, a recorded throw, a house chart, or one that may be made again."""
        if chart.id in self.house:
            own: Chart[T] = self.house[chart.id]  # type: ignore[assignment]
            mods = [_rebind(own, mod) for mod in mods]
            chart = own
        faces, typed = self._faces(chart, 1 if chart.single else 2)
        face = faces[0] * 10 + faces[1] if chart.tens else sum(faces)
        self.face = face
        total = face
        for mod in mods:
            total += mod.value
        self.total = total
        row = min(max(total, chart.low), chart.high) - chart.low
        self.check = (self.check * 31 + chart.marks[column][row] + face) & _MASK
        if self.trace:
            self._log_roll(chart, faces, mods, total, column, typed)
        return chart.rows[column][row]

    def _faces(self, chart: Chart[T], count: int) -> tuple[tuple[int, ...], bool]:
        """So many dice, and whether they were thrown at the table: recorded, asked for, or our own."""
        entry = self.journal[self.used] if self.used < len(self.journal) else None
        if isinstance(entry, Throw) and entry.roll == self.rolls:
            if entry.chart != chart.id or len(entry.faces) != count:
                raise Desync(
                    self.used,
                    f"step {self.used}: dice were thrown for {entry.chart}, the rules roll {chart.id}",
                )
            self.used += 1
            return tuple(checked(face) for face in entry.faces), True
        if self.table_dice and self.used >= len(self.journal):
            raise NeedDice(chart.id, chart.data.title, count, self.rolls, self.about.get(chart.id, ""))
        return tuple(self.dice.some(count)), False

    def throw(self, chart: Chart[T], count: int) -> tuple[int, ...]:
        """So many dice for a check, not yet read: some may be thrown again, or only some kept. See `read`."""
        self.rolls += 1
        if self._plain:
            faces = tuple(self.dice.some(count))
        else:
            faces, self._typed = self._faces(chart, count)
        self.check = (self.check * 31 + sum(faces)) & _MASK
        return faces

    def read(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        kept: tuple[int, ...] | None = None,
    ) -> T:
        """The result of dice thrown: the sum of those kept (all, if not said otherwise), with modifiers."""
        if chart.id in self.house:
            own: Chart[T] = self.house[chart.id]  # type: ignore[assignment]
            mods = [_rebind(own, mod) for mod in mods]
            chart = own
        self.face = sum(faces if kept is None else kept)
        total = self.face
        for mod in mods:
            total += mod.value
        self.total = total
        low = chart.low
        row = 0 if total <= low else -1 if total >= chart.high else total - low
        self.check = (self.check * 31 + chart.marks[column][row]) & _MASK
        if self.trace:
            self._log_roll(chart, faces, mods, total, column, self._typed)
        return chart.rows[column][row]

    def plus(self, chart: Chart[T], mods: Sequence[Mod]) -> int:
        """What these modifiers come to on a chart, by the player's own values where he has any."""
        own = self.chart(chart)
        if own is not chart:
            mods = [_rebind(own, mod) for mod in mods]
        return sum([mod.value for mod in mods])

    def draw(self, cup: list[M]) -> M:
        """A marker drawn blindly from a cup that is not empty. What is on its back is nobody's business yet."""
        at = self.dice.below(len(cup)) if len(cup) > 1 else 0
        self.check = (self.check * 31 + at + 1) & _MASK
        return cup.pop(at)

    def _log_roll(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod],
        total: int,
        column: int,
        typed: bool,
    ) -> None:
        data = chart.data
        self.events.append(
            Rolled(
                chart.id,
                data.title,
                data.rule,
                faces,
                tuple(ModLine(m.value, m.reason, m.rule) for m in mods),
                total,
                chart.row(total),
                data.columns[column] if data.columns else "",
                chart.word(total, column),
                typed,
            )
        )

    def choose(
        self,
        id: str,
        rule: str,
        prompt: str,
        options: Mapping[str, str],
        default: str = "",
        barred: Mapping[str, str] = NOTHING_BARRED,
        routine: bool = False,
    ) -> str:
        """Ask a question; the key of the answer. A question with one option answers itself."""
        if self.hurried:
            return self._hurry(id, default or next(iter(options)))
        if len(options) == 1:
            return next(iter(options))
        return self._ask(Ask(id, rule, prompt, options, default or next(iter(options)), barred, routine))

    def _hurry(self, id: str, default: str) -> str:
        """The default, counted like any answer."""
        self.asked += 1
        if self.asked > LIMIT:
            raise RulesError(f"more than {LIMIT} questions: {id} goes round in circles")
        return default

    def yes(self, id: str, rule: str, prompt: str, default: bool = False, routine: bool = False) -> bool:
        """Ask yes or no."""
        if self.hurried:
            self._hurry(id, "")
            return default
        return self._ask(Ask(id, rule, prompt, YES_NO, "yes" if default else "no", routine=routine)) == "yes"

    def text(self, id: str, rule: str, prompt: str, default: str) -> str:
        """Ask for a short text, such as a name."""
        if self.hurried:
            return self._hurry(id, default)
        return self._ask(Ask(id, rule, prompt, {}, default, routine=True, free=True))

    def _ask(self, ask: Ask) -> str:
        self.asked += 1
        if self.asked + self.rolls > LIMIT:
            raise RulesError(f"more than {LIMIT} rolls and questions: {ask.id} goes round in circles")
        if not ask.free and ask.default not in ask.options:
            raise RulesError(f"question {ask.id}: the default {ask.default!r} is no option of {list(ask.options)}")
        if self.used < len(self.journal):
            entry = self.journal[self.used]
            if isinstance(entry, Throw):
                raise Desync(
                    self.used,
                    f"step {self.used}: recorded a throw for {entry.chart}, the rules ask {ask.id!r}",
                )
            if entry.ask != ask.id:
                raise Desync(self.used, f"step {self.used}: recorded {entry.ask!r}, the rules now ask {ask.id!r}")
            if entry.check != self.check:
                raise Desync(self.used, f"step {self.used} ({ask.id}): the rolls before it are no longer the same")
            if entry.state and self.mark is not None and self.mark(self.state) != entry.state:
                raise Desync(self.used, f"step {self.used} ({ask.id}): the state before it is no longer the same")
            if not ask.accepts(entry.key):
                raise Desync(self.used, f"step {self.used} ({ask.id}): {entry.key!r} is no longer an option")
            key = entry.key
        else:
            key = self.agent.choose(ask, self)
            if not ask.accepts(key):
                raise AnswerError(
                    f"{key!r} does not answer {ask.id!r}; options: {', '.join(ask.options) or 'a short text'}"
                )
            self.journal.append(Answer(ask.id, key, self.check))
        self.used += 1
        if self.trace:
            self.events.append(Chosen(ask.id, ask.rule, ask.prompt, key, ask.options.get(key, key)))
        return key

    def note(self, kind: str, **facts: Fact) -> None:
        """Put something that happened into the log. Guard calls in busy places with `if ref.trace`."""
        if self.trace:
            self.events.append(Noted(kind, facts))


def _rebind(chart: Chart[T], mod: Mod) -> Mod:
    """A modifier with the value a house chart gives it; values found elsewhere stay as they are."""
    own = chart.mods.get(mod.key)
    return mod if own is None else own.times(mod.count)
