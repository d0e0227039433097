"""Small drawings of the Raid: ships from above, submarines, markers face down, B-25s on deck, enemy aircraft."""

from __future__ import annotations

import functools

from markupsafe import Markup

from flakhouse.games.doolittle.state import Marker, Recon, Ship
from flakhouse.render.doolittle import parts, sailing
from flakhouse.web.boards.base import Act, el, text, thing

__all__ = [
    "B25",
    "RAIDER",
    "b25",
    "crossed",
    "detached",
    "distress",
    "face_down",
    "flag",
    "force",
    "hit",
    "hull",
    "marker",
    "raider",
    "recon_chip",
    "ship",
    "sub",
]

#: A B-25 from above, nose up, span 100: as on static/symbols/b25-plan.svg, without its inner lines.
B25 = (
    "M0-34C4-33 5-26 5.200-20L5.400-11L13-10.400V-16.500Q16-21 19-16.500V-10L50-4.600Q55-2 50 3.400L19 8Q"
    "17.500 14 16 17Q14.500 14 13.500 8.800L5.200 9.400L3.400 34H17V30Q18.400 27 19.800 30V46Q18.400 49 1"
    "7 46V42H2.400L1.400 46Q0 48-1.400 46L-2.400 42H-17V46Q-18.400 49-19.800 46V30Q-18.400 27-17 30V34H-3"
    ".400L-5.200 9.400L-13.500 8.800Q-14.500 14-16 17Q-17.500 14-19 8L-50 3.400Q-55-2-50-4.600L-19-10V-16"
    ".500Q-16-21-13-16.500V-10.400L-5.400-11L-5.200-20C-5-26-4-33 0-34Z"
)
#: An enemy aircraft from above, nose up, span 40.
RAIDER = (
    "M0-15Q2.400-14 2.600-7L20-3Q22 0 19 2.600L2.600 4L1.600 13L7 15V18H-7V15L-1.600 13L-2.600 4L-19 2.600"
    "Q-22 0-20-3L-2.600-7Q-2.400-14 0-15Z"
)
_HIT = (
    "M0-11L2.600-4.600 8.800-7.400 5.800-1.400 11 1.600 4.800 3.400 5.400 9.800 0 6 -"
    "5.400 9.800 -4.800 3.400 -11 1.600 -5.800-1.400 -8.800-7.400 -2.600-4.600Z"
)
#: Hulls from above, bow to the left: half length and half breadth.
_HULLS = {"CV": (50, 8.5), "CA": (34, 4.8), "CL": (32, 4.6), "DD": (24, 3.4), "AO": (31, 6)}


def b25(x: float, y: float, size: float, turn: float = 0, class_: str = "d2-b25") -> Markup:
    """A B-25 of this span around a point."""
    return el(
        "path", d=B25, transform=f"translate({x:g} {y:g}) rotate({turn:g}) scale({size / 104:.3f})", class_=class_
    )


def raider(x: float, y: float, turn: float, class_: str = "d2-raider") -> Markup:
    """An enemy aircraft around a point."""
    return el("path", d=RAIDER, transform=f"translate({x:g} {y:g}) rotate({turn:g})", class_=class_)


def hit(x: float, y: float, size: float = 1.0, class_: str = "d2-hit") -> Markup:
    """Damage: a star."""
    return el("path", d=_HIT, transform=f"translate({x:g} {y:g}) scale({size:g})", class_=class_)


def distress(x: float, y: float) -> Markup:
    """Mechanical distress: a warning triangle."""
    return el("path", d="M0-8L8 6H-8ZM0-3V1.500M0 3.200V4", transform=f"translate({x:g} {y:g})", class_="d2-warn")


def crossed(x: float, y: float, half: float) -> Markup:
    """Gone: a cross."""
    d = f"M{x - half:g} {y - half:g}l{2 * half:g} {2 * half:g}m0-{2 * half:g}l-{2 * half:g} {2 * half:g}"
    return el("path", d=d, class_="d2-cross")


# ------------------------------------------------------------------ ships


