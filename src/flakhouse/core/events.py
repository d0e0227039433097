"""What happened, as facts: the log that front ends render, reports retell and collectors count.

Every event has its place in the log, its number. A note knows the rolls that caused it by theirs; what it is about
are those of its facts whose name is a kind of subject.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from flakhouse.core.questions import SUBJECTS, Subject

__all__ = ["Announced", "Chosen", "Event", "Fact", "ModLine", "Needed", "Noted", "Opened", "Rolled", "subjects_of"]

Fact = str | int | bool
_KINDS = frozenset(SUBJECTS)


def subjects_of(facts: Mapping[str, Fact]) -> tuple[Subject, ...]:
    """What facts speak of: those named like a kind of subject."""
    return tuple(Subject(key, str(value)) for key, value in facts.items() if key in _KINDS and value != "")


class ModLine(msgspec.Struct, frozen=True):
    """A modifier as it was applied."""

    value: int
    reason: str
    rule: str


class Needed(msgspec.Struct, frozen=True):
    """What a roll needed for the result its table is rolled for: totals on the dice, before modifiers.

    With `any` a single die that shows it is enough, with `even` so many of the dice must be even: then there are
    no totals. `ways` of all `of` throws do it. Of the dice the lowest `kept` count (0: all); with `tens` the first
    counts the tens. `beyond` is the least total that the table asks where modifiers put it out of reach, so that
    only a natural number is left; else 0.
    """

    totals: tuple[int, ...]
    ways: int
    of: int
    any: int = 0
    kept: int = 0
    tens: bool = False
    beyond: int = 0
    even: int = 0


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
    needed: Needed | None = None  # None: the table has no result that is wanted above others
    again: tuple[
        int, ...
    ] = ()  # the places of the dice that were thrown again, if not all: `needed` is of them alone
    about: str = ""  # whom or what it concerns

    @property
    def thrown(self) -> tuple[int, ...]:
        """The dice that fell last: all, or those thrown again."""
        return tuple([self.faces[place] for place in self.again]) or self.faces


class Announced(msgspec.Struct, frozen=True, tag="announced"):
    """A roll that comes, with those announced beside it: they fall together. One whose aim is gone before its turn
    (a gun's, at a fighter shot down) is not made."""

    chart: str
    title: str
    rule: str
    dice: int
    mods: tuple[ModLine, ...]
    column: str
    needed: Needed | None
    about: str


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """An answer to a question, and what question and option are about."""

    id: str
    rule: str
    prompt: str
    key: str
    label: str
    about: tuple[Subject, ...] = ()


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something that happened in the game: a kind, its facts, and the numbers of the rolls that caused it."""

    kind: str
    facts: dict[str, Fact]
    rolls: tuple[int, ...] = ()

    @property
    def about(self) -> tuple[Subject, ...]:
        """What it is about."""
        return subjects_of(self.facts)


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A scene begins; everything until the next one belongs to it."""

    kind: str
    facts: dict[str, Fact]

    @property
    def about(self) -> tuple[Subject, ...]:
        """What it is about."""
        return subjects_of(self.facts)


Event = Rolled | Announced | Chosen | Noted | Opened
