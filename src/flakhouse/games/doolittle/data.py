"""Maps and cups made from their charts, the player's own ones where a house file replaces ours.

A map is two reference tables: `map-Tokyo` (areas) and `boxes-Tokyo`. A cup is one, `cup-tokyo-day`: a row for each
sort of marker with how many there are, its front, its back, and its values ("range 4-6; stay; approach -1").
"""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Area, Box, CityMap, Marker
from flakhouse.games.doolittle.words import Back, City, Front, Icon, Side

__all__ = ["city_map", "cup", "fill_cups", "table", "with_values"]


def table(ref: Referee, id: str) -> Chart[str]:
    """A reference table in force: the player's own, or ours."""
    return ref.chart(CHARTS.charts[id])


def _cell(chart: Chart[str], row: int, column: str) -> str:
    return chart.words[chart.data.columns.index(column)][row]


# ------------------------------------------------------------------ cups (4.2.1, 8.3.1, 12.6.1, 13.5.2)


def cup(ref: Referee, name: str) -> list[Marker]:
    """4.2.1, 8.3.1, 12.6.1 All markers of a cup, each a piece of its own."""
    chart = table(ref, f"cup-{name}")
    markers: list[Marker] = []
    for row in range(len(chart.labels)):
        count = int(_cell(chart, row, "n"))
        front, back = Front(_cell(chart, row, "front")), Back(_cell(chart, row, "back"))
        for _ in range(count):
            markers.append(with_values(Marker(name, front, back), _cell(chart, row, "values")))
    return markers


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
            raise ChartError(f"cup-{marker.cup}: unknown value {part!r}")
    return marker


def fill_cups(ref: Referee, names: tuple[str, ...]) -> dict[str, list[Marker]]:
    """The cups a scenario needs, full."""
    return {name: cup(ref, name) for name in names}


# ------------------------------------------------------------------ target maps (3.0)


def city_map(ref: Referee, city: City) -> CityMap:
    """3.0 A target map with nothing on it yet."""
    areas, boxes = table(ref, f"map-{city.value}"), table(ref, f"boxes-{city.value}")
    track = tuple(int(word) for word in table(ref, "detonations").words[0])
    found = CityMap(city, {}, {}, track)
    for row, name in enumerate(areas.labels):
        found.areas[name] = Area(
            name,
            _cell(areas, row, "perimeter") == "yes",
            int(_cell(areas, row, "limit")),
            tuple(_cell(areas, row, "adjacent").split(", ")),
            tuple(word for word in _cell(areas, row, "boxes").split(", ") if word != "-"),
        )
    for row, name in enumerate(boxes.labels):
        found.boxes[name] = Box(
            name,
            _cell(boxes, row, "area"),
            {side: int(_cell(boxes, row, f"{side.value} approach")) for side in Side},
            {side: int(_cell(boxes, row, f"{side.value} blast")) for side in Side},
            _cell(boxes, row, "carrier") == "yes",
        )
    _agree(found)
    return found


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
