"""A flight shown to others under an address that nobody can guess and its owner can withdraw.

The page is the one `flakhouse export` writes, with its styles from this server: story, scenes with the board, log,
diary. It says nothing of the account, of other saves or of the name of this one, and not the seed: those of the
flights to come follow from it.
"""

from __future__ import annotations

import functools

import msgspec
from starlette.responses import HTMLResponse, Response

from flakhouse import games
from flakhouse.core.chapter import Chapter
from flakhouse.core.session import Session
from flakhouse.errors import Unknown
from flakhouse.store.addresses import addresses_of, lend, lent, withdraw
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import seen_other
from flakhouse.web.openapi import Call
from flakhouse.web.share import shared
from flakhouse.web.ways import Way, get, post

__all__ = ["CALLS", "WAYS"]

_LARGE = 100_000  # bytes of a chapter; one of ours has a tenth
_HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}


class Address(msgspec.Struct, frozen=True):
    """Where others see a flight: the path on this server."""

    chapter: int
    path: str


class LendBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of the flight to show to others."""

    chapter: int


def _flight(ctx: Context) -> Response:
    """What others see."""
    found = lent(ctx.server.database, ctx.param("secret"))
    text = msgspec.json.encode(found.loaded.chapter)
    draw = _drawn if len(text) < _LARGE else _drawn.__wrapped__
    return HTMLResponse(draw(found.save, text), headers=_HEADERS)


@functools.lru_cache(maxsize=32)
def _drawn(save: str, chapter: bytes) -> str:
    """The page of a chapter, kept for a while: many may come at once, and its boards take long to draw."""
    found = msgspec.json.decode(chapter, type=Chapter)
    session = Session(games.load(found.game), found)
    if session.wake():
        raise Unknown("today's rules do not play this flight as recorded, so it cannot be shown")
    return shared(session, save, linked=True)


def _address(ctx: Context) -> Response:
    """Make an address, or withdraw it."""
    name, number, say = ctx.param("save"), ctx.form.get("chapter", ""), ctx.form.get("say", "")
    ctx.store.info(name)  # another's save is as if it were not there
    if not (number.isascii() and number.isdecimal() and len(number) < 10) or say not in ("make", "withdraw"):
        raise BadRequest("name the flight, and whether its address is made or withdrawn")
    if say == "make":
        lend(ctx.store, name, int(number))
    else:
        withdraw(ctx.store, name, int(number))
    return seen_other(f"/play/{name}/report/debrief?chapter={int(number)}#share")


# ------------------------------------------------------------------ programs


def _json(value: object, status: int = 200) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, headers=_HEADERS, media_type="application/json")


def _list_json(ctx: Context) -> Response:
    found = addresses_of(ctx.store, ctx.param("save"))
    return _json([Address(number, f"/flights/{secret}") for number, secret in found.items()])


def _lend_json(ctx: Context) -> Response:
    number = _known(ctx, ctx.json(LendBody).chapter)
    return _json(Address(number, f"/flights/{lend(ctx.store, ctx.param('save'), number)}"), 201)


def _withdraw_json(ctx: Context) -> Response:
    text = ctx.param("chapter")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    withdraw(ctx.store, ctx.param("save"), _known(ctx, number))
    return Response(status_code=204)


def _known(ctx: Context, number: int) -> int:
    """The number of a flight that the save has."""
    name = ctx.param("save")
    count = ctx.store.info(name).chapter
    if not 1 <= number <= count:
        raise Unknown(f"{name!r} has flights 1 to {count}")
    return number


_ALL = "/api/saves/{save}/addresses"
CALLS: list[Call] = [
    Call("GET", _ALL, "Where others see its flights", _list_json, answer=list[Address]),
    Call("POST", _ALL, "Make an address for a flight", _lend_json, body=LendBody, answer=Address, status=201),
    Call("DELETE", f"{_ALL}/{{chapter}}", "Withdraw the address of a flight", _withdraw_json, status=204),
]

WAYS: list[Way] = [get("/flights/{secret}", _flight, public=True), post("/play/{save}/address", _address)]
