"""Every test of the store that asks for `address` or `store` runs on SQLite and, if there is one, PostgreSQL."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.store import Database, Store
from tests.core import toy
from tests.store.helpers import Address


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    before = dict(games.REGISTRY)
    toy.register()
    yield
    games.REGISTRY.clear()
    games.REGISTRY.update(before)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Address]:
    """Where an empty database is to be made; on the server, a schema of its own for each test."""
    if request.param == "sqlite":
        yield Address(tmp_path / "data", None)
        return
    server = os.environ.get("FLAKHOUSE_TEST_POSTGRES")
    if not server:
        pytest.skip("FLAKHOUSE_TEST_POSTGRES names no server")
    import psycopg

    schema = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {schema}".encode())
    mark = "&" if "?" in server else "?"
    yield Address(tmp_path / "data", f"{server}{mark}options=-csearch_path%3D{schema}")
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"DROP SCHEMA {schema} CASCADE".encode())


@pytest.fixture
def store(address: Address) -> Iterator[Store]:
    with address.open() as opened:
        yield opened


@pytest.fixture
def database(address: Address) -> Iterator[Database]:
    with address.database() as opened:
        yield opened
