"""Ships at sea for rule tests: the Task Force on its Layout, with or without the Enterprise."""

from __future__ import annotations

from flakhouse.games.doolittle import layout, sea
from flakhouse.games.doolittle.state import Raid, Recon, Ship
from flakhouse.games.doolittle.words import Fate, Weather
from tests.doolittle.helpers import raid, referee

__all__ = ["at_sea", "clear", "recon", "ship", "take_off"]


def at_sea(area: str = "Defense East", joined: bool = True, weather: Weather = Weather.GUSTY) -> Raid:
    """Scenario 9 in a Sea Area, the squadron on deck."""
    r = raid(9)
    ref = referee()
    r.segment = "naval"
    force = r.task_force
    force.ships, force.recon = layout.read_ships(ref, 18), layout.read_recon(ref, 18)
    force.area = area
    for each in force.ships:
        layout.place(ref, r, each)
    if joined:
        layout.join(ref, r)
        force.joined = True
    r.weather[sea.weather_box(ref, area)] = weather
    return r


def ship(r: Raid, name: str) -> Ship:
    """A ship by name, wherever it is."""
    return next(s for s in r.task_force.ships if s.name == name)


def recon(r: Raid, name: str) -> Recon:
    """A Recon marker by name."""
    return next(x for x in r.task_force.recon if x.name == name)


def clear(r: Raid, *names: str) -> None:
    """Only these ships stay on the Layout."""
    for each in r.task_force.ships:
        if each.name not in names:
            each.space = ""


def take_off(r: Raid) -> None:
    """All B-25s have been launched."""
    for b25 in r.squadron:
        if b25.fate is Fate.DECK:
            b25.fate = Fate.FLYING
