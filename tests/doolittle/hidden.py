"""What no player can see, exchanged: for tests that nothing depends on it."""

from __future__ import annotations

from flakhouse.games.doolittle.cups import hidden, turn_over
from flakhouse.games.doolittle.state import Marker, Raid


def deal(r: Raid, turn: int) -> None:
    """Backs go round among the markers face down that have the same cup and front; cups are stirred."""
    alike: dict[tuple[str, str], list[Marker]] = {}
    for marker in r.pieces:
        if not marker.revealed:
            alike.setdefault((marker.cup, marker.front.value), []).append(marker)
    for markers in alike.values():
        backs = [hidden(marker) for marker in markers]
        for at, marker in enumerate(markers):
            turn_over(marker, backs[(at + turn) % len(backs)])
    for cup in r.cups.values():
        cup[:] = cup[turn:] + cup[:turn]
