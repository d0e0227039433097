"""A moment of a game as a front end sees it: the JSON of the API, and what the pages are made of.

Nothing here knows a rule: questions, labels, reasons and words come from the engine and its renderers.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core import questions
from flakhouse.core.events import Chosen, Event, ModLine, Rolled
from flakhouse.core.game import ADVISER
from flakhouse.core.session import Session
from flakhouse.render.look import barred_text, option_text, own_events
from flakhouse.render.screen import Block, ScreenRenderer
from flakhouse.sim.atstake import at_stake, chance_text
from flakhouse.web.tables import Table

__all__ = [
    "Barred",
    "Choice",
    "DiceWanted",
    "LogBlock",
    "LogLine",
    "Moment",
    "Question",
    "Roll",
    "can_undo",
    "log",
    "moment",
    "rolls",
]


class Choice(msgspec.Struct, frozen=True):
    """An option that may be taken."""

    number: int
    key: str
    label: str
    default: bool = False
    about: tuple[questions.Subject, ...] = ()
    detail: str = ""
    costs: tuple[questions.Cost, ...] = ()
    stakes: str = ""  # number needed, chance and price, in words
    chance: str = ""  # that all its rolls come out well


class Barred(msgspec.Struct, frozen=True):
    """An option the rules name but do not allow now, and why."""

    key: str
    label: str
    why: str
    about: tuple[questions.Subject, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """The decision of the moment."""

    id: str
    rule: str
    prompt: str
    default: str
    choices: tuple[Choice, ...]
    barred: tuple[Barred, ...] = ()
    free: bool = False  # any short text may be the answer
    routine: bool = False
    about: tuple[questions.Subject, ...] = ()
    why: str = ""  # the reason of the advice


class DiceWanted(msgspec.Struct, frozen=True):
    """The player throws: so many dice for this chart."""

    chart: str
    title: str
    count: int
    about: str = ""


class Roll(msgspec.Struct, frozen=True):
    """A roll with everything needed to check it against the book."""

    event: int
    chart: str
    title: str
    rule: str
    faces: tuple[int, ...]
    natural: int
    mods: tuple[ModLine, ...]
    total: int
    row: str
    column: str
    result: str
    typed: bool


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log. `events` are the numbers of the events behind it."""

    text: str
    tone: str = ""
    kind: str = ""
    group: str = ""  # what it is about: choice, flight, weather, fight, damage, crew, target ...
    events: tuple[int, ...] = ()
    rolls: int = 0  # how many of them are rolls


