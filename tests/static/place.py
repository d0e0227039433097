"""A built folder on a plain file server, and a window of a browser that plays there."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Frame, Page

#: Until Python runs in the browser, on a busy machine.
START = 90_000


class Web:
    """`python -m http.server` on a folder, on a port that stays the same when it is started again."""

    def __init__(self, folder: Path, under: str = "") -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.origin = f"http://127.0.0.1:{self.port}"
        self.base = f"{self.origin}/{under}"
        self.process: subprocess.Popen[bytes] | None = None
        self.up()

    def up(self) -> None:
        """Begin to serve."""
        command = [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, "--directory", str(self.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise RuntimeError("the file server did not start")

    def down(self) -> None:
        """The network is cut."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


@contextlib.contextmanager
def serving(folder: Path, under: str = "") -> Iterator[Web]:
    web = Web(folder, under)
    try:
        yield web
    finally:
        web.down()


def republish(folder: Path, version: str, **changed: bytes) -> None:
    """Publish another version in place: files by their path with __ for / and a dot for the last _ ."""
    listing = json.loads((folder / "files.json").read_text())
    listing["version"] = version
    files = {name.replace("__", "/").replace("_DOT_", "."): data for name, data in changed.items()}
    for part in listing["parts"]:
        if part["path"] in files:
            data = files.pop(part["path"])
            packed = part["url"].startswith("parts/")
            part["sha256"] = hashlib.sha256(data).hexdigest()
            if packed:
                part["url"] = f"parts/{Path(part['path']).name}.{part['sha256'][:12]}.part"
            written = gzip.compress(data) if packed else data
            part["size"], part["packed"] = len(data), len(written)
            (folder / part["url"]).write_bytes(written)
    assert not files, files
    before = json.loads((folder / "files.json").read_text())
    listing["digest"] = hashlib.sha256(json.dumps(listing).encode()).hexdigest()[:16]
    worker = (folder / "sw.js").read_text()
    start = worker.index("const LISTING = ") + len("const LISTING = ")
    end = worker.index(";\n", start)
    assert json.loads(worker[start:end]) == before
    (folder / "sw.js").write_text(worker[:start] + json.dumps(listing) + worker[end:])
    (folder / "files.json").write_text(json.dumps(listing))


def part(folder: Path, path: str) -> bytes:
    """A file of the folder as pages get it."""
    listing = json.loads((folder / "files.json").read_text())
    found = next(one for one in listing["parts"] if one["path"] == path)
    data = (folder / found["url"]).read_bytes()
    return gzip.decompress(data) if found["url"].startswith("parts/") else data


