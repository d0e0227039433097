"""The Naval Map: Sea Areas from Japan in the west to San Francisco, and all that is on them."""

from __future__ import annotations

import functools
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.games.doolittle.sea import PORT, REACH, index, subject
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Weather
from flakhouse.render.doolittle import parts, sailing
from flakhouse.web.boards.base import NOTHING, Open, el, svg, text, thing, use
from flakhouse.web.boards.doolittle import marks

__all__ = ["SYMBOLS", "Drawn", "draw", "weather_symbol"]

SYMBOLS = ("wind-calm", "wind-gusty", "wind-gale", "wind-storm", "weather-unknown")
_WIDE, _TALL = 1000.0, 366.0
_JAPAN, _PORT = 140.0, 72.0  # the columns at the ends
_TOP, _FOOT = 46.0, 272.0  # the sea between the weather boxes and the printed numbers
_ROUTE = (124, 108, 100, 96, 95, 97, 103, 112, 123, 136, 148)  # where the track runs, from Japan to the Port
_JAPAN_ISLANDS = (
    "M70 54L84 49 104 57 113 69 98 75 90 85 78 79 66 83 62 71 70 65Z",
    "M74 93L88 91 95 103 93 123 85 141 81 157 86 173 78 181 73 172 64 185 54 185 44 195 40 209 30 201 22 207 4 209"
    " 0 211V197L14 191 30 185 40 173 52 167 60 149 68 133 66 113Z",
    "M22 217L38 213 40 223 28 233 18 231Z",
    "M0 217L8 215 12 229 8 247 0 257Z",
)
_WEST_COAST = (
    "M1000 46V272H982L976 254 962 238 958 214 946 196 950 176 938 164 944 140 936 118 942 92 934 70 938 46Z"
)
_DATE_LINE = "Influence East"


class Drawn(NamedTuple):
    """What the log knows of this turn that the state does not: hazards drawn in an area and not yet turned."""

    area: str = ""
    left: int = 0
    cup: str = ""


def weather_symbol(found: Weather | None) -> str:
    """The sign of a weather state."""
    return f"wind-{found.value.lower()}" if found is not None else "weather-unknown"


def _columns(r: Raid) -> list[tuple[str, float, float]]:
    """The areas from west to east with their edges."""
    areas = [*reversed(parts.chart(r, "sea-areas").labels), PORT]
    wide = (_WIDE - _JAPAN - _PORT) / (len(areas) - 2)
    found: list[tuple[str, float, float]] = []
    at = 0.0
    for i, name in enumerate(areas):
        end = at + (_JAPAN if i == 0 else _PORT if i == len(areas) - 1 else wide)
        found.append((name, at, end))
        at = end
    return found


def draw(r: Raid, drawn: Drawn, asked: Open = NOTHING) -> Markup:
    """9.1 The whole map."""
    columns = _columns(r)
    inside: list[object] = [el("rect", x=0, y=_TOP, width=_WIDE, height=_FOOT - _TOP, class_="d2-sea")]
    inside += [_area(r, name, left, right, asked) for name, left, right in columns]
    inside += [
        _swell(),
        el("path", d=_WEST_COAST, class_="d2-coast2"),
        el("path", d=_WEST_COAST, class_="d2-land"),
    ]
    inside += _islands(columns)
    inside += [_lines(columns), _route(r, columns), *_weather(r, columns)]
    inside += [_words(r, name, left, right) for name, left, right in columns]
    inside += [_pieces(r, drawn, i, name, left, right) for i, (name, left, right) in enumerate(columns)]
    force = r.task_force
    fuel = "fueled" if force.fueled else "low on fuel"
    desc = f"{sailing.turn_name(r)}. The Task Force is in {force.area}, {fuel}."
    for name, _, _ in columns:
        here = sailing.area(r, name)
        if here and name != force.area:
            desc += f" {name}: {here}."
    return svg(
        "d2-sea", f"0 0 {_WIDE:g} {_TALL:g}", "Naval Map, Japan at the left", desc, *inside, class_="d2-map"
    )


# ------------------------------------------------------------------ paper


def _area(r: Raid, name: str, left: float, right: float, asked: Open) -> Markup:
    """An area to click on, lit where the Task Force is."""
    here = sailing.area(r, name) or "nothing there"
    hot = " hot" if r.task_force.area == name else ""
    hot += " may" if asked.may(subject(name)) else ""
    told = f"{here}; {_numbers(r, name)}" if name != PORT else here
    box = el("rect", x=left, y=_TOP, width=right - left, height=_FOOT - _TOP, class_=f"d2-area{hot}")
    return el("g", box, **thing(name, told, "9.1", subject(name)))


def _numbers(r: Raid, name: str) -> str:
    """The printed numbers in words."""
    columns = ("rv", "rtp", "base", "base in storm", "extra")
    cell = {column: parts.look(r, "sea-areas", name, column) for column in columns}
    return (
        f"rendezvous {cell['rv']}, return to port {cell['rtp']}, hazards {cell['base']}, "
        f"in a storm {cell['base in storm']}, more: {cell['extra']}"
    )


