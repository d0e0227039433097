"""The words of the B-29 log; see render/bomber/text.py."""

from __future__ import annotations

from typing import ClassVar

from flakhouse.render.b29.digest import Turn
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.renderer import BomberRenderer

__all__ = ["TextRenderer"]

_Kinds = frozenset[str]


class TextRenderer(BomberRenderer):
    """The words of the log."""

    turns: ClassVar[type[digest.Turn]] = Turn
    in_head: ClassVar[_Kinds] = (BomberRenderer.in_head - {"altitude"}) | {"fuel"}
    late: ClassVar[_Kinds] = BomberRenderer.late | {"fuel", "on-course"}
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
