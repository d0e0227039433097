"""The raid in letters: over a city its Areas, in flight the zones, at sea the way to Japan; and the panel beside.

Nothing is shown that does not lie open on the table: a marker that has not been turned is a question mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from flakhouse.core.questions import Subject
from flakhouse.games.doolittle import points
from flakhouse.games.doolittle.state import B25, CityMap, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, Fate
from flakhouse.render.bomber.facts import count
from flakhouse.render.doolittle import flying, parts, sailing, target
from flakhouse.render.pictures import Crewman, Row, Span

__all__ = ["MARKS", "SIGNS", "panel", "picture", "small", "squadron"]

_CELL = 24  # columns of an Area
_ZONE = 5  # of a zone
_PANEL = 38
_NAME = 12
_WAYS = 11  # of the neighbours of an Area by their numbers
_SMALL = "Flying {height}. Areas and those next to them; targets: get in / hit. s: whole map."
_MOST = 12  # B-25s of which the panel tells
#: How a B-25 is by its damage, in the shapes of a crew.
_SHAPES = ("fit", "light", "serious")
#: What these shapes say of a B-25.
MARKS = {
    "fit": "sound, in the air or landed",
    "light": "damaged",
    "serious": "badly damaged",
    "gone": "down or lost",
    "dead": "destroyed",
}
#: What stands on the maps besides.
SIGNS = (
    "On the map of a city: * a B-25, ! hazards there, on a B-25 or not (2 ?: two not turned over yet; one shaken "
    "off harms nobody, but lies there until it is seen), 7/8 beside a target: the numbers to get in and to hit."
)


def picture(r: Raid, about: Sequence[Subject]) -> list[Row]:
    """The map of the moment, with what is told of lit."""
    lit = {subject.name for subject in about}
    if r.segment == "attack" and r.city is not None:
        return _city(r, r.cities[r.city], lit)
    if r.segment == "flight" and flying.up(r):
        return _zones(r, lit)
    if r.segment == "naval":
        return _sea(r)
    return []


# ------------------------------------------------------------------ over a city


def _city(r: Raid, city: CityMap, lit: set[str]) -> list[Row]:
    """3.2 The Areas as they lie: its name, who is there, what waits there."""
    rows: list[Row] = []
    for line in target.order(city):
        cells = [_area(r, city, name, lit) for name in line if name]
        for i in range(max(len(cell) for cell in cells)):
            rows.append([span for cell in cells for span in _padded(cell[i] if i < len(cell) else [])])
    return rows


def small(r: Raid, width: int = 78) -> list[str]:
    """3.2 The city for a low screen, a line for each Area: its neighbours, its targets with their numbers, who and
    what is there. `s` has the whole map."""
    assert r.city is not None
    city = r.cities[r.city]
    names = target.letters(city)
    wide = max(len(name) for name in names) + 2
    found = parts.wrap(_SMALL.format(height="high" if r.high else "low"), width)
    for name in names:
        ways = " ".join(sorted(names.get(other, other) for other in city.areas[name].adjacent))
        head = f"{names[name]} {name:<{wide - 2}}  {ways:<{_WAYS}} "
        found += wrap(head + "; ".join(_there(r, city, name)), width, subsequent_indent=" " * len(head)) or [head]
    late = [due.words() for due in target.to_come(r)]
    return [*found, *(parts.wrap(f"Still to come: {'; '.join(late)}.", width) if late else [])]


def _there(r: Raid, city: CityMap, name: str) -> list[str]:
    """What there is in an Area: B-25s, hazards, targets with the numbers to get in and to hit, Blast."""
    area = city.areas[name]
    here = [b for b in r.squadron if b.area == name and b.fate is Fate.FLYING]
    waits = [*area.markers, *(m for b in here for m in b.assigned)]
    found = [", ".join(f"*{b.pilot}" for b in here), f"!{_hazards(waits)}" if waits else ""]
    for box in (city.boxes[box] for box in area.boxes):
        text = f"{box.name} {box.approach[r.side]}/{box.blast_number[r.side]}"
        text += f" {parts.markers_in(box)[0]}" if points.carrier(box) else ""
        lying = [m for m in box.markers if not (m.revealed and m.back is Back.CARRIER)]
        text += f" !{_hazards(lying)}" if lying else ""
        found.append(f"{text} Blast {box.blast}" if box.blast else text)
    found.append(f"in no target: Blast {area.blast}" if area.blast else "")  # it scores differently (1.2)
    return [text for text in found if text]


def _area(r: Raid, city: CityMap, name: str, lit: set[str]) -> list[list[Span]]:
    """An Area: its name, its B-25s, its hazards; what is empty takes no line."""
    area = city.areas[name]
    here = [b for b in r.squadron if b.area == name and b.fate is Fate.FLYING]
    boxes = [city.boxes[box] for box in area.boxes]
    asked = name in lit or any(box.name in lit for box in boxes)
    cell: list[list[Span]] = [[(f"[{name}]" if asked else f" {name}", "lit" if asked else "")]]
    if here:
        names = ", ".join(f"*{b.pilot}" for b in here)
        cell.append([(f"  {names}", "bold" if any(b.name() in lit for b in here) else "ours")])
    afloat = [box for box in boxes if points.carrier(box)]
    cell += [[(f"  {parts.markers_in(box)[0]}", "good" if box.blast else "bold")] for box in afloat]
    lying = [m for box in boxes for m in box.markers if not (m.revealed and m.back is Back.CARRIER)]
    waits = [*area.markers, *lying, *(m for b in here for m in b.assigned)]
    if waits:
        cell.append([(f"  !{_hazards(waits)}", "bad")])
    fell = [("box", sum(box.blast for box in boxes)), ("area", area.blast)]  # they score differently (1.2)
    if any(blast for _, blast in fell):
        cell.append([(f"  Blast {', '.join(f'{where} {blast}' for where, blast in fell if blast)}", "good")])
    return cell


def _hazards(found: Sequence[Marker]) -> str:
    """Markers in few words: those that are turned by name, the others as question marks."""
    known = [one.shown() for one in found if one.revealed]
    hidden = sum(not one.revealed for one in found)
    return ", ".join([*known, *([f"{hidden} ?"] if hidden else [])])


def _padded(cell: list[Span]) -> list[Span]:
    """A line of a cell in its width."""
    text = "".join(part for part, _ in cell)
    role = cell[0][1] if cell else ""
    text = text if len(text) < _CELL else f"{text[: _CELL - 2]}…"
    return [(text, role), (" " * (_CELL - len(text)), "")]


# ------------------------------------------------------------------ in flight


def _zones(r: Raid, lit: set[str]) -> list[Row]:
    """5.0 The zones as they lie, west on the left: what they lie over, and the Flights and lone B-25s in them."""
    zones = flying.west_to_east()
    track: list[Span] = [(f"{'west':>6} ", "dim")]
    numbers: list[Span] = [(f"{'zone':>6} ", "dim")]
    flights: list[Span] = [(f"{'Flight':>6} ", "dim")]
    alone: list[Span] = [(f"{'alone':>6} ", "dim")]
    for zone in zones:
        here = flying.here(r, zone)
        told = any(f.name() in lit or any(b.name() in lit for b in f.aircraft) for f in here)
        sign = "◉" if told else "●" if here else "○"
        track += [("──", "dim"), (sign, "lit" if told else "ours" if here else "dim"), ("──", "dim")]
        numbers.append((f"{zone:^{_ZONE}}", ""))
        role = "bold" if told else "ours"
        flights.append((f"{flying.numbers(here):^{_ZONE}}", role))
        alone.append((f"{flying.alone(here):^{_ZONE}}", role))
    track.append((" east", "dim"))
    return [_regions(), numbers, track, flights, *([alone] if any(text.strip() for text, _ in alone[1:]) else [])]


def _regions() -> Row:
    """5.1 What the zones lie over; Japan stands out."""
    row: list[Span] = [(" " * 7, "")]
    for name, west, east in flying.REGIONS:
        wide = _ZONE * (west - east + 1)
        row.append((f"{name:^{wide}}", "bold" if name == "Japan" else "dim"))
    return row


# ------------------------------------------------------------------ at sea


def _sea(r: Raid) -> list[Row]:
    """9.1 The Sea Areas from port to Japan, the Task Force in its own."""
    force = r.task_force
    areas = [sailing.PORT, *parts.chart(r, "sea-areas").labels]
    at = areas.index(force.area) if force.area in areas else 0
    track: list[Span] = [("   Port ", "dim")]
    for i, name in enumerate(areas):
        marks = [m for m in force.signals.get(name, ()) if m]
        sign = "◉" if i == at else "!" if marks else "●" if i < at else "○"
        role = "lit" if i == at else "bad" if marks else "" if i < at else "dim"
        track += [(sign, role), ("──" if i < at else "··", "dim") if i + 1 < len(areas) else ("", "")]
    track.append((" Japan", "dim"))
    here: list[Span] = [("   ", ""), (force.area, "bold"), (f": {sailing.area(r, force.area)}", "")]
    ahead = areas[at + 1] if at + 1 < len(areas) else ""
    if ahead:
        told = sailing.area(r, ahead)
        here.append((f"; ahead {ahead}{f' ({told})' if told else ''}", "dim"))
    return [track, here]


# ------------------------------------------------------------------ the squadron, and the panel


def squadron(r: Raid) -> list[Crewman]:
    """2.1 The B-25s of the raid as a crew is shown: sound, damaged, badly damaged, down or lost."""
    flown = [b for b in r.squadron if b.fate is not Fate.RESERVE and b.fate is not Fate.LEFT_BEHIND]
    return [Crewman("", b.pilot, b.name(), _shape(b)) for b in flown]


def _shape(b25: B25) -> str:
    if b25.fate in parts.LOST:
        return "dead" if b25.fate is Fate.DESTROYED else "gone"
    return _SHAPES[min(2, b25.damage)]


def panel(r: Raid) -> list[Row]:
    """Flights with their fuel, the B-25s, security; nothing as long as it is planned, which the form adds up."""
    rows: list[Row] = []
    if r.segment == "planning":
        return rows
    aloft = flying.up(r)
    if aloft and r.segment in ("flight", "attack"):
        rows.append([("Flights", "dim")])
        rows += [_flight(flight) for flight in aloft]
        rows.append([])
    there = [b for b in r.squadron if b.fate in (Fate.FLYING, Fate.DECK, Fate.LANDED)]
    if there:
        rows.append([(f"B-25s, {len(there)}{''.join(f', {words}' for words in parts.losses(r))}", "dim")])
        rows += [_b25(b) for b in there if _worth(b)][:_MOST]
        sound = ", ".join(b.pilot for b in there if not _worth(b))
        rows += [[("● " if not i else "  ", "ours"), (line, "")] for i, line in enumerate(wrap(sound, _PANEL - 2))]
        rows.append([])
    if r.segment == "attack" and r.city is not None:
        rows += _waiting(r, r.cities[r.city])
    rows.append([("Alert ", "dim"), (str(r.security.alert), "bold")])
    if parts.tested(r):
        rows.append([("Risk  ", "dim"), (f"{r.security.risk}; a Secrecy Test fails {parts.leak(r)}", "")])
    return [_cut(row) for row in rows]


def _flight(flight: Flight) -> Row:
    """A Flight: where, fuel as boxes of two hours, how many B-25s; of one alone, whose it is."""
    name = f"{'alone' if flight.independent else flight.number!s:<6}"
    low = flight.fuel <= 1
    fuel = "■" * min(flight.fuel, 9) or "fumes"
    return [
        (name, "ours"),
        (f"zone {flight.zone:<3} fuel ", ""),
        (f"{fuel:<9}", "warning" if low else ""),
        (f" {flight.name()}" if flight.independent else f" {count(len(flight.aircraft), 'B-25', 'B-25s')}", ""),
    ]


def _worth(b25: B25) -> bool:
    """Whether there is something to say of a B-25."""
    return bool(b25.damage or b25.fumes or b25.attached or b25.assigned) or not b25.loaded


def _b25(b25: B25) -> Row:
    """A B-25: its pilot, damage, what is the matter with it."""
    sign, role = (("●", "ours"), ("◐", "warning"), ("▲", "bad"))[min(2, b25.damage)]
    told = [parts.damage(b25), "on fumes" if b25.fumes else "", "" if b25.loaded else "bombs gone"]
    told += [_hazards([*b25.attached, *b25.assigned])]
    words = ", ".join(word for word in told if word)
    return [(f"{b25.pilot[: _NAME - 1]:<{_NAME}}", ""), (sign, role), (f" {words}", role if b25.damage else "dim")]


def _waiting(r: Raid, city: CityMap) -> list[Row]:
    """What lies on the map of a city."""
    found = [m for area in city.areas.values() for m in area.markers]
    found += [m for box in city.boxes.values() for m in box.markers]
    blast = city.blast()
    return [
        [("Hazards on the map ", "dim"), (str(len(found)), "bad" if found else "")],
        [("Blast ", "dim"), (str(blast), "")],
    ]


def _cut(row: Row) -> Row:
    """A row of the panel in its width."""
    left, found = _PANEL, []
    for text, role in row:
        found.append((text[:left], role))
        left -= len(text[:left])
    return found
