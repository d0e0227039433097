"""Where a B-29 mission stands: the headline of a turn, the status screen, the attackers."""

from __future__ import annotations

from flakhouse.games.b29 import fuel, movement, stores
from flakhouse.games.b29.combat import resistance
from flakhouse.games.b29.questions.abort import said
from flakhouse.games.b29.state import Bay, Engine, Fighter, Gun, Man, Mission
from flakhouse.games.b29.words import (
    BURSTS,
    COMPARTMENTS,
    STATION_COMPARTMENT,
    TANK_BOXES,
    Altitude,
    Cabin,
    DoorFault,
    DoorState,
    EngineState,
    Escort,
    Formation,
    GunName,
    Leg,
    Repair,
)
from flakhouse.render.b29 import damage as harm
from flakhouse.render.bomber import layout
from flakhouse.render.bomber.facts import count, plain_level

__all__ = [
    "ammunition",
    "attackers",
    "bay_words",
    "briefing",
    "damage",
    "engine_words",
    "fighter_words",
    "fighters_to_come",
    "fuel_line",
    "fuel_warning",
    "gun_fault",
    "headline",
    "place_of",
    "reckoning",
    "short_of",
    "status",
]

# ------------------------------------------------------------------ the headline


def headline(m: Mission, mark: str, sky: str, turn: int | None = None) -> str:
    """The flight on one line. `sky`: the weather, `turn`: the one the log has come to, both if they are known."""
    plane = m.plane
    if m.turn == 0:
        night = "night" if m.night else "day"
        return mark.join(
            ["Before take-off", f"{m.target.city}, {m.target.kind.value}", f"{night}, {m.altitude.name}"]
        )
    parts = [f"Turn {m.turn if turn is None else turn}", _zone(m)]
    if m.repair is Repair.LOST:
        return mark.join([*parts, layout.lost(sum(man.dead for man in m.men.values()))])
    if m.options.fuel:
        parts.append(_fuel_part(m))
    parts.append(_level(m))
    if not plane.pressurized and plane.altitude is not Altitude.LO:
        parts.append("no cabin pressure")
    parts.append("night" if m.night_here() else "day")
    if sky:
        parts.append(sky)
    if m.formation is Formation.IN:
        parts.append(f"in formation ({m.place.value}, {m.squadron.value})")
    elif m.formation is not Formation.NONE:
        parts.append(m.formation.value)
    if m.off_course:
        parts.append("Off Course")
    if m.escort is not Escort.NONE:
        parts.append(f"escort {m.escort.value}")
    parts.append(layout.engines(4 - plane.engines_out()))
    if m.aborted:
        parts.append("mission aborted")
    hurt = sum(not man.fit() for man in m.men.values() if not man.grounded)
    if hurt:
        parts.append(layout.men_out(hurt))
    if plane.fires:
        parts.append("fire in " + " and ".join(section.value for section in plane.fires))
    return mark.join(parts)


def _level(m: Mission) -> str:
    """The altitude; the climb still owed to that of the mission."""
    now = m.plane.altitude.name
    owed = m.leg is Leg.OUT and m.plane.altitude is not m.altitude and not (m.bomb_run or m.aborted)
    return f"{now}, planned {m.altitude.name}" if owed else now


def _fuel_part(m: Mission) -> str:
    """The fuel, and what is missing of it."""
    wings, tanks = m.plane.wing_boxes, m.plane.tank_fuel()
    due = f" ({_due(m)} due)" if m.fuel_due else ""  # the move is made, its boxes not yet crossed off
    short = short_of(m)
    return (f"fuel {wings}+{tanks}" if tanks else f"fuel {wings}") + due + (f", {short}" if short else "")


def _due(m: Mission) -> str:
    """4.3A The boxes of this turn; in Zone 1 the weight of guns and gunners may cost up to two more."""
    if m.turn != 1 or m.leg is Leg.BACK:
        return str(m.fuel_due)
    flat = m.options.flat_zone1_fuel
    return str(m.fuel_due + 1) if flat else f"{m.fuel_due} to {m.fuel_due + 2}"


def short_of(m: Mission) -> str:
    """4.3D How many boxes the plan lacks to base, or to Iwo Jima where the bomber makes for it; "" if none."""
    if not (m.options.fuel and m.turn and m.zone):
        return ""
    boxes = fuel.spare(m, iwo=m.to_iwo) - m.fuel_due
    return f"{-boxes} short to {'Iwo Jima' if m.to_iwo else 'base'}" if boxes < 0 else ""


