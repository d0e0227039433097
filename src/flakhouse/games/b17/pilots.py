"""The pilots of this game: the one that does what a careful player does, and one with more care for the men."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import abort
from flakhouse.games.b17.state import Mission
from flakhouse.games.bomber.pilots import Doctrine, Prefers

__all__ = ["Cautious", "Doctrine"]


class Cautious(Prefers):
    """The same, but goes home as soon as that counts and not before, evades always, and risks no frostbite."""

    name = "cautious"
    PREFERS: Mapping[str, str] = MappingProxyType({"evade": "yes", "frostbite": "descend"})
    wants = frozenset({"abort", *PREFERS})

    def choose(self, ask: Question, ref: Referee) -> str:
        """13.1 Abort once an enemy has given cause; else its own answers."""
        m = ref.state
        if ask.id == "abort" and isinstance(m, Mission):
            return "abort" if any(abort.reasons(m).values()) else "go-on"
        return super().choose(ask, ref)
