"""What a player sees of a mission, in figures, and the questions he may be asked: for programs that learn."""

from __future__ import annotations

from typing import Final

from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Cover, Flak, Leg, Weather
from flakhouse.games.bomber.seen import CREW, crew, rank

__all__ = ["NAMES", "QUESTIONS", "features"]

#: In this order for good: new ones come last.
_TEXT: Final = """
abort abort-bombs ammo-bursts ammo-from ammo-to carry-man carry-to cover-removes engine-bombs evade
extra-man-hit fire-plan frostbite gun-fire jettison-first jump-first land-or-bail land-or-jump move-man
move-to name-crew nose-man orders oxygen-out oxygen-place rabbits-foot repair-gun retire-bomber
throw-overboard where-down who-fights-fire who-flies who-lands
"""
QUESTIONS: Final = tuple(_TEXT.split())
NAMES: Final = (
    "mission",
    "target zone",
    "zone",
    "homeward",
    "turn",
    "at 10,000 ft",
    "in formation",
    "evading",
    "engines running",
    "propellers windmilling",
    "turns of fuel left, -1 no leak",
    "bombs aboard",
    "bomb run made",
    "percent on target",
    "aborted",
    "weather over the target",
    "fighter cover",
    "waves this turn",
    "fighters attacking",
    "fighters damaged",
    "flak",
    "guns that work",
    "bursts left",
    "oxygen out",
    "stations without heat",
    "control cables hit",
    "extinguishers",
    *CREW,
)
_WEATHER: Final = tuple(Weather)
_COVER: Final = tuple(Cover)
_FLAK: Final = tuple(Flak)


def features(m: Mission) -> list[float]:
    """The figures of NAMES. Nothing that dice or markers still hide is among them."""
    plane = m.plane
    fighters = [f for f in m.fighters if not f.destroyed and not f.gone]
    return [
        m.number,
        m.target.zone,
        m.zone,
        m.leg is not Leg.OUT,
        m.turn,
        plane.low,
        m.in_formation,
        m.evading,
        4 - plane.engines_out(),
        plane.windmilling(),
        plane.fuel_turns,
        plane.bombs,
        m.bomb_run,
        m.percent,
        m.aborted,
        rank(m.weather, _WEATHER) if m.weather_rolled else 0.0,
        rank(m.cover, _COVER),
        m.waves,
        len(fighters),
        sum(f.fca + f.fboa > 0 for f in fighters),
        rank(m.flak, _FLAK),
        sum(gun.works() for gun in plane.guns.values()),
        sum(gun.bursts for gun in plane.guns.values()),
        plane.oxygen_system_out,
        len(plane.heat_out),
        plane.cable_hits,
        plane.extinguishers,
        *crew(m.men.values()),
    ]
