"""The pilots of this game: the one that does what a careful player does, and one that only wants to be away."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flakhouse.games.bomber.pilots import Doctrine, Prefers

__all__ = ["Cautious", "Doctrine"]


class Cautious(Prefers):
    """The same, but drops its bombs at the first chance, looks for no Target Box, and spends its elites early."""

    name = "cautious"
    PREFERS: Mapping[str, str] = MappingProxyType(
        {
            "approach": "nobody",
            "area-release": "yes",
            "elite-gunner": "yes",
            "exit": "yes",
        }
    )
