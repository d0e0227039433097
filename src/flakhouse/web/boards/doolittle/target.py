"""3.0, 4.0 A target map: Areas, Target Boxes, Blast, aircraft and the fronts of what threatens them."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from flakhouse.games.doolittle.state import B25, Area, Box, CityMap, Raid
from flakhouse.games.doolittle.words import City, Fate, Side
from flakhouse.render.doolittle import parts as words
from flakhouse.render.doolittle import target as told
from flakhouse.web.boards.base import NOTHING, Board, BoardInput, Open, el, join, svg, text, thing, use
from flakhouse.web.boards.doolittle import assault, debriefed, forms, marks, parts, shores
from flakhouse.web.boards.doolittle.ladder import ladder

__all__ = ["attack", "city_map", "maps"]

_PHASES = (
    ("airspeed", "Airspeed"),
    ("place hazards", "Place"),
    ("assign hazards", "Assign"),
    ("evade hazards", "Evade"),
    ("gunnery", "Gunnery"),
    ("resolve hazards", "Resolve"),
    ("exit", "Exit"),
    ("approach", "Approach"),
    ("bombs away", "Bombs away"),
)
_TURNS = 9
_BOX_WIDE, _BOX_HIGH, _NUMBERS = 152, 44, 108
_STAR_WIDE = 36  # the tab of a box that holds its Blast
_ROWS = 3  # small aircraft that take the place of a large one
_WINDOW = (330, 250)  # so far apart a telephone still shows two things whole
_APART = 150  # slots nearer than this stand in one column
_TURN = (-72, 64, -24, 118, 30)  # headings, so that aircraft do not look stamped


def attack(given: BoardInput, r: Raid) -> Board:
    """The board of an Attack segment."""
    if r.city is None or r.city not in r.cities:
        return Board()
    city = r.cities[r.city]
    lit = Open.now(given)
    return Board(
        track=_track(r, city),
        drawing=city_map(r, city, lit, marks.turned_over(given.act)),
        lists=assault.sheets(r, [city], lit),
        css=parts.CSS,
        symbols=parts.SYMBOLS,
    )


def maps(given: BoardInput, r: Raid) -> Board:
    """The maps of scenarios 1-6 before the first turn and after the last."""
    lit = NOTHING
    played = [city for city in r.cities.values() if r.city in (None, city.city)] or list(r.cities.values())
    return Board(
        drawing=join(city_map(r, city, lit) for city in played),
        lists=join((*debriefed.sheets(given, r), assault.sheets(r, played, lit))),
        css=parts.CSS,
        symbols=parts.SYMBOLS,
    )


# ------------------------------------------------------------------ track


def _track(r: Raid, city: CityMap) -> Markup:
    """4.0, 4.2.2 Turn, Detonations Track, phase."""
    turns = forms.track("Attack turn", [(str(n), "") for n in range(1, _TURNS + 1)], r.attack_turn - 1, rule="4.0")
    last = len(city.track) - 1
    releases = [
        (f"{n}+" if n == last else str(n), f"{add:+d}" if add else "0") for n, add in enumerate(city.track)
    ]
    bombs = forms.track("Bombs, hazards +/-", releases, min(city.detonations, last), rule="4.2.2")
    return el(
        "section",
        turns,
        bombs,
        forms.phases("Phase", _PHASES, r.step, "4.0"),
        class_="sheet track dl-tracks",
        aria_label="Turn, bombs released, phase",
    )


# ------------------------------------------------------------------ the map


def city_map(r: Raid, city: CityMap, lit: Open, turned: Markup | str = "") -> Markup:
    """3.0 The whole map with its legend, below a marker that is just turned over."""
    made = shores.ground(city) or _plain(city)
    id = f"map-{city.city.name.lower()}"
    over = assault.over(r, city)
    areas = [
        _area(r, area, city, made, [b for b in over if b.area == area.name], lit) for area in city.areas.values()
    ]
    lit_areas = assault.lit_areas(city, over, lit)
    drawn = svg(
        id,
        f"0 0 {shores.WIDE} {shores.HIGH}",
        f"Target map of {city.city.value} by {r.side.value}",
        _describe(r, city, over, lit_areas),
        _ground(city.city, made),
        el("rect", x=-400, y=-300, width=1800, height=1400, class_="dl-dark") if r.side is Side.NIGHT else None,
        *(_way_in(area, made) for area in city.areas.values() if lit.may(area.subject)),
        *(el("path", d=made.areas[name], class_="dl-hot") for name in lit_areas),
        *(_exit(name, made) for name, area in city.areas.items() if area.perimeter and name in made.exits),
        *areas,
        _north(*made.north),
        _light(r, city, *made.north),
        parts.lines("Off the map", _off(r, city), *made.off, room=shores.WIDE - made.off[0]),
        class_=f"dl-map {r.side.value}",
    )
    x, y = _focus(city, made, over, lit)
    frame = el(
        "div",
        drawn,
        class_="dl-mapw",
        tabindex=0,
        data_focus_x=round(x / shores.WIDE, 3),
        data_focus_y=round(y / shores.HIGH, 3),
        aria_label="Map",
        role="group",
    )
    return el(
        "section",
        turned,
        frame,
        _legend(),
        ladder(r, *_counted(r, over)),
        class_="sheet stage dl-stage",
        aria_label=f"Map of {city.city.value}",
    )


def _counted(r: Raid, over: list[B25]) -> list[tuple[str, str]]:
    """What is counted beside the score: who still has bombs, who is lost."""
    return [
        ("Bombs aboard", ", ".join(b.pilot for b in over if b.loaded)),
        ("Lost", ", ".join(b.pilot for b in r.squadron if b.fate in words.LOST)),
    ]


def _focus(city: CityMap, made: shores.Ground, over: list[B25], lit: Open) -> tuple[float, float]:
    """The middle of what is decided or told: where a narrow window opens. First the aircraft, then the boxes, as
    long as all of it is seen together."""
    areas = assault.lit_areas(city, over, lit) or [b.area for b in over if lit.may(b.subject)]
    found = [made.places[name].slots[0] for name in areas[:1]]
    for area in city.areas.values():
        for name, (x, y) in zip(area.boxes, made.places[area.name].boxes, strict=False):
            subject = city.boxes[name].subject
            if lit.lit(subject) or lit.may(subject):
                found.append((x + _BOX_WIDE / 2, y + _BOX_HIGH / 2))
    if not found:
        return shores.WIDE / 2, shores.HIGH / 2
    seen = found[:1]
    for x, y in found[1:]:
        if all(abs(x - a) < _WINDOW[0] and abs(y - b) < _WINDOW[1] for a, b in seen):
            seen.append((x, y))
    (left, right), (top, foot) = ((min(ends), max(ends)) for ends in zip(*seen, strict=True))
    return (left + right) / 2, (top + foot) / 2


@cache
def _scenery(city: City) -> Markup:
    """Paper, sea and shores of a known map, made once."""
    return _paint(shores.made(city))


def _ground(city: City, made: shores.Ground) -> Markup:
    """The scenery of a map, kept for those we know."""
    return _scenery(city) if made is shores.made(city) else _paint(made)


def _paint(made: shores.Ground) -> Markup:
    """Land, water and the lines between."""
    fills = [
        el(
            "path",
            d=path,
            class_=f"dl-area {'water' if name in made.water else f'land t{made.tints.get(name, 0)}'}",
        )
        for name, path in made.areas.items()
    ]
    return join(
        (
            el("path", d=_grid(), class_="dl-grid"),
            *fills,
            el("path", d=made.waves, class_="dl-waves"),
            el("path", d=made.borders, class_="dl-border"),
            el("path", d=made.coast, class_="dl-coast2"),
            el("path", d=made.coast, class_="dl-coast"),
            el("path", d=made.outer, class_="dl-outer"),
        )
    )


def _grid() -> str:
    """The grid of the paper, beyond the edges of the map."""
    down = "".join(f"M{x} -300V1100" for x in range(-360, 1400, 120))
    return down + "".join(f"M-400 {y}H1400" for y in range(-230, 1000, 120))


def _plain(city: CityMap) -> shores.Ground:
    """A map of a player's own: its Areas as cells in the order of its table."""
    wide, high = shores.WIDE / 3, shores.HIGH / max(1, -(-len(city.areas) // 3))
    areas: dict[str, str] = {}
    places: dict[str, shores.Place] = {}
    for i, (name, area) in enumerate(city.areas.items()):
        x, y = i % 3 * wide + 4, i // 3 * high + 4
        areas[name] = f"M{x:.0f} {y:.0f}h{wide - 8:.0f}v{high - 8:.0f}h{8 - wide:.0f}Z"
        boxes = tuple((x + 10, y + 48 + 50 * n) for n in range(len(area.boxes)))
        slots = ((x + 200, y + 80), (x + 40, y + high - 62), (x + 200, y + high - 62))
        places[name] = shores.Place((x + 10, y + 22), boxes, slots, (x + 170, y + 22))
    edges = "".join(areas.values())
    return shores.Ground(areas, (), {}, "", edges, "", "", {}, places, (-300, 20), (-300, 20))


def _way_in(area: Area, made: shores.Ground) -> Markup:
    """The outline of an Area that may be chosen."""
    return el(
        "path", d=made.areas.get(area.name, ""), class_="dl-may", **thing(area.name, "", "3.2", area.subject)
    )


def _exit(name: str, made: shores.Ground) -> Markup:
    """4.7 A way out of a perimeter Area."""
    x, y, turn = made.exits[name]
    return el(
        "path",
        d="M-7 -3 0 -12 7 -3M-7 6 0 -3 7 6",
        transform=f"translate({x:.0f} {y:.0f}) rotate({turn:.0f})",
        class_="dl-exit",
        **thing(f"Way out of {name}", "unloaded B-25s without an Interceptor may leave here", "4.7"),
    )


def _north(x: float, y: float) -> Markup:
    """A compass rose."""
    return el(
        "g",
        el("circle", r=20),
        el("path", d="M0-27 5 0H-5Z", class_="n"),
        el("path", d="M0 27 5 0H-5Z"),
        text(0, -31, "N", "", "middle"),
        transform=f"translate({x} {y})",
        class_="dl-north",
        aria_hidden="true",
    )


def _light(r: Raid, city: CityMap, x: float, y: float) -> Markup:
    """3.1, 3.3.1 The side of the map, the altitude, and whether the lights are out."""
    said = [f"by {r.side.value}", f"{'high' if r.high else 'low'} altitude"]
    said += ["lights out"] if city.lights_out and r.side is Side.NIGHT else []
    lines = [text(x, y + 50 + 17 * i, line, "dl-mx", "middle") for i, line in enumerate(said)]
    return el("g", *lines, class_="dl-off", **thing("The attack", ", ".join(said), "3.1"))


# ------------------------------------------------------------------ an Area


def _area(r: Raid, area: Area, city: CityMap, made: shores.Ground, here: list[B25], lit: Open) -> Markup:
    """3.2 An Area: name, limit, Blast, loose markers, boxes, aircraft."""
    place = made.places[area.name]
    x, y = place.name
    state = [f"at most {area.limit} new hazards a turn", "a way out" if area.perimeter else "no way out"]
    state += [f"Blast {area.blast}"] if area.blast else []
    state += [words.markers(area.markers)] if area.markers else []
    head = el(
        "g",
        text(x, y, area.name, "dl-an"),
        text(x, y + 15, f"hazards max {area.limit}" + ("" if area.perimeter else ", no exit"), "dl-mx"),
        data_badge=f"{x + 9.5 * len(area.name) + 4:.0f} {y - 15:.0f}",
        **thing(area.name, "; ".join(state), "3.2", area.subject),
    )
    drawn = [head]
    if area.blast:
        drawn.append(parts.blast(area.blast, x - 18, y - 4, area.name))
    boxes = [
        _box(r, city.boxes[name], *place.boxes[i], next((b for b in here if b.box == name), None), lit)
        for i, name in enumerate(area.boxes)
    ]
    outside = [b for b in here if not b.box]
    planes = _planes(outside, place, lit)
    loose = parts.spread(area.markers, *place.spot, 150) if area.markers else ""
    return el("g", *drawn, *boxes, loose, *planes, class_="dl-wet" if area.name in made.water else None)


def _planes(here: list[B25], place: shores.Place, lit: Open) -> list[Markup]:
    """The aircraft in an Area, smaller where they are many."""
    slots = place.slots
    if len(here) <= len(slots):
        return [
            parts.aircraft(b, *slots[i], _TURN[(i + int(slots[i][0])) % len(_TURN)], lit)
            for i, b in enumerate(here)
        ]
    rows: list[tuple[float, float]] = []
    for column in _columns(slots):
        x, y = column[0]
        deep = _ROWS + int((column[-1][1] - y) // 27)
        rows += [(x - 8, y - 18 + 27 * i) for i in range(deep)]
    found = [parts.aircraft(b, *at, 60, lit, small=True) for b, at in zip(here, rows, strict=False)]
    if len(here) > len(rows):
        x, y = rows[-1]
        found.append(text(x, y + 27, f"and {len(here) - len(rows)} more", "dl-mx"))
    return found


def _columns(slots: tuple[tuple[float, float], ...]) -> list[list[tuple[float, float]]]:
    """Slots that stand above each other, together."""
    found: list[list[tuple[float, float]]] = []
    for slot in sorted(slots):
        if found and slot[0] - found[-1][0][0] < _APART:
            found[-1].append(slot)
        else:
            found.append([slot])
    return [sorted(column, key=lambda slot: slot[1]) for column in found]


def _box(r: Raid, box: Box, x: float, y: float, inside: B25 | None, lit: Open) -> Markup:
    """3.3 A Target Box: name, approach and blast number of this side, Blast, markers, who is in it."""
    side = r.side
    entry, hit = box.approach[side], box.blast_number[side]
    state = [f"{entry} to get in, {hit} to hit by {side.value}"]
    state += [f"Blast {box.blast}"] if box.blast else []
    state += words.markers_in(box)
    state += [f"{inside.id} {inside.pilot} is in it"] if inside is not None else []
    wide, high = _BOX_WIDE, _BOX_HIGH
    drawn = [
        el("rect", width=wide, height=high),
        *_name(box.name),
        el("path", d=f"M{_NUMBERS} 0V{high}M{_NUMBERS} {high / 2:.0f}H{wide}", class_="dl-dv"),
        use("mark-target", _NUMBERS + 10, 11, 14, "dl-num"),
        use("mark-hit", _NUMBERS + 10, 33, 14, "dl-num"),
        text(wide - 5, 17, entry, "dl-pn", "end"),
        text(wide - 5, 38, hit, "dl-pn", "end"),
    ]
    if box.markers:
        drawn.append(_on_box(box, x))
    if box.blast:
        drawn.append(el("rect", x=-_STAR_WIDE, width=_STAR_WIDE, height=high))
        drawn.append(parts.blast(box.blast, -_STAR_WIDE / 2, 22, box.name))
    if inside is not None:
        drawn.append(_in_box(inside, lit))
    look = "may" if lit.may(box.subject) else "in" if inside is not None else ""
    return el(
        "g",
        *drawn,
        transform=f"translate({x:.0f} {y:.0f})",
        class_=f"dl-box {look}".strip(),
        data_badge=f"{-(_STAR_WIDE if box.blast else 0) - 4} 13 end",
        **thing(box.name, "; ".join(state), "3.3", box.subject),
    )


def _on_box(box: Box, x: float) -> Markup:
    """4.3.1 The markers in a box, beside it; above it where the map ends."""
    down = [m for m in box.markers if not m.revealed]
    up = [m for m in box.markers if m.revealed]
    space = shores.WIDE - x - _BOX_WIDE - 4
    if not up or parts.long(up) <= space:
        return parts.spread(
            [*down, *up], _BOX_WIDE + 3, 22 - 12 * (len(up) > 1), max(30, min(space, 110)), "4.3.1"
        )
    beside = parts.spread(down, _BOX_WIDE + 3, 22, 30, "4.3.1")
    return join((beside, parts.spread(up, min(0, _BOX_WIDE + space - parts.long(up)), -12, 300, "4.3.1")))


def _in_box(b25: B25, lit: Open) -> Markup:
    """4.8 The B-25 that got into a box, on a tab above it."""
    wide = 46 + 6.6 * (len(b25.id) + 1 + len(b25.pilot))
    return el(
        "g",
        el("rect", x=0, y=-21, width=wide, height=21),
        el("g", use("b25-mark", 0, 0, 26), transform="translate(17 -11) rotate(64)", class_="dl-sil"),
        text(34, -6, f"{b25.id} {b25.pilot}", "dl-tl"),
        class_="dl-tab" + (" sel" if lit.lit(b25.subject) else ""),
        **thing(f"{b25.id} {b25.pilot}", f"in the box; {parts.plane_state(b25)}", "4.8", b25.subject),
    )


def _name(name: str) -> list[Markup]:
    """The name of a box on one line or two, about as long as each other."""
    if len(name) <= 13:
        return [text(8, 27, name, "dl-bn")]
    pieces = name.split(" ")
    cut = min(
        range(1, len(pieces)), key=lambda i: max(len(" ".join(pieces[:i])), len(" ".join(pieces[i:]))), default=0
    )
    if not cut:
        return [text(8, 27, name, "dl-bn")]
    return [text(8, 18, " ".join(pieces[:cut]), "dl-bn"), text(8, 35, " ".join(pieces[cut:]), "dl-bn")]


# ------------------------------------------------------------------ who is where


def _off(r: Raid, city: CityMap) -> list[str]:
    """Who is not over the city: due to enter, away, lost."""
    if r.city is not city.city:
        return []
    found = [
        f"{due.b25.name()}, {due.area}, turn {due.turn}" if due.area else f"{due.b25.name()}, to come"
        for due in told.to_come(r)
    ]
    if r.options.scenario <= 6:
        for b in r.squadron:
            if b.fate in (Fate.ESCAPED, Fate.DESTROYED, Fate.CAPTURED):
                found.append(f"{b.name()}, {'away' if b.fate is Fate.ESCAPED else b.end()}")
    return found


def _describe(r: Raid, city: CityMap, over: list[B25], asked: list[str]) -> str:
    """What matters now, for those who do not see the map."""
    said = [
        f"{len(city.areas)} Areas. Alert {r.security.alert}, {city.detonations} released, Blast {city.blast()}."
    ]
    for b25 in over:
        where = f"in {b25.box}, {b25.area}" if b25.box else f"in {b25.area}"
        said.append(f"{b25.id} {b25.pilot} {where}: {parts.plane_state(b25)}.")
    if asked:
        said.append(f"The question is about {', '.join(asked)}.")
    return " ".join(said)


def _legend() -> Markup:
    """What the marks mean."""
    return parts.legend(
        (
            (parts.icon("hazard-interceptor", "t-red"), "interceptor"),
            (parts.icon("hazard-ground"), "ground"),
            (parts.icon("hazard-target", "t-amber"), "target box"),
            (parts.icon("mark-bomb"), "bombs aboard"),
            (el("b", "★", class_="t-amber"), "elite crewman"),
            (el("b", "✕", class_="t-red"), "damaged"),
            (parts.icon("mark-blast", "t-red"), "blast"),
            (parts.icon("mark-target"), "number to get in"),
            (parts.icon("mark-hit"), "number to hit"),
            (el("b", "hazards max"), "new ones a turn"),
        )
    )
