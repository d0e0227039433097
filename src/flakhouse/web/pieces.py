"""A page in pieces: what a browser has already is not sent to it again.

Our script says which pieces it has (`X-Have`, their marks); of those only the mark goes out (`data-keep`), and it
puts its own copy in their place. Without script no page has such gaps. A mark is made from the piece's markup, so
equal marks mean equal pieces, whichever page they came with.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Container
from typing import NamedTuple

__all__ = ["cut", "filled", "mark_of"]

_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)[^>]*?(/?)>")
_VOID = frozenset({"br", "col", "hr", "img", "input", "wbr"})
_LEAST, _MOST = 160, 900  # characters of a piece: a gap takes 30, and a long piece is seldom the same again


class Piece(NamedTuple):
    """An element that may stand unchanged in the next page, with its mark."""

    mark: str
    tag: str
    markup: str  # from behind its name: attributes, content, end

    def told(self, have: Container[str]) -> str:
        """The element, or the gap for somebody who has it."""
        if self.mark in have:
            return f'<{self.tag} data-keep="{self.mark}"></{self.tag}>'
        return f'<{self.tag} data-part="{self.mark}"{self.markup}'


def mark_of(markup: str) -> str:
    """Eight characters that name this markup."""
    return base64.urlsafe_b64encode(hashlib.blake2b(markup.encode(), digest_size=6).digest()).decode()


def filled(markup: str, have: Container[str]) -> str:
    """The markup with its pieces marked, and a gap for every one that somebody has."""
    return "".join([one if isinstance(one, str) else one.told(have) for one in cut(markup)])


@functools.lru_cache(64)
def cut(markup: str) -> tuple[str | Piece, ...]:
    """The markup as pieces and what lies between them."""
    found: list[str | Piece] = []
    done = 0
    for one in sorted(_elements(markup)):
        if one.start < done or one.end - one.start < _LEAST:
            continue  # inside the piece before, or too short to be worth a gap
        if one.inside and one.end - one.start > _MOST:
            continue  # its children may be pieces
        whole = markup[one.start : one.end]
        found += (markup[done : one.start], Piece(mark_of(whole), one.tag, whole[len(one.tag) + 1 :]))
        done = one.end
    return (*found, markup[done:])


class _Element(NamedTuple):
    start: int
    end: int
    tag: str
    inside: bool  # whether there are elements in it


def _elements(markup: str) -> list[_Element]:
    """Every element. None of markup that is not closed as it was opened."""
    found: list[_Element] = []
    opened: list[tuple[int, str, int]] = []
    for tag in _TAG.finditer(markup):
        closes, name, alone = tag.groups()
        if closes:
            if not opened or opened[-1][1] != name:
                return []
            start, _, before = opened.pop()
            found.append(_Element(start, tag.end(), name, len(found) > before))
        elif alone or name in _VOID:
            found.append(_Element(tag.start(), tag.end(), name, False))
        else:
            opened.append((tag.start(), name, len(found)))
    return found if not opened else []
