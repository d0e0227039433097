"""The short log in the making: lines in turns, and for each of them the events that stand behind it.

Which events a line tells of is said where it is made: the event it words, the rolls that caused this, the decision
it repeats. A roll that no line tells of is `silent` in its block. So every roll told over belongs to exactly one
line, or to one block.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flakhouse.core.events import Event, Rolled

__all__ = ["CHOICE", "GROUPS", "Block", "Leg", "Line", "Roll", "Stage", "Telling", "stretch"]

CHOICE = "choice"
#: What lines may be about, for a reader who wants to see only some of them. "" is a line nobody has put anywhere.
GROUPS = (
    *(CHOICE, "planning", "flight", "weather", "fight", "damage", "crew", "target", "sea", "security", "ending"),
)


class Line(NamedTuple):
    """A line of the story, not yet wrapped. The tone only colours it; the words say everything.

    `events` are the places in the log of what stands behind it, in order; `kind` is that of the event it words, or
    "choice"; "" where it tells of dice alone. `group` is one of GROUPS.
    """

    text: str
    tone: str = ""
    events: tuple[int, ...] = ()
    kind: str = ""
    group: str = ""


class Block(NamedTuple):
    """What happened in one turn: a heading if the turn began here ("" if it goes on), and lines.

    `silent` are the places of the rolls that no line tells of: those the heading speaks of, and those of which
    nothing is said. `at` is the event with which the turn began; -1 if it goes on.
    """

    head: str
    lines: list[Line]
    silent: tuple[int, ...] = ()
    at: int = -1


class Leg(NamedTuple):
    """A turn of a calm stretch under way: when, where to, and what there was to say."""

    when: str
    where: str
    told: tuple[str, ...] = ()


class Stage(NamedTuple):
    """A turn of a calm stretch: its heading, "" if it began before, and what there was to say."""

    head: str
    text: str

    @property
    def line(self) -> str:
        """Both in one line."""
        return f"{self.head}: {self.text}" if self.head and self.text else self.head or self.text


def stretch(heads: Sequence[tuple[int, str]], lines: Sequence[tuple[int, str]]) -> list[Stage]:
    """A calm stretch turn by turn: none is left out, and each has what there was to say. Headings and lines come
    with the event that they belong to; what lies before the first heading stands alone."""
    turns: list[tuple[str, list[str]]] = [("", [])]
    left = list(heads)
    for at, text in lines:
        while left and left[0][0] <= at:
            turns.append((left.pop(0)[1], []))
        turns[-1][1].append(text)
    turns += [(head, []) for _, head in left]
    before = [Stage("", text) for text in turns[0][1]]
    return [*before, *(Stage(head, " ".join(said)) for head, said in turns[1:])]


class Roll(NamedTuple):
    """A roll and its place in the log."""

    at: int
    event: Rolled


class _Told:
    """A line in the making."""

    __slots__ = ("events", "group", "kind", "text", "tone")

    def __init__(self, text: str, events: list[int], tone: str, kind: str, group: str) -> None:
        self.text = text
        self.events = events
        self.tone = tone
        self.kind = kind
        self.group = group

    def line(self) -> Line:
        """The line, made."""
        return Line(self.text, self.tone, tuple(sorted(self.events)), self.kind, self.group)


class _Part:
    """A block in the making; `begins` is the place of its first event."""

    __slots__ = ("begins", "head", "lines", "silent")

    def __init__(self, head: str, begins: int) -> None:
        self.head = head
        self.begins = begins
        self.lines: list[_Told] = []
        self.silent: list[int] = []


class Telling:
    """Takes lines turn by turn, and gives every roll its place at the end."""

    def __init__(self, events: Sequence[Event], since: int) -> None:
        self._events = events
        self._since = since
        self._part = _Part("", since)
        self._parts = [self._part]
        self._owners: dict[int, _Told] = {}

    @property
    def head(self) -> str:
        """The heading of the turn being told, "" if it began before."""
        return self._part.head

    def texts(self) -> list[str]:
        """The lines of this turn so far."""
        return [told.text for told in self._part.lines]

    def turn(self, head: str, at: int) -> None:
        """A turn begins with event `at`."""
        self._part = _Part(head, at)
        self._parts.append(self._part)

    def say(self, text: str, events: Iterable[int], tone: str = "", kind: str = "", group: str = "") -> None:
        """A line that tells of these events. What another line tells of stays with that one."""
        told = _Told(text, [], tone, kind, group)
        self._part.lines.append(told)
        self._own(told, events)

    def choice(self, line: Line, at: int) -> None:
        """A decision repeated."""
        self._part.lines.append(_Told(line.text, [at], line.tone, CHOICE, CHOICE))

    def extend(self, text: str, events: Iterable[int], line: int = -1) -> None:
        """A line of this turn told anew, as it tells of these events too."""
        told = self._part.lines[line]
        told.text = text
        self._own(told, events)

    def blocks(self) -> list[Block]:
        """Everything told, and every roll in its place; no block at all as long as there is no word to tell."""
        self._settle()
        made: list[Block] = []
        silent: list[int] = []
        for part in self._parts:
            silent += part.silent
            if part.head or part.lines:
                lines = [told.line() for told in part.lines]
                made.append(Block(part.head, lines, tuple(sorted(silent)), part.begins if part.head else -1))
                silent = []
        if silent and made:
            made[-1] = made[-1]._replace(silent=(*made[-1].silent, *sorted(silent)))
        return made

    def _own(self, told: _Told, events: Iterable[int]) -> None:
        for at in events:
            if self._owners.setdefault(at, told) is told and at not in told.events:
                told.events.append(at)

    def _settle(self) -> None:
        """A roll that no line has is silent in the turn it fell in."""
        parts = iter(self._parts)
        part = next(parts)
        later = next(parts, None)
        for at in range(self._since, len(self._events)):
            while later is not None and later.begins <= at:
                part, later = later, next(parts, None)
            if at not in self._owners and isinstance(self._events[at], Rolled):
                part.silent.append(at)
