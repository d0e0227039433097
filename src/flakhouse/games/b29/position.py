"""Positions as text: a mission in flight written down, readable, and read back.

    b29 position 1
    mission 12: Tokyo; Aircraft Factory; day; MED
    zone 10 outbound
    flight: weather Poor; place Lead
    plane: wing boxes 15; intercom out
    engine 3: state feathered
    gun Tail Turret: bursts 12; jammed
    bay Fwd Bomb Bay: doors jammed open
    man Navigator: serious

Whatever is not named has its normal value for that zone: a sound bomber at mission altitude, in formation
where one is flown, fuel as an undisturbed flight leaves it, every man fit at his station. Settings are
separated by semicolons; a yes-or-no setting stands alone, or with "not" before it; a setting that belongs to
one of several things names it in brackets: `compromised [waist]`. Lines may come in any order after the
first three; `#` starts a comment.
"""

from __future__ import annotations

import re

from flakhouse.errors import PositionError
from flakhouse.games.b29 import campaign, movement, possible, setup, start
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import (
    Bay,
    Campaign,
    Engine,
    Gun,
    Man,
    Mission,
    Plane,
    Wing,
    new_men,
    new_plane,
)
from flakhouse.games.b29.words import (
    CAPACITY,
    STATION_COMPARTMENT,
    Altitude,
    Formation,
    Leg,
    Position,
    Section,
    TargetType,
)
from flakhouse.games.bomber import positions, settings

__all__ = ["campaign_of", "normal", "read", "write"]

_HEAD = "b29 position 1"
_MISSION = re.compile(r"^mission (\d{1,4}|Truk): ([^;]+); ([^;]+); (day|night); (LO|MED|HI)$")

#: Fields of each thing that the first lines say, that other lines say, or that a position does not hold.
_SKIP: dict[type, tuple[str, ...]] = {
    Mission: (
        *("options", "number", "target", "night", "altitude", "plane", "men", "seats", "training", "zone", "leg"),
        *("times", "fighters", "end", "repair", "root", "end_zone", "credited", "cause"),
        *("leave_declined", "abort_overruled", "hurt_at_orders", "tasks_at_orders", "kept_open", "fuel_told"),
    ),
    Plane: ("engines", "guns", "wings", "fwd", "aft"),
    Engine: ("number",),
    Gun: ("name",),
    Bay: ("section",),
    Wing: (),
    Man: ("airman", "position", "station", "compartment", "fate", "cause", "jumped"),
}
_FORM = positions.Form(
    names={kind: settings.names_of(kind, skip) for kind, skip in _SKIP.items()},
    expected="flight, plane, engine 1-4, gun, bay, wing or man",
    career={"missions": "missions"},
    stations=Position,
    sections=Section,
    compartment=STATION_COMPARTMENT,
    room=CAPACITY,
)


# ------------------------------------------------------------------ the normal state


def normal(
    options: Options,
    number: int,
    city: str,
    kind: TargetType,
    night: bool,
    altitude: Altitude,
    zone: int,
    leg: Leg,
    training: bool = False,
) -> Mission:
    """An undisturbed flight at this point: what a position need not say."""
    crew = campaign.unnamed_crew(max(0, number - 1))
    men, seats = new_men(crew)
    target = setup.make_target(city, kind, number)
    m = Mission(options, number, target, night, altitude, new_plane(), men, seats, training=training)
    m.zone, m.leg = zone, leg
    setup.arm_by_day(m)
    setup.fit_tanks(m)
    start.set_times(m, start.usual_row(m))
    assembly = movement.assembly_zone(m)
    there = zone >= assembly if leg is Leg.OUT else zone > assembly
    m.assembled = night or there or leg is Leg.BACK
    m.formation = Formation.IN if there and not night else Formation.NONE
    m.disbanded = leg is Leg.BACK and not there
    plane = m.plane
    levels = [Altitude.LO] * 15
    for z in range(2, 15):
        step = min(altitude, max(0, z - assembly + altitude))
        levels[z] = Altitude(step)
    plane.altitude = levels[zone] if leg is Leg.OUT else altitude if zone > 1 else Altitude.LO
    plane.pressurized = plane.altitude is not Altitude.LO
    m.turn = zone if leg is Leg.OUT else 2 * target.zone + 1 - zone
    if leg is Leg.BACK:
        m.bombed = m.bomb_run = m.reached_target = m.on_target = True
        m.percent = 30
        plane.fwd.bombs = plane.aft.bombs = False
    m.reached_target = m.reached_target or zone == target.zone
    _burn_normally(m)
    return m


