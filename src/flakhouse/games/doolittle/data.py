"""Maps and cups made from their charts, the player's own ones where a house file replaces ours.

A map is two reference tables: `map-Tokyo` (areas) and `boxes-Tokyo`. A cup is one, `cup-tokyo-day`: a row for each
sort of marker with how many there are, its front, its back, and its values ("range 4-6; stay; approach -1").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import starmap
from typing import Generic, TypeVar

from flakhouse.core.charts import Chart, names
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Area, Box, CityMap, Marker
from flakhouse.games.doolittle.words import Back, City, Front, Icon, Side

__all__ = ["Reading", "Routes", "cells", "city_map", "cup", "fill_cups", "numbers", "table", "with_values"]

V = TypeVar("V")
#: 14.4.3 The Transport Table: from, to, Fuel (-1: not by air), trekking number.
Routes = Mapping[str, Mapping[str, tuple[int, int]]]


def table(ref: Referee, id: str) -> Chart[str]:
    """A reference table in force: the player's own, or ours."""
    chart = CHARTS.charts[id]
    return ref.chart(chart) if ref.house else chart


class Reading(Generic[V]):
    """What rules read off a reference table: off ours once and for all, off a player's own when they ask."""

    __slots__ = ("_ours", "_read", "id")

    def __init__(self, id: str, read: Callable[[Chart[str]], V]) -> None:
        self.id = id
        self._read = read
        self._ours = read(CHARTS.charts[id])

    def of(self, ref: Referee) -> V:
        """What the table in force says; nobody may change it."""
        return self._read(table(ref, self.id)) if ref.house and self.id in ref.house else self._ours


def cells(column: int = 0) -> Callable[[Chart[str]], Mapping[str, str]]:
    """For a Reading: one column of a table by its rows."""
    return lambda chart: dict(zip(chart.labels, chart.words[column], strict=True))


def numbers(column: int = 0) -> Callable[[Chart[str]], Mapping[str, int]]:
    """For a Reading: one column of numbers by its rows."""
    return lambda chart: {label: int(word) for label, word in zip(chart.labels, chart.words[column], strict=True)}


def _cell(chart: Chart[str], row: int, column: str) -> str:
    return chart.words[chart.data.columns.index(column)][row]


# ------------------------------------------------------------------ cups (4.2.1, 8.3.1, 12.6.1, 13.5.2)

#: What is printed on a marker, in the order of its fields.
_Print = tuple[str, Front, Back, str, int, int, int, int, int, int, int, Icon, bool, bool, bool]


def cup(ref: Referee, name: str) -> list[Marker]:
    """4.2.1, 8.3.1, 12.6.1 All markers of a cup, each a piece of its own."""
    prints: tuple[_Print, ...] = _CUPS[name].of(ref)
    return list(starmap(Marker, prints))


def _prints(chart: Chart[str]) -> tuple[_Print, ...]:
    """4.2.1, 8.3.1, 12.6.1 The markers of a cup as printed."""
    found: list[_Print] = []
    name = chart.id.removeprefix("cup-")
    for row in range(len(chart.labels)):
        front, back = Front(_cell(chart, row, "front")), Back(_cell(chart, row, "back"))
        m = with_values(Marker(name, front, back), _cell(chart, row, "values"))
        found += int(_cell(chart, row, "n")) * [
            (
                m.cup, m.front, m.back, m.name, m.low, m.high, m.approach, m.detonation,
                m.gunnery, m.landing, m.number, m.icon, m.stay, m.break_off, m.red_flags,
            )
        ]  # fmt: skip
    return tuple(found)


def with_values(marker: Marker, text: str) -> Marker:
    """Put the values of a cell on a marker."""
    for part in () if text == "-" else text.split("; "):
        key, _, value = part.partition(" ")
        if key == "range":
            low, _, high = value.partition("-")
            marker.low, marker.high = int(low), int(high or low)
        elif key in ("approach", "detonation", "gunnery", "landing", "number"):
            setattr(marker, key, int(value))
        elif key == "icon":
            marker.icon = Icon(value)
        elif key == "name":
            marker.name = value
        elif part in ("stay", "break off", "red flags"):
            setattr(marker, part.replace(" ", "_"), True)
        else:
            raise ChartError(f"cup-{marker.cup}: value {part!r} means nothing")
    return marker


_CUPS = {id.removeprefix("cup-"): Reading(id, _prints) for id in CHARTS.charts if id.startswith("cup-")}


def fill_cups(ref: Referee, names: tuple[str, ...]) -> dict[str, list[Marker]]:
    """The cups a scenario needs, full."""
    return {name: cup(ref, name) for name in names}


# ------------------------------------------------------------------ target maps (3.0)


def city_map(ref: Referee, city: City) -> CityMap:
    """3.1, 3.0 A target map with nothing on it yet."""
    areas = {
        name: Area(name, perimeter, limit, adjacent, boxes)
        for name, perimeter, limit, adjacent, boxes in _AREAS[city].of(ref)
    }
    boxes = {
        name: Box(name, area, approach, blast, carrier)
        for name, area, approach, blast, carrier in _BOXES[city].of(ref)
    }
    found = CityMap(city, areas, boxes, _TRACK.of(ref))
    if ref.house:
        _agree(found)
    return found


def _areas(chart: Chart[str]) -> list[tuple[str, bool, int, tuple[str, ...], tuple[str, ...]]]:
    """3.2 The Areas of a map: name, perimeter, Hazards max., neighbours, boxes."""
    return [
        (
            name,
            _cell(chart, row, "perimeter") == "yes",
            int(_cell(chart, row, "limit")),
            names(_cell(chart, row, "adjacent")),
            tuple(word for word in names(_cell(chart, row, "boxes")) if word != "-"),
        )
        for row, name in enumerate(chart.labels)
    ]


def _boxes(chart: Chart[str]) -> list[tuple[str, str, dict[Side, int], dict[Side, int], bool]]:
    """3.3 The Target Boxes of a map: name, Area, Approach and Blast numbers by side, whether a carrier's."""
    return [
        (
            name,
            _cell(chart, row, "area"),
            {side: int(_cell(chart, row, f"{side.value} approach")) for side in Side},
            {side: int(_cell(chart, row, f"{side.value} blast")) for side in Side},
            _cell(chart, row, "carrier") == "yes",
        )
        for row, name in enumerate(chart.labels)
    ]


_AREAS = {city: Reading(f"map-{city.value}", _areas) for city in City}
_BOXES = {city: Reading(f"boxes-{city.value}", _boxes) for city in City}
_TRACK = Reading("detonations", lambda chart: tuple(int(word) for word in chart.words[0]))


def _agree(found: CityMap) -> None:
    """3.2, 3.3 The two tables of a map must agree; a house file may have changed one of them."""
    city = found.city.value
    for area in found.areas.values():
        for box in area.boxes:
            if box not in found.boxes or found.boxes[box].area != area.name:
                raise ChartError(
                    f"chart map-{city}, row {area.name!r}: has the box {box!r}, boxes-{city} does not put it there"
                )
        for name in area.adjacent:
            if name not in found.areas or area.name not in found.areas[name].adjacent:
                raise ChartError(
                    f"chart map-{city}, row {area.name!r}: names {name!r} as its neighbour, not the other way too"
                )
    for target in found.boxes.values():
        if target.area not in found.areas or target.name not in found.areas[target.area].boxes:
            raise ChartError(
                f"chart boxes-{city}, row {target.name!r}: lies in {target.area!r}, map-{city} does not say so"
            )
