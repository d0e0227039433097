"""7.1 Flights and lone B-25s on the Flight Map: counters in their zones, and the way that was flown."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.state import B25, Flight
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE
from flakhouse.render.doolittle import flying as told
from flakhouse.web.boards.base import Open, el, join, text, thing, use
from flakhouse.web.boards.doolittle.pacific import LANES, TOP, squeezed

__all__ = ["DROP", "LEVEL", "in_zone", "late", "lit", "markers", "way"]

LEVEL = {True: "M-5 4.500H5L0-5Z", False: "M-5-4.500H5L0 5Z"}
DROP = "M0-6C3-2 4.500 0 4.500 2.500A4.500 4.500 0 0 1-4.500 2.500C-4.500 0-3-2 0-6Z"
_CROSS = "M-4.500-4.500 4.500 4.500M4.500-4.500-4.500 4.500"
_TALL, _SMALL = 38.0, 20.0  # from counter to counter, where there is room and where they are many
_NARROW = 51.0
_LETTER = 5.9  # width of a letter of a name
#: Columns of counters in a zone: left, top, foot. Over Japan they stand on the sea, so that its coast is seen.
_COLUMNS = {
    JAPAN_ZONE: ((433.0, 272.0, 396.0), (487.0, 272.0, 396.0)),
    JAPAN_ZONE + 1: ((329.0, 176.0, 259.0), (381.0, 156.0, 232.5), (329.0, 310.0, 396.0), (381.0, 310.0, 396.0)),
}
_FIELDS_TOP = 274.0  # landing sites stand below the counters
_OPEN_FOOT = 324.0  # elsewhere the way stands below them
#: The way over the zones, from the ships to China: below the counters, south of Japan.
_WAY = {1: 338, 2: 338, 3: 338, 4: 338, 5: 338, 6: 332, 7: 332, 8: 338, 9: 338, 10: 338, 11: 262, 12: 262}


def lit(flight: Flight, asked: Open) -> bool:
    """Whether the question is about a Flight, or a B-25 of it."""
    return asked.lit(flight.subject, *(b.subject for b in flight.aircraft))


def markers(flight: Flight) -> int:
    """How many markers lie on the B-25s of a Flight."""
    return sum(_marked(b) for b in flight.aircraft)


def _marked(b: B25) -> int:
    return len(b.attached) + len(b.assigned) + b.fumes


# ------------------------------------------------------------------ places


def _columns(zone: int) -> Sequence[tuple[float, float, float]]:
    lane = LANES[zone]
    foot = _FIELDS_TOP if zone > 10 else _OPEN_FOOT
    return _COLUMNS.get(zone) or ((lane.x + 1, TOP + 8.0, foot),)


def _places(zone: int, count: int) -> tuple[list[tuple[float, float]], bool]:
    """Where so many counters stand, and whether they are small."""
    columns = _columns(zone)
    for step in (_TALL, _SMALL):
        places = [
            (left, top + step * row) for left, top, foot in columns for row in range(int((foot - top) // step))
        ]
        if len(places) >= count:
            return places[:count], step == _SMALL
    step = _SMALL * len(places) / count  # more than fit: they overlap
    return [
        (left, top + step * row) for left, top, foot in columns for row in range(int((foot - top) / step) + 1)
    ], True


def in_zone(zone: int, here: Sequence[Flight], asked: Open) -> Markup:
    """The counters of a zone; with less on them where they are many."""
    places, small = _places(zone, len(here))
    wide = _NARROW if zone in _COLUMNS else LANES[zone].wide - 2
    return join(_counter(f, x, y, wide, asked, small) for f, (x, y) in zip(here, places, strict=False))


def late(flights: Sequence[Flight], asked: Open) -> Markup:
    """12.3.2 Flights not yet on the map."""
    lane = LANES[1]
    return join(
        el("g", _counter(f, lane.x + 1, 378 - _SMALL * i, lane.wide - 2, asked, True), class_="dl-late")
        for i, f in enumerate(flights)
    )


# ------------------------------------------------------------------ a counter


def _counter(f: Flight, x: float, y: float, wide: float, asked: Open, small: bool) -> Markup:
    """A Flight, or a B-25 on its own: name, altitude, Fuel, its B-25s with bombs and damage, how many markers."""
    look = "sel" if lit(f, asked) else "may" if asked.may(f.subject, *(b.subject for b in f.aircraft)) else ""
    lying = markers(f)
    drawn = [el("rect", x=x, y=y, width=wide, height=(_SMALL if small else _TALL) - 3, rx=2)]
    name = f.name() if f.independent else str(f.number)
    room = wide - (28 if small else 6)
    long = room if f.independent and _LETTER * len(name) > room else None
    drawn.append(
        el("text", name, x=x + 4, y=y + (13 if small else 15), class_=_name_class(f, small), **squeezed(long))
    )
    if small:
        drawn += _fuel(f.fuel, x + wide - 18, y + 9)
    elif f.independent:
        drawn += [_level(f, x + 10, y + 25), *_fuel(f.fuel, x + 22, y + 25), *_planes(f.aircraft, x + 43, y + 25)]
    else:
        at = x + wide - 30
        drawn += [_level(f, at, y + 11), *_fuel(f.fuel, at + 12, y + 11), *_planes(f.aircraft, x + 8, y + 26)]
    if lying and small and f.independent:  # its name needs the room: the strip says how many
        drawn.append(el("circle", cx=x + 1, cy=y + 1, r=4, class_="fm-dot"))
    elif lying and small:
        at = x + wide - 31
        drawn += [el("circle", cx=at, cy=y + 8.5, r=7.5), text(at, y + 13, lying, "fm-n", "middle")]
    kind = " ".join(word for word in ("dl-fl", look, "alone" if f.independent else "") if word)
    return el("g", *drawn, class_=kind, **thing(f.name(), told.flight(f), "7.1", f.subject))


def _name_class(f: Flight, small: bool) -> str:
    return "fm-lone" if f.independent else "fm-no small" if small else "fm-no"


def _level(f: Flight, x: float, y: float) -> Markup:
    return el("path", d=LEVEL[f.high], transform=f"translate({x:g} {y:g})", class_="dl-lv")


def _fuel(fuel: int, x: float, y: float) -> list[Markup]:
    """A drop and the Fuel; a hollow one when there is none."""
    dry = "" if fuel > 1 else " low" if fuel else " dry"
    return [
        el("path", d=DROP, transform=f"translate({x:g} {y:g})", class_=f"fm-drop{dry}"),
        text(x + 6, y + 5, fuel, f"dl-pn{dry}"),
    ]


def _planes(found: Sequence[B25], x: float, y: float) -> list[Markup]:
    """The B-25s of a Flight, noses to the west: hollow without bombs, crossed when damaged, a dot for markers."""
    drawn: list[Markup] = []
    for i, b in enumerate(found):
        place = f"translate({x + 11 * i:g} {y:g})"
        drawn.append(
            el(
                "g",
                el("g", use("b25-mark", 0, 0, 13), transform=f"{place} rotate(-90)", class_="dl-sil"),
                el("path", d=_CROSS, transform=place, class_="fm-cross") if b.damage else None,
                el("circle", cx=x + 11 * i + 4, cy=y - 5, r=3, class_="fm-dot") if _marked(b) else None,
                class_=None if b.loaded else "spent",
            )
        )
    return drawn


# ------------------------------------------------------------------ the way


def way(events: Sequence[Event], of: Flight | None) -> Markup:
    """8.1.1, 8.2.1 The zones a Flight has flown through, each with the hour at which it came there."""
    passed = _passed(events, of) if of is not None else []
    if len(passed) < 2:
        return Markup("")
    spots = [(LANES[zone].middle, _WAY[zone]) for zone, _ in passed]
    line = "M" + "L".join(f"{x:g} {y}" for x, y in spots)
    drawn = [el("path", d=line, class_="fm-way")]
    for (zone, hour), (x, y) in zip(passed, spots, strict=True):
        drawn.append(el("circle", cx=x, cy=y, r=5, class_="fm-stop"))
        if zone != passed[-1][0]:
            drawn.append(text(x, y + 18, hour, "fm-hour", "middle"))
    name = of.name() if of is not None else ""
    said = ", ".join(f"zone {zone} at {hour}" for zone, hour in passed)
    return el("g", *drawn, **thing(f"The way of {name}", said, "8.1.1"))


def _passed(events: Sequence[Event], of: Flight) -> list[tuple[int, str]]:
    """The zones of a Flight and the hours it came there, from the log; a lone B-25's from where it left."""
    hour, began = "", ""
    found: list[tuple[int, str]] = []
    for event in events:
        if not isinstance(event, Noted):
            continue
        if event.kind == "flight-turn":
            hour = str(event.facts["hour"])
            began = began or hour
        elif event.kind == "flies-west" and event.facts["flight"] == of.name():
            zone = int(str(event.facts["zone"]))
            found = found or [(zone - 1, began)]
            found.append((zone, hour))
    return [(zone, at) for zone, at in found if 1 <= zone <= LAST_ZONE]
