"""Damage of a bomber as facts: where it is, in words, and how many hits it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Damage", "counted", "out"]


class Damage(NamedTuple):
    """Something that is broken. Its section is "" where it belongs to none."""

    section: str
    words: str
    hits: int = 1


def out(section: str, parts: Iterable[tuple[bool, str]]) -> list[Damage]:
    """The parts of a section that are out: "radio out"."""
    return [Damage(section, f"{what} out") for is_out, what in parts if is_out]


def counted(parts: Iterable[tuple[str, int, str]]) -> list[Damage]:
    """Parts with hits: "windshield hit", "windshield hit, 2 so far"."""
    return [
        Damage(section, what if hits == 1 else f"{what}, {hits} so far", hits)
        for section, hits, what in parts
        if hits
    ]
