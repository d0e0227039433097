"""The closed vocabularies of the B-17 game. A value is what a player reads; chart cells use these same words."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.games.bomber.words import (
    Angle,
    Clock,
    Fate,
    FormationPlace,
    Leg,
    Repair,
    Skill,
    Squadron,
    Weather,
)

__all__ = [
    "AMMO",
    "BODY_PLACES",
    "CHEEKS",
    "COMPARTMENTS",
    "ENEMY",
    "GUNS_OF",
    "NEXT_TO",
    "NOSE_GUNS",
    "STATION_COMPARTMENT",
    "STATION_OF_GUN",
    "TOUR",
    "TWINS",
    "WINGS",
    "Angle",
    "Clock",
    "Cover",
    "End",
    "EngineState",
    "Fate",
    "FighterType",
    "Flak",
    "FormationPlace",
    "GunName",
    "Leg",
    "Position",
    "Repair",
    "Result",
    "Root",
    "Section",
    "Skill",
    "Squadron",
    "Surface",
    "Tank",
    "TargetType",
    "Weather",
]

TOUR = 25  # 1.1: missions of a campaign


class Position(StrEnum):
    """The ten crew positions. A position is a man's trade and his station."""

    BOMBARDIER = "Bombardier"
    NAVIGATOR = "Navigator"
    PILOT = "Pilot"
    COPILOT = "Copilot"
    ENGINEER = "Engineer"
    RADIO_OPERATOR = "Radio Operator"
    BALL_GUNNER = "Ball Gunner"
    PORT_WAIST = "Port Waist Gunner"
    STARBOARD_WAIST = "Starboard Waist Gunner"
    TAIL_GUNNER = "Tail Gunner"


class Section(StrEnum):
    """The areas of the bomber: six compartments from front to rear, and two wings."""

    NOSE = "Nose"
    PILOTS = "Pilot Compartment"
    BOMB_BAY = "Bomb Bay"
    RADIO_ROOM = "Radio Room"
    WAIST = "Waist"
    TAIL = "Tail"
    PORT_WING = "Port Wing"
    STARBOARD_WING = "Starboard Wing"


COMPARTMENTS = (
    Section.NOSE,
    Section.PILOTS,
    Section.BOMB_BAY,
    Section.RADIO_ROOM,
    Section.WAIST,
    Section.TAIL,
)
WINGS = (Section.PORT_WING, Section.STARBOARD_WING)
#: The compartments next to each, front first.
NEXT_TO: dict[Section, tuple[Section, ...]] = {
    here: COMPARTMENTS[max(0, i - 1) : i] + COMPARTMENTS[i + 1 : i + 2] for i, here in enumerate(COMPARTMENTS)
}

#: The compartment of each station.
STATION_COMPARTMENT: dict[Position, Section] = {
    Position.BOMBARDIER: Section.NOSE,
    Position.NAVIGATOR: Section.NOSE,
    Position.PILOT: Section.PILOTS,
    Position.COPILOT: Section.PILOTS,
    Position.ENGINEER: Section.PILOTS,
    Position.RADIO_OPERATOR: Section.RADIO_ROOM,
    Position.BALL_GUNNER: Section.WAIST,
    Position.PORT_WAIST: Section.WAIST,
    Position.STARBOARD_WAIST: Section.WAIST,
    Position.TAIL_GUNNER: Section.TAIL,
}

#: 7.3 Places for men without a station, casualties first of all; in the bomb bay only with the bombs gone.
BODY_PLACES: dict[Section, int] = {
    Section.NOSE: 0,
    Section.PILOTS: 1,
    Section.BOMB_BAY: 2,
    Section.RADIO_ROOM: 1,
    Section.WAIST: 2,
    Section.TAIL: 0,
}


class GunName(StrEnum):
    """The gun positions."""

    NOSE = "Nose Gun"
    PORT_CHEEK = "Port Cheek Gun"
    STARBOARD_CHEEK = "Starboard Cheek Gun"
    TOP = "Top Turret"
    RADIO = "Radio Room Gun"
    BALL = "Ball Turret"
    PORT_WAIST = "Port Waist Gun"
    STARBOARD_WAIST = "Starboard Waist Gun"
    TAIL = "Tail Guns"


