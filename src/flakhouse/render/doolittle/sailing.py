"""The Naval Map in text: Sea Areas, turns, the layout of the Task Force, Recon, and the carrier deck."""

from __future__ import annotations

from flakhouse.games.doolittle.state import Raid, Recon, Ship
from flakhouse.games.doolittle.words import Fate
from flakhouse.render.doolittle import parts

__all__ = ["PORT", "area", "deck", "layout", "lines", "recon", "sea_map", "ship", "ship_state", "turn_name"]

PORT = "Port"
_PLACES = ("Hangar", "Local Recon", "Low CAP", "High CAP", "Sea Area")


def turn_name(r: Raid) -> str:
    """9.2 The Naval Turn: "April 6-7"."""
    turns = parts.chart(r, "naval-turns").labels
    return turns[min(r.task_force.turn, len(turns) - 1)]


def lines(r: Raid, width: int = 80) -> list[str]:
    """9.0 The whole map: turns, Sea Areas from west to east, layout, Recon."""
    found = sea_map(r, width)
    found += parts.wrap(
        "RV, port: numbers for the rendezvous and for returning to port. draws: hazards, in a storm; more with "
        "the Alert Level, so many failed tests, or so many Enemy Signals on the map.",
        width,
    )
    found += ["", *layout(r, width), *recon(r, width)]
    return found + groups(r, width)


def sea_map(r: Raid, width: int = 80) -> list[str]:
    """9.1, 9.2 Turns and Sea Areas alone."""
    found = [*parts.wrap(_heading(r), width), *parts.row("Turns", _track(r), width)]
    head = ("", "Sea Area", "weather", "RV", "port", "draws", "here")
    areas = parts.chart(r, "sea-areas").labels
    return found + parts.table(head, [_row(r, name) for name in (*reversed(areas), PORT)], width)


def _heading(r: Raid) -> str:
    """Turn, fuel, rendezvous and launch as planned."""
    force = r.task_force
    words = [turn_name(r), "fueled" if force.fueled else "low on fuel"]
    words.append("TF-16 has joined" if force.joined else _plan(r))
    if force.launch_area:
        words.append(f"launch planned in {force.launch_area}")
    if not force.enterprise:
        words.append("without the Enterprise")
    for holds, what in (
        (force.delayed, "TF-16 is delayed"),
        (force.turned_back, "turned back"),
        (force.deck == "fire", "fire on deck"),
        (force.deck == "wrecked", "the deck is wrecked"),
        (bool(force.storm_area), "storm felt this turn"),
    ):
        if holds:
            words.append(what)
    if force.red_flags:
        words.append(f"red flags: {parts.markers(force.red_flags)}")
    return "; ".join(word for word in words if word) + "."


def _plan(r: Raid) -> str:
    force = r.task_force
    return f"rendezvous planned in {force.rv_area}, {force.rv_turn}" if force.rv_area else ""


def _track(r: Raid) -> str:
    """9.2 The Naval Turn Track; the turn now in brackets."""
    names = [name.removeprefix("April ") for name in parts.chart(r, "naval-turns").labels]
    at = min(r.task_force.turn, len(names) - 1)
    marked = [f"[{name}]" if i == at else name for i, name in enumerate(names)]
    return f"April {' '.join(marked)}."


def _row(r: Raid, name: str) -> tuple[str, ...]:
    """9.1 One Sea Area with all that is there."""
    force = r.task_force
    mark = ">" if force.area == name else ""
    if name == PORT:
        return (mark, name, "", "", "", "", "Task Force" if mark else "")
    box = parts.look(r, "sea-areas", name, "weather box")
    weather = r.weather.get(box)
    draws = f"{parts.look(r, 'sea-areas', name, 'base')}/{parts.look(r, 'sea-areas', name, 'base in storm')}"
    extra = parts.look(r, "sea-areas", name, "extra")
    return (
        mark,
        name,
        weather.value if weather is not None else "?",
        parts.look(r, "sea-areas", name, "rv"),
        parts.look(r, "sea-areas", name, "rtp"),
        f"{draws} {extra}",
        area(r, name),
    )


