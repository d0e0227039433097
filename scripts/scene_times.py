"""Measures scenes in Chromium: from the key to the painted page, and the HTML that an answer sends.

scripts/scene-times [--write]; a figure is worth as much as the machine was free. Flights of each game are played
by Enter alone with the settings a new player has, but nothing moves: no key is spent on ending a motion.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, Response, sync_playwright  # noqa: E402
from tests.browser.desk import FLIGHTS, Serving, visitor  # noqa: E402

from flakhouse import __version__  # noqa: E402

PAGE = ROOT / "docs" / "measurements.md"
MARK, END = "<!-- scene times -->", "<!-- end of scene times -->"
PRESSES = 120  # of a flight, at most
READING = 350  # milliseconds a page is looked at, which is little: meanwhile the next scene is fetched
_WATCH = """() => {
  window.shown = null;
  addEventListener("keydown", () => { window.pressed = performance.now(); window.shown = null; }, true);
  addEventListener("shown", () => requestAnimationFrame(() => requestAnimationFrame(() => {
    window.shown = performance.now() - window.pressed;
  })));
}"""
#: Which maps and plans lie there.
_DRAWING = '() => [...document.querySelectorAll("#main svg[id]")].map((e) => e.id).sort().join(" ")'


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--write", action="store_true", help="write the figures into docs/measurements.md")
    given = words.parse_args()
    load = os.getloadavg()[0]
    times: dict[str, list[float]] = {"continue": [], "throw": [], "answer": []}
    sizes: dict[bool, list[int]] = {True: [], False: []}
    chromium = os.environ.get("FLAKHOUSE_CHROMIUM") or shutil.which("chromium") or "chromium"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Serving(Path(folder))
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        try:
            for flight in FLIGHTS:
                name = server.prepare(f"times-{flight}", flight, 0)
                page = visitor(browser).new_page()
                page.goto(f"{server.base}/play/{name}")
                played(page, times, sizes)
        finally:
            browser.close()
            server.stop()
    lines = told(times, sizes, load)
    print("\n".join(lines))
    if given.write:
        head, rest = PAGE.read_text(encoding="utf-8").split(MARK, 1)
        PAGE.write_text(f"{head}{MARK}\n{chr(10).join(lines)}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")


def played(page: Page, times: dict[str, list[float]], sizes: dict[bool, list[int]]) -> None:
    """A flight by Enter alone."""
    answers: list[Response] = []
    page.on("response", lambda found: answers.append(found) if found.request.redirected_from else None)
    page.evaluate(_WATCH)
    for _ in range(PRESSES):
        scene = page.locator("[data-scene]").count()
        kind = "answer" if not scene else "throw" if page.locator("[data-throw]").count() else "continue"
        if kind == "answer" and not page.locator("#decision .ask").count():
            return
        page.wait_for_timeout(READING)
        answers.clear()
        drawing = page.evaluate(_DRAWING)
        page.keyboard.press("Enter")
        page.wait_for_function("() => window.shown !== null")
        times[kind].append(float(page.evaluate("window.shown")))
        if kind == "answer" and not page.locator("[data-scene]").count():
            sizes[page.evaluate(_DRAWING) == drawing] += [len(found.body()) for found in answers if found.ok]


def told(times: dict[str, list[float]], sizes: Mapping[bool, Sequence[int]], load: float) -> list[str]:
    """The table."""
    rows = [
        ("Continue, to the next scene or decision painted", times["continue"]),
        ("a throw, to its dice painted", times["throw"]),
        ("an answer, to the first scene or the next decision painted", times["answer"]),
    ]
    lines = [
        "    scripts/scene-times --write",
        "",
        f"{os.cpu_count()} cores, Flakhouse {__version__}, load {load:.1f} before. Milliseconds from the key.",
        "",
        "| what | how often | p50 | p95 |",
        "| --- | --- | --- | --- |",
        *(f"| {what} | {len(found)} | {cut(found, 50):.0f} | {cut(found, 95):.0f} |" for what, found in rows),
        "",
        f"HTML of {len(sizes[True])} answers after which only the decision is another, in bytes as they are: "
        f"{statistics.median(sizes[True]):.0f} in the middle, {max(sizes[True])} at most. "
        f"Of {len(sizes[False])} after which another map lies there: {max(sizes[False], default=0)} at most.",
    ]
    return lines


def cut(found: Sequence[float], share: int) -> float:
    """The time that so many of a hundred do not exceed."""
    return statistics.quantiles(found, n=100)[share - 1] if len(found) > 1 else found[0]


if __name__ == "__main__":
    main()
