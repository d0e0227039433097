"""The page of studies: the figures of history come as a stream, with interval, sentence and source."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tests.web.client import TestClient, server_of, serving, visitor


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "data")
    yield made
    server_of(made).close()


@pytest.fixture
def client(app: Starlette) -> TestClient:
    return visitor(app)


def test_every_game_has_its_study(client: TestClient) -> None:
    page = client.get("/studies").text
    assert page.count("Run it") == 3
    assert "tours" in page
    assert "raids" in page


@pytest.mark.parametrize("name", ["b17", "b29"])
def test_a_study_tells_how_far_it_is_and_then_its_figures(client: TestClient, name: str) -> None:
    lines = [json.loads(line) for line in client.get(f"/studies/{name}?games=1").text.splitlines()]
    assert all(0 <= line["done"] <= 1 for line in lines[:-1])
    last = lines[-1]
    assert "95 % interval" in last["html"]
    assert all(row["sentence"].endswith(".") for row in last["rows"])
    assert all(row["low"] <= row["game"] <= row["high"] for row in last["rows"] if row["n"])
    assert all(row["source"] or row["history"] is None for row in last["rows"])


def test_one_study_at_a_time_in_all_processes(app: Starlette, client: TestClient) -> None:
    slot = server_of(app).studies.take()
    assert "Another study is running" in client.get("/studies/b17?games=1").text
    server_of(app).studies.give_back(slot)
    assert "html" in client.get("/studies/b17?games=1").text
    assert server_of(app).studies.take()  # it was let go
