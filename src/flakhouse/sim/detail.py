"""What `--detail` counts beside the rows: chart rows that came up, and where, when and from what damage comes.

A collector sees the events of every mission: `before` when one begins, `event` for each in order, `after` with
how it ended. It adds to `counts`, whose keys are four words: the kind, then three that say what was counted.

    roll     chart, column ("" where it has one), row as printed       every game
    damage   where, when, cause       bombers: zone, leg, cause; the Doolittle Raid: segment, turn, cause
    section  section of the bomber, leg, cause                         bombers
    harm     what was broken or who was hurt, leg or segment, cause

A game whose kit names no collector counts rolls only.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from flakhouse import games
from flakhouse.core.events import Event, Noted, Rolled
from flakhouse.core.game import Finish, Game
from flakhouse.errors import KitError

__all__ = ["Bombers", "Collector", "Doolittle", "Key", "collector_of"]

Key = tuple[str, str, str, str]


class Collector:
    """Counts the rolls of any game; subclasses override `note` for what else their game tells."""

    def __init__(self, counts: Counter[Key]) -> None:
        self.counts = counts

    def before(self, number: int) -> None:
        """A mission begins, the `number`-th of its tour."""

    def event(self, event: Event) -> None:
        """Something happened."""
        if isinstance(event, Rolled):
            self.counts["roll", event.chart, event.column, event.row] += 1
            self.roll(event)
        elif isinstance(event, Noted):
            self.note(event)

    def roll(self, event: Rolled) -> None:
        """A roll, counted already."""

    def note(self, event: Noted) -> None:
        """Something in words and facts."""

    def after(self, finish: Finish) -> None:
        """The mission has ended."""


#: What a note says the next hits come from.
_SOURCES: Final = {
    "fighter-hits": "fighter",
    "flak-hits": "flak",
    "collision": "collision",
    "mid-air": "collision",
    "event": "random event",
    "storm-damage": "weather",
    "thermals": "weather",
    "take-off-accident": "take-off",
    "take-off-malfunction": "take-off",
    "landing": "landing",
}
#: Notes of things broken and men hurt.
# fmt: off
_HARM: Final = frozenset((
    "inal", "aileron-out", "ammunition-hit", "bombs-detonate", "bombsight-out", "brakes", "burst-inside",
    "center-tank-leak", "controls-dead", "counted-hit", "destroyed", "doors-jammed", "down-with-plane",
    "duct-hit", "engine-burns", "engine-dead", "feathering-out", "fire", "flap-out", "frostbitten",
    "fuel-leak", "generator", "heat-out", "intercom-out", "jump-killed", "killed", "lost-at-sea",
    "main-gear", "nose-gear", "oil-leak", "out-of-control", "out-of-fuel", "oxygen-hit", "oxygen-out",
    "part-out", "propeller-bursts", "radar-hit", "radio", "rafts-hit", "release-damaged",
    "reservoir-hit", "rudder", "sight-out", "tailplane-off", "tailplane-root", "tailwheel",
    "take-off-injury", "tank-explodes", "tank-fire", "tunnel-damaged", "turret-out", "windshield",
    "wing-off", "wing-root-hit", "wing-snaps", "wing-tank-leak", "wounded",
))
# fmt: on
_HIT_IN: Final = ("Hit in the ", "Hit in ")


class Bombers(Collector):
    """Hits by zone, leg and cause, by section, and what they broke."""

    #: Charts rolled once for each hit on a section.
    sections: dict[str, str]
    zone = "0"
    leg = "take-off"
    cause = ""

    def __init__(self, counts: Counter[Key], sections: dict[str, str]) -> None:
        super().__init__(counts)
        self.sections = sections

    def before(self, number: int) -> None:
        """On the ground."""
        self.zone, self.leg, self.cause = "0", "take-off", ""

    def roll(self, event: Rolled) -> None:
        """A hit on a section."""
        section = self.sections.get(event.chart)
        if section is not None:
            self.counts["damage", self.zone, self.leg, self.cause or "other"] += 1
            self.counts["section", section, self.leg, self.cause or "other"] += 1

    def note(self, event: Noted) -> None:
        """Where the bomber is, what strikes it, what breaks."""
        kind, facts = event.kind, event.facts
        if kind in ("zone", "stay"):
            self.zone = str(facts["zone"])
            self.leg = str(facts["leg"])
            self.cause = ""
        elif kind == "over-target":
            self.leg = "target"
        elif kind == "turns-home":
            self.leg = "inbound"
        elif kind == "landing":
            self.leg = "landing"
        self.cause = _SOURCES.get(kind, self.cause)
        if kind in _HARM:
            self.counts["harm", kind, self.leg, self.cause or "other"] += 1


_SEGMENTS: Final = {
    "month": "planning",
    "naval-turn": "naval",
    "flight-turn": "flight",
    "attack-begins": "attack",
    "attack-ends": "flight",
    "flight-ends": "after",
    "denouement-begins": "denouement",
}
_TURNS: Final = {"month": "month", "naval-turn": "turn", "flight-turn": "turn", "attack-turn": "turn"}
_RAID_HARM: Final = {
    "damaged": "",
    "destroyed": "",
    "ship-damaged": "",
    "ship-sunk": "",
    "ditched": "out of fuel",
    "crew-captured": "captured",
    "botched": "landing",
}


class Doolittle(Collector):
    """Damage to B-25s and ships by segment, turn and cause."""

    segment = "planning"
    turn = ""

    def before(self, number: int) -> None:
        """Before the first turn."""
        self.segment, self.turn = "set-up", ""

    def note(self, event: Noted) -> None:
        """The course of the raid and what it costs."""
        kind, facts = event.kind, event.facts
        self.segment = _SEGMENTS.get(kind, self.segment)
        if kind in _TURNS:
            self.turn = str(facts[_TURNS[kind]])
        if kind in _RAID_HARM:
            cause = str(facts.get("cause", "") or _RAID_HARM[kind] or "other")
            self.counts["harm", kind, self.segment, cause] += 1
            if kind in ("damaged", "destroyed", "ship-damaged", "ship-sunk"):
                self.counts["damage", self.segment, self.turn, cause] += 1


_WINGS: Final = {"b17": {"BL-1": "Wings"}, "b29": {"7-5": "Wings"}}


def _sections(game: Game) -> dict[str, str]:
    """The charts of hits on the sections of a bomber, by their titles."""
    found = dict(_WINGS.get(game.name, {}))
    for id, chart in game.charts().charts.items():
        for words in _HIT_IN:
            if chart.data.title.startswith(words) and not chart.data.part_of:
                found.setdefault(id, chart.data.title.removeprefix(words))
    return found


def collector_of(game: Game, counts: Counter[Key]) -> Collector:
    """A new collector for a mission or tour of this game."""
    kit = games.kit(game.name)
    if not kit.collector:
        return Collector(counts)
    kind = kit.load("collector", type)
    if not issubclass(kind, Collector):
        raise KitError(f"collector {kit.collector!r} is no Collector")
    if issubclass(kind, Bombers):
        return kind(counts, _sections(game))
    return kind(counts)
