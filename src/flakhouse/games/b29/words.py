"""The closed vocabularies of the B-29 game, with the names the books use.

A value is what a player reads; chart cells are written with these same words. Those that every bomber game
uses are handed on from the shared ones.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

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
    "BURSTS",
    "CABIN",
    "CAPACITY",
    "COMPARTMENTS",
    "ENEMY",
    "GUNNERS",
    "STATION_COMPARTMENT",
    "TANK_BOXES",
    "WINGS",
    "WING_BOXES",
    "Altitude",
    "Angle",
    "Brakes",
    "Cabin",
    "Clock",
    "DoorFault",
    "DoorState",
    "End",
    "EngineState",
    "Escort",
    "Fate",
    "FighterType",
    "Flak",
    "Formation",
    "FormationPlace",
    "GunName",
    "Hole",
    "Leg",
    "MainGear",
    "NoseGear",
    "Position",
    "Repair",
    "Resistance",
    "Result",
    "Root",
    "SeaState",
    "Section",
    "Skill",
    "Squadron",
    "Surface",
    "TargetType",
    "Visibility",
    "Weather",
]


class Position(StrEnum):
    """The eleven crew positions (1.0). A position is a man's trade and his station."""

    PILOT = "Pilot"
    COPILOT = "Copilot"
    BOMBARDIER = "Bombardier"
    NAVIGATOR = "Navigator"
    FLIGHT_ENGINEER = "Flight Engineer"
    RADIO_OPERATOR = "Radio Operator"
    CFC = "CFC"
    LEFT_GUNNER = "Left Gunner"
    RIGHT_GUNNER = "Right Gunner"
    RADAR_OPERATOR = "Radar Operator"
    TAIL_GUNNER = "Tail Gunner"


GUNNERS = (Position.CFC, Position.LEFT_GUNNER, Position.RIGHT_GUNNER, Position.TAIL_GUNNER)


class Section(StrEnum):
    """The sections of the bomber: seven compartments and two wings."""

    NOSE = "Nose"
    NAV_RADIO = "Nav/Radio"
    FWD_BAY = "Fwd Bomb Bay"
    AFT_BAY = "Aft Bomb Bay"
    WAIST = "Waist"
    UTILITY = "Utility"
    TAIL = "Tail"
    PORT_WING = "Port Wing"
    STARBOARD_WING = "Starboard Wing"


COMPARTMENTS = (
    Section.NOSE,
    Section.NAV_RADIO,
    Section.FWD_BAY,
    Section.AFT_BAY,
    Section.WAIST,
    Section.UTILITY,
    Section.TAIL,
)
WINGS = (Section.PORT_WING, Section.STARBOARD_WING)

#: The compartment of each station (crew placement chart).
STATION_COMPARTMENT: dict[Position, Section] = {
    Position.PILOT: Section.NOSE,
    Position.COPILOT: Section.NOSE,
    Position.BOMBARDIER: Section.NOSE,
    Position.NAVIGATOR: Section.NAV_RADIO,
    Position.FLIGHT_ENGINEER: Section.NAV_RADIO,
    Position.RADIO_OPERATOR: Section.NAV_RADIO,
    Position.CFC: Section.WAIST,
    Position.LEFT_GUNNER: Section.WAIST,
    Position.RIGHT_GUNNER: Section.WAIST,
    Position.RADAR_OPERATOR: Section.WAIST,
    Position.TAIL_GUNNER: Section.TAIL,
}

#: The most men a compartment holds (7.6A; the bays by ruling R-79).
CAPACITY: dict[Section, int] = {
    Section.NOSE: 3,
    Section.NAV_RADIO: 7,
    Section.FWD_BAY: 2,
    Section.AFT_BAY: 2,
    Section.WAIST: 5,
    Section.UTILITY: 3,
    Section.TAIL: 1,
}


class Cabin(StrEnum):
    """The three pressurized cabins; the front one is Nose with Nav/Radio (7-1b)."""

    FRONT = "front"
    WAIST = "waist"
    TAIL = "tail"


#: The cabin a compartment belongs to; bays and Utility have none and are never pressurized.
CABIN: dict[Section, Cabin] = {
    Section.NOSE: Cabin.FRONT,
    Section.NAV_RADIO: Cabin.FRONT,
    Section.WAIST: Cabin.WAIST,
    Section.TAIL: Cabin.TAIL,
}


class Altitude(IntEnum):
    """Altitude levels (2.2C)."""

    LO = 0
    MED = 1
    HI = 2


class TargetType(StrEnum):
    """Target types (2-1, 2-2A)."""

    URBAN_AREA = "Urban Area"
    AIRFIELD = "Airfield"
    AIRCRAFT_FACTORY = "Aircraft Factory"


class Resistance(StrEnum):
    """Japanese fighter resistance, expected (2-6) or met (5-1)."""

    NONE = "None"
    LIGHT = "Light"
    MODERATE = "Moderate"
    HEAVY = "Heavy"


class Escort(StrEnum):
    """The escort met on 4-11."""

    NONE = "none"
    HELLCAT = "F6F Hellcat"
    P38 = "P-38"
    P51 = "P-51"


class Formation(StrEnum):
    """Where the bomber stands to its formation (4.8). At night it is always NONE."""

    NONE = "none"  # night mission, or a day mission before assembly or after the formation disbanded
    IN = "in formation"
    OUT = "out of formation"  # forced out, may come back (4.8D)
    FOR_GOOD = "out of formation for good"


class Visibility(StrEnum):
    """Target visibility (6-1)."""

    OBSCURED = "Completely obscured"
    MOSTLY = "Mostly obscured"
    SLIGHTLY = "Slightly obscured"
    CLEAR = "Clear"


