"""7.1 A strip for every Flight below the map: where it is, its altitude, its Fuel against the way, its B-25s."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, Fate, Site
from flakhouse.render.doolittle import flying as told
from flakhouse.render.doolittle import parts as words
from flakhouse.web.boards.base import Open, el, thing
from flakhouse.web.boards.doolittle import counters, parts
from flakhouse.web.boards.doolittle.ladder import ladder

__all__ = ["strips"]

_FIELDS = 11  # the first zone with landing sites in China
_NORTH = 7  # the zone of Vladivostok
_MANY = 6  # more strips than that stand in two columns


def strips(r: Raid, asked: Open) -> Markup:
    """All Flights in the air, the farthest west first, and what became of the others."""
    up = sorted(told.up(r), key=lambda f: (-f.zone, f.independent, f.number))
    rows = [_strip(r, f, asked) for f in up]
    counted = ladder(r, *_counted(r))
    if not rows and not counted:
        return Markup("")
    return el(
        "div",
        el("ol", *rows, class_="fs two" if len(rows) > _MANY else "fs") if rows else None,
        counted,
        class_="fs-w",
    )


def _counted(r: Raid) -> list[tuple[str, str]]:
    """Who is no longer in the air, and what was bombed."""
    landed = sum(b.fate is Fate.LANDED for b in r.squadron)
    bombed = [f"{city.city.value} {city.blast()}" for city in r.cities.values() if city.blast()]
    return [
        ("Blast", ", ".join(bombed)),
        ("Landed", str(landed or "")),
        ("Lost", ", ".join(b.pilot for b in r.squadron if b.fate in words.LOST)),
    ]


def _strip(r: Raid, f: Flight, asked: Open) -> Markup:
    """One Flight."""
    look = (
        "sel"
        if counters.lit(f, asked)
        else "may"
        if asked.may(f.subject, *(b.subject for b in f.aircraft))
        else ""
    )
    where = told.appears(f) if f.late else f"zone {f.zone}" if f.zone else "launching"
    head = el(
        "span",
        el("b", f.name()),
        el("span", where, class_="fs-z"),
        _level(f),
        _fuel(f),
        class_="fs-head",
        **thing(f.name(), told.flight(f), "7.1", f.subject),
    )
    bound = told.bound_for(f)
    return el(
        "li",
        head,
        el("span", *(_plane(b, f) for b in f.aircraft), class_="fs-men"),
        el("span", f"to {bound}", class_="fs-to") if bound else None,
        class_=f"fs-row {look}".strip(),
    )


def _level(f: Flight) -> Markup:
    """7.1.3 Its altitude: a triangle and the word."""
    sign = el("path", d=counters.LEVEL[f.high], class_="dl-lv")
    return el(
        "span",
        el("svg", sign, viewBox="-7 -7 14 14", class_="ic", aria_hidden="true"),
        "high" if f.high else "low",
        class_="fs-lv",
    )


def _fuel(f: Flight) -> Markup:
    """7.2 Its Fuel, a filled box for each: they stand on the zones to the nearest field it may be bound for, which
    are dashed where it would fly on fumes; behind them is what is to spare. Japan has a red mark.
    """
    goal = _NORTH if f.target == Site.VLADIVOSTOK else _FIELDS
    ahead = range(f.zone + 1, max(goal, f.zone) + 1)
    boxes = [el("i", class_=_box(i < f.fuel, zone)) for i, zone in enumerate(ahead)]
    spare = max(0, f.fuel - len(ahead))
    boxes += [el("i", class_="on spare") for _ in range(spare)]
    place = "Vladivostok" if goal == _NORTH else "the fields in China"
    dry = "" if f.fuel > 1 else " low" if f.fuel else " dry"
    return el(
        "span",
        el(
            "b",
            el("svg", el("path", d=counters.DROP), viewBox="-6 -7 12 14", class_="ic", aria_hidden="true"),
            f.fuel,
        ),
        el("span", *boxes, class_="fs-boxes"),
        class_=f"fs-fuel{dry}",
        role="img",
        aria_label=f"Fuel {f.fuel}; {len(ahead)} zones to {place}" + (f", {spare} to spare" if spare else ""),
    )


def _box(covered: bool, zone: int) -> str:
    """A zone ahead: covered by Fuel or not; Japan stands out."""
    return ("on" if covered else "off") + (" jp" if zone == JAPAN_ZONE else "")


def _plane(b: B25, f: Flight) -> Markup:
    """2.1 A B-25 by its pilot: a star for an elite man, hollow without bombs, damage and markers in words."""
    ails = _ails(b)
    return el(
        "span",
        b.id if f.independent else b.pilot,
        el("sup", "☆" if b.elite.used else "★", aria_label="elite crewman") if b.elite is not None else None,
        el("em", ", ".join(ails)) if ails else None,
        class_="fs-b25" if b.loaded else "fs-b25 spent",
        **thing(b.name(), parts.plane_state(b), "2.1", b.subject),
    )


def _ails(b: B25) -> Sequence[str]:
    """What a B-25 suffers from: damage, fumes, markers."""
    found = [words.damage(b)] if b.damage else []
    found += ["on fumes"] if b.fumes else []
    found += [m.words().lower() if m.revealed else "?" for m in (*b.attached, *b.assigned)]
    return found