@functools.cache
def hull(kind: str, x: float, y: float, scale: float = 1.0) -> Markup:
    """A ship from above, bow to the left, its middle at a point."""
    long, wide = _HULLS.get(kind, _HULLS["DD"])
    place = f"translate({x:g} {y:g}) scale({scale:g})"
    if kind == "CV":
        d = f"M{-long} {-wide * 0.55:g}L{-long + 7:g} {-wide:g}H{long - 5:g}"
        d += f"L{long:g} {-wide * 0.6:g}V{wide * 0.8:g}"
        d += f"L{long - 6:g} {wide:g}H{-long + 10:g}L{-long} {wide * 0.55:g}Z"
        line = el("path", d=f"M{-long + 5:g} 0H{long - 5:g}", class_="d2-cl")
        island = el("rect", x=-8, y=-wide - 3.5, width=20, height=5, class_="d2-house")
        return el("g", el("path", d=d, class_="d2-hull"), line, island, transform=place)
    bow = long * 0.55
    d = f"M{-long} 0Q{-bow:g} {-wide:g} {-long * 0.2:g} {-wide:g}H{long * 0.75:g}"
    d += f"Q{long:g} {-wide * 0.7:g} {long:g} 0"
    d += f"Q{long:g} {wide * 0.7:g} {long * 0.75:g} {wide:g}H{-long * 0.2:g}Q{-bow:g} {wide:g} {-long} 0Z"
    house = el("rect", x=-long * 0.22, y=-wide * 0.5, width=long * 0.5, height=wide, class_="d2-house")
    if kind == "AO":
        house = el(
            "path",
            d=f"M{-9} {-wide * 0.6:g}v{wide * 1.2:g}M6 {-wide * 0.6:g}v{wide * 1.2:g}M16-3h8v6h-8Z",
            class_="d2-cl",
        )
    guns = (
        [el("circle", cx=at * long, cy=0, r=wide * 0.34, class_="d2-house") for at in (-0.5, 0.5)]
        if kind != "AO"
        else []
    )
    return el("g", el("path", d=d, class_="d2-hull"), house, *guns, transform=place)


def ship(found: Ship, x: float, y: float, name_at: float, scale: float, look: str = "") -> Markup:
    """A ship with its name and the signs of its state; a click tells all of it."""
    marks: list[Markup] = []
    at = name_at + 8.4 * len(found.name) + 14
    if found.damaged:
        marks.append(hit(x, y, 0.9))
    if found.distress:
        marks.append(distress(at, y - 1))
    words = f"{', '.join(sailing.ship_state(found))}; flak {found.guns()}, hull {found.hull}, size {found.size}"
    words += f", reaction {found.reaction}" if found.reaction else ""
    return el(
        "g",
        el(
            "rect",
            x=x - 42,
            y=y - 13,
            width=name_at - x + 42 + 8.4 * len(found.name),
            height=26,
            class_=f"d2-tap {look}".rstrip(),
        ),
        hull(found.kind, x, y, scale),
        text(name_at, y + 5.5, found.name, "d2-name bad" if found.damaged else "d2-name"),
        *marks,
        class_="d2-ship",
        **thing(found.name, words, "10.1", found.subject),
    )


def force(x: float, y: float, whole: bool) -> Markup:
    """The Task Force on the map: a carrier with her escort; a second carrier once TF-16 has joined."""
    ships = [hull("CV", x - 2, y - 2, 0.74), hull("DD", x - 20, y - 21, 0.66), hull("CA", x + 18, y - 21, 0.6)]
    if whole:
        ships += [
            hull("CV", x + 4, y + 17, 0.74),
            hull("DD", x - 20, y + 34, 0.66),
            hull("CA", x + 18, y + 34, 0.6),
        ]
    return el("g", *ships, class_="d2-force")


def detached(x: float, y: float) -> Markup:
    """Ships on their way home: a hull with its bow to the east."""
    return el("g", hull("DD", 0, 0, 0.7), transform=f"translate({x:g} {y:g}) rotate(180)", class_="d2-force away")