class Flak(StrEnum):
    """Flak over the target (6-2)."""

    NONE = "No Flak"
    LIGHT = "Light Flak"
    MEDIUM = "Medium Flak"
    HEAVY = "Heavy Flak"


class FighterType(StrEnum):
    """Japanese fighters (5-2, 5-15; Jack by ruling R-41)."""

    NICK = "Nick"
    TONY = "Tony"
    ZEKE = "Zeke"
    FRANK = "Frank"
    TOJO = "Tojo"
    OSCAR = "Oscar"
    GEORGE = "George"
    IRVING = "Irving"
    JACK = "Jack"
    BAKA = "Baka"


class GunName(StrEnum):
    """The gun positions of the mission log sheet."""

    FWD_UPPER = "Forward Upper Turret"
    FWD_LOWER = "Forward Lower Turret"
    AFT_UPPER = "Aft Upper Turret"
    AFT_LOWER = "Aft Lower Turret"
    TAIL = "Tail Turret"
    TAIL_CANNON = "Tail Cannon"


#: Bursts on the mission log sheet (found: the 2008 sheet).
BURSTS: dict[GunName, int] = {
    GunName.FWD_UPPER: 10,
    GunName.FWD_LOWER: 15,
    GunName.AFT_UPPER: 25,
    GunName.AFT_LOWER: 20,
    GunName.TAIL: 30,
    GunName.TAIL_CANNON: 10,
}
WING_BOXES = 38
TANK_BOXES = 4


class EngineState(StrEnum):
    """What an engine is doing. All but the first two count as out (R-109)."""

    FULL = "running"
    REDUCED = "reduced power"
    FEATHERED = "feathered"
    WINDMILLING = "windmilling"
    RUNAWAY = "runaway"
    BURNING = "burning"
    DESTROYED = "destroyed"


class DoorState(StrEnum):
    """Bomb bay doors."""

    SHUT = "shut"
    OPEN = "open"
    JAMMED_SHUT = "jammed shut"
    JAMMED_OPEN = "jammed open"


class DoorFault(StrEnum):
    """A fault that shows on the bomb run (4-9g; 7-3 row 8 decides then)."""

    NONE = "none"
    WILL_NOT_OPEN = "will not open"
    WILL_NOT_CLOSE = "will not close"


class Hole(StrEnum):
    """The notes on shell holes (7-1b, 7-2, 7-6, 7-8a), first and second die."""

    NOTHING = "No additional effect"
    COMPROMISED = "Compromised"
    DECOMPRESSION = "Explosive Decompression"


class NoseGear(StrEnum):
    """Nose gear (7-1 row 4)."""

    SOUND = "sound"
    DAMAGED = "damaged"
    WILL_NOT_EXTEND = "will not extend"
    WILL_NOT_HOLD = "will not hold"
    DOWN = "down"  # dropped down early
    DESTROYED_UP = "destroyed, up"
    DESTROYED_DOWN = "destroyed, down"


class MainGear(StrEnum):
    """Main landing gear (7-5 row 12, 7-9 row 4, 7-10e)."""

    SOUND = "sound"
    INOPERABLE = "inoperable"  # 7-5n
    DOWN = "down"  # 7-5o, dropped


class Brakes(StrEnum):
    """Brakes (R-70)."""

    SOUND = "sound"
    REDUCED = "reduced"
    LOST = "lost"


class Root(StrEnum):
    """What began the chain of a loss or a wound (rulings, section 3)."""

    TAKEOFF = "take-off"
    WEATHER = "weather"
    FROST = "frosted windows"
    ASSEMBLY = "assembly"
    MECHANICAL = "mechanical failure"
    FUEL = "fuel"
    NAVIGATION = "navigation"
    FIGHTER = "fighter"
    FLAK = "flak"
    FRIENDLY = "friendly fire"
    AIRBURST = "air-to-air bombs or rockets"
    RAM = "ramming"
    COLLISION = "collision with a fighter"
    BAKA = "Baka"
    BIP = "flak burst inside the plane"
    THERMAL = "thermal turbulence"
    LANDING = "landing"
    COLD = "cold and thin air"
    CHOICE = "the pilot's order"
    ILLNESS = "food poisoning"


#: Roots that earn mission credit for an abort (4.7D: Japanese fighter attacks or flak).
ENEMY = frozenset({Root.FIGHTER, Root.FLAK, Root.AIRBURST, Root.RAM, Root.COLLISION, Root.BAKA, Root.BIP})


class End(StrEnum):
    """How the flight ended."""

    FLYING = "flying"
    LANDED = "landed"
    LANDED_IWO = "landed at Iwo Jima"
    NOT_FLOWN = "did not fly"
    ON_GROUND = "wrecked at take-off"
    DESTROYED = "destroyed in the air"
    OUT_OF_CONTROL = "crashed out of control"
    ABANDONED = "abandoned"
    DITCHED = "ditched"
    LANDED_JAPAN = "landed in enemy country"
    WRECKED = "wrecked on landing"


class Result(StrEnum):
    """Mission result (9.3)."""

    VICTORY = "Twentieth Air Force victory"
    DRAW = "draw"
    DEFEAT = "Japanese air defense victory"
    NONE = "no mission"


class SeaState(StrEnum):
    """Sea state (8-2)."""

    CALM = "calm"
    SLIGHT = "smooth to slight"
    MODERATE = "moderate"
    ROUGH = "rough"
    VERY_ROUGH = "very rough"
    HIGH = "high"
    VERY_HIGH = "very high"


class Surface(StrEnum):
    """What lies below (2-9c)."""

    WATER = "W"
    JAPAN = "J"
    IWO = "I"
    OKINAWA = "O"
    BASE = "base"
