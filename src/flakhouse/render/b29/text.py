"""The words of the B-29 log; see render/bomber/text.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from flakhouse.render.b29.digest import Turn
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.renderer import BomberRenderer

__all__ = ["TextRenderer"]

_Kinds = frozenset[str]
_COURSE = ("off-course", "on-course")


class TextRenderer(BomberRenderer):
    """The words of the log."""

    turns: ClassVar[type[digest.Turn]] = Turn
    in_head: ClassVar[_Kinds] = BomberRenderer.in_head | {"fuel", "off-course", "on-course"}
    late: ClassVar[_Kinds] = BomberRenderer.late | {"off-course", "on-course"}
    no_dice: ClassVar[_Kinds] = BomberRenderer.no_dice | {
        "rammer-placed",
        "coordinated-attack",
        "take-off-engine",
        "decompression",
        "compromised",
        "no-assembly",
        "take-off-over",
    }
    rolls: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "bombs-away": ("6-6", "6-7"),
        "fighter-hits": ("5-9", "5-10"),
        "fighter-destroyed": ("5-7", "5-8"),
    }
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "4-2": ("weather",),
        "4-8": ("off-course", "on-course"),
        "4.2D-mask": (),
        "4.6-event": (),
        "5-5": (),
        "5-11": (),
        "5-12": (),
        "5-12b": (),
        "5.2A-attack": (),
        "5.5-threat": (),
        "6-3": (),
        "6-4": (),
        "6-5": (),
        "6-6": ("bombs-away",),
        "6-7": ("bombs-away",),
        "7-3-tunnel": ("tunnel-damaged",),
        "7-3f-release": ("bombs-hung",),
        "hole": ("compromised", "decompression"),
    }
    leads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **dict.fromkeys(("4-4", "4-5", "4-6", "4-7", "4-8", "4-4-fix", "4-6-fix", "4-7-compass"), _COURSE),
        **dict.fromkeys(("GTS-5A", "GTS-5B", "GTS-5B-leader"), _COURSE),
        **dict.fromkeys(("4.2D-mask", "4.2D-section", "4.2D-nose", "4.2D-nav", "4.2D-gunners"), ("mask-trouble",)),
        "4-2": ("weather",),
        "4.5C4-correction": (),
        "4.6-event": ("event", "event-void"),
        "5.5-threat": ("near-miss", "collision", "mid-air"),
        "5.6A-return": ("fighter-returns", "fighter-placed"),
        "7.3-cold": ("frostbitten",),
        "hole": ("compromised", "decompression", "pressure-lost"),
    }
    losses: ClassVar[_Kinds] = BomberRenderer.losses | {"wing-snaps", "dive-wing-off", "take-off-accident"}
    warnings: ClassVar[_Kinds] = BomberRenderer.warnings | {
        "baka-strikes",
        "fire-limit",
        "engine-burns-on",
        "center-tank-fire",
        "bay-tank-fire",
        "center-tank-leak",
        "wing-tank-leak",
        "out-of-fuel",
        "fumes",
        "pressure-lost",
        "compromised",
        "decompression",
        "off-course",
        "power-out",
        "no-controls",
        "bay-hung",
        "mask-trouble",
        "oxygen-all-out",
    }
    shot_chart = "5-7"
    words: ClassVar[Mapping[tuple[str, str], str]] = {
        ("5.2A-attack", "No attack"): "No fighter attacks.",
        ("GTS-11", "no attack"): "No fighter attacks.",
        ("4-3", "Safe passage"): "Bad weather, but a safe passage.",
        ("4-3", "Formation Disrupted"): "A storm; a bomber on its own suffers no damage from it.",
        ("6-6", "On Target"): "The bomb run is on target.",
        ("6-6", "Off Target"): "The bomb run is off target.",
        ("4-3-collision", "No collision"): "No other bomber comes near in the storm.",
        ("4.5C4-correction", "Significant"): "A significant course correction costs one fuel box.",
        ("5-11", "Superficial Damage"): "A shell does superficial damage.",
        ("6-9", "Safe passage"): "A safe passage through the turbulence.",
        ("4.5C1-rally", "On time"): "At the rally point in time, though off course.",
        ("4.2D-revive", "Revived"): "He is found in time.",
        ("7-14", "No frostbite"): "No frostbite yet.",
        ("5-14", "No effect"): "The searchlights do not find the bomber.",
        ("5-14b-light", "No effect"): "The searchlight stays on.",
        ("5-15", "No combat"): "No night fighter attacks.",
        ("6-3", "Miss"): "The bursts miss.",
        ("7-12", "Fire continues"): "The fire burns on.",
        ("5-12", "x 0"): "A shell does no harm.",
        ("5-12b", "x 0"): "A shell does no harm.",
    }
    counting: ClassVar[Mapping[str, str]] = {"6-3": "Hit"}
    #: The sections, the cockpit and the engineer's panel.
    damage_tables: ClassVar[_Kinds] = frozenset(f"7-{n}" for n in range(1, 11))
    damage_stems: ClassVar[tuple[str, ...]] = ("7-",)
    hit_charts: ClassVar[tuple[str, ...]] = ("5-11", "5-12")
    chart_groups: ClassVar[Mapping[str, str]] = {
        "4": "flight",
        "4-2": "weather",
        "4-3": "weather",
        "4.2D": "crew",
        "5": "fight",
        "5-11": "damage",
        "5-12": "damage",
        "6": "target",
        "6-9": "weather",
        "7": "damage",
        "7-13": "crew",
        "7-14": "crew",
        "GTS-11": "fight",
    }
    damage_onward: ClassVar[_Kinds] = frozenset({"7-9", "7-10"})
    damage_where: ClassVar[Mapping[str, str]] = {"7-5": "Hit in a wing"}
    superficial_noted: ClassVar[_Kinds] = frozenset({"7-5"})  # with the wing

    def stem(self, chart: str) -> str:
        """Holes of every section are one."""
        return "hole" if chart.endswith(("-hole", "-decompression")) else chart
