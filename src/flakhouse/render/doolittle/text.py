"""The log in words: a heading for each turn of a segment, a sentence for what matters, the dice beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from flakhouse.core.events import Chosen, Event, Fact, Noted, Opened, Rolled
from flakhouse.games.doolittle import sea
from flakhouse.games.doolittle.campaign_debrief import QUARTERS
from flakhouse.games.doolittle.fleet import SCOUTS
from flakhouse.games.doolittle.sea_hazards import TASK_FORCE
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.render.bomber.facts import fill
from flakhouse.render.briefing import weighed
from flakhouse.render.doolittle import digest
from flakhouse.render.doolittle.parts import came_down, fitting
from flakhouse.render.needs import needs_text, quoted
from flakhouse.render.screen import LOSS, WARNING, Block, ScreenRenderer
from flakhouse.render.screen import dice_text as plain_dice
from flakhouse.render.telling import Roll, Telling

__all__ = ["TextRenderer", "dice_text"]

Kinds = frozenset[str]


#: Charts whose dice are looked at one by one: no sum of them means anything.
_FACES = frozenset({"boat-destroy", "elude", "faulty-compass", "gunnery", "ship-flak", "vessel"})
#: Charts of whose dice the player chooses those that count (8.2.3, 12.4.1).
_CHOSEN = {"wind-check": "those chosen make", "launch-zone": "chosen:"}
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


def dice_text(roll: Rolled) -> str:
    """The dice of a roll: "3+5-1=7"; where only some of them count, "2, 5, 3, 4, lowest 2 make 5"."""
    faces = ", ".join(str(face) for face in roll.faces)
    if roll.chart in _FACES:
        return faces
    if not _some_count(roll):
        return plain_dice(roll)
    mods = sum(mod.value for mod in roll.mods)
    kept = roll.total - mods
    if roll.chart in _CHOSEN:
        return f"{faces}, {_CHOSEN[roll.chart]} {kept}"
    which = "lowest 2" if kept == sum(sorted(roll.faces)[:2]) else "2 of them"
    return f"{faces}, {which} make {kept}" + (f"{mods:+d}={roll.total}" if mods else "")


def _some_count(roll: Rolled) -> bool:
    """Whether only some of the dice of a sum are kept."""
    return roll.chart not in _FACES and sum(roll.faces) + sum(mod.value for mod in roll.mods) != roll.total


#: Charts of a single die on which a B-25 hangs, and of which no sentence says the number that is needed.
_BARE = frozenset({"balloons", "engine-fire", "engine-sputter", "night-interceptor"})


def _shown(roll: Rolled) -> str:
    """A roll beside the line it made: its table and dice, and what was needed if the line does not say it."""
    needs = f", {needs_text(roll)}" if roll.chart in _BARE and roll.needed is not None else ""
    return f"{quoted(roll.title, roll.chart)}: {dice_text(roll)}{needs}"


#: 14.2.1 Results of the Ditched Check that put a crew ashore: from there it walks.
_ASHORE = {
    "in China, wounded": "they got through to China, wounded and on foot",
    "in China, fit": "they got through to China, unhurt and on foot",
}


#: Facts that may be a Recon marker, by its printed name.
_SCOUTS = ("patrol", "marker", "who")


#: Questions that speak of dice as they lie.
_AGAIN = frozenset({"contact", "fuel-conservation", "high-altitude", "re-roll"})


_ALTITUDE = "altitude"  # asked of each Flight before it flies west: what they do then is told together


def _in_question(events: Sequence[Event], at: int) -> bool:
    """Whether a roll is told by the question after it, which has been answered or is open."""
    after = events[at + 1] if at + 1 < len(events) else None
    return after is None or (isinstance(after, Chosen) and after.id in _AGAIN)


def _shared(event: Noted) -> tuple[str, str]:
    """How the shared line of an event begins, and its part of it; nothing if it has a line of its own."""
    facts = event.facts
    flight = facts.get("flight", "")
    if event.kind == "guzzle":
        came = f"{'passes' if facts.get('passed') else 'fails'}: it {facts.get('result', '')}"
        return f"Guzzle Checks ({facts.get('number', '')} or more): ", f"{flight} {came}"
    if event.kind == "flies-west":
        return "West: ", f"{flight} to zone {facts.get('zone', '')}"
    if event.kind == "fuel":
        return f"1 Fuel burnt, {facts.get('why', '')}; left: ", f"{facts.get('fuel', '')} in {flight}"
    return "", ""


#: Shared lines that show the dice of every Flight, also those that a question told before.
_EACH = frozenset({"guzzle"})


class _Shares:
    """The lines that Flights share: as long as nothing else is told, what is the same for all goes into one."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._open: dict[str, tuple[int, list[str]]] = {}  # how a line begins: its place in the turn, its parts

    def add(self, begin: str, piece: str, told: Sequence[int], kind: str, group: str) -> None:
        """A Flight's part of a line."""
        if begin not in self._open:
            self._open[begin] = (len(self._telling.texts()), [piece])
            self._telling.say(f"{begin}{piece}.", told, "", kind, group)
            return
        line, pieces = self._open[begin]
        pieces.append(piece)
        self._telling.extend(f"{begin}{'; '.join(pieces)}.", told, line)

    def end(self) -> None:
        """Something else is told."""
        self._open.clear()


