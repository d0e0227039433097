"""A browser at a running server, and the saves behind it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, expect

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.store import Store

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

#: Games with a fight in them: game, options, seed.
FLIGHTS: dict[str, tuple[str, dict[str, str], str]] = {
    "b29": ("b29", {}, "13"),
    "b17": ("b17", {}, "2"),
    "attack": ("doolittle", {"scenario": "1"}, "7"),
    "flight": ("doolittle", {"scenario": "7"}, "5"),
    "naval": ("doolittle", {"scenario": "9"}, "3"),
    "campaign": ("doolittle", {"scenario": "10"}, "3"),
}

#: Where a page says which moment it shows: asked or over, it has the form that takes an answer back.
_AT = "form[action$='/undo'] input[name=at]"


class Serving:
    """`flakhouse serve` as a process of its own, with a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self.env = {**os.environ, "FLAKHOUSE_DATA": str(folder)}
        self.env.pop("DATABASE_URL", None)
        self.told = folder / "server.log"
        with self.told.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "flakhouse", "serve", "--port", str(self.port), "--no-browser"],
                env=self.env,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self._await()

    def _await(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.told.read_text()}")

    def stop(self) -> None:
        """End it and wait for its end."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)

    @contextlib.contextmanager
    def store(self) -> Iterator[Store]:
        """The same saves, opened by this process."""
        with Store(self.folder) as store:
            yield store

    def session(self, name: str) -> Session:
        """A save as it is kept now, run to its open question."""
        with self.store() as store:
            session = store.session(games.load(store.info(name).game), name)
            session.keeper = None
            session.wake()
        return session

    def flakhouse(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The command in the terminal, on the same saves."""
        return subprocess.run(
            [sys.executable, "-m", "flakhouse", *words],
            env=self.env,
            capture_output=True,
            text=True,
            timeout=60,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    def prepare(
        self, name: str, flight: str, steps: int, real_dice: bool = False, automation: str = "named"
    ) -> str:
        """A save played so many decisions far by the marked answers, or to its end."""
        key, options, seed = FLIGHTS[flight]
        game = games.load(key)
        with self.store() as store:
            chapter = begin(game, f"{seed}/1", options=options, automation=automation)
            made = store.create(chapter, seed, name)
            session = store.session(game, made)
            session.run()
            for _ in range(steps):
                if session.pending is None:
                    break
                session.answer(session.pending.default)
            if real_dice:
                session.set_table_dice(True)
        return made

    def play_on(self, name: str) -> None:
        """Play a save to the end of its chapter by the marked answers."""
        with self.store() as store:
            session = store.session(games.load(store.info(name).game), name)
            session.wake()
            while session.pending is not None:
                session.answer(session.pending.default)


class Desk:
    """A page of the browser, with the steps a player takes on it."""

    def __init__(self, server: Serving, page: Page, shots: Path | None) -> None:
        self.server = server
        self.page = page
        self.shots = shots
        self.told = len(server.told.read_text())  # what the server had said before
        self.errors: list[str] = []
        self.dialogs: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("dialog", self._dialog)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{self.page.url}: {message.text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def open(self, path: str) -> None:
        """Go to a page of the server; it must be there."""
        answer = self.page.goto(self.server.base + path)
        assert answer is not None
        assert answer.ok, f"{path}: {answer.status}"

    def decide(self, name: str) -> None:
        """Go to the decision of a save, as one who has been told all that led to it."""
        self.open(f"/play/{name}/scene?from=99999999")

    def refused(self, status: int) -> None:
        """The browser complained of this answer, and of nothing else; it was meant to be."""
        assert self.errors, "the browser complained of nothing"
        assert all(f"status of {status}" in text for text in self.errors), self.errors
        self.errors.clear()

    def begin(self, game: str, name: str, seed: str = "", scenario: str = "", **also: str) -> None:
        """Fill the form of a new game and send it."""
        self.open(f"/?new={game}")
        form = self.page.locator("#new form")
        form.locator("[name=name]").fill(name)
        if scenario:
            form.locator("[name=scenario]").select_option(scenario)
        if seed:
            form.get_by_text("Options", exact=True).click()
            form.locator("[name=seed]").fill(seed)
        for key, value in also.items():
            form.locator(f"[name={key}]").set_checked(value == "on")
        form.get_by_role("button", name="Begin").click()
        self.page.wait_for_url("**/play/**")
        self.onward()

    def onward(self) -> None:
        """Past the briefing and the scenes before a decision: one press is enough."""
        if self.page.locator("[data-scene]").count():
            self.page.locator(".skip-to").click()
        expect(self.page.locator("[data-scene]")).to_have_count(0)

    def at(self) -> str:
        """The moment the page shows."""
        return self.page.locator(_AT).get_attribute("value") or ""

    def prompt(self) -> str:
        """The question the page asks; "" when it asks none."""
        asked = self.page.locator("#decision .ask")
        return asked.inner_text() if asked.count() else ""

    def over(self) -> bool:
        """Whether nothing more is asked."""
        return not self.page.locator("#decision .ask").count()

    def arrived(self, before: str) -> None:
        """Wait for the page of another moment, or for a scene told on the way there."""
        self.page.wait_for_function(
            "([at, was]) => document.querySelector('[data-scene]') || "
            "(document.querySelector(at) || { value: was }).value !== was",
            arg=[_AT, before],
        )

    def moved(self, before: str) -> None:
        """Wait for the page of another moment; scenes told on the way there are skipped."""
        self.arrived(before)
        self.onward()

    def drawer(self, key: str) -> None:
        """Open a drawer of the tape by its key."""
        self.page.keyboard.press(key)
        expect(self.page.locator(".pop[open] .panel")).to_be_visible()

    def answer(self, key: str = "") -> None:
        """Take an option, the marked one without a key, and wait for what follows."""
        before = self.at()
        chosen = (
            f"#decision .opt[value={json.dumps(key)}]"
            if key
            else "#decision .opt.sel, #decision .free button, #decision [data-enter]"
        )
        self.page.locator(chosen).first.click()
        self.moved(before)

    def undo(self) -> None:
        """Take the last answer back."""
        before = self.at()
        self.page.get_by_role("button", name="Undo").click()
        self.moved(before)

    def to_the_end(self, most: int = 60) -> int:
        """Take marked answers until nothing is asked; how many there were."""
        for count in range(most):
            if self.over():
                return count
            self.answer()
        raise AssertionError(f"still asked after {most} answers: {self.prompt()}")

    def shot(self, name: str, full: bool = False) -> None:
        """Keep a picture, where pictures are wanted."""
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"{name}.png", full_page=full)

    def clean(self) -> None:
        """Nothing went wrong behind the player's back: in the browser, or on the server."""
        assert self.errors == []
        assert self.dialogs == []
        assert self.server.told.read_text()[self.told :] == ""


@contextlib.contextmanager
def at_desk(
    server: Serving,
    browser: Browser,
    shots: Path | None,
    *,
    viewport: Mapping[str, int] = WIDE,
    script: bool = True,
    dark: bool = False,
    still: bool = False,
    touch: bool = False,
) -> Iterator[Desk]:
    """A fresh page of a fresh visitor; at the end nothing may have gone wrong."""
    context = visitor(browser, viewport, script, dark, still, touch)
    try:
        desk = Desk(server, context.new_page(), shots)
        yield desk
        desk.clean()
    finally:
        context.close()


def visitor(
    browser: Browser,
    viewport: Mapping[str, int] = WIDE,
    script: bool = True,
    dark: bool = False,
    still: bool = True,
    touch: bool = False,
) -> BrowserContext:
    """A visitor without cookies."""
    context = browser.new_context(
        viewport={"width": viewport["width"], "height": viewport["height"]},
        java_script_enabled=script,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if still else "no-preference",
        has_touch=touch,
        is_mobile=touch,
    )
    context.set_default_timeout(15_000)
    return context


__all__ = ["FLIGHTS", "PHONE", "WIDE", "Desk", "Serving", "at_desk", "expect", "visitor"]
