"""Requests made up from the description of the API: no fault of ours, and answers as described."""

from __future__ import annotations

import atexit
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.web.client import answer, begin, server_of, serving, told, visitor

pytest.importorskip("schemathesis", reason="the package schemathesis is not installed")

import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from flakhouse import games
from flakhouse.store import Store

_FOLDER = tempfile.TemporaryDirectory(prefix="flakhouse-api-")
atexit.register(_FOLDER.cleanup)
_APP = serving(Path(_FOLDER.name), hosts=("*",))


def _games_under_way() -> list[bytes]:
    """A save of each game as a file."""
    client = visitor(_APP)
    files: list[bytes] = []
    for game in games.names():
        now = begin(client, game)
        for _ in range(3):
            if now["question"] is not None:
                now = told(answer(client, now))
        files.append(client.get(f"/api/saves/{now['save']}/export").content)
    return files


_FILES = _games_under_way()
_CONFIG = schemathesis.config.SchemathesisConfig.from_dict(
    {
        "seed": 1,
        "phases": {"coverage": {"generate-duplicate-query-parameters": True, "unexpected-methods": []}},
        "generation": {"mode": "positive"},
    }
)
schema = schemathesis.openapi.from_asgi("/api/openapi.json", _APP, config=_CONFIG)
_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def _aim(case: schemathesis.Case[Any]) -> None:
    """Most made-up names become ones there are, most moments the present one, most answers possible ones."""
    parts, body = case.path_parameters or {}, case.body
    made_up = sum(repr((parts, body)).encode("utf-8", "replace"))
    if made_up % 7 == 0:
        return
    if "id" in parts:
        parts["id"] = next(iter(games.load("b29").charts().charts))
    if "number" in parts:
        parts["number"] = games.load("b29").rules_index()[0].number
    if isinstance(body, dict) and "game" in body:
        body.update(game=games.names()[made_up % 3], options={}, house="", automation="none")
        body.update(scenario="", name="")
    if "save" in parts:
        _aim_at_save(parts, body, made_up)


def _aim_at_save(parts: dict[str, Any], body: object, made_up: int) -> None:
    server = server_of(_APP)
    store = Store.on(server.database)
    if len(store.names()) < 3:
        for data in _FILES:
            store.import_(data, verify=False)
    parts["save"] = name = store.names()[made_up % 3]
    if not isinstance(body, dict) or "at" not in body or made_up % 5 == 0:
        return
    with server.tables.open(store, name) as table:
        body["at"] = table.at
        if "key" in body and made_up % 3 and table.session.pending is not None:
            body["key"] = table.session.pending.default


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_made_up_requests_are_answered_as_described(case: schemathesis.Case[Any]) -> None:
    _aim(case)
    response = case.call()
    case.validate_response(response, checks=_CHECKS)
    assert response.status_code < 500
