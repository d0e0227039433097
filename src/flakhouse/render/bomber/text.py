"""The log in words: one line for a quiet turn, a sentence for everything that matters, dice beside it.

Which events and rolls belong where is said by the attributes of `TextRenderer`; a game adds its own to them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.render.bomber.digest import Flight, Turn, read
from flakhouse.render.bomber.facts import fill
from flakhouse.render.screen import LOSS, WARNING, Block, Line, ScreenRenderer, dice_text

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
    #: Events whose last roll tells nothing of them.
    no_dice: ClassVar[Kinds] = frozenset(
        {
            "zone",
            "stay",
            "base",
            "target",
            "briefing",
            "fighter-placed",
            "collision",
            "flak-hits",
            "flight-ends",
            "jumped",
            "evading",
            "bail-out",
            "mission-result",
            "left-formation",
            "ditched",
        }
    )
    #: Events that several rolls made, which are shown together: kind to charts.
    rolls: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: Rolls that make only these events, whatever is noted after them: chart (see `stem`) to kinds.
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {}
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
    #: The chart a gunner rolls on to hit; shots without effect share a line.
    shot_chart: ClassVar[str] = ""
    #: Rolls that nothing was noted of, and yet a player wants to hear of: chart and result to words.
    words: ClassVar[Mapping[tuple[str, str], str]] = {}
    #: Charts rolled on several times in a row, with the result that counts: the others are told only without it.
    counting: ClassVar[Mapping[str, str]] = {}
    #: The damage tables, and how the names of their parts and notes begin.
    damage_tables: ClassVar[Kinds] = frozenset()
    damage_stems: ClassVar[tuple[str, ...]] = ()
    #: Damage tables on which a hit on another one goes on.
    damage_onward: ClassVar[Kinds] = frozenset()
    #: Where a hit is, if the title of the table does not say it.
    damage_where: ClassVar[Mapping[str, str]] = {}
    #: The result that does no harm, and the tables of which the rules themselves note it.
    superficial: ClassVar[str] = "Superficial Damage"
    superficial_noted: ClassVar[Kinds] = frozenset()
    #: Questions that come only when a hit is settled: a damage roll before them has come to nothing.
    settling: ClassVar[Kinds] = frozenset()

    def read(self, events: Sequence[Event]) -> Flight[Turn]:
        """The log as a flight."""
        return read(events, self.turns)

    def stem(self, chart: str) -> str:
        """The name under which `only` has a chart."""
        return chart

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
        block = Block("", [])
        blocks = [block]
        rolls: list[Rolled] = []  # since the last thing told
        for i in range(since, len(events)):
            event = events[i]
            if isinstance(event, Noted) and event.kind == "target":
                block = Block(self.title(0, events[: i + 1]), [])
                blocks.append(block)
            if i in starts:
                if not (isinstance(event, Noted) and event.kind == "take-off"):
                    self._vain_hits(rolls, block, whole=True)
                    self._came_to_nothing(rolls, block)
                block = Block(starts[i].head(self.mark), [])
                blocks.append(block)
            if isinstance(event, Rolled):
                rolls.append(event)
            elif isinstance(event, Chosen):
                self._vain_hits(rolls, block, whole=event.id in self.settling)
                self._came_to_nothing(rolls, block)
                if i in own:
                    block.lines.append(self.choice_line(event))
            else:
                self._note(event, rolls, block)
        if asked in self.settling:
            self._vain_hits(rolls, block, whole=True)
        self._came_to_nothing(rolls, block)
        return [block for block in blocks if block.head or block.lines]

    def _note(self, event: Noted, rolls: list[Rolled], block: Block) -> None:
        """The line of an event, with the rolls that made it."""
        kind = event.kind
        text = ""
        self._vain_hits(rolls, block)
        if kind == "shot-misses":
            self._miss(event, rolls, block)
            return
        if kind not in self.in_head:
            text = self.note_text(event, "brief")
        elif kind in self.late and not block.head:
            text = self.note_text(event, "full")
        if not text:
            self._came_to_nothing(rolls, block)
            return
        made = self._made_by(kind, rolls)
        self._came_to_nothing([roll for roll in rolls if roll not in made], block)
        rolls.clear()
        if made:
            text += f" ({'; '.join(f'{roll.chart}: {dice_text(roll)}' for roll in made)})"
        tone = LOSS if kind in self.losses else WARNING if kind in self.warnings else ""
        block.lines.append(Line(text, tone))

    def _miss(self, event: Noted, rolls: list[Rolled], block: Block) -> None:
        """Shots without effect, one after another, share a line."""
        dice = f" {dice_text(rolls[-1])}" if rolls else ""
        shot = f"{event.facts.get('gun', '')} at {event.facts.get('fighter', '')}{dice}"
        rolls.clear()
        begin = f"No effect ({self.shot_chart}): "
        if block.lines and block.lines[-1].text.startswith(begin):
            before = block.lines.pop().text
            block.lines.append(Line(f"{before[:-1]}; {shot}."))
        else:
            block.lines.append(Line(f"{begin}{shot}."))

    def _made_by(self, kind: str, rolls: list[Rolled]) -> list[Rolled]:
        """The rolls shown beside an event: as a rule the last one before it."""
        if not rolls or kind in self.no_dice:
            return []
        wanted = self.rolls.get(kind)
        if wanted is None:
            return rolls[-1:] if kind in self.only.get(self.stem(rolls[-1].chart), (kind,)) else []
        found = [roll for roll in rolls if roll.chart in wanted]
        return found[-len(wanted) :]

    def _vain_hits(self, rolls: list[Rolled], block: Block, whole: bool = False) -> None:
        """Tell of hits that did nothing, and why: each damage roll that another one follows with nothing noted in
        between. The last one may still come to something, unless the `whole` story is there."""
        mains = [i for i, roll in enumerate(rolls) if roll.chart in self.damage_tables]
        for i, after in pairwise([*mains, len(rolls)]):
            roll = rolls[i]
            if after == len(rolls):
                if not whole:
                    break
            elif rolls[after].chart in self.damage_onward:
                continue  # the hit goes on on that table
            if roll.result != self.superficial:
                where = self.damage_where.get(roll.chart, roll.title)
                dice = "; ".join(
                    f"{part.chart}: {dice_text(part)}"
                    for part in rolls[i:after]
                    if part.chart.startswith(self.damage_stems)
                )
                block.lines.append(Line(f"{where}: {roll.result.lower()}, no effect. ({dice})"))

    def _came_to_nothing(self, rolls: list[Rolled], block: Block) -> None:
        """Tell of rolls that came to nothing, if they are worth it; then there are none left."""
        told: dict[tuple[str, str], list[str]] = {}
        for chart, result in self.counting.items():
            if any(roll.chart == chart and roll.result == result for roll in rolls):
                rolls = [roll for roll in rolls if roll.chart != chart]
        for roll in rolls:
            text = self.words.get((roll.chart, roll.result), "")
            if roll.result == self.superficial and roll.chart in self.damage_tables - self.superficial_noted:
                text = f"{roll.title}: {self.superficial.lower()}."
            if text:
                told.setdefault((text, roll.chart), []).append(dice_text(roll))
        for (text, chart), dice in told.items():
            block.lines.append(Line(f"{text} ({chart}: {', '.join(dice)})"))
        rolls.clear()
