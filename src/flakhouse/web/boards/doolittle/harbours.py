"""5.4, 5.5 Cities and landing sites on the Flight Map: the number that finds them now, and what is known there."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, City, Site
from flakhouse.render.doolittle import parts as words
from flakhouse.web.boards.base import Open, el, text, thing
from flakhouse.web.boards.doolittle.pacific import AT, LANES, Point, squeezed

__all__ = ["city", "site"]

#: Where the boxes hang: on the sea or on the land behind the coast, never on Japan.
_CITIES = {City.TOKYO: (433, 83), City.NAGOYA: (433, 116), City.OSAKA_KOBE: (433, 149)}
_CITY_WIDE = 88
_SITES = {
    Site.LISHUI: (11, 280),
    Site.CHUCHOW: (11, 316),
    Site.YUSHAN: (11, 352),
    Site.CHUNGKING: (12, 280),
    Site.KIAN: (12, 316),
    Site.KWEILIN: (12, 352),
    Site.VLADIVOSTOK: (7, 118),
    Site.KOREA: (7, 153),
}
_TALL, _NOTED = 20, 31  # of a box, without and with a line below the name
_LETTER = 5.9
_KOREA_WIDE = 50


def city(r: Raid, place: City, lit: Open) -> Markup:
    """5.4 A city: where it lies, the number that finds it, Blast, Contact, lights."""
    found = r.cities[place]
    day, night = (words.look(r, "cities", place.value, side) for side in ("day", "night"))
    state = [f"found with {day} by day, {night} by night", f"Blast {found.blast()}"]
    state += [f"{found.contacts} Contact"] if found.contacts else []
    state.append("lights out" if found.lights_out else "lights on")
    notes = [f"Blast {found.blast()}"] if found.blast() else []
    notes += [f"contact {found.contacts}"] if found.contacts else []
    notes += ["lights out"] if found.lights_out and r.night(JAPAN_ZONE) else []
    x, y = AT[place]
    letter = place.value[0]
    spot = [
        el("circle", cx=x, cy=y, r=7.5, class_="fm-town hit" if found.blast() else "fm-town"),
        text(x, y + 4.5, letter, "fm-in", "middle"),
    ]
    what = thing(f"City {place.value}", "; ".join(state), "5.4", place.subject)
    box = _box(_CITIES[place], _CITY_WIDE, place.value, (day, night), r.night(JAPAN_ZONE), notes, letter)
    return el("g", *spot, *box, class_="fm-place may" if lit.may(place.subject) else "fm-place", **what)


def site(r: Raid, place: Site, lit: Open) -> Markup:
    """5.5 A landing site: the number that finds it, Fuel, beacon, who has landed."""
    zone, y = _SITES[place]
    lane = LANES[zone]
    day, night, fuel = (words.look(r, "sites", place.value, column) for column in ("day", "night", "fuel"))
    notes, state = _known(r, place, fuel)
    state.insert(0, f"found with {day} by day, {night} by night")
    wide = _KOREA_WIDE if place is Site.KOREA else lane.wide - 4
    drawn: list[Markup] = []
    if place in AT:
        x, at = AT[place]
        drawn.append(el("circle", cx=x, cy=at, r=5, class_="fm-town"))
    drawn += _box((lane.x + 2, y), wide, place.value, (day, night), r.night(zone), notes)
    what = thing(f"Landing site {place.value}", "; ".join(state), "5.5", place.subject)
    return el("g", *drawn, class_="fm-place may" if lit.may(place.subject) else "fm-place", **what)


def _known(r: Raid, place: Site, fuel: str) -> tuple[list[str], list[str]]:
    """What is known of a site, for its box and in full."""
    notes: list[str] = []
    state = [f"{fuel} Fuel to find it" if fuel != "0" else "no Fuel"]
    beacon = r.beacons.get(place)
    if beacon is not None:
        shown = str(beacon.number) if beacon.revealed else "?"
        notes.append(f"beacon {shown}")
        state.append(f"Landing Beacon {shown}")
    if place in r.attacked_sites:
        notes.append("closed")
        state.append("attacked by the Japanese, closed")
    landed = [f for f in r.flights if f.site is place]
    down = sum(len(f.aircraft) for f in landed)
    notes += [f"{down} landed"] if down else []
    notes += ["costs 1 fuel"] if fuel == "1" and not notes else []
    state += [f"landed: {', '.join(f'{f.name()} ({len(f.aircraft)})' for f in landed)}"] if landed else []
    return notes, state


def _box(
    at: Point,
    wide: float,
    name: str,
    numbers: tuple[str, str],
    night: bool,
    notes: Sequence[str],
    letter: str = "",
) -> list[Markup]:
    """A box on the map: the name, the number by the light of now, and a line of what is known."""
    x, y = at
    left = x + (20 if letter else 5)
    room = wide - (left - x) - 22
    long = room if _LETTER * len(name) > room else None
    drawn = [
        el("rect", x=x, y=y, width=wide, height=_NOTED if notes else _TALL),
        el("text", name, x=left, y=y + 14.5, class_="fm-name", **squeezed(long)),
        text(x + wide - 4, y + 15, numbers[night], "dl-pn", "end"),
    ]
    if letter:
        drawn += [
            el("circle", cx=x + 11, cy=y + 10, r=7.5, class_="fm-town"),
            text(x + 11, y + 14.5, letter, "fm-in", "middle"),
        ]
    if notes:
        drawn.append(text(x + 5, y + 27, ", ".join(notes), "fm-fine"))
    return drawn
