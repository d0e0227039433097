"""What a request has: the player, his store, his preferences, the form or JSON he sent."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from starlette.requests import Request

from flakhouse.store import Database, Store, data_folder
from flakhouse.store.accounts import Account, Accounts
from flakhouse.web.config import Config
from flakhouse.web.security import Rates
from flakhouse.web.tables import Tables

__all__ = ["BadRequest", "Context", "Prefs", "Server"]

T = TypeVar("T")
_LOG = logging.getLogger("flakhouse")


class BadRequest(Exception):
    """A request that makes no sense; the text says why."""


class Server:
    """What all requests of one process share. Nothing in it is needed to go on after a restart."""

    def __init__(self, config: Config) -> None:
        self.config = config
        where = config.url or (config.data_folder or data_folder()) / "saves.sqlite3"
        self.database = Database(where, wait=20.0)
        self.accounts = Accounts(self.database)
        self.tables = Tables(config.sessions)
        self.rates = Rates(config.rate, config.burst)
        self.joining = Rates(config.new_accounts / 3600, config.new_accounts)

    def trouble(self, request: Request, bad: BaseException) -> None:
        """Something of ours failed: say it on the server's own log, with where."""
        _LOG.error("%s %s failed", request.method, request.url.path, exc_info=bad)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


class Prefs(msgspec.Struct, frozen=True):
    """How this browser wants its pages; kept in a cookie."""

    theme: str = "auto"  # auto | light | dark
    motion: str = "auto"  # auto | off
    guide: str = "off"  # on: each decision is explained to a newcomer

    @classmethod
    def read(cls, text: str) -> Prefs:
        """From the cookie, whatever stands in it."""
        found = dict(part.split("=", 1) for part in text.split("&") if "=" in part)
        return cls(
            theme=_one_of(found.get("theme", ""), ("auto", "light", "dark")),
            motion=_one_of(found.get("motion", ""), ("auto", "off")),
            guide=_one_of(found.get("guide", ""), ("off", "on")),
        )

    def cookie(self) -> str:
        """For the cookie."""
        return f"theme={self.theme}&motion={self.motion}&guide={self.guide}"


def _one_of(word: str, words: tuple[str, ...]) -> str:
    return word if word in words else words[0]


class Context:
    """One request."""

    def __init__(
        self,
        server: Server,
        request: Request,
        account: Account | None,
        token: str,
        body: bytes,
        form: Mapping[str, str],
        files: Mapping[str, bytes],
    ) -> None:
        self.server = server
        self.request = request
        self.account = account
        self.token = token  # of the login, "" without one
        self.body = body
        self.form = form
        self.files = files
        self.prefs = Prefs.read(request.cookies.get("flakhouse_prefs", ""))
        self.store = Store.on(server.database, account.id if account is not None else None)

    @property
    def path(self) -> str:
        """The path asked for."""
        return self.request.url.path

    @property
    def swap(self) -> bool:
        """Whether our own script asks, which puts the page in place itself."""
        return self.request.headers.get("x-swap") == "1"

    def param(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str, default: str = "") -> str:
        """A part of the query."""
        return self.request.query_params.get(name, default)

    def number(self, name: str, default: int | None = None) -> int | None:
        """A whole number of the query."""
        text = self.query(name)
        if not text:
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise BadRequest(f"{name}={text[:40]!r}: expected a number")
        return int(text)

    @property
    def address(self) -> str:
        """Where the request comes from; a proxy's word is taken only where `serve` says so."""
        return self.request.client.host if self.request.client else ""

    def room(self) -> None:
        """Refuse one more save where a player of a hosted server has very many already."""
        if self.account is not None and len(self.store.names()) >= self.server.config.saves:
            raise BadRequest(f"you have {self.server.config.saves} saves, which is the most; delete some first")

    def raw_json(self) -> bytes:
        """The JSON sent, unread."""
        kind = self.request.headers.get("content-type", "").split(";")[0].strip().lower()
        if kind != "application/json":
            raise BadRequest("expected a body of type application/json")
        return self.body

    def json(self, type: type[T]) -> T:
        """The JSON sent, checked."""
        try:
            return msgspec.json.decode(self.raw_json(), type=type)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as bad:
            raise BadRequest(f"the JSON sent is not what is expected here: {bad}") from bad
