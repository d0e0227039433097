"""The pilots of this game: the one that does what a careful player does, and one with more care for the men."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flakhouse.games.bomber.pilots import Doctrine, Prefers

__all__ = ["Cautious", "Doctrine"]


class Cautious(Prefers):
    """The same, but goes home as soon as the rules give leave, evades whenever it may, and risks no fire."""

    name = "cautious"
    PREFERS: Mapping[str, str] = MappingProxyType(
        {
            "abort": "abort",
            "abort-bombs": "drop",
            "burning-engine": "bail-out",
            "cold": "descend",
            "evade-day": "yes",
            "evade-flak": "yes",
            "evade-lights": "yes",
            "evade-night": "yes",
            "frosted-windows": "descend",
            "off-course-over-target": "abort",
            "storm-detour": "yes",
        }
    )
