"""The mission log and the campaign log of the B-17, filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from flakhouse.core.events import Fact
from flakhouse.games.b17.campaign import TOUR
from flakhouse.games.b17.state import Campaign, Mission, new_plane
from flakhouse.games.b17.words import AMMO, End, Flak, FormationPlace, GunName, Position, Result, Squadron
from flakhouse.render.b17 import status
from flakhouse.render.b17.digest import Flight, Turn, read
from flakhouse.render.b17.sheets import B17Papers, Outcome
from flakhouse.render.base import Record
from flakhouse.web.boards.b17 import broken_of, engines_of, men_of
from flakhouse.web.boards.base import BoardInput, el, join
from flakhouse.web.boards.bomber import damage as harm
from flakhouse.web.boards.bomber.b17_layout import DAMAGE_AT, LAYOUT, PLACES
from flakhouse.web.boards.bomber.parts import boxes
from flakhouse.web.forms import bomber, tour
from flakhouse.web.forms.bomber import Aircraft, Log, Rack, Row
from flakhouse.web.forms.paper import entry, pick

__all__ = ["TOLD", "campaign_form", "mission_form"]

TOLD = tour.TOLD
_PAPERS = B17Papers()
_ZONES = tuple(range(9))
_CHARGES, _EXTINGUISHERS = 2, 5
_YES_NO = ("Yes", "No")
_RESULTS = {Result.VICTORY.value: "Won", Result.DRAW.value: "Drawn", Result.DEFEAT.value: "Lost"}
_SHORT = {
    Position.RADIO_OPERATOR: "Radio",
    Position.BALL_GUNNER: "Ball",
    Position.PORT_WAIST: "Port",
    Position.STARBOARD_WAIST: "Starboard",
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
    number = facts.get("mission") or (m.number if m else outcome.mission if outcome else record.number)
    out, back = _rows(flight, m)
    aboard = men_of(m) if m is not None else None
    fates = {position.value: man.fate for position, man in m.men.items()} if m is not None else {}
    stands = bomber.stands(outcome, *((m.turn, m.zone, m.leg.value) if m is not None else (0, 0, "")))
    return bomber.mission(
        record,
        Log(
            "emblem-b17",
            f"B-17 over Europe · {stands}",
            str(number),
            _fields(m, outcome, facts),
            _ZONES,
            m.target.zone if m is not None else None,
            out,
            back,
            bomber.men(aboard, fates, outcome, flight, given, PLACES, _PAPERS.fates),
            _aircraft(m, record),
            _racks(m),
            ("Fire charges, extinguishers, fuel", _stores(m)),
            bomber.notes(record, flight),
            bomber.results(flight, outcome, bomber.now(m), _RESULTS),
        ),
    )


def _fields(m: Mission | None, outcome: Outcome | None, facts: Mapping[str, Fact]) -> list[Markup]:
    """What the briefing said, and how it stands."""
    name = outcome.bomber.name if outcome is not None else str(facts.get("bomber", ""))
    city = place = squadron = flak = weather = base = formation = None
    if m is not None:
        city = f"{m.target.city}, {m.target.kind.value}, zone {m.target.zone}"
        place, squadron = m.place.value, m.squadron.value if m.squadron else None
        flak = m.flak.value if m.flak is not Flak.NONE or m.bomb_run else None
        weather = m.weather.value if m.weather_rolled else None
        base = m.base_weather.value if m.end is not End.FLYING else None
        formation = "In" if m.in_formation else "Out"
    elif outcome is not None:
        city, place, squadron = f"{outcome.target}, {outcome.target_type}", outcome.place, outcome.squadron
    aborted = (
        None if m is None else "Yes" if m.aborted else "No" if m.bomb_run or m.end is not End.FLYING else None
    )
    feet = str(m.rabbits_feet) if m is not None and m.rabbits_feet else None
    sky = ("Good", "Poor", "Bad")
    return [
        entry("Bomber", name, 2),
        entry("Target", city, 2),
        entry("Date", None),
        entry("Rabbit's feet", feet),
        pick("Place", [one.value for one in FormationPlace], place, 2),
        pick("Squadron", [one.value for one in Squadron], squadron, 2),
        pick("Formation", ("In", "Out"), formation),
        pick("Aborted", _YES_NO, aborted),
        pick("Weather over the target", sky, weather, 2),
        pick("Flak over the target", [one.value for one in Flak], flak, 2),
        pick("Weather at base", sky, base, 2),
    ]


# ------------------------------------------------------------------ the zones


def _rows(flight: Flight, m: Mission | None) -> tuple[list[Row], list[Row]]:
    """The rows of the way out and of the way home."""
    out, back = bomber.legs(flight)
    found: list[list[Row]] = []
    for leg in (out, back):
        rows = [
            Row("Turn", bomber.cells(leg, bomber.turns)),
            Row("Weather", bomber.cells(leg, bomber.sky)),
            Row("Altitude, 1000 ft", bomber.cells(leg, _altitude)),
            Row("Formation", bomber.cells(leg, _formation)),
            Row("Fighter cover", bomber.cells(leg, _cover)),
        ]
        if leg is out:
            rows.append(bomber.modifiers(m.target.modifiers if m is not None else {}))
        rows.append(Row("Waves", bomber.cells(leg, bomber.fighters)))
        found.append(rows)
    return found[0], found[1]


def _altitude(turns: Sequence[Turn]) -> object:
    """The altitude there, at the last."""
    found = turns[-1].ends_altitude or turns[-1].altitude
    return found.partition(",")[0]


def _formation(turns: Sequence[Turn]) -> object:
    """In formation or out of it, and how that changed there."""
    short = {"in formation": "IN", "out of formation": "OUT"}
    seen = [state for turn in turns for state in (turn.formation, turn.ends_formation) if state]
    return "/".join(dict.fromkeys(short.get(state, state) for state in seen))


def _cover(turns: Sequence[Turn]) -> object:
    """The fighter cover."""
    return "/".join(dict.fromkeys(turn.cover for turn in turns if turn.cover))


# ------------------------------------------------------------------ crew, aircraft, stores


def _aircraft(m: Mission | None, record: Record) -> Aircraft:
    """The damage, with the stations that have no oxygen or no heat."""
    if m is None:
        return Aircraft(LAYOUT, engines_of(new_plane()), (), (), record.outcome is None and bool(record.events))
    broken = broken_of(m)
    plane = m.plane
    air = [f"no oxygen at the {place.value}'s station" for place in Position if not plane.oxygen_at(place)]
    cold = [f"no heat at the {place.value}'s station" for place in Position if not plane.heat_at(place)]
    told = [*(one.words for one in broken), *air, *cold]
    return Aircraft(LAYOUT, engines_of(plane), harm.spots(broken, DAMAGE_AT), told)


def _racks(m: Mission | None) -> list[Rack]:
    """The guns."""
    if m is None:
        return [Rack(_gun(gun), AMMO[gun], AMMO[gun]) for gun in GunName]
    return [
        Rack(_gun(name), gun.bursts if gun.armed else None, AMMO[name], _fault(m, name))
        for name, gun in m.plane.guns.items()
    ]


def _gun(name: GunName) -> str:
    """A gun in fewer letters."""
    return name.value.removesuffix(" Guns").removesuffix(" Gun").removesuffix(" Room").replace("Starboard", "Stbd")


def _fault(m: Mission, name: GunName) -> str:
    """What ails a gun."""
    fault = status.gun_fault(m.plane.guns[name])
    return fault or ("turret jammed" if name is GunName.BALL and m.plane.ball_jammed else "")


def _stores(m: Mission | None) -> Markup:
    """Charges of the engines, extinguishers, fuel."""
    plane = m.plane if m is not None else new_plane()
    charges = [
        el(
            "span",
            f"No {engine.number} ",
            boxes(f"Engine {engine.number}, fire charges", engine.charges, _CHARGES),
        )
        for engine in plane.engines
    ]
    hand = el(
        "span", "By hand ", boxes("Extinguishers", plane.extinguishers, max(_EXTINGUISHERS, plane.extinguishers))
    )
    fuel = el("p", f"Fuel: {status.fuel(m)}" if m is not None else "Fuel:", class_="sm")
    return join((el("div", *charges, hand, class_="fa"), fuel))


# ------------------------------------------------------------------ the tour


_SHEET = tour.Sheet(
    "B-17 over Europe",
    "emblem-b17",
    TOUR,
    "twenty-five",
    tuple((position.value, _SHORT.get(position, position.value)) for position in Position),
    _PAPERS.fates,
)


def campaign_form(records: Sequence[Record], given: BoardInput | None = None) -> Markup:
    """The campaign log: a row for each flight and for each mission still to fly. `given`: the flight under way."""
    return tour.campaign(_SHEET, Campaign, Mission, records, given)
