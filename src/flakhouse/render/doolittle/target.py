"""A target map in text: its Areas as they lie, with boxes, Blast, aircraft and what can be seen of the hazards."""

from __future__ import annotations

from itertools import count, product
from string import ascii_uppercase
from typing import NamedTuple

from flakhouse.games.doolittle.state import B25, Area, Box, CityMap, Flight, Raid
from flakhouse.games.doolittle.words import City, Fate, Side
from flakhouse.render.doolittle import parts

__all__ = ["Due", "draw_figure", "letters", "lines", "order", "to_come"]

#: How the Areas lie; a map of a player's own is shown in the order of its table.
_LIE = {
    City.TOKYO: (
        ("Tokyo West", "Tokyo North", "Tokyo East"),
        ("Kawasaki", "Tokyo Bay North", "Kisarazu"),
        ("Yokohama", "Yokosuka", "Tokyo Bay South"),
    ),
    City.NAGOYA: (
        ("Nagoya West", "Nagoya North", "Nagoya East"),
        ("Nagoya Harbor", "Nagoya Central", "Atsuta"),
        ("Ise Bay", "", ""),
    ),
    City.OSAKA_KOBE: (
        ("Kobe Central", "Amagasaki", "Osaka North"),
        ("Kobe Harbor", "Osaka Harbor", "Osaka Central"),
        ("Kobe West", "Osaka Bay", "Sakai"),
    ),
}
_ACROSS = 3


def lines(r: Raid, city: CityMap, width: int = 80, legend: bool = True) -> list[str]:
    """3.0 The whole map: its heading, the Areas, and with `legend` how to read them."""
    wide = (width - _ACROSS - 1) // _ACROSS
    rows = order(city)
    names = letters(city)
    cells = [[_area(r, city, name, names, wide) if name else [] for name in line] for line in rows]
    found = [*parts.wrap(_heading(r, city), width), *parts.grid(cells, wide)]
    if legend:
        found += parts.wrap(
            f"Boxes: number to get in / number to hit, by {r.side.value}. exit: unloaded B-25s may leave from "
            "here. max: most new hazards in a turn. to: Areas next to it. * B-25, ! hazard.",
            width,
        )
    late = [due.words() for due in to_come(r)]
    return found + (parts.wrap(f"Still to come: {'; '.join(late)}.", width) if late else [])


def letters(city: CityMap) -> dict[str, str]:
    """What each Area is called by where it is next to another: A, B, ... AA; figures are for the answers."""
    names = [name for line in order(city) for name in line if name]
    called = ("".join(pick) for many in count(1) for pick in product(ascii_uppercase, repeat=many))
    return dict(zip(names, called, strict=False))


def order(city: CityMap) -> list[tuple[str, ...]]:
    """The Areas row by row: as they lie, if these are the Areas we know."""
    known = _LIE[city.city]
    if sorted(name for line in known for name in line if name) == sorted(city.areas):
        return list(known)
    names = list(city.areas)
    names += [""] * (-len(names) % _ACROSS)
    return [tuple(names[i : i + _ACROSS]) for i in range(0, len(names), _ACROSS)]


def draw_figure(city: CityMap) -> int:
    """4.2.2 What the Detonations Track adds to each draw of hazards now."""
    return city.track[min(city.detonations, len(city.track) - 1)]


def draw_words(r: Raid, city: CityMap) -> str:
    """4.2 How many hazards each Area draws, with the reasons."""
    figure = draw_figure(city)
    many = (
        f"{figure:+d} for the bombs that have fallen" if figure > 0 else f"{figure:+d} while few bombs have fallen"
    )
    alert = f"{r.security.alert:+d} for the alert"
    return f"each area draws 1 hazard per B-25, {alert}" + (f", {many}" if figure else "")