class LogBlock(msgspec.Struct, frozen=True):
    """What happened in one turn."""

    head: str
    lines: tuple[LogLine, ...]
    silent: tuple[int, ...] = ()  # events of rolls that no line tells of


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands. `at` names the moment; an answer must repeat it."""

    save: str
    game: str
    at: str
    title: str
    headline: str
    chapter: int
    chapter_word: str
    step: int
    begun: bool  # the game's own state exists
    question: Question | None = None
    dice: DiceWanted | None = None
    outcome: dict[str, object] | None = None
    over: bool = False  # the tour is complete
    practice: bool = False  # begun from a position, outside any tour
    situation: tuple[LogLine, ...] = ()
    rolls: tuple[Roll, ...] = ()  # since the last answer
    news: tuple[LogBlock, ...] = ()  # what happened since the last answer
    real_dice: bool = False
    automation: str = "none"
    adviser: str = "doctrine"
    can_undo: bool = False
    undos: int = 0
    house: str = ""
    remarks: tuple[str, ...] = ()


def can_undo(session: Session) -> bool:
    """Whether there is an answer to take back, here or in the chapter before."""
    return steps_of_player(session) > 0 or session.chapter.number > 1


def moment(table: Table) -> Moment:
    """The moment on the table."""
    session = table.session
    view = table.view
    chapter = session.chapter
    events = session.events
    since = last_answer(session, events)
    finish = session.finish
    return Moment(
        save=table.name,
        game=session.game.name,
        at=table.at,
        title=view.title(chapter.number, events, session.state),
        headline=view.headline(session.state, events) if session.state is not None else "",
        chapter=chapter.number,
        chapter_word=session.game.chapter_word,
        step=session.steps,
        begun=session.state is not None,
        question=question(session, session.pending) if session.pending is not None else None,
        dice=dice_wanted(session),
        outcome=finish.outcome if finish is not None else None,
        over=finish is not None and finish.over,
        practice=chapter.position is not None,
        situation=situation(session, view, events, since),
        rolls=rolls(events, range(since, len(events))),
        news=log(session, view, since),
        real_dice=session.table_dice,
        automation=session.automation,
        adviser=session.chapter.options.get(ADVISER.key, ADVISER.default),
        can_undo=can_undo(session),
        undos=chapter.undos,
        house=view.house_line(session.house, chapter.options),
        remarks=tuple(chapter.remarks),
    )


def steps_of_player(session: Session) -> int:
    """How many steps of the chapter the player took himself."""
    return session.steps - len(session.chapter.auto)


def question(session: Session, ask: questions.Question) -> Question:
    """A question as it is shown."""
    choices = tuple(
        Choice(
            number,
            key,
            option_text(key, option.label),
            key == ask.default,
            option.about,
            option.detail,
            tuple(option.costs),
            at_stake(session.game, session.ref, option),
            chance_text(session.game, session.ref, option),
        )
        for number, (key, option) in enumerate(ask.options.items(), 1)
    )
    barred = tuple(Barred(key, barred_text(key, bar), bar.why, bar.about) for key, bar in ask.barred.items())
    why = ask.why() if ask.why is not None else ""
    return Question(
        ask.id, ask.rule, ask.prompt, ask.default, choices, barred, ask.free, ask.routine, ask.about, why
    )


def dice_wanted(session: Session) -> DiceWanted | None:
    """The dice the player must throw, if any."""
    need = session.need_dice
    return DiceWanted(need.chart, need.title, need.count, need.about) if need is not None else None


def situation(session: Session, view: ScreenRenderer, events: Sequence[Event], since: int) -> tuple[LogLine, ...]:
    """What the player needs to see for this decision."""
    if session.pending is None or session.state is None:
        return ()
    fresh = any(not isinstance(event, Chosen) for event in events[since:])
    return tuple(LogLine(line.text, line.tone) for line in view.situation(session.state, session.pending, fresh))


def last_answer(session: Session, events: Sequence[Event]) -> int:
    """The first event after the player's own last step; 0 if he has not done anything yet."""
    last = max(own_events(events, session.chapter.auto), default=-1)
    for i in range(len(events) - 1, last, -1):
        event = events[i]
        if isinstance(event, Rolled) and event.typed:
            return i  # his own throw is part of what is new
    return last + 1


def rolls(events: Sequence[Event], numbers: Sequence[int]) -> tuple[Roll, ...]:
    """The rolls among these events."""
    found: list[Roll] = []
    for i in numbers:
        if 0 <= i < len(events) and isinstance(event := events[i], Rolled):
            found.append(
                Roll(
                    i,
                    event.chart,
                    event.title,
                    event.rule,
                    event.faces,
                    event.total - sum(mod.value for mod in event.mods),
                    event.mods,
                    event.total,
                    event.row,
                    event.column,
                    event.result,
                    event.typed,
                )
            )
    return tuple(found)


def log(session: Session, view: ScreenRenderer, since: int = 0, upto: int | None = None) -> tuple[LogBlock, ...]:
    """The log from an event on, in blocks; as far as event `upto`, if there is more."""
    asked = session.pending.id if session.pending is not None and upto is None else ""
    events = session.events if upto is None else session.events[: upto + 1]
    own = own_events(events, session.chapter.auto)
    return tuple(_block(block, events) for block in view.tell(events, since, own, asked))


def _block(block: Block, events: Sequence[Event]) -> LogBlock:
    lines = tuple(
        LogLine(
            line.text,
            line.tone,
            line.kind,
            line.group,
            line.events,
            sum(isinstance(events[i], Rolled) for i in line.events),
        )
        for line in block.lines
    )
    return LogBlock(block.head, lines, block.silent)
