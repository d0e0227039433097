"""Where a B-29 mission stands: the headline of a turn, the status screen, the attackers."""

from __future__ import annotations

from flakhouse.games.b29 import fuel
from flakhouse.games.b29.combat import resistance
from flakhouse.games.b29.state import Bay, Engine, Fighter, Gun, Man, Mission
from flakhouse.games.b29.words import (
    BURSTS,
    COMPARTMENTS,
    STATION_COMPARTMENT,
    TANK_BOXES,
    Altitude,
    Brakes,
    Cabin,
    DoorFault,
    DoorState,
    EngineState,
    Escort,
    Formation,
    GunName,
    Leg,
    MainGear,
    NoseGear,
    Section,
)
from flakhouse.render.bomber import layout

__all__ = [
    "ammunition",
    "attackers",
    "bay_words",
    "briefing",
    "damage",
    "engine_words",
    "fighter_words",
    "fighters_to_come",
    "gun_fault",
    "headline",
    "place_of",
    "reckoning",
    "status",
]

# ------------------------------------------------------------------ the headline


def headline(m: Mission, mark: str, weather_known: bool) -> str:
    """The flight on one line."""
    plane = m.plane
    if m.turn == 0:
        night = "night" if m.night else "day"
        return mark.join(
            ["Before take-off", f"{m.target.city}, {m.target.kind.value}", f"{night}, {m.altitude.name}"]
        )
    parts = [f"Turn {m.turn}", _zone(m), plane.altitude.name]
    if not plane.pressurized and plane.altitude is not Altitude.LO:
        parts.append("no cabin pressure")
    parts.append("night" if m.night_here() else "day")
    if weather_known:
        parts.append(m.weather.value)
    if m.formation is Formation.IN:
        parts.append(f"in formation ({m.place.value}, {m.squadron.value})")
    elif m.formation is not Formation.NONE:
        parts.append(m.formation.value)
    if m.off_course:
        parts.append("Off Course")
    if m.escort is not Escort.NONE:
        parts.append(f"escort {m.escort.value}")
    if m.options.fuel:
        tanks = plane.tank_fuel()
        due = f" ({m.fuel_due} due)" if m.fuel_due else ""  # the move is made, its boxes not yet crossed off
        parts.append((f"fuel {plane.wing_boxes}+{tanks}" if tanks else f"fuel {plane.wing_boxes}") + due)
    parts.append(layout.engines(4 - plane.engines_out()))
    if m.aborted:
        parts.append("mission aborted")
    hurt = sum(not man.fit() for man in m.men.values() if not man.grounded)
    if hurt:
        parts.append(layout.men_out(hurt))
    if plane.fires:
        parts.append("fire in " + " and ".join(section.value for section in plane.fires))
    return mark.join(parts)


def _zone(m: Mission) -> str:
    if m.zone == 0:
        return "the base square"
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
    text = f"{name}: {m.target.city}, {m.target.kind.value}, Zone {m.target.zone}; {night}, {m.altitude.name}."
    if m.bomb_run and m.on_target is not None:
        text += f" Bombs {'on' if m.on_target else 'off'} target, {m.percent} percent."
    if m.aborted:
        text += f" Aborted in Zone {m.abort_zone}: {m.abort_cause}."
    elif m.leave:
        text += f" Leave to abort: {', '.join(m.leave)}."
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
    return f"{plane.altitude.name} (mission altitude {m.altitude.name}); {cabins}."


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
    text = f"to base by plan: {_spare(fuel.spare(m, iwo=False) - m.fuel_due)}"
    if m.number >= 11 and m.iwo_friendly() and (m.zone >= 6 or m.leg is Leg.OUT):
        text += f"; to Iwo Jima: {_spare(fuel.spare(m) - m.fuel_due)}"
    return text


def _spare(boxes: int) -> str:
    return f"{boxes} to spare" if boxes >= 0 else f"{-boxes} short"


def fighters_to_come(m: Mission) -> str:
    """5.1 What is known before the roll on 5-1."""
    total = sum(mod.value for mod in resistance.modifiers(m))
    here = f"{total:+d} on 5-1 here" if total else "nothing to add on 5-1 here"
    return f"Expected resistance: {m.expected.value}; {here}."


def briefing(m: Mission) -> list[str]:
    """The mission in two lines, for a start in the middle of it."""
    when = "Night" if m.night else "Day"
    first = (
        f"Target: {m.target.city}, {m.target.kind.value}, in Zone {m.target.zone}. "
        f"{when} mission at {m.altitude.name} altitude."
    )
    escort = "available" if m.escort_available else "not available"
    second = (
        f"Place {m.place.value}, {m.squadron.value} squadron. Expected resistance: {m.expected.value}. "
        f"Escort {escort}."
    )
    return [first, second]


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


def bay_words(name: str, bay: Bay) -> str:
    """Bombs and doors of a bay."""
    parts = [f"{name} {'bombs' if bay.bombs else 'empty'}", f"doors {bay.doors.value}"]
    if bay.doors_damaged and bay.doors is DoorState.SHUT:
        parts.append("doors damaged")
    if bay.fault is not DoorFault.NONE:
        parts.append(f"doors {bay.fault.value}")
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
    return [*_structure(m), *_nose_and_power(m), *_instruments(m), *_gear(m)]


