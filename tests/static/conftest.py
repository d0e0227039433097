"""One build of the folder for all tests of a run; one browser for each worker."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="the browser tests need the Python package playwright")

from playwright.sync_api import Browser, BrowserContext, BrowserType

from flakhouse.offline.build import build
from flakhouse.offline.fetch import BuildError, node, npm
from tests.static.place import Web, Window, serving

_LONGEST = 240.0  # seconds until somebody else's build is there


def _cache() -> Path:
    """What was fetched stays between runs, in the place builds use anyway."""
    import platformdirs

    return Path(os.environ.get("FLAKHOUSE_CACHE") or platformdirs.user_cache_path("flakhouse") / "static")


@pytest.fixture(scope="session")
def cache() -> Path:
    """The downloads of earlier builds."""
    return _cache()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """The built folder: FLAKHOUSE_STATIC names one, else the first worker builds it and the others wait."""
    ready = os.environ.get("FLAKHOUSE_STATIC", "")
    if ready:
        return Path(ready)
    try:
        npm(), node()
    except BuildError as bad:
        pytest.skip(str(bad))
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    out, told = shared / "static", shared / "static.told"
    try:
        (shared / "static.lock").touch(exist_ok=False)
    except FileExistsError:
        until = time.monotonic() + _LONGEST
        while not told.exists() and time.monotonic() < until:
            time.sleep(0.3)
    else:
        fault = ""
        try:
            build(out, cache)
        except BuildError as bad:
            fault = str(bad)
        (shared / "static.part").write_text(fault)
        (shared / "static.part").replace(told)
    if fault := told.read_text():
        pytest.skip(fault)
    return out


@pytest.fixture(scope="session")
def web(folder: Path) -> Iterator[Web]:
    """The folder on a plain file server."""
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> str:
    """The program."""
    path = os.environ.get("FLAKHOUSE_CHROMIUM", "") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        pytest.skip("the static build is tested in Chromium: there is none on the PATH (apt-get install chromium)")
    return path


@pytest.fixture(scope="session")
def browser(playing: BrowserType, chromium: str, folder: Path) -> Iterator[Browser]:
    """A browser for all tests of a worker."""
    running = playing.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
    yield running
    running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor who was never here."""
    with contextlib.closing(browser.new_context(viewport={"width": 1440, "height": 900})) as fresh:
        fresh.set_default_timeout(30_000)
        yield fresh


@pytest.fixture(scope="session")
def home(browser: Browser, web: Web) -> Iterator[BrowserContext]:
    """A visitor whose Python is running already, in a window that stays open."""
    with contextlib.closing(browser.new_context(viewport={"width": 1440, "height": 900})) as known:
        known.set_default_timeout(30_000)
        first = Window(web, known)
        first.start()
        yield known
        assert first.errors == []


@pytest.fixture
def window(web: Web, home: BrowserContext) -> Iterator[Window]:
    """Another window of his; at the end nothing may have gone wrong in it."""
    one = Window(web, home)
    yield one
    one.page.close()
    assert one.errors == []


@pytest.fixture
def fresh(web: Web, context: BrowserContext) -> Iterator[Window]:
    """The window of a visitor who was never here."""
    one = Window(web, context)
    yield one
    assert one.errors == []
