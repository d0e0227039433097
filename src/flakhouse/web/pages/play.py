"""The play page: the decision of the moment, and around it what the cardboard would show."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup
from starlette.responses import Response

from flakhouse import games
from flakhouse.core.dice import parse_faces
from flakhouse.core.events import Chosen
from flakhouse.errors import AnswerError, Desync, DiceError, RulesError, SaveError, Stale
from flakhouse.render.base import record_of
from flakhouse.render.telling import GROUPS
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.boards.base import EMPTY
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import fault_of
from flakhouse.web.guide import guide_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.moment import LogBlock, Moment, Roll, log, moment, recent, rolls
from flakhouse.web.sheets import sheets_html
from flakhouse.web.strips import Cell, strip_of
from flakhouse.web.tables import Table
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS"]

_LINES = 60  # of the log on the play page; the whole log has a page of its own
_GROUPS = {"choice": "Your choices"}
_TONES = (("loss", "Losses"), ("warning", "Warnings"))
_EVENTS = 300  # among which these lines are
_ROLLS = 12  # rolls since the last answer shown on the play page


def _show(ctx: Context) -> Response:
    """The page of a save."""
    name = ctx.param("save")
    try:
        with ctx.server.tables.open(ctx.store, name) as table:
            return show(ctx, table)
    except Desync as parted:
        return page(ctx, "parted.html", 409, save=name, parted=parted)


def show(ctx: Context, table: Table, error: str = "", status: int = 200) -> Response:
    """The play page of what is on the table."""
    session = table.session
    chapter = session.chapter
    now = moment(table)
    given = BoardInput(
        session.state,
        session.pending,
        session.events,
        chapter.options,
        chapter.campaign,
        chapter.number,
        session.finish is not None,
    )
    board = board_of(now.game, given)
    latest: list[tuple[Roll, list[Cell]]] = [
        (roll, strip_of(session, roll)) for roll in reversed(now.rolls[-_ROLLS:])
    ]
    told = log(session, table.view, recent(session, session.events, _EVENTS))
    ended = session.finish is not None
    records = [record_of(chapter, session.events, table.name)] if ended else []
    return page(
        ctx,
        "play.html",
        status,
        m=now,
        board=board,
        where=table.view.status(session.state) if board is EMPTY or not board.drawing else "",
        rolls=latest,
        log=_latest(told),
        groups=groups_of(told),
        debrief=sheets_html(table.view.debrief_sheets(records[0])) if records else Markup(""),
        guide=guide_of(now) if ctx.prefs.guide == "on" else "",
        dock=_dock(now),
        said=_said(now),
        error=error,
        remark=table.remark,
    )


def groups_of(blocks: tuple[LogBlock, ...]) -> list[tuple[str, str]]:
    """What the log can be filtered by: what its lines are about, and losses and warnings."""
    about = {line.group for block in blocks for line in block.lines}
    tones = {line.tone for block in blocks for line in block.lines}
    found = [(group, _GROUPS.get(group, group.capitalize())) for group in GROUPS if group in about]
    return [*found, *((tone, words) for tone, words in _TONES if tone in tones)]


def _latest(blocks: tuple[LogBlock, ...]) -> list[LogBlock]:
    """The last lines of the log, newest block first."""
    shown: list[LogBlock] = []
    left = _LINES
    for block in reversed(blocks):
        if left <= 0:
            break
        shown.append(LogBlock(block.head, block.lines[-left:]))
        left -= len(block.lines) + 1
    return shown


def _dock(now: Moment) -> tuple[str, str, str]:
    """What stands at the bottom of small screens: what is open, and a way to it."""
    if now.question is not None:
        count = len(now.question.choices)
        return "Your decision", f"{count} ways to go on" if count > 1 else now.question.prompt, "Decide"
    if now.dice is not None:
        return "Your dice", now.dice.title, "Throw"
    return "It is over" if now.over else f"{now.chapter_word.capitalize()} over", "Debriefing", "Read"


def _said(now: Moment) -> str:
    """What a screen reader hears once after an answer: what happened, then the question."""
    lines = [line.text for block in now.news for line in block.lines][-6:]
    if now.question is not None:
        lines.append(now.question.prompt)
    elif now.dice is not None:
        lines.append(f"Throw {now.dice.count} for {now.dice.title}")
    else:
        lines.append("It is over.")
    return " ".join(lines)


def _act(ctx: Context, act: Callable[[Table], object]) -> Response:
    """Do something on the table; what goes wrong is told on the page of the game as it stands."""
    name = ctx.param("save")
    with ctx.server.tables.open(ctx.store, name) as table:
        try:
            table.check(ctx.form.get("at", ""))
            act(table)
            table.moved()
        except (AnswerError, DiceError, BadRequest, RulesError, SaveError) as bad:
            fault = fault_of(bad)
            if fault.ours:
                ctx.server.trouble(ctx.request, bad)
            if isinstance(bad, Stale):
                table = _afresh(ctx, name)
            else:
                table.moved()
            return show(ctx, table, fault.message, fault.status)
        if ctx.swap:
            return show(ctx, table)
    return seen_other(ctx.path.rsplit("/", 1)[0])


def _afresh(ctx: Context, name: str) -> Table:
    """The save as the store has it now."""
    ctx.server.tables.forget(ctx.store, name)
    with ctx.server.tables.open(ctx.store, name) as table:
        return table


def _answer(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.answer(ctx.form.get("key", "")))


def _throw(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.throw(parse_faces(ctx.form.get("faces", ""))))


def undo(table: Table) -> None:
    """Take back the last answer; at the start of a chapter, go back into the debriefing of the one before."""
    session = table.session
    if session.chapter.number > 1 and session.steps == len(session.chapter.auto):
        table.drop_chapter()
    else:
        session.undo()


def _undo(ctx: Context) -> Response:
    return _act(ctx, undo)


def _dice(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.set_table_dice(ctx.form.get("real") == "on"))


def _auto(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.set_automation(ctx.form.get("level", "")))


def _next(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.next_chapter())


def _prefix(ctx: Context) -> Response:
    """Go on from the step before the rules part from the record, in a copy."""
    name = ctx.param("save")
    session = ctx.store.session(games.load(ctx.store.info(name).game), name)
    try:
        session.wake()
    except Desync as parted:
        ctx.room()
        name = ctx.store.copy_prefix(session.game, name, parted.step)
    return seen_other(f"/play/{name}")


def _log(ctx: Context) -> Response:
    """The whole log of a chapter."""
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        now = moment(table)
        told = log(table.session, table.view)
    return page(ctx, "log.html", m=now, log=list(reversed(told)), groups=groups_of(told))


def _why(ctx: Context) -> Response:
    """The rolls behind a line of the log, or the rule of the question it answers."""
    numbers = [int(part) for part in ctx.query("events").split(".") if part.isascii() and part.isdigit()][:400]
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        now = moment(table)
        session = table.session
        chapter = ctx.number("chapter")
        if chapter is not None and chapter != session.chapter.number:
            session = ctx.store.session(table.game, table.name, chapter)
            session.wake()
        found = [(roll, strip_of(session, roll)) for roll in rolls(session.events, numbers)]
        events = session.events
        asked = [e for n in numbers if n < len(events) and isinstance(e := events[n], Chosen)]
    return page(ctx, "why.html", m=now, rolls=found, asked=asked)


WAYS: list[Way] = [
    get("/play/{save}", _show),
    post("/play/{save}/answer", _answer),
    post("/play/{save}/throw", _throw),
    post("/play/{save}/undo", _undo),
    post("/play/{save}/dice", _dice),
    post("/play/{save}/auto", _auto),
    post("/play/{save}/next", _next),
    post("/play/{save}/prefix", _prefix),
    get("/play/{save}/log", _log),
    get("/play/{save}/why", _why),
]
