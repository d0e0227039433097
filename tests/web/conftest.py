"""A server with a folder of its own, and somebody at a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tests.web.client import TestClient, serving, visitor


@pytest.fixture
def app(tmp_path: Path) -> Starlette:
    return serving(tmp_path)


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with visitor(app) as found:
        yield found
