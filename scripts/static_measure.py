"""Measures the static build in Chromium: sizes, starts, answers, memory. Prints rows for docs/static.md.

scripts/static-measure [FOLDER] [--missions N] [--write]; a figure is worth as much as the machine was free.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path

from static_browser import Chromium
from tests.static.place import serving

from flakhouse import __version__

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "static.md"
MARK, END = "<!-- measured by scripts/static-measure -->", "<!-- end of measured -->"
#: When a game can be begun: at the first start, and when the page was here before.
FIRST = "Boolean(document.querySelector('#games .go:not([hidden])'))"
LATER = """(() => {
  const desk = document.getElementById("desk"), page = desk && !desk.hidden && desk.contentDocument;
  return Boolean(page && page.querySelector("header.band h1"));
})()"""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--missions", type=int, default=25, help="of each bomber, before memory is looked at")
    words.add_argument("--write", action="store_true", help="write the figures into docs/static.md")
    given = words.parse_args()
    rows, before = sizes(given.folder), os.getloadavg()[0]
    program = os.environ.get("FLAKHOUSE_CHROMIUM") or shutil.which("chromium") or "chromium"
    with serving(given.folder) as web, tempfile.TemporaryDirectory() as profile:
        with Chromium(program, profile) as browser:
            version = browser.version()
            rows.append(("first start, until a game can be begun", f"{browser.open(web.base, FIRST):.1f} s"))
            browser.evaluate("document.querySelector('#games .go').click()")
            browser.open(f"{web.base}#/help", LATER)
        web.down()  # the second start has no network
        with Chromium(program, profile) as browser:
            rows.append(("second start, until a game can be begun", f"{browser.open(web.base, LATER):.1f} s"))
            rows += played(browser, given.missions)
            rows += memory(browser, "after that")
    load = f"{os.cpu_count()} cores, load {before:.1f} before; Chromium {version}, Flakhouse {__version__}."
    lines = [load, "", "| what | measured |", "|---|---|", *(f"| {what} | {figure} |" for what, figure in rows)]
    print("\n".join(lines))
    if given.write:
        text = PAGE.read_text(encoding="utf-8")
        head, rest = text.split(MARK, 1)
        tail = rest.split(END, 1)[1]
        PAGE.write_text(f"{head}{MARK}\n{chr(10).join(lines)}\n{END}{tail}", encoding="utf-8")


def sizes(folder: Path) -> list[tuple[str, str]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    raw = sum(path.stat().st_size for path in files)
    sent = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    parts = json.loads((folder / "files.json").read_text())["parts"]
    inside = sum(part["size"] for part in parts)
    return [
        ("the folder", f"{raw / 1e6:.2f} MB in {len(files)} files"),
        ("the folder, as a web server that compresses sends it", f"{sent / 1e6:.2f} MB"),
        ("unpacked in the browser's cache", f"{inside / 1e6:.1f} MB"),
    ]


def said(times: list[float]) -> str:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{statistics.median(ordered):.0f} ms, p95 {p95:.0f} ms ({len(ordered)} answers)"


def numbers(found: object) -> list[float]:
    assert isinstance(found, list)
    return [float(one) for one in found]


def bomber(browser: Chromium, game: str, missions: int) -> list[float]:
    """Fly so many missions, in as many tours as it takes; the times of all answers."""
    times: list[float] = []
    tours = 0
    for _ in range(missions):
        if not tours or not browser.evaluate("player.further()"):
            tours += 1
            browser.evaluate(f"player.begin('{game}', 'measured-{game}-{tours}', 'measured {tours}')")
        times += numbers(browser.evaluate("player.answers()"))
    return times


def played(browser: Chromium, missions: int) -> list[tuple[str, str]]:
    """Fly both bombers and the whole of scenario 10."""
    browser.evaluate((HERE / "static_player.js").read_text(encoding="utf-8"))
    rows: list[tuple[str, str]] = []
    for game in ("b17", "b29"):
        what = f"{game.upper()[0]}-{game[1:]}"
        times = bomber(browser, game, missions)
        rows.append((f"an answer of the {what}, {missions} missions", said(times)))
        rows += memory(browser, f"after the {what}")[:1]
    browser.evaluate("player.begin('doolittle', 'measured-raid', '3', '10')")
    times = numbers(browser.evaluate("player.answers()"))
    rows.append(("an answer of the raid, scenario 10", said(times)))
    rows.append(("the same, its last third", said(times[-len(times) // 3 :])))
    return rows


HEAP = """new Promise((tell) => {
  const channel = new BroadcastChannel(`flakhouse ${new URL("./", location.href).pathname}`);
  channel.onmessage = ({ data }) => data.kind === "memory" && tell(data.bytes);
  channel.postMessage({ kind: "measure", role: "game" });
})"""


def memory(browser: Chromium, when: str) -> list[tuple[str, str]]:
    """What the process of the page holds, with its workers."""
    held = browser.memory()
    heap = browser.evaluate(HEAP)
    assert isinstance(heap, int)
    return [
        (f"memory of the page's process {when}", f"{held:.0f} MB"),
        ("of it Python's own", f"{heap / 1e6:.0f} MB"),
    ]


if __name__ == "__main__":
    main()
