"""5.0, 8.0 The Flight Map: twelve zones from the ships to China: light, wind, Flights, cities, landing sites."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.core.events import Event
from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import LAST_ZONE, TIME_LINE, City, Site, Weather, Wind
from flakhouse.render.doolittle import flying as told
from flakhouse.render.doolittle import parts as words
from flakhouse.web.boards.base import Board, BoardInput, Open, el, join, svg, text, thing, use
from flakhouse.web.boards.doolittle import aloft, closeup, counters, debriefed, forms, harbours, marks, parts
from flakhouse.web.boards.doolittle.pacific import FOOT, HIGH, LANES, TOP, WIDE, Lane, scenery
from flakhouse.web.boards.doolittle.strips import strips

__all__ = ["flight", "flight_map"]

_PHASES = (("move", "Move"), ("wind", "Wind"), ("hazards", "Hazards"), ("fuel", "Fuel"))
_WIND_TOP, _WIND_HIGH, _ZONE_TOP = 2, 36, 40
_SYMBOLS = {
    Weather.CALM: "wind-calm",
    Weather.GUSTY: "wind-gusty",
    Weather.GALE: "wind-gale",
    Weather.STORM: "wind-storm",
}
#: Which way the wind blows on a map with west on the left: a headwind comes from there.
_ARROWS = {"Headwind": 90, "Tailwind": -90, "Crosswind": 0}
_ROOMY = 90  # a wind box as wide as that has its words in full
_BADGE = 306  # where the key of a zone stands that may be chosen
_MARKERS = 386  # where the markers of a zone lie


def flight(given: BoardInput, r: Raid) -> Board:
    """The board of the Flight segment."""
    lit = Open.now(given)
    near = closeup.close(r, given.act) if given.act is not None else None
    return Board(
        track=_track(r),
        drawing=near or flight_map(r, lit, marks.turned_over(given.act), given.events),
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


def flight_map(r: Raid, lit: Open, turned: Markup | str = "", events: Sequence[Event] = ()) -> Markup:
    """5.0 The whole map, its legend and a strip for each Flight, below a marker that is just turned over."""
    up = told.up(r)
    asked = next((f for f in up if counters.lit(f, lit) and f.zone), None)
    drawn = svg(
        "flight-map",
        f"0 0 {WIDE} {HIGH}",
        "Flight Map, west on the left",
        _describe(r, up),
        scenery(),
        *(_zone(r, lane, lit, _lit_zone(up, lane.zone, lit)) for lane in LANES.values()),
        counters.way(events, asked or max(up, key=lambda f: f.zone, default=None)),
        _time_line(),
        *(harbours.city(r, city, lit) for city in City if city in r.cities),
        *(harbours.site(r, site, lit) for site in Site),
        *(counters.in_zone(lane.zone, told.here(r, lane.zone), lit) for lane in LANES.values()),
        counters.late([f for f in up if f.late or f.zone < 1], lit),
        el("rect", x=-600, y=-60, width=WIDE + 1200, height=60 + TOP, class_="dl-mask"),
        *_wind_boxes(r),
        *(_head(r, lane, _lit_zone(up, lane.zone, lit)) for lane in LANES.values()),
        *(_names(r, three) for three in zip(*[iter(LANES.values())] * 3, strict=True)),
        class_="dl-map flight",
        fit="xMidYMin meet",
    )
    zone = asked.zone if asked is not None else max((f.zone for f in up), default=1)
    focus = LANES[min(LAST_ZONE, max(1, zone))].middle / WIDE
    frame = el("div", drawn, class_="dl-mapw", tabindex=0, data_focus_x=focus, aria_label="Map", role="group")
    return el(
        "section",
        turned,
        frame,
        _legend(),
        strips(r, lit),
        class_="sheet stage dl-stage flown",
        aria_label="Flight Map",
    )


def _lit_zone(up: list[Flight], zone: int, lit: Open) -> bool:
    """Whether the question is about a Flight in this zone."""
    return any(f.zone == zone and counters.lit(f, lit) for f in up)


# ------------------------------------------------------------------ the head: wind, zones, light


def _wind_boxes(r: Raid) -> list[Markup]:
    """5.3, 9.3 Weather and wind, a box for the zones that share them."""
    spans: dict[str, list[Lane]] = {}
    for lane in LANES.values():
        spans.setdefault(told.box(r, lane.zone), []).append(lane)
    return [_wind_box(r, name, min(s.x for s in run), sum(s.wide for s in run)) for name, run in spans.items()]


def _wind_box(r: Raid, name: str, x: float, wide: float) -> Markup:
    """One wind box: the sky above, the wind below."""
    weather, wind = r.weather.get(name), r.wind.get(name)
    middle, y = x + wide / 2, _WIND_TOP
    drawn = [el("rect", x=x + 1, y=y, width=wide - 2, height=_WIND_HIGH, class_=f"dl-wb{'' if wind else ' none'}")]
    sky = weather.value if weather is not None else "sky ?"
    shown = _SYMBOLS[weather] if weather is not None else "weather-unknown"
    half = 3 * len(sky)
    drawn += [use(shown, middle - half - 6, y + 10, 13, "dl-wx"), text(middle - half + 3, y + 14.5, sky, "fm-sky")]
    if wind is None:
        drawn.append(text(middle, y + 30, "wind not known" if wide > _ROOMY else "wind ?", "fm-sky dim", "middle"))
    else:
        drawn += _arrow(wind, middle, y + 26, wide)
    state = f"{sky if weather else 'weather not known'}, {wind.value if wind else 'wind not known'}"
    return el("g", *drawn, **thing(f"Wind box {name}", state, "5.3"))


def _arrow(wind: Wind, middle: float, y: float, wide: float) -> list[Markup]:
    """The wind: an arrow the way it blows, two when it is severe, and the word."""
    severe = wind.value.startswith("Severe ")
    plain = wind.value.removeprefix("Severe ").lower()
    body = "M-4 8V-8M-8-3-4-8 0-3M4 8V-8M0-3 4-8 8-3" if severe else "M0 8V-8M-4-3 0-8 4-3"
    word = (
        f"severe {plain}" if severe and wide > _ROOMY else plain if wide > _ROOMY else plain.removesuffix("wind")
    )
    left = max(middle - 2.7 * len(word) - 10, middle - wide / 2 + 8)
    place = f"translate({left + 4:.0f} {y:.0f}) rotate({_ARROWS[plain.capitalize()]})"
    return [el("path", d=body, transform=place, class_="dl-arrow"), text(left + 15, y + 4.5, word, "fm-sky")]


def _head(r: Raid, lane: Lane, hot: bool) -> Markup:
    """5.1, 5.2 The head of a zone: day or night."""
    night = r.night(lane.zone)
    word = "night" if night else "day"
    clock = told.china_time(r) if lane.zone > TIME_LINE else told.japan_time(r)
    look = f"dl-lt {word}{' hot' if hot else ''}"
    drawn = [
        el("rect", x=lane.x, y=_ZONE_TOP, width=lane.wide, height=TOP - _ZONE_TOP, class_=look),
        use(f"weather-{word}", lane.middle + 12, _ZONE_TOP + 9, 13, "dl-wx"),
    ]
    return el("g", *drawn, **thing(f"Zone {lane.zone}: {word}", f"{clock} local time", "5.2"))


def _names(r: Raid, lanes: Sequence[Lane]) -> Markup:
    """5.1 Numbers and names of zones. They stand apart from what changes with the hour, and so are sent once."""
    drawn: list[Markup] = []
    for lane in lanes:
        drawn.append(text(lane.middle - 8, _ZONE_TOP + 14, lane.zone, "fm-zone", "middle"))
        for i, line in enumerate(_short(words.look(r, "zones", str(lane.zone), "name"), lane.wide)):
            drawn.append(text(lane.middle, _ZONE_TOP + 26 + 11 * i, line, "fm-fine", "middle"))
    return el("g", *drawn, class_="fm-names")


def _short(name: str, wide: float) -> list[str]:
    """The name of a zone on a line, or on two."""
    pieces = name.split(" ")
    if len(pieces) == 1 or 5.6 * len(name) < wide:
        return [name]
    cut = min(range(1, len(pieces)), key=lambda i: max(len(" ".join(pieces[:i])), len(" ".join(pieces[i:]))))
    return [" ".join(pieces[:cut]), " ".join(pieces[cut:])]


# ------------------------------------------------------------------ zones


def _zone(r: Raid, lane: Lane, lit: Open, hot: bool) -> Markup:
    """5.1 A zone: its frame, darkness, Vessels and markers drawn."""
    name = words.look(r, "zones", str(lane.zone), "name")
    subject = Subject("zone", str(lane.zone))
    may = lit.may(subject)
    lying = [*r.vessels.get(lane.zone, ()), *r.zone_markers.get(lane.zone, ())]
    state = [f"hazards {told.draws(r, lane.zone)}"]
    state += [words.markers(lying)] if lying else []
    look = f"dl-lane{' hot' if hot else ' may' if may else ''}"
    drawn = [el("rect", x=lane.x, y=TOP, width=lane.wide, height=FOOT - TOP, class_=look)]
    if r.night(lane.zone):
        drawn.insert(0, el("rect", x=lane.x, y=TOP, width=lane.wide, height=FOOT - TOP, class_="dl-dark"))
    if lying:
        drawn.append(parts.spread(lying, lane.x + 2, _MARKERS, lane.wide - 3, "8.3", upward=True))
    badge = f"{lane.middle:.0f} {_BADGE} middle"
    return el(
        "g", *drawn, data_badge=badge, **thing(f"Zone {lane.zone}, {name}", "; ".join(state), "5.1", subject)
    )


def _time_line() -> Markup:
    """5.2.2 Where China time begins."""
    x = LANES[TIME_LINE].x
    return el(
        "g",
        el("path", d=f"M{x:.0f} {TOP}V{FOOT}", class_="dl-line"),
        *(
            el("text", word, transform=f"translate({x + shift:.0f} 152) rotate(-90)", class_="fm-fine")
            for word, shift in (("China time", -5), ("Japan time", 13))
        ),
        **thing("Time line", "west of it the clocks are two hours behind", "5.2.2"),
    )


def _describe(r: Raid, up: list[Flight]) -> str:
    """What matters now, for those who do not see the map."""
    said = [f"Japan {told.japan_time(r)}, China {told.china_time(r)}. Alert {r.security.alert}."]
    said += [f"{'Zone ' + str(f.zone) if f.zone else 'Launching'}: {told.flight(f)}" for f in up]
    return " ".join(said) if up else f"{said[0]} No Flight is in the air."


def _legend() -> Markup:
    """What the marks mean."""
    high, low, drop = (
        el("svg", el("path", d=d, class_=look), viewBox="-8 -8 16 16", class_="ic", aria_hidden="true")
        for d, look in (
            (counters.LEVEL[True], "dl-lv"),
            (counters.LEVEL[False], "dl-lv"),
            (counters.DROP, "fm-drop"),
        )
    )
    return parts.legend(
        (
            (drop, "Fuel of the Flight"),
            (el("b", "■", class_="t-blue"), "1 Fuel for a zone ahead; paler: to spare; red: Japan"),
            (high, "high"),
            (low, "low"),
            (parts.icon("b25-mark", "fm-plane"), "a B-25; hollow: bombs gone; crossed: damaged"),
            (el("b", "●", class_="t-red"), "markers on it"),
            (el("b", "8"), "beside a place: the number that finds it now"),
        )
    )
