"""The mission log and the campaign log of the B-29, filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from flakhouse.core.events import Fact, Noted
from flakhouse.games.b29.campaign import TOUR
from flakhouse.games.b29.state import Bay, Campaign, Mission, new_plane
from flakhouse.games.b29.words import (
    BURSTS,
    TANK_BOXES,
    WING_BOXES,
    Altitude,
    DoorFault,
    DoorState,
    Flak,
    FormationPlace,
    GunName,
    Position,
    Resistance,
    Squadron,
)
from flakhouse.render.b29 import damage, status
from flakhouse.render.b29.digest import Flight, Turn, read
from flakhouse.render.b29.sheets import B29Papers, Outcome
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import number
from flakhouse.web.boards.b29 import engines_of, men_of
from flakhouse.web.boards.base import BoardInput, el, join
from flakhouse.web.boards.bomber import damage as harm
from flakhouse.web.boards.bomber.b29_layout import DAMAGE_AT, LAYOUT, PLACES
from flakhouse.web.boards.bomber.parts import boxes
from flakhouse.web.forms import bomber, tour
from flakhouse.web.forms.bomber import Aircraft, Log, Rack, Row
from flakhouse.web.forms.paper import entry, pick

__all__ = ["TOLD", "campaign_form", "mission_form"]

TOLD = tour.TOLD
_PAPERS = B29Papers()
_ZONES = tuple(range(15))
_YES_NO = ("Yes", "No")
_RESULTS = {"victory": "Won", "draw": "Drawn", "defeat": "Lost", "none": "None"}
_GUNS = {
    GunName.FWD_UPPER: "Fwd upper",
    GunName.FWD_LOWER: "Fwd lower",
    GunName.AFT_UPPER: "Aft upper",
    GunName.AFT_LOWER: "Aft lower",
    GunName.TAIL: "Tail",
    GunName.TAIL_CANNON: "Tail cannon",
}
_SHORT = {
    Position.FLIGHT_ENGINEER: "Engineer",
    Position.RADIO_OPERATOR: "Radio",
    Position.LEFT_GUNNER: "Left",
    Position.RIGHT_GUNNER: "Right",
    Position.RADAR_OPERATOR: "Radar",
    Position.TAIL_GUNNER: "Tail",
}


def mission_form(record: Record, given: BoardInput) -> Markup:
    """The mission log of a record, with the state of its flight if there is one."""
    m = given.state if isinstance(given.state, Mission) else None
    outcome = _PAPERS.outcome(record)
    flight = read(record.events)
    facts: dict[str, Fact] = {}
    for event in flight.noted(*_PAPERS.front_kinds):
        facts.update(event.facts)
    out, back = _rows(flight, m)
    aboard = men_of(m) if m is not None else None
    fates = {position.value: man.fate for position, man in m.men.items()} if m is not None else {}
    stands = bomber.stands(outcome, *((m.turn, m.zone, m.leg.value) if m is not None else (0, 0, "")))
    return bomber.mission(
        record,
        Log(
            "emblem-b29",
            f"B-29 over Japan · {stands}",
            _number(record, m, outcome, facts),
            _fields(record, m, outcome, facts, flight),
            _ZONES,
            m.target.zone if m is not None else None,
            out,
            back,
            bomber.men(aboard, fates, outcome, flight, given, PLACES, _PAPERS.fates),
            _aircraft(m, record),
            _racks(m),
            ("Fuel, boxes", _fuel(m)),
            bomber.notes(record, flight),
            bomber.results(flight, outcome, bomber.now(m), _RESULTS),
        ),
    )


def _number(record: Record, m: Mission | None, outcome: Outcome | None, facts: Mapping[str, Fact]) -> str:
    """The number of the mission in the tour."""
    if (m is not None and m.training) or (outcome is not None and outcome.training):
        return "Truk"
    if facts.get("mission"):
        return str(facts["mission"])
    return str(m.number if m is not None else outcome.mission if outcome is not None else record.number)


# ------------------------------------------------------------------ the fields


def _fields(
    record: Record, m: Mission | None, outcome: Outcome | None, facts: Mapping[str, Fact], flight: Flight
) -> list[Markup]:
    """What the briefing said."""
    name = outcome.bomber.name if outcome is not None else str(facts.get("bomber", ""))
    city = altitude = place = squadron = expected = escort = flak = None
    if m is not None:
        city = f"{m.target.city}, {m.target.kind.value}, zone {m.target.zone}"
        altitude, place, squadron = m.altitude.name, m.place.value, m.squadron.value
        expected, escort = m.expected.value, "Yes" if m.escort_available else "No"
        flak = m.flak.value if m.flak is not Flak.NONE or m.bomb_run else None
    elif outcome is not None:
        city, altitude = f"{outcome.target}, {outcome.target_type}", outcome.altitude
    disrupted = "Yes" if m is not None and m.disrupted else "No" if m is not None and m.assembled else None
    light = ("Day", "Night")
    ready = m is not None and "take_off" in facts
    if m is not None and not ready and not record.events:
        ready = True
    return [
        entry("Bomber", name, 2),
        entry("Target", city, 2),
        pick("Mission", light, _light(m.night if m else outcome.night if outcome else None)),
        entry("Date", None),
        pick("Take-off", light, _light(m.times.take_off) if m and ready else None),
        pick("Landing due", light, _light(m.times.landing) if m and ready else None),
        pick("Altitude", [level.name for level in reversed(Altitude)], altitude),
        pick("Place", [one.value for one in FormationPlace], place),
        pick("Squadron", [one.value for one in Squadron], squadron),
        pick("Escort", _YES_NO, escort),
        pick("Expected resistance", [one.value for one in Resistance], expected, 2),
        entry("Formation assembly", _assembly(flight, m), 2),
        pick("Disrupted", _YES_NO, disrupted),
        entry("Flak", flak),
    ]


def _light(night: bool | None) -> str | None:
    """Day or night; None if it is not known."""
    return None if night is None else "Night" if night else "Day"


def _assembly(flight: Flight, m: Mission | None) -> str | None:
    """Whether and where the formation came together."""
    for event in flight.noted("assembled", "no-assembly"):
        if event.kind == "no-assembly":
            return f"missed: {event.facts.get('why', '')}"
        how = "tight, " if event.facts.get("tight") else "difficult, " if event.facts.get("difficult") else ""
        return f"{how}zone {event.facts.get('zone', '')}"
    return "none, alone by night" if m is not None and m.night else None


# ------------------------------------------------------------------ the zones


def _rows(flight: Flight, m: Mission | None) -> tuple[list[Row], list[Row]]:
    """The rows of the way out and of the way home."""
    out, back = bomber.legs(flight)
    fuel = m is None or m.options.fuel
    found: list[list[Row]] = []
    for leg in (out, back):
        rows = [
            Row("Turn", bomber.cells(leg, bomber.turns)),
            Row("Weather", bomber.cells(leg, bomber.sky)),
            Row("Course", bomber.cells(leg, _course)),
            Row("Altitude", bomber.cells(leg, _altitude)),
            Row("Formation", bomber.cells(leg, bomber.formations)),
        ]
        if leg is out:
            rows.append(bomber.modifiers(m.target.modifiers if m is not None else {}))
        rows.append(Row("Fighters", bomber.cells(leg, bomber.fighters)))
        if fuel:
            rows.append(Row("Fuel used", bomber.cells(leg, _used)))
        found.append(rows)
    return found[0], found[1]


def _course(turns: Sequence[Turn]) -> object:
    """On course or off it."""
    told = [turn.off_course for turn in turns if turn.off_course is not None and turn.zone]
    return "" if not told else "off" if any(told) else "on"


def _altitude(turns: Sequence[Turn]) -> object:
    """The altitude there, at the last."""
    return turns[-1].altitude if turns[-1].zone else ""


def _used(turns: Sequence[Turn]) -> object:
    """Boxes crossed off there, leaks too."""
    boxes = 0
    for turn in turns:
        for event in turn.events:
            if isinstance(event, Noted) and event.kind in ("fuel", "fuel-leak"):
                boxes += number(event, "boxes")
            elif isinstance(event, Noted) and event.kind == "fuel-restored":
                boxes -= number(event, "boxes")
    return str(boxes) if boxes else ""


# ------------------------------------------------------------------ crew, aircraft, stores


def _aircraft(m: Mission | None, record: Record) -> Aircraft:
    """The damage."""
    if m is None:
        return Aircraft(LAYOUT, engines_of(new_plane()), (), (), record.outcome is None and bool(record.events))
    broken = damage.damage(m)
    fires = [f"fire in {section.value}" for section in m.plane.fires]
    bays = [
        f"bays: {status.bay_words(name, bay)}"
        for name, bay in (("forward", m.plane.fwd), ("aft", m.plane.aft))
        if _faulty(bay)
    ]
    told = [*fires, *(one.words for one in broken), *bays]
    return Aircraft(LAYOUT, engines_of(m.plane), harm.spots(broken, DAMAGE_AT), told)


def _faulty(bay: Bay) -> bool:
    """Whether something is wrong with the doors or the release of a bay."""
    sound = bay.doors in (DoorState.SHUT, DoorState.OPEN) and bay.fault is DoorFault.NONE
    damaged = bay.release_damaged or (bay.doors_damaged and bay.doors is DoorState.SHUT)
    return damaged or not sound


def _racks(m: Mission | None) -> list[Rack]:
    """The guns."""
    if m is None:
        return [Rack(label, BURSTS[gun], BURSTS[gun]) for gun, label in _GUNS.items()]
    return [
        Rack(_GUNS[name], gun.bursts if gun.armed else None, BURSTS[name], status.gun_fault(gun))
        for name, gun in m.plane.guns.items()
    ]


def _fuel(m: Mission | None) -> Markup:
    """Wing tanks and the tanks in the bays; used boxes are crossed."""
    if m is not None and not m.options.fuel:
        return el("p", "Not counted in this rule set.", class_="sm")
    wing = m.plane.wing_boxes if m is not None else WING_BOXES
    parts = [el("div", boxes("Wing tanks", wing, WING_BOXES), el("span", wing, class_="num"), class_="fw")]
    tanks: list[Markup] = []
    for name, bay in (("Fwd bay", m.plane.fwd), ("Aft bay", m.plane.aft)) if m is not None else ():
        if bay.tank_fitted and not bay.tank_jettisoned:
            tanks.append(el("span", f"{name} ", boxes(name, bay.tank_boxes, TANK_BOXES)))
        else:
            tanks.append(el("span", f"{name}: {'jettisoned' if bay.tank_jettisoned else 'no tank'}"))
    if m is not None:
        tanks.append(el("b", f"{wing + m.plane.tank_fuel()} left"))
    return join((*parts, el("div", *tanks, class_="fa")))


# ------------------------------------------------------------------ the tour


_SHEET = tour.Sheet(
    "B-29 over Japan",
    "emblem-b29",
    TOUR,
    "thirty-five",
    tuple((position.value, _SHORT.get(position, position.value)) for position in Position),
    _PAPERS.fates,
)


def campaign_form(records: Sequence[Record], given: BoardInput | None = None) -> Markup:
    """The campaign log: a row for each flight and for each mission still to fly. `given`: the flight under way."""
    return tour.campaign(_SHEET, Campaign, Mission, records, given)
