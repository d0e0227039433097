"""The server inside the browser: requests come from a service worker, answers go back to it.

The application is the very same; only threads are missing, so handlers are called where they stand.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Protocol

from flakhouse.offline import threadless  # isort: skip

if sys.platform == "emscripten":
    threadless.install()

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

from flakhouse.offline import device
from flakhouse.savefile import read_save
from flakhouse.store import Store
from flakhouse.web.app import create_app
from flakhouse.web.config import Config
from flakhouse.web.context import Server

__all__ = ["Engine", "start"]

_DATA = Path("/data")
_KINDS = ("text/html",)
_LINK = re.compile(rb"""((?:href|src|action|formaction|data-[a-z-]+)=["'])/(?!/)""")


class Send(Protocol):
    """The worker's end: `start` with status and headers, `piece` with bytes and whether more come.

    It says whether somebody still listens.
    """

    def __call__(self, kind: str, one: object, two: object) -> bool:
        """Hand something over."""


def start(prefix: str, role: str, kept: bool) -> Engine:
    """The engine of a worker; `kept` says whether what it writes stays on this device."""
    return Engine(prefix, role, kept)


class Engine:
    """Answers requests, one after the other; streams give way to others between their pieces."""

    def __init__(self, prefix: str, role: str, kept: bool, folder: Path = _DATA) -> None:
        self.prefix = prefix
        self.role = role
        self.kept = kept
        self.jar = _Jar(folder / "cookies.json")
        config = Config(
            folder=str(folder), hosts=("*",), rate=1e6, burst=1_000_000, sessions=2, offline=True, threads=1
        )
        self.app: Starlette = create_app(config, device.WAYS)

    async def answer(
        self,
        method: str,
        path: str,
        query: str,
        headers: Sequence[Sequence[str]],
        body: bytes | memoryview,
        send: Send,
    ) -> None:
        """Answer one request."""
        scope = self._scope(method, path, query, headers)
        with contextlib.suppress(ClientDisconnect):
            await self.app(scope, _receiver(bytes(body)), _Sender(self, send))

    def lend(self, name: str, data: bytes | memoryview) -> None:
        """Hold a copy of a save of the engine that plays: odds are worked out on it."""
        server: Server = self.app.state.server
        store = Store.on(server.database)
        if name in store.names():
            store.delete(name)
            server.tables.forget(store, name)
        save = read_save(bytes(data))
        save.name = name
        store.put(save, exact=True)

    def _scope(self, method: str, path: str, query: str, headers: Sequence[Sequence[str]]) -> Scope:
        given = [(k.lower().encode(), v.encode()) for k, v in headers if k.lower() not in ("cookie", "host")]
        given += [(b"host", b"localhost"), (b"sec-fetch-site", b"same-origin"), (b"cookie", self.jar.header())]
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": given,
            "server": ("localhost", 80),
            "client": None,
            "state": {},
        }


def _receiver(data: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": data, "more_body": False}

    return receive


class _Sender:
    """Hands an answer over; links get the folder the page lies in, cookies go into our own jar."""

    def __init__(self, engine: Engine, send: Send) -> None:
        self.engine = engine
        self.send = send
        self.html = False

    async def __call__(self, message: Message) -> None:
        """A message of the application."""
        if message["type"] == "http.response.start":
            headers = [(k.decode("latin-1"), v.decode("latin-1")) for k, v in message["headers"]]
            self.send("start", message["status"], self._headers(headers))
            return
        body, more = message.get("body", b""), bool(message.get("more_body"))
        if self.html and self.engine.prefix:
            body = _LINK.sub(rb"\1" + self.engine.prefix.encode() + b"/", body)
        if not self.send("piece", body, more):
            raise ConnectionAbortedError  # nobody listens; Starlette ends the stream
        if more:
            await asyncio.sleep(0)  # others first

    def _headers(self, headers: list[tuple[str, str]]) -> list[list[str]]:
        kept: list[list[str]] = []
        for key, value in headers:
            if key == "set-cookie":
                self.engine.jar.keep(value)
            elif key == "location" and value.startswith("/"):
                kept.append([key, self.engine.prefix + value])
            elif key == "content-security-policy":
                kept.append([key, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")])
            elif key not in ("x-frame-options", "content-length"):
                self.html = self.html or (key == "content-type" and value.startswith(_KINDS))
                kept.append([key, value])
        return kept


class _Jar:
    """The cookies: a service worker's answers cannot set any."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, str] = {}
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            self._found = {str(key): str(value) for key, value in told.items()}
        except (OSError, ValueError, AttributeError):
            pass  # none yet, or cut off while it was written: they are preferences, not games

    def header(self) -> bytes:
        """As a browser would send them."""
        return "; ".join(f"{key}={value}" for key, value in self._found.items()).encode()

    def keep(self, text: str) -> None:
        """Take a Set-Cookie header."""
        try:
            parsed = SimpleCookie(text)
        except CookieError:
            return
        for key, cookie in parsed.items():
            if cookie["max-age"] == "0" or not cookie.value:
                self._found.pop(key, None)
            else:
                self._found[key] = cookie.coded_value
        self._path.write_text(json.dumps(self._found), encoding="utf-8")
