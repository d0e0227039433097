"""8.0 The Flight segment in words: clocks, Flights, aircraft, zones, cities, landing sites, cups."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import LAST_ZONE, Fate, Site
from flakhouse.render.doolittle import flying as told
from flakhouse.render.doolittle import parts as words
from flakhouse.render.doolittle import status
from flakhouse.web.boards.base import Open, el
from flakhouse.web.boards.doolittle import counters, forms, parts

__all__ = ["sheets"]

_CUPS = (
    ("flight-I", "type I"),
    ("flight-II", "type II"),
    ("flight-III", "type III"),
    ("flight-alert", "Alert type"),
    ("beacons", "Landing Beacon"),
)


def sheets(r: Raid, asked: Open) -> Markup:
    """Everything in words. There is no rail: the map takes its place."""
    return el(
        "div",
        el("div", _facts(r), forms.security(r), _skills(r), class_="dl-col"),
        el("div", _flight_table(r, asked), _squadron(r, asked), class_="dl-col"),
        _zone_table(r),
        el("div", _cities(r, asked), class_="dl-col"),
        el("div", _sites(r, asked), class_="dl-col"),
        forms.cup_sheet(r, _CUPS),
        class_="dl-sheets",
    )


def _facts(r: Raid) -> Markup:
    """The two clocks, the launch, what is in the air."""
    up = [f for f in told.up(r) if not f.late]
    light = ["night" if r.night(zone) else "day" for zone in (1, LAST_ZONE)]
    found: list[tuple[str, object]] = [
        ("Japan", f"{told.japan_time(r)} {light[0]}"),
        ("China", f"{told.china_time(r)} {light[1]}"),
        ("In the air", sum(len(f.aircraft) for f in up)),
        ("Landed", sum(b.fate is Fate.LANDED for b in r.squadron)),
        ("Launch!", f"{r.launch.value}{f', in {r.launch_area}' if r.launch_area else ''}"),
    ]
    lost = [b for b in r.squadron if b.fate in words.LOST]
    found += [("Lost!", ", ".join(b.pilot for b in lost))] if lost else []
    if r.options.scenario >= 9:
        found.append(("Task Force!", f"in {r.task_force.area}"))
    return forms.sheet("In the air", forms.fields(found), class_="d2-rail", rule="8.0")


def _skills(r: Raid) -> Markup:
    """2.0, 13.4 What the squadron can do."""
    return forms.sheet("Skills", el("p", status.skills(r), class_="d2-words"), class_="d2-rail", rule="2.0")


def _flight_table(r: Raid, asked: Open) -> Markup:
    """7.1 The Flights in words."""
    rows = [
        (
            el("span", f.name(), class_="dl-on" if counters.lit(f, asked) else None),
            f"zone {f.zone}" if f.zone and not f.late else told.appears(f) if f.late else "launching",
            f"{f.fuel}, {'high' if f.high else 'low'}",
            told.bound_for(f) or "–",
            ", ".join(words.plane(b) for b in f.aircraft),
        )
        for f in sorted(told.up(r), key=lambda f: f.zone)
    ]
    if not rows:
        return forms.sheet("Flights", el("p", "No Flight is in the air.", class_="empty"), rule="7.1")
    head = ("Flight", "Where", "Fuel", "Bound for", "B-25s")
    return forms.sheet("Flights", forms.table(head, rows, "Flights"), rule="7.1")


def _squadron(r: Raid, asked: Open) -> Markup:
    """2.1 The aircraft in words."""
    return parts.squadron(r, [(b, status.where(r, b)) for b in r.squadron if b.fate is not Fate.RESERVE], asked)


def _zone_table(r: Raid) -> Markup:
    """5.1, 8.3.2 The zones in words."""
    rows: list[tuple[object, ...]] = []
    for zone in range(1, LAST_ZONE + 1):
        box = told.box(r, zone)
        weather, wind = r.weather.get(box), r.wind.get(box)
        lies = [*r.vessels.get(zone, ()), *r.zone_markers.get(zone, ())]
        here = [f.name() for f in told.up(r) if f.zone == zone and not f.late]
        rows.append(
            (
                f"{zone} {words.look(r, 'zones', str(zone), 'name')}",
                "night" if r.night(zone) else "day",
                f"{weather.value if weather else '?'}, {wind.value if wind else 'wind ?'}",
                told.draws(r, zone),
                ", ".join([*here, *([words.markers(lies)] if lies else [])]) or "–",
            )
        )
    head = ("Zone", "Light", "Weather, wind", "Hazards drawn", "There")
    return forms.sheet("Zones in words", forms.table(head, rows, "Zones"), rule="5.1")


def _cities(r: Raid, asked: Open) -> Markup:
    """5.4 The cities in words."""
    rows = [
        (
            el("span", city.value, class_="dl-on" if asked.may(city.subject) else None),
            *(words.look(r, "cities", city.value, side) for side in ("day", "night")),
            str(found.blast()),
            str(found.contacts),
            "out" if found.lights_out else "on",
        )
        for city, found in r.cities.items()
    ]
    table = forms.table(("City", "Day", "Night", "Blast", "Contact", "Lights"), rows, "Cities")
    return forms.sheet("Cities", table, rule="5.4")


def _sites(r: Raid, asked: Open) -> Markup:
    """5.5 The landing sites in words."""
    rows: list[tuple[object, ...]] = []
    for site in Site:
        cells = [words.look(r, "sites", site.value, column) for column in ("zone", "day", "night", "fuel")]
        beacon = r.beacons.get(site)
        number = "–" if beacon is None else str(beacon.number) if beacon.revealed else "?"
        there = [f"{f.name()} ({len(f.aircraft)})" for f in r.flights if f.site is site]
        there += ["closed by the Japanese"] if site in r.attacked_sites else []
        name = el("span", site.value, class_="dl-on" if asked.may(site.subject) else None)
        rows.append((name, *cells, number, ", ".join(there) or "–"))
    head = ("Landing", "Zone", "Day", "Night", "Fuel", "Beacon", "There")
    return forms.sheet("Landing sites", forms.table(head, rows, "Landing sites"), rule="5.5")