def fuel_warning(m: Mission) -> str:
    """4.3A, 4.3D That the fuel does not last, and what costs it; "" while it does."""
    short = short_of(m)
    return f"Fuel: {_gauge(m)}, {short} by plan{_costs(m)}." if short else ""


def fuel_line(m: Mission) -> str:
    """4.3A, 4.3D All that is reckoned of the fuel; where it does not last, with what costs it."""
    return f"Fuel: {_gauge(m)}; {reckoning(m)}{_costs(m) if short_of(m) else ''}."


def _gauge(m: Mission) -> str:
    """4.3 The boxes aboard, wings and bays together, and what this turn still costs of them."""
    due = f" ({_due(m)} due)" if m.fuel_due else ""
    return f"{count(fuel.left(m), 'box', 'boxes')}{due}"


def _costs(m: Mission) -> str:
    """4.3A, 7.2 What makes each zone dear; "" if nothing does."""
    causes: list[str] = []
    if (m.leg is Leg.BACK or m.bomb_run or m.aborted) and m.plane.bombs_aboard():
        causes.append("each zone costs two boxes while the bombs are aboard")
    if (boxes := movement.slow_boxes(m)) > 0:
        more = count(boxes, "box", "boxes")
        causes.append(f"at this speed each zone takes two turns, the second for {more} more")
    return f": {'; '.join(causes)}" if causes else ""


def _zone(m: Mission) -> str:
    if m.zone == 0:
        return "the base"
    why = ""
    if not m.new_zone:  # a turn more in the same zone
        if m.holding:
            why = ", holding"
        elif m.leg is Leg.BACK and m.zone_turn == 1 and m.zone == (m.abort_zone if m.aborted else m.target.zone):
            why = ", turning"
    return f"Zone {m.zone} of {m.target.zone} {m.leg.value}{why}"


# ------------------------------------------------------------------ the status screen


def status(m: Mission, width: int = 80) -> str:
    """Everything about the flight on one screen, in labelled lines."""
    lines = layout.rows(
        (
            ("Mission", _mission(m)),
            ("Track", _track(m)),
            ("Here", _here(m)),
            ("Altitude", _altitude(m)),
            ("Formation", _formation(m)),
            ("Fuel", _fuel(m)),
            ("Engines", _engines(m)),
            ("Bays", f"{bay_words('forward', m.plane.fwd)}; {bay_words('aft', m.plane.aft)}."),
        ),
        width,
    )
    lines += _guns(m, width)
    lines += _crew(m, width)
    lines += layout.row("Fire", _fire(m), width)
    lines += layout.row("Damage", "; ".join(damage(m)) + "." if damage(m) else "none.", width)
    for i, text in enumerate(attackers(m)):
        lines += layout.row("Attackers" if i == 0 else "", text, width)
    return "\n".join(lines)


def _mission(m: Mission) -> str:
    name = "Training flight" if m.training else f"{m.number}"
    night = "night" if m.night else "day"
    level = plain_level(m.altitude.name)
    text = f"{name}: {m.target.city}, {m.target.kind.value}, Zone {m.target.zone}; {night}, {level}."
    if m.bomb_run and m.on_target is not None:
        text += f" Bombs {'on' if m.on_target else 'off'} target, {m.percent} percent."
    if m.aborted:
        text += f" Aborted in Zone {m.abort_zone}: {m.abort_cause}."
    elif m.leave:
        text += f" Leave to abort: {', '.join(said(m, reason) for reason in m.leave)}."
    return text


def _track(m: Mission) -> str:
    """The strategic track in one line; the zone now is in brackets."""
    if m.turn == 0:
        return f"at base; target in Zone {m.target.zone}."
    return layout.track(m.zone, m.target.zone, m.leg.value, base=True)


def _here(m: Mission) -> str:
    if m.turn == 0:
        return "not yet airborne."
    below = ", ".join(_BELOW[letter.value] for letter in m.letters())
    course = "Off Course" if m.off_course else "On Course"
    parts = [
        f"Turn {m.turn}",
        _zone(m),
        "night" if m.night_here() else "day",
        f"weather {m.weather.value}",
        course,
    ]
    return ", ".join(parts) + f"; below: {below}."


_BELOW = {"W": "water", "J": "Japan", "I": "Iwo Jima", "O": "Okinawa", "base": "the base"}