def sub(x: float, y: float, contact: bool, sunk: bool) -> Markup:
    """A submarine: filled when in contact, hollow when not, crossed when sunk."""
    body = el(
        "path",
        d="M-17 3Q-17-3-9-3H-4V-9H4V-3H13Q18-3 18 0 18 3 13 3Z",
        class_="d2-sub" if contact else "d2-sub mute",
    )
    inside = [body, crossed(0, -2, 9)] if sunk else [body]
    return el("g", *inside, transform=f"translate({x:g} {y:g})")


def flag(x: float, y: float, kind: str) -> Markup:
    """A plan pinned to the map: the rendezvous, or the launch."""
    d = "M0 11V-11H15L11-6.500 15-2H0" if kind == "rendezvous" else "M0 11V-11L15-6.500 0-2"
    return el("path", d=d, transform=f"translate({x:g} {y:g})", class_=f"d2-flag {kind}")


# ------------------------------------------------------------------ markers and Recon


def marker(found: Marker, x: float, y: float, rule: str = "12.6", count: int = 1) -> Markup:
    """A marker as it lies: a question mark over waves while it is face down."""
    words = parts.marker(found)
    if found.revealed:
        inside = [
            el("circle", cx=x, cy=y, r=12, class_="d2-mk open"),
            el(
                "path",
                d="M-6 3a8.500 8.500 0 0 1 12 0M-3.200 6a4.500 4.500 0 0 1 6.400 0M0-8V1",
                transform=f"translate({x:g} {y - 1:g})",
                class_="d2-mkl",
            ),
        ]
        if count > 1:
            inside.append(text(x + 14, y + 6, f"×{count}", "d2-cnt"))
    else:
        inside = [face_down(x, y, count)]
    return el("g", *inside, **thing(words, f"{count} here" if count > 1 else "", rule, found.subject))


#: The scenes in which a marker is turned over, and the notes that say so: at sea, over a city, on the way.
_TURNS = {"sighting": ("sea-hazard",), "hazards": ("hazard-revealed", "flight-hazard")}


def turned_over(act: Act | None) -> Markup:
    """4.6.1, 8.3.5, 12.6.4 The marker that a scene turns over: it lies face down, turns once, and shows its back.
    Where the scene was shown before, it lies as it was turned."""
    kinds = _TURNS.get(act.opened, ()) if act is not None else ()
    notes = [note for note in act.notes if note.kind in kinds] if act is not None else []
    if act is None or not notes:
        return Markup("")
    said = str(notes[-1].facts["hazard"])
    front = el("span", "?", class_="front", aria_hidden="true")
    back = el("span", said[:1].upper() + said[1:], class_="back")
    lies = " lies" if act.again else ""
    return el("div", el("div", front, back, class_="counter"), class_=f"turnover{lies}")


def face_down(x: float, y: float, count: int = 1) -> Markup:
    """Markers of the sea face down: a question mark over waves, and how many."""
    inside = [
        el("circle", cx=x, cy=y, r=12, class_="d2-mk"),
        el(
            "path", d="M-8 6q2.700-3 5.300 0t5.300 0 5.300 0", transform=f"translate({x:g} {y:g})", class_="d2-mkl"
        ),
        text(x, y + 3, "?", "d2-mkq", "middle"),
    ]
    if count > 1:
        inside.append(text(x + 14, y + 6, f"×{count}", "d2-cnt"))
    return el("g", *inside)


def recon_chip(found: Recon, x: float, y: float, narrow: bool = False) -> tuple[Markup, float]:
    """A Recon marker in its box, and how wide it is; a narrow one without its aeroplane."""
    start = 7 if narrow else 27
    wide = start + 7 + 8.2 * len(found.name)
    state = found.place or "away"
    inside = [
        el("rect", x=x, y=y - 13, width=wide, height=26, class_="d2-chip"),
        text(x + start, y + 5.5, found.name, "d2-chipn"),
    ]
    if not narrow:
        place = f"translate({x + 14:g} {y:g}) rotate(-90) scale(.52)"
        inside.append(el("path", d=RAIDER, transform=place, class_="d2-ours"))
    if found.distress is not None:
        state += f", {parts.marker(found.distress)}"
        inside.append(distress(x + wide - 2, y - 10))
    return el("g", *inside, **thing(f"Recon: {found.words()}", state, "10.2", found.subject)), wide
