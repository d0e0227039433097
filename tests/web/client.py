"""Clients of a server in this process, and a server in another one."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
from starlette.applications import Starlette

from flakhouse.store import Store
from flakhouse.store.accounts import Account, Accounts
from flakhouse.web.app import create_app
from flakhouse.web.config import Config
from flakhouse.web.context import Server

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient as TestClient

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
PASSWORD = "a good long password"


def serving(folder: Path, **settings: object) -> Starlette:
    """An application with its own data folder, without a limit on how fast one may click; cheap passwords."""
    config = Config(**{"folder": str(folder), "rate": 1e6, "burst": 10**6, **settings})  # type: ignore[arg-type]
    app = create_app(config)
    server_of(app).accounts = Accounts(server_of(app).database, cost=CHEAP)
    return app


def server_of(app: Starlette) -> Server:
    """What the requests of an application share."""
    server = app.state.server
    assert isinstance(server, Server)
    return server


def visitor(app: Starlette, base: str = "http://localhost", **more: str) -> TestClient:
    """Somebody at a browser; what our code fails at becomes a 500, as it does for him."""
    return TestClient(app, base_url=base, headers=more, raise_server_exceptions=False, follow_redirects=False)


def player(app: Starlette, name: str, base: str = "http://localhost") -> tuple[TestClient, Account]:
    """Somebody with an account, logged in by cookie; his CSRF word goes with every request."""
    from flakhouse.web.security import csrf_of

    accounts = server_of(app).accounts
    account = accounts.create(name, PASSWORD)
    token = accounts.login(account.id)
    client = visitor(app, base)
    client.cookies.set("flakhouse_login", token)
    client.headers["x-csrf"] = csrf_of(token)
    return client, account


def bearer(app: Starlette, name: str) -> TestClient:
    """A program that plays for somebody with an account."""
    accounts = server_of(app).accounts
    return visitor(app, Authorization=f"Bearer {accounts.login(accounts.named(name).id)}")


def begin(client: TestClient, game: str = "b29", **more: object) -> dict[str, object]:
    """A new game by the API: its first moment."""
    answer = client.post("/api/saves", json={"game": game, "seed": "7", **more})
    assert answer.status_code == 201, answer.text
    return told(answer)


def told(answer: httpx.Response) -> dict[str, object]:
    """The JSON of an answer."""
    data = answer.json()
    assert isinstance(data, dict)
    return data


def question(moment: Mapping[str, object]) -> dict[str, object]:
    """The open question of a moment."""
    found = moment["question"]
    assert isinstance(found, dict)
    return found


def answer(client: TestClient, moment: Mapping[str, object], key: str = "") -> httpx.Response:
    """Answer the open question, by default with the usual choice."""
    body = {"at": moment["at"], "key": key or question(moment)["default"]}
    answered: httpx.Response = client.post(f"/api/saves/{moment['save']}/answer", json=body)
    return answered


def steps(app: Starlette, name: str, owner: int | None = None) -> int:
    """How many steps the store has of a save."""
    return Store.on(server_of(app).database, owner).info(name).steps


@contextlib.contextmanager
def running(folder: Path, *more: str) -> Iterator[int]:
    """`flakhouse serve` as a process of its own; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {**os.environ, "FLAKHOUSE_DATA": str(folder)}
    env.pop("DATABASE_URL", None)
    words = [sys.executable, "-m", "flakhouse", "serve", "--port", str(port), "--no-browser", *more]
    process = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def decision(client: TestClient, save: object) -> httpx.Response:
    """The page of the decision, as for one who has been told all that led to it."""
    page: httpx.Response = client.get(f"/play/{save}/scene?from=99999999", follow_redirects=True)
    return page
