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
from dataclasses import fields
from enum import Enum, StrEnum
from typing import get_args, get_origin, get_type_hints

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

__all__ = ["campaign_of", "normal", "read", "write"]

_HEAD = "b29 position 1"
_WIDTH = 80
_MISSION = re.compile(r"^mission (\d{1,4}|Truk): ([^;]+); ([^;]+); (day|night); (LO|MED|HI)$")
_ZONE = re.compile(r"^zone (\d{1,4}) (outbound|inbound)$")

#: Fields of each thing that the first lines say, that other lines say, or that a position does not hold.
_SKIP: dict[type, tuple[str, ...]] = {
    Mission: (
        *("options", "number", "target", "night", "altitude", "plane", "men", "seats", "training", "zone", "leg"),
        *("times", "fighters", "end", "repair", "root", "end_zone", "credited", "cause"),
        *("leave_declined", "hurt_at_orders", "tasks_at_orders", "crew_well"),
    ),
    Plane: ("untouched", "engines", "guns", "wings", "fwd", "aft"),
    Engine: ("number",),
    Gun: ("name",),
    Bay: ("section",),
    Wing: (),
    Man: ("airman", "position", "station", "compartment", "fate", "cause", "jumped"),
}

Thing = Mission | Plane | Engine | Gun | Bay | Wing | Man


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
    lines = [
        _HEAD,
        f"mission {number}: {m.target.city}; {m.target.kind.value}; {day}; {m.altitude.name}",
        f"zone {max(m.zone, 1)} {m.leg.value}",
    ]
    for name, thing, plain in _things(m, usual):
        settings = _differences(thing, plain)
        if isinstance(thing, Man) and isinstance(plain, Man):
            settings = _man_settings(thing, plain) + settings
        lines += _settings_lines(name, settings)
    return "\n".join(lines) + "\n"


def _settings_lines(name: str, settings: list[str]) -> list[str]:
    """The settings of a thing, on as many lines of 80 columns as they need; each names the thing again."""
    lines: list[str] = []
    for setting in settings:
        if lines and len(lines[-1]) + 2 + len(setting) <= _WIDTH:
            lines[-1] += f"; {setting}"
        else:
            lines.append(f"{name}: {setting}")
    return lines


def _things(m: Mission, usual: Mission) -> list[tuple[str, Thing, Thing]]:
    """Every object a position speaks of, with its normal twin."""
    things: list[tuple[str, Thing, Thing]] = [("flight", m, usual), ("plane", m.plane, usual.plane)]
    for mine, theirs in zip(m.plane.engines, usual.plane.engines, strict=True):
        things.append((f"engine {mine.number}", mine, theirs))
    things += [(f"gun {name.value}", gun, usual.plane.guns[name]) for name, gun in m.plane.guns.items()]
    for bay, plain in zip(m.plane.bays(), usual.plane.bays(), strict=True):
        things.append((f"bay {bay.section.value}", bay, plain))
    things += [(f"wing {side.value}", wing, usual.plane.wings[side]) for side, wing in m.plane.wings.items()]
    things += [(f"man {where.value}", man, usual.men[where]) for where, man in m.men.items()]
    return things


def _differences(thing: Thing, plain: Thing) -> list[str]:
    settings: list[str] = []
    for name in _names(type(thing)):
        value: object = getattr(thing, name)
        usual: object = getattr(plain, name)
        if value == usual:
            continue
        words = name.replace("_", " ")
        if isinstance(value, dict) and isinstance(usual, dict):
            for key, item in value.items():
                if usual.get(key) != item:
                    settings.append(_setting(f"{words} [{_word(key)}]", item))
        elif isinstance(value, list):
            settings += [f"{words} [{_word(item)}]" for item in value]
        else:
            settings.append(_setting(words, value))
    return settings


def _setting(words: str, value: object) -> str:
    if value is True:
        return words
    if value is False:
        return f"not {words}"
    return f"{words} {_word(value)}"


def _word(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Enum):
        return value.name
    return str(value).replace(";", ",").replace("\n", " ")


def _man_settings(man: Man, plain: Man) -> list[str]:
    settings: list[str] = []
    if man.airman.missions != plain.airman.missions:
        settings.append(f"missions {man.airman.missions}")
    if not man.aboard:
        return settings
    if man.station is None:
        settings.append(f"in {man.compartment.value}")
    elif man.station is not man.position:
        settings.append(f"at {man.station.value}")
    return settings


# ------------------------------------------------------------------ reading


def read(text: str, options: Options, step: str = "") -> Mission:
    """A mission from a position text, to start at a step. What cannot be is refused with the reason."""
    if len(text) > 20_000:
        raise PositionError("this is longer than any position")
    lines = [stripped for line in text.splitlines() if (stripped := line.split("#")[0].strip())]
    if not lines or lines[0] != _HEAD:
        raise PositionError(f"a position begins with the line {_HEAD!r}")
    m = _first_lines(lines, options)
    things = {name: thing for name, thing, _ in _things(m, m)}
    loose: list[Man] = []
    for line in lines[3:]:
        name, colon, rest = line.partition(":")
        thing = things.get(name.strip())
        if not colon or thing is None:
            raise PositionError(
                f"{line!r}: expected flight, plane, engine 1-4, gun, bay, wing or man, and a colon"
            )
        for setting in rest.split(";"):
            if setting.strip():
                _apply(m, thing, name.strip(), setting.strip(), loose)
    _seat(m, loose)
    try:
        start.set_times(m, m.times_row)
    except (ValueError, KeyError):
        raise PositionError(f"no row {m.times_row!r} in table 3-1") from None
    why = possible.start_fault(m, step)
    if why:
        raise PositionError(f"this position cannot be: {why}")
    return m


