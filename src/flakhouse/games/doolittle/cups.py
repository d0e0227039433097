"""Cups of markers: drawing blindly and putting back (4.2.2, 8.3.2, 12.6.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Back

__all__ = ["Behind", "draw", "hidden", "may_be", "put_back", "redraw", "turn_over"]

_NAMES = ("back", "name", "low", "high", "approach", "detonation", "gunnery", "landing", "number", "icon")
_FLAGS = ("stay", "break_off", "red_flags")
#: What is on the back of a marker.
hidden = attrgetter(*_NAMES, *_FLAGS)


def draw(ref: Referee, r: Raid, *names: str) -> Marker | None:
    """4.2.2, 8.3.2, 12.6.2 A marker from the first of these cups that is not empty, face down; None if all are."""
    for name in names:
        cup = r.cups[name]
        if cup:
            marker = ref.draw(cup)
            r.draws += 1
            marker.drawn = r.draws
            return marker
    return None


def put_back(r: Raid, marker: Marker) -> None:
    """4.6.1, 8.3.5, 12.6.5 A marker goes back into its own cup, face down."""
    marker.revealed = False
    marker.drawn = 0
    r.cups[marker.cup].append(marker)


def redraw(ref: Referee, r: Raid) -> None:
    """4.2.2, 8.3.2, 12.6.2 What lies face down anywhere is drawn anew, as far as its cup and front leave it open.

    Markers keep their places; only what is on their backs changes, because the rules hold them in their hands. The
    backs are sorted first and dealt in the order of the draws, so that nothing hidden bears on the result.
    """
    alike: dict[tuple[str, str], list[Marker]] = {}
    for marker in r.pieces:
        if not marker.revealed:
            alike.setdefault((marker.cup, marker.front), []).append(marker)
    for _, markers in sorted(alike.items(), key=_which):
        out = sorted((m for m in markers if m.drawn), key=_when)
        if not out:
            continue
        backs = sorted(map(hidden, markers))
        for marker in out:
            turn_over(marker, backs.pop(ref.dice.below(len(backs))))
        for marker, back in zip((m for m in markers if not m.drawn), backs, strict=True):
            turn_over(marker, back)
    for cup in r.cups.values():
        cup.sort(key=_sort)


class Behind(NamedTuple):
    """4.6.3, 4.8.2 The back of a marker in a Target Box: what it adds to the checks, and whether it strikes."""

    approach: int
    detonation: int
    back: Back
    low: int
    high: int


def may_be(r: Raid, markers: Sequence[Marker]) -> dict[tuple[Behind, ...], int]:
    """4.6.3 What these markers, face down, may be, and in how many ways.

    A player knows what each cup held and what has been turned over: a marker is any of those of its cup and front
    that have not.
    """
    found: dict[tuple[Behind, ...], int] = {(): 1}
    groups: dict[tuple[str, str], int] = {}
    for marker in markers:
        kind = (marker.cup, marker.front)
        groups[kind] = groups.get(kind, 0) + 1
    for (cup, front), number in groups.items():
        alike = [m for m in r.pieces if not m.revealed and (m.cup, m.front) == (cup, front)]
        backs = sorted(Behind(m.approach, m.detonation, m.back, m.low, m.high) for m in alike)
        ways = Counter(combinations(backs, number))
        found = {(*before, *drawn): a * b for before, a in found.items() for drawn, b in ways.items()}
    return found


def _which(group: tuple[tuple[str, str], list[Marker]]) -> tuple[str, str]:
    return group[0]


def _when(marker: Marker) -> int:
    return marker.drawn


def _sort(marker: Marker) -> tuple[object, ...]:
    return (marker.front, *hidden(marker))


def turn_over(marker: Marker, back: tuple[object, ...]) -> None:
    """Another back for a marker."""
    for name, value in zip((*_NAMES, *_FLAGS), back, strict=True):
        setattr(marker, name, value)
