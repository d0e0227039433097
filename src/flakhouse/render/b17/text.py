"""The words of the B-17 log; see render/bomber/text.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from flakhouse.core.events import Noted, Rolled
from flakhouse.render.b17.digest import Turn
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.renderer import BomberRenderer
from flakhouse.render.screen import Block

__all__ = ["TextRenderer"]

_Kinds = frozenset[str]

_FUSELAGE = frozenset(f"P-{n}" for n in range(1, 7))
_PLACES = ("Nose", "Pilot Compartment", "Bomb Bay", "Radio Room", "Waist", "Tail")


class TextRenderer(BomberRenderer):
    """The words of the log."""

    turns: ClassVar[type[digest.Turn]] = Turn
    in_head: ClassVar[_Kinds] = BomberRenderer.in_head | {"cover", "turns-home"}
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
        "M-6": (),
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
    damage_onward: ClassVar[_Kinds] = frozenset({"BL-2"})
    damage_where: ClassVar[Mapping[str, str]] = {"BL-1": "Hit in a wing", "BL-2": "Hit on the instruments"}
    superficial = "Superficial"
    superficial_noted: ClassVar[_Kinds] = damage_tables  # the wings note it, and `words` have the others
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
            "resistance",
            "shot-misses",
            "wave",
            "turns-home",
            "wave-driven-off",
        }
    )

    def _note(self, event: Noted, rolls: list[Rolled], block: Block) -> None:
        """The line of an event. That no fighters come is in the heading, unless it was shown before the roll."""
        if event.kind in self.moves_on:
            self._vain_hits(rolls, block, whole=True)
            rolls[:] = [roll for roll in rolls if not self._told_in_vain(roll)]
        if event.kind == "resistance" and event.facts.get("level") == "none" and block.head:
            rolls.clear()
            return
        super()._note(event, rolls, block)

    def _told_in_vain(self, roll: Rolled) -> bool:
        """Whether `_vain_hits` has told of this roll, as of every damage that is not superficial."""
        return roll.chart.startswith(self.damage_stems) and roll.result != self.superficial
