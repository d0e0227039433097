"""The play page: the decision of the moment, and around it what the cardboard would show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from flakhouse import games, slate
from flakhouse.again import again, following
from flakhouse.core.dice import parse_faces
from flakhouse.core.events import Chosen, Event
from flakhouse.errors import AnswerError, Desync, DiceError, RulesError, SaveError, Stale
from flakhouse.render.base import record_of
from flakhouse.render.briefing import briefing_of, due, recap
from flakhouse.render.scenes import Scene
from flakhouse.render.telling import GROUPS
from flakhouse.slate import Slate
from flakhouse.store.challenges import Challenges
from flakhouse.web import slates
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.boards.base import EMPTY, Board
from flakhouse.web.briefs import brief_of
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import fault_of
from flakhouse.web.guide import guide_of, title_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.moment import LogBlock, Moment, Roll, last_answer, log, moment, rolls
from flakhouse.web.sheets import sheets_html
from flakhouse.web.strips import Cell, strip_of
from flakhouse.web.tables import Table
from flakhouse.web.telling import Calm, missed, pace_of, passed
from flakhouse.web.thrown import at_table
from flakhouse.web.untold import after_telling, decided, keep, skipped, to_tell
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS"]

_GROUPS = {"choice": "Your choices"}
_TONES = (("loss", "Losses"), ("warning", "Warnings"))
_TAPE = 4  # scenes on the tape
_ROLLS = 12  # rolls since the last answer shown on the play page


class After(NamedTuple):
    """What can be played when it is over: of a game with scenarios another, the next by its key."""

    scenarios: bool
    following: str


def _show(ctx: Context) -> Response:
    """The page of a save."""
    name = ctx.param("save")
    try:
        with ctx.server.tables.open(ctx.store, name) as table:
            laid = set(ctx.request.query_params) - {"told"}  # a form that is being filled in: all has been told
            since = None if laid else to_tell(ctx, table)
            return show(ctx, table) if since is None else seen_other(f"/play/{name}/scene?from={since}")
    except Desync as parted:
        return page(ctx, "parted.html", 409, save=name, parted=parted)


def show(ctx: Context, table: Table, error: str = "", status: int = 200) -> Response:
    """The play page of what is on the table."""
    session = table.session
    chapter = session.chapter
    now = moment(table)
    sent: Mapping[str, str] = ctx.form if ctx.request.method == "POST" else ctx.request.query_params
    form = slates.asked(session, sent)
    board = _board(table, form)
    latest: list[tuple[Roll, list[Cell]]] = [
        (roll, strip_of(session, roll)) for roll in reversed(now.rolls[-_ROLLS:])
    ]
    ended = session.finish is not None
    told = _told(table)
    begun = due(session.events, chapter.auto, session.need_dice is not None)
    records = [record_of(chapter, session.events, table.name)] if ended else []
    return page(
        ctx,
        "play.html",
        status,
        m=now,
        form=form,
        board=board,
        where=table.view.status(session.state) if board is EMPTY or not board.drawing else "",
        rolls=latest,
        told=told,
        calm=_strip(ctx, table),
        title_of=title_of(now),
        waits=at_table(table.view, session),
        debrief=sheets_html(table.view.debrief_sheets(records[0])) if records else Markup(""),
        after=After(session.game.chapters == 1, following(session.game, chapter)),
        guide=guide_of(now, session) if ctx.prefs.guide == "on" else "",
        said=_said(now),
        briefing=briefing_of(table.view, session.state) if not told and begun else [],
        challenge=_challenge(ctx, table) if ended else "",
        error=error,
        remark=table.remark,
    )


def _strip(ctx: Context, table: Table) -> Calm | None:
    """What led to this decision and had no page: the calm stretch before it, or all that was skipped."""
    session, told = table.session, pace_of(ctx.prefs)
    since = skipped(ctx, table)
    if since is not None:
        return missed(table.view, session, min(since, len(session.events)), told)
    return passed(table.view, session, last_answer(session, session.events), told)


def _challenge(ctx: Context, table: Table) -> str:
    """The key of the challenge that a flight which is over can be handed in to."""
    return Challenges(ctx.server.database, ctx.server.config.accounts).waiting(ctx.store, table.name)


def _board(table: Table, form: Slate | None = None) -> Board:
    """The board of a game as it stands."""
    session = table.session
    chapter = session.chapter
    given = BoardInput(
        session.state,
        session.pending,
        session.events,
        chapter.options,
        chapter.campaign,
        chapter.number,
        session.finish is not None,
        form,
    )
    return board_of(session.game.name, given)


def groups_of(blocks: tuple[LogBlock, ...]) -> list[tuple[str, str]]:
    """What the log can be filtered by: what its lines are about, and losses and warnings."""
    about = {line.group for block in blocks for line in block.lines}
    tones = {line.tone for block in blocks for line in block.lines}
    found = [(group, _GROUPS.get(group, group.capitalize())) for group in GROUPS if group in about]
    return [*found, *((tone, words) for tone, words in _TONES if tone in tones)]


def _told(table: Table) -> list[Scene]:
    """The scenes told since the last answer, for the tape: the last ones, what is grave before the rest, for one
    who skipped it."""
    session = table.session
    since = last_answer(session, session.events)
    told = [scene for scene in table.view.scenes(session.events, since) if scene.weight != "calm"]
    kept = sorted(told, key=lambda scene: (scene.weight != "grave", -scene.events[0]))[:_TAPE]
    return sorted(kept, key=lambda scene: scene.events)


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


def _act(ctx: Context, act: Callable[[Table], object], tells: bool = False, begins: bool = False) -> Response:
    """Do something on the table; what goes wrong is told on the page of the game as it stands.

    What plays on `tells` what happened, scene by scene, before the next decision; what `begins` a chapter tells it
    from its first event on.
    """
    name = ctx.param("save")
    with ctx.server.tables.open(ctx.store, name) as table:
        before, chapter = list(table.session.events), table.session.chapter.number
        try:
            table.check(ctx.form.get("at", ""))
            ctx.room_now_and_then()
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
            return show(ctx, table, fault.told(ctx.server), fault.status)
        tells = tells and chapter == table.session.chapter.number  # back into a chapter that is over: it was told
        here = ctx.path.rsplit("/", 1)[0]
        if not (tells or begins):
            return decided(ctx, table)
        told = 0 if begins else _common(before, table.session.events)
        return keep(ctx, seen_other(f"{here}/scene?from={told}"), table, told)


def _common(before: Sequence[Event], now: Sequence[Event]) -> int:
    """How much of the log was there before: what follows has not been told. Where a die thrown at the table was
    taken back and our own dice fall in its place, that is less than all that stood there."""
    return next(
        (n for n, (old, new) in enumerate(zip(before, now, strict=False)) if old != new),
        min(len(before), len(now)),
    )


def _afresh(ctx: Context, name: str) -> Table:
    """The save as the store has it now."""
    ctx.server.tables.forget(ctx.store, name)
    with ctx.server.tables.open(ctx.store, name) as table:
        return table


def _answer(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.answer(ctx.form.get("key", "")), tells=True)


def _fill(ctx: Context) -> Response:
    """Several questions answered on one form."""
    return _act(ctx, lambda table: slates.give(table.session, ctx.form), tells=True)


def _throw(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.throw(parse_faces(ctx.form.get("faces", ""))), tells=True)


def undo(table: Table) -> None:
    """Take back the last answer; at the start of a chapter, go back into the debriefing of the one before."""
    session = table.session
    if session.chapter.number > 1 and session.steps == len(session.chapter.auto):
        table.drop_chapter()
    else:
        slate.undo(session)


def _undo(ctx: Context) -> Response:
    return _act(ctx, undo, tells=True)


def _dice(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.set_table_dice(ctx.form.get("real") == "on"), tells=True)


def _auto(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.set_automation(ctx.form.get("level", "")))


def _adviser(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.session.set_adviser(ctx.form.get("name", "")))


def _next(ctx: Context) -> Response:
    return _act(ctx, lambda table: table.next_chapter(), begins=True)


def _again(ctx: Context) -> Response:
    """The same once more, or another scenario, as a new game."""
    name = ctx.param("save")
    ctx.room()
    game = games.load(ctx.store.info(name).game)
    made = again(ctx.store, game, ctx.store.chapter(name), ctx.form.get("scenario", ""))
    return seen_other(f"/play/{made}/scene?from=0")


def _prefix(ctx: Context) -> Response:
    """Continue from the step before the rules part from the record, in a copy."""
    name = ctx.param("save")
    session = ctx.store.session(games.load(ctx.store.info(name).game), name)
    try:
        session.wake()
    except Desync as parted:
        ctx.room()
        name = ctx.store.copy_prefix(session.game, name, parted.step)
    return seen_other(f"/play/{name}")


def _log(ctx: Context) -> Response:
    """The whole log of the last chapter, or of another (`chapter`); `upto` an event, while a scene is told."""
    upto, name = ctx.number("upto"), ctx.param("save")
    chapters = ctx.store.info(name).chapter
    number = ctx.number("chapter", chapters)
    if number is None or not 1 <= number <= chapters:
        raise BadRequest(f"chapter {number}: {name} has 1 to {chapters}")
    with ctx.server.tables.open(ctx.store, name) as table:
        session, view = table.session, table.view
        if number != chapters:
            session, upto = ctx.store.session(table.session.game, name, number), None
            if session.wake():
                raise BadRequest(f"today's rules do not play {session.game.chapter_word} {number} as recorded")
        told = log(session, view, upto=upto)
        title = view.title(number, session.events, session.state)
        word = session.game.chapter_word
    return page(
        ctx,
        "log.html",
        save=name,
        title=title,
        word=word,
        chapter=number,
        chapters=chapters,
        log=list(reversed(told)),
        groups=groups_of(told),
    )


def _sheets(ctx: Context) -> Response:
    """What is counted and listed, for the drawer."""
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        return page(ctx, "sheets.html", m=moment(table), board=_board(table))


def _why(ctx: Context) -> Response:
    """The rolls behind a line of the log, or the rule of the question it answers."""
    parts = ctx.query("events")[:4000].split(".")
    numbers = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10][:400]
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


def _briefing(ctx: Context) -> Response:
    """The briefing of the mission or scenario, and where the game stands in five lines."""
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        session, view = table.session, table.view
        return page(
            ctx,
            "briefing.html",
            save=table.name,
            game=session.game.name,
            title=view.title(session.chapter.number, session.events, session.state),
            brief=brief_of(session, view),
            recap=recap(view, session.state, session.events, session.pending, view.standing(session.state)),
        )


WAYS: list[Way] = [
    get("/play/{save}", _show),
    get("/play/{save}/briefing", after_telling(_briefing)),
    post("/play/{save}/answer", _answer),
    post("/play/{save}/fill", _fill),
    post("/play/{save}/throw", _throw),
    post("/play/{save}/undo", _undo),
    post("/play/{save}/again", _again),
    post("/play/{save}/dice", _dice),
    post("/play/{save}/auto", _auto),
    post("/play/{save}/adviser", _adviser),
    post("/play/{save}/next", _next),
    post("/play/{save}/prefix", _prefix),
    get("/play/{save}/log", after_telling(_log)),
    get("/play/{save}/sheets", after_telling(_sheets)),
    get("/play/{save}/why", _why),
]
