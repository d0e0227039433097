"""4.0 The attack in words: what is counted, the aircraft, the Areas, what a marker may hide."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.games.doolittle import attack_hazards
from flakhouse.games.doolittle.state import B25, Box, CityMap, Raid
from flakhouse.games.doolittle.words import Fate, Side
from flakhouse.render.doolittle import parts as words
from flakhouse.render.doolittle import status
from flakhouse.render.doolittle import target as told
from flakhouse.web.boards.base import Open, el, join
from flakhouse.web.boards.doolittle import forms, parts

__all__ = ["lit_areas", "over", "sheets"]


def over(r: Raid, city: CityMap) -> list[B25]:
    """The B-25s over this city."""
    if r.city is not city.city:
        return []
    return [b for b in r.squadron if b.area in city.areas and b.fate is Fate.FLYING]


def lit_areas(city: CityMap, there: list[B25], lit: Open) -> list[str]:
    """The Areas that the question is about, or a B-25 there."""
    asked = {b.area for b in there if lit.lit(b.subject)}
    return [area.name for area in city.areas.values() if lit.lit(area.subject) or area.name in asked]


def sheets(r: Raid, cities: list[CityMap], lit: Open) -> Markup:
    """Everything in words. There is no rail: the map takes its place."""
    counted = [_facts(r, city) for city in cities[:1]]
    counted += [forms.security(r)] if r.options.scenario > 6 else []
    counted.append(_skills(r))
    return el(
        "div",
        el("div", *counted, class_="dl-col"),
        el("div", _squadron(r, lit), _hidden(r), class_="dl-col"),
        *(_areas(r, city, lit) for city in cities),
        class_="dl-sheets",
    )


def _facts(r: Raid, city: CityMap) -> Markup:
    """What is counted over the city."""
    there = over(r, city)
    draw = r.security.alert + told.draw_figure(city)
    found: list[tuple[str, object]] = [
        ("City!", f"{city.city.value} by {r.side.value}"),
        ("Altitude", "high" if r.high else "low"),
        ("Alert Level", r.security.alert),
        ("Over the city", len(there)),
        ("Loaded", sum(b.loaded for b in there)),
        ("Released", city.detonations),
        ("Blast", city.blast()),
        ("Draw in an Area!", f"its B-25s {draw:+d}, up to its max" if draw else "its B-25s, up to its max"),
    ]
    if r.side is Side.NIGHT:
        found.append(("Lights!", "out: the two lowest of three dice" if city.lights_out else "on"))
    flight = next((f for f in r.flights if any(b in there for b in f.aircraft)), None)
    found += [("Flight!", f"{flight.name()}, Fuel {flight.fuel}")] if flight is not None else []
    lost = sum(b.fate in words.LOST for b in r.squadron)
    found += [("Lost!", f"{lost} of {len(r.squadron)}")] if lost else []
    return forms.sheet("Over the target", forms.fields(found), class_="d2-rail", rule="4.0")


def _skills(r: Raid) -> Markup:
    """2.0, 13.4 What the squadron can do."""
    return forms.sheet("Skills", el("p", status.skills(r), class_="d2-words"), class_="d2-rail", rule="2.0")


def _squadron(r: Raid, lit: Open) -> Markup:
    """The aircraft of this attack in words."""
    waiting = {due.b25.id: due for due in told.to_come(r)}
    rows: list[tuple[B25, str]] = []
    for b in r.squadron:
        if b.area and b.fate is Fate.FLYING:
            rows.append((b, f"{b.box}, {b.area}" if b.box else b.area))
        elif due := waiting.get(b.id):
            rows.append((b, f"to come: {due.area} on turn {due.turn}" if due.area else "to come"))
        elif r.options.scenario <= 6 and b.fate is not Fate.RESERVE:
            rows.append((b, b.where or "off the map"))
    return parts.squadron(r, rows, lit)


def _areas(r: Raid, city: CityMap, lit: Open) -> Markup:
    """3.2 The Areas in words."""
    rows: list[tuple[object, ...]] = []
    there = over(r, city)
    asked = lit_areas(city, there, lit)
    for area in city.areas.values():
        here = [f"{b.id} {b.pilot}" for b in there if b.area == area.name]
        lies = [f"Blast {area.blast}"] if area.blast else []
        lies += [words.markers(area.markers)] if area.markers else []
        name = el(
            "span",
            area.name,
            el("small", f"max {area.limit}, {'exit' if area.perimeter else 'no exit'}"),
            class_="dl-on" if area.name in asked else None,
        )
        boxes = join(_box_words(r, city.boxes[box]) for box in area.boxes)
        rows.append((name, boxes or "no box", ", ".join([*here, *lies]) or "–", ", ".join(area.adjacent)))
    head = ("Area", "Target Boxes: in / hit", "There", "Next to it")
    return forms.sheet(
        f"{city.city.value} in words", forms.table(head, rows, f"{city.city.value}", "dl-areas"), rule="3.2"
    )


def _box_words(r: Raid, box: Box) -> Markup:
    """A Target Box on a line."""
    more = [f"Blast {box.blast}"] if box.blast else []
    more += words.markers_in(box)
    numbers = el("b", f"{box.approach[r.side]} / {box.blast_number[r.side]}", class_="num")
    return el("span", box.name, " ", numbers, f" {'; '.join(more)}" if more else "", class_="dl-bx")


def _hidden(r: Raid) -> Markup:
    """4.2.1 What a marker may hide: the full cups of this map, by front; not what is left of them."""
    named = attack_hazards.cup_of(r)
    own, response = parts.backs(r, named), parts.backs(r, "response")
    rows = [
        (
            join((parts.icon(symbol, f"dl-i {front.name.lower()}"), " ", front.value)),
            own.get(front.value, "–"),
            more,
        )
        for front, symbol in parts.FRONTS.items()
        if (more := response.get(front.value, "–")) or front.value in own
    ]
    chart = words.chart(r, f"cup-{named}")
    head = (
        "Front",
        f"Backs in the cup of {named.replace('-', ' by ').capitalize()}",
        "Response cup, once it is empty",
    )
    badge = forms.origin(chart.data.source, chart.id in r.tables)
    return forms.sheet(
        "What a marker may hide", forms.table(head, rows, "What a marker may hide", "dl-cup"), note=badge
    )
