"""12.2.2, 12.6 What a careful player does about Sea Hazards."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import sea, sea_hazards
from flakhouse.games.doolittle.advice import underway
from flakhouse.games.doolittle.state import B25, Marker, Raid, Ship
from flakhouse.games.doolittle.words import Back, Icon

__all__ = [
    "distress_ship",
    "emergency_launch",
    "medals",
    "next_area",
    "remove_signals",
    "why_emergency_launch",
]

#: Ships in the order in which they can be spared.
_SPARED = ("DD", "CL", "CA", "AO", "CV")
#: 6.3.1 The Alert Level from which a failed test of this icon brings an Airstrike.
_STRIKE_AT = {Icon.CIRCLE: 3, Icon.SQUARE: 2, Icon.LINE: 0}

# scripts/advice thresholds doolittle, over 60 raids: from 5 to 99 no clear difference in points.
_LIKELY = 7  # twice the Security Risk for each die, from which on a Secrecy Test is expected to fail


def remove_signals(r: Raid, there: Sequence[str]) -> str:
    """12.2.2 Where the dice lost to Enemy Signals become fewest."""
    signals = r.task_force.signals
    best, least = there[0], 99
    for area in there:
        counts = {name: len(markers) - (name == area) for name, markers in signals.items()}
        left = sea_hazards.dice_lost([name for name, count in counts.items() if count])
        if left < least:
            best, least = area, left
    return best


def next_area(r: Raid, left: Sequence[str]) -> str:
    """12.6 The Task Force's, before others raise the alarm."""
    return r.task_force.area if r.task_force.area in left else left[0]


def emergency_launch(r: Raid, marker: Marker, patrol: sea_hazards.Patrol) -> bool:
    """12.6.4 Whether to launch at once: an Airstrike is likely, and Japan in reach."""
    level = _STRIKE_AT.get(marker.icon)
    if level is None or patrol.submarine is not None or sea.index(r.task_force.area) < sea.REACH:
        return False
    if marker.back is Back.BOAT:
        return False  # it can be sunk first
    security = r.security
    dice = max(1, security.value - sea_hazards.signal_penalty(r))
    risk = security.risk + (sea_hazards.signal_count(r) if marker.back is Back.FLYING_BOAT else 0)
    likely = 2 * risk > _LIKELY * dice
    return likely and security.alert >= level


def why_emergency_launch(r: Raid, wanted: bool) -> str:
    """12.6.4 The reason in a sentence."""
    if wanted:
        return "The Secrecy Test will probably fail and bring an Airstrike, and Japan is in reach."
    if sea.index(r.task_force.area) < sea.REACH:
        return "Japan is out of reach from here."
    force = r.task_force
    if force.turn >= underway.LAST_TURN:
        return "No Airstrike is likely, and at the end of this turn, the last, they can still launch."
    if not force.launch_area or sea.index(force.area) < sea.index(force.launch_area):
        return "No Airstrike is likely; nearer to Japan the B-25s keep more fuel."
    return (
        "No Airstrike is likely, and next turn the planned launch is due here: 1 easier in the same weather. The "
        "weather may change, and Secrecy Tests may come before."
    )


def distress_ship(on: Sequence[Ship]) -> str:
    """12.6.6 One that is slow anyway, or a destroyer."""
    return min(on, key=lambda s: (not s.damaged, _SPARED.index(s.kind))).name


def medals(there: Sequence[B25]) -> str:
    """12.6.6 One without Medals, sound, without an Elite Crewman."""
    return min(there, key=lambda b: (len(b.medals), b.damage > 0, b.elite is not None)).id
