"""14.2.1 Which ditched crew a careful player looks after first."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import Crew

__all__ = ["ditched_next"]


def ditched_next(near: Sequence[Crew]) -> str:
    """14.2.1 A submarine takes one crew only: one with an Elite Crewman first."""
    return max(near, key=lambda c: len(c.elites)).b25.pilot
