"""The short log in the making: lines in turns, and for each of them the events that stand behind it.

Which events a line tells of is said where it is made: the event it words, the rolls it quotes, the decision it
repeats. A roll that no line quotes led to what came next, so it goes to the line that tells of the next event
after it; not to a decision, which no die makes, not beyond the end of its turn, and not to a line it cannot have
led to (see `ScreenRenderer.leads_to`). If what came next stands in the heading of the turn (its weather, say), or
if there is no such line, the roll is `silent` in its block. So every roll told over belongs to exactly one line,
or to one block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from flakhouse.core.events import Event, Rolled

__all__ = ["CHOICE", "GROUPS", "Block", "Line", "Roll", "Telling"]

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
    nothing is said.
    """

    head: str
    lines: list[Line]
    silent: tuple[int, ...] = ()


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
    """A block in the making."""

    __slots__ = ("events", "head", "lines")

    def __init__(self, head: str) -> None:
        self.head = head
        self.lines: list[_Told] = []
        self.events: list[int] = []


class Telling:
    """Takes lines turn by turn, and gives every roll its place at the end."""

    def __init__(
        self, events: Sequence[Event], since: int, leads_to: Callable[[Rolled, str, str], bool] | None = None
    ) -> None:
        self._events = events
        self._since = since
        self._leads_to = leads_to  # whether a roll may have led to a line of this kind and group; None: always
        self._part = _Part("")
        self._parts = [self._part]
        self._owners: dict[int, _Told | _Part] = {}
        self._begins: dict[int, tuple[_Part, bool]] = {}  # where a turn begins: the one before, whether it ended
        self._kept: dict[str, list[int]] = {}

    @property
    def head(self) -> str:
        """The heading of the turn being told, "" if it began before."""
        return self._part.head

    def texts(self) -> list[str]:
        """The lines of this turn so far."""
        return [told.text for told in self._part.lines]

    def last(self) -> str:
        """The last line of this turn, "" without one."""
        return self._part.lines[-1].text if self._part.lines else ""

    def turn(self, head: str, at: int, ended: bool = True) -> None:
        """A turn begins with event `at`. The one before has `ended`, unless its last rolls belong to this one."""
        self._begins[at] = (self._part, ended)
        self._part = _Part(head)
        self._parts.append(self._part)

    def heading(self, at: int) -> None:
        """Event `at` stands in the heading."""
        self._owners.setdefault(at, self._part)

    def say(self, text: str, events: Iterable[int], tone: str = "", kind: str = "", group: str = "") -> None:
        """A line that tells of these events. What another line tells of stays with that one."""
        told = _Told(text, [], tone, kind, group)
        self._part.lines.append(told)
        self._own(told, events)

    def keep(self, name: str, events: Iterable[int]) -> None:
        """These belong to what is told of this man next."""
        self._kept.setdefault(name, []).extend(events)

    def kept(self, name: str) -> list[int]:
        """What was kept for this man; now it is told."""
        return self._kept.pop(name, [])

    def choice(self, line: Line, at: int) -> None:
        """A decision repeated."""
        self._part.lines.append(_Told(line.text, [at], line.tone, CHOICE, CHOICE))

    def extend(self, text: str, events: Iterable[int], line: int = -1) -> None:
        """A line of this turn told anew, as it tells of these events too."""
        told = self._part.lines[line]
        told.text = text
        self._own(told, events)

    def join(self, text: str) -> None:
        """The last two lines in one."""
        last = self._part.lines.pop()
        told = self._part.lines[-1]
        told.text, told.tone, told.kind, told.group = text, last.tone, last.kind, last.group
        for at in last.events:
            self._owners[at] = told
        told.events += last.events

    def blocks(self) -> list[Block]:
        """Everything told, and every roll in its place; no block at all as long as there is no word to tell."""
        self._settle()
        made: list[Block] = []
        silent: list[int] = []
        for part in self._parts:
            silent += part.events
            if part.head or part.lines:
                made.append(Block(part.head, [told.line() for told in part.lines], tuple(sorted(silent))))
                silent = []
        if silent and made:
            made[-1] = made[-1]._replace(silent=(*made[-1].silent, *sorted(silent)))
        return made

    def _own(self, told: _Told, events: Iterable[int]) -> None:
        for at in events:
            if self._owners.setdefault(at, told) is told and at not in told.events:
                told.events.append(at)

    def _settle(self) -> None:
        """From the end back: a roll nobody has goes where the next event went, or stays with its turn."""
        part = self._part
        owner: _Told | _Part = part
        for at in range(len(self._events) - 1, self._since - 1, -1):
            event = self._events[at]
            found = self._owners.get(at)
            if found is not None:
                owner = found
            elif isinstance(event, Rolled):
                (owner if self._led(event, owner) else part).events.append(at)
            if at in self._begins:
                part, ended = self._begins[at]
                if ended:
                    owner = part

    def _led(self, roll: Rolled, owner: _Told | _Part) -> bool:
        return self._leads_to is None or isinstance(owner, _Part) or self._leads_to(roll, owner.kind, owner.group)
