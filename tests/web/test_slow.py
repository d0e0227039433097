"""Clients that are slow, or never read, do not hold up the others; measured on a server in its own process."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator, MutableMapping
from pathlib import Path

import httpx
import pytest

from tests.checks import loops
from tests.web.client import running, server_of, serving

MANY = 60  # more than there are threads to answer in


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with running(tmp_path_factory.mktemp("data")) as port:
        made = httpx.post(f"http://127.0.0.1:{port}/api/saves", json={"game": "b29", "name": "lady"}, timeout=60)
        assert made.status_code == 201
        yield port


def _prompt(port: int) -> float:
    """How long somebody else waits for a page and an answer."""
    began = time.monotonic()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as other:
        now = other.get("/api/saves/lady").json()
        assert other.get("/play/lady?one=1").status_code == 200
        back = other.post("/api/saves/lady/undo", json={"at": now["at"]})
        assert back.status_code in (200, 400)
    return time.monotonic() - began


def _sockets(port: int, small: bool = False) -> list[socket.socket]:
    made = []
    for _ in range(MANY):
        one = socket.socket()
        if small:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        one.settimeout(20)
        one.connect(("127.0.0.1", port))
        made.append(one)
    return made


@pytest.mark.parametrize("what", ["nothing", "half a head", "half a body", "drops"])
def test_a_client_that_sends_slowly_holds_up_nobody(port: int, what: str) -> None:
    head = b"POST /api/saves/lady/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent = {
        "nothing": b"",
        "half a head": head,
        "half a body": head + b'Content-Length: 1000\r\n\r\n{"at": "',
        "drops": head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    }[what]
    slow = _sockets(port)
    try:
        for one in slow:
            one.sendall(sent)
        assert _prompt(port) < 15
        if what == "drops":
            for one in slow[:10]:
                one.sendall(b"1\r\n \r\n")
            assert _prompt(port) < 15
    finally:
        for one in slow:
            one.close()
    assert _prompt(port) < 15


def test_a_client_that_never_reads_holds_up_nobody(port: int) -> None:
    deaf = _sockets(port, small=True)
    try:
        for one in deaf:
            with contextlib.suppress(OSError):
                one.sendall(b"GET /play/lady HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
        assert _prompt(port) < 60  # their pages are made before it: the work is done, the waiting is not
        began = time.monotonic()
        assert _prompt(port) < 15
        assert time.monotonic() - began < 15
    finally:
        for one in deaf:
            one.close()


def test_a_body_that_does_not_come_is_given_up(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", body_seconds=0.2)
    told: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        await asyncio.sleep(20)
        return {"type": "http.request", "body": b"{", "more_body": True}

    async def send(message: MutableMapping[str, object]) -> None:
        told.append(dict(message))

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/login",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"99")],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
    }
    began = time.monotonic()
    loops.run(app(scope, receive, send))
    assert time.monotonic() - began < 15
    assert told[0]["status"] == 408
    assert b'"code":"slow"' in bytes(told[1]["body"])  # type: ignore[call-overload]
    server_of(app).close()
