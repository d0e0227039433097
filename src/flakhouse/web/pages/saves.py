"""What can be done with saves: rename, copy, delete, export, import."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse import games
from flakhouse.errors import FlakhouseError
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import fault_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.pages.start import show
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS"]


def _manage(ctx: Context) -> Response:
    """The page of one save, with everything that can be done with it."""
    return _managed(ctx, ctx.param("save"))


def _managed(ctx: Context, name: str, error: str = "", status: int = 200) -> Response:
    info = ctx.store.info(name)
    return page(ctx, "save.html", status, info=info, game=games.load(info.game), error=error)


def _rename(ctx: Context) -> Response:
    name, new = ctx.param("save"), ctx.form.get("name", "").strip()
    try:
        ctx.store.rename(name, new)
    except FlakhouseError as bad:
        return _managed(ctx, name, str(bad), fault_of(bad).status)
    ctx.server.tables.forget(ctx.store, name)
    return seen_other(f"/saves/{new}")


def _copy(ctx: Context) -> Response:
    name = ctx.param("save")
    ctx.room()
    try:
        made = ctx.store.copy(games.load(ctx.store.info(name).game), name, ctx.form.get("name", "").strip())
    except FlakhouseError as bad:
        return _managed(ctx, name, str(bad), fault_of(bad).status)
    return seen_other(f"/saves/{made}")


def _delete(ctx: Context) -> Response:
    name = ctx.param("save")
    if ctx.form.get("sure") != "yes":
        return _managed(ctx, name, "Tick the box first: a deleted save does not come back.", 400)
    ctx.store.delete(name)
    ctx.server.tables.forget(ctx.store, name)
    return seen_other("/")


def _export(ctx: Context) -> Response:
    name = ctx.param("save")
    data = ctx.store.export(name)
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "_" for sign in name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}.json"', "Cache-Control": "no-store"}
    return Response(data, headers=headers, media_type="application/json")


def _import(ctx: Context) -> Response:
    data = ctx.files.get("file", b"")
    try:
        if not data:
            raise BadRequest("choose the file of an exported save first")
        ctx.room()
        name, _ = ctx.store.import_(data)
    except (FlakhouseError, BadRequest) as bad:
        return show(ctx, "", str(bad), fault_of(bad).status)
    return seen_other(f"/play/{name}")


WAYS: list[Way] = [
    get("/saves/{save}", _manage),
    post("/saves/{save}/rename", _rename),
    post("/saves/{save}/copy", _copy),
    post("/saves/{save}/delete", _delete),
    get("/saves/{save}/export", _export),
    post("/import", _import, limit=8_000_000, file=True),
]
