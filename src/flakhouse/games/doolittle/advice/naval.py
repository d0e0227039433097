"""12.2, 12.7 What a careful player does on the voyage."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import launch, sea
from flakhouse.games.doolittle.advice import underway
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.games.doolittle.words import City, Weather, Wind

__all__ = [
    "contact_city",
    "give_oiler",
    "keep_wind",
    "launch_before_home",
    "refuel",
    "refuel_damage",
    "why_give_oiler",
    "why_launch_before_home",
    "why_refuel",
    "why_wind_check",
    "wind_check",
]

#: Ships in the order in which they can be spared.
_SPARED = ("DD", "CL", "CA", "AO", "CV")


def wind_check(r: Raid) -> bool:
    """12.2.3 The wind matters when the B-25s take off this turn."""
    return launch.due(r)


def why_wind_check(wanted: bool) -> str:
    """12.2.3 The reason in a sentence."""
    if wanted:
        return "The B-25s take off this turn, and a tailwind saves their fuel."
    return "The wind is forgotten at the end of the turn, and nothing is launched in it."


def keep_wind(found: Wind) -> bool:
    """12.2.3 A tailwind is worth keeping."""
    return found in (Wind.TAILWIND, Wind.SEVERE_TAILWIND)


def launch_before_home(r: Raid) -> bool:
    """12.5.2, 12.7 Before the Task Force turns about: launch, if the B-25s can fly to Japan from here (12.4)."""
    return sea.index(r.task_force.area) >= sea.REACH


def why_launch_before_home(r: Raid) -> str:
    """12.5.2, 12.7 The reason in a sentence."""
    if launch_before_home(r):
        return "Japan is in reach from here, and there will be no other chance."
    return "Japan is out of reach from here."


def refuel(weather: Weather) -> bool:
    """12.7.2 Not in rough weather, where a failure damages ships."""
    return weather not in (Weather.GALE, Weather.STORM)


def why_refuel(weather: Weather) -> str:
    """12.7.2 The reason in a sentence."""
    if refuel(weather):
        return "A failure costs nothing in this weather."
    return f"In a {weather.value.lower()} a failure damages ships."


def give_oiler(r: Raid) -> bool:
    """12.7.2 Where the run to Japan begins: low on fuel no second area in a turn is safe."""
    return sea.index(r.task_force.area) >= sea.FIRST_WEST - 1


def why_give_oiler(r: Raid) -> str:
    """12.7.2 The reason in a sentence."""
    if r.task_force.turn >= underway.LAST_TURN and give_oiler(r):
        return "This is the last turn before the way home, which is harder for ships low on fuel."
    if give_oiler(r):
        return "The run to Japan begins here, and low on fuel no second area in a turn is safe."
    return "Japan is still far: there will be other turns to refuel in."


def refuel_damage(there: Sequence[Ship]) -> str:
    """12.7.2 A sound destroyer, if there is one."""
    return min(there, key=lambda s: (s.kind == "CV", s.damaged, _SPARED.index(s.kind))).name


def contact_city() -> str:
    """12.7.1 Tokyo."""
    return City.TOKYO.value
