"""What a player sees of a mission, in figures, and the questions he may be asked: for programs that learn."""

from __future__ import annotations

from typing import Final

from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Escort,
    Flak,
    Leg,
    Resistance,
    Weather,
)
from flakhouse.games.bomber.seen import CREW, crew, rank

__all__ = ["NAMES", "QUESTIONS", "features"]

#: In this order for good: new ones come last.
_TEXT: Final = """
abort abort-bombs allocate-fire altitude bail-out-depressurize bail-out-now blind-fire blind-gunner
blind-order blind-passing burning-engine carry-helper carry-man carry-where clear-gun clear-man cold
depressurize-combat depressurize-fire doors-by-pilot dry-tanks engine-fire-dive engine-out-formation
evade-day evade-flak evade-flak-out evade-lights evade-night fire-jump fire-second flaps-by-motor
fly-on-dead-controls frosted-windows fuel-tank generator generator-landing iwo-plan jettison-to-join
jump-before-dive jump-first land-or-jump main-gear-by-hand move-man move-where name-crew night-return
nose-gear-by-hand not-at-altitude off-course-over-target one-engine orders oxygen-out oxygen-station
raft-places rejoin release-by-hand relieve-pilot salvo seat-man shoot-light spared-city storm-detour
take-sight take-station tank-fire-dive truk way-home weak-engine-formation where-down which-doors which-tank
who-fights-fire who-flies one-engine-down
"""
QUESTIONS: Final = tuple(_TEXT.split())
NAMES: Final = (
    "mission",
    "night mission",
    "urban area",
    "target zone",
    "mission altitude",
    "zone",
    "homeward",
    "turn",
    "turn in this zone",
    "night here",
    "altitude",
    "in formation",
    "off course",
    "weather",
    "engines running",
    "fuel boxes in the wings",
    "fuel boxes in bomb bay tanks",
    "fuel pumps working",
    "bombs aboard",
    "bomb run made",
    "percent on target",
    "aborted",
    "bound for Iwo Jima",
    "expected resistance",
    "resistance",
    "escort",
    "fighters attacking",
    "fighters damaged",
    "evading",
    "in searchlights",
    "flak",
    "guns that work",
    "bursts left",
    "pressurized",
    "compartments on fire",
    "electrical hits",
    "intercom out",
    "radar out",
    *CREW,
)
_WEATHER: Final = tuple(Weather)
_RESISTANCE: Final = tuple(Resistance)
_FLAK: Final = tuple(Flak)


def features(m: Mission) -> list[float]:
    """The figures of NAMES. Nothing that dice or markers still hide is among them."""
    plane = m.plane
    fighters = [f for f in m.fighters if f.spotted and not f.destroyed and not f.gone]
    return [
        m.number,
        m.night,
        m.urban(),
        m.target.zone,
        m.altitude,
        m.zone,
        m.leg is not Leg.OUT,
        m.turn,
        m.zone_turn,
        m.night_here(),
        plane.altitude,
        m.in_formation(),
        m.off_course,
        rank(m.weather, _WEATHER),
        4 - plane.engines_out(),
        plane.wing_boxes,
        plane.tank_fuel(),
        plane.pumps_working(),
        plane.bombs_aboard(),
        m.bomb_run,
        m.percent,
        m.aborted,
        m.to_iwo,
        rank(m.expected, _RESISTANCE),
        rank(m.resistance, _RESISTANCE),
        m.escort is not Escort.NONE,
        len(fighters),
        sum(f.fca > 0 for f in fighters),
        m.evading,
        m.lit,
        rank(m.flak, _FLAK),
        sum(gun.works() for gun in plane.guns.values()),
        sum(gun.bursts for gun in plane.guns.values()),
        plane.pressurized,
        len(plane.fires),
        plane.electrical_hits,
        not plane.intercom_works(),
        not plane.radar_works(),
        *crew(m.men.values()),
    ]
