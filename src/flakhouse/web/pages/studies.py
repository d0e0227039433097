"""Studies: a game as the bot plays it beside history. Long work, so it tells how far it is."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec
from markupsafe import Markup
from starlette.responses import Response, StreamingResponse

from flakhouse import games
from flakhouse.render.sheets import Sheet
from flakhouse.sim.history import Figure, compare, together, worded
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import UNBUFFERED, page
from flakhouse.web.pages.reference import game_of
from flakhouse.web.sheets import sheets_html
from flakhouse.web.ways import Way, get

__all__ = ["WAYS"]

_MOST = 2000
#: What stands in the column beside the mean; history is one raid, or a mean itself.
_INTERVAL = {False: "95 % interval", True: "95 of 100 raids"}
_SAY = 10  # seconds after which a study says that it still runs


def _studies(ctx: Context) -> Response:
    return page(ctx, "studies.html", all=[games.load(name) for name in games.names()])


def _history(ctx: Context) -> Response:
    """The comparison as lines of JSON: `done` from 0 to 1, at last `html` with the table."""
    game = game_of(ctx)
    count = ctx.number("games", 100)
    if count is None or not 1 <= count <= _MOST:
        raise BadRequest(f"games: from 1 to {_MOST}")

    def lines() -> Iterator[bytes]:
        with ctx.server.studies.held() as slot:  # not before somebody listens, so that it is always let go
            if not slot:
                told = {"message": "Another study is running; try again when it is done."}
                yield msgspec.json.encode(told) + b"\n"
                return
            said = time.monotonic()
            for news in compare(game, count, "history"):
                if time.monotonic() - said > _SAY:
                    ctx.server.studies.keep(slot)
                    said = time.monotonic()
                line: dict[str, object] = {"done": news} if isinstance(news, float) else _table(news)
                yield msgspec.json.encode(line) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=UNBUFFERED)


def _table(figures: list[Figure]) -> dict[str, object]:
    if not figures:
        return {"message": "There is no comparison with history for this game yet."}
    sheets = [
        Sheet(
            study,
            (
                "",
                "game",
                _INTERVAL[any(one.single for one in figures)],
                "history",
                "what to say of it",
                "quoted in",
            ),
            tuple(_cells(one) for one in figures if one.study == study),
        )
        for study in dict.fromkeys(one.study for one in figures)
    ]
    return {"html": str(sheets_html(sheets)) + str(Markup("<p>{}</p>").format(together(figures))), "rows": figures}


def _cells(one: Figure) -> tuple[str, ...]:
    if not one.n:
        return (one.what, "no case", "", one.quoted, one.sentence, one.source)
    mean, low, high = (worded(value, one.percent) for value in (one.game, one.low, one.high))
    return (one.what, mean, f"{low} to {high}", one.quoted, one.sentence, one.source)


WAYS: list[Way] = [get("/studies", _studies), get("/studies/{game}", _history, own=True)]
