"""How this browser wants its pages: light or dark, motion, guidance."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse.web.context import Context, Prefs
from flakhouse.web.html import page, seen_other
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "local"]


def local(path: str) -> str:
    """A path of this server to go on to, whatever was asked for."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and len(path) < 300
    return path if fine else "/"


def _settings(ctx: Context) -> Response:
    return page(ctx, "settings.html", next=local(ctx.query("next", "/")))


def _keep(ctx: Context) -> Response:
    given = "&".join(f"{key}={ctx.form.get(key, '')}" for key in ("theme", "motion", "guide"))
    response = seen_other(local(ctx.form.get("next", "/")))
    response.set_cookie(
        "flakhouse_prefs",
        Prefs.read(given).cookie(),
        max_age=31_536_000,
        samesite="lax",
        httponly=True,
        secure=ctx.server.config.https,
    )
    return response


WAYS: list[Way] = [get("/settings", _settings, public=True), post("/settings", _keep, public=True)]
