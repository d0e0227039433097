"""What is broken aboard a B-17, from nose to tail and wing to wing, each with the section it is in."""

from __future__ import annotations

from flakhouse.games.b17.state import Mission, Plane
from flakhouse.games.b17.words import WINGS, Section, Tank
from flakhouse.render.bomber.damage import Damage, out

__all__ = ["bombing", "damage"]

_SIDE = {Section.PORT_WING: "port", Section.STARBOARD_WING: "starboard"}
_HOLDS = {
    **dict.fromkeys((Tank.PORT_OUTBOARD, Tank.PORT_INBOARD), Section.PORT_WING),
    **dict.fromkeys((Tank.STARBOARD_INBOARD, Tank.STARBOARD_OUTBOARD), Section.STARBOARD_WING),
}


def damage(m: Mission) -> list[Damage]:
    """What the status screen lists; bombs, engines, air and guns have lines of their own there."""
    plane = m.plane
    found = [
        Damage(section.value, f"burst inside the {section.value}, two turns a zone")
        for section in plane.bursts_inside
    ]
    return [*found, *_fuselage(plane), *_tail(plane), *_wings(plane)]


def bombing(m: Mission) -> list[Damage]:
    """The bombing gear and the tanks, for those who have no line for them."""
    plane = m.plane
    return [
        *out(Section.NOSE, ((plane.norden_out, "Norden sight"), (plane.bomb_controls_out, "bomb controls"))),
        *out(
            Section.BOMB_BAY,
            ((plane.bomb_release_out, "bomb release"), (plane.bomb_doors_out, "bomb bay doors")),
        ),
        *(Damage(_HOLDS[tank], f"{tank.value} tank leaking") for tank in plane.leaking),
    ]


def _fuselage(plane: Plane) -> list[Damage]:
    """What is broken between the nose and the waist."""
    found = [
        *out(Section.NOSE, ((plane.nav_equipment_out, "navigator's equipment"),)),
        *out(Section.PILOTS, ((plane.autopilot_out, "autopilot"),)),
        *out(Section.RADIO_ROOM, ((plane.intercom_out, "intercom"), (plane.radio_out, "radio"))),
        *out(Section.BOMB_BAY, ((plane.rafts_out, "rubber rafts"),)),
        *out(
            Section.PILOTS,
            (
                (plane.feathering_out, "feathering controls"),
                (plane.engine_extinguishers_out, "engine extinguishers"),
                (plane.window_out(), "cockpit window"),
            ),
        ),
        *out("", ((plane.cables_out(), "control cables"),)),
    ]
    if plane.window_hits == 1:
        found.append(Damage(Section.PILOTS, "cockpit window hit once"))
    if plane.cable_hits == 1:
        found.append(Damage("", "control cables hit once"))
    if plane.ball_jammed:
        found.append(Damage(Section.WAIST, "ball turret jammed"))
    return found


def _tail(plane: Plane) -> list[Damage]:
    """What is broken in the tail."""
    found = out(
        Section.TAIL,
        (
            (plane.tailwheel_out, "tailwheel"),
            (plane.rudder_out(), "rudder"),
            (plane.elevator_controls_out, "elevator controls"),
        ),
    )
    if plane.rudder_hits and not plane.rudder_out():
        found.append(Damage(Section.TAIL, f"rudder hit, {plane.rudder_hits} of 3", plane.rudder_hits))
    for side, hits in plane.tailplane_root.items():
        found += out(Section.TAIL, ((plane.elevator_out[side], f"{_SIDE[side]} elevator"),))
        if hits >= 3:
            found.append(Damage(Section.TAIL, f"{_SIDE[side]} tailplane off"))
        elif hits:
            found.append(Damage(Section.TAIL, f"{_SIDE[side]} tailplane root hit, {hits} of 3", hits))
    return found


def _wings(plane: Plane) -> list[Damage]:
    """What is broken in the wings, and the controls of what moves there."""
    found: list[Damage] = []
    for side in WINGS:
        wing = plane.wings[side]
        if wing.root_hits:
            found.append(Damage(side, f"{_SIDE[side]} wing root hit, {wing.root_hits} of 5", wing.root_hits))
        found += out(side, ((wing.flap_out, f"{_SIDE[side]} flap"), (wing.aileron_out, f"{_SIDE[side]} aileron")))
    return [
        *found,
        *out(
            Section.PILOTS,
            ((plane.flap_controls_out, "flap controls"), (plane.aileron_controls_out, "aileron controls")),
        ),
        *out("", ((plane.landing_gear_out, "landing gear"),)),
        *out(Section.PILOTS, ((plane.gear_controls_out, "landing gear controls"),)),
        *out("", ((plane.brake_out, "brake"),)),
    ]
