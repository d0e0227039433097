"""Where attackers are drawn round a bomber, and what they aim at: the same round both, but for the tail."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from markupsafe import Markup

from flakhouse.games.bomber.words import Angle, Clock
from flakhouse.web.boards.base import el, join, text, thing
from flakhouse.web.boards.bomber.views import ROUND, Foe, Layout, Point

__all__ = ["aims", "attackers", "bearing", "drawn", "places", "polar", "seen", "spots"]

_FAR = (300, 330)  # beyond these a fighter is abeam or behind: a narrow window then shows the whole
_BEAM = 204  # abreast of the wings
#: Behind and before the tip of the wing.
_ABEAM: tuple[Point, ...] = ((-346, 262), (-346, 150), (-288, 266), (-288, 146), (-232, 282))
_LEFT: dict[str, tuple[Point, ...]] = {
    "10:30": ((-232, -50), (-184, -16), (-234, 14), (-130, -2), (-182, 38)),
    "Vertical Dive": ((-226, 430), (-226, 372), (-284, 418)),
}
_LEVELS = (Angle.HIGH, Angle.LEVEL, Angle.LOW, Angle.NONE)  # as the boxes of an hour stand
_HALO = 27.0  # about a fighter: what may be chosen, and what is marked


class Fighter(Protocol):
    """What is drawn of a fighter of either game."""

    name: str
    clock: Clock
    angle: Angle
    destroyed: bool
    gone: bool

    @property
    def kind(self) -> StrEnum:
        """Its type."""


F = TypeVar("F", bound=Fighter)


def attackers(
    fighters: Iterable[F],
    words: Callable[[F], str],
    twins: Container[StrEnum],
    out: Mapping[str, str] | None = None,
) -> tuple[Foe, ...]:
    """The fighters attacking now, clockwise, those of an hour as its boxes stand; `twins` are the types with two
    engines, `out` says of those that are out of the fight what became of them."""
    left = out or {}
    came = sorted(fighters, key=lambda f: (ROUND.index(f.clock.value), _LEVELS.index(f.angle)))
    places: Counter[Clock] = Counter()
    there: list[tuple[F, int]] = []
    for f in came:  # one that is gone keeps its place free, so that nobody moves into it
        if not f.destroyed and not f.gone:
            there.append((f, places[f.clock]))
        places[f.clock] += 1
    return tuple(
        Foe(
            f.name or f.kind.value,
            f.clock.value,
            "" if f.angle is Angle.NONE else f.angle.value,
            words(f),
            f.kind in twins,
            left.get(f.name or f.kind.value, ""),
            place,
            places[f.clock],
        )
        for f, place in there
    )


def seen(before: Iterable[F], now: Iterable[F]) -> list[F]:
    """Those that a scene shows: who was there when it began, shot down or driven off since, and who has come."""
    there = list(before)
    names = {f.name or f.kind.value for f in there}
    return [*there, *(f for f in now if (f.name or f.kind.value) not in names)]


def _mirror(spots: tuple[Point, ...]) -> tuple[Point, ...]:
    """The same on the other side."""
    return tuple((-x, y) for x, y in spots)


def spots(behind: tuple[Point, ...]) -> dict[str, tuple[Point, ...]]:
    """Up to five places for each direction, three where none come together; `behind` are those at 6 o'clock."""
    return {
        "12": ((0, -54), (-64, -54), (64, -54), (-70, 2), (70, 2)),
        "6": behind,
        **_LEFT,
        "1:30": _mirror(_LEFT["10:30"]),
        "9": _ABEAM,
        "3": _mirror(_ABEAM),
        "Vertical Climb": _mirror(_LEFT["Vertical Dive"]),
    }


def aims(beam: int, tail: int) -> dict[str, Point]:
    """Where the arrows end; `beam` and `tail` say how far back dives, climbs and attacks from behind strike."""
    return {
        "12": (0, 60),
        "10:30": (-20, 90),
        "1:30": (20, 90),
        "9": (-20, _BEAM),
        "3": (20, _BEAM),
        "6": (0, tail),
        "Vertical Dive": (-10, beam),
        "Vertical Climb": (10, beam),
    }


def places(foes: Sequence[Foe], layout: Layout) -> dict[str, Point]:
    """Where each attacker is drawn: those of an hour in the order of its boxes, from the left or from above. Those
    beyond its places are in the slots alone."""
    found: dict[str, Point] = {}
    for foe in foes:
        across = foe.clock in ("12", "6")
        spots = sorted(layout.foes[foe.clock][: foe.of], key=lambda spot: spot if across else (spot[1], spot[0]))
        free = [spot for spot in (*spots[foe.place :], *spots) if spot not in found.values()]
        if free:
            found[foe.name] = free[0]
    return found


def drawn(foes: Sequence[Foe], there: Mapping[str, Point], layout: Layout) -> Markup:
    """The fighters with the way they come. One that is out of the fight is grey: shot down it is crossed out,
    driven off it has turned away."""
    return join(_one(foe, there[foe.name], layout) for foe in foes if foe.name in there)


def _one(foe: Foe, at: Point, layout: Layout) -> Markup:
    """One fighter."""
    x, y = at
    way = bearing(at, layout.aim[foe.clock])
    (x1, y1), (x2, y2) = polar(at, way, 22), polar(at, way, 44)
    mark = el("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", marker_end="url(#bm-ar)")
    if foe.down:
        mark = el("path", d=f"M{x - 22} {y - 22}L{x + 22} {y + 22}M{x + 22} {y - 22}L{x - 22} {y + 22}")
    elif foe.out:
        mark, way = Markup(""), way + 180
    turned = f"translate({x} {y}) rotate({way:.0f}) scale(.16) translate(0 -130)"
    shape = el("use", href="#bm-foe2" if foe.twin else "#bm-foe1", transform=turned)
    about = thing(foe.name, f"{foe.where}: {foe.out or foe.words}", subject=foe.subject)
    side = " abeam" if abs(x) > _FAR[0] else " behind" if y > _FAR[1] else ""
    halo = el("circle", cx=x, cy=y, r=_HALO, class_="halo")
    letter = (el("circle", cx=x, cy=y, r=7.2), text(x, y + 3.9, foe.letter, "", "middle"))
    return el(
        "g",
        halo,
        shape,
        mark,
        el("g", *letter, class_="letter"),
        class_=f"attack{side}{' out' if foe.out else ''}",
        **about,
    )


def bearing(start: Point, end: Point) -> float:
    """Degrees from straight ahead, clockwise."""
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))


def polar(start: Point, heading: float, length: float) -> Point:
    """A point so far off in this direction."""
    turn = math.radians(heading)
    return start[0] + length * math.sin(turn), start[1] - length * math.cos(turn)