def _burn_normally(m: Mission) -> None:
    """4.3: two boxes a zone out, one back, one to turn, two a climb; one auxiliary box a zone while they last."""
    plane = m.plane
    zones = m.zone if m.leg is Leg.OUT else m.target.zone
    boxes = 2 * zones + 2 * max(plane.altitude if m.leg is Leg.OUT else m.altitude, 0)
    if m.leg is Leg.BACK:
        zones += m.target.zone - m.zone
        boxes += 1 + m.target.zone - m.zone
    for _ in range(min(zones, plane.tank_fuel())):
        bay = plane.aft if plane.aft.tank_boxes else plane.fwd
        bay.tank_boxes -= 1
        boxes -= 1
    plane.wing_boxes = max(0, plane.wing_boxes - boxes)


# ------------------------------------------------------------------ writing


def write(m: Mission) -> str:
    """The mission as a position text: what differs from an undisturbed flight."""
    usual = normal(
        m.options, m.number, m.target.city, m.target.kind, m.night, m.altitude, max(m.zone, 1), m.leg, m.training
    )
    number = "Truk" if m.training else str(m.number)
    day = "night" if m.night else "day"
    first = [
        _HEAD,
        f"mission {number}: {m.target.city}; {m.target.kind.value}; {day}; {m.altitude.name}",
        f"zone {max(m.zone, 1)} {m.leg.value}",
    ]
    return positions.write(first, _things(m, usual), _FORM)


def _things(m: Mission, usual: Mission) -> list[positions.Pair]:
    """Every object a position speaks of, with its normal twin."""
    bays, usual_bays = ({bay.section: bay for bay in one.plane.bays()} for one in (m, usual))
    return [
        ("flight", m, usual),
        ("plane", m.plane, usual.plane),
        *positions.numbered("engine", m.plane.engines, usual.plane.engines),
        *positions.pairs("gun", m.plane.guns, usual.plane.guns),
        *positions.pairs("bay", bays, usual_bays),
        *positions.pairs("wing", m.plane.wings, usual.plane.wings),
        *positions.pairs("man", m.men, usual.men),
    ]


# ------------------------------------------------------------------ reading


def read(text: str, options: Options, step: str = "") -> Mission:
    """A mission from a position text, to start at a step. What cannot be is refused with the reason."""
    lines = settings.lines_of(text, _HEAD)
    m = _first_lines(lines, options)
    moved = positions.read(lines[3:], _things(m, m), _FORM)
    for man in m.men.values():
        if not man.aboard and man.station is not None and m.seats[man.station] is man:
            m.seats[man.station] = None
    positions.seat(m.men, m.seats, moved)
    try:
        start.set_times(m, m.times_row)
    except (ValueError, KeyError):
        raise PositionError(f"no row {m.times_row!r} in table 3-1") from None
    why = possible.start_fault(m, step)
    if why:
        raise PositionError(f"this position cannot be: {why}")
    return m


def _first_lines(lines: list[str], options: Options) -> Mission:
    head, zone, leg = positions.head(
        lines, _MISSION, ("mission 12: Tokyo; Aircraft Factory; day; MED", "zone 10 outbound")
    )
    training = head[1] == "Truk"
    number = 1 if training else int(head[1])
    if not 1 <= number <= 35:
        raise PositionError(f"mission {number}: a tour has missions 1 to 35")
    try:
        kind = TargetType(head[3].strip())
    except ValueError:
        raise PositionError(f"no target type {head[3]!r}; types: {', '.join(TargetType)}") from None
    if not setup.known_city(head[2].strip()):
        raise PositionError(f"no target {head[2]!r} in the gazetteer (2-9)")
    night = head[4] == "night"
    if night and (number <= 10 or head[5] != "LO"):
        raise PositionError("night missions are flown from mission 11 on, at LO (2.2C)")
    limit = setup.make_target(head[2].strip(), kind, number).zone
    if not 1 <= zone <= limit:
        raise PositionError(f"Zone {zone} is not between 1 and the target in Zone {limit}")
    return normal(options, number, head[2].strip(), kind, night, Altitude[head[5]], zone, leg, training)


# ------------------------------------------------------------------ a record to fly in


def campaign_of(m: Mission) -> Campaign:
    """A campaign around a position, so that the flight can be debriefed."""
    record = campaign.unnamed_campaign({p: man.airman for p, man in m.men.items()})
    record.credited = m.number - 1
    return record
