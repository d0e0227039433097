"""Studies: a game as the bot plays it beside history. Long work, so it tells how far it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import msgspec
from starlette.responses import Response, StreamingResponse

from flakhouse import games
from flakhouse.render.sheets import Sheet
from flakhouse.sim.history import Figure, compare, worded
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import UNBUFFERED, page
from flakhouse.web.pages.reference import game_of
from flakhouse.web.sheets import sheets_html
from flakhouse.web.ways import Way, get

__all__ = ["WAYS"]

_MOST = 2000
_ONE = threading.BoundedSemaphore(1)  # studies at a time in a process: players come first


def _studies(ctx: Context) -> Response:
    return page(ctx, "studies.html", all=[games.load(name) for name in games.names()])


def _history(ctx: Context) -> Response:
    """The comparison as lines of JSON: `done` from 0 to 1, at last `html` with the table."""
    game = game_of(ctx)
    count = ctx.number("games", 100)
    if count is None or not 1 <= count <= _MOST:
        raise BadRequest(f"games: from 1 to {_MOST}")

    def lines() -> Iterator[bytes]:
        if not _ONE.acquire(blocking=False):  # not before somebody listens, so that it is always let go
            told = {"message": "Another study is running; try again when it is done."}
            yield msgspec.json.encode(told) + b"\n"
            return
        try:
            for news in compare(game, count, "history"):
                line: dict[str, object] = {"done": news} if isinstance(news, float) else _table(news)
                yield msgspec.json.encode(line) + b"\n"
        finally:
            _ONE.release()

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=UNBUFFERED)


def _table(figures: list[Figure]) -> dict[str, object]:
    if not figures:
        return {"message": "There is no comparison with history for this game yet."}
    sheets = [
        Sheet(
            study,
            ("", "game", "95 % interval", "history", "what to say of it", "quoted in"),
            tuple(_cells(one) for one in figures if one.study == study),
        )
        for study in dict.fromkeys(one.study for one in figures)
    ]
    return {"html": str(sheets_html(sheets)), "rows": figures}


def _cells(one: Figure) -> tuple[str, ...]:
    if not one.n:
        return (one.what, "no case", "", one.quoted, one.sentence, one.source)
    mean, low, high = (worded(value, one.percent) for value in (one.game, one.low, one.high))
    return (one.what, mean, f"{low} to {high}", one.quoted, one.sentence, one.source)


WAYS: list[Way] = [get("/studies", _studies), get("/studies/{game}", _history)]
