"""The log in words: one line for a quiet turn, a sentence for everything that matters, dice beside it.

A line quotes the rolls that its event carries, and no others. Events of a kind that follow one another in a scene
share a line where their template has words for several.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from string import Formatter
from typing import ClassVar

from flakhouse.core.events import Chosen, Event, Fact, Noted, Opened, Rolled
from flakhouse.render.bomber.digest import Flight, Turn, read
from flakhouse.render.bomber.facts import fill
from flakhouse.render.needs import quoted
from flakhouse.render.screen import LOSS, WARNING, Block, ScreenRenderer, dice_of, dice_text, quoting
from flakhouse.render.telling import Telling

__all__ = ["TextRenderer"]

Kinds = frozenset[str]


class TextRenderer(ScreenRenderer):
    """The words of the log."""

    #: The game's turns (see digest.py).
    turns: ClassVar[type[Turn]] = Turn
    #: What the heading of a turn says already.
    in_head: ClassVar[Kinds] = frozenset({"zone", "stay", "base", "weather", "altitude"})
    #: What is worth a line when the heading has been shown before it happened.
    late: ClassVar[Kinds] = frozenset({"weather", "altitude"})
    losses: ClassVar[Kinds] = frozenset(
        {
            "killed",
            "jump-killed",
            "down-with-plane",
            "lost-at-sea",
            "captured",
            "destroyed",
            "out-of-control",
            "landing-explosion",
            "bombs-detonate",
            "mid-air",
            "wing-off",
            "nobody-flies",
        }
    )
    warnings: ClassVar[Kinds] = frozenset(
        {
            "wounded",
            "third-wound",
            "frostbitten",
            "fighter-hits",
            "walking-hits",
            "flak-hits",
            "burst-inside",
            "collision",
            "fire",
            "fire-burns",
            "fire-nobody",
            "no-extinguisher",
            "engine",
            "engine-burns",
            "tank-fire",
            "fuel-leak",
            "abort",
            "controls-dead",
            "bail-out",
            "ditched",
            "gun-jams",
            "bombs-hung",
            "left-formation",
            "oxygen-out",
        }
    )

    def read(self, events: Sequence[Event]) -> Flight[Turn]:
        """The log as a flight."""
        return read(events, self.turns)

    def fill(self, text: str, facts: Mapping[str, Fact]) -> str:
        """A template with the facts put in."""
        return fill(text, facts)

    # ------------------------------------------------------------------ the short log

    def log(self, events: Iterable[Event], level: str = "full") -> list[str]:
        """The log at a level; the short one tells turn by turn."""
        if level != "brief":
            return [line for event in events for line in self.event_lines(event, level)]
        lines: list[str] = []
        for block in self.tell(list(events)):
            for text in [block.head] if block.head else []:
                lines += textwrap.wrap(text, self.width, subsequent_indent="  ")
            indent = "  " if block.head else ""
            for line in block.lines:
                lines += textwrap.wrap(
                    line.text, self.width, initial_indent=indent, subsequent_indent=indent + "  "
                )
        return lines

    def tell(
        self, events: Sequence[Event], since: int = 0, own: Collection[int] = (), asked: str = ""
    ) -> list[Block]:
        """What happened from event `since` on, turn by turn."""
        starts = {t.begins: t for t in self.read(events).turns if t.number and t.begins >= since}
        telling = Telling(events, since)
        quoted = quoting(events)
        shared: list[int] = []  # the notes of the last line, if one more may join them
        for i in range(since, len(events)):
            event = events[i]
            if isinstance(event, Noted) and event.kind == "target":
                telling.turn(self.title(0, events[: i + 1]), i)
                shared = []
            if i in starts:
                telling.turn(starts[i].head(self.mark), i)
                shared = []
            if isinstance(event, Opened):
                shared = []
            elif isinstance(event, Chosen):
                if i in own:
                    telling.choice(self.choice_line(event), i)
                    shared = []
            elif isinstance(event, Noted) and self.told(event, telling.head):
                notes = [*shared, i] if shared and self._joins(events[shared[0]], event) else [i]
                rolls = [n for at in notes for n in _noted(events, at).rolls if quoted.get(n) == at]
                text = self._line(events, notes, rolls, bool(telling.head))
                if not text:
                    continue
                if len(notes) > 1:
                    telling.extend(text, (*rolls, i))
                else:
                    telling.say(text, (*rolls, i), self.tone(event.kind), event.kind, self.group(event.kind))
                shared = notes
        return telling.blocks()

    def told(self, event: Noted, head: str) -> bool:
        """Whether an event has a line: what the heading says has none, unless it was shown before it happened."""
        return event.kind not in self.in_head or (event.kind in self.late and not head)

    def tone(self, kind: str) -> str:
        """How a line about such an event is coloured."""
        return LOSS if kind in self.losses else WARNING if kind in self.warnings else ""

    def _joins(self, first: Event, event: Noted) -> bool:
        """Whether an event shares the line of one before it: of the same kind, with the same to be said of all."""
        if (
            not isinstance(first, Noted)
            or first.kind != event.kind
            or not (words := self.templates.get(event.kind))
        ):
            return False
        common = [name for _, name, _, _ in Formatter().parse(words.several) if name not in (None, "all", "chart")]
        return bool(words.several) and all(first.facts.get(name) == event.facts.get(name) for name in common)

    def _line(self, events: Sequence[Event], notes: Sequence[int], rolls: Sequence[int], headed: bool) -> str:
        """The line of an event, or of several that share it, with the dice behind it; "" if it has none."""
        first = _noted(events, notes[0])
        words = self.templates.get(first.kind)
        paired = words is not None and "{dice}" in words.each  # each part has its dice beside it
        if words is None or (len(notes) == 1 and not (paired and rolls)):
            text = self.note_text(first, "full" if first.kind in self.late and not headed else "brief")
            return text + dice_of(events, rolls) if text else ""
        parts: list[str] = []
        charts: dict[str, None] = {}
        for at in notes:
            note = _noted(events, at)
            behind = [roll for n in note.rolls if n in rolls and isinstance(roll := events[n], Rolled)]
            charts |= dict.fromkeys(quoted(roll.title, roll.chart) for roll in behind)
            dice = ", ".join(dice_text(roll) for roll in behind)
            parts.append(self.fill(words.each, {**note.facts, "dice": dice}))
        said = "; ".join(parts) if paired else ", ".join(_counted(parts))
        joint = {"all": said, "chart": ", ".join(charts)}
        text = self.fill(words.several, {**first.facts, **joint})
        return text if paired else text + dice_of(events, rolls)


def _counted(parts: Sequence[str]) -> list[str]:
    """What is alike once, with how often: "Port Wing (twice)"."""
    times = {2: " (twice)"}
    return [part + (times.get(n) or f" ({n} times)") if n > 1 else part for part, n in Counter(parts).items()]


def _noted(events: Sequence[Event], at: int) -> Noted:
    """The note at this place of the log."""
    event = events[at]
    assert isinstance(event, Noted)  # nosec: only the places of notes are asked for
    return event
