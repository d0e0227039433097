"""What answers are called: the keys of options that pick one of several things, in the order in which these stand.

Rules give them when they ask, and questions make their options of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import B25, Crew, Elite, Ship, Submarine

__all__ = ["by_crew", "by_id", "by_man", "by_pilot", "by_ship", "by_submarine", "numbered"]


def numbered(things: Sequence[object]) -> list[str]:
    """Things that have no name of their own, from 1 on."""
    return [str(number) for number in range(1, len(things) + 1)]


def by_pilot(b25s: Sequence[B25]) -> dict[str, B25]:
    """B-25s in the air, by their pilots."""
    return {b25.pilot: b25 for b25 in b25s}


def by_id(b25s: Sequence[B25]) -> dict[str, B25]:
    """B-25s on deck, by their numbers."""
    return {b25.id: b25 for b25 in b25s}


def by_crew(crews: Sequence[Crew]) -> dict[str, Crew]:
    """Crews, by their pilots."""
    return {crew.b25.pilot: crew for crew in crews}


def by_man(men: Sequence[Elite]) -> dict[str, Elite]:
    """Elite Crewmen, by their names."""
    return {man.name: man for man in men}


def by_ship(ships: Sequence[Ship]) -> dict[str, Ship]:
    """Ships, by their names."""
    return {ship.name: ship for ship in ships}


def by_submarine(submarines: Sequence[Submarine]) -> dict[str, Submarine]:
    """Submarines, by their names."""
    return {submarine.name: submarine for submarine in submarines}
