"""Bodies: nobody's is read before it is clear that he may send it, none is taken apart where others wait."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import MutableMapping
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from flakhouse.web import bodies
from flakhouse.web.app import _ways
from flakhouse.web.faults import Fault
from flakhouse.web.security import Large, csrf_of
from tests.checks import loops
from tests.web.client import PASSWORD, answer, begin, player, running, server_of, serving, visitor

Message = MutableMapping[str, object]


class Sender:
    """A client that waits to be asked for its body, and counts what was taken of it."""

    def __init__(self, app: Starlette, path: str, kind: str, cookie: str = "", size: int = 8_000_000) -> None:
        self.app = app
        self.asked = 0
        self.told: list[Message] = []
        self.open = asyncio.Event()
        headers = [(b"host", b"localhost"), (b"content-type", kind.encode())]
        headers += [(b"content-length", str(size).encode())]
        if cookie:
            headers += [
                (b"cookie", f"flakhouse_login={cookie}".encode()),
                (b"x-csrf", csrf_of(cookie).encode()),
            ]
        self.scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "scheme": "http",
            "http_version": "1.1",
        }

    async def receive(self) -> Message:
        self.asked += 1
        await self.open.wait()
        return {"type": "http.request", "body": b"x", "more_body": False}

    async def send(self, message: Message) -> None:
        self.told.append(message)

    async def go(self) -> int:
        await self.app(self.scope, self.receive, self.send)
        return self.status

    @property
    def status(self) -> int:
        return int(str(self.told[0]["status"]))


def _kind(api: bool) -> str:
    return "application/json" if api else "multipart/form-data; boundary=x"


def test_a_strangers_body_is_never_read(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    ways = [way for way in _ways() if "POST" in way.methods and not way.public]
    assert len(ways) > 15
    for way in ways:
        sender = Sender(app, way.path.replace("{save}", "lady"), _kind(way.api))
        assert loops.run(sender.go()) == 401, way.path
        assert sender.asked == 0, way.path
    server_of(app).close()


def test_who_sends_too_often_is_told_before_his_body_is_read(tmp_path: Path) -> None:
    app = serving(tmp_path, rate=0.001, burst=1)
    first = Sender(app, "/api/login", "application/json", size=10)
    first.scope["path"] = "/api/saves"

    async def both() -> None:
        first.open.set()
        await first.go()
        second = Sender(app, "/api/import", "application/json")
        assert await second.go() == 429
        assert second.asked == 0

    loops.run(both())
    server_of(app).close()


def test_another_sites_body_is_not_read(tmp_path: Path) -> None:
    app = serving(tmp_path)
    sender = Sender(app, "/api/import", "application/json")
    headers = sender.scope["headers"]
    assert isinstance(headers, list)
    headers.append((b"sec-fetch-site", b"cross-site"))
    assert loops.run(sender.go()) == 403
    assert sender.asked == 0
    server_of(app).close()


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "application/json", ""])
def test_where_a_file_is_expected_a_form_is_refused_unread(tmp_path: Path, kind: str) -> None:
    app = serving(tmp_path)
    sender = Sender(app, "/import", kind)
    assert loops.run(sender.go()) == 415
    assert sender.asked == 0
    server_of(app).close()


@pytest.mark.parametrize("path", ["/new", "/api/import", "/api/saves"])
def test_only_the_kind_of_file_that_is_expected_may_be_large(tmp_path: Path, path: str) -> None:
    app = serving(tmp_path)
    sender = Sender(app, path, "application/x-www-form-urlencoded", size=500_000)
    assert loops.run(sender.go()) == 413
    assert sender.asked == 0
    server_of(app).close()


def test_only_so_many_large_bodies_are_on_their_way(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True, large_bodies=4, large_each=2)
    tokens = []
    for name in ("ann", "ben", "cas"):
        _, account = player(app, name)
        tokens.append(server_of(app).accounts.login(account.id))

    async def all_at_once() -> None:
        senders = [Sender(app, "/import", _kind(False), token) for token in tokens for _ in range(3)]
        tasks = [asyncio.create_task(sender.go()) for sender in senders]
        done, waiting = await asyncio.wait(tasks, timeout=8)
        assert len(waiting) == 4
        assert {task.result() for task in done} <= {429, 503}  # his own, or others'
        assert sum(sender.asked for sender in senders) == 4
        form = Sender(app, "/saves/nobody/rename", "application/x-www-form-urlencoded", tokens[0], 10)
        form.open.set()
        assert await form.go() == 404  # a form is small and passes all the same
        for sender in senders:
            sender.open.set()
        await asyncio.gather(*tasks)
        again = Sender(app, "/import", _kind(False), tokens[0])
        again.open.set()
        assert await again.go() == 400  # there is room again; what came is no form

    loops.run(all_at_once())
    server_of(app).close()


def test_large_counts_what_it_gives_back() -> None:
    large = Large(2, 1)
    assert [large.take("a"), large.take("a"), large.take("b"), large.take("c")] == ["", "you", "", "others"]
    large.give_back("a")
    assert [large.take("c"), large.take("a")] == ["", "others"]


def test_forms_are_taken_apart_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = serving(tmp_path)
    client = visitor(app)
    begin(client, name="lady")
    seen: list[bool] = []
    plain = bodies.form_of

    def watched(content_type: str, body: bytes) -> bodies.Form:
        try:
            asyncio.get_running_loop()
            seen.append(False)
        except RuntimeError:
            seen.append(True)
        return plain(content_type, body)

    monkeypatch.setattr("flakhouse.web.app.form_of", watched)
    client.post("/import", files={"file": ("a", b"x" * 100_000)})
    client.post("/play/lady/answer", data={"at": "1", "key": "x"})
    assert seen == [True, True]
    server_of(app).close()


def test_a_form_that_is_slow_to_take_apart_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = serving(tmp_path, cpu_seconds=0.3)

    def circle(content_type: str, body: bytes) -> bodies.Form:
        while True:
            pass

    monkeypatch.setattr("flakhouse.web.app.form_of", circle)
    assert visitor(app).post("/settings", data={"theme": "dark"}).status_code == 422
    server_of(app).close()


# ------------------------------------------------------------------ forms


def test_a_multipart_form_gives_fields_and_files() -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\nb29 \xc3\xa4\r\n'
        b'--x\r\nContent-Disposition: form-data; name="house"; filename="a.toml"\r\n\r\nhi\r\nho\r\n--x--\r\n'
    )
    found = bodies.form_of("multipart/form-data; boundary=x", body)
    assert (found.fields, found.files) == ({"game": "b29 ä"}, {"house": b"hi\r\nho"})


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=x", b"nonsense"),
        ("multipart/form-data", b"--x\r\n"),
        (f"multipart/form-data; boundary={'x' * 5000}", b"--x\r\n"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--\r\n',
        ),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 61 + b"--x--\r\n",
        ),
        ("multipart/form-data; boundary=x", b"--x\r\n" + b"a: b\r\n" * 100_000 + b"\r\n--x--\r\n"),
        ("application/x-www-form-urlencoded", b"\xff=1"),
        ("application/x-www-form-urlencoded", b"&".join(b"a=1" for _ in range(201))),
    ],
)
def test_a_form_nobody_can_read_is_told_so(kind: str, body: bytes) -> None:
    with pytest.raises(Fault) as told:
        bodies.form_of(kind, body)
    assert told.value.status == 400


def test_what_is_no_form_has_no_fields() -> None:
    assert bodies.form_of("application/json", b"{}") == bodies.NOTHING
    assert bodies.form_of("multipart/form-data; boundary=x", b"") == bodies.NOTHING


# ------------------------------------------------------------------ a server of its own


def test_large_bodies_of_strangers_hold_up_nobody(tmp_path: Path) -> None:
    with running(tmp_path, "--accounts") as port:
        base = f"http://localhost:{port}"
        hostile = b"&".join(b"a=%61" for _ in range(1_300_000))
        kind = {"content-type": "application/x-www-form-urlencoded"}
        ends: list[int] = []

        def send() -> None:
            try:
                ends.append(httpx.post(f"{base}/import", content=hostile, headers=kind, timeout=60).status_code)
            except httpx.TransportError:
                ends.append(0)  # the server answered and hung up before all was sent

        with httpx.Client(base_url=base, timeout=60) as client:
            client.post("/register", data={"name": "ann", "password": PASSWORD})
            assert client.get("/").status_code == 200
            threads = [threading.Thread(target=send) for _ in range(6)]
            for thread in threads:
                thread.start()
            slowest = 0.0
            while any(thread.is_alive() for thread in threads):
                begun = time.monotonic()
                assert client.get("/").status_code == 200
                slowest = max(slowest, time.monotonic() - begun)
        assert set(ends) <= {401, 0}
        assert slowest < 3


def test_answers_still_pass(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    client, _ = player(app, "ann")
    assert answer(client, begin(client)).status_code == 200
    server_of(app).close()