class Window:
    """A tab with the page, and the frame the game is played in."""

    def __init__(self, web: Web, context: BrowserContext, page: Page | None = None) -> None:
        self.web = web
        self.context = context
        self.page = page or context.new_page()
        self.errors: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    @property
    def frame(self) -> Frame:
        """The game's pages."""
        handle = self.page.locator("#desk").element_handle()
        frame = handle.content_frame() if handle is not None else None
        assert frame is not None
        return frame

    def start(self, path: str = "/") -> None:
        """Open the page and go to a page of the game."""
        self.page.goto(f"{self.web.base}#{path}")
        self.arrive()

    def arrive(self) -> None:
        """Wait until the frame shows a page of the game; if Python does not start, say why."""
        there = self.page.frame_locator("#desk").locator("header.band h1")
        there.or_(self.page.locator("#when", has_text="stopped")).first.wait_for(timeout=START)
        assert there.count(), self.page.locator("#tell").inner_text()

    def open(self, path: str) -> None:
        """Go to a page inside the frame."""
        self.frame.goto(self.web.base + path.lstrip("/"))

    def begin(self, game: str, name: str, seed: str = "", scenario: str = "") -> None:
        """Fill the form of a new game and send it."""
        self.open(f"/?new={game}")
        form = self.frame.locator("#new form")
        form.locator("[name=name]").fill(name)
        if scenario:
            form.locator("[name=scenario]").select_option(scenario)
        if seed:
            form.get_by_text("Options", exact=True).click()
            form.locator("[name=seed]").fill(seed)
        form.get_by_role("button", name="Begin").click()
        self.frame.wait_for_url("**/play/**")
        self.frame.locator("#decision").wait_for()

    def at(self) -> str:
        """The moment the page shows."""
        return self.frame.locator("#decision input[name=at]").first.get_attribute("value") or ""

    def over(self) -> bool:
        """Whether nothing more is asked."""
        return not self.frame.locator("#decision .ask, [data-scene]").count()

    def answer(self) -> None:
        """Take the marked answer, read the scenes that follow, and wait for the next decision."""
        self.send()
        self.read()

    def send(self) -> None:
        """Take the marked answer and wait for what follows, a scene or a decision."""
        before = self.at()
        self.frame.locator("#decision .opt.sel, #decision .free button, #decision [data-enter]").first.click()
        self.moved(before)

    def moved(self, before: str) -> None:
        """Wait for a scene or the page of another moment."""
        self.frame.wait_for_function(
            "was => document.querySelector('[data-scene]') ||"
            " (document.querySelector('#decision input[name=at]') || { value: was }).value !== was",
            arg=before,
            timeout=START,
        )

    def read(self, most: int = 100) -> int:
        """Continue through scenes to the next decision; how many there were."""
        onward = self.frame.locator("[data-scene] a.go-on")
        for count in range(most):
            if not onward.count():
                return count
            mark = self.mark()
            onward.click()
            self.left(mark)
        raise AssertionError(f"still told after {most} scenes")

    def mark(self) -> str:
        """What tells the page shown from the next: where its scene goes on, or its moment."""
        found: str = self.frame.evaluate(_MARK)
        return found

    def left(self, mark: str) -> None:
        """Wait until the page shows something else."""
        self.frame.wait_for_function(f"was => ({_MARK})() !== was", arg=mark, timeout=START)

    def to_the_end(self, most: int = 150) -> int:
        """Take marked answers until nothing is asked; how many there were."""
        for count in range(most):
            if self.over():
                return count
            self.answer()
        raise AssertionError(f"still asked after {most} answers")

    def enter_to_the_end(self, most: int = 600) -> tuple[int, int]:
        """Press Enter and nothing else until nothing is asked; how many decisions and scenes there were."""
        decisions = scenes = 0
        for _ in range(most):
            if self.over():
                return decisions, scenes
            scene = self.frame.locator("[data-scene]").count() > 0
            decisions, scenes = decisions + (not scene), scenes + scene
            self.enter()
        raise AssertionError(f"still asked after {most} times Enter")

    def enter(self) -> None:
        """Press Enter until the page shows something else: a new page does not hear it for a moment, and the first
        one in a scene that still moves ends its movement."""
        mark = self.mark()
        for _ in range(30):
            self.page.wait_for_timeout(160)
            self.page.keyboard.press("Enter")
            with contextlib.suppress(Error):
                self.frame.wait_for_function(f"was => ({_MARK})() !== was", arg=mark, timeout=3000)
                return
        raise AssertionError("Enter leads nowhere")

    def call(self, path: str) -> object:
        """What the API says."""
        found: object = self.page.evaluate(
            "async (path) => (await fetch(path)).json()", self.web.base + path.lstrip("/")
        )
        return found

    def answer_and_kill(self, wait: float) -> str:
        """Take the marked answer and end Python after so many milliseconds; the moment the page showed then,
        or "scene": the answer was acknowledged and is being told."""
        shown: str = self.page.evaluate(_ANSWER_AND_KILL, wait)
        return shown

    def recover(self, path: str) -> None:
        """Come back to a page of the game after a kill; the page itself may be on its way there."""
        for _ in range(5):
            with contextlib.suppress(Error):
                self.open(path)
                self.frame.locator("#decision").wait_for(timeout=START)
                return
        raise AssertionError(f"{path} does not come back")


_MARK = """() => {
  const on = document.querySelector("[data-scene] a.go-on");
  const at = document.querySelector("#decision input[name=at]");
  return on ? on.getAttribute("href") : at ? at.value : "over";
}"""
_ANSWER_AND_KILL = """(wait) => new Promise((resolve) => {
  const page = document.getElementById("desk").contentDocument;
  const moment = () => (page.querySelector("#decision input[name=at]") || { value: "" }).value;
  const at = () => page.querySelector("[data-scene]") ? "scene" : moment();
  page.querySelector("#decision .opt.sel, #decision .free button, #decision [data-enter]").click();
  setTimeout(() => { const shown = at(); flakhouseWorkers.get("game").terminate(); resolve(shown); }, wait);
})"""


__all__ = ["START", "Web", "Window", "part", "republish", "serving"]
