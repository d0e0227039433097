"""The log in words: a heading for each turn of a segment, a sentence for what matters, the dice beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.render.bomber.facts import fill
from flakhouse.render.doolittle import digest
from flakhouse.render.screen import LOSS, WARNING, Block, ScreenRenderer
from flakhouse.render.screen import dice_text as plain_dice
from flakhouse.render.telling import Roll, Telling

__all__ = ["TextRenderer", "dice_text"]

Kinds = frozenset[str]


#: Charts whose dice are looked at one by one: no sum of them means anything.
_FACES = frozenset({"boat-destroy", "elude", "faulty-compass", "gunnery", "ship-flak", "vessel"})
#: What rolls are about that no event tells of: how the names of their charts begin.
_GROUPS: Mapping[str, tuple[str, ...]] = {
    "planning": ("P-",),
    "security": ("secrecy-test", "vessel"),
    "sea": (
        *("flying-boat-sea", "incident", "recovery", "refuel", "rendezvous", "return-to-port", "ship-sighting"),
        *("submarine-contact", "underway"),
    ),
    "flight": (
        "compass-error",
        "engine-sputter",
        "faulty-compass",
        "fumes",
        "guzzle",
        "launch",
        "beacons-removed",
    ),
    "weather": ("flight-weather", "sea-weather", "wind-check"),
    "fight": (
        *("army-launches", "boat-", "carrier-target", "counterstrike", "dive-arrow", "elude", "enemy-ship"),
        *("fighter-target", "flak", "gunnery", "halsey-launches", "iboat-", "interceptor", "night-interceptor"),
        *("ordnance", "shadow", "ship-flak", "strike-force", "torpedo-arrow"),
    ),
    "damage": ("botched", "deck-fire", "engine-fire"),
    "target": ("acquisition", "approach", "balloons", "detonation", "lights-out", "turn-nine"),
    "crew": ("capture-", "close-call", "internment", "korea", "passage", "soviet-", "transport", "trek"),
    "ending": ("alliances", "ditched", "judges", "landing", "poor-landing", "trial", "verdicts"),
}
#: How lines begin that Flights share.
_SHARES = ("Guzzle Checks", "West: ", "Fuel left: ")


def dice_text(roll: Rolled) -> str:
    """The dice of a roll: "3+5-1=7"; where only some of them count, "2, 5, 3, 4 keep 5"."""
    faces = ", ".join(str(face) for face in roll.faces)
    if roll.chart in _FACES:
        return faces
    mods = sum(mod.value for mod in roll.mods)
    natural = roll.total - mods
    if sum(roll.faces) == natural:
        return plain_dice(roll)
    return f"{faces} keep {natural}" + (f"{mods:+d}={roll.total}" if mods else "")


def _shared(event: Noted) -> tuple[str, str]:
    """How the shared line of an event begins, and its part of it; nothing if it has a line of its own."""
    facts = event.facts
    flight = facts.get("flight", "")
    if event.kind == "guzzle":
        return f"Guzzle Checks ({facts.get('number', '')} or more): ", f"{flight} " + (
            "passes" if facts.get("passed") else "fails"
        )
    if event.kind == "flies-west":
        return "West: ", f"{flight} to zone {facts.get('zone', '')}"
    if event.kind == "fuel":
        return "Fuel left: ", f"{flight} {facts.get('fuel', '')}"
    return "", ""


class TextRenderer(ScreenRenderer):
    """The words of the log."""

    #: What a heading says already.
    in_head: ClassVar[Kinds] = digest.BEGINS
    #: Events that no die made, whatever was thrown before them.
    no_dice: ClassVar[Kinds] = frozenset(
        {
            "altitude",
            "attack-ends",
            "army-launches",
            "contact-marker",
            "detached",
            "distress",
            "elite-used",
            "enters",
            "exits",
            "flies-west",
            "flight-ends",
            "flight-hazard",
            "flight-hazards",
            "flight-map",
            "halsey-launches",
            "hazard-assigned",
            "hazard-in-box",
            "hazard-revealed",
            "hazards-drawn",
            "independent",
            "jettison",
            "landed",
            "late-flight",
            "launch",
            "mended",
            "moves",
            "onward",
            "outcome",
            "points",
            "recon-posted",
            "scenario",
            "scuttled",
            "sea-hazard",
            "sea-hazards",
            "storm",
            "transit-hazard",
        }
    )
    #: Events that tell of one roll too few: what was thrown before is told with the event that follows them.
    through: ClassVar[Kinds] = frozenset({"elite-used", "thrown-again"})
    losses: ClassVar[Kinds] = frozenset(
        {
            "aborted",
            "burnt",
            "crew-captured",
            "destroyed",
            "left-behind",
            "naval-ended",
            "ship-sunk",
            "submarine-sunk",
        }
    )
    warnings: ClassVar[Kinds] = frozenset(
        {
            "airstrike",
            "alert",
            "botched",
            "damaged",
            "ditched",
            "engine-fire",
            "iboat-torpedoes",
            "jettison",
            "no-fuel",
            "release-spoilt",
            "ship-damaged",
            "site-attacked",
            "storm",
            "turns-about",
        }
    )

    chart_groups: ClassVar[Mapping[str, str]] = {name: group for group, names in _GROUPS.items() for name in names}
    leads: ClassVar[Mapping[str, tuple[str, ...]]] = {"flight-weather": ("wind",), "sea-weather": ("wind",)}

    def fill(self, text: str, facts: Mapping[str, Fact]) -> str:
        """A template with the facts put in; what begins a sentence is capital."""
        filled = fill(text, facts)
        return filled[:1].upper() + filled[1:]

    def event_lines(self, event: Event, level: str = "full") -> list[str]:
        """The lines of one event; a roll of which not all dice count says what is kept."""
        lines = super().event_lines(event, level)
        if isinstance(event, Rolled) and lines and "keep" in dice_text(event):
            own = ", your dice" if event.typed else ""
            text = f"{event.chart} {event.title} ({event.rule}): {dice_text(event)}{own}"
            lines[:1] = textwrap.wrap(text, self.width, subsequent_indent="    ")
        return lines

    def log(self, events: Iterable[Event], level: str = "full") -> list[str]:
        """The log at a level; the short one tells turn by turn."""
        if level != "brief":
            return [line for event in events for line in self.event_lines(event, level)]
        lines: list[str] = []
        for block in self.tell(list(events)):
            if block.head:
                lines += textwrap.wrap(block.head, self.width, subsequent_indent="  ")
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
        turns = {turn.begins: turn for turn in digest.read(events) if turn.head}
        telling = Telling(events, since, self.leads_to)
        rolls: list[Roll] = []  # since the last thing told
        for i in range(since, len(events)):
            event = events[i]
            if i in turns:
                self._unsaid(rolls, telling)
                telling.turn(turns[i].title(self.mark), i)
            if isinstance(event, Rolled):
                rolls.append(Roll(i, event))
            elif isinstance(event, Chosen):
                self._unsaid(rolls, telling)
                if i in own:
                    telling.choice(self.choice_line(event), i)
            else:
                self._note(i, event, rolls, telling)
        self._unsaid(rolls, telling)
        return telling.blocks()

    def _note(self, at: int, event: Noted, rolls: list[Roll], telling: Telling) -> None:
        """The line of an event, with the rolls that made it."""
        kind = event.kind
        if kind in self.in_head and telling.head:
            telling.heading(at)
            return
        if self._share(at, event, rolls, telling):
            return
        text = self.note_text(event, "brief")
        if not text:
            if kind not in self.no_dice:
                rolls.clear()  # told in the full log only, and so is its roll
            return
        told = [at]
        if kind in self.no_dice:
            if kind not in self.through:
                self._unsaid(rolls, telling)
        elif rolls and kind not in self.through:
            text += f" ({'; '.join(f'{roll.event.chart}: {dice_text(roll.event)}' for roll in rolls)})"
            told += [roll.at for roll in rolls]
            rolls.clear()
        tone = LOSS if kind in self.losses else WARNING if kind in self.warnings else ""
        telling.say(text, told, tone, kind, self.group(kind))

    def _share(self, at: int, event: Noted, rolls: list[Roll], telling: Telling) -> bool:
        """What is the same for one Flight after another shares a line; False if this event has its own."""
        begin, piece = _shared(event)
        if not begin:
            return False
        told = [at]
        if event.kind == "guzzle" and rolls:
            roll = rolls.pop()
            piece += f" {dice_text(roll.event)}"
            told.append(roll.at)
        self._unsaid(rolls, telling)
        texts = telling.texts()
        for i in range(len(texts) - 1, -1, -1):
            if texts[i].startswith(begin):
                telling.extend(f"{texts[i][:-1]}; {piece}.", told, i)
                return True
            if not texts[i].startswith(_SHARES):
                break
        telling.say(f"{begin}{piece}.", told, "", event.kind, self.group(event.kind))
        return True

    def _unsaid(self, rolls: list[Roll], telling: Telling) -> None:
        """Rolls that no event tells of have a line of their own; then there are none left."""
        for roll in rolls:
            event = roll.event
            text = f"{event.title}: {event.result or event.total}. ({event.chart}: {dice_text(event)})"
            telling.say(text, (roll.at,), group=self.chart_group(event.chart))
        rolls.clear()