def _structure(m: Mission) -> list[str]:
    plane = m.plane
    found = [f"burst inside {section.value}" for section in plane.bursts_inside]
    for side, wing in plane.wings.items():
        if wing.root_hits:
            found.append(f"{side.value} root hit, {wing.root_hits} so far")
        for out, part in (
            (wing.flap_out, "flap"),
            (wing.aileron_out, "aileron"),
            (wing.outer_tank_leaked, "outer tank holed"),
            (wing.inner_tank_leaked, "inner tank holed"),
        ):
            if out:
                found.append(f"{side.value} {part}" + ("" if part.endswith("holed") else " out"))
    for side, hits in plane.tailplane_root.items():
        if hits:
            found.append(f"{_SIDE[side]} tailplane root hit, {hits} of 3")
    found += [f"{_SIDE[side]} elevator out" for side, out in plane.elevator_out.items() if out]
    if plane.rudder_hits:
        found.append("rudder out" if plane.rudder_out() else f"rudder hit, {plane.rudder_hits} of 3")
    found += layout.counted(
        (
            (plane.windshield_hits, "windshield hit"),
            (plane.blister_hits, "gunner's blister hit"),
            (plane.duct_hits, "air duct hit"),
            (plane.utility_duct_hits, "air duct in Utility hit"),
            (plane.feed_tray_hits, "tail feed trays hit"),
            (plane.oxygen_container_hits, "oxygen containers hit"),
            (plane.generator_tank_hits, "generator tank hit"),
        )
    )
    if plane.crippled:
        found.append("crippled, two turns a zone")
    return found


_SIDE = {Section.PORT_WING: "port", Section.STARBOARD_WING: "starboard"}


def _nose_and_power(m: Mission) -> list[str]:
    plane = m.plane
    sights = [f"gunsight of the {station.value}" for station, out in plane.sights_out.items() if out]
    found = layout.out(
        (
            (plane.bombsight_out, "bombsight"),
            (plane.bombardier_sight_out, "bombardier's gunsight"),
            *((True, sight) for sight in sights),
            (plane.tail_sight_out, "tail gunsight"),
            (plane.cfc_system_out, "central fire control"),
            (plane.intercom_out, "intercom"),
            (plane.radio_out, "radio"),
            (plane.radar_out, "radar"),
            (plane.loran_out, "LORAN"),
            (plane.radio_compass_out, "radio compass"),
            (plane.navigator_tools_out, "navigator's tools"),
            (plane.gyro_compass_out, "gyro compass"),
            (plane.blister_out, "blister"),
            (plane.power_out(), "electrical system"),
            (plane.generator_out, "generator"),
            (plane.motor_out, "portable motor"),
        )
    )
    if plane.electrical_hits == 1:
        found.append("electrical system hit once")
    if plane.windows_frosted:
        found.append("cockpit windows frosted")
    if plane.tunnel_damaged:
        found.append("tunnel damaged")
    if plane.oxygen_all_out:
        found.append("oxygen tanks gone")
    found += [f"oxygen hit at the {station.value}'s station" for station, n in plane.oxygen_hits.items() if n]
    for name, bay in (("forward", plane.fwd), ("aft", plane.aft)):
        if bay.rafts_hit:
            found.append(f"{name} life rafts hit")
    return found


def _instruments(m: Mission) -> list[str]:
    plane = m.plane
    found = layout.out(
        (
            (plane.pilot_controls_out, "pilot's controls"),
            (plane.copilot_controls_out, "copilot's controls"),
            (plane.autopilot_out, "autopilot"),
            (plane.alarm_bell_out, "alarm bell"),
            (plane.flap_controls_out, "flap controls"),
            (plane.gear_controls_out, "gear controls"),
            (plane.feathering_out, "feathering"),
            (plane.cooling_out, "engine cooling"),
            (plane.engine_extinguishers_out, "engine extinguishers"),
            (plane.transfer_controls_out, "fuel transfer controls"),
            (plane.fuel_indicators_out, "fuel indicators"),
            (plane.release_failed, "bomb release"),
            (plane.no_voluntary_release, "pressure release"),
            (plane.no_repressurizing, "repressurizing"),
        )
    )
    for count, what in (
        (plane.elevator_control_hits, "elevator controls"),
        (plane.rudder_control_hits, "rudder controls"),
        (plane.aileron_control_hits, "aileron controls"),
    ):
        if count:
            found.append(f"{what} {'out' if count >= 2 else 'hit once'}")
    return found


def _gear(m: Mission) -> list[str]:
    plane = m.plane
    found: list[str] = []
    if plane.nose_gear is not NoseGear.SOUND:
        found.append(f"nose gear {plane.nose_gear.value}")
    for side, gear in plane.main_gear.items():
        if gear is not MainGear.SOUND:
            found.append(f"main gear, {_SIDE[side]}: {gear.value}")
    if plane.brakes is not Brakes.SOUND:
        found.append(f"brakes {plane.brakes.value}")
    if plane.hydraulic_nose_hit:
        found.append("hydraulic reservoir in the Nose hit")
    if plane.hydraulic_nav_hit:
        found.append("hydraulic reservoir in Nav/Radio hit")
    return found


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
        parts.append(f"damaged, FCA {fighter.fca}")
    if fighter.ram:
        parts.append("means to ram")
    if not fighter.spotted:
        parts.append("not seen")
    return ", ".join(parts)
