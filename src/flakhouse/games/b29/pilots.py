"""Pilots: bots that fly the same rules as people.

The default of every question is what a careful player would do, so `Doctrine` simply takes it. A pilot with
other ideas overrides single questions by their id; see docs/adding-a-rule.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flakhouse.core.agents import Default
from flakhouse.core.ask import Ask
from flakhouse.core.referee import Referee

__all__ = ["Cautious", "Doctrine"]


class Doctrine(Default):
    """Does what a careful player does: the default of every question."""

    name = "doctrine"


class Cautious(Doctrine):
    """The same, but goes home as soon as the rules give leave, evades whenever it may, and risks no fire."""

    name = "cautious"
    takes_default = False

    #: What to answer, by question, wherever the option is open.
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

    def choose(self, ask: Ask, ref: Referee) -> str:
        """The careful answer if it is open, else the default."""
        wish = self.PREFERS.get(ask.id)
        return wish if wish is not None and wish in ask.options else ask.default