def _heading(r: Raid, city: CityMap) -> str:
    """Which map, which turn, and what counts for every draw of hazards."""
    here = r.city is city.city
    words = [f"{city.city.value} by {r.side.value}" if here else city.city.value]
    if here and r.attack_turn:
        words += [f"Attack turn {r.attack_turn} of 9", f"{'high' if r.high else 'low'} altitude"]
    words += [
        f"Alert {r.security.alert}",
        f"{city.detonations} released so far",
        draw_words(r, city),
        f"Blast {city.blast()}",
    ]
    if city.lights_out and r.side is Side.NIGHT:
        words.append("lights out")
    return "; ".join(words) + "."


def _area(r: Raid, city: CityMap, name: str, names: dict[str, str], wide: int) -> list[str]:
    """3.2 One Area with everything in it."""
    area = city.areas[name]
    head = f"{names[name]} {name}"
    texts = [head.ljust(wide - 4) + "exit" if area.perimeter else head, _facts(area, names)]
    here = _here(r, city)
    for box in (city.boxes[box] for box in area.boxes):
        texts += _box(r, box, [b for b in here if b.area == name and b.box == box.name])
    texts += [f"! {parts.marker(m)}{', stays' if m.stay and m.revealed else ''}" for m in area.markers]
    for b25 in here:
        if b25.area == name and not b25.box:
            texts += _plane(b25)
    return parts.cell(texts, wide)


def _facts(area: Area, names: dict[str, str]) -> str:
    """Its limit, the ways out of it, its Blast."""
    ways = " ".join(sorted(names.get(name, name) for name in area.adjacent))
    return f"max {area.limit}, to {ways}" + (f", Blast {area.blast}" if area.blast else "")


def _box(r: Raid, box: Box, inside: list[B25]) -> list[str]:
    """3.3 A Target Box: numbers of this side, Blast, markers, who is in it."""
    side = r.side
    text = f"[{box.name} {box.approach[side]}/{box.blast_number[side]}]"
    found = [text + (f" Blast {box.blast}" if box.blast else "")]
    found += [f"  {parts.in_box(box, m)}" for m in box.markers]
    return found + [f"  {line}" for b25 in inside for line in _plane(b25)]


def _plane(b25: B25) -> list[str]:
    """A B-25 and the hazards on it."""
    words = [f"* {b25.pilot}", "" if b25.loaded else "no bombs", ("", "damaged", "badly hit")[min(2, b25.damage)]]
    found = [", ".join(word for word in words if word)]
    return found + [f"  ! {parts.marker(m)}" for m in (*b25.attached, *b25.assigned)]


def _here(r: Raid, city: CityMap) -> list[B25]:
    if r.city is not city.city:
        return []
    return [b for b in r.squadron if b.area and b.fate is Fate.FLYING]


# ------------------------------------------------------------------ who is not there yet


class Due(NamedTuple):
    """A B-25 that has yet to enter the map, with Area and turn where the scenario fixes them."""

    b25: B25
    area: str = ""
    turn: str = ""

    def words(self) -> str:
        """ "Hoover (2292) in Tokyo North on turn 2"."""
        return f"{self.b25.name()} in {self.area} on turn {self.turn}" if self.area else self.b25.name()


def to_come(r: Raid) -> list[Due]:
    """4.1.1 B-25s that have yet to enter the map, with turn and Area where the scenario fixes them."""
    if r.city is None or not r.attack_turn:
        return []
    if r.options.scenario > 6:
        flight = _over(r)
        waiting = [] if flight is None else flight.aircraft
        return [Due(b) for b in waiting if b.loaded and not b.area and b.fate is Fate.FLYING]
    entries = parts.chart(r, "S-entries")
    by_id = {b.id: b for b in r.squadron}
    found: list[Due] = []
    for i in range(len(entries.labels)):
        scenario, turn, area, id, _ = (column[i] for column in entries.words)
        b25 = by_id.get(id)
        if b25 is None or int(scenario) != r.options.scenario or int(turn) < r.attack_turn:
            continue
        if b25.fate is Fate.FLYING and not b25.area:
            found.append(Due(b25, area, turn))
    return found


def _over(r: Raid) -> Flight | None:
    """The Flight whose aircraft are over the city."""
    return next((f for f in r.flights if any(b.area for b in f.aircraft)), None)
