"""2.1, 2.3.7 A hit on a B-25."""

from __future__ import annotations

from flakhouse.games.doolittle.state import B25, Raid

__all__ = ["ignore_damage", "why_ignore_damage"]


def ignore_damage() -> bool:
    """2.3.7 The first hit is the one to ignore: luck that is never used is worth nothing."""
    return True


def why_ignore_damage(r: Raid, b25: B25) -> str:
    """2.3.7 The reason."""
    if b25.damage >= 1 + r.ratings.armor:
        return "Without it the B-25 is lost with its crew."
    return "Luck that is never used is worth nothing, and a damaged B-25 is lost at the next hit."
