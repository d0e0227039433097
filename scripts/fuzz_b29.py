"""What scripts/fuzz must know of B-29 (see fuzz.Adapter)."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29 import position, possible, setup
from flakhouse.games.b29.options import OMEGA, STREAMLINER, Options
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    EngineState,
    Formation,
    Leg,
    MainGear,
    NoseGear,
    Position,
    Root,
    TargetType,
)

POSITIONS = {p.value: p for p in Position}
SWITCHES = (*OMEGA, *STREAMLINER, "jack", "strict_history", "stay_early")
#: Questions whose options name casualties or stations, not men who would act.
ABOUT_CASUALTIES = ("carry", "lay", "name-", "take-station", "oxygen-station", "blind-gunner")


def options(rng: random.Random) -> dict[str, str]:
    """A rule set: mostly the advanced game, else any mixture."""
    if rng.random() >= 0.6:
        return {}
    mixed = {name: rng.choice(("on", "off")) for name in SWITCHES}
    return {**mixed, "profile": rng.choice(("standard", "historical"))}


def campaign(rng: random.Random, options: dict[str, str]) -> JsonDict:
    """A record somewhere in a tour."""
    record = tour.new_campaign(Referee(Seeded(f"names {rng.random()}"), Default()), Options.of(options))
    record.credited = rng.randrange(35)
    for city, boxes in tour.CITY_BOXES.items():
        record.city_boxes[city] = rng.choice((0, 0, boxes))
    for man in record.crew.values():
        man.missions = rng.randrange(record.credited + 1)
    built: JsonDict = msgspec.to_builtins(record, str_keys=True)
    return built


def battered(rng: random.Random, options: dict[str, str]) -> tuple[str, str]:
    """A position with much damage, so that rare charts are reached, and the step to start at."""
    switches = Options.of(options)
    number = rng.randrange(1, 36)
    night = number > 10 and switches.night_combat and rng.random() < 0.4
    altitude = Altitude.LO if night else rng.choice((Altitude.MED, Altitude.HI))
    city = rng.choice(("Tokyo", "Nagoya", "Kobe", "Osaka", "Yawata", "Aomori", "Okinawa"))
    kind = rng.choice(list(TargetType))
    zone = rng.randrange(1, setup.make_target(city, kind, number).zone + 1)
    m = position.normal(switches, number, city, kind, night, altitude, zone, rng.choice(list(Leg)))
    batter(rng, m)
    return position.write(m), "combat" if m.leg is Leg.OUT and zone == m.target.zone else "move"


def fault(state: object) -> str:
    """Before take-off the bomber is still being made ready."""
    return possible.fault(state) if isinstance(state, Mission) and state.turn else ""


def final_fault(state: object) -> str:
    return possible.final_fault(state) if isinstance(state, Mission) else "no mission was flown"


def question_fault(state: object, id: str, options: Mapping[str, str]) -> str:
    """Nobody who is dead or not aboard is asked to act."""
    if not isinstance(state, Mission) or id.startswith(ABOUT_CASUALTIES):
        return ""
    for key in options:
        if key in POSITIONS and not state.men[POSITIONS[key]].aboard:
            return f"offers the {key}, who is not aboard"
        if key in POSITIONS and state.men[POSITIONS[key]].dead:
            return f"offers the {key}, who is dead"
    return ""


def ends(state: object) -> list[str]:
    """How the bomber ended, and of what."""
    if not isinstance(state, Mission):
        return ["no mission"]
    return [state.end.value] + ([f"cause: {state.root.value}"] if state.root is not None else [])


def batter(rng: random.Random, m: Mission) -> None:
    """Damage a sound bomber at random, short of what would end the flight by itself."""
    plane = m.plane
    flags = (
        *(
            "intercom_out",
            "alarm_bell_out",
            "feathering_out",
            "cooling_out",
            "radar_out",
            "radio_out",
            "loran_out",
        ),
        *("pilot_controls_out", "bombsight_out", "release_failed", "generator_out", "motor_out", "tunnel_damaged"),
        *(
            "engine_extinguishers_out",
            "transfer_controls_out",
            "fuel_indicators_out",
            "gear_controls_out",
            "loran_out",
        ),
        *("flap_controls_out", "autopilot_out", "hydraulic_nose_hit", "radio_compass_out", "navigator_tools_out"),
        *("copilot_controls_out", "tail_sight_out", "bombardier_sight_out", "gyro_compass_out"),
    )
    for flag in rng.sample(flags, rng.randrange(8)):
        setattr(plane, flag, True)
    if plane.pilot_controls_out and plane.copilot_controls_out:
        plane.copilot_controls_out = False
    plane.electrical_hits = rng.choice((0, 0, 1, 1, 2))
    plane.duct_hits = rng.randrange(2)
    plane.utility_duct_hits = rng.randrange(2)
    plane.oxygen_container_hits = rng.randrange(2)
    plane.generator_tank_hits = rng.randrange(2)
    plane.windshield_hits = plane.rudder_hits = rng.randrange(2)
    plane.pumps_failed = rng.randrange(2)
    plane.rudder_control_hits = plane.elevator_control_hits = plane.aileron_control_hits = rng.randrange(2)
    plane.nose_gear = rng.choice(list(NoseGear))
    for side in plane.wings:
        plane.wings[side].root_hits = rng.randrange(5)
        plane.tailplane_root[side] = rng.randrange(2)
        plane.main_gear[side] = rng.choice(list(MainGear))
    for bay in plane.bays():
        bay.doors_damaged = not m.bomb_run and rng.random() < 0.3
        bay.release_damaged = rng.random() < 0.3
        bay.rafts_hit = rng.random() < 0.3
    if rng.random() < 0.6:
        engine = rng.choice(plane.engines)
        engine.state = rng.choice((EngineState.REDUCED, EngineState.FEATHERED, EngineState.WINDMILLING))
        engine.checks = engine.state is EngineState.WINDMILLING
        engine.root = Root.FLAK
        if engine.out():
            m.formation = Formation.NONE if m.night else Formation.FOR_GOOD
    for gun in plane.guns.values():
        gun.jammed = gun.armed and rng.random() < 0.15
    for man in rng.sample(list(m.men.values()), rng.randrange(4)):
        if man.aboard and man.position not in (Position.PILOT, Position.COPILOT):
            man.serious, man.light = rng.choice(((True, 0), (False, 1), (False, 2)))
    plane.wing_boxes = max(0, plane.wing_boxes - rng.randrange(6))
