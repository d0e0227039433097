"""Challenges on the server: the list, one with its table, entering, handing in; for people and for programs."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from starlette.responses import Response

from flakhouse import games
from flakhouse.challenges.forms import form_of, forms
from flakhouse.challenges.judge import Result
from flakhouse.core.chapter import Chapter
from flakhouse.core.deadline import limited
from flakhouse.errors import FlakhouseError
from flakhouse.savefile import check_save, read_save
from flakhouse.store.challenges import Challenges, Contest, Hosted
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import fault_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.openapi import Call
from flakhouse.web.pages.start import groups
from flakhouse.web.ways import Way, get, post

__all__ = ["CALLS", "WAYS"]

_WEEK = 7 * 24 * 3600
_FORMAT = "%Y-%m-%dT%H:%M"  # of a browser's field for date and time


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to make; it closes at `closes`, in seconds of the epoch."""

    game: str
    closes: int
    form: str = ""
    options: dict[str, str] = {}
    title: str = ""
    strict: bool = False


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who flies: needed only on a server without accounts."""

    player: str = ""


class HandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flight to hand in: the one begun here, or the exported save of one flown elsewhere."""

    player: str = ""
    save: dict[str, object] | None = None


class ChallengeKey(msgspec.Struct, frozen=True):
    """The key of a challenge that was made."""

    key: str


class Entered(msgspec.Struct, frozen=True):
    """The save that flies it."""

    save: str


def _challenges(ctx: Context) -> Challenges:
    return Challenges(ctx.server.database, ctx.server.config.accounts)


def _player(ctx: Context, said: str) -> str:
    """Who flies: the account, or on a server without any whoever he says he is."""
    return ctx.account.name if ctx.account is not None else said


def _maker(ctx: Context) -> int | None:
    return ctx.account.id if ctx.account is not None else None


# ------------------------------------------------------------------ pages


def _list(ctx: Context) -> Response:
    return _listed(ctx)


def _listed(ctx: Context, error: str = "", status: int = 200) -> Response:
    """All challenges, and the form for another; `?own=GAME` opens the one with scenario and options to choose."""
    kinds = [(name, form.name, form.title) for name in games.names() for form in forms().values()]
    fit = [(f"{game} {form}", game, title) for game, form, title in kinds if forms()[form].game in ("", game)]
    wanted = ctx.form.get("own", "") or ctx.query("own")
    own = games.load(wanted) if wanted in games.names() else None
    return page(
        ctx,
        "challenges.html",
        status,
        all=_challenges(ctx).all(),
        kinds=[(value, games.load(game), title) for value, game, title in fit],
        closes=datetime.fromtimestamp(time.time() + _WEEK, UTC).strftime(_FORMAT),
        day=_day,
        games=games,
        own=own,
        groups=groups(own) if own is not None else [],
        form=ctx.form,
        error=error,
    )


def _create(ctx: Context) -> Response:
    form = ctx.form
    try:
        game, _, kind = form.get("kind", "").partition(" ")
        chosen = _chosen(form) if form.get("own") else {}
        key = _challenges(ctx).create(
            form.get("own") or game,
            _moment(form.get("closes", "")),
            form=kind,
            options=chosen,
            title=form.get("title", "").strip(),
            strict=form.get("strict") == "on",
            maker=_maker(ctx),
        )
    except (FlakhouseError, BadRequest) as bad:
        return _listed(ctx, str(bad), fault_of(bad).status)
    return seen_other(f"/challenges/{key}")


def _chosen(form: Mapping[str, str]) -> dict[str, str]:
    """The options of a challenge of one's own, those of its scenario among them; what is as usual is left out."""
    name = form.get("own", "")
    if name not in games.names():
        raise BadRequest(f"no game {name[:40]!r}; games: {', '.join(games.names())}")
    game = games.load(name)
    scenarios = {one.key: one.options for one in game.scenarios()}
    if (scenario := form.get("scenario", "")) not in ("", *scenarios):
        raise BadRequest(f"no scenario {scenario[:40]!r}; scenarios: {', '.join(scenarios)}")
    given = {key[7:]: value for key, value in form.items() if key.startswith("option:")}
    usual = {spec.key: spec.default for spec in game.options()}
    asked = {**scenarios.get(scenario, {}), **given}
    return {key: value for key, value in asked.items() if usual.get(key) != value}


def _one(ctx: Context) -> Response:
    return _shown(ctx)


def _shown(ctx: Context, error: str = "", done: str = "", status: int = 200) -> Response:
    """A challenge with its table, and what this player can do with it."""
    key = ctx.param("key")
    all_of_them = _challenges(ctx)
    found = all_of_them.get(key)
    name = _player(ctx, ctx.form.get("player", ""))
    return page(
        ctx,
        "challenge.html",
        status,
        one=found,
        form=form_of(found.form, found.game),
        game=games.load(found.game),
        table=all_of_them.table(key),
        mine=all_of_them.flight_of(ctx.store, key, name) if name else None,
        owns=not ctx.server.config.accounts or (found.maker is not None and found.maker == _maker(ctx)),
        player=name,
        day=_day,
        error=error,
        done=done,
    )


