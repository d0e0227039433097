"""Squadrons: the list, the record book, joining and leaving; for people and for programs."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from flakhouse import games
from flakhouse.errors import FlakhouseError
from flakhouse.store.squadrons import Book, SquadronInfo, Squadrons
from flakhouse.web.context import Context
from flakhouse.web.faults import fault_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.openapi import Call
from flakhouse.web.ways import Way, get, post

__all__ = ["CALLS", "WAYS"]


class NewSquadron(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squadron to make, for a game with tours."""

    name: str
    game: str


class JoinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The save of the tour to fly with a squadron; `player` is needed only on a server without accounts."""

    save: str
    player: str = ""


class LeaveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who leaves: needed only on a server without accounts."""

    player: str = ""


class SquadronKey(msgspec.Struct, frozen=True):
    """The key of a squadron: whoever has it can read the book and join."""

    key: str


def _squadrons(ctx: Context) -> Squadrons:
    return Squadrons(ctx.server.database)


def _account(ctx: Context) -> int | None:
    return ctx.account.id if ctx.account is not None else None


def _player(ctx: Context, said: str) -> str:
    return ctx.account.name if ctx.account is not None else said


# ------------------------------------------------------------------ pages


def _list(ctx: Context) -> Response:
    return _listed(ctx)


def _listed(ctx: Context, error: str = "", status: int = 200) -> Response:
    tours = [game for game in map(games.load, games.names()) if game.chapters > 1]
    mine = _squadrons(ctx).of(_account(ctx))
    return page(ctx, "squadrons.html", status, all=mine, tours=tours, games=games, error=error)


def _create(ctx: Context) -> Response:
    try:
        key = _squadrons(ctx).create(ctx.form.get("name", ""), ctx.form.get("game", ""), _account(ctx))
    except FlakhouseError as bad:
        return _listed(ctx, str(bad), fault_of(bad).status)
    return seen_other(f"/squadrons/{key}")


def _one(ctx: Context) -> Response:
    return _shown(ctx)


def _shown(ctx: Context, error: str = "", status: int = 200) -> Response:
    book = _squadrons(ctx).book(ctx.param("key"))
    own = [info.name for info in ctx.store.saves() if info.game == book.game]
    shown = {"book": book, "game": games.load(book.game), "own": own, "error": error}
    return page(ctx, "squadron.html", status, **shown)


def _join(ctx: Context) -> Response:
    try:
        player = _player(ctx, ctx.form.get("player", ""))
        _squadrons(ctx).join(ctx.store, ctx.param("key"), player, ctx.form.get("save", ""))
    except FlakhouseError as bad:
        return _shown(ctx, str(bad), fault_of(bad).status)
    return seen_other(f"/squadrons/{ctx.param('key')}")


def _leave(ctx: Context) -> Response:
    try:
        _squadrons(ctx).leave(ctx.param("key"), _account(ctx), _player(ctx, ctx.form.get("player", "")))
    except FlakhouseError as bad:
        return _shown(ctx, str(bad), fault_of(bad).status)
    return seen_other(f"/squadrons/{ctx.param('key')}")


# ------------------------------------------------------------------ programs


def _json(value: object, status: int = 200) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, headers={"Cache-Control": "no-store"}, media_type="application/json")


def _list_json(ctx: Context) -> Response:
    return _json(_squadrons(ctx).of(_account(ctx)))


def _create_json(ctx: Context) -> Response:
    new = ctx.json(NewSquadron)
    return _json(SquadronKey(_squadrons(ctx).create(new.name, new.game, _account(ctx))), 201)


def _one_json(ctx: Context) -> Response:
    return _json(_squadrons(ctx).book(ctx.param("key")))


def _join_json(ctx: Context) -> Response:
    said = ctx.json(JoinBody)
    _squadrons(ctx).join(ctx.store, ctx.param("key"), _player(ctx, said.player), said.save)
    return _one_json(ctx)


def _leave_json(ctx: Context) -> Response:
    _squadrons(ctx).leave(ctx.param("key"), _account(ctx), _player(ctx, ctx.json(LeaveBody).player))
    return _one_json(ctx)


_ONE = "/api/squadrons/{key}"
CALLS: list[Call] = [
    Call("GET", "/api/squadrons", "Your squadrons", _list_json, answer=list[SquadronInfo]),
    Call("POST", "/api/squadrons", "Make one", _create_json, body=NewSquadron, answer=SquadronKey, status=201),
    Call("GET", _ONE, "The record book of a squadron", _one_json, answer=Book),
    Call("POST", f"{_ONE}/join", "Fly a tour with it", _join_json, body=JoinBody, answer=Book),
    Call("POST", f"{_ONE}/leave", "Leave it", _leave_json, body=LeaveBody, answer=Book),
]

WAYS: list[Way] = [
    get("/squadrons", _list),
    post("/squadrons", _create),
    get("/squadrons/{key}", _one),
    post("/squadrons/{key}/join", _join),
    post("/squadrons/{key}/leave", _leave),
]