#: Bursts aboard (Mission Chart).
AMMO: dict[GunName, int] = {
    GunName.NOSE: 15,
    GunName.PORT_CHEEK: 10,
    GunName.STARBOARD_CHEEK: 10,
    GunName.TOP: 16,
    GunName.RADIO: 10,
    GunName.BALL: 20,
    GunName.PORT_WAIST: 20,
    GunName.STARBOARD_WAIST: 20,
    GunName.TAIL: 23,
}
#: 5.1 Twin mounts; they take ammunition only from each other.
TWINS = (GunName.TOP, GunName.BALL, GunName.TAIL)
NOSE_GUNS = (GunName.NOSE, GunName.PORT_CHEEK, GunName.STARBOARD_CHEEK)
CHEEKS = (GunName.PORT_CHEEK, GunName.STARBOARD_CHEEK)
#: The guns of each station, his usual one first.
GUNS_OF: dict[Position, tuple[GunName, ...]] = {
    Position.BOMBARDIER: (GunName.NOSE, GunName.PORT_CHEEK, GunName.STARBOARD_CHEEK),
    Position.NAVIGATOR: (GunName.PORT_CHEEK, GunName.STARBOARD_CHEEK, GunName.NOSE),
    Position.PILOT: (),
    Position.COPILOT: (),
    Position.ENGINEER: (GunName.TOP,),
    Position.RADIO_OPERATOR: (GunName.RADIO,),
    Position.BALL_GUNNER: (GunName.BALL,),
    Position.PORT_WAIST: (GunName.PORT_WAIST,),
    Position.STARBOARD_WAIST: (GunName.STARBOARD_WAIST,),
    Position.TAIL_GUNNER: (GunName.TAIL,),
}
#: The one station of each gun aft of the nose.
STATION_OF_GUN: dict[GunName, Position] = {
    GunName.TOP: Position.ENGINEER,
    GunName.RADIO: Position.RADIO_OPERATOR,
    GunName.BALL: Position.BALL_GUNNER,
    GunName.PORT_WAIST: Position.PORT_WAIST,
    GunName.STARBOARD_WAIST: Position.STARBOARD_WAIST,
    GunName.TAIL: Position.TAIL_GUNNER,
}


class FighterType(StrEnum):
    """German fighters (B-3)."""

    ME109 = "Me109"
    ME110 = "Me110"
    FW190 = "FW190"


class Cover(StrEnum):
    """Fighter cover (G-5)."""

    NONE = "None"
    POOR = "Poor"
    FAIR = "Fair"
    GOOD = "Good"


class Flak(StrEnum):
    """Flak over the target (O-2)."""

    NONE = "No flak"
    LIGHT = "Light"
    MEDIUM = "Medium"
    HEAVY = "Heavy"


class TargetType(StrEnum):
    """Target types (G-1 to G-3)."""

    AIRCRAFT = "Aircraft"
    AIRFIELD = "Airfield"
    INDUSTRY = "Industry"
    RAIL_YARD = "Rail Yard"
    SHIP_YARD = "Ship Yard"
    U_BOATS = "U-Boats"


class Surface(StrEnum):
    """What lies below (G-11)."""

    ENGLAND = "E"
    WATER = "W"
    FRANCE = "F"
    BELGIUM = "B"
    NETHERLANDS = "N"
    GERMANY = "G"


class EngineState(StrEnum):
    """What an engine is doing; the last two count as out."""

    RUNNING = "running"
    FEATHERED = "feathered"
    WINDMILLING = "windmilling"  # BL-1 note c: not feathered


class Tank(StrEnum):
    """The four wing tanks (BL-1)."""

    PORT_OUTBOARD = "port outboard"
    PORT_INBOARD = "port inboard"
    STARBOARD_INBOARD = "starboard inboard"
    STARBOARD_OUTBOARD = "starboard outboard"


class Root(StrEnum):
    """What began the chain of a loss or a wound."""

    FIGHTER = "fighter"
    FLAK = "flak"
    BIP = "flak burst inside the plane"
    MECHANICAL = "mechanical failure"
    COLLISION = "mid-air accident"
    COLD = "cold and thin air"
    LANDING = "landing"
    CHOICE = "the pilot's order"


#: 13.1: roots that are the enemy's doing.
ENEMY = frozenset({Root.FIGHTER, Root.FLAK, Root.BIP})


class End(StrEnum):
    """How the flight ended."""

    FLYING = "flying"
    LANDED = "landed"
    WRECKED = "wrecked on landing"
    DESTROYED = "destroyed in the air"
    OUT_OF_CONTROL = "crashed out of control"
    ABANDONED = "abandoned"
    DITCHED = "ditched"
    LANDED_EUROPE = "landed in enemy country"


class Result(StrEnum):
    """Mission result (16.5)."""

    VICTORY = "8th Air Force victory"
    DRAW = "draw"
    DEFEAT = "German victory"
