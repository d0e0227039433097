"""What is broken aboard a B-29, in the order of the tables 7-1 to 7-10, each with the section it is in."""

from __future__ import annotations

from flakhouse.games.b29.state import Mission, Plane
from flakhouse.games.b29.words import Brakes, MainGear, NoseGear, Position, Section
from flakhouse.render.bomber.damage import Damage, counted, out

__all__ = ["damage"]

_SIDE = {Section.PORT_WING: "port", Section.STARBOARD_WING: "starboard"}
#: Where a man of each position sits.
_SEATED = {
    **dict.fromkeys((Position.BOMBARDIER, Position.PILOT, Position.COPILOT), Section.NOSE),
    **dict.fromkeys((Position.NAVIGATOR, Position.FLIGHT_ENGINEER, Position.RADIO_OPERATOR), Section.NAV_RADIO),
    Position.TAIL_GUNNER: Section.TAIL,
}


def damage(m: Mission) -> list[Damage]:
    """What the status screen lists."""
    plane = m.plane
    return [*_structure(plane), *_devices(plane), *_air(plane), *_instruments(plane), *_gear(plane)]


def _structure(plane: Plane) -> list[Damage]:
    """Wings, tail, ducts and tanks."""
    found = [Damage(section.value, f"burst inside {section.value}") for section in plane.bursts_inside]
    for side, wing in plane.wings.items():
        if wing.root_hits:
            found.append(Damage(side, f"{side.value} root hit, {wing.root_hits} so far", wing.root_hits))
        found += out(side, ((wing.flap_out, f"{side.value} flap"), (wing.aileron_out, f"{side.value} aileron")))
        for holed, tank in ((wing.outer_tank_leaked, "outer"), (wing.inner_tank_leaked, "inner")):
            found += [Damage(side, f"{side.value} {tank} tank holed")] if holed else []
    for side, hits in plane.tailplane_root.items():
        if hits:
            found.append(Damage(Section.TAIL, f"{_SIDE[side]} tailplane root hit, {hits} of 3", hits))
    found += out(Section.TAIL, ((gone, f"{_SIDE[side]} elevator") for side, gone in plane.elevator_out.items()))
    if plane.rudder_out():
        found.append(Damage(Section.TAIL, "rudder out"))
    elif plane.rudder_hits:
        found.append(Damage(Section.TAIL, f"rudder hit, {plane.rudder_hits} of 3", plane.rudder_hits))
    found += counted(
        (
            (Section.NOSE, plane.windshield_hits, "windshield hit"),
            (Section.WAIST, plane.blister_hits, "gunner's blister hit"),
            ("", plane.duct_hits, "air duct hit"),
            (Section.UTILITY, plane.utility_duct_hits, "air duct in Utility hit"),
            (Section.TAIL, plane.feed_tray_hits, "tail feed trays hit"),
            (Section.UTILITY, plane.oxygen_container_hits, "oxygen containers hit"),
            (Section.UTILITY, plane.generator_tank_hits, "generator tank hit"),
        )
    )
    if plane.crippled:
        found.append(Damage("", "crippled, two turns a zone"))
    return found


def _devices(plane: Plane) -> list[Damage]:
    """Sights, radios, navigation and power."""
    sights = [f"gunsight of the {station.value}" for station, gone in plane.sights_out.items() if gone]
    found = [
        *out(
            Section.NOSE,
            ((plane.bombsight_out, "bombsight"), (plane.bombardier_sight_out, "bombardier's gunsight")),
        ),
        *out(Section.WAIST, ((True, sight) for sight in sights)),
        *out(Section.TAIL, ((plane.tail_sight_out, "tail gunsight"),)),
        *out(Section.WAIST, ((plane.cfc_system_out, "central fire control"),)),
        *out(Section.NAV_RADIO, ((plane.intercom_out, "intercom"), (plane.radio_out, "radio"))),
        *out(Section.WAIST, ((plane.radar_out, "radar"),)),
        *out(
            Section.NAV_RADIO,
            (
                (plane.loran_out, "LORAN"),
                (plane.radio_compass_out, "radio compass"),
                (plane.navigator_tools_out, "navigator's tools"),
                (plane.gyro_compass_out, "gyro compass"),
            ),
        ),
        *out(Section.WAIST, ((plane.blister_out, "blister"),)),
        *out(
            Section.UTILITY,
            (
                (plane.power_out(), "electrical system"),
                (plane.generator_out, "generator"),
                (plane.motor_out, "portable motor"),
            ),
        ),
    ]
    if plane.electrical_hits == 1:
        found.append(Damage(Section.UTILITY, "electrical system hit once"))
    return found


