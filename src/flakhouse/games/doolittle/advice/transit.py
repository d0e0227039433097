"""13.5.2 Whom a careful player lets Transit Hazards befall."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.advice import launch
from flakhouse.games.doolittle.state import B25
from flakhouse.games.doolittle.words import Benefit

__all__ = ["transit_b25"]


def transit_b25(there: Sequence[B25]) -> B25:
    """13.5.2 One that bears it, without a man it would be a pity about."""
    return min(there, key=_loss)


def _loss(b25: B25) -> tuple[bool, bool, int, bool]:
    """How much it would be missed."""
    ignores = b25.elite is not None and b25.elite.has(Benefit.PILOT_IGNORE)
    return (b25.damage > 0, b25.elite is not None and not ignores, len(b25.attached), launch.leads(b25))
