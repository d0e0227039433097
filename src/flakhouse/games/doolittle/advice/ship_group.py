"""11.0.2 How a careful player arranges a detached group of ships."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import Ship

__all__ = ["group_center"]


def group_center(able: Sequence[Ship]) -> str:
    """11.0.2 The Center is where bombs fall: a damaged ship has least to lose, a small one is the least loss."""
    return min(able, key=lambda s: (not s.damaged, s.size)).name
