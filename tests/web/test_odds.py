"""Odds in the browser and for programs: what the server adds to `flakhouse.sim.odds`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from flakhouse.web.app import create_app
from flakhouse.web.config import Config
from flakhouse.web.pages import odds
from tests.web.client import TestClient, server_of


@pytest.fixture
def app(tmp_path: Path) -> Starlette:
    return create_app(Config(folder=str(tmp_path)))


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app, base_url="http://localhost") as found:
        yield found


@pytest.fixture
def save(client: TestClient) -> str:
    new = {"game": "doolittle", "scenario": "1", "seed": "3", "automation": "named"}
    return str(client.post("/api/saves", json=new).json()["save"])


def test_a_program_gets_the_odds_of_each_option(client: TestClient, save: str) -> None:
    before = client.get(f"/api/saves/{save}").json()
    table = client.get(f"/api/saves/{save}/odds?samples=4").json()
    assert [row["key"] for row in table["rows"]] == [c["key"] for c in before["question"]["choices"]]
    assert {row["n"] for row in table["rows"]} == {4}
    assert client.get(f"/api/saves/{save}").json() == before


def test_too_many_samples_are_refused(client: TestClient, save: str) -> None:
    answer = client.get(f"/api/saves/{save}/odds?samples=100000")
    assert (answer.status_code, answer.json()["code"]) == (400, "request")


def test_the_page_without_script_has_a_table(client: TestClient, save: str) -> None:
    page = client.get(f"/play/{save}/odds")
    assert page.status_code == 200
    assert "Each option was played out" in page.text
    assert "<table" in page.text


def test_the_stream_gets_better_and_ends(client: TestClient, save: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "_LIMIT", 6)
    lines = [json.loads(line) for line in client.get(f"/play/{save}/odds.jsonl?seconds=9").text.splitlines()]
    assert [line["n"] for line in lines] == sorted(line["n"] for line in lines)
    assert (lines[-1]["n"], lines[-1]["done"]) == (6, True)
    assert not any(line["done"] for line in lines[:-2])


def test_when_others_ask_the_stream_says_so_and_what_was_held_is_let_go(
    app: Starlette, client: TestClient, save: str
) -> None:
    slots = server_of(app).odds
    held = [slots.take() for _ in range(server_of(app).config.odds)]
    try:
        assert "being worked out for others" in client.get(f"/play/{save}/odds.jsonl").json()["message"]
        assert client.get(f"/api/saves/{save}/odds").status_code == 429
    finally:
        for slot in held:
            slots.give_back(slot)
    assert client.get(f"/api/saves/{save}/odds?samples=1").status_code == 200


def test_what_was_held_is_let_go_after_every_stream(app: Starlette, client: TestClient, save: str) -> None:
    for _ in range(server_of(app).config.odds + 1):
        assert "message" not in client.get(f"/play/{save}/odds.jsonl?seconds=1").text.splitlines()[0]
    with server_of(app).database.reading() as db:
        assert db.rows("SELECT * FROM slots") == []
