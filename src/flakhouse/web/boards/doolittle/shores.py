"""How the three target maps lie: corners, Areas as loops of corners, and where names, boxes and aircraft stand.

Our own drawing: the geography is rough, the neighbours are exact. Two Areas share a side of the drawing if and
only if the charts call them adjacent; a map of a player's own that differs is drawn as a plain grid instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import atan2, degrees
from typing import NamedTuple

from flakhouse.games.doolittle.state import CityMap
from flakhouse.games.doolittle.words import City

__all__ = ["HIGH", "WIDE", "Ground", "Place", "closed", "ground", "made", "neighbours", "outline"]

WIDE, HIGH = 960, 740
_WAVE = "q4-4 8 0t8 0"
Point = tuple[float, float]


class Place(NamedTuple):
    """Where the things of an Area stand: its name, boxes, aircraft (in this order), loose markers."""

    name: Point
    boxes: tuple[Point, ...]
    slots: tuple[Point, ...]
    spot: Point


class Shore(NamedTuple):
    """The drawing of a city."""

    corners: dict[str, Point]
    loops: dict[str, str]  # Area: its corners in order
    water: tuple[str, ...]
    places: dict[str, Place]
    off: Point  # where those off the map are listed
    north: Point


class Ground(NamedTuple):
    """A map ready to draw: the path of each Area, the lines between them, where everything stands."""

    areas: dict[str, str]
    water: tuple[str, ...]
    tints: dict[str, int]  # of the land: no two neighbours have the same
    waves: str
    borders: str
    coast: str
    outer: str
    exits: dict[str, tuple[float, float, float]]  # x, y, degrees
    places: dict[str, Place]
    off: Point
    north: Point


# fmt: off
_TOKYO = Shore(
    {
        "a": (205, 40), "b": (486, 14), "B": (620, 6), "c": (778, 52), "d": (688, 180), "e": (486, 204),
        "f": (310, 182), "g": (372, 340), "h": (480, 322), "i": (580, 326), "j": (690, 362), "k": (915, 162),
        "l": (912, 318), "m": (100, 286), "n": (108, 140), "o": (76, 452), "p": (318, 480), "q": (392, 424),
        "r": (428, 490), "s": (550, 508), "t": (672, 464), "u": (736, 604), "v": (900, 612), "w": (936, 470),
        "x": (410, 570), "y": (270, 622), "z": (72, 606), "A": (150, 726), "C": (428, 728), "D": (468, 648),
        "E": (700, 722), "F": (560, 714),
    },
    {
        "Tokyo North": "abBcdef", "Tokyo West": "afehgmn", "Tokyo East": "ckljihed", "Kawasaki": "mgqpo",
        "Yokohama": "opqrxyz", "Yokosuka": "zyxDCA", "Tokyo Bay North": "ghijtsrq", "Kisarazu": "jlwvut",
        "Tokyo Bay South": "rstuEFCDx",
    },
    ("Tokyo Bay North", "Tokyo Bay South"),
    {
        "Tokyo North": Place((262, 70), ((560, 46),), ((330, 136), (456, 138), (590, 138)), (378, 66)),
        "Tokyo West": Place((154, 130), ((118, 236),), ((166, 188), (318, 224), (330, 288)), (262, 150)),
        "Tokyo East": Place(
            (754, 116), ((726, 214), (726, 266)), ((528, 236), (604, 296), (760, 162)), (606, 210)
        ),
        "Kawasaki": Place((116, 314), ((102, 338), (102, 388)), ((302, 366), (300, 424)), (208, 310)),
        "Yokohama": Place((110, 480), ((92, 502), (92, 552)), ((296, 512), (322, 568)), (212, 476)),
        "Yokosuka": Place((172, 650), ((150, 674),), ((350, 638), (356, 692)), (266, 656)),
        "Tokyo Bay North": Place((524, 350), ((446, 388),), ((472, 458), (600, 452)), (612, 380)),
        "Kisarazu": Place((758, 380), ((740, 404),), ((762, 482), (786, 548)), (836, 376)),
        "Tokyo Bay South": Place((500, 638), ((506, 662),), ((470, 544), (588, 534), (640, 598)), (474, 606)),
    },
    (752, 648),
    (52, 56),
)

_NAGOYA = Shore(
    {
        "a": (190, 84), "b": (460, 26), "c": (748, 66), "d": (650, 196), "e": (338, 206), "w": (96, 232),
        "x": (76, 420), "y": (104, 548), "f": (344, 398), "g": (318, 556), "h": (664, 348), "i": (640, 408),
        "j": (650, 570), "k": (904, 180), "l": (896, 376), "m": (916, 510), "n": (860, 636), "o": (148, 704),
        "p": (480, 728), "q": (800, 712),
    },
    {
        "Nagoya North": "abcde", "Nagoya West": "awxygfe", "Nagoya Central": "edhif", "Nagoya East": "cklhd",
        "Atsuta": "hlmnji", "Nagoya Harbor": "fijg", "Ise Bay": "ygjnqpo",
    },
    ("Ise Bay",),
    {
        "Nagoya North": Place((260, 92), ((520, 72),), ((346, 152), (470, 152), (590, 160)), (380, 88)),
        "Nagoya West": Place((136, 250), (), ((136, 324), (236, 380), (136, 446), (226, 504)), (128, 282)),
        "Nagoya Central": Place((388, 234), ((372, 258),), ((400, 346), (530, 350), (584, 286)), (516, 230)),
        "Nagoya East": Place((730, 148), ((712, 172),), ((726, 262), (800, 320)), (832, 146)),
        "Atsuta": Place((712, 408), ((690, 432),), ((712, 524), (800, 580)), (774, 404)),
        "Nagoya Harbor": Place((384, 430), ((366, 454), (366, 504)), ((566, 476), (566, 538)), (500, 428)),
        "Ise Bay": Place((206, 608), ((190, 632),), ((400, 630), (530, 648), (670, 640)), (272, 604)),
    },
    (14, 24),
    (918, 56),
)

_OSAKA = Shore(
    {
        "a": (56, 246), "b": (110, 108), "c": (270, 46), "d": (446, 52), "e": (256, 240), "f": (446, 228),
        "g": (34, 380), "h": (56, 512), "i": (250, 482), "j": (450, 440), "k": (570, 30), "l": (680, 60),
        "X": (664, 240), "m": (536, 418), "n": (830, 44), "o": (924, 130), "p": (918, 232), "q": (938, 350),
        "r": (908, 474), "s": (752, 466), "t": (620, 570), "u": (926, 606), "v": (830, 720), "w": (650, 716),
        "y": (110, 664), "z": (360, 728),
    },
    {
        "Kobe West": "aeihg", "Kobe Central": "abcdfe", "Kobe Harbor": "efji", "Amagasaki": "dklXmjf",
        "Osaka North": "lnopX", "Osaka Central": "Xpqrs", "Osaka Harbor": "Xstm", "Sakai": "sruvwt",
        "Osaka Bay": "hijmtwzy",
    },
    ("Osaka Bay",),
    {
        "Kobe West": Place((86, 276), ((66, 300),), ((92, 376), (104, 446)), (166, 272)),
        "Kobe Central": Place((156, 106), ((288, 84),), ((142, 190), (272, 188), (378, 188)), (160, 142)),
        "Kobe Harbor": Place((280, 264), ((266, 288), (266, 338)), ((288, 414), (384, 410)), (376, 260)),
        "Amagasaki": Place((494, 84), ((472, 108),), ((496, 196), (496, 266), (496, 340)), (586, 80)),
        "Osaka North": Place((730, 88), ((710, 112),), ((728, 192), (838, 192)), (830, 84)),
        "Osaka Central": Place((732, 266), ((724, 290),), ((758, 374), (806, 434)), (840, 262)),
        "Osaka Harbor": Place((610, 352), ((572, 376),), ((602, 454), (648, 512)), (622, 316)),
        "Sakai": Place((756, 516), (), ((706, 590), (806, 600), (730, 664)), (812, 512)),
        "Osaka Bay": Place(
            (146, 562), ((130, 586),), ((340, 520), (460, 510), (330, 652), (500, 622)), (234, 558)
        ),
    },
    (14, 24),
    (918, 640),
)
# fmt: on

_SHORES = {City.TOKYO: _TOKYO, City.NAGOYA: _NAGOYA, City.OSAKA_KOBE: _OSAKA}


# ------------------------------------------------------------------ sides


def _sides(loop: str) -> list[tuple[str, str]]:
    """The sides of an Area, each as two corners in the order of the loop."""
    return list(zip(loop, loop[1:] + loop[0], strict=True))


def _owners(kept: Shore) -> dict[tuple[str, str], list[str]]:
    """Every side with the one or two Areas it belongs to."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, loop in kept.loops.items():
        for one, other in _sides(loop):
            found.setdefault((min(one, other), max(one, other)), []).append(name)
    return found


