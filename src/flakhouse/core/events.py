"""What happened, as facts: the log that front ends render, reports retell and collectors count."""

from __future__ import annotations

import msgspec

__all__ = ["Chosen", "Event", "Fact", "ModLine", "Noted", "Rolled"]

Fact = str | int | bool


class ModLine(msgspec.Struct, frozen=True):
    """A modifier as it was applied."""

    value: int
    reason: str
    rule: str


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    """A roll on a chart, with everything a player needs to check it against the book."""

    chart: str
    title: str
    rule: str
    faces: tuple[int, ...]
    mods: tuple[ModLine, ...]
    total: int
    row: str
    column: str
    result: str
    typed: bool = False


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """An answer to a question."""

    id: str
    rule: str
    prompt: str
    key: str
    label: str


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something that happened in the game: a kind and its facts."""

    kind: str
    facts: dict[str, Fact]


Event = Rolled | Chosen | Noted
