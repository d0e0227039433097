"""A hosted server as commands see it: its API, with the token of a login that is kept on this machine.

A password or a token travels through https only, or to this machine itself, and no answer of the server can send
them elsewhere: redirections are not followed.
"""

from __future__ import annotations

import argparse
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from flakhouse.cli.common import Usage, say, say_json
from flakhouse.errors import FlakhouseError

__all__ = ["Login", "Remote", "RemoteError", "keep", "kept_in", "kept_login", "listed", "path_of", "server_of"]

T = TypeVar("T")
_MOST = 20_000_000  # bytes of an answer
_WAIT = 30.0  # seconds for one
_HERE = ("localhost", "127.0.0.1", "::1")


class RemoteError(FlakhouseError):
    """The server refuses, or does not answer; the text says what it said."""


class Login(msgspec.Struct):
    """The login that is kept."""

    server: str
    name: str
    token: str


class _Told(msgspec.Struct):
    """What a server says of a fault."""

    message: str


class _Stay(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """None: the redirection is a fault."""


class Remote:
    """A server, and the token for it ("" where it has no accounts)."""

    def __init__(self, server: str, token: str = "") -> None:
        self.base, here = _address(server)
        self.token = token
        handlers: list[urllib.request.BaseHandler] = [_Stay()]
        if here:  # no proxy stands before this machine itself
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def get(self, path: str, type: type[T]) -> T:
        """Ask for something."""
        return self._decoded(self._send("GET", path, None), type)

    def post(self, path: str, body: object, type: type[T]) -> T:
        """Have something done."""
        return self._decoded(self._send("POST", path, body), type)

    def do(self, path: str, body: object) -> None:
        """Have something done that answers nothing."""
        self._send("POST", path, body)

    def _decoded(self, data: bytes, type: type[T]) -> T:
        try:
            return msgspec.json.decode(data, type=type)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as bad:
            raise RemoteError(
                f"{self.base} does not answer as a Flakhouse server of this version does: {bad}"
            ) from bad

    def _send(self, method: str, path: str, body: object) -> bytes:
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if method == "POST":
            headers["Content-Type"] = "application/json"
            data = msgspec.json.encode(body)
        request = urllib.request.Request(f"{self.base}{path}", data, headers, method=method)
        try:
            with self._opener.open(request, timeout=_WAIT) as answer:
                found: bytes = answer.read(_MOST + 1)
        except urllib.error.HTTPError as bad:
            raise self._fault(bad, path) from bad
        except (OSError, HTTPException) as bad:
            why = getattr(bad, "reason", "") or bad
            raise RemoteError(f"{self.base} does not answer: {why}") from bad
        if len(found) > _MOST:
            raise RemoteError(f"the answer of {self.base} is too large")
        return found

    def _fault(self, bad: urllib.error.HTTPError, path: str) -> RemoteError:
        """What a server that refuses said."""
        with bad:
            data = bad.read(_MOST)
        try:
            said = msgspec.json.decode(data, type=_Told).message
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return RemoteError(f"{self.base} answers with status {bad.code}; is it a Flakhouse server?")
        if bad.code == 401 and path != "/api/login":
            ended = "your login has ended" if self.token else said
            return RemoteError(f"{ended}; log in with flakhouse login {self.base} NAME")
        return RemoteError(said)


def _address(server: str) -> tuple[str, bool]:
    """The address of a server without what follows it, and whether it is this machine."""
    try:
        parts = urllib.parse.urlsplit(server.strip())
        host, _ = parts.hostname or "", parts.port
    except ValueError as bad:
        raise Usage(f"{server!r} is no address of a server: {bad}") from bad
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or parts.fragment:
        raise Usage(f"{server!r} is no address of a server; one looks like https://bombers.example.org")
    here = host in _HERE
    if parts.scheme == "http" and not here:
        raise Usage(f"{server} is not https; others could read your login on the way")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}", here


# ------------------------------------------------------------------ the login that is kept


def kept_in() -> Path:
    """The file of the login."""
    from flakhouse.store import data_folder

    return data_folder() / "login.json"


def kept_login() -> Login | None:
    """The login, if there is one."""
    try:
        return msgspec.json.decode(kept_in().read_bytes(), type=Login)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as bad:
        raise Usage(f"the login in {kept_in()} cannot be read ({bad}); log in again") from bad


def keep(login: Login) -> None:
    """Keep it where nobody else of this machine can read it."""
    path = kept_in()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(login))


def server_of(args: argparse.Namespace) -> Remote:
    """The server of a command, with the token for it: $FLAKHOUSE_TOKEN, or the one of the login."""
    kept = kept_login()
    if not args.server and kept is None:
        raise Usage("name the server with --server URL, or log in first: flakhouse login URL NAME")
    base = _address(args.server)[0] if args.server else kept.server if kept else ""
    mine = kept.token if kept is not None and kept.server == base else ""
    return Remote(base, os.environ.get("FLAKHOUSE_TOKEN") or mine)


def path_of(kind: str, key: str, what: str = "") -> str:
    """Where a challenge or a squadron stands in the API."""
    return f"/api/{kind}/{urllib.parse.quote(key, safe='')}{what}"


def listed(args: argparse.Namespace, path: str, kind: type[T], line: Callable[[T], str], none: str) -> int:
    """All of a kind that the server has, a line each; `none` where it has none."""
    found = server_of(args).get(path, list[kind])  # type: ignore[valid-type]
    if args.json:
        say_json(found)
        return 0
    for one in found:
        say(line(one))
    if not found:
        say(none)
    return 0