def neighbours(city: City) -> dict[str, list[str]]:
    """The Areas that share a side with each Area of the drawing."""
    kept = _SHORES[city]
    found: dict[str, list[str]] = {name: [] for name in kept.loops}
    for owners in _owners(kept).values():
        if len(owners) == 2:
            one, other = owners
            found[one].append(other)
            found[other].append(one)
    return {name: sorted(dict.fromkeys(near)) for name, near in found.items()}


def _wobble(one: Point, other: Point) -> list[Point]:
    """A side as a hand would draw it: midpoints pushed aside, the same way every time."""
    seed = int(one[0] * 7 + one[1] * 13 + other[0] * 17 + other[1] * 29)
    points = [one, other]
    long = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
    push, steps = long * 0.07, 4 if long > 90 else 3
    for _ in range(steps):
        finer: list[Point] = []
        for (ax, ay), (bx, by) in pairwise(points):
            seed = (seed * 1103515245 + 12345) % 2147483648
            aside = (seed / 1073741824 - 1) * push
            dx, dy = bx - ax, by - ay
            size = (dx * dx + dy * dy) ** 0.5 or 1
            finer += [(ax, ay), ((ax + bx) / 2 - dy / size * aside, (ay + by) / 2 + dx / size * aside)]
        points = [*finer, points[-1]]
        push *= 0.52
    return points


