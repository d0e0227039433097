"""For the whole tree: games that a test registers, and what a compiled build cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from flakhouse import games
from flakhouse.core.build import build

if TYPE_CHECKING:
    from playwright.sync_api import BrowserType


@pytest.fixture(autouse=True)
def _games_as_they_were() -> Iterator[None]:
    """A game that a test registers is gone after it."""
    before = dict(games.REGISTRY)
    yield
    games.REGISTRY.clear()
    games.REGISTRY.update(before)


@pytest.fixture(scope="session")
def playing() -> Iterator[BrowserType]:
    """Playwright's way to Chromium: one in each worker, for it keeps a loop in its thread and bears no second."""
    api = pytest.importorskip("playwright.sync_api", reason="the browser tests need the Python package playwright")
    with api.sync_playwright() as play:
        yield play.chromium


if build() == "compiled":

    @pytest.fixture
    def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
        """Skips a test that would put something into a compiled module, whose own calls never look there."""
        patch = pytest.MonkeyPatch()
        really: Any = patch.setattr

        def careful(target: object, *rest: object, **more: object) -> None:
            if isinstance(target, ModuleType) and not str(getattr(target, "__file__", ".py")).endswith(".py"):
                pytest.skip(f"{target.__name__} is compiled; its calls cannot be replaced")
            really(target, *rest, **more)

        patch.setattr = careful  # type: ignore[method-assign]
        yield patch
        patch.undo()
