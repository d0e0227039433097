"""A voyage for rule tests: the Task Force somewhere at sea."""

from __future__ import annotations

from flakhouse.games.doolittle import layout, sea
from flakhouse.games.doolittle.sea_hazards import Patrol
from flakhouse.games.doolittle.state import Marker, Raid, Recon, Ship
from flakhouse.games.doolittle.words import Back, Front, Icon, Weather
from tests.doolittle.helpers import raid, referee

__all__ = ["at_sea", "hazard", "patrol", "recon", "ship"]


def at_sea(area: str, weather: Weather = Weather.CALM, joined: bool = False) -> Raid:
    """Scenario 9 with the Task Force in this area and weather; TF-16 with it if joined."""
    r = raid(9)
    r.segment = "naval"
    r.task_force.area = area
    ref = referee()
    r.weather[sea.weather_box(ref, area)] = weather
    if joined:
        r.task_force.joined = True
        layout.join(ref, r)
    return r


def ship(r: Raid, name: str) -> Ship:
    """A ship by its name."""
    return next(s for s in r.task_force.ships if s.name == name)


def recon(r: Raid, name: str) -> Recon:
    """A Recon marker by its name."""
    return next(m for m in r.task_force.recon if m.name == name)


def hazard(back: Back, icon: Icon = Icon.NONE, number: int = 0, red_flags: bool = False) -> Marker:
    """A revealed Sea Hazard marker."""
    return Marker("sea-west", Front.PLAIN, back, icon=icon, number=number, red_flags=red_flags, revealed=True)


def patrol(r: Raid, name: str = "Task Force") -> Patrol:
    """A Patrol of the Task Force's area, or a submarine, by its name."""
    for sub in r.task_force.submarines:
        if sub.name == name:
            return Patrol(name, submarine=sub)
    return Patrol(name) if name == "Task Force" else Patrol(name, recon(r, name))