def area(r: Raid, name: str) -> str:
    """What is in a Sea Area."""
    force = r.task_force
    here = ["Task Force"] if force.area == name else []
    here += ["rendezvous"] if force.rv_area == name and not force.joined else []
    here += ["launch"] if force.launch_area == name else []
    if force.signals.get(name):
        here.append(parts.markers(force.signals[name]))
    for sub in force.submarines:
        if sub.area == name and not sub.sunk:
            here.append(f"{sub.name} (submarine{', in contact' if sub.contact else ''})")
    here += [f"{len(ships)} detached" for where, ships in force.groups if where == name]
    return ", ".join(here)


# ------------------------------------------------------------------ layout, Recon, groups


def ship(found: Ship) -> str:
    """10.1 A ship and its state: "Monssen (DD, damaged)"."""
    return f"{found.name} ({', '.join(ship_state(found))})"


def ship_state(found: Ship) -> list[str]:
    """10.1 The type of a ship, and what is wrong with her."""
    words = [found.kind]
    if found.sunk:
        words.append("sunk")
    elif found.damaged:
        words.append("damaged")
    if found.distress:
        words.append(parts.markers(found.distress))
    elif found.slow() and not found.sunk:
        words.append("slow")
    return words


def layout(r: Raid, width: int) -> list[str]:
    """9.5 The ships by space, with the room taken and left; empty spaces share a line."""
    ships = r.task_force.ships
    if not ships:
        return ["No ship has sailed yet."]
    body: list[tuple[str, ...]] = []
    empty: list[str] = []
    for space in parts.chart(r, "layout").labels:
        here = [s for s in ships if s.space == space and not s.sunk]
        room = parts.look(r, "layout", space, "capacity")
        if here:
            taken = sum(s.size for s in here if not (space == "Astern Far" and s.slow()))
            body.append((space, f"{taken} of {room}", ", ".join(ship(s) for s in here)))
        else:
            empty.append(f"{space} ({room})")
    found = parts.table(("Layout", "room", "ships"), body, width)
    found += parts.row("Empty", ", ".join(empty) + "." if empty else "", width)
    sunk = ", ".join(s.name for s in ships if s.sunk)
    return found + parts.row("Sunk", f"{sunk}." if sunk else "", width)


def recon(r: Raid, width: int) -> list[str]:
    """10.2 The Recon markers by their boxes."""
    there = [x for x in r.task_force.recon if not x.lost]
    texts = []
    for place in _PLACES:
        names = [_recon(x) for x in there if x.place == place]
        if names:
            texts.append(f"{place}: {', '.join(names)}")
    gone = [x.words() for x in r.task_force.recon if x.lost]
    texts += [f"lost: {', '.join(gone)}"] if gone else []
    return parts.row("Recon", "; ".join(texts) + "." if texts else "", width)


def _recon(found: Recon) -> str:
    return found.words() + (f" ({parts.marker(found.distress)})" if found.distress is not None else "")


def groups(r: Raid, width: int) -> list[str]:
    """12.1.4 Ships that have left for Pearl Harbor."""
    found: list[str] = []
    for where, ships in r.task_force.groups:
        found += parts.row("Detached", f"in {where}: {', '.join(ship(s) for s in ships)}.", width)
    return found


# ------------------------------------------------------------------ the carrier deck


def deck(r: Raid, width: int) -> list[str]:
    """12.3 The B-25s on the Hornet's deck in the order they stand."""
    there = [b for b in r.squadron if b.fate is Fate.DECK]
    if not there:
        return []
    wide = max(len(b.name()) for b in there) + 1
    abreast = (width - parts.LABEL) // wide
    found: list[str] = []
    for i in range(0, len(there), abreast):
        label = f"Deck ({len(there)})" if i == 0 else ""
        names = "".join(b.name().ljust(wide) for b in there[i : i + abreast])
        found.append((label.ljust(parts.LABEL) + names).rstrip())
    return found
