"""How this browser wants its pages: light or dark, motion, guidance."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse.web.context import Context, Prefs
from flakhouse.web.html import page, seen_other
from flakhouse.web.security import PREFS
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "local"]

_LONG = 6000  # characters of an address to come back to


def local(path: str) -> str:
    """A path of this server to go on to, whatever was asked for; a plan laid out in the query may be long."""
    short = len(path.partition("?")[0]) < 300 and len(path) < _LONG
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and short
    return path if fine else "/"


def _settings(ctx: Context) -> Response:
    return page(ctx, "settings.html", next=local(ctx.query("next", "/")))


def _keep(ctx: Context) -> Response:
    now = ctx.prefs
    given = "&".join(f"{key}={ctx.form.get(key, getattr(now, key))}" for key in now.__struct_fields__)
    response = seen_other(local(ctx.form.get("next", "/")))
    ctx.keep(response, PREFS, Prefs.read(given).cookie(), 31_536_000)
    return response


WAYS: list[Way] = [get("/settings", _settings, public=True), post("/settings", _keep, public=True)]
