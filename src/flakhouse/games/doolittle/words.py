"""The closed vocabularies of the Doolittle game: what a player reads, and what chart cells say."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.questions import Subject

__all__ = [
    "JAPAN_ZONE",
    "LAST_ZONE",
    "TIME_LINE",
    "Back",
    "Benefit",
    "City",
    "Diplomat",
    "Fate",
    "Front",
    "Guzzled",
    "Icon",
    "Launch",
    "Leader",
    "Mod",
    "Month",
    "Side",
    "Site",
    "Use",
    "Weather",
    "Wind",
]

JAPAN_ZONE = 6  # 5.4: the zone with the three cities
LAST_ZONE = 12  # 5.1
TIME_LINE = 8  # 5.2.2: zones beyond this one run on China time


class City(StrEnum):
    """The three target maps (3.0)."""

    TOKYO = "Tokyo"
    NAGOYA = "Nagoya"
    OSAKA_KOBE = "Osaka/Kobe"

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("city", self.value)


class Side(StrEnum):
    """Day or night side of a target map (3.1)."""

    DAY = "day"
    NIGHT = "night"


class Weather(StrEnum):
    """Weather states (9.3)."""

    CALM = "Calm"
    GUSTY = "Gusty"
    GALE = "Gale"
    STORM = "Storm"


class Wind(StrEnum):
    """Wind states (5.3)."""

    HEADWIND = "Headwind"
    SEVERE_HEADWIND = "Severe Headwind"
    CROSSWIND = "Crosswind"
    SEVERE_CROSSWIND = "Severe Crosswind"
    TAILWIND = "Tailwind"
    SEVERE_TAILWIND = "Severe Tailwind"


class Guzzled(StrEnum):
    """What comes of a Guzzle Check (8.2.4): Fuel, and where a wind asks for it, whether the Flight does what it
    wants with the wind. No two of one wind read the same.
    """

    SPARES = "burns no extra Fuel"
    BURNS = "burns 1 extra Fuel"
    GOES = "{does}"
    GOES_FOR_FUEL = "{does} and burns 1 Fuel for it"
    GOES_ALL_THE_SAME = "{does} and burns 1 Fuel more"
    STAYS = "{fails}"
    STAYS_FOR_FUEL = "burns 1 Fuel and {fails}"

    def of(self, use: Use) -> str:
        """The same of a Flight that wants this of the wind."""
        does, _, fails = use.value.partition("; ")
        return self.value.format(does=does, fails=fails)


class Use(StrEnum):
    """What a Flight wants of the wind (8.2.1, 8.2.2): how it is said if it gets it, and if it does not."""

    ZONE = "flies on; gets no farther"
    CITY = "looks for a city; cannot look for a city now"
    FIELD = "looks for a field; cannot look for a field now"


class Front(StrEnum):
    """What the front of a marker shows. Flight, sea and transit markers show only their cup."""

    INTERCEPTOR = "Interceptor"
    GROUND = "Ground"
    TARGET = "Target box"
    PLAIN = "Hazard"


class Back(StrEnum):
    """What the back of a marker says, for all cups."""

    # target maps (4.6.3)
    BALLOONS = "Balloons"
    BREAK_OFF = "Break Off"
    CAMOUFLAGE = "Camouflage"
    CRASH = "Crash"
    CONSPICUOUS = "Conspicuous Target"
    FLAK = "Flak"
    HAZE = "Haze"
    INTERCEPTOR = "Interceptor"
    PANICKED_STREETS = "Panicked Streets"
    CONCRETE = "Reinforced Concrete"
    CARRIER = "Carrier"
    SEARCHLIGHTS = "Searchlights"
    SMALL_ARMS = "Small Arms"
    VOLATILE = "Volatile Target"
    # flight (8.3.7)
    COMPASS_ERROR = "Compass Error"
    ENGINE_SPUTTER = "Engine Sputter"
    FAULTY_COMPASS = "Faulty Compass"
    FAULTY_DOORS = "Faulty Doors"
    FLYING_BOAT = "Flying Boat"
    FUEL_EVAPORATION = "Fuel Evaporation"
    FUEL_LEAK = "Fuel Leak"
    JAMMED_GUNS = "Jammed Guns"
    JAMMED_TURRET = "Jammed Turret"
    MECHANICAL = "Mechanical Problem"
    REMOVE_BEACONS = "Remove Beacons"
    VESSEL = "Vessel"
    WIND_CHECK = "Wind Check"
    CLEAR = "Clear"
    # sea (12.6.6)
    BOAT = "Boat"
    CLOUDS = "Clouds"
    ENEMY_SIGNALS = "Enemy Signals"
    I_BOAT = "I-Boat"
    MECHANICAL_DISTRESS = "Mechanical Distress"
    MEDALS = "Medals"
    SHIP = "Ship"
    # transit (13.5.2)
    ADJUSTED_CARBURETORS = "Adjusted Carburetors"
    CRACKED_TURRET = "Cracked Turret"
    DAMAGE = "Damage"
    SECURITY_RISK = "Security Risk"
    # other cups
    BEACON = "Landing Beacon"


class Icon(StrEnum):
    """Secrecy Test icons (6.3.1)."""

    NONE = "-"
    TRIANGLE = "triangle"
    CIRCLE = "circle"
    SQUARE = "square"
    LINE = "line"


class Benefit(StrEnum):
    """What an Elite Crewman brings (2.3)."""

    BOMBARDIER = "Bombardier"
    COPILOT_REPAIR = "Copilot, repair"
    DOCTOR = "Doctor"
    ENGINEER_FUEL = "Engineer, fuel conservation"
    GUNNER = "Gunner"
    NAVIGATOR = "Navigator"
    PILOT_FUEL = "Pilot, fuel conservation"
    PILOT_IGNORE = "Pilot, ignore damage"
    PILOT_REROLL = "Pilot, re-roll"
    PILOT_NAVIGATION = "Pilot, navigation"


class Fate(StrEnum):
    """Where a B-25 is in the story."""

    RESERVE = "not selected"
    DECK = "on the carrier deck"
    FLYING = "in the air"
    LANDED = "landed"
    DITCHED = "ditched"
    DESTROYED = "destroyed"
    CAPTURED = "captured"
    ESCAPED = "escaped"  # scenarios 1-6: out of the target map
    LEFT_BEHIND = "never launched"
    HOME = "flew to Midway or Pearl Harbor"
    SCUTTLED = "burnt by its crew"
    CHUNGKING = "at Chungking"
    INTERNED = "in Soviet hands"
    LEFT = "flew on out of this story"


class Launch(StrEnum):
    """How the B-25s were launched (12.3)."""

    NONE = "not launched"
    PLANNED = "planned"
    EMERGENCY = "emergency"


class Site(StrEnum):
    """Landing sites (5.5)."""

    LISHUI = "Lishui"
    CHUCHOW = "Chuchow"
    YUSHAN = "Yushan"
    KIAN = "Kian"
    KWEILIN = "Kweilin"
    CHUNGKING = "Chungking"
    VLADIVOSTOK = "Vladivostok"
    KOREA = "Korea"

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("site", self.value)


class Month(StrEnum):
    """The Planning turns (13.0)."""

    JANUARY = "January"
    FEBRUARY = "February"
    MARCH = "March"
    APRIL = "April"

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("month", self.value)


class Diplomat(StrEnum):
    """The rows of the calendar (13.1.1)."""

    THOMPSON = "Thompson"
    STILWELL = "Stilwell"
    NIMITZ = "Nimitz"


class Leader(StrEnum):
    """Leaders who can be briefed (13.2.1)."""

    STALIN = "Stalin"
    CHIANG = "Chiang"


class Mod(StrEnum):
    """The modifications of February (13.3.3)."""

    RADIO_REMOVED = "A: liaison radio removed"
    NORDEN_REMOVED = "B: Norden bombsight removed"
    MARK_TWAIN = "B: Mark Twain bombsight fitted"
    ENGINES = "C: propellers and carburetors"
    TOP_REMOVED = "D: top turret removed"
    TOP_IMPROVED = "D: top turret improved"
    ARMOR_ADDED = "E: armor added"
    ARMOR_REMOVED = "E: armor removed"
    FAKE_GUNS = "F: fake guns"
    DEICERS = "G: de-icers"
    EXTRA_TANKS = "H: extra tanks"
    MORE_TANKS = "H: more extra tanks"
    EXTRA_ORDNANCE = "H: extra ordnance"
    VENTRAL_REMOVED = "I: ventral turret removed"
    VENTRAL_IMPROVED = "I: ventral turret improved"
    GUNS_50 = "J: 50 caliber guns"