def _altitude(m: Mission) -> str:
    plane = m.plane
    if plane.pressurized:
        down = [cabin.value for cabin in Cabin if plane.compromised[cabin]]
        cabins = f"pressurized, but not the {' and '.join(down)} cabin" if down else "cabins pressurized"
    elif plane.altitude is Altitude.LO:
        cabins = "no pressure needed"
    else:
        cabins = "cabins without pressure, crew on oxygen"
    if plane.pressure_lost:
        cabins += "; pressure lost for good"
    planned, now = (plain_level(level.name).removesuffix(" altitude") for level in (m.altitude, plane.altitude))
    return f"{now.capitalize()}{', as planned' if now == planned else f', planned {planned}'}; {cabins}."


def _formation(m: Mission) -> str:
    escort = f"escort {m.escort.value}" if m.escort is not Escort.NONE else "no escort now"
    if m.escort is Escort.NONE and m.escort_available and not m.escort_missed and m.leg is Leg.OUT:
        escort = "escort to be met"
    place = f"{m.place.value}, {m.squadron.value} squadron"
    if m.night:
        return f"alone by night, {place}; {escort}."
    if m.formation is Formation.NONE:
        word = "disbanded" if m.disbanded else "not assembled"
    else:
        word = m.formation.value
    return f"{word} ({place}); {escort}. Expected resistance: {m.expected.value}."


def _fuel(m: Mission) -> str:
    plane = m.plane
    if not m.options.fuel:
        return "not counted (rule 4.3 is off)."
    parts = [f"wing {plane.wing_boxes} boxes"]
    parts += [f"{name} tank {_tank(bay)}" for name, bay in (("forward", plane.fwd), ("aft", plane.aft))]
    if plane.tank_fuel():
        parts.append(f"{plane.pumps_working()} of 2 pumps" if plane.transfer_works() else "no transfer")
    if m.turn:
        parts.append(reckoning(m))
    return "; ".join(parts) + "."


def reckoning(m: Mission) -> str:
    """4.3D What the plan leaves of the fuel, weather and accidents aside; Iwo Jima too where it is open."""
    left = fuel.spare(m, iwo=False) - m.fuel_due
    text = f"to base by plan: {_spare(left)}"
    if stores.may_hang(m):
        text += f", {_spare(left - m.target.zone)} if the bombs hang"  # 4.3A: two boxes a zone with them
    if m.number >= 11 and m.iwo_friendly() and (m.zone >= 6 or m.leg is Leg.OUT):
        text += f"; to Iwo Jima: {_spare(fuel.spare(m) - m.fuel_due)}"
    return text


def _spare(boxes: int) -> str:
    return f"{boxes} to spare" if boxes >= 0 else f"{-boxes} short"


def fighters_to_come(m: Mission) -> str:
    """5.1 What is known before the roll on 5-1."""
    total = sum(mod.value for mod in resistance.modifiers(m))
    here = f"{total:+d} on the roll" if total else "no modifier"
    return f"Expected resistance: {m.expected.value}. Fighters here: {here}."


def briefing(m: Mission) -> list[str]:
    """The mission in three lines, for a start in the middle of it."""
    when = "Night" if m.night else "Day"
    first = (
        f"Target: {m.target.city}, {m.target.kind.value}, in Zone {m.target.zone}. "
        f"{when} mission at {plain_level(m.altitude.name)}."
    )
    escort = "available" if m.escort_available else "not available"
    second = (
        f"Place {m.place.value}, {m.squadron.value} squadron. Expected resistance: {m.expected.value}. "
        f"Escort {escort}."
    )
    return [first, second, *_iwo(m)]


def _iwo(m: Mission) -> list[str]:
    """8.4 Whose Iwo Jima is, and what that means on the way."""
    if m.training:
        return []
    if m.iwo_friendly():
        return [
            "Your base is in the Marianas; Iwo Jima in zone 6 is American, and you may land there on the way back."
        ]
    return ["Your base is in the Marianas. Iwo Jima in zone 6 is still Japanese: fighters may come up there."]


def _tank(bay: Bay) -> str:
    if not bay.tank_fitted:
        return "not fitted"
    if bay.tank_jettisoned:
        return "jettisoned"
    return f"{bay.tank_boxes} of {TANK_BOXES}" + (", leaking" if bay.tank_leaking else "")


def _engines(m: Mission) -> str:
    if all(e.state is EngineState.FULL and not e.oil_turns for e in m.plane.engines):
        return "1, 2, 3, 4 running."
    return "; ".join(f"{engine.number} {engine_words(engine)}" for engine in m.plane.engines) + "."


def engine_words(engine: Engine) -> str:
    """What an engine does, and what it loses."""
    text = engine.state.value
    if engine.oil_turns:
        text += f", losing oil, {engine.oil_turns} turn{'s' if engine.oil_turns != 1 else ''} left"
    return text


