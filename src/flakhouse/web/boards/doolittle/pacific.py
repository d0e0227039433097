"""5.1 How the Flight Map lies: twelve zones from China to the Pacific, and the coasts between them.

The coasts are our own points by longitude and latitude. Each zone is as wide as what stands in it needs, so the
map is stretched from zone to zone: places lie in their zones, distances are not to scale.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.games.doolittle.words import City, Site
from flakhouse.web.boards.base import Attr, el, join, text

__all__ = ["AT", "FOOT", "HIGH", "LANES", "TOP", "WIDE", "Lane", "Point", "at", "scenery", "squeezed"]

WIDE, HIGH = 800, 400
TOP, FOOT = 80, 900  # of the zones: they go on below the drawing, where a tall window shows more sea
_NORTH, _DEGREE = 44.8, 16.5  # the latitude at the top, and how high a degree is
Point = tuple[float, float]


class Lane(NamedTuple):
    """A zone of the drawing."""

    zone: int
    x: float
    wide: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return self.x + self.wide / 2


#: Zone: its width, and the longitude of its western edge. Those with cities and landing sites need more room.
_ZONES = {
    12: (82, 105.0),
    11: (86, 117.0),
    10: (53, 120.7),
    9: (53, 122.7),
    8: (53, 124.8),
    7: (104, 127.0),
    6: (112, 133.5),
    5: (51, 141.2),
    4: (51, 144.3),
    3: (51, 147.4),
    2: (51, 150.5),
    1: (53, 153.6),
}
_EAST = 156.8

#: Places by longitude and latitude.
_PLACES = {
    City.TOKYO: (139.75, 35.7),
    City.NAGOYA: (136.95, 35.2),
    City.OSAKA_KOBE: (135.35, 34.75),
    Site.VLADIVOSTOK: (131.95, 43.15),
}
# fmt: off
_COASTS = {
    "mainland": (
        (143, 54), (140.6, 50.5), (140.2, 48.4), (138.2, 46.4), (136.3, 45), (134.9, 43.7), (133.2, 42.8),
        (132.3, 43.3), (131.3, 43), (130.7, 42.3), (129.8, 41.7), (129.7, 40.9), (128.3, 40.1), (127.5, 39.7),
        (127.4, 39.2), (128.4, 38.4), (129.3, 37.2), (129.5, 36.1), (129.1, 35.1), (128, 34.8), (126.5, 34.4),
        (126.3, 35.2), (126.6, 36), (126.3, 36.8), (126.7, 37.6), (125.1, 38), (125, 38.7), (125.4, 39.5),
        (124.4, 40), (122.8, 39.6), (121.3, 38.8), (121.9, 40.3), (121, 40.8), (119.4, 39.8), (117.9, 39.1),
        (118.9, 37.6), (120.8, 37.8), (122.5, 37.3), (121.3, 36.6), (120.2, 36), (119.3, 35.1), (120.3, 34.1),
        (121.1, 32.9), (121.9, 31.8), (121.5, 31), (120.8, 30.4), (122, 29.9), (121.8, 29.1), (121.5, 28.3),
        (120.8, 27.5), (120, 26.4), (119.6, 25.6), (118.7, 24.7), (117.6, 23.9), (116.5, 23), (114.4, 22.4),
        (112.6, 21.8), (110.4, 21.3), (109.6, 21.5), (107.5, 21.3), (105.7, 18.7), (80, 12), (80, 54),
    ),
    "honshu": (
        (140.3, 41.2), (141, 40.9), (141.4, 41.4), (141.5, 40.5), (142, 39.6), (141.5, 38.3), (141, 38.2),
        (141, 37), (140.6, 36.3), (140.85, 35.7), (140.4, 35.2), (139.85, 34.9), (139.95, 35.5), (139.65, 35.3),
        (139.1, 35.25), (138.85, 34.6), (138.65, 35.1), (138.2, 34.6), (137.1, 34.6), (136.85, 35), (136.5, 34.6),
        (136.9, 34.3), (135.8, 33.45), (135.1, 33.95), (135.4, 34.6), (134.7, 34.75), (133.9, 34.5), (132.5, 34.2),
        (131.8, 33.95), (130.9, 34), (131, 34.45), (132.6, 35.4), (133.3, 35.6), (134.4, 35.65), (135.3, 35.7),
        (136, 35.75), (136.1, 36.2), (136.7, 36.8), (136.75, 37.35), (137.35, 37.5), (137, 36.8), (137.5, 36.8),
        (138.3, 37.2), (138.9, 37.9), (139.6, 38.5), (140, 39.3), (139.75, 39.9), (140.1, 40.5), (140, 40.8),
    ),
    "kyushu": (
        (130.95, 33.9), (131.7, 33.6), (132, 32.8), (131.5, 32), (131.3, 31.4), (130.75, 31.05), (130.65, 31.6),
        (130.2, 31.25), (130.2, 32.1), (130.6, 32.8), (129.8, 32.6), (129.6, 33.2), (130.1, 33.55),
    ),
    "shikoku": (
        (132.1, 33.4), (132.6, 32.8), (133, 32.75), (133.5, 33.45), (134.2, 33.25), (134.7, 33.8), (134.4, 34.3),
        (133.6, 34.2), (132.8, 34),
    ),
    "hokkaido": (
        (140.1, 41.45), (141.1, 41.8), (140.5, 42.4), (141, 42.35), (141.9, 42.5), (143.2, 42), (143.4, 42.6),
        (144.4, 43), (145.7, 43.4), (145.2, 44.2), (143.5, 44.2), (142, 45.5), (141.6, 45.2), (141.6, 43.8),
        (141, 43.2), (140.3, 43.3), (139.9, 42.5),
    ),
    "formosa": ((121.5, 25.3), (122, 25), (121.4, 23), (120.8, 21.9), (120.1, 22.9), (120.2, 23.9), (121, 25.1)),
    "sado": ((138.2, 37.8), (138.6, 38), (138.5, 38.35), (138.3, 38.1)),
    "tsushima": ((129.2, 34.1), (129.5, 34.5), (129.3, 34.7)),
    "quelpart": ((126.1, 33.25), (126.9, 33.3), (126.8, 33.55), (126.3, 33.5)),
    "okinawa": ((127.6, 26.1), (128, 26.4), (128.3, 26.9), (127.9, 26.7)),
}
# fmt: on
_SEAS = (
    (650, 378, "PACIFIC"),
    (82, 130, "CHINA"),
    (226, 226, "Yellow Sea"),
    (258, 372, "East China Sea"),
)


def _lanes() -> dict[int, Lane]:
    found: dict[int, Lane] = {}
    x = 0.0
    for zone, (wide, _) in _ZONES.items():
        found[zone] = Lane(zone, x, wide)
        x += wide
    return found


LANES = _lanes()


def at(longitude: float, latitude: float) -> Point:
    """Where a place lies on the drawing."""
    edges = [(west, LANES[zone].x) for zone, (_, west) in _ZONES.items()]
    edges.append((_EAST, float(WIDE)))
    legs = list(pairwise(edges))
    (west, left), (east, right) = next((leg for leg in legs if longitude < leg[1][0]), legs[-1])
    x = left + (longitude - west) / (east - west) * (right - left)
    return round(x, 1), round(TOP + (_NORTH - latitude) * _DEGREE, 1)


#: Where cities and Vladivostok lie.
AT = {place: at(*where) for place, where in _PLACES.items()}


def squeezed(room: float | None) -> dict[str, Attr]:
    """The attributes of a text that is too long for its room; none without one."""
    return {} if room is None else {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}


@cache
def scenery() -> Markup:
    """Sea, coasts and their names, made once."""
    paths = [
        "M" + "L".join(f"{x:g} {y:g}" for x, y in (at(*p) for p in coast)) + "Z" for coast in _COASTS.values()
    ]
    return join(
        (
            el("rect", x=-600, y=-60, width=WIDE + 1200, height=FOOT + 60, class_="dl-area water"),
            *(el("path", d=path, class_="fm-shoal") for path in paths),
            *(el("path", d=path, class_="dl-isle") for path in paths),
            *(text(x, y, name, "fm-sea", "middle") for x, y, name in _SEAS),
        )
    )
