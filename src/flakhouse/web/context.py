"""What a request has: the player, his store, his preferences, the form or JSON he sent."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from flakhouse.errors import RulesError
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Account, Accounts
from flakhouse.store.quota import Quota
from flakhouse.store.shared import Buckets, Slots
from flakhouse.web.config import Config
from flakhouse.web.security import PREFS, Large, Rates, address_of, cookie_name
from flakhouse.web.tables import Tables

__all__ = ["PACES", "THROWS", "BadRequest", "Context", "Prefs", "Server"]

T = TypeVar("T")
PACES = ("matters", "every", "decisions")
THROWS = ("matters", "every", "self")
_SOME = 12  # requests that a process takes of a caller's share at once
_SECURITY = logging.getLogger("flakhouse.security")
_LOG = logging.getLogger("flakhouse")


def clean_path(path: str) -> str:
    """A path as it may stand in a log: one line of it, not too long."""
    return "".join(sign if sign.isprintable() else "?" for sign in path[:200])


class BadRequest(Exception):
    """A request that makes no sense; the text says why."""


class Server:
    """What all requests of one process share. Nothing in it is needed to go on after a restart."""

    def __init__(self, config: Config, patient: bool = False) -> None:
        """A `patient` one starts while the database is away, and serves when that is back."""
        self.config = config
        self.database = Database(config.where, wait=20.0, connections=config.threads + 4, patient=patient)
        self.accounts = Accounts(self.database)
        self.quota = Quota(config.saves, config.save_bytes, config.account_bytes)
        self.tables = Tables(config.sessions, config.session_events)
        self.rates: Rates | Buckets = Rates(config.rate, config.burst)
        self.large = Large(config.large_bodies, config.large_each)
        self.weighed = Rates(1 / 60, 1)
        self.joining: Rates | Buckets = Rates(config.new_accounts / 3600, config.new_accounts)
        if config.accounts:  # counted together with the other processes
            self.rates = Buckets(self.database, "requests", config.rate, config.burst, at_once=_SOME)
            self.joining = Buckets(self.database, "joining", config.new_accounts / 3600, config.new_accounts)
        self.odds = Slots(self.database, "odds", config.odds)
        self.studies = Slots(self.database, "studies", config.studies)

    def trouble(self, request: Request, bad: BaseException) -> None:
        """Something of ours failed: say it on the server's own log, with where."""
        path = f"; what reproduces it is in {bad.path}" if isinstance(bad, RulesError) and bad.path else ""
        _LOG.error("%s %s failed%s", request.method, clean_path(request.url.path), path, exc_info=bad)

    def note(self, what: str, request: Request, account: Account | None = None) -> None:
        """Something about who comes in, on the server's own log: from where and whose. Never with a name that was
        typed, which is often a password."""
        whose = f" account {account.id}" if account is not None else ""
        _SECURITY.info("%s from %s%s at %s", what, address_of(request), whose, clean_path(request.url.path))

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


class Prefs(msgspec.Struct, frozen=True):
    """How this browser wants its pages; kept in a cookie."""

    theme: str = "auto"  # auto | light | dark
    motion: str = "auto"  # auto | off
    guide: str = "off"  # on: each decision is explained to a newcomer
    pace: str = "matters"  # where the telling stops: at what matters, at every scene, at decisions only
    throws: str = "matters"  # what the player throws by a press: the dice that matter, every die, or none (self)
    sound: str = "off"  # on: motors, guns, flak, a bell
    medals: str = "on"  # off: careers without medals and promotions, which are ours

    @classmethod
    def read(cls, text: str) -> Prefs:
        """From the cookie, whatever stands in it."""
        found = dict(part.split("=", 1) for part in text.split("&") if "=" in part)
        return cls(
            theme=_one_of(found.get("theme", ""), ("auto", "light", "dark")),
            motion=_one_of(found.get("motion", ""), ("auto", "off")),
            guide=_one_of(found.get("guide", ""), ("off", "on")),
            pace=_one_of(found.get("pace", ""), PACES),
            throws=_one_of(found.get("throws", ""), THROWS),
            sound=_one_of(found.get("sound", ""), ("off", "on")),
            medals=_one_of(found.get("medals", ""), ("on", "off")),
        )

    def cookie(self) -> str:
        """For the cookie."""
        return "&".join(f"{field}={getattr(self, field)}" for field in self.__struct_fields__)


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
        self.prefs = Prefs.read(self.cookie(PREFS))
        self.store = Store.on(
            server.database,
            account.id if account is not None else None,
            quota=server.quota if account is not None else None,
        )

    def cookie(self, name: str) -> str:
        """What the browser keeps for us under this name; "" if nothing."""
        return self.request.cookies.get(cookie_name(name, self.server.config.https), "")

    def keep(self, response: Response, name: str, value: str, seconds: int) -> None:
        """Have the browser keep something: for this host and path alone where that can be said (`__Host-`)."""
        secure = self.server.config.https
        response.set_cookie(
            cookie_name(name, secure), value, seconds, httponly=True, samesite="lax", secure=secure
        )

    def drop(self, response: Response, name: str) -> None:
        """Have the browser forget it."""
        secure = self.server.config.https
        response.delete_cookie(cookie_name(name, secure), httponly=True, samesite="lax", secure=secure)

    @property
    def path(self) -> str:
        """The path asked for."""
        return self.request.url.path

    @property
    def here(self) -> str:
        """The address of the page that is shown, to come back to it."""
        if self.request.method != "GET":
            return self.path.rsplit("/", 1)[0]
        query = self.request.url.query
        return f"{self.path}?{query}" if query else self.path

    @property
    def scripted(self) -> bool:
        """Whether our script asks: it fetches what lies in a closed drawer when it is opened."""
        return "x-have" in self.request.headers

    @property
    def has(self) -> frozenset[str]:
        """The pieces of the page that our script has (web/pieces.py)."""
        return frozenset(self.request.headers.get("x-have", "").split(","))

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
        return address_of(self.request)

    def room(self) -> None:
        """Refuse one more save where a player of a hosted server has very much already."""
        self.store.room()

    def room_now_and_then(self) -> None:
        """The same for one who only plays on: looked at once in a minute, for steps are small."""
        if self.account is not None and not self.server.weighed.wait(f"account {self.account.id}"):
            self.store.room(saves=False)

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
