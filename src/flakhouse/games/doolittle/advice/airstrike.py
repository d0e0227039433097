"""11.2 What a careful player does when enemy planes are coming."""

from __future__ import annotations

from flakhouse.games.doolittle import sea

__all__ = ["airstrike_launch", "why_airstrike_launch"]


def airstrike_launch(area: str) -> bool:
    """11.2 Launch if the B-25s can fly to Japan from here; further east they can only fly to Midway (12.4)."""
    return sea.index(area) >= sea.REACH


def why_airstrike_launch(area: str) -> str:
    """11.2 The reason in a sentence."""
    if airstrike_launch(area):
        return "Japan is in reach, and what is still on deck may be lost with the Hornet."
    return "From here the B-25s could only fly to Midway or Pearl Harbor."
