"""Vocabularies that both bomber games use with the same words: what a player reads and a chart cell says."""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "Angle",
    "Clock",
    "Fate",
    "FormationPlace",
    "Leg",
    "Repair",
    "Skill",
    "Squadron",
    "Weather",
]


class Weather(StrEnum):
    """Weather in a zone."""

    GOOD = "Good"
    POOR = "Poor"
    BAD = "Bad"


class Leg(StrEnum):
    """Outbound to the target, or inbound to base."""

    OUT = "outbound"
    BACK = "inbound"


class FormationPlace(StrEnum):
    """Place in the formation or bomber stream."""

    LEAD = "Lead"
    MIDDLE = "Middle"
    TAIL = "Tail"


class Squadron(StrEnum):
    """Squadron position."""

    HIGH = "High"
    MIDDLE = "Middle"
    LOW = "Low"


class Clock(StrEnum):
    """Where an attack comes from."""

    C12 = "12"
    C130 = "1:30"
    C3 = "3"
    C6 = "6"
    C9 = "9"
    C1030 = "10:30"
    DIVE = "Vertical Dive"
    CLIMB = "Vertical Climb"


class Angle(StrEnum):
    """From above, level or from below; a vertical attack has none."""

    HIGH = "High"
    LEVEL = "Level"
    LOW = "Low"
    NONE = "-"


class Skill(StrEnum):
    """How good a fighter pilot is."""

    GREEN = "Green"
    AVERAGE = "Average"
    ACE = "Ace"


class Repair(StrEnum):
    """The state of the bomber after the flight."""

    SOUND = "sound"
    REPAIRABLE = "repairable"
    IRREPARABLE = "irreparable"
    LOST = "lost"


class Fate(StrEnum):
    """The fate of a man, with the codes of the log sheets."""

    DUTY = "on duty"
    KIA = "KIA"
    DOW = "DOW"  # died of wounds
    LAS = "LAS"  # lost at sea
    IH = "IH"  # invalided home
    BOC = "BO-C"  # bailed out, captured
    CAS = "CAS"  # came down with the bomber, captured
    DIC = "DIC"  # died in captivity
    HOME = "tour complete"
