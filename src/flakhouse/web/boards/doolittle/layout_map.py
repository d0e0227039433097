"""The Task Force Layout: spaces round the carriers, ships in them, Recon in its boxes, and who attacks."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from flakhouse.games.doolittle.questions import layout
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.render.doolittle import parts, sailing
from flakhouse.web.boards.base import NOTHING, Open, el, svg, text, thing
from flakhouse.web.boards.doolittle import marks
from flakhouse.web.boards.doolittle.strikes import Attack, Attacker

__all__ = ["draw"]

_WIDE, _TALL = 1000.0, 452.0


class _Space(NamedTuple):
    """Where a space of the layout is drawn: its outline, its ships, its middle and the way in."""

    outline: str
    x: float  # of the first ship
    y: float
    columns: int
    step: float
    rows: int
    label: tuple[float, float]
    middle: tuple[float, float]


#: 9.5 Bow to the left as on the deck: starboard is above, port below. The inner ring touches at its corners.
_SPACES = {
    "Center": _Space("M346 162H654V290H346Z", 400, 196, 1, 0, 4, (358, 180), (500, 226)),
    "Ahead": _Space("M190 80L346 162V290L190 372Z", 228, 200, 1, 0, 4, (204, 176), (268, 226)),
    "Ahead Far": _Space("M6 112H180V340H6Z", 44, 168, 1, 0, 6, (16, 134), (93, 226)),
    "Astern": _Space("M810 80L654 162V290L810 372Z", 694, 200, 1, 0, 4, (670, 176), (732, 226)),
    "Astern Far": _Space("M820 112H994V340H820Z", 858, 168, 1, 0, 6, (830, 134), (907, 226)),
    "Starboard": _Space("M190 80H810L654 162H346Z", 372, 122, 2, 150, 2, (306, 100), (500, 112)),
    "Starboard Far": _Space("M346 6H654V72H346Z", 384, 48, 2, 150, 1, (358, 26), (500, 40)),
    "Port": _Space("M190 372H810L654 290H346Z", 372, 318, 2, 150, 2, (306, 362), (500, 334)),
    "Port Far": _Space("M346 380H654V446H346Z", 384, 424, 2, 150, 1, (358, 400), (500, 412)),
}
#: How large ships are drawn, and where their names begin.
_SIZES = {"CV": (1.0, 60), "CA": (0.86, 38), "CL": (0.88, 38), "AO": (0.95, 38)}
#: 10.2 The boxes of the Recon markers, in the corners.
_BOXES = {
    "High CAP": (6, 6, 164),
    "Low CAP": (178, 6, 160),
    "Sea Area": (662, 6, 332),
    "Hangar": (6, 380, 332),
    "Local Recon": (662, 380, 164),
}


def draw(r: Raid, attack: Attack | None, iboat: str, asked: Open = NOTHING) -> Markup:
    """9.5 The whole layout."""
    inside: list[object] = [
        _space(r, name, iboat, asked) for name in parts.chart(r, "layout").labels if name in _SPACES
    ]
    inside += [_box(r, place, *at, asked) for place, at in _BOXES.items()]
    inside.append(_gone(r))
    if iboat in _SPACES:
        x, y = _SPACES[iboat].middle
        words = [marks.hull("DD", x + 40, y + 28, 1.0), text(x + 70, y + 34, "I-Boat", "d2-name bad")]
        inside.append(el("g", *words, class_="d2-enemy", **thing("I-Boat", f"seen at {iboat}", "12.6.6")))
    if attack is not None:
        inside += [_attacker(r, one, i) for i, one in enumerate(attack.attackers)]
    on = [s for s in r.task_force.ships if s.space]
    hurt = [s.name for s in on if s.damaged]
    desc = f"{len(on)} ships, bow to the left. Damaged: {', '.join(hurt) or 'none'}."
    if attack is not None:
        desc += " " + "; ".join(f"{a.kind}: {a.told or _way(a)}" for a in attack.attackers)
    return svg("d2-layout", f"0 0 {_WIDE:g} {_TALL:g}", "Task Force Layout", desc, *inside, class_="d2-map")


# ------------------------------------------------------------------ spaces


def _space(r: Raid, name: str, iboat: str, asked: Open) -> Markup:
    """9.5.1 A space with its ships and the room they take."""
    place = _SPACES[name]
    here = [s for s in r.task_force.ships if s.space == name and not s.sunk]
    room = parts.look(r, "layout", name, "capacity")
    taken = sum(s.size for s in here if not (name == "Astern Far" and s.slow()))
    told = f"{taken} of {room} taken" + (f": {', '.join(sailing.ship(s) for s in here)}" if here else ", empty")
    x, y = place.label
    subject = layout.space(name)
    hot = " hot" if name == iboat else " may" if asked.may(subject) else ""
    inside: list[object] = [
        el("path", d=place.outline, class_=f"d2-space{' core' if name == 'Center' else ''}{hot}"),
        text(x, y, f"{name}", "d2-sp"),
    ]
    if name in ("Starboard", "Port"):
        inside.append(text(694, y, f"{taken}/{room}", "d2-room", "end"))
    else:
        inside.append(text(x + 8.3 * len(name) + 12, y, f"{taken}/{room}", "d2-room"))
    return el("g", el("g", *inside, **thing(name, told, "9.5.1", subject)), *_ships(place, here, asked))


def _ships(place: _Space, here: list[Ship], asked: Open) -> list[Markup]:
    """The ships of a space in rows; what does not fit is counted."""
    fit = place.columns * place.rows
    shown = here if len(here) <= fit else here[: fit - 1]
    found: list[Markup] = []
    for i, one in enumerate(shown):
        row, column = divmod(i, place.columns)
        scale, start = _SIZES.get(one.kind, (1.05, 40 if place.columns == 1 else 38))
        x, y = place.x + column * place.step, place.y + 26 * row
        if one.kind == "CV":
            x += 8
        found.append(marks.ship(one, x, y, x + start, scale, asked.look(one.subject)))
    if len(here) > len(shown):
        row, column = divmod(len(shown), place.columns)
        names = ", ".join(s.name for s in here[len(shown) :])
        more = text(
            place.x - 24 + column * place.step,
            place.y + 26 * row + 5,
            f"and {len(here) - len(shown)} more",
            "d2-fine",
        )
        found.append(el("g", more, **thing("More ships here", names, "9.5.1")))
    return found


def _box(r: Raid, place: str, x: float, y: float, wide: float, asked: Open) -> Markup:
    """10.2 A box for Recon markers."""
    here = [one for one in r.task_force.recon if not one.lost and one.place == place]
    told = ", ".join(one.name for one in here) or "empty"
    subject = layout.space(place)
    inside: list[object] = [
        el("rect", x=x, y=y, width=wide, height=66, class_="d2-rbox may" if asked.may(subject) else "d2-rbox"),
        text(x + 10, y + 20, place, "d2-sp"),
    ]
    at = x + 8
    names: list[Markup] = []
    narrow = sum(40 + 8.2 * len(one.name) for one in here) > wide - 10
    for one in here:
        chip, width = marks.recon_chip(one, at, y + 46, narrow)
        names.append(chip)
        at += width + 6
    return el("g", el("g", *inside, **thing(place, told, "10.2", subject)), *names)


def _gone(r: Raid) -> Markup:
    """Ships sunk, Recon lost, ships detached: counted in the last corner."""
    force = r.task_force
    sunk = [s.name for s in force.ships if s.sunk]
    lost = [x.words() for x in force.recon if x.lost]
    away = [s.name for _, ships in force.groups for s in ships if not s.sunk and not s.space]
    inside: list[object] = [
        el("rect", x=834, y=380, width=160, height=66, class_="d2-rbox"),
        text(844, 400, "Gone", "d2-sp"),
    ]
    words = [
        f"{word} {', '.join(names)}" for word, names in (("sunk", sunk), ("lost", lost), ("home", away)) if names
    ]
    shown = "; ".join(words) or "none"
    for i, line in enumerate(_lines(shown, 19)[:2]):
        inside.append(text(844, 420 + 18 * i, line, "d2-fine"))
    return el("g", *inside, **thing("Ships sunk, Recon lost, ships sent home", shown, "10.1.1"))


def _lines(words: str, wide: int) -> list[str]:
    """A text in lines; the second one ends with three dots where more would follow."""
    found = parts.wrap(words, wide, hang="")
    if len(found) > 2:
        found[1] = f"{found[1][: wide - 2]} …"
    return found


# ------------------------------------------------------------------ the strike


def _way(one: Attacker) -> str:
    return f"on {one.ship}" if one.ship else f"by {', '.join(one.spaces)}"


def _attacker(r: Raid, one: Attacker, number: int) -> Markup:
    """11.4.1 A marker of the wave on its way in, or crossed where it has been shot down."""
    ship = next((s for s in r.task_force.ships if s.name == one.ship), None)
    names = one.spaces or ((ship.space or "Center",) if ship is not None else ("Center",))
    points = [_SPACES[name].middle for name in names if name in _SPACES] or [_SPACES["Center"].middle]
    shift = 14 * (number - 1)
    way = [(x + shift, y + shift * 0.6) for x, y in points]
    if names[0] in ("Port Far", "Starboard Far"):  # beside the ships there
        way[0] = (way[0][0] + 116, way[0][1])
    if len(way) == 1:
        x, y = _at(r, ship) if ship is not None else way[0]
        way = [(x + 96, y - 40), (x + 34, y - 6)]
    (ax, ay), (bx, by) = way[0], way[1]
    turn = _turn(bx - ax, by - ay)
    line = el("polyline", points=" ".join(f"{x:g},{y:g}" for x, y in way), class_="d2-way")
    inside: list[object] = [] if one.down else [line]
    inside.append(marks.raider(ax, ay, turn))
    if one.down:
        inside.append(marks.crossed(ax, ay, 14))
    label = one.kind.split()[0] + (f": {one.result}" if one.result else "")
    left = names[0] in ("Port Far", "Starboard Far")
    inside.append(text(ax - 22 if left else ax + 22, ay - 12, label, "d2-name bad", "end" if left else ""))
    return el("g", *inside, class_="d2-enemy", **thing(one.kind, one.told or _way(one), "11.4"))


def _at(r: Raid, ship: Ship) -> tuple[float, float]:
    """Where a ship is drawn."""
    place = _SPACES.get(ship.space, _SPACES["Center"])
    here = [s for s in r.task_force.ships if s.space == ship.space and not s.sunk]
    row, column = divmod(here.index(ship) if ship in here else 0, place.columns)
    return place.x + column * place.step, place.y + 26 * min(row, place.rows - 1)


def _turn(dx: float, dy: float) -> float:
    """The way a nose must point: up is 0; only quarters and eighths are needed."""
    if not dx and not dy:
        return 0
    if abs(dx) > 2 * abs(dy):
        return 90 if dx > 0 else -90
    if abs(dy) > 2 * abs(dx):
        return 180 if dy > 0 else 0
    return (135 if dy > 0 else 45) * (1 if dx > 0 else -1)
