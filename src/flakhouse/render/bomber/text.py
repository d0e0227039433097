"""The log in words: one line for a quiet turn, a sentence for everything that matters, dice beside it.

Which events and rolls belong where is said by the attributes of `TextRenderer`; a game adds its own to them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.render.bomber.digest import Flight, Turn, read, word
from flakhouse.render.bomber.facts import fill
from flakhouse.render.screen import LOSS, WARNING, Block, ScreenRenderer, dice_text
from flakhouse.render.telling import Roll, Telling

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
    #: The charts that say where a hit is and what it does, before the damage tables.
    hit_charts: ClassVar[tuple[str, ...]] = ()
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

    def leads_to(self, roll: Rolled, kind: str, group: str) -> bool:
        """A hit leads to no attack and to nothing on the ground."""
        if roll.chart.startswith((*self.damage_stems, *self.hit_charts)) and group in ("fight", "target"):
            return False
        return super().leads_to(roll, kind, group)

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
        telling = Telling(events, since, self.leads_to)
        rolls: list[Roll] = []  # since the last thing told
        for i in range(since, len(events)):
            event = events[i]
            if isinstance(event, Noted) and event.kind == "target":
                telling.turn(self.title(0, events[: i + 1]), i, ended=False)
            if i in starts:
                goes_on = isinstance(event, Noted) and event.kind == "take-off"
                if not goes_on:
                    self._vain_hits(rolls, telling, whole=True)
                    self._came_to_nothing(rolls, telling)
                telling.turn(starts[i].head(self.mark), i, ended=not goes_on)
            if isinstance(event, Rolled):
                rolls.append(Roll(i, event))
            elif isinstance(event, Chosen):
                if i not in own and self.passed_over(event):
                    continue
                self._vain_hits(rolls, telling, whole=event.id in self.settling)
                self._came_to_nothing(rolls, telling)
                if i in own:
                    telling.choice(self.choice_line(event), i)
            else:
                self._note(i, event, rolls, telling)
        if asked in self.settling:
            self._vain_hits(rolls, telling, whole=True)
        self._came_to_nothing(rolls, telling)
        return telling.blocks()

    def passed_over(self, event: Chosen) -> bool:
        """Whether a decision that is not repeated parts no event from the roll before it."""
        return False

    def _note(self, at: int, event: Noted, rolls: list[Roll], telling: Telling) -> None:
        """The line of an event, with the rolls that made it."""
        kind = event.kind
        text = ""
        self._vain_hits(rolls, telling)
        if kind == "shot-misses":
            self._miss(at, event, rolls, telling)
            return
        if kind not in self.in_head:
            text = self.note_text(event, "brief")
        elif kind in self.late and not telling.head:
            text = self.note_text(event, "full")
        else:
            telling.heading(at)
        if not text:
            if kind == "jumped":  # how he came out is told with how he came down
                telling.keep(word(event, "name"), [roll.at for roll in rolls])
            self._came_to_nothing(rolls, telling)
            return
        made = self._made_by(kind, rolls)
        shown = [roll.event for roll in made]
        self._came_to_nothing([roll for roll in rolls if roll.event not in shown], telling)
        rolls.clear()
        if made:
            text += f" ({'; '.join(f'{roll.chart}: {dice_text(roll)}' for roll in shown)})"
        tone = LOSS if kind in self.losses else WARNING if kind in self.warnings else ""
        told = [*telling.kept(word(event, "name")), *(roll.at for roll in made), at]
        telling.say(text, told, tone, kind, self.group(kind))

    def _miss(self, at: int, event: Noted, rolls: list[Roll], telling: Telling) -> None:
        """Shots without effect, one after another, share a line."""
        dice = f" {dice_text(rolls[-1].event)}" if rolls else ""
        shot = f"{event.facts.get('gun', '')} at {event.facts.get('fighter', '')}{dice}"
        told = (*(roll.at for roll in rolls[-1:]), at)
        rolls.clear()
        begin = f"No effect ({self.shot_chart}): "
        before = telling.last()
        if before.startswith(begin):
            telling.extend(f"{before[:-1]}; {shot}.", told)
        else:
            telling.say(f"{begin}{shot}.", told, "", event.kind, self.group(event.kind))

    def _made_by(self, kind: str, rolls: list[Roll]) -> list[Roll]:
        """The rolls shown beside an event: as a rule the last one before it."""
        if not rolls or kind in self.no_dice:
            return []
        wanted = self.rolls.get(kind)
        if wanted is None:
            return rolls[-1:] if kind in self.only.get(self.stem(rolls[-1].event.chart), (kind,)) else []
        found = [roll for roll in rolls if roll.event.chart in wanted]
        return found[-len(wanted) :]

    def _vain_hits(self, rolls: list[Roll], telling: Telling, whole: bool = False) -> None:
        """Tell of hits that did nothing, and why: each damage roll that another one follows with nothing noted in
        between. The last one may still come to something, unless the `whole` story is there."""
        mains = [i for i, roll in enumerate(rolls) if roll.event.chart in self.damage_tables]
        for i, after in pairwise([*mains, len(rolls)]):
            roll = rolls[i].event
            if after == len(rolls):
                if not whole:
                    break
            elif rolls[after].event.chart in self.damage_onward:
                continue  # the hit goes on on that table
            if roll.result != self.superficial:
                where = self.damage_where.get(roll.chart, roll.title)
                parts = [part for part in rolls[i:after] if part.event.chart.startswith(self.damage_stems)]
                dice = "; ".join(f"{part.event.chart}: {dice_text(part.event)}" for part in parts)
                telling.say(
                    f"{where}: {roll.result.lower()}, no effect. ({dice})",
                    [part.at for part in parts],
                    group=self.chart_group(roll.chart),
                )

    def _came_to_nothing(self, rolls: list[Roll], telling: Telling) -> None:
        """Tell of rolls that came to nothing, if they are worth it; then there are none left."""
        if not rolls:
            return
        told: dict[tuple[str, str], list[Roll]] = {}
        left = rolls
        for chart, result in self.counting.items():
            if any(roll.event.chart == chart and roll.event.result == result for roll in rolls):
                left = [roll for roll in left if roll.event.chart != chart]
        for roll in left:
            event = roll.event
            text = self.words.get((event.chart, event.result), "")
            if event.result == self.superficial and event.chart in self.damage_tables - self.superficial_noted:
                text = f"{event.title}: {self.superficial.lower()}."
            if text:
                told.setdefault((text, event.chart), []).append(roll)
        for (text, chart), found in told.items():
            dice = ", ".join(dice_text(roll.event) for roll in found)
            telling.say(f"{text} ({chart}: {dice})", [r.at for r in found], group=self.chart_group(chart))
        rolls.clear()
