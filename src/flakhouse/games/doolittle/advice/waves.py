"""11.4 Which ships a careful player lets the strike force attack."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import layout
from flakhouse.games.doolittle.state import Raid, Ship

__all__ = ["fighter_cruiser", "soundest"]


def fighter_cruiser(r: Raid, able: Sequence[Ship]) -> str:
    """11.4.1 The best guns and no damage yet: the Fighter can be driven off, and a hit sinks nobody."""

    def loss(ship: Ship) -> tuple[bool, int, int]:
        return ship.damaged, -sum(x.guns() for x in layout.in_space(r, ship.space)), ship.size

    return min(able, key=loss).name


def soundest(able: Sequence[Ship]) -> str:
    """11.4.1, 11.4.3 A ship without damage, if there is one."""
    return min(able, key=lambda s: s.damaged).name
