"""4-9a Frosted windows: what a careful player would do."""

from __future__ import annotations

from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Leg

__all__ = ["frosted_windows", "why_frosted_windows"]


def frosted_windows(m: Mission) -> str:
    """4-9a, D23 Alone the risk is small, and near the target worth it; else down."""
    return "stay" if not m.in_formation() or _near(m) else "descend"


def why_frosted_windows(m: Mission) -> str:
    """4-9a Why."""
    if not m.in_formation():
        return "Nobody flies near enough to be hit."
    if _near(m):
        return "The target is near, and the mission worth the risk."
    return "Blind in a formation is the worst place to be, and the target is far."


def _near(m: Mission) -> bool:
    """The target is at most two zones ahead."""
    outbound = m.leg is Leg.OUT and not m.bomb_run and not m.aborted
    return outbound and m.target.zone - m.zone <= 2