def _first_lines(lines: list[str], options: Options) -> Mission:
    head = _MISSION.match(lines[1]) if len(lines) > 1 else None
    if head is None:
        raise PositionError("the second line reads like 'mission 12: Tokyo; Aircraft Factory; day; MED'")
    place = _ZONE.match(lines[2]) if len(lines) > 2 else None
    if place is None:
        raise PositionError("the third line reads like 'zone 10 outbound'")
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
    zone = int(place[1])
    limit = setup.make_target(head[2].strip(), kind, number).zone
    if not 1 <= zone <= limit:
        raise PositionError(f"Zone {zone} is not between 1 and the target in Zone {limit}")
    return normal(options, number, head[2].strip(), kind, night, Altitude[head[5]], zone, Leg(place[2]), training)


def _apply(m: Mission, thing: Thing, where: str, setting: str, loose: list[Man]) -> None:
    """Set one setting of one thing."""
    if isinstance(thing, Man) and _apply_to_man(m, thing, setting, loose):
        return
    negated = setting.startswith("not ")
    words = setting[4:] if negated else setting
    names = _names(type(thing))
    for name in sorted(names, key=len, reverse=True):
        spoken = name.replace("_", " ")
        if words == spoken or words.startswith((spoken + " ", spoken + " [")):
            try:
                _assign(thing, name, words[len(spoken) :].strip(), negated)
            except (ValueError, KeyError) as bad:
                raise PositionError(f"{where}: {setting!r}: {bad}") from None
            return
    known = ", ".join(sorted(n.replace("_", " ") for n in names))
    raise PositionError(f"{where}: unknown setting {setting!r}; known: {known}")


def _apply_to_man(m: Mission, man: Man, setting: str, loose: list[Man]) -> bool:
    word, _, rest = setting.partition(" ")
    try:
        if word == "missions":
            man.airman.missions = _count(rest)
            if man.airman.missions < 0:
                raise ValueError("a negative count")
        elif word in ("at", "in"):
            if man.station is not None and m.seats[man.station] is man:
                m.seats[man.station] = None
            man.station = Position(rest) if word == "at" else None
            man.compartment = STATION_COMPARTMENT[Position(rest)] if word == "at" else Section(rest)
            if man.compartment not in CAPACITY:
                raise ValueError(f"nobody can be in {rest}")
            loose.append(man)
        else:
            return False
    except ValueError as bad:
        raise PositionError(f"man {man.position.value}: {setting!r}: {bad}") from None
    return True


def _seat(m: Mission, loose: list[Man]) -> None:
    """Put moved men at their stations, and take men who are not aboard from theirs."""
    for man in m.men.values():
        if not man.aboard and man.station is not None and m.seats[man.station] is man:
            m.seats[man.station] = None
    for man in loose:
        if man.station is None:
            continue
        sitter = m.seats[man.station]
        if sitter is not None and sitter is not man:
            raise PositionError(f"two men at the {man.station.value} station: move {sitter.position.value} first")
        m.seats[man.station] = man


def _count(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,4}", text):
        raise ValueError(f"{text!r} is no number")
    return int(text)


def _assign(thing: Thing, name: str, rest: str, negated: bool) -> None:
    hint = _hints(type(thing))[name]
    current: object = getattr(thing, name)
    if isinstance(current, (dict, list)):
        inside = re.fullmatch(r"\[([^\]]+)\]\s*(.*)", rest)
        if inside is None:
            raise ValueError("name what it belongs to in brackets")
        args = get_args(hint)
        key = _parse(args[0], inside[1])
        if isinstance(current, list):
            current.append(key)
        else:
            current[key] = _parse_flag(args[1], inside[2], negated)
        return
    setattr(thing, name, _parse_flag(hint, rest, negated))


def _parse_flag(hint: object, text: str, negated: bool) -> object:
    if hint is bool or (bool in get_args(hint) and not text):
        if text:
            raise ValueError("stands alone, or with 'not' before it")
        return not negated
    if negated:
        raise ValueError("'not' goes with yes-or-no settings")
    return _parse(hint, text)


def _parse(hint: object, text: str) -> object:
    """A value of the type a field is declared with."""
    if get_origin(hint) is not None or isinstance(hint, type(int | None)):
        if text == "none" and type(None) in get_args(hint):
            return None
        hint = next(a for a in get_args(hint) if a is not type(None))
    if hint is int:
        return _count(text)
    if hint is str:
        return text
    if isinstance(hint, type) and issubclass(hint, Altitude):
        return Altitude[text]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(text)
    raise ValueError(f"{text!r} cannot be set")


def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


def _names(kind: type) -> list[str]:
    """The fields of a thing that a position may set, in their order."""
    return [f.name for f in fields(kind) if f.name not in _SKIP[kind]]


# ------------------------------------------------------------------ a record to fly in


def campaign_of(m: Mission) -> Campaign:
    """A campaign around a position, so that the flight can be debriefed."""
    record = campaign.unnamed_campaign({p: man.airman for p, man in m.men.items()})
    record.credited = m.number - 1
    return record
