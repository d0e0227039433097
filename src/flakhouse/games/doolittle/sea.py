"""9.1, 9.2, 9.3: the Sea Areas from east to west, what is printed in them, and their weather."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Subject
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Weather

__all__ = [
    "AREAS",
    "FIRST_WEST",
    "PORT",
    "REACH",
    "cell",
    "index",
    "named",
    "number",
    "subject",
    "turn_name",
    "turns",
    "weather",
    "weather_box",
    "weather_table",
    "west_of",
]

PORT = "Port"
#: 9.1 The Sea Areas from east to west.
AREAS: tuple[str, ...] = tuple(CHARTS.charts["sea-areas"].labels)
#: Where each stands: the Port is 0, the Pacific 1, Japan 10.
_AT = {name: i for i, name in enumerate((PORT, *AREAS))}
#: Areas whose names on the map are no words of a sentence.
_NAMED = {"Pacific": "the Pacific", "140W": "140° West", "170W": "170° West"}
#: 9.1 The first area west of the International Date Line.
FIRST_WEST = _AT["Influence East"]
#: 12.4 The first area from which B-25s fly to Japan.
REACH = _AT["Influence West"]


def index(area: str) -> int:
    """9.0, 9.1 How far west an area lies: the Port is 0, Japan 10."""
    return _AT[area]


def named(area: str) -> str:
    """9.1 An area in a sentence: "the Pacific"."""
    return _NAMED.get(area, area)


def subject(area: str) -> Subject:
    """9.1 What points at a Sea Area."""
    return Subject("area", area)


def west_of(area: str) -> str:
    """9.1 The next area towards Japan; beyond Japan there is none."""
    return AREAS[min(_AT[area], len(AREAS) - 1)]


def cell(ref: Referee, area: str, column: str) -> str:
    """9.1 What the map says of an area; the Port goes by the Pacific."""
    return _MAP.of(ref)[area][column]


def _cells(chart: Chart[str]) -> Mapping[str, Mapping[str, str]]:
    """9.1 The cells of the map, by area and column."""
    found = {
        area: {column: chart.words[i][row] for i, column in enumerate(chart.data.columns)}
        for row, area in enumerate(chart.labels)
    }
    # RULING 12.5.1: the Port has no Weather Box of its own; leaving it goes by the weather of the Pacific.
    return {**found, PORT: found[AREAS[0]]}


_MAP = data.Reading("sea-areas", _cells)
_TURNS = data.Reading("naval-turns", lambda chart: chart.labels)
_TABLES = ("east", "central", "west")


def number(ref: Referee, area: str, column: str) -> int:
    """9.1.1, 14.3.1 A number printed in an area: "rv", "rtp", "base" ..."""
    return int(cell(ref, area, column))


def weather_box(ref: Referee, area: str) -> str:
    """9.3 The Weather Box that governs an area."""
    return _MAP.of(ref)[area]["weather box"]


def weather_table(ref: Referee, area: str) -> int:
    """9.3.1 The Weather Check table of an area, as the column of its charts."""
    return _TABLES.index(cell(ref, area, "table"))


def weather(ref: Referee, r: Raid, area: str) -> Weather:
    """9.3 The weather in an area."""
    return r.weather.get(_MAP.of(ref)[area]["weather box"], Weather.CALM)


def turns(ref: Referee) -> list[str]:
    """9.2 The turns of the Naval Turn Track."""
    return _TURNS.of(ref)


def turn_name(ref: Referee, r: Raid) -> str:
    """9.2 The Naval Turn being played."""
    names = turns(ref)
    return names[min(r.task_force.turn, len(names) - 1)]
