"""Cups of markers: drawing blindly and putting back (4.2.2, 8.3.2, 12.6.2)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.state import Marker, Raid

__all__ = ["draw", "put_back"]


def draw(ref: Referee, r: Raid, *names: str) -> Marker | None:
    """4.2.2, 8.3.2, 12.6.2 A marker from the first of these cups that is not empty, face down; None if all are."""
    for name in names:
        cup = r.cups[name]
        if cup:
            return ref.draw(cup)
    return None


def put_back(r: Raid, marker: Marker) -> None:
    """4.6.1, 8.3.5, 12.6.5 A marker goes back into its own cup, face down."""
    marker.revealed = False
    r.cups[marker.cup].append(marker)
