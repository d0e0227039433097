"""The words of the B-17 log; see render/bomber/text.py."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from flakhouse.core.events import Chosen, Noted, Rolled
from flakhouse.render.b17.digest import Turn
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.renderer import BomberRenderer
from flakhouse.render.telling import Roll, Telling

__all__ = ["TextRenderer"]

_Kinds = frozenset[str]

#: Fighters coming in share a line.
_COMING = re.compile(r"\S+ [A-H] comes (?:in|back) from [^()]*\.")
#: Those that miss too.
_MISSING = re.compile(r"(.+) (?:fires and misses|fire and miss)\. \(M-3: (.+)\)")
#: So do men who fare alike without a roll: what is said of one of them, and of several.
_ALIKE = {
    "captured": ("is taken prisoner", "are taken prisoner"),
    "down-with-plane": ("goes down with the bomber", "go down with the bomber"),
    "jumped-safe": ("lands by parachute", "land by parachute"),
    "lost-at-sea": ("is lost at sea", "are lost at sea"),
    "rescued": ("is picked up from the sea", "are picked up from the sea"),
}
_FUSELAGE = frozenset(f"P-{n}" for n in range(1, 7))
_PLACES = ("Nose", "Pilot Compartment", "Bomb Bay", "Radio Room", "Waist", "Tail")


def _joined(before: str, line: str, event: Noted) -> str:
    """Two lines in one, if they say the same of two fighters or two men; "" if not."""
    if event.kind == "fighter-placed":
        found = _COMING.fullmatch(before)
        return f"{before[:-1]}; {word(event, 'fighter')} from {word(event, 'where')}." if found else ""
    if event.kind == "fighter-misses":
        first, other = _MISSING.fullmatch(before), _MISSING.fullmatch(line)
        if first is None or other is None:
            return ""
        return f"{first[1]}, {other[1]} fire and miss. (M-3: {first[2]}, {other[2]})"
    if event.kind not in _ALIKE or line.endswith(")"):
        return ""
    one, many = _ALIKE[event.kind]
    who, _, rest = line.partition(f" {one}")
    for verb in (one, many):
        if before.endswith(f" {verb}{rest}"):
            return f"{before.removesuffix(f' {verb}{rest}')}, {who} {many}{rest}"
    return ""


class TextRenderer(BomberRenderer):
    """The words of the log."""

    turns: ClassVar[type[digest.Turn]] = Turn
    in_head: ClassVar[_Kinds] = (BomberRenderer.in_head - {"altitude"}) | {"cover", "turns-home"}
    late: ClassVar[_Kinds] = BomberRenderer.late | {"cover"}
    no_dice: ClassVar[_Kinds] = (BomberRenderer.no_dice - {"ditched"}) | {
        "abort",
        "altitude",
        "always-off",
        "bombs-hung",
        "bombs-jettisoned",
        "down-with-plane",
        "feathering-out",
        "fights-fire",
        "fire-nobody",
        "no-bombs",
        "no-extinguisher",
        "one-engine",
        "oxygen-out",
        "scrapped",
        "superficial",
        "take-off",
        "takes-controls",
        "takes-station",
        "tour-complete",
    }
    rolls: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "bombs-away": ("O-6", "O-7", "O-7-best"),
        "fighter-hits": ("M-3", "B-4"),
        "fighter-destroyed": ("M-1-fire", "M-5", "M-2"),
    }
    #: Rolls that say something of these events only.
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "6.1-extra": (),
        "14.3-surface": (),
        "B-1": ("resistance",),
        "B-2": ("resistance",),
        "B-3": ("wave", "wave-driven-off"),
        "B-5": ("walking-hits",),
        "B-5-wing": (),
        "B-6": (),
        "B-7-cold": ("gun-jams",),
        "BL-3": ("fire-out", "fire-burns"),
        "BL-5": ("frostbitten",),
        "G-4": (),
        "G-4-squadron": (),
        "G-5": ("cover",),
        "G-6": ("jump-killed",),
        "G-6-accident": ("jump-killed",),
        "G-7": (),
        "G-8": ("lost-at-sea", "rescued", "captured"),
        "G-7-capture": ("captured", "evaded-home"),
        "G-9": ("landing",),
        "G-10": ("ditched",),
        "M-3": ("fighter-misses", "fighter-hits"),
        "M-4": ("fighter-driven-off",),
        "M-6": ("pilot-quality",),
        "O-1": ("weather",),
        "O-2": ("flak",),
        "O-3": (),
        "O-4": (),
        "O-5": (),
        "O-6": ("bombs-away",),
        "O-7": ("bombs-away",),
        "O-7-best": ("bombs-away",),
    }
    losses: ClassVar[_Kinds] = BomberRenderer.losses | {"crushed", "tank-explodes"}
    warnings: ClassVar[_Kinds] = BomberRenderer.warnings | {
        "ball-jammed",
        "electrical-out",
        "engine-runs-away",
        "fuel-turns",
        "heat-out",
        "one-engine",
        "one-engine-last",
        "out-of-fuel",
        "walking-hits",
    }
    shot_chart = "M-1"
    words: ClassVar[Mapping[tuple[str, str], str]] = {
        ("M-4", "0(0)"): "The escort keeps no fighter away.",
        ("M-4", "1(0)"): "The escort can keep one fighter away.",
        ("M-4", "2(1)"): "The escort can keep two fighters away, and one of those that come back.",
        ("M-4", "3(2)"): "The escort can keep three fighters away, and two of those that come back.",
        ("BL-3", "Continues"): "The fire burns on.",
        ("BL-1e-extinguisher", "Continues"): "The charge does not put it out.",
        ("BL-5", "No effect"): "No frostbite.",
        ("B-7-wing", "Holds"): "The wing holds.",
        ("G-9-bombs", "No effect"): "The bombs aboard do not go off.",
        ("O-3", "Miss"): "No burst hits.",
        **{
            (f"P-{n}", "Superficial"): f"Hit in the {place}: superficial damage."
            for n, place in enumerate(_PLACES, 1)
        },
    }
    counting: ClassVar[Mapping[str, str]] = {"O-3": "Hit"}
    damage_tables: ClassVar[_Kinds] = _FUSELAGE | {"BL-1", "BL-2"}
    damage_stems: ClassVar[tuple[str, ...]] = ("P-", "BL-1", "BL-2")
    hit_charts: ClassVar[tuple[str, ...]] = ("B-5",)
    chart_groups: ClassVar[Mapping[str, str]] = {
        "B": "fight",
        "B-7-wing": "damage",
        "BL": "damage",
        "BL-4": "crew",
        "BL-5": "crew",
        "G-9": "ending",
        "M": "fight",
        "O": "target",
        "P": "damage",
    }
    damage_onward: ClassVar[_Kinds] = frozenset({"BL-2"})
    damage_where: ClassVar[Mapping[str, str]] = {"BL-1": "Hit in a wing", "BL-2": "Hit on the instruments"}
    superficial = "Superficial"
    superficial_noted: ClassVar[_Kinds] = damage_tables  # the wings note it, and `words` have the others
    settling: ClassVar[_Kinds] = frozenset(
        {
            *("abort", "abort-bombs", "cover-removes", "engine-bombs", "evade", "fire-plan", "frostbite"),
            *("gun-fire", "land-or-bail", "land-or-jump", "orders", "oxygen-out", "repair-gun"),
        }
    )
    #: Events with which something new begins: a damage roll before them has come to nothing.
    moves_on: ClassVar[_Kinds] = frozenset(
        {
            "abort",
            "bombs-away",
            "fighter-driven-off",
            "fighter-hits",
            "fighter-misses",
            "fighter-placed",
            "fighter-returns",
            "flak",
            "left-formation",
            "over-target",
            "pilot-quality",
            "resistance",
            "shot-misses",
            "wave",
            "turns-home",
            "wave-driven-off",
        }
    )

    def passed_over(self, event: Chosen) -> bool:
        """That a rabbit's foot was not used parts no event from its roll (B-7 row 7)."""
        return event.id == "rabbits-foot" and event.key != "again"

    def _note(self, at: int, event: Noted, rolls: list[Roll], telling: Telling) -> None:
        """The line of an event. That no fighters come is in the heading, unless it was shown before the roll."""
        if event.kind in self.moves_on:
            self._vain_hits(rolls, telling, whole=True)
            rolls[:] = [roll for roll in rolls if not self._told_in_vain(roll.event)]
        if event.kind == "shot-misses":  # its own roll is the last
            self._came_to_nothing(rolls[:-1], telling)
        if event.kind == "resistance" and event.facts.get("level") == "none" and telling.head:
            rolls.clear()
            telling.heading(at)
            return
        before = telling.last()
        super()._note(at, event, rolls, telling)
        if before and telling.last() != before:
            joined = _joined(before, telling.last(), event)
            if joined:
                telling.join(joined)

    def _told_in_vain(self, roll: Rolled) -> bool:
        """Whether `_vain_hits` has told of this roll, as of every damage that is not superficial."""
        return roll.chart.startswith(self.damage_stems) and roll.result != self.superficial