def _enter(ctx: Context) -> Response:
    try:
        ctx.room()
        name = _challenges(ctx).enter(ctx.store, ctx.param("key"), _player(ctx, ctx.form.get("player", "")))
    except FlakhouseError as bad:
        return _shown(ctx, str(bad), status=fault_of(bad).status)
    return seen_other(f"/play/{name}/scene?from=0")


def _hand_in(ctx: Context) -> Response:
    """The flight begun here, or a file."""
    try:
        player, data = _player(ctx, ctx.form.get("player", "")), ctx.files.get("file", b"")
        result = _handed(ctx, player, _chapters(data) if data else None)
    except FlakhouseError as bad:
        return _shown(ctx, str(bad), status=fault_of(bad).status)
    assert result.score is not None
    return _shown(ctx, done=f"Your flight counts: {result.score.points:g} points.")


def _close(ctx: Context) -> Response:
    try:
        _challenges(ctx).close(ctx.param("key"), _maker(ctx))
    except FlakhouseError as bad:
        return _shown(ctx, str(bad), status=fault_of(bad).status)
    return seen_other(f"/challenges/{ctx.param('key')}")


def _handed(ctx: Context, player: str, chapters: Sequence[Chapter] | None) -> Result:
    if chapters is None:
        return _challenges(ctx).hand_in(ctx.store, ctx.param("key"), player)
    return _challenges(ctx).hand_in_file(ctx.store, ctx.param("key"), player, chapters)


def _chapters(data: bytes) -> list[Chapter]:
    """The chapters of a save file, checked in form; whether they play is the judge's."""
    save = limited(read_save, data)
    limited(check_save, save, False)
    return save.chapters


def _moment(text: str) -> int:
    """The time a form says, in UTC."""
    try:
        return int(datetime.strptime(text, _FORMAT).replace(tzinfo=UTC).timestamp())
    except (ValueError, OverflowError) as bad:
        raise BadRequest("say when the challenge closes, as 2026-12-24T18:00") from bad


def _day(seconds: int) -> str:
    """A moment in words."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


# ------------------------------------------------------------------ programs


def _json(value: object, status: int = 200) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, headers={"Cache-Control": "no-store"}, media_type="application/json")


def _list_json(ctx: Context) -> Response:
    return _json(_challenges(ctx).all())


def _create_json(ctx: Context) -> Response:
    new = ctx.json(NewChallenge)
    key = _challenges(ctx).create(
        new.game,
        new.closes,
        form=new.form,
        options=new.options,
        title=new.title,
        strict=new.strict,
        maker=_maker(ctx),
    )
    return _json(ChallengeKey(key), 201)


def _one_json(ctx: Context) -> Response:
    key = ctx.param("key")
    return _json(Contest(_challenges(ctx).get(key), _challenges(ctx).table(key)))


def _enter_json(ctx: Context) -> Response:
    said = ctx.json(Entry)
    ctx.room()
    return _json(Entered(_challenges(ctx).enter(ctx.store, ctx.param("key"), _player(ctx, said.player))), 201)


def _hand_in_json(ctx: Context) -> Response:
    said = ctx.json(HandIn)
    chapters = _chapters(msgspec.json.encode(said.save)) if said.save is not None else None
    return _json(_handed(ctx, _player(ctx, said.player), chapters))


def _close_json(ctx: Context) -> Response:
    _challenges(ctx).close(ctx.param("key"), _maker(ctx))
    return Response(status_code=204)


_ONE = "/api/challenges/{key}"
CALLS: list[Call] = [
    Call("GET", "/api/challenges", "The challenges", _list_json, answer=list[Hosted]),
    Call(
        "POST",
        "/api/challenges",
        "Make a challenge",
        _create_json,
        body=NewChallenge,
        answer=ChallengeKey,
        status=201,
    ),
    Call("GET", _ONE, "A challenge and its table", _one_json, answer=Contest),
    Call("POST", f"{_ONE}/enter", "Begin its flight", _enter_json, body=Entry, answer=Entered, status=201),
    Call("POST", f"{_ONE}/result", "Hand in a flight", _hand_in_json, body=HandIn, answer=Result),
    Call("POST", f"{_ONE}/close", "Close it now", _close_json, status=204),
]

WAYS: list[Way] = [
    get("/challenges", _list),
    post("/challenges", _create),
    get("/challenges/{key}", _one),
    post("/challenges/{key}/enter", _enter),
    post("/challenges/{key}/hand-in", _hand_in, limit=8_000_000),
    post("/challenges/{key}/close", _close),
]