def _line(points: list[Point], start: bool) -> str:
    """Points as a path; relative steps in whole units keep it short."""
    x, y = round(points[0][0]), round(points[0][1])
    parts = [f"M{x} {y}"] if start else []
    for px, py in points[1:]:
        dx, dy = round(px) - x, round(py) - y
        parts.append(f"l{dx} {dy}" if dy >= 0 else f"l{dx}{dy}")
        x, y = x + dx, y + dy
    return "".join(parts)


def closed(points: Sequence[Point]) -> str:
    """A shape around these points as a hand would draw it."""
    sides = [_wobble(one, other) for one, other in pairwise((*points, points[0]))]
    return "".join(_line(side, not i) for i, side in enumerate(sides)) + "Z"


def _walk(kept: Shore, one: str, other: str) -> list[Point]:
    """The points of a side in this direction."""
    first, last = min(one, other), max(one, other)
    points = _wobble(kept.corners[first], kept.corners[last])
    return points if one == first else points[::-1]


def outline(kept: Shore, name: str) -> str:
    """The path around an Area."""
    parts = [_line(_walk(kept, one, other), not i) for i, (one, other) in enumerate(_sides(kept.loops[name]))]
    return "".join(parts) + "Z"


# ------------------------------------------------------------------ ready to draw


def ground(city: CityMap) -> Ground | None:
    """The drawing of a map whose Areas and neighbours are those we know; None for a player's own."""
    known = neighbours_once(city.city)
    if sorted(known) != sorted(city.areas):
        return None
    if any(known[name] != tuple(sorted(area.adjacent)) for name, area in city.areas.items()):
        return None
    places = _SHORES[city.city].places
    if any(len(area.boxes) > len(places[name].boxes) for name, area in city.areas.items()):
        return None
    return made(city.city)


@cache
def neighbours_once(city: City) -> dict[str, tuple[str, ...]]:
    """`neighbours`, worked out once."""
    return {name: tuple(near) for name, near in neighbours(city).items()}


@cache
def made(city: City) -> Ground:
    """The paths of a city, worked out once."""
    kept = _SHORES[city]
    lines: dict[str, list[str]] = {"border": [], "coast": [], "outer": []}
    best: dict[str, tuple[float, str, str]] = {}
    for (one, other), owners in _owners(kept).items():
        wet = [name in kept.water for name in owners]
        sort = "outer" if len(owners) == 1 else "coast" if wet[0] != wet[1] else "border"
        lines[sort].append(_line(_walk(kept, one, other), True))
        if sort == "outer":
            (ax, ay), (bx, by) = kept.corners[one], kept.corners[other]
            long = (ax - bx) ** 2 + (ay - by) ** 2
            if long > best.get(owners[0], (0.0, "", ""))[0]:
                best[owners[0]] = (long, one, other)
    exits = {name: _exit(kept, name, one, other) for name, (_, one, other) in best.items()}
    areas = {name: outline(kept, name) for name in kept.loops}
    border, coast, outer = ("".join(found) for found in lines.values())
    return Ground(
        areas,
        kept.water,
        _tints(city),
        _waves(kept),
        border,
        coast,
        outer,
        exits,
        kept.places,
        kept.off,
        kept.north,
    )


def _tints(city: City) -> dict[str, int]:
    """A tint for each Area that none of its neighbours has."""
    found: dict[str, int] = {}
    for name, near in neighbours_once(city).items():
        taken = [found.get(other) for other in near]
        found[name] = next(tint for tint in range(len(near) + 1) if tint not in taken)
    return found


def _waves(kept: Shore) -> str:
    """A few waves on the water, between what stands there."""
    found: list[str] = []
    for name in kept.water:
        for x, y in kept.places[name].slots:
            found += [f"M{x - 44:.0f} {y - 30:.0f}{_WAVE}", f"M{x + 52:.0f} {y + 36:.0f}{_WAVE}"]
    return "".join(found)


def _exit(kept: Shore, name: str, one: str, other: str) -> tuple[float, float, float]:
    """The middle of an outer side and the way out of it, in degrees from north."""
    points = _walk(kept, one, other)
    x, y = points[len(points) // 2]
    corners = [kept.corners[c] for c in kept.loops[name]]
    inside = (sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners))
    (ax, ay), (bx, by) = kept.corners[one], kept.corners[other]
    nx, ny = by - ay, ax - bx
    if nx * (x - inside[0]) + ny * (y - inside[1]) < 0:
        nx, ny = -nx, -ny
    return x, y, round(degrees(atan2(nx, -ny)))
