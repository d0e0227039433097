"""Draws the icons of the installed page from our logo, with Chromium: python scripts/icons.py"""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent / "src" / "flakhouse"
GROUND = "#33402f"


def main() -> None:
    logo = (ROOT / "web" / "static" / "symbols" / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get("FLAKHOUSE_CHROMIUM", "chromium"))
        # A mask may cut off everything outside the middle four fifths.
        for name, size, share in (("icon-192", 192, 1.0), ("icon-512", 512, 1.0), ("icon-mask-512", 512, 0.7)):
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = GROUND if share < 1 else "none"
            style = f"body{{margin:0;display:grid;place-items:center;height:100vh;background:{ground}}}"
            style += f"svg{{width:{100 * share}vw;height:{100 * share}vw}}"
            page.set_content(f"<style>{style}</style>{logo}")
            page.screenshot(path=ROOT / "offline" / "page" / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
