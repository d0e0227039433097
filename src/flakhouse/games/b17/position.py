"""Positions as text: a mission in flight written down, readable, and read back.

    b17 position 1
    mission 12: Paris
    zone 3 outbound
    flight: place Lead; squadron Low; not in formation
    plane: intercom out; oxygen hits [Pilot] 1
    engine 3: state feathered
    gun Top Turret: bursts 4; jammed
    wing Port Wing: root hits 2
    man Navigator: serious

Whatever is not named has its normal value for that zone: a sound bomber in the middle of its formation, above
20,000 ft, with full ammunition, every man fit at his station; homeward the bombs fell on the target. Settings
are separated by semicolons; a yes-or-no setting stands alone, or with "not" before it; a setting that belongs
to one of several things names it in brackets. Lines may come in any order after the first three; `#` starts a
comment.
"""

from __future__ import annotations

import re

from flakhouse.errors import PositionError
from flakhouse.games.b17 import campaign, possible, setup
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.state import (
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
from flakhouse.games.b17.words import (
    COMPARTMENTS,
    STATION_COMPARTMENT,
    Cover,
    Fate,
    Leg,
    Position,
    Section,
    Squadron,
)
from flakhouse.games.bomber import positions, settings

__all__ = ["campaign_of", "normal", "read", "write"]

_HEAD = "b17 position 1"
_MISSION = re.compile(r"^mission (\d{1,4}): ([^;]+)$")
_MOST_MISSIONS = 1000  # 16.4: a bomber may fly on after the 25th
_PERCENT = 30  # of an ordinary run (O-7)

#: Fields of each thing that the first lines say, that other lines say, or that a position does not hold.
_SKIP: dict[type, tuple[str, ...]] = {
    Mission: (
        *(
            "options",
            "number",
            "target",
            "plane",
            "men",
            "seats",
            "zone",
            "leg",
            "fighters",
            "evading",
        ),
        *("cause", "end", "repair", "root", "end_zone", "credited"),
        *("leave_declined", "abort_overruled", "hurt_at_orders", "tasks_at_orders"),
    ),
    Plane: ("engines", "guns", "wings"),
    Engine: ("number",),
    Gun: ("name",),
    Wing: (),
    Man: ("airman", "position", "station", "compartment", "fate", "jumped"),
}
_FORM = positions.Form(
    names={kind: settings.names_of(kind, skip) for kind, skip in _SKIP.items()},
    expected="flight, plane, engine 1-4, gun, wing or man",
    career={"missions": "missions", "career kills": "kills"},
    stations=Position,
    sections=Section,
    compartment=STATION_COMPARTMENT,
    room=COMPARTMENTS,
)


# ------------------------------------------------------------------ the normal state


def normal(options: Options, number: int, city: str, zone: int, leg: Leg) -> Mission:
    """1.5, 1.6 An undisturbed flight at this point: what a position need not say."""
    men, seats = new_men(campaign.unnamed_crew(max(0, number - 1)))
    target = setup.make_target(city)
    m = Mission(options, number, target, new_plane(), men, seats)
    m.zone, m.leg = zone, leg
    if number > 5:
        m.squadron = Squadron.HIGH
    if 2 <= zone <= 4:
        m.cover = Cover.GOOD if number <= 5 else Cover.FAIR
    first = 0 if options.start_at_base else 1
    m.turn = max(0, zone - first if leg is Leg.OUT else 2 * target.zone - first - zone)
    if leg is Leg.BACK:
        m.bomb_run = m.on_target = m.weather_rolled = True
        m.percent = _PERCENT
        m.plane.bombs = False
    return m


# ------------------------------------------------------------------ writing


def write(m: Mission) -> str:
    """The mission as a position text: what differs from an undisturbed flight."""
    usual = normal(m.options, m.number, m.target.city, m.zone, m.leg)
    first = [_HEAD, f"mission {m.number}: {m.target.city}", f"zone {m.zone} {m.leg.value}"]
    return positions.write(first, _things(m, usual), _FORM)


def _things(m: Mission, usual: Mission) -> list[positions.Pair]:
    """Every object a position speaks of, with its normal twin."""
    return [
        ("flight", m, usual),
        ("plane", m.plane, usual.plane),
        *positions.numbered("engine", m.plane.engines, usual.plane.engines),
        *positions.pairs("gun", m.plane.guns, usual.plane.guns),
        *positions.pairs("wing", m.plane.wings, usual.plane.wings),
        *positions.pairs("man", m.men, usual.men),
    ]


# ------------------------------------------------------------------ reading


def read(text: str, options: Options, step: str = "") -> Mission:
    """A mission from a position text, to start at a step. What cannot be is refused with the reason."""
    lines = settings.lines_of(text, _HEAD)
    m = _first_lines(lines, options)
    _seat(m, positions.read(lines[3:], _things(m, m), _FORM))
    for station in m.plane.heat_out:
        m.plane.cold_zones.setdefault(station, 0)
    if m.zone == m.target.zone and step not in ("", "move", "weather"):
        m.weather_rolled = True  # 2A.2: it comes first there; what is not named is good
    why = possible.start_fault(m, step or "move")
    if why:
        raise PositionError(f"this position cannot be: {why}")
    return m


def _first_lines(lines: list[str], options: Options) -> Mission:
    """The mission and the place."""
    head, zone, leg = positions.head(lines, _MISSION, ("mission 12: Paris", "zone 3 outbound"))
    number, city = int(head[1]), head[2].strip()
    if not 1 <= number <= _MOST_MISSIONS:
        raise PositionError(f"mission {number}: missions are counted from 1 (1.1)")
    if not setup.known_city(city):
        raise PositionError(f"no target {city!r} in the gazetteer (G-11); targets: {', '.join(setup.CITIES)}")
    limit = setup.make_target(city).zone
    least = 0 if options.start_at_base else 1
    if not least <= zone <= limit:
        raise PositionError(f"Zone {zone} is not between {least} and the target in Zone {limit}")
    return normal(options, number, city, zone, leg)


def _seat(m: Mission, moved: dict[Position, Position | None]) -> None:
    """Put moved men at their stations; the dead are on the list of the dead."""
    positions.seat(m.men, m.seats, moved)
    for man in m.men.values():
        if man.dead:
            man.fate = Fate.KIA
        if not man.aboard:
            man.jumped = True
            if man.station is not None:
                m.seats[man.station] = None
                man.station = None


# ------------------------------------------------------------------ a record to fly in


def campaign_of(m: Mission) -> Campaign:
    """A campaign around a position, so that the flight can be debriefed."""
    record = campaign.unnamed_campaign({p: man.airman for p, man in m.men.items()})
    record.credited = m.number - 1
    record.rabbits_feet = m.rabbits_feet
    return record
