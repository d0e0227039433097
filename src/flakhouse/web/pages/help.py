"""How to play, for somebody who has never seen these games."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse import games
from flakhouse.web.context import Context
from flakhouse.web.html import page
from flakhouse.web.ways import Way, get

__all__ = ["WAYS"]


def _help(ctx: Context) -> Response:
    return page(
        ctx,
        "help.html",
        all=[games.load(name) for name in games.names()],
    )


WAYS: list[Way] = [get("/help", _help, public=True)]
