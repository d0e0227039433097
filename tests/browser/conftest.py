"""One server and one browser for all tests of a worker; each test is a visitor of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="the browser tests need the Python package playwright")

from playwright.sync_api import Browser, BrowserType

from tests.browser.desk import Desk, Serving, at_desk

Sit = Callable[..., Desk]


@pytest.fixture(scope="session")
def browser(playing: BrowserType) -> Iterator[Browser]:
    """Debian's Chromium, or another that FLAKHOUSE_CHROMIUM names."""
    wanted = os.environ.get("FLAKHOUSE_CHROMIUM", "")
    path = wanted or shutil.which("chromium") or shutil.which("chromium-browser") or ""
    if not path:
        pytest.skip(
            "the browser tests need Chromium: there is no `chromium` on the PATH (apt-get install chromium)"
        )
    running = playing.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The server with an empty data folder; after the browser, so that nothing starts where there is none."""
    serving = Serving(tmp_path_factory.mktemp("data"))
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def shots() -> Path | None:
    """The folder for pictures of the journeys that FLAKHOUSE_SHOTS names; without it none are taken."""
    wanted = os.environ.get("FLAKHOUSE_SHOTS", "")
    if not wanted:
        return None
    folder = Path(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def sit(server: Serving, browser: Browser, shots: Path | None) -> Iterator[Sit]:
    """Sits a visitor down; what went wrong behind his back shows at the end."""
    with ExitStack() as seats:

        def seat(**wishes: object) -> Desk:
            one: AbstractContextManager[Desk] = at_desk(server, browser, shots, **wishes)  # type: ignore[arg-type]
            return seats.enter_context(one)

        yield seat


@pytest.fixture
def desk(sit: Sit) -> Desk:
    """A visitor with a wide window."""
    return sit()
