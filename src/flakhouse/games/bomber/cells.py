"""Readers of chart cells that several tables share. Knows no rules module, so all may import it."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["either"]


def either(yes: str, no: str) -> Callable[[str], bool]:
    """Read a chart of two results: true for the first of these words, false for the second."""

    def read(word: str) -> bool:
        if word not in (yes, no):
            raise ValueError(word)
        return word == yes

    return read
