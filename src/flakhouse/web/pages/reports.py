"""After a chapter: debriefing, story and log sheets as pages that print well, and as files."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse import games
from flakhouse.core.game import Game
from flakhouse.render.base import FORMATS, KINDS, Record, record_of
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page
from flakhouse.web.sheets import sheets_html
from flakhouse.web.tables import view_of
from flakhouse.web.ways import Way, get

__all__ = ["WAYS", "records_of"]

TITLES = {
    "debrief": "Debriefing",
    "mission": "Log sheet",
    "campaign": "Campaign sheet",
    "story": "After-action report",
}
_TYPES = {
    "text": ("text/plain", "txt"),
    "markdown": ("text/markdown", "md"),
    "csv": ("text/csv", "csv"),
    "json": ("application/json", "json"),
}


def records_of(ctx: Context, name: str, kind: str) -> tuple[Game, list[Record], int, list[int]]:
    """The records a report is made of, the chapter it tells of, and the chapters there are."""
    if kind not in KINDS:
        raise BadRequest(f"no report {kind[:40]!r}; reports: {', '.join(KINDS)}")
    game = games.load(ctx.store.info(name).game)
    count = ctx.store.info(name).chapter
    number = ctx.number("chapter", count)
    if number is None or not 1 <= number <= count:
        raise BadRequest(f"chapter {number}: {name} has 1 to {count}")
    if kind == "campaign":
        records = [record_of(c, [], name) for c in ctx.store.chapters(name) if c.finished]
    else:
        session = ctx.store.session(game, name, number)
        session.keeper = None
        remark = session.wake()
        records = [record_of(session.chapter, [] if remark else session.events, name)]
    return game, records, number, list(range(1, count + 1))


def _report(ctx: Context) -> Response:
    """A report as a page, or as a file if a format is named."""
    name, kind = ctx.param("save"), ctx.param("kind")
    game, records, number, numbers = records_of(ctx, name, kind)
    view = view_of(game.name)
    format = ctx.query("format")
    if format:
        return _file(name, kind, number, format, view.report(kind, records, format) if format in FORMATS else "")
    title, paragraphs, sheets = TITLES[kind], [], sheets_html([])
    if kind == "story" and records:
        title = view.story_title(records[-1])
        paragraphs = [text for text in view.story_paragraphs(records[-1]) if text]
    elif kind == "campaign":
        sheets = sheets_html(view.campaign_sheets(records)) if records else sheets
    elif records:
        made = view.debrief_sheets(records[-1]) if kind == "debrief" else view.mission_sheets(records[-1])
        sheets = sheets_html(made)
    return page(
        ctx,
        "report.html",
        save=name,
        game=game,
        kind=kind,
        kinds=TITLES,
        title=title,
        paragraphs=paragraphs,
        sheets=sheets,
        chapter=number,
        chapters=numbers,
        formats=[f for f in FORMATS if f != "text"],
    )


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


WAYS: list[Way] = [get("/play/{save}/report/{kind}", _report)]