#: 4-9g What is known of doors as they stand; what has jammed them says the rest.
_DOORS = {
    (DoorState.SHUT, DoorFault.WILL_NOT_OPEN): "they will not open",
    (DoorState.SHUT, DoorFault.WILL_NOT_CLOSE): "once open they will not close",
    (DoorState.OPEN, DoorFault.WILL_NOT_CLOSE): "they will not close",
}


def bay_words(name: str, bay: Bay) -> str:
    """Bombs and doors of a bay."""
    parts = [f"{name} {'bombs' if bay.bombs else 'empty'}", f"doors {bay.doors.value}"]
    if bay.doors_damaged and bay.doors is DoorState.SHUT:
        parts.append("doors damaged")
    if fault := _DOORS.get((bay.doors, bay.fault)):
        parts.append(fault)
    if bay.release_damaged:
        parts.append("release damaged")
    return ", ".join(parts)


def _guns(m: Mission, width: int) -> list[str]:
    """Six guns, two on a line."""
    cells = [f"{name.value.ljust(21)}{_gun(gun)}" for name, gun in m.plane.guns.items()]
    return layout.pairs("Guns", cells, width)


def gun_fault(gun: Gun) -> str:
    """What ails a gun; "" if nothing."""
    if not gun.armed:
        return "not armed"
    return "broken" if gun.broken else "out" if gun.inoperable else "jammed" if gun.jammed else ""


def _gun(gun: Gun) -> str:
    fault = gun_fault(gun)
    return layout.gun(gun.bursts, BURSTS[gun.name], fault) if gun.armed else fault


def ammunition(m: Mission) -> str:
    """The bursts of every gun in one line."""
    return ", ".join(f"{_SHORT[gun.name]} {_bursts(gun)}" for gun in m.plane.guns.values() if gun.armed)


def _bursts(gun: Gun) -> str:
    if gun.broken or gun.inoperable:
        return "out"
    return "jammed" if gun.jammed else str(gun.bursts)


_SHORT = {
    GunName.FWD_UPPER: "forward upper",
    GunName.FWD_LOWER: "forward lower",
    GunName.AFT_UPPER: "aft upper",
    GunName.AFT_LOWER: "aft lower",
    GunName.TAIL: "tail",
    GunName.TAIL_CANNON: "cannon",
}


def _crew(m: Mission, width: int) -> list[str]:
    places = [(section.value, [_man(man) for man in m.inside(section)]) for section in COMPARTMENTS]
    return layout.crew(places, [_man(man) for man in m.men.values() if not man.aboard], width)


def place_of(man: Man) -> str:
    """Where a man is who is not at his own station; "" for the others."""
    if man.aboard and not man.dead:
        if man.station is None and STATION_COMPARTMENT[man.position] is not man.compartment:
            return "away from his station"
        if man.station is not None and man.station is not man.position:
            return f"at the station of the {man.station.value}"
    return "left at base" if man.grounded else ""


def _man(man: Man) -> str:
    place = place_of(man)
    return layout.man(
        f"{man.position.value} {man.airman.name}",
        place=place,
        dead=man.dead,
        jumped=man.jumped,
        light=man.light,
        serious=man.serious,
        ill=man.poisoned,
        frostbitten=man.frostbitten,
        kills=man.kills,
    )


def _fire(m: Mission) -> str:
    left = [section.value for section, there in m.plane.extinguishers.items() if there]
    text = f"extinguishers in {', '.join(left)}." if left else "no extinguishers left."
    if m.plane.fires:
        text = f"burning: {', '.join(section.value for section in m.plane.fires)}; {text}"
    return text


# ------------------------------------------------------------------ damage


def damage(m: Mission) -> list[str]:
    """What is broken, in the order of the tables 7-1 to 7-10."""
    return [broken.words for broken in harm.damage(m)]


# ------------------------------------------------------------------ the attackers


def attackers(m: Mission) -> list[str]:
    """The fighters attacking now, clockwise from the nose, each on a line."""
    there = [f for f in m.fighters if not f.destroyed and not f.gone]
    return layout.clockwise((fighter.where(), fighter_words(fighter)) for fighter in there)


def fighter_words(fighter: Fighter) -> str:
    """A fighter and what is known of it."""
    parts = [fighter.name or fighter.kind.value]
    if fighter.skill is not None:
        parts.append(f"{fighter.skill.value} pilot")
    if fighter.fca:
        parts.append(f"damaged, its aim spoiled (-{fighter.fca})")
    if fighter.ram:
        parts.append("means to ram")
    if not fighter.spotted:
        parts.append("not seen")
    return ", ".join(parts)
