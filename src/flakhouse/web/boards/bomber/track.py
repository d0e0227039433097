"""The strategic track: how far out, the weather met, what lies ahead, where home is."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.core.questions import Subject
from flakhouse.web.boards.base import el, thing
from flakhouse.web.boards.bomber.parts import icon
from flakhouse.web.boards.bomber.views import Station

__all__ = ["SYMBOLS", "track", "weather_icon"]

SYMBOLS = (
    "weather-good",
    "weather-poor",
    "weather-bad",
    "weather-day",
    "weather-night",
    "weather-unknown",
    "mark-target",
)


def weather_icon(weather: str) -> str:
    """The symbol of a weather."""
    word = weather.lower()
    return f"weather-{word}" if word in ("good", "poor", "bad") else "weather-unknown"


def track(
    leg: tuple[str, str, str],
    stations: Sequence[Station],
    end: tuple[str, Markup, Markup],
    outline: Markup,
    inbound: bool,
    rule: str,
) -> Markup:
    """The strip: leg, zone and turn at the left; the stations; the weather at the right."""
    kind, zone, turn = leg
    left = el("div", el("span", kind, class_="cap"), el("b", zone), el("span", turn, class_="tiny"), class_="leg")
    label, first, second = end
    right = el(
        "div", el("span", label, class_="cap"), el("b", first), el("span", second, class_="tiny"), class_="leg end"
    )
    turned = "rotate(-90 0 247)" if inbound else "rotate(90 0 247)"
    mini = el(
        "svg", el("g", outline, transform=turned), class_="mini", viewBox="-370 -20 740 540", aria_hidden="true"
    )
    route = "bm-back" if inbound else "bm-out"
    drawn = [_stop(station, mini) for station in stations]
    stops = el("ol", *drawn, class_=f"n{len(stations)} {route}", data_rule=rule)
    return el("section", left, stops, right, class_="sheet track bm-track", aria_label="Strategic track")


@functools.lru_cache(maxsize=1024)
def _stop(station: Station, mini: Markup) -> Markup:
    """The base or a zone."""
    now = station.kind == "now"
    above: Markup | str = ""
    if now:
        above = mini
    elif station.weather:
        above = icon(weather_icon(station.weather), label=f"{station.weather} weather")
    elif station.night and station.kind != "off":
        above = icon("weather-night", label="night")
    flags = [station.kind, "base" if station.number == 0 else "", "hot" if station.fighters else ""]
    flags.append("night" if station.night else "")
    name = "Base" if station.number == 0 else f"Zone {station.number}"
    about = thing(name, station.note, subject=station.subject)
    parts = [
        el("span", above, class_="wx"),
        el("span", "⌂" if station.number == 0 else station.number, class_="node", **about),
    ]
    if station.city:
        about = thing(f"Target: {station.city}", station.note, subject=Subject("city", station.city))
        parts.append(el("span", icon("mark-target"), class_="tgt", **about))
    parts.append(el("span", station.caption, class_="capn"))
    return el(
        "li",
        *parts,
        el("span", station.note, class_="vh"),
        class_=" ".join(["stn", *(flag for flag in flags if flag)]),
        aria_current="step" if now else None,
        **thing(name, station.note),
    )
