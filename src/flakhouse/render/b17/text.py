"""The words of the B-17 log; see render/bomber/text.py."""

from __future__ import annotations

from typing import ClassVar

from flakhouse.core.events import Noted
from flakhouse.render.b17.digest import Turn
from flakhouse.render.bomber import digest
from flakhouse.render.bomber.renderer import BomberRenderer

__all__ = ["TextRenderer"]

_Kinds = frozenset[str]


class TextRenderer(BomberRenderer):
    """The words of the log."""

    turns: ClassVar[type[digest.Turn]] = Turn
    in_head: ClassVar[_Kinds] = (BomberRenderer.in_head - {"altitude"}) | {"cover", "turns-home"}
    late: ClassVar[_Kinds] = BomberRenderer.late | {"cover"}
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
    }

    def told(self, event: Noted, head: str) -> bool:
        """That no fighters come is in the heading as well."""
        if event.kind == "resistance" and event.facts.get("level") == "none" and head:
            return False
        return super().told(event, head)
