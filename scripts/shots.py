"""Makes the pictures of the README: a server of its own, games of fixed seeds played by the marked answers."""

from __future__ import annotations

import argparse
import base64
import os
import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.browser.desk import PHONE, Serving, visitor  # noqa: E402

WIDE = {"width": 1280, "height": 860}
MOST = 250_000  # bytes of a picture


class Picture(NamedTuple):
    """A picture: its name, the flight and how many decisions of it are played; "" is the start page."""

    name: str
    flight: str = ""
    steps: int = 0
    dark: bool = False
    phone: bool = False


PICTURES = (
    Picture("b29", "b29", 8),
    Picture("b17-dark", "b17", 3, dark=True),
    Picture("doolittle-attack", "attack", 9),
    Picture("doolittle-flight", "flight", 28),
    Picture("doolittle-naval", "naval", 20),
    Picture("phone", "b29", 8, phone=True),
    Picture("start"),
)
TOURS = ("b29", "b17-dark", "doolittle-flight")  # the saves that the start page lists

# The picture with at most 256 colours: those that occur most, each other one as the nearest of them.
_FEWER = """async (url) => {
  const image = new Image(); image.src = url; await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const from = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
  const exact = new Map(), near = new Map();
  for (const c of from) exact.set(c, (exact.get(c) || 0) + 1);
  for (const [c, n] of exact) {
    const key = c & 0xf8f8f8, known = near.get(key);
    if (!known) near.set(key, [c, n, n]); else { known[2] += n; if (n > known[1]) { known[0] = c; known[1] = n; } }
  }
  const colours = [...near.values()].sort((a, b) => b[2] - a[2]).slice(0, 256).map((one) => one[0]);
  const split = (c) => [c & 255, (c >> 8) & 255, (c >> 16) & 255], parts = colours.map(split), place = new Map();
  for (const c of exact.keys()) {
    const [r, g, b] = split(c);
    let best = 0, least = Infinity;
    parts.forEach((p, i) => {
      const far = (p[0] - r) ** 2 + (p[1] - g) ** 2 + (p[2] - b) ** 2;
      if (far < least) { least = far; best = i; }
    });
    place.set(c, best);
  }
  let dots = "";
  for (const c of from) dots += String.fromCharCode(place.get(c));
  return { width: image.width, height: image.height, colours: parts.flat(), dots: btoa(dots) };
}"""


def fewer_colours(page: Page, png: bytes) -> bytes:
    """The same picture with a palette: a third of the bytes, and hardly another look."""
    made = page.evaluate(_FEWER, "data:image/png;base64," + base64.b64encode(png).decode())
    width, height, dots = int(made["width"]), int(made["height"]), base64.b64decode(made["dots"])
    rows = b"".join(b"\0" + dots[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", bytes(made["colours"])),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def take(browser: Browser, server: Serving, picture: Picture, folder: Path) -> Path:
    """Take one picture."""
    path = f"/play/{picture.name}/scene?from=99999999" if picture.flight else "/"
    size = PHONE if picture.phone else WIDE
    context = visitor(browser, size, dark=picture.dark)
    try:
        page = context.new_page()
        answer = page.goto(server.base + path)
        if answer is None or not answer.ok:
            raise SystemExit(f"shots: {path} cannot be opened")
        file = folder / f"{picture.name}.png"
        png = page.screenshot()
        page.goto("about:blank")
        file.write_bytes(fewer_colours(page, png))
    finally:
        context.close()
    if file.stat().st_size > MOST:
        raise SystemExit(f"shots: {file.name} has {file.stat().st_size} bytes, more than {MOST}")
    return file


def main() -> None:
    """Take all of them."""
    chromium = os.environ.get("FLAKHOUSE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise SystemExit("shots: needs Chromium (apt-get install chromium)")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "docs" / "images", help="default docs/images"
    )
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Serving(Path(data))
        try:
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
                for picture in PICTURES:
                    if picture.flight:
                        server.prepare(picture.name, picture.flight, picture.steps)
                    else:
                        with server.store() as store:
                            for name in store.names():
                                if name not in TOURS:
                                    store.delete(name)
                    file = take(browser, server, picture, folder)
                    print(f"{file.name}: {file.stat().st_size} bytes")
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
