"""China and its shores: landing sites, bombers and crews, the ways between them, and those who are elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.state import B25, Crew, Raid
from flakhouse.games.doolittle.words import Fate, Site
from flakhouse.render.doolittle import parts, planned
from flakhouse.web.boards.base import NOTHING, Open, el, svg, text, thing, use
from flakhouse.web.boards.doolittle import marks

__all__ = ["CHINA", "SYMBOLS", "TREKKING", "crew_symbol", "draw", "focus", "routes"]

SYMBOLS = ("crew-fit", "crew-light", "crew-captured", "crew-killed", "crew-away")
_WIDE, _TALL = 1000.0, 580.0
_MIDDLE = 0.35  # of China
_LAND = (
    "M0 0V580H352L392 552 452 540 506 506 548 462 566 414 590 372 604 330 590 300 616 280 588 250 556 214 528 184"
    " 552 150 602 136 612 116 566 108 530 92 494 60 520 26 560 30 596 0Z"
)
_KOREA = "M596 0L636 40 626 74 654 104 650 136 668 166 690 158 700 118 690 86 712 52 748 26 780 30 830 18 880 0Z"
_JAPAN = (
    "M716 214L736 206 748 222 738 252 722 262 712 240ZM748 204L792 196 836 188 872 168 896 172 918 150 934 120"
    " 950 124 946 160 930 190 916 214 890 206 862 222 842 210 800 216 768 222Z"
)
_RIVERS = (
    "M0 392C40 350 60 335 96 327S200 296 253 291 320 300 352 294 390 330 408 322 470 250 501 245 570 256 600 268"
    "M20 20Q140 70 250 34T430 70 500 56"
)
_FORMOSA = "M566 500L580 494 578 520 564 546 556 530Z"


class _Spot(NamedTuple):
    """Where a box hangs and the place on the ground it belongs to."""

    x: float
    y: float
    dot: tuple[float, float]
    wide: float = 176


#: The towns lie as on a map of 1942; Yushan, Chuchow and Lishui a little farther apart, so that each has its dot.
_SITES = {
    Site.CHUNGKING: _Spot(10, 338, (96, 327), 186),
    Site.KWEILIN: _Spot(30, 412, (220, 466)),
    Site.KIAN: _Spot(262, 424, (376, 412), 170),
    Site.YUSHAN: _Spot(272, 302, (462, 362), 150),
    Site.CHUCHOW: _Spot(404, 228, (500, 346), 160),
    Site.LISHUI: _Spot(440, 400, (541, 370), 164),
    Site.VLADIVOSTOK: _Spot(770, 44, (806, 22), 150),
    Site.KOREA: _Spot(700, 118, (676, 130), 60),
}
#: 5.5 The sites in China, from west to east.
CHINA = tuple(list(_SITES)[:6])
TREKKING = "Trekking"  # 14.4.2 on foot, at no site
#: Boxes for those who are at no site: where they are drawn and which words put a crew there.
_ELSEWHERE = {
    "On foot": (612, 400, 120),
    "In the water": (612, 300, 150),
    "With the fleet": (812, 262, 178),
    "Captured": (812, 342, 178),
    "Missing": (812, 422, 178),
    "Killed": (812, 502, 178),
    "Gone on": (612, 502, 190),
}
#: Bombers that stand on the ground somewhere.
_STANDING = (Fate.LANDED, Fate.SCUTTLED, Fate.CHUNGKING, Fate.INTERNED)
_SIGN = {"captured": "crew-captured", "killed": "crew-killed", "missing": "crew-away"}


def crew_symbol(found: Crew) -> str:
    """The sign of a crew: its fate, else its health."""
    return _SIGN.get(found.fate) or ("crew-fit" if found.fit else "crew-light")


def _place(found: Crew) -> str:
    """The box of a crew that is at no site."""
    if found.fate == "captured":
        return "Captured"
    if found.fate in ("missing", "killed"):
        return found.fate.capitalize()
    if found.place == TREKKING:
        return "On foot"
    if found.place.startswith("zone "):
        return "In the water"
    if found.place in ("Task Force", "Pearl Harbor"):
        return "With the fleet"
    return "Gone on"


def routes(r: Raid) -> list[tuple[str, str, str, str]]:
    """14.4.3 The Transport Table: from, to, Fuel, number on foot."""
    chart = parts.chart(r, "transport")
    found: list[tuple[str, str, str, str]] = []
    for i, label in enumerate(chart.labels):
        start, _, end = label.partition(" to ")
        found.append((start, end, chart.words[0][i], chart.words[1][i]))
    return found


def draw(r: Raid, id: str, people: bool, start: str = "", asked: Open = NOTHING) -> Markup:
    """14.4 The map; with crews and their fates, or only with what has been prepared (13.2.3)."""
    inside: list[object] = [el("rect", x=0, y=0, width=_WIDE, height=_TALL, class_="d2-sea")]
    for d in (_LAND, _KOREA, _JAPAN, _FORMOSA):
        inside += [el("path", d=d, class_="d2-coast2"), el("path", d=d, class_="d2-land")]
    inside.append(el("path", d=_RIVERS, class_="d2-river"))
    for x, y, word in ((40, 108, "CHINA"), (622, 24, "KOREA"), (838, 248, "JAPAN")):
        inside.append(text(x, y, word, "d2-region"))
    seas = ((572, 78, "Yellow"), (580, 98, "Sea"), (630, 374, "East China Sea"))
    inside += [text(x, y, word, "d2-water") for x, y, word in seas]
    inside += _ways(r, start) if people else []
    inside += [
        _site(r, site, spot, people, asked) for site, spot in _SITES.items() if people or site is not Site.KOREA
    ]
    if people:
        inside += _tags(r, start)
        away = _away(r)
        inside += [_box(name, at, away.get(name, []), asked) for name, at in _ELSEWHERE.items()]
    title = "China and the crews" if people else "China: landing sites"
    tall = _TALL if people else _TALL - 100
    return svg(id, f"0 0 {_WIDE:g} {tall:g}", title, _desc(r, people), *inside, class_="d2-map")


def focus(r: Raid) -> float:
    """Where a narrow screen opens the map: at the site with the most aircraft and crews, else in the middle of
    China; 0 in the west to 1 in the east."""
    there = {site: sum(b.where == site.value and b.fate in _STANDING for b in r.squadron) for site in _SITES}
    for crew in r.crews:
        for site in _SITES:
            there[site] += crew.place == site.value and crew.fate not in _SIGN
    most = max(there, key=lambda site: there[site])
    spot = _SITES[most]
    return round((spot.x + spot.wide / 2) / _WIDE, 2) if there[most] else _MIDDLE


def _desc(r: Raid, people: bool) -> str:
    """What matters now."""
    words: list[str] = []
    for site in CHINA:
        fuel, men = r.china_fuel.get(site, 0), r.groundcrew.get(site, 0)
        if site in r.beacons or fuel or men:
            words.append(f"{site.value}: Fuel {fuel}, groundcrew {men}{', beacon' if site in r.beacons else ''}")
    if people:
        words += [f"{planned.crew(c)} at {c.place or 'a place not known'}" for c in r.crews]
    return "; ".join(words) + "." if words else "Nothing has been prepared."


def _away(r: Raid) -> dict[str, list[Crew]]:
    """Crews at no site, by box; those who died with their aircraft too, of whom there is no marker (2.1)."""
    sites = {site.value for site in _SITES}
    found: dict[str, list[Crew]] = {}
    for crew in (*r.crews, *(Crew(b25, fate="killed") for b25 in r.killed())):
        if crew.place not in sites or crew.fate in _SIGN:
            found.setdefault(_place(crew), []).append(crew)
    return found


# ------------------------------------------------------------------ ways


def _ways(r: Raid, start: str) -> list[Markup]:
    """14.4.3 The ways between the sites; those from where somebody sets out are bold and have their numbers."""
    dots = {site.value: spot.dot for site, spot in _SITES.items()}
    dots[TREKKING] = (632.0, 398.0)
    found: list[Markup] = []
    for begin, end, fuel, trek in routes(r):
        if begin not in dots or end not in dots:
            continue
        (ax, ay), (bx, by) = dots[begin], dots[end]
        hot = begin == start
        told = f"{fuel} Fuel by air, {trek} or more on foot" if fuel != "-" else f"{trek} or more on foot"
        line = el("path", d=f"M{ax:g} {ay:g}L{bx:g} {by:g}", class_="d2-road hot" if hot else "d2-road")
        found.append(el("g", line, **thing(f"From {begin} to {end}", told, "14.4.3")))
    return found


def _tags(r: Raid, start: str) -> list[Markup]:
    """14.4.3 Where a party or bomber may go from here: Fuel and number on foot, over the box of the goal."""
    boxes = {site.value: spot for site, spot in _SITES.items()}
    found: list[Markup] = []
    for begin, end, fuel, trek in routes(r):
        if begin != start or end not in boxes:
            continue
        x, y = boxes[end].x + boxes[end].wide / 2, boxes[end].y + 9
        words = f"{trek}+ on foot" if fuel == "-" else f"{fuel} Fuel, {trek}+"
        wide = 8.4 * len(words) + 10
        left = max(4.0, x - wide / 2)
        tag = [
            el("rect", x=left, y=y - 34, width=wide, height=25, class_="d2-goal"),
            text(left + wide / 2, y - 16, words, "d2-goalw", "middle"),
        ]
        found.append(el("g", *tag, **thing(f"To {end}", words, "14.4.3")))
    return found


# ------------------------------------------------------------------ sites


def _site(r: Raid, site: Site, spot: _Spot, people: bool, asked: Open) -> Markup:
    """5.5, 13.2.3 A landing site: what it holds, who is there."""
    planes = [b for b in r.squadron if b.where == site.value and b.fate in _STANDING]
    crews = [c for c in r.crews if c.place == site.value and c.fate not in _SIGN]
    supplied = site in CHINA and site is not Site.CHUNGKING
    high = 52.0 if supplied else 28.0
    drawn: list[Markup] = []
    if people:
        abreast = max(1, int((spot.wide - 12) // 24))
        signs = [_parked(b, asked.look(b.subject), *_seat(spot, i, abreast, high)) for i, b in enumerate(planes)]
        high += 26 * -(-len(planes) // abreast)
        drawn = [*signs, *(_crew(c, *_seat(spot, i, abreast, high)) for i, c in enumerate(crews))]
        high += 26 * -(-len(crews) // abreast)
    state = "ready" if site in r.beacons or not supplied else "bare"
    state += " lost" if site in r.attacked_sites else ""
    inside: list[object] = [
        el(
            "path",
            d=f"M{spot.dot[0]:g} {spot.dot[1]:g}L{spot.x + spot.wide / 2:g} {spot.y + 8:g}",
            class_="d2-lead",
        ),
        el("circle", cx=spot.dot[0], cy=spot.dot[1], r=6, class_="d2-town"),
        el(
            "rect",
            x=spot.x,
            y=spot.y,
            width=spot.wide,
            height=high,
            class_=f"d2-site {state}{' may' if asked.may(site.subject) else ''}",
        ),
        text(spot.x + 8, spot.y + 20, site.value, "d2-an"),
        *_supplies(r, site, spot, people, supplied),
    ]
    return el(
        "g", el("g", *inside, **thing(site.value, _told(r, site, planes, crews), "5.5", site.subject)), *drawn
    )


def _seat(spot: _Spot, number: int, abreast: int, top: float) -> tuple[float, float]:
    """Where the sign with this number stands in a box."""
    row, column = divmod(number, abreast)
    return spot.x + 19 + 24 * column, spot.y + top + 10 + 26 * row


def _supplies(r: Raid, site: Site, spot: _Spot, people: bool, supplied: bool) -> list[Markup]:
    """13.2.3 The beacon, the Fuel and the groundcrew of a site, or what it takes to prepare it."""
    found: list[Markup] = []
    if site in r.attacked_sites:
        found.append(text(spot.x + spot.wide - 8, spot.y + 20, "attacked", "d2-name bad", "end"))
    elif site in r.beacons:
        beacon = r.beacons[site]
        found.append(_beacon(spot.x + spot.wide - 30, spot.y + 19, str(beacon.number) if beacon.revealed else "?"))
    if not supplied:
        return found
    fuel, men = r.china_fuel.get(site, 0), r.groundcrew.get(site, 0)
    if site in r.beacons or fuel or men:
        words = f"Fuel {fuel}, crew {men}"
    elif people:
        words = "not prepared"
    else:
        words = f"prepare {parts.look(r, 'sites', site.value, 'stockpile')}+"
    return [*found, text(spot.x + 8, spot.y + 43, words, "d2-fine")]


def _told(r: Raid, site: Site, planes: Sequence[B25], crews: Sequence[Crew]) -> str:
    """A site in words."""
    words = ["attacked by the Japanese, closed"] if site in r.attacked_sites else []
    if site in CHINA:
        words.append(f"Fuel {r.china_fuel.get(site, 0)}, groundcrew {r.groundcrew.get(site, 0)}")
    if site in r.beacons:
        beacon = r.beacons[site]
        words.append(f"beacon {beacon.number}" if beacon.revealed else "beacon, face down")
    words += [_plane(b) for b in planes]
    words += [planned.crew(c) for c in crews]
    return "; ".join(words) or "nothing there"


def _plane(b25: B25) -> str:
    """A bomber on the ground in words."""
    burnt = f", {parts.gone(b25)}" if parts.gone(b25) else ""
    return f"B-25 {parts.plane(b25)}, Fuel {b25.fuel}{burnt}"


def _parked(b25: B25, mark: str, x: float, y: float) -> Markup:
    """A bomber on the ground: crossed when burnt or wrecked."""
    gone = b25.fate is Fate.SCUTTLED
    inside: list[object] = [marks.b25(x, y - 2, 24, 0, "d2-b25 gone" if gone else "d2-b25")]
    if mark:
        inside.insert(0, el("circle", cx=x, cy=y, r=13, class_=f"d2-ring {mark}"))
    if gone:
        inside.append(marks.crossed(x, y, 7))
    elif b25.damage:
        inside.append(marks.hit(x + 6, y + 4, 0.6))
    return el("g", *inside, **thing(f"B-25 {b25.name()}", _plane(b25), "14.4", b25.subject))


def _crew(found: Crew, x: float, y: float) -> Markup:
    """A Crew marker."""
    told = f"{'fit' if found.fit else 'wounded'}{f', {found.fate}' if found.fate else ''}"
    men = "; ".join(e.name for e in found.elites)
    sign = use(crew_symbol(found), x, y, 21, f"d2-crew {found.fate.rstrip('*') or 'free'}")
    state = told + (f"; with {men}" if men else "")
    return el("g", sign, **thing(f"Crew of {found.b25.name()}", state, "14.0.1", found.subject))


def _beacon(x: float, y: float, number: str) -> Markup:
    """8.1.4 A Landing Beacon; its number once it is known."""
    mast = el(
        "path",
        d="M-5 8L0-6 5 8M-3 3H3M-8-9A9 9 0 0 1 8-9M-5-5.500A5 5 0 0 1 5-5.500",
        class_="d2-mast",
        transform=f"translate({x:g} {y:g})",
    )
    return el("g", mast, text(x + 12, y + 5, number, "d2-num"))


def _box(name: str, at: tuple[float, float, float], crews: Sequence[Crew], asked: Open) -> Markup:
    """A box beside the map with the crews in it."""
    x, y, wide = at
    abreast = max(1, int((wide - 12) // 24))
    shown = list(crews[: 2 * abreast])
    high = 34 + 26 * max(0, min(2, -(-len(shown) // abreast)))
    told = "; ".join(planned.crew(c) for c in crews) or "nobody"
    bad = " bad" if crews and name in ("Captured", "Missing", "Killed") else ""
    subject = Subject("site", TREKKING) if name == "On foot" else None
    bad += " may" if subject is not None and asked.may(subject) else ""
    inside = [
        el("rect", x=x, y=y, width=wide, height=max(high, 34), class_=f"d2-rbox{bad}"),
        text(x + 8, y + 22, name, "d2-sp"),
        text(x + wide - 8, y + 22, str(len(crews)), "d2-num", "end"),
    ]
    drawn = [_crew(c, x + 18 + 24 * (i % abreast), y + 44 + 26 * (i // abreast)) for i, c in enumerate(shown)]
    return el("g", el("g", *inside, **thing(name, told, "14.0", subject)), *drawn)