def _air(plane: Plane) -> list[Damage]:
    """Windows, the tunnel, oxygen and the rafts."""
    found: list[Damage] = []
    if plane.windows_frosted:
        found.append(Damage(Section.NOSE, "cockpit windows frosted"))
    if plane.tunnel_damaged:
        found.append(Damage("", "tunnel damaged"))
    if plane.oxygen_all_out:
        found.append(Damage(Section.UTILITY, "oxygen tanks gone"))
    found += [
        Damage(_SEATED.get(station, Section.WAIST), f"oxygen hit at the {station.value}'s station")
        for station, hits in plane.oxygen_hits.items()
        if hits
    ]
    for name, bay in (("forward", plane.fwd), ("aft", plane.aft)):
        found += [Damage(bay.section, f"{name} life rafts hit")] if bay.rafts_hit else []
    return found


def _instruments(plane: Plane) -> list[Damage]:
    """Controls and instruments."""
    found = [
        *out(
            Section.NOSE,
            (
                (plane.pilot_controls_out, "pilot's controls"),
                (plane.copilot_controls_out, "copilot's controls"),
                (plane.autopilot_out, "autopilot"),
                (plane.alarm_bell_out, "alarm bell"),
            ),
        ),
        *out("", ((plane.flap_controls_out, "flap controls"), (plane.gear_controls_out, "gear controls"))),
        *out(
            Section.NAV_RADIO,
            (
                (plane.feathering_out, "feathering"),
                (plane.cooling_out, "engine cooling"),
                (plane.engine_extinguishers_out, "engine extinguishers"),
                (plane.transfer_controls_out, "fuel transfer controls"),
                (plane.fuel_indicators_out, "fuel indicators"),
            ),
        ),
        *out("", ((plane.release_failed, "bomb release"),)),
        *out(Section.NAV_RADIO, ((plane.no_voluntary_release, "pressure release"),)),
        *out(Section.WAIST, ((plane.no_repressurizing, "repressurizing"),)),
    ]
    if pumps := 2 - plane.pumps_working():
        found.append(Damage("", f"{pumps} of 2 fuel transfer pumps out"))
    for section, hits, what in (
        (Section.TAIL, plane.elevator_control_hits, "elevator controls"),
        (Section.TAIL, plane.rudder_control_hits, "rudder controls"),
        ("", plane.aileron_control_hits, "aileron controls"),
    ):
        if hits:
            found.append(Damage(section, f"{what} {'out' if hits >= 2 else 'hit once'}"))
    return found


def _gear(plane: Plane) -> list[Damage]:
    """The landing gear, brakes and hydraulics."""
    found: list[Damage] = []
    if plane.nose_gear is not NoseGear.SOUND:
        found.append(Damage(Section.NOSE, f"nose gear {plane.nose_gear.value}"))
    for side, gear in plane.main_gear.items():
        if gear is not MainGear.SOUND:
            found.append(Damage(side, f"main gear, {_SIDE[side]}: {gear.value}"))
    if plane.brakes is not Brakes.SOUND:
        found.append(Damage("", f"brakes {plane.brakes.value}"))
    if plane.hydraulic_nose_hit:
        found.append(Damage(Section.NOSE, "hydraulic reservoir in the Nose hit"))
    if plane.hydraulic_nav_hit:
        found.append(Damage(Section.NAV_RADIO, "hydraulic reservoir in Nav/Radio hit"))
    return found
