"""Damage by the section it is in, so that the drawing can mark it there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.render.bomber.damage import Damage
from flakhouse.web.boards.bomber.views import Point, Spot

__all__ = ["spots"]


def spots(found: Sequence[Damage], places: Mapping[str, Point]) -> tuple[Spot, ...]:
    """One mark for each section that has damage; what is in none stands in the list of damage alone."""
    by: dict[str, list[Damage]] = {}
    for broken in found:
        if broken.section in places:
            by.setdefault(broken.section, []).append(broken)
    return tuple(
        Spot(section, places[section], sum(one.hits for one in there), "; ".join(one.words for one in there))
        for section, there in by.items()
    )
