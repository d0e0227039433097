"""After a chapter: debriefing, story and log sheets as pages that print well, and as files."""

from __future__ import annotations

import functools

import msgspec
from markupsafe import Markup
from starlette.responses import Response

from flakhouse import games
from flakhouse.core.chapter import Chapter
from flakhouse.core.events import Noted
from flakhouse.core.game import Game
from flakhouse.core.session import Session
from flakhouse.render.base import FORMATS, KINDS, Record, diary, record_of
from flakhouse.web.boards.base import BoardInput
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.forms import campaign_form_of, campaign_kinds, mission_form_of
from flakhouse.web.html import page
from flakhouse.web.pages.debrief import debrief_page, debrief_text
from flakhouse.web.sheets import sheets_html
from flakhouse.web.tables import view_of
from flakhouse.web.untold import after_telling
from flakhouse.web.ways import Way, get

__all__ = ["WAYS", "records_of", "report_text"]

TITLES = {
    "debrief": "Debriefing",
    "mission": "Log sheet",
    "campaign": "Campaign sheet",
    "story": "After-action report",
}
_LARGE = 100_000  # bytes of a chapter; one of ours has a tenth
_TYPES = {
    "text": ("text/plain", "txt"),
    "markdown": ("text/markdown", "md"),
    "csv": ("text/csv", "csv"),
    "json": ("application/json", "json"),
    "forum": ("text/plain", "txt"),
    "html": ("text/html", "html"),
}


def records_of(ctx: Context, name: str, kind: str) -> tuple[Game, list[Record], int, list[int]]:
    """The records a report is made of, the chapter it tells of, and the chapters there are."""
    game, number, numbers = _asked(ctx, name, kind)
    records = _flown(ctx, name) if kind == "campaign" else [_woken(ctx, game, name, number)[0]]
    return game, records, number, numbers


def _asked(ctx: Context, name: str, kind: str) -> tuple[Game, int, list[int]]:
    """The game of a save, the chapter asked for, and the chapters there are."""
    if kind not in KINDS:
        raise BadRequest(f"no report {kind[:40]!r}; reports: {', '.join(KINDS)}")
    game = games.load(ctx.store.info(name).game)
    count = ctx.store.info(name).chapter
    number = ctx.number("chapter", count)
    if number is None or not 1 <= number <= count:
        raise BadRequest(f"chapter {number}: {name} has 1 to {count}")
    return game, number, list(range(1, count + 1))


def _flown(ctx: Context, name: str) -> list[Record]:
    """The finished chapters, without their logs."""
    return [record_of(c, [], name) for c in ctx.store.chapters(name) if c.finished]


def _woken(ctx: Context, game: Game, name: str, number: int) -> tuple[Record, BoardInput, Session]:
    """A chapter with its log and the state at its end; without both where the rules no longer play it."""
    session = ctx.store.session(game, name, number)
    session.keeper = None
    lost = bool(session.wake()) and session.chapter.finished is not None
    chapter, events = session.chapter, [] if lost else session.events
    given = BoardInput(
        None if lost else session.state,
        session.pending,
        events,
        chapter.options,
        chapter.campaign,
        chapter.number,
        session.finish is not None,
    )
    return record_of(chapter, events, name), given, session


def _campaign_form(ctx: Context, game: Game, name: str) -> Markup:
    """The campaign log as a form, with the flight under way."""
    kinds = campaign_kinds(game.name)
    if not kinds:
        return Markup("")
    chapters = list(ctx.store.chapters(name))
    done = [c for c in chapters if c.finished]
    records = [record_of(c, list(_told(msgspec.json.encode(c), kinds)), name) for c in done]
    if len(done) == len(chapters):
        return campaign_form_of(game.name, records)
    record, given, _ = _woken(ctx, game, name, chapters[-1].number)
    return campaign_form_of(game.name, [*records, record], given)


def _told(chapter: bytes, kinds: frozenset[str]) -> tuple[Noted, ...]:
    """The same, kept for a while if it is not unusually large: what is kept is kept under its whole text."""
    return _noted(chapter, kinds) if len(chapter) < _LARGE else _noted.__wrapped__(chapter, kinds)


@functools.lru_cache(maxsize=512)
def _noted(chapter: bytes, kinds: frozenset[str]) -> tuple[Noted, ...]:
    """The events of some kinds of a finished chapter, kept for a while; none if the rules no longer play it."""
    found = msgspec.json.decode(chapter, type=Chapter)
    session = Session(games.load(found.game), found)
    return () if session.wake() else tuple(e for e in session.events if isinstance(e, Noted) and e.kind in kinds)


def _report(ctx: Context) -> Response:
    """A report as a page, or as a file if a format is named."""
    name, kind = ctx.param("save"), ctx.param("kind")
    game, number, numbers = _asked(ctx, name, kind)
    given: BoardInput | None = None
    session: Session | None = None
    if kind == "campaign":
        records = _flown(ctx, name)
    else:
        record, given, session = _woken(ctx, game, name, number)
        records = [record]
    view = view_of(game.name)
    format = ctx.query("format")
    if format:
        return _file(name, kind, number, format, report_text(ctx, name, game, kind, records, format))
    if kind == "debrief" and session is not None:
        return debrief_page(ctx, name, game, records[-1], session)
    title, paragraphs, sheets = TITLES[kind], [], sheets_html([])
    form = Markup("")
    if kind == "story" and records:
        title = view.story_title(records[-1])
        paragraphs = [text for text in view.story_paragraphs(records[-1]) if text]
    elif kind == "campaign":
        sheets = sheets_html(view.campaign_sheets(records)) if records else sheets
        form = _campaign_form(ctx, game, name)
    elif records:
        sheets = sheets_html(view.mission_sheets(records[-1]))
        if given is not None:
            form = mission_form_of(game.name, records[-1], given)
    return page(
        ctx,
        "report.html",
        save=name,
        game=game,
        kind=kind,
        kinds=TITLES,
        title=title,
        paragraphs=paragraphs,
        diary=diary(records[-1]) if kind == "story" and records else [],
        sheets=sheets,
        form=form,
        chapter=number,
        chapters=numbers,
        formats=[f for f in FORMATS if f != "text"],
    )


def report_text(ctx: Context, name: str, game: Game, kind: str, records: list[Record], format: str) -> str:
    """A report in a format; "" where there is no such format."""
    if format not in FORMATS:
        return ""
    if kind == "debrief":
        return debrief_text(ctx, name, game, records[-1], format)
    return view_of(game.name).report(kind, records, format)


def _file(name: str, kind: str, number: int, format: str, text: str) -> Response:
    if format not in _TYPES:
        raise BadRequest(f"no format {format[:40]!r}; formats: {', '.join(FORMATS)}")
    media, ending = _TYPES[format]
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "_" for sign in name)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}-{kind}-{number}.{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type=media)


WAYS: list[Way] = [get("/play/{save}/report/{kind}", after_telling(_report))]