def _islands(columns: list[tuple[str, float, float]]) -> list[Markup]:
    """Hawaii and Midway."""
    at = {name: (left + right) / 2 for name, left, right in columns}
    hawaii, midway = at["Hawaii"], at["Midway"]
    d = f"M{hawaii - 30:g} 250l9-4 4 6-8 4ZM{hawaii - 12:g} 257l8-3 6 5-9 3Z"
    d += f"M{hawaii + 8:g} 262l14-4 8 9-10 8-12-5Z"
    return [
        el("path", d="".join(_JAPAN_ISLANDS), transform="translate(-12 0)", class_="d2-coast2"),
        el("path", d="".join(_JAPAN_ISLANDS), transform="translate(-12 0)", class_="d2-land"),
        el("path", d=d, class_="d2-coast2"),
        el("path", d=d, class_="d2-land"),
        el("circle", cx=66, cy=171, r=4, class_="d2-town"),
        text(76, 196, "Tokyo", "d2-fine"),
        el("ellipse", cx=midway, cy=238, rx=11, ry=8, class_="d2-reef"),
        el("path", d=f"M{midway - 5:g} 242h4m4 1h5", class_="d2-atoll"),
    ]


@functools.cache
def _swell() -> Markup:
    """The sea."""
    places = (
        (150, 232),
        (205, 190),
        (248, 82),
        (300, 240),
        (352, 66),
        (420, 214),
        (452, 150),
        (560, 74),
        (610, 200),
    )
    more = ((655, 158), (700, 70), (752, 196), (800, 240), (838, 84), (886, 224), (884, 110), (30, 130), (52, 106))
    d = "".join(f"M{x} {y}q5-5 10 0t10 0" for x, y in (*places, *more))
    return el("path", d=d, class_="d2-swell")


def _lines(columns: list[tuple[str, float, float]]) -> Markup:
    """Borders of the areas, the Date Line, and the line from which B-25s reach Japan."""
    found: list[Markup] = []
    for name, left, right in columns[:-1]:
        if name == _DATE_LINE:
            found.append(el("path", d=f"M{right:g} {_TOP:g}V{_FOOT:g}", class_="d2-date"))
            found.append(text(right + 5, _FOOT - 8, "Date Line", "d2-fine"))
        elif index(name) == REACH:
            found.append(el("path", d=f"M{right:g} {_TOP:g}V{_FOOT:g}", class_="d2-reach"))
            found.append(text(right - 5, _FOOT - 8, "in reach of Japan ‹", "d2-fine ours", "end"))
        else:
            found.append(el("path", d=f"M{right:g} {_TOP:g}V{_FOOT:g}", class_="d2-border"))
        del left
    return el("g", *found)


def _route(r: Raid, columns: list[tuple[str, float, float]]) -> Markup:
    """The track across the ocean: solid as far as the Task Force has come."""
    points = [(_mid(name, left, right), _ROUTE[i]) for i, (name, left, right) in enumerate(columns)]
    at = next((i for i, (name, _, _) in enumerate(columns) if name == r.task_force.area), len(columns) - 1)

    def line(some: list[tuple[float, int]], class_: str) -> Markup:
        return el("polyline", points=" ".join(f"{x:g},{y:g}" for x, y in some), class_=class_)

    return el("g", line(points[: at + 1], "d2-route ahead"), line(points[at:], "d2-route"))


def _mid(name: str, left: float, right: float) -> float:
    """The middle of the water of an area."""
    if name == "Japan":
        return right - 42
    return (left + right) / 2 - (6 if name == PORT else 0)


# ------------------------------------------------------------------ weather and words


def _weather(r: Raid, columns: list[tuple[str, float, float]]) -> list[Markup]:
    """9.3 The Weather Boxes above the areas they govern; two areas may share one."""
    spans: dict[str, tuple[float, float, str]] = {}
    for name, left, right in columns[:-1]:
        box = parts.look(r, "sea-areas", name, "weather box")
        first = spans.get(box)
        spans[box] = (
            (min(left, first[0]), max(right, first[1]), f"{first[2]}, {name}") if first else (left, right, name)
        )
    found: list[Markup] = []
    for box, (left, right, names) in spans.items():
        state = r.weather.get(box)
        wind = r.wind.get(box)
        word = state.value if state is not None else "not known"
        told = word + (f", {wind.value}" if wind is not None else "")
        bad = state is not None and state in (Weather.STORM, Weather.GALE)
        middle, shift = (left + right) / 2, 6 if wind is not None else 0
        inside = [
            el(
                "rect",
                x=left + 3,
                y=4,
                width=right - left - 6,
                height=38,
                class_=f"d2-wx{' bad' if bad else ''}{' none' if state is None else ''}",
            ),
            use(weather_symbol(state), middle - 26 - shift if state else middle, 23, 24, "d2-ic"),
        ]
        if state is not None:
            inside.append(text(middle - 10 - shift, 29, state.value, "d2-wxw"))
        if wind is not None:
            letters = "".join(word[0] for word in wind.value.split())
            inside.append(text(right - 8, 29, letters, "d2-windl", "end"))
        found.append(el("g", *inside, **thing(f"Weather over {names}", told, "9.3")))
    return found


