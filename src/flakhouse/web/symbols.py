"""The drawings of static/symbols as `<symbol>`s: each page inlines those it uses, so that colours reach them."""

from __future__ import annotations

import functools
import re
from importlib import resources

from markupsafe import Markup

__all__ = ["emblem", "inline", "sprite", "symbol"]

_HEAD = re.compile(r"<svg\b([^>]*)>", re.S)
_DROP = re.compile(r"<style\b.*?</style>|<title\b.*?</title>|<desc\b.*?</desc>|<!--.*?-->", re.S)
_KEEP = re.compile(r'\b(viewBox|class|fill|stroke|stroke-[a-z]+)="([^"]*)"')


@functools.cache
def _parts(name: str) -> tuple[str, str]:
    """The attributes worth keeping of a file's root, and what is inside it."""
    file = resources.files("flakhouse.web").joinpath("static", "symbols", f"{name}.svg")
    whole = file.read_text(encoding="utf-8")
    head = _HEAD.search(whole)
    if head is None:
        raise ValueError(f"{name}.svg is no drawing")
    inside = whole[head.end() : whole.rindex("</svg>")]
    attrs = "".join(f' {key}="{value}"' for key, value in _KEEP.findall(head.group(1)))
    return attrs, _DROP.sub("", inside).strip()


@functools.cache
def symbol(name: str) -> Markup:
    """A file as a symbol with its name as id."""
    attrs, inside = _parts(name)
    return Markup(f'<symbol id="{name}"{attrs}>{inside}</symbol>')


@functools.cache
def sprite(names: tuple[str, ...]) -> Markup:
    """Symbols, hidden, for `<use>` on the same page."""
    inside = "".join(symbol(name) for name in dict.fromkeys(names))
    return Markup(f'<svg class="sprite" aria-hidden="true" width="0" height="0">{inside}</svg>')


@functools.cache
def emblem(game: str) -> Markup:
    """The emblem of a game; ours for a game that has none."""
    own = resources.files("flakhouse.web").joinpath("static", "symbols", f"emblem-{game}.svg").is_file()
    return inline(f"emblem-{game}" if own else "logo", "emb")


@functools.cache
def inline(name: str, class_: str = "", label: str = "") -> Markup:
    """A file drawn where it stands; without a label it says nothing to a screen reader."""
    attrs, inside = _parts(name)
    own = re.search(r' class="([^"]*)"', attrs)
    classes = " ".join(part for part in ((own.group(1) if own else ""), class_) if part)
    attrs = re.sub(r' class="[^"]*"', "", attrs)
    says = Markup(' role="img" aria-label="{}"').format(label) if label else ' aria-hidden="true"'
    return Markup(f'<svg class="{classes}"{attrs}{says}>{inside}</svg>')