class TextRenderer(ScreenRenderer):
    """The words of the log."""

    #: What a heading says already.
    in_head: ClassVar[Kinds] = digest.BEGINS
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

    def fill(self, text: str, facts: Mapping[str, Fact]) -> str:
        """A template with the facts put in; what begins a sentence is capital. `{pilot}` is a B-25 without its
        number.
        """
        if "b25" in facts:
            facts = {**facts, "pilot": pilot_of(str(facts["b25"]))}
        if "area" in facts:
            facts = {**facts, "area": sea.named(str(facts["area"]))}
        if found := {name: SCOUTS[str(facts[name])] for name in _SCOUTS if facts.get(name) in SCOUTS}:
            facts = {**facts, **found}
        if facts.get("patrol") == TASK_FORCE:
            facts = {**facts, "patrol": f"the {TASK_FORCE}"}
        if "where" in facts and "name" in facts:
            facts = {"why": "", **facts, "place": came_down(str(facts["where"]), str(facts["name"]))}
        if facts.get("result") in _ASHORE:
            facts = {**facts, "result": _ASHORE[str(facts["result"])]}
        if "quarters" in facts:
            worth = f"{int(facts['quarters']) / QUARTERS:+g}"
            facts = {**facts, "what": weighed(str(facts["what"])), "quarters": worth}
        if "words" in facts:
            facts = {**facts, "words": fitting(str(facts["words"]))}
        filled = fill(text, facts)
        return filled[:1].upper() + filled[1:]

    def event_lines(self, event: Event, level: str = "full") -> list[str]:
        """The lines of one event; a roll of which not all dice count says what is kept."""
        lines = super().event_lines(event, level)
        if isinstance(event, Rolled) and lines and _some_count(event):
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
        """What happened from event `since` on, turn by turn. A roll is quoted by the first line it caused; one
        that caused none has a line of its own.
        """
        turns = {turn.begins: turn for turn in digest.read(events) if turn.head}
        telling = Telling(events, since)
        shares = _Shares(telling)
        quoted = self._quoted(events)
        for i in range(since, len(events)):
            event = events[i]
            if i in turns:
                shares.end()
                telling.turn(turns[i].title(self.mark), i)
            if isinstance(event, Rolled):
                if i not in quoted and not _in_question(events, i):
                    shares.end()
                    text = f"{event.title}: {event.result or event.total}. ({dice_text(event)})"
                    telling.say(text, (i,), group=self.chart_group(event.chart))
            elif isinstance(event, Chosen):
                if i in own:
                    if event.id != _ALTITUDE:
                        shares.end()
                    telling.choice(self.choice_line(event), i)
            elif isinstance(event, Opened):
                shares.end()
            elif (
                isinstance(event, Noted)
                and self._tells(event)
                and not (event.kind in self.in_head and telling.head)
            ):
                mine = (Roll(n, roll) for n in event.rolls if isinstance(roll := events[n], Rolled))
                rolls = [
                    roll for roll in mine if quoted[roll.at] == i and (roll.at >= since or event.kind in _EACH)
                ]
                self._note(i, event, rolls, telling, shares)
        return telling.blocks()

    def _quoted(self, events: Sequence[Event]) -> dict[int, int]:
        """Which note quotes a roll: the first that it caused and the short log tells. By the numbers of both."""
        found: dict[int, int] = {}
        for number, event in enumerate(events):
            if isinstance(event, Noted) and event.rolls and self._tells(event):
                for roll in event.rolls:
                    found.setdefault(roll, number)
        return found

    def _tells(self, event: Noted) -> bool:
        """Whether the short log has words for a note: a line, or a part of a line that Flights share."""
        template = self.templates.get(event.kind)
        return template is None or template.level == "brief" or bool(_shared(event)[0])

    def _note(self, at: int, event: Noted, rolls: list[Roll], telling: Telling, shares: _Shares) -> None:
        """The line of an event, with the rolls that made it."""
        kind = event.kind
        told = (*(roll.at for roll in rolls), at)
        begin, piece = _shared(event)
        if begin:
            dice = "".join(f" ({dice_text(roll.event)})" for roll in rolls)
            shares.add(begin, piece + dice, told, kind, self.group(kind))
            return
        shares.end()
        text = self.note_text(event, "brief")
        if rolls:
            shown = [_shown(roll.event) for roll in rolls]
            text += f" ({'; '.join(shown)})"
        tone = LOSS if kind in self.losses else WARNING if kind in self.warnings else ""
        telling.say(text, told, tone, kind, self.group(kind))