def _words(r: Raid, name: str, left: float, right: float) -> Markup:
    """The name of an area, and the numbers printed below it."""
    middle = (left + right) / 2
    if name == PORT:
        labels = [
            text(left + 8, _FOOT + 46 + 20 * i, word, "d2-tiny")
            for i, word in enumerate(("rendezv.", "home", "draw"))
        ]
        town = [
            el("circle", cx=937, cy=150, r=4.5, class_="d2-town"),
            text(964, 262, "San Francisco", "d2-fine", "end"),
        ]
        return el("g", text(middle, _FOOT + 22, name, "d2-an", "middle"), *labels, *town)
    first, _, second = name.partition(" ")
    words = [text(middle, _FOOT + 22, f"{first} {second[:1]}" if len(name) > 10 else name, "d2-an", "middle")]
    cells = (parts.look(r, "sea-areas", name, "rv"), parts.look(r, "sea-areas", name, "rtp"), _draw(r, name))
    words.append(el("rect", x=left + 3, y=_FOOT + 29, width=right - left - 6, height=62, class_="d2-cell"))
    words += [text(middle, _FOOT + 46 + 20 * i, number, "d2-num", "middle") for i, number in enumerate(cells)]
    return el("g", *words, **thing(name, _numbers(r, name), "9.1"))


def _draw(r: Raid, name: str) -> str:
    """How many hazards an area draws before anything is added; "+" where something may be."""
    base, extra = parts.look(r, "sea-areas", name, "base"), parts.look(r, "sea-areas", name, "extra")
    return base + ("" if extra == "-" else "+")


# ------------------------------------------------------------------ pieces


def _pieces(r: Raid, drawn: Drawn, at: int, name: str, left: float, right: float) -> Markup:
    """What stands in an area: the Task Force on its track, plans above, submarines and markers below."""
    force = r.task_force
    x, y = _mid(name, left, right), _ROUTE[at]
    found: list[Markup] = []
    if force.area == name:
        ships = sum(1 for s in force.ships if s.space)
        state = f"{ships} ships, {'fueled' if force.fueled else 'low on fuel'}"
        state += ", TF-16 has joined" if force.joined else ""
        found.append(
            el(
                "g",
                marks.force(x, y, force.joined and force.enterprise),
                **thing("Task Force", f"in {name}: {state}", "12.5", force.subject),
            )
        )
    found += _plans(r, name, x, max(62.0, y - 44))
    low: float = y + 56 if force.area == name else y + 34
    if name == "Japan":
        x, low = x - 18, 226.0
    for one in force.submarines:
        if one.area == name:
            state = "sunk" if one.sunk else "in contact" if one.contact else "no contact"
            inside = [marks.sub(x - 24, low, one.contact, one.sunk), text(x - 2, low + 5, one.name, "d2-name")]
            found.append(el("g", *inside, **thing(f"Submarine {one.name}", state, "12.1.3", one.subject)))
            low += 24
    lying = _stacks(force.signals.get(name, []))
    for i, (marker, count) in enumerate(lying):
        found.append(marks.marker(marker, x - 22 + 48 * (i % 2), low + 28 * (i // 2) + 4, "12.6.6", count))
    low += 30 * -(-len(lying) // 2)
    if drawn.area == name and drawn.left:
        face_down = el(
            "g",
            marks.face_down(x - 10, low + 4, drawn.left),
            **thing(f"Hazards drawn in {name}", f"{drawn.left} face down", "12.6"),
        )
        found.append(face_down)
        low += 30
    for where, ships_away in force.groups:
        if where == name:
            told = ", ".join(sailing.ship(s) for s in ships_away)
            inside = [marks.detached(x - 22, low), text(x, low + 5, f"{len(ships_away)} off", "d2-fine")]
            found.append(el("g", *inside, **thing("Detached for Pearl Harbor", told, "12.1.4")))
            low += 22
    return el("g", *found)


def _plans(r: Raid, name: str, x: float, y: float) -> list[Markup]:
    """9.4, 13.5 Where the rendezvous and the launch are planned."""
    force = r.task_force
    found: list[Markup] = []
    if force.rv_area == name and not force.joined:
        inside = [marks.flag(x - 24, y, "rendezvous"), text(x - 5, y + 1, "RV", "d2-name")]
        found.append(el("g", *inside, **thing("Rendezvous planned here", force.rv_turn, "12.5.3")))
    if force.launch_area == name:
        inside = [marks.flag(x - 24, y, "launch"), text(x - 6, y + 1, "Launch", "d2-name")]
        found.append(el("g", *inside, **thing("Launch planned here", name, "12.3")))
    return found


def _stacks(lying: list[Marker]) -> list[tuple[Marker, int]]:
    """Markers that look alike lie on one another."""
    found: dict[str, tuple[Marker, int]] = {}
    for marker in lying:
        words = parts.marker(marker)
        found[words] = (found[words][0] if words in found else marker, found.get(words, (marker, 0))[1] + 1)
    return list(found.values())
