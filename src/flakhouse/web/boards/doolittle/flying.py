"""5.0, 8.0 The Flight Map: twelve zones from the ships to China: light, wind, Flights, cities, landing sites."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE, TIME_LINE, City, Site, Weather, Wind
from flakhouse.render.doolittle import flying as told
from flakhouse.render.doolittle import parts as words
from flakhouse.web.boards.base import Attr, Board, BoardInput, Open, el, join, svg, text, thing, use
from flakhouse.web.boards.doolittle import aloft, closeup, debriefed, forms, marks, parts, shores

__all__ = ["flight", "flight_map"]

_PHASES = (("move", "Move"), ("wind", "Wind"), ("hazards", "Hazards"), ("fuel", "Fuel"))
#: Widths of the zones from west to east: those with cities and landing sites need more.
_WIDTHS = {12: 138, 11: 128, 10: 82, 9: 82, 8: 82, 7: 140, 6: 158, 5: 80, 4: 80, 3: 80, 2: 80, 1: 92}
_WIDE, _HIGH = 1222, 690
_WEATHER_TOP, _LIGHT_TOP, _TOP, _FOOT = 4, 70, 96, 636
_SYMBOLS = {
    Weather.CALM: "wind-calm",
    Weather.GUSTY: "wind-gusty",
    Weather.GALE: "wind-gale",
    Weather.STORM: "wind-storm",
}
#: Which way the wind blows on a map with west on the left: a headwind comes from there.
_ARROWS = {"Headwind": 90, "Tailwind": -90, "Crosswind": 0}
_SITES = {
    Site.LISHUI: (11, 0),
    Site.CHUCHOW: (11, 1),
    Site.YUSHAN: (11, 2),
    Site.KIAN: (12, 0),
    Site.KWEILIN: (12, 1),
    Site.CHUNGKING: (12, 2),
    Site.VLADIVOSTOK: (7, 0),
    Site.KOREA: (7, 1),
}
_TOKEN = 44
_SMALL = 25
# fmt: off
_LAND = {
    "china": (
        (-400, 60), (376, 60), (402, 150), (366, 226), (386, 300), (352, 392), (300, 500), (256, 670), (-400, 670),
    ),
    "korea": (
        (480, 60), (668, 60), (662, 108), (610, 132), (584, 176), (604, 236), (574, 272), (546, 224), (516, 150),
    ),
    "japan": (
        (806, 60), (796, 160), (812, 240), (768, 322), (716, 366), (664, 396), (642, 376), (696, 322), (742, 262),
        (762, 170), (768, 60),
    ),
    "kyushu": ((582, 396), (634, 390), (642, 436), (612, 484), (586, 446)),
    "shikoku": ((658, 414), (714, 396), (726, 418), (670, 440)),
}
# fmt: on


class Lane(NamedTuple):
    """A zone of the drawing."""

    zone: int
    x: float
    wide: float


def _lanes() -> dict[int, Lane]:
    """The zones from west to east with their places."""
    found: dict[int, Lane] = {}
    x = 0.0
    for zone, wide in _WIDTHS.items():
        found[zone] = Lane(zone, x, wide)
        x += wide
    return found


_LANES = _lanes()


def flight(given: BoardInput, r: Raid) -> Board:
    """The board of the Flight segment."""
    lit = Open.now(given)
    near = closeup.close(r, given.act) if given.act is not None else None
    return Board(
        track=_track(r),
        drawing=near or flight_map(r, lit, marks.turned_over(given.act)),
        lists=join((*debriefed.sheets(given, r), aloft.sheets(r, lit))),
        css=parts.CSS,
        symbols=parts.SYMBOLS,
    )


# ------------------------------------------------------------------ track


def _track(r: Raid) -> Markup:
    """5.2, 6.2, 8.0 The hours, the Alert Level, the phase."""
    hours = words.chart(r, "flight-track").labels
    spaces = [(hour, "night" if r.dark[i % len(r.dark)] else "day") for i, hour in enumerate(hours)]
    at = r.hour % len(hours)
    marks = ["China" if i == (at - 1) % len(hours) else "Japan" if i == at else "" for i in range(len(hours))]
    turn = f"Flight turn {r.flight_turn}" if r.flight_turn else "Flight turns"
    alerts = [(str(level), "") for level in range(5)]
    return el(
        "section",
        forms.track(f"{turn}, two hours each", spaces, at, marks, "5.2"),
        forms.track("Alert Level", alerts, min(4, r.security.alert), rule="6.2"),
        forms.phases("Phase", _PHASES, r.step, "8.0"),
        class_="sheet track dl-tracks flight",
        aria_label="Time, Alert Level, phase",
    )


# ------------------------------------------------------------------ the map


def flight_map(r: Raid, lit: Open, turned: Markup | str = "") -> Markup:
    """5.0 The whole map with its legend, below a marker that is just turned over."""
    up = told.up(r)
    drawn = svg(
        "flight-map",
        f"0 0 {_WIDE} {_HIGH}",
        "Flight Map, west on the left",
        _describe(r, up),
        el("rect", x=-400, y=_TOP, width=_WIDE + 800, height=_FOOT - _TOP, class_="dl-area water"),
        *(el("path", d=path, class_="dl-isle") for path in _coasts()),
        el("rect", x=-400, y=-20, width=_WIDE + 800, height=_TOP + 20, class_="dl-mask"),
        el("rect", x=-400, y=_FOOT, width=_WIDE + 800, height=100, class_="dl-mask"),
        *(_light(r, lane) for lane in _LANES.values()),
        *_wind_boxes(r),
        *(_zone(r, lane, lit, _lit_zone(up, lane.zone, lit)) for lane in _LANES.values()),
        _time_line(),
        *(_city(r, city, i, lit) for i, city in enumerate(City) if city in r.cities),
        *(_site(r, site, lit) for site in Site),
        *(_flights(r, lane, up, lit) for lane in _LANES.values()),
        _launching(up, lit),
        class_="dl-map flight",
    )
    at = next((f.zone for f in up if aloft.lit(f, lit) and f.zone), max((f.zone for f in up), default=1))
    lane = _LANES[min(LAST_ZONE, max(1, at))]
    focus = (lane.x + lane.wide / 2) / _WIDE
    frame = el("div", drawn, class_="dl-mapw", tabindex=0, data_focus_x=focus, aria_label="Map", role="group")
    return el("section", turned, frame, _legend(), class_="sheet stage dl-stage", aria_label="Flight Map")


def _lit_zone(up: list[Flight], zone: int, lit: Open) -> bool:
    """Whether the question is about a Flight in this zone."""
    return any(f.zone == zone and aloft.lit(f, lit) for f in up)


@cache
def _coasts() -> list[str]:
    """China, Korea and Japan, roughly."""
    return [shores.closed(points) for points in _LAND.values()]


def _light(r: Raid, lane: Lane) -> Markup:
    """5.2 Day or night in a zone: a symbol and a word; night is shaded too."""
    night = r.night(lane.zone)
    word = "night" if night else "day"
    middle = lane.x + lane.wide / 2
    drawn = [
        el("rect", x=lane.x, y=_LIGHT_TOP, width=lane.wide, height=_TOP - _LIGHT_TOP, class_=f"dl-lt {word}"),
        use(f"weather-{word}", middle - 18, _LIGHT_TOP + 13, 18, "dl-wx"),
        text(middle - 4, _LIGHT_TOP + 18, word, "dl-mx"),
    ]
    if night:
        drawn.append(el("rect", x=lane.x, y=_TOP, width=lane.wide, height=_FOOT - _TOP, class_="dl-dark"))
    clock = told.china_time(r) if lane.zone > TIME_LINE else told.japan_time(r)
    return el("g", *drawn, **thing(f"Zone {lane.zone}: {word}", f"{clock} local time", "5.2"))


def _wind_boxes(r: Raid) -> list[Markup]:
    """5.3, 9.3 Weather and wind, a box for the zones that share them."""
    spans: dict[str, list[Lane]] = {}
    for lane in _LANES.values():
        spans.setdefault(told.box(r, lane.zone), []).append(lane)
    return [_wind_box(r, name, min(s.x for s in run), sum(s.wide for s in run)) for name, run in spans.items()]


def _wind_box(r: Raid, name: str, x: float, wide: float) -> Markup:
    """One wind box: weather above, wind below."""
    weather, wind = r.weather.get(name), r.wind.get(name)
    middle, y = x + wide / 2, _WEATHER_TOP
    drawn = [el("rect", x=x + 2, y=y, width=wide - 4, height=60, class_=f"dl-wb{'' if wind else ' none'}")]
    sky = weather.value if weather is not None else "sky ?"
    shown = _SYMBOLS[weather] if weather is not None else "weather-unknown"
    drawn += [use(shown, middle - 26, y + 16, 19, "dl-wx"), text(middle - 12, y + 21, sky, "dl-mx")]
    if wind is None:
        drawn.append(text(middle, y + 46, "wind ?" if wide < 110 else "wind not known", "dl-mx dim", "middle"))
    else:
        drawn += _arrow(wind, middle, y + 41, wide)
    state = f"{sky if weather else 'weather not known'}, {wind.value if wind else 'wind not known'}"
    return el("g", *drawn, **thing(f"Wind box {name}", state, "5.3"))


def _arrow(wind: Wind, x: float, y: float, wide: float) -> list[Markup]:
    """The wind: an arrow the way it blows, two when it is severe, and the word."""
    severe = wind.value.startswith("Severe ")
    plain = wind.value.removeprefix("Severe ")
    turn = _ARROWS[plain]
    body = "M0 10V-10M-5-4 0-10 5-4" if not severe else "M-5 10V-10M-10-4-5-10 0-4M5 10V-10M0-4 5-10 10-4"
    left = x - 34 if wide > 100 else x - 25
    arrow = el("path", d=body, transform=f"translate({left - 6:.0f} {y:.0f}) rotate({turn})", class_="dl-arrow")
    word = f"severe {plain.lower()}" if severe and wide > 140 else plain.lower()
    found = [arrow, text(left + 10, y + 5, word, "dl-mx")]
    if severe and wide <= 140:
        found.append(text(left + 10, y + 17, "severe", "dl-fine"))
    return found


def _zone(r: Raid, lane: Lane, lit: Open, hot: bool) -> Markup:
    """5.1 A zone: its frame, number and name, Vessels and markers drawn."""
    name = words.look(r, "zones", str(lane.zone), "name")
    subject = Subject("zone", str(lane.zone))
    may = lit.may(subject)
    middle = lane.x + lane.wide / 2
    lying = [*r.vessels.get(lane.zone, ()), *r.zone_markers.get(lane.zone, ())]
    state = [f"hazards {told.draws(r, lane.zone)}"]
    state += [words.markers(lying)] if lying else []
    drawn = [
        el(
            "rect",
            x=lane.x,
            y=_TOP,
            width=lane.wide,
            height=_FOOT - _TOP,
            class_=f"dl-lane{' hot' if hot else ' may' if may else ''}",
        ),
        text(middle, _FOOT + 17, lane.zone, "dl-an", "middle"),
        *(text(middle, _FOOT + 33 + 14 * i, line, "dl-fine", "middle") for i, line in enumerate(_short(name))),
    ]
    if lying:
        drawn.append(parts.spread(lying, lane.x + 5, _FOOT - 17, lane.wide - 8, "8.3", upward=True))
    return el("g", *drawn, **thing(f"Zone {lane.zone}, {name}", "; ".join(state), "5.1", subject))


def _short(name: str) -> list[str]:
    """The name of a zone on two lines."""
    pieces = name.split(" ")
    if len(pieces) == 1:
        return pieces
    cut = min(range(1, len(pieces)), key=lambda i: max(len(" ".join(pieces[:i])), len(" ".join(pieces[i:]))))
    return [" ".join(pieces[:cut]), " ".join(pieces[cut:])]


def _time_line() -> Markup:
    """5.2.2 Where China time begins."""
    x = _LANES[TIME_LINE].x
    return el(
        "g",
        el("path", d=f"M{x:.0f} {_LIGHT_TOP}V{_FOOT + 50}", class_="dl-line"),
        *(
            el("text", word, transform=f"translate({x + shift:.0f} {_FOOT - 84}) rotate(-90)", class_="dl-fine")
            for word, shift in (("China time", -6), ("Japan time", 17))
        ),
        **thing("Time line", "west of it the clocks are two hours behind", "5.2.2"),
    )


# ------------------------------------------------------------------ cities and landing sites


def _city(r: Raid, city: City, at: int, lit: Open) -> Markup:
    """5.4 A city box: numbers by day and night, Blast, Contact, lights."""
    found, lane = r.cities[city], _LANES[JAPAN_ZONE]
    day, night = (words.look(r, "cities", city.value, side) for side in ("day", "night"))
    state = [f"found with {day} by day, {night} by night", f"Blast {found.blast()}"]
    state += [f"{found.contacts} Contact"] if found.contacts else []
    state.append("lights out" if found.lights_out else "lights on")
    notes = [f"{found.contacts} contact"] if found.contacts else []
    notes += ["lights out"] if found.lights_out else []
    return _place(
        lane.x + 7,
        _TOP + 8 + 60 * at,
        lane.wide - 14,
        city.value,
        (day, night),
        ", ".join(notes),
        lit.may(city.subject),
        parts.blast(found.blast(), -4, 26, city.value) if found.blast() else None,
        thing(f"City {city.value}", "; ".join(state), "5.4", city.subject),
    )


def _site(r: Raid, site: Site, lit: Open) -> Markup:
    """5.5 A landing site: numbers by day and night, Fuel, beacon, who has landed."""
    zone, at = _SITES[site]
    lane = _LANES[zone]
    day, night, fuel = (words.look(r, "sites", site.value, column) for column in ("day", "night", "fuel"))
    beacon = r.beacons.get(site)
    landed = [f"{f.name()} ({len(f.aircraft)})" for f in r.flights if f.site is site]
    state = [f"found with {day} by day, {night} by night", f"{fuel} Fuel to find it" if fuel != "0" else "no Fuel"]
    notes: list[str] = []
    if beacon is not None:
        shown = str(beacon.number) if beacon.revealed else "?"
        notes.append(f"beacon {shown}")
        state.append(f"Landing Beacon {shown}")
    if site in r.attacked_sites:
        notes.append("closed")
        state.append("attacked by the Japanese, closed")
    down = sum(len(f.aircraft) for f in r.flights if f.site is site)
    notes += [f"{down} down"] if down else []
    notes += ["1 fuel"] if fuel == "1" and not notes else []
    state += [f"landed: {', '.join(landed)}"] if landed else []
    return _place(
        lane.x + 6,
        _TOP + 8 + 60 * at,
        lane.wide - 12,
        site.value,
        (day, night),
        ", ".join(notes),
        lit.may(site.subject),
        None,
        thing(f"Landing site {site.value}", "; ".join(state), "5.5", site.subject),
    )


def _place(
    x: float,
    y: float,
    wide: float,
    name: str,
    numbers: tuple[str, str],
    note: str,
    may: bool,
    mark: Markup | None,
    what: Mapping[str, Attr],
) -> Markup:
    """A box on the map with its two numbers: by day, by night."""
    drawn = [
        el("rect", width=wide, height=52),
        text(7, 20, name, "dl-bn"),
        text(7, 42, note, "dl-fine"),
        el("path", d=f"M{wide - 43:.0f} 0V52M{wide - 43:.0f} 26H{wide:.0f}", class_="dl-dv"),
        use("weather-day", wide - 34, 13, 13, "dl-wx"),
        use("weather-night", wide - 34, 39, 13, "dl-wx"),
        text(wide - 5, 19, numbers[0], "dl-pn", "end"),
        text(wide - 5, 45, numbers[1], "dl-pn", "end"),
    ]
    if mark is not None:
        drawn.append(mark)
    look = "dl-box may" if may else "dl-box"
    return el("g", *drawn, transform=f"translate({x:.0f} {y:.0f})", class_=look, **what)


# ------------------------------------------------------------------ Flights


def _flights(r: Raid, lane: Lane, up: list[Flight], lit: Open) -> Markup:
    """7.1 The Flights of a zone, one below the other; with less on them where they are many."""
    here = [f for f in up if f.zone == lane.zone and not f.late]
    if not here:
        return Markup("")
    rows = max((at + 1 for zone, at in _SITES.values() if zone == lane.zone), default=0)
    rows = len(City) if lane.zone == JAPAN_ZONE else rows
    top = _TOP + 14 + 60 * rows
    lying = len(r.vessels.get(lane.zone, ())) + len(r.zone_markers.get(lane.zone, ()))
    room = _FOOT - top - 24 - (60 if lying > 2 else 32 if lying else 0)
    names = sum(_tall(f) for f in here) <= room
    small = not names and _TOKEN * len(here) > room
    across = max(1, int(lane.wide // 78)) if small and _SMALL * len(here) > room else 1
    found: list[Markup] = []
    y = float(top)
    for i, f in enumerate(here):
        found.append(_token(f, lane.x + 3 + i % across * 78, y, lane.wide - 6, lit, small, names))
        if i % across == across - 1:
            y += _tall(f) if names else _SMALL if small else _TOKEN
    return join(found)


def _tall(f: Flight) -> int:
    """The height of a Flight with the names of its pilots."""
    return _TOKEN + (16 if told.bound_for(f) else 0) + (0 if f.independent else 2 + 15 * len(f.aircraft))


def _token(f: Flight, x: float, y: float, room: float, lit: Open, small: bool, names: bool) -> Markup:
    """A Flight, or a B-25 on its own: name, Fuel, altitude, bombs, damage, markers, pilots."""
    name = f.name()
    look = "sel" if aloft.lit(f, lit) else "may" if lit.may(f.subject, *(b.subject for b in f.aircraft)) else ""
    wide, high = min(room, 100), (_SMALL - 3 if small else _tall(f) - 4 if names else _TOKEN - 6)
    drawn = [el("rect", x=x, y=y, width=wide, height=high, rx=2)]
    if small:
        drawn += [text(x + 4, y + 16, name, "dl-tk"), text(x + wide - 4, y + 16, f.fuel, "dl-pn", "end")]
    else:
        drawn += _load(f, x, y, wide, names and not f.independent)
    if names and not f.independent:
        drawn.append(el("path", d=f"M{x:.0f} {y + 39:.0f}h{wide:.0f}", class_="dl-dv"))
        for i, b in enumerate(f.aircraft):
            pilot = text(x + 6, y + 53 + 15 * i, b.pilot, "dl-tl")
            drawn.append(el("g", pilot, **thing(b.name(), parts.plane_state(b), "2.1", b.subject)))
            mark = "✕" * min(2, b.damage)
            drawn += [text(x + wide - 4, y + 53 + 15 * i, mark, "dl-hurt", "end")] if mark else []
    if names and (bound := told.bound_for(f)):
        squeezed = wide - 9 if 6.6 * (len(bound) + 3) > wide - 9 else None
        drawn.append(el("text", f"to {bound}", x=x + 5, y=y + high - 6, class_="dl-fine", textLength=squeezed))
    return el(
        "g",
        *drawn,
        class_=" ".join(word for word in ("dl-fl", look, "alone" if f.independent else "") if word),
        **thing(name, told.flight(f), "7.1", f.subject),
    )


def _load(f: Flight, x: float, y: float, wide: float, crossed: bool) -> list[Markup]:
    """The two lines every Flight has: name, then altitude, Fuel, bombs, damage; how many markers at the corner."""
    lying = sum(len(b.attached) + len(b.assigned) for b in f.aircraft)
    found = [
        text(x + 5, y + 16, f.name(), "dl-tk"),
        el("path", d=_LEVEL[f.high], transform=f"translate({x + 12:.0f} {y + 29:.0f})", class_="dl-lv"),
        text(x + 22, y + 34, f"F{f.fuel}", "dl-pn"),
    ]
    at = x + 50
    if f.loaded():
        found.append(use("mark-bomb", at, y + 29, 16, "dl-bomb"))
        at += 9
    if not crossed and any(b.damage for b in f.aircraft):
        found.append(text(at, y + 34, "✕", "dl-hurt"))
    if lying:
        found += [
            el("circle", cx=x + wide - 5, cy=y + 5, r=10),
            text(x + wide - 5, y + 10, lying, "dl-let", "middle"),
        ]
    return found


_LEVEL = {True: "M-6 5H6L0-6Z", False: "M-6-5H6L0 6Z"}


def _launching(up: list[Flight], lit: Open) -> Markup:
    """12.3.2 Flights not yet on the map."""
    late = [f for f in up if f.late or f.zone < 1]
    lane = _LANES[1]
    return join(
        el(
            "g",
            _token(f, lane.x + 3, _FOOT - 26 - _TOKEN * (i + 1), lane.wide - 6, lit, False, False),
            class_="dl-late",
        )
        for i, f in enumerate(late)
    )


def _describe(r: Raid, up: list[Flight]) -> str:
    """What matters now, for those who do not see the map."""
    said = [f"Japan {told.japan_time(r)}, China {told.china_time(r)}. Alert {r.security.alert}."]
    said += [f"{'Zone ' + str(f.zone) if f.zone else 'Launching'}: {told.flight(f)}" for f in up]
    return " ".join(said) if up else f"{said[0]} No Flight is in the air."


def _legend() -> Markup:
    """What the marks mean."""
    high, low = (
        el("svg", el("path", d=_LEVEL[up], class_="dl-lv"), viewBox="-8 -8 16 16", class_="ic", aria_hidden="true")
        for up in (True, False)
    )
    return parts.legend(
        (
            (el("b", "F7"), "Fuel of the Flight"),
            (high, "high"),
            (low, "low"),
            (parts.icon("mark-bomb"), "bombs aboard"),
            (el("b", "✕", class_="t-red"), "damaged"),
            (el("b", "③"), "markers on its B-25s"),
            (parts.icon("weather-day"), "number by day"),
            (parts.icon("weather-night"), "by night"),
        )
    )
