"""Damage in words sorted by the section it is in, so that the drawing can mark it there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flakhouse.web.boards.bomber.views import Point, Spot

__all__ = ["spots"]

_COUNT = re.compile(r"(\d+) (?:so far|of \d)")


def spots(found: Sequence[str], keys: Sequence[tuple[str, str]], places: Mapping[str, Point]) -> tuple[Spot, ...]:
    """One mark for each section that has damage. `keys` are beginnings or parts of the words, the first that fits
    tells the section; what fits none is in the list of damage alone."""
    by: dict[str, list[str]] = {}
    for text in found:
        section = next((section for key, section in keys if key in text), "")
        if section in places:
            by.setdefault(section, []).append(text)
    return tuple(
        Spot(section, places[section], sum(_hits(text) for text in texts), "; ".join(texts))
        for section, texts in by.items()
    )


def _hits(text: str) -> int:
    """How many hits a line of damage tells of."""
    counted = _COUNT.search(text)
    return int(counted.group(1)) if counted else 1
