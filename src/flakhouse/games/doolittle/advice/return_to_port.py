"""14.3.2 Which ships a careful player gives up on the way home."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import Ship

__all__ = ["damaged_ship", "sunk_ship"]

_WORTH = {"DD": 0, "AO": 1, "CL": 2, "CA": 3, "CV": 4}


def sunk_ship(able: Sequence[Ship]) -> str:
    """14.3.2 The smallest sort, and of it one that is damaged already."""
    return min(able, key=lambda s: (_WORTH[s.kind], not s.damaged)).name


def damaged_ship(able: Sequence[Ship]) -> str:
    """14.3.2 One that is sound, of the smallest sort."""
    return min(able, key=lambda s: (s.damaged, _WORTH[s.kind])).name
