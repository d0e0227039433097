"""A session: one chapter in progress. It is seed + journal; its state is what the rules make of them.

Front ends hold a `Session`, look at `pending` or `need_dice`, and call `answer` or `throw`. Every call plays
the journal again from the start, which takes a few milliseconds, and stops at the next open question. A
`Keeper` has written each step down, with what follows by itself, when the call returns; without one the session
lives in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from flakhouse import __version__
from flakhouse.core.adviser import Adviser
from flakhouse.core.agents import Agent, Default
from flakhouse.core.chapter import AUTOMATION, Chain, Chapter, Keeper, Verdict, dice_of, difference, up_to
from flakhouse.core.deadline import limited
from flakhouse.core.dice import Keyed, checked
from flakhouse.core.events import Event
from flakhouse.core.game import ADVISER, Ending, Finish, Game, House, JsonDict, read_house
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.core.laid import Due, Laid
from flakhouse.core.questions import NeedDice, Pending, Question, Reached
from flakhouse.core.referee import Referee
from flakhouse.core.seat import Player, SessionReferee
from flakhouse.errors import (
    AnswerError,
    Desync,
    DiceError,
    FlakhouseError,
    OptionError,
    PositionError,
    Refused,
    RulesError,
    SaveError,
    TooLong,
)

__all__ = ["Session"]


class Session:
    """A chapter being played. After each call exactly one of `pending`, `need_dice`, `finish` is set."""

    def __init__(
        self,
        game: Game,
        chapter: Chapter,
        keeper: Keeper | None = None,
        trace: bool = True,
        secret: str = "",
    ) -> None:
        """`secret` is the seed of a strict challenge, which the chapter does not say: what has fallen stays."""
        if chapter.game != game.name:
            raise SaveError(f"this is a record of {chapter.game!r}, not of {game.name!r}")
        if not chapter.seeds:
            raise SaveError("the record is damaged: it has no seed")
        self.game = game
        self.chapter = chapter
        self.keeper = keeper
        self.trace = trace
        self.secret = secret
        self.house: House | None = (
            limited(read_house, game, chapter.house_name, chapter.house) if chapter.house else None
        )
        self.pending: Question | None = None
        self.need_dice: NeedDice | None = None
        self.finish: Finish | None = None
        self.laid: dict[tuple[int, int, str], Laid] = {}  # forms as they were settled, by the moment
        self.due: Due | None = None  # what was ordered on one and is not asked yet
        self._campaign = msgspec.json.encode(chapter.campaign)
        self._stop = -1
        self.ref: Referee = self._referee("none")

    # ------------------------------------------------------------------ what there is to see

    @property
    def events(self) -> list[Event]:
        """The log from the start of the chapter to the open question."""
        return self.ref.events

    @property
    def state(self) -> object:
        """The game's own state at the open question (None before there is one)."""
        return self.ref.state

    @property
    def steps(self) -> int:
        """How many answers and throws the journal holds."""
        return len(self.chapter.entries)

    @property
    def table_dice(self) -> bool:
        """Whether the player throws his own dice from here on."""
        return self.chapter.table_after is not None

    @property
    def automation(self) -> str:
        """Which questions answer themselves: none or routine."""
        return self.chapter.automation

    @property
    def rolls(self) -> int:
        """How many rolls have been made."""
        return self.ref.rolls - (self.need_dice is not None)

    # ------------------------------------------------------------------ playing

    def run(self) -> None:
        """Play the journal again and stop at the open question, at dice to be thrown, or at the end."""
        self._run(self.chapter.automation)

    def answer(self, key: str) -> None:
        """Answer the open question."""
        ask = self.pending
        if ask is None:
            raise AnswerError("no question is open")
        if not ask.accepts(key):
            if key in ask.barred:
                raise AnswerError(f"{key!r} is not possible now: {ask.barred[key].why}")
            expected = "a short text, at most 40 characters" if ask.free else f"one of {', '.join(ask.options)}"
            raise AnswerError(f"{key!r} does not answer {ask.id!r}: expected {expected}")
        self._enter(Answer(ask.id, key, self.ref.check, self.game.state_mark(self.ref.state)))

    def throw(self, faces: Sequence[int]) -> None:
        """Give the faces thrown at the table for the roll that waits."""
        need = self.need_dice
        if need is None:
            raise DiceError("no roll waits for dice")
        if len(faces) != need.count:
            dice = "one die" if need.count == 1 else f"{need.count} dice"
            raise DiceError(f"{need.chart} {need.title} wants {dice}, not {len(faces)}")
        self._enter(Throw(need.roll, need.chart, tuple(checked(face) for face in faces)))

    def undo(self, count: int = 1) -> int:
        """Take back the player's last steps, with what answered itself after them; how many there were."""
        before_check = self.ref.check
        with self._taking_back():
            done = sum(self._undo_one() for _ in range(min(count, self.steps)))
            if not done:
                raise AnswerError("there is nothing to undo")
            if before_check != self.ref.check:
                self._not_strict("no step is taken back past dice or a marker drawn")
        return done

    @contextmanager
    def _taking_back(self) -> Iterator[None]:
        """Steps are taken back, and the disk hears of it at the end; what it refuses did not happen."""
        chapter = self.chapter
        before = msgspec.structs.replace(chapter, entries=list(chapter.entries), auto=list(chapter.auto))
        keeper, self.keeper = self.keeper, None
        try:
            yield
            if self.outdated():
                self._adopted(f"{self.outdated()}: taken back to step {len(chapter.entries)}")
            if keeper:
                keeper.cut(len(chapter.entries), chapter)
                if chapter.finished:
                    keeper.finish(chapter)
        except (SaveError, RulesError):
            self.chapter = before
            self._run("none")
            raise
        finally:
            self.keeper = keeper

    def set_table_dice(self, on: bool) -> None:
        """The player throws his own dice from the next roll on, or no longer does."""
        if on == self.table_dice:
            return
        self._not_strict("all throw the dice of the challenge")
        self._set("table_after", self.rolls if on else None, self.need_dice is not None)

    def take_dice(self, event: int) -> None:
        """The player throws his own dice from the first roll behind this event on: what fell and answered itself
        since is taken back."""
        self._not_strict("all throw the dice of the challenge")
        told = self.at(event)
        if set(range(told.ref.used, self.steps)) - set(self.chapter.auto):
            raise AnswerError("you have answered since")
        with self._taking_back():
            self._drop(told.ref.used)
            self.chapter.table_after = told.rolls
            self._run("none")
        self.run()  # what answers itself before those dice is kept like any other step

    def set_automation(self, level: str, open_too: bool = False) -> None:
        """Say which questions answer themselves, from the next one on; `open_too`: from the open one on."""
        if level not in AUTOMATION:
            raise OptionError(f"automation={level!r}: expected {' or '.join(AUTOMATION)}")
        self._set("automation", level, open_too and self.pending is not None and self.pending.routine)

    def set_adviser(self, name: str) -> None:
        """Say who advises from the open question on; what was answered stays."""
        options = self.game.check_options({**self.chapter.options, ADVISER.key: name})
        self._set("options", options, self.pending is not None)

    def _set(self, setting: str, value: object, again: bool) -> None:
        """Change a setting of the chapter and run `again` if it matters; what cannot be kept stays as it was."""
        before = getattr(self.chapter, setting)
        setattr(self.chapter, setting, value)
        try:
            self._keep_settings()
        except SaveError:
            setattr(self.chapter, setting, before)
            raise
        if again:
            self.run()

    def _not_strict(self, why: str) -> None:
        """Refuse what a strict challenge does not allow."""
        if self.secret:
            raise Refused(f"this is a strict challenge: {why}")

    # ------------------------------------------------------------------ looking back

    def at(self, event: int) -> Session:
        """The session as it was when this event had just been told, in memory only: for its state and its log.
        Nothing is open there; beyond the last event it is the session as it stands now."""
        past = Session(self.game, up_to(self.chapter, self.steps), trace=True, secret=self.secret)
        past._stop = event
        past._play("none")
        return past

    def after(self, step: int) -> Session:
        """The session as it was after so many steps, run, in memory only."""
        past = Session(self.game, up_to(self.chapter, step), trace=self.trace, secret=self.secret)
        past.run()
        return past

    def fork(self, seed: str = "", step: int | None = None) -> Chapter:
        """The same chapter up to a step, as a record of its own; with a seed, with other dice from there."""
        self._not_strict("nobody flies it twice")
        past = self.after(self.steps if step is None else step)
        chapter = msgspec.structs.replace(
            past.chapter,
            automation=self.chapter.automation,
            table_after=past.rolls if self.table_dice else None,
            remarks=[*self.chapter.remarks, f"forked at step {past.steps}"],
        )
        if seed:
            dice = past.ref.dice
            drawn = dice.drawn if isinstance(dice, Chain | Keyed) else 0
            chapter.seeds = [part for part in chapter.seeds if part[0] < drawn] + [(drawn, seed)]
            chapter.given = chapter.given[:drawn]
        return chapter

    def play_on(self, agent: Agent) -> Finish:
        """Play the journal again without a log, then let this agent answer to the end. The session stays as it is.

        All dice are the computer's from the open question on; the agent may put others into `ref.dice`.
        """
        chapter = self.chapter
        ref = self._seated(agent, chapter.entries, adviser=self.game.adviser(chapter.options))
        campaign = msgspec.json.decode(self._campaign, type=JsonDict | None)
        return limited(self.game.play, ref, campaign, dict(chapter.options), chapter.position, chapter.step)

    def play_out(self, arrive: Callable[[Referee], str]) -> Ending:
        """Play again to the open question without a log; `arrive` answers it and hands over. The session stays.

        The questions up to there are not made again: the session has been there. All dice are the computer's from
        the open question on; `arrive` may put others into `ref.dice`.
        """
        return self.fly(self.retracing(arrive))

    def retracing(self, arrive: Callable[[Referee], str]) -> SessionReferee:
        """A referee that goes the way to the open question, where `arrive` answers."""
        ref = self._seated(Default(), [entry for entry in self.chapter.entries if isinstance(entry, Throw)])
        ref.retrace(self.ref.path, arrive)
        return ref

    def fly(self, ref: Referee) -> Ending:
        """Play the chapter from its beginning with another referee. The session stays."""
        chapter = self.chapter
        campaign = msgspec.json.decode(self._campaign, type=JsonDict | None)
        return limited(self.game.fly, ref, campaign, dict(chapter.options), chapter.position, chapter.step)

    def verify(self) -> Verdict:
        """Play the record under the rules as they are now: identical, or where it parts."""
        bare = msgspec.structs.replace(self.chapter, finished=None, check=None)
        probe = Session(self.game, bare, trace=False, secret=self.secret)
        recorded = self.chapter.finished
        try:
            finish = probe._play("none", prove=True)
        except Desync as parted:
            return Verdict(False, parted.step, str(parted))
        except (RulesError, SaveError, PositionError, OptionError) as bug:
            return Verdict(False, probe.ref.used, f"step {probe.ref.used}: {bug}")
        steps = self.steps
        if recorded is None:
            return Verdict(True, steps, "every step plays as recorded")
        if finish is None:
            return Verdict(False, steps, f"step {steps}: the record ends here, the rules now continue")
        if probe.ref.check != self.chapter.check:
            return Verdict(False, steps, f"step {steps}: the last rolls are no longer the same")
        if finish != recorded:
            return Verdict(False, steps, f"step {steps}: the end is another one: {difference(finish, recorded)}")
        return Verdict(True, steps, "every step and the end play as recorded")

    def outdated(self) -> str:
        """What has changed since the chapter was recorded ("" if nothing that could matter)."""
        chapter = self.chapter
        changes: list[str] = []
        if chapter.rules_version != self.game.rules_version:
            changes.append(f"rules version {chapter.rules_version}, now {self.game.rules_version}")
        if chapter.charts != self.game.charts().digest():
            changes.append("another chart book")
        return "; ".join(changes)

    def adopt(self) -> str:
        """Go on under changed rules, once the record is proven identical; Desync if it parts from it."""
        changed = self.outdated()
        if not changed:
            return ""
        verdict = self.verify()
        if not verdict.identical:
            raise Desync(verdict.step, f"{changed}: {verdict.what}")
        remark = f"{changed}: proven identical to step {verdict.step}"
        self._adopted(remark)
        self._keep_settings()
        return remark

    def wake(self) -> str:
        """Run a session from a store, also after the rules have changed; what must be said of it ("": nothing).

        A chapter under way must be proven identical first, or Desync is raised. A finished one keeps its outcome
        even if the rules no longer play it so.
        """
        if self.chapter.finished is None:
            remark = self.adopt()
            self.run()
            return remark
        try:
            verdict = self.verify() if self.outdated() else None
            if verdict is not None and not verdict.identical:
                raise Desync(verdict.step, verdict.what)
            self.run()
        except (Desync, RulesError) as parted:
            self.finish = self.chapter.finished
            word = self.game.chapter_word
            return f"the last {word} keeps its recorded outcome; today's rules would not play it so: {parted}"
        return ""

    def _adopted(self, remark: str) -> None:
        """From here on the rules as they are now are played."""
        self.chapter.rules_version = self.game.rules_version
        self.chapter.charts = self.game.charts().digest()
        self.chapter.version = __version__
        self.chapter.remarks = [*self.chapter.remarks, remark]

    # ------------------------------------------------------------------ inside

    def _seated(
        self,
        agent: Agent,
        entries: Sequence[Entry],
        trace: bool = False,
        table_after: int | None = None,
        stop: int = -1,
        adviser: Adviser | None = None,
    ) -> SessionReferee:
        """A referee with the dice and charts of the chapter, who has these entries before him."""
        charts = self.house.charts if self.house else {}
        dice = dice_of(self.game, self.chapter, self.secret)
        return SessionReferee(dice, agent, entries, trace, table_after, charts, stop, adviser)

    def _referee(self, automation: str) -> Referee:
        chapter, adviser = self.chapter, self.game.adviser(self.chapter.options)
        return self._seated(
            Player(automation), chapter.entries, self.trace, chapter.table_after, self._stop, adviser
        )

    def _play(self, automation: str, prove: bool = False) -> Finish | None:
        """Run the rules over the journal; None if they stopped at `pending` or `need_dice`.

        `prove` also compares the state at every answer with the mark kept of it.
        """
        chapter = self.chapter
        self.pending = self.need_dice = self.finish = None
        self.ref = self._referee(automation)
        if prove:
            self.ref.mark = self.game.state_mark
        try:
            campaign = msgspec.json.decode(self._campaign, type=JsonDict | None)
            played = limited(
                self.game.play, self.ref, campaign, dict(chapter.options), chapter.position, chapter.step
            )
            finish = msgspec.json.decode(msgspec.json.encode(played), type=Finish)
        except Pending as stop:
            self.pending = stop.question
            return None
        except NeedDice as stop:
            self.need_dice = stop
            return None
        except Reached:
            return None
        except (SaveError, PositionError, OptionError, TooLong):
            raise
        except Exception as bug:
            raise self._crash(bug) from bug
        used = self.ref.used
        if used < len(chapter.entries):
            word = self.game.chapter_word
            raise Desync(used, f"step {used}: the {word} now ends before this step")
        return finish

    def _run(self, automation: str) -> None:
        """Play the journal again; what answers itself behind it is kept with the end, if that is reached."""
        try:
            self._advance(automation, len(self.chapter.entries))
        except SaveError:
            if self.ref.used > len(self.chapter.entries):
                self._play("none")  # what the disk refused did not happen: the first of them is asked
            raise

    def _advance(self, automation: str, kept: int) -> None:
        """Play; then keep the entries behind the first `kept` ones and the end, all at once."""
        chapter = self.chapter
        had = len(chapter.entries)
        finish = self._play(automation)
        new = self.ref.journal[had:]
        end: Chapter | None = None
        if finish is not None and chapter.finished is None:  # what was recorded stands
            end = msgspec.structs.replace(chapter, finished=finish, check=self.ref.check)
        entries = [*chapter.entries[kept:], *new]
        if self.keeper and entries:
            self.keeper.append(kept, entries, had - kept, end)
        chapter.entries.extend(new)
        chapter.auto.extend(range(had, had + len(new)))
        if end is not None:
            chapter.finished, chapter.check = end.finished, end.check
        if finish is not None:
            self.finish = chapter.finished
        if self.keeper and end is not None and not entries:
            self.keeper.finish(chapter)  # refused, it is made good by the next run: it follows from the steps

    def _enter(self, entry: Entry) -> None:
        """Take a step. It is on the disk, with what follows by itself, before anybody hears of it."""
        had = len(self.chapter.entries)
        self.chapter.entries.append(entry)
        try:
            self._advance(self.chapter.automation, had)
        except BaseException as bad:
            # The rules failed (the crash is on file) or the disk refused: the player is back before the step.
            self._drop(had)
            if isinstance(bad, FlakhouseError) and not isinstance(bad, TooLong):
                self._play("none")
            raise

    def _undo_one(self) -> bool:
        chapter = self.chapter
        own = self._last_own()
        if own is None:
            return False
        rolls = self.rolls
        dropped = chapter.entries[own]
        self._drop(own)
        if chapter.table_after is not None and isinstance(dropped, Throw):
            chapter.table_after = min(chapter.table_after, dropped.roll - 1)
        self._run("none")  # the step taken back is asked again, be it routine or not
        if chapter.table_after is not None:
            chapter.table_after = min(chapter.table_after, self.rolls)
        chapter.undos += rolls > self.rolls or isinstance(dropped, Throw)
        return True

    def _last_own(self) -> int | None:
        auto = set(self.chapter.auto)
        for i in range(len(self.chapter.entries) - 1, -1, -1):
            if i not in auto:
                return i
        return None

    def _drop(self, to: int) -> None:
        chapter = self.chapter
        del chapter.entries[to:]
        chapter.auto = [i for i in chapter.auto if i < to]
        chapter.finished = None
        chapter.check = None

    def _keep_settings(self) -> None:
        if self.keeper:
            self.keeper.settings(self.chapter)

    def _crash(self, bug: Exception) -> RulesError:
        entries = list(self.ref.journal)
        auto = [*self.chapter.auto, *range(len(self.chapter.entries), len(entries))]
        record = msgspec.structs.replace(self.chapter, entries=entries, auto=auto, finished=None, check=None)
        path = self.keeper.crash(record, bug) if self.keeper else ""
        what = str(bug) if isinstance(bug, RulesError) else f"{type(bug).__name__}: {bug}"
        own = self.house is not None and bool(self.house.charts)
        return RulesError(f"the rules failed at step {self.ref.used}: {what}", path, own)
