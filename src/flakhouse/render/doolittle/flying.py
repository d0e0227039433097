"""The Flight Map in text: twelve zones with light, weather and wind; Flights, cities, landing sites."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE, TIME_LINE, City, Launch, Site, Wind
from flakhouse.render.doolittle import parts

__all__ = [
    "REGIONS",
    "alone",
    "appears",
    "bound_for",
    "box",
    "china_time",
    "draws",
    "flight",
    "flights",
    "here",
    "japan_time",
    "lines",
    "numbers",
    "sites",
    "strip",
    "up",
    "west_to_east",
]

_WIND = {
    Wind.HEADWIND: "H",
    Wind.SEVERE_HEADWIND: "SH",
    Wind.CROSSWIND: "C",
    Wind.SEVERE_CROSSWIND: "SC",
    Wind.TAILWIND: "T",
    Wind.SEVERE_TAILWIND: "ST",
}
_LEGEND = (
    "Wind: H headwind, C crosswind, T tailwind, S before it severe. ? is not known yet. The bar is the time line;"
    " Alone are B-25s that have left their Flight."
)
#: 5.1 What the zones lie over, from west to east: its name, its westernmost zone, its easternmost.
REGIONS = (
    ("China", LAST_ZONE, 10),
    ("East China Sea", 9, JAPAN_ZONE + 1),
    ("Japan", JAPAN_ZONE, JAPAN_ZONE),
    ("Pacific", JAPAN_ZONE - 1, 1),
)
_WIDE = 5  # of a zone in the strip
_MARGIN = 7  # before twelve zones of five and a bar each, less the last: 78


def japan_time(r: Raid) -> str:
    """5.2 The hour in Japan."""
    return _hour(r, r.hour)


def china_time(r: Raid) -> str:
    """5.2.2 The hour beyond the time line, one turn behind."""
    return _hour(r, r.hour - 1)


def _hour(r: Raid, at: int) -> str:
    hours = parts.chart(r, "flight-track").labels
    return hours[at % len(hours)]


def up(r: Raid) -> list[Flight]:
    """The Flights still in the air and on the map, or about to appear."""
    return [f for f in r.flights if f.site is None and f.aircraft]


def lines(r: Raid, width: int = 80) -> list[str]:
    """5.0 The whole map: time, the strip of zones, what is in them, cities and landing sites."""
    found = strip(r, width)
    found += parts.wrap(_LEGEND, width)
    found += _zones(r, width)
    found += ["", *_cities(r, width), "", *sites(r, width)]
    return found


def strip(r: Raid, width: int = 80) -> list[str]:
    """Time, the strip of zones, and the Flights: what is enough between two turns."""
    return [*parts.wrap(_heading(r), width), *_strip(r), *flights(r, width)]


def _heading(r: Raid) -> str:
    """Flight turn and the two clocks."""
    words = [f"Flight turn {r.flight_turn}" if r.flight_turn else "Flight Map"]
    for place, hour, zone in (("Japan", japan_time(r), 1), ("China", china_time(r), LAST_ZONE)):
        words.append(f"{place} {hour}, {'night' if r.night(zone) else 'day'}")
    words.append("" if r.launch is Launch.NONE else f"{r.launch.value} launch")
    return "; ".join(word for word in words if word) + "."


# ------------------------------------------------------------------ the strip


def _strip(r: Raid) -> list[str]:
    """The zones as they lie, west on the left; the bar is the time line."""
    zones = west_to_east()
    found = [
        _across("W to E", [str(z) for z in zones]),
        _across("Light", ["night" if r.night(z) else "day" for z in zones]),
        _across("Sky", [_weather(r, z) for z in zones]),
        _across("Wind", [_wind(r, z) for z in zones]),
        _across("Flight", [numbers(here(r, z)) or "." for z in zones]),
    ]
    lone = [alone(here(r, z)) for z in zones]
    if any(lone):
        found.append(_across("Alone", lone))
    return [line.rstrip() for line in found]


def west_to_east() -> range:
    """The zones as they are drawn, from left to right."""
    return range(LAST_ZONE, 0, -1)


def _across(label: str, words: list[str]) -> str:
    """A row of the strip."""
    text = label.ljust(_MARGIN)
    for zone, word in zip(west_to_east(), words, strict=True):
        text += word[:_WIDE].center(_WIDE) + ("|" if zone == TIME_LINE + 1 else " ")
    return text


def box(r: Raid, zone: int) -> str:
    """5.3 The wind box of a zone."""
    return parts.look(r, "zones", str(zone), "wind box")


def _weather(r: Raid, zone: int) -> str:
    found = r.weather.get(box(r, zone))
    return found.value if found is not None else "?"


def _wind(r: Raid, zone: int) -> str:
    found = r.wind.get(box(r, zone))
    return _WIND[found] if found is not None else "?"


def here(r: Raid, zone: int) -> list[Flight]:
    """The Flights and lone B-25s of a zone."""
    return [f for f in up(r) if f.zone == zone and not f.late]


def numbers(found: Sequence[Flight]) -> str:
    """7.1 The numbers of Flights, without those of one B-25: "145"."""
    return "".join(str(f.number) for f in found if not f.independent)


def alone(found: Sequence[Flight]) -> str:
    """7.1 How many B-25s fly on their own: "2", or nothing."""
    return str(sum(f.independent for f in found) or "")


# ------------------------------------------------------------------ what is in the zones


def appears(found: Flight) -> str:
    """12.3.2 When a Flight that took off late comes to its zone."""
    return f"appears in {found.late} turn{'s' if found.late > 1 else ''}"


def flight(found: Flight) -> str:
    """7.1 A Flight: altitude, Fuel, bombs, where it is bound, who flies in it."""
    words = ["high" if found.high else "low", f"Fuel {found.fuel}", "loaded" if found.loaded() else "unloaded"]
    if bound := bound_for(found):
        words.append(f"bound for {bound}")
    if found.late:
        words.append(appears(found))
    hurt = [b.pilot for b in found.aircraft if b.damage]
    if found.independent:
        return f"{found.name()} alone: {', '.join(words)}{', damaged' if hurt else ''}."
    planes = ", ".join(b.pilot + (" (damaged)" if b.pilot in hurt else "") for b in found.aircraft)
    return f"{found.name()}: {', '.join(words)}; {planes}."


def bound_for(found: Flight) -> str:
    """8.1.2 Where a Flight is bound; a city it has bombed is behind it."""
    return "" if found.target in set(City) and not found.loaded() else found.target


def flights(r: Raid, width: int) -> list[str]:
    """The Flights in the air, the easternmost zone first."""
    found: list[str] = []
    for one in sorted(up(r), key=lambda f: f.zone):
        where = f"Zone {one.zone}" if one.zone else "Launching"
        found += parts.row(where, flight(one), width)
    return found or ["No Flight is in the air."]


def _zones(r: Raid, width: int) -> list[str]:
    """Zones with a Flight, Vessels or markers: name, draw, what lies there."""
    found: list[str] = []
    for zone in range(1, LAST_ZONE + 1):
        texts = []
        if any(f.zone == zone and not f.late for f in up(r)):
            texts.append(f"hazards {draws(r, zone)}")
        if r.vessels.get(zone):
            texts.append(f"on the sea: {parts.markers(r.vessels[zone])}")
        if r.zone_markers.get(zone):
            texts.append(f"drawn: {parts.markers(r.zone_markers[zone])}")
        if texts:
            name = parts.look(r, "zones", str(zone), "name")
            found += parts.wrap(f"Zone {zone}, {name}: {'; '.join(texts)}.", width)
    return found


def draws(r: Raid, zone: int) -> str:
    """8.3.2 What a zone draws, in words: "2 of type II; one of the Alert type for each Flight from Alert 1 on"."""
    found: list[str] = []
    for part in parts.look(r, "zones", str(zone), "draws").split("; "):
        kind, number, *rest = part.split()
        what = "of the Alert type" if kind == "Alert" else f"of type {kind}"
        many = {"each": "1", "level": "the Alert Level"}.get(number, number)
        text = f"{many} {what}" + (" for each Flight" if number == "each" else "")
        found.append(text + (f" from Alert {rest[-1]} on" if rest else ""))
    return ", ".join(found)


def _cities(r: Raid, width: int) -> list[str]:
    """5.4 The city boxes of the Japan zone."""
    head = (f"Zone {JAPAN_ZONE}", "by day", "by night", "Blast", "contacts", "lights")
    body = []
    for city in City:
        found = r.cities.get(city)
        if found is not None:
            words = (parts.look(r, "cities", city.value, side) for side in ("day", "night"))
            lights = "out" if found.lights_out else "on"
            body.append((city.value, *words, str(found.blast()), str(found.contacts), lights))
    return parts.table(head, body, width) if body else []


def sites(r: Raid, width: int) -> list[str]:
    """5.5 The landing sites: zone, numbers, Fuel it costs to find them, beacons, who has landed."""
    head = ("Landing", "zone", "by day", "by night", "last leg", "beacon", "there")
    body: list[tuple[str, ...]] = []
    for site in Site:
        words = (parts.look(r, "sites", site.value, column) for column in ("zone", "day", "night"))
        leg = parts.look(r, "sites", site.value, "fuel")
        beacon = r.beacons.get(site)
        number = "-" if beacon is None else str(beacon.number) if beacon.revealed else "?"
        there = [f"{f.name()} ({len(f.aircraft)})" for f in r.flights if f.site is site]
        if site in r.attacked_sites:
            there.append("attacked by the Japanese, closed")
        body.append((site.value, *words, f"{leg} Fuel" if leg != "0" else "-", number, ", ".join(there)))
    return parts.table(head, body, width)
