"""12.6.6 What a careful player does about an I-Boat."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import Ship

__all__ = ["iboat_reaction"]


def iboat_reaction(able: Sequence[Ship], space: str) -> str:
    """12.6.6 The ship that needs the least on her dice."""
    return min(able, key=lambda s: s.reaction - (s.space != space)).name
