"""A page with curves that needs nothing else, or one curve as an image: what the measuring scripts draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from flakhouse.sim.plots import CSS, PATTERNS

PALETTE = """
:root, svg.plot { --ink: #1f1d18; --ink-2: #57534a; --line: #8d8676; --line-soft: #d9d3c4; --paper: #fffdf6;
  --blue: #24527a; --red: #9c2f22; --green: #3f6b35; --amber: #8a5a00; --font-label: sans-serif;
  --font-type: monospace; background: var(--paper); color: var(--ink); }
"""
_MARGIN = 14
_PAGE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem .2rem 0; text-align: right; }
th { border-bottom: 1.5px solid; } div { overflow-x: auto; } figure { margin: 2rem 0; }
"""


def _with_margin(box: re.Match[str]) -> str:
    """The size of an image with room around it."""
    wide, high = (float(side) + 2 * _MARGIN for side in box.groups())
    return f'width="{wide:g}" height="{high:g}" viewBox="{-_MARGIN} {-_MARGIN} {wide:g} {high:g}"'


def page(
    suffix: str,
    title: str,
    words: Sequence[str],
    figures: Sequence[tuple[str, str]],
    table: Sequence[Sequence[str]],
) -> str:
    """The whole page, or the first figure by itself if the file is to end in .svg."""
    if suffix == ".svg":
        whole = f'<svg xmlns="http://www.w3.org/2000/svg"{figures[0][1].removeprefix("<svg")}\n'
        whole = re.sub(r'viewBox="0 0 (\d+) ([\d.]+)"', _with_margin, whole, count=1)
        return whole.replace("<title", f"<style>{PALETTE}{CSS}</style><title", 1)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table[0])
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table[1:])
    drawn = "".join(f"<figure>{svg}<figcaption>{escape(text)}</figcaption></figure>" for text, svg in figures)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{PALETTE}{CSS}{_PAGE}'
        f"</style></head><body>{PATTERNS}<h1>{escape(title)}</h1>"
        + "".join(f"<p>{escape(line)}</p>" for line in words)
        + f"{drawn}<div><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></body></html>\n"
    )
