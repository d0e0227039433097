"""Streamliner 17: its special events, which step 6 may bring in place of one of 4-9."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import engines, events, formation, fuel, pressure, stores, wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Altitude, GunName, Position, Root, Weather

__all__ = ["SPECIAL", "Special", "special"]


class Special(StrEnum):
    """The rows of the Streamliner's table 17."""

    FOOD = "Food Poisoning"
    CFC = "CFC System Fails"
    GOOD_FUEL = "Exceptional Fuel Management"
    STORM = "Storm System"
    PATHFINDER = "Pathfinder"
    BAD_FUEL = "Sloppy Fuel Management"
    PICKLE_BARREL = "Pickle Barrel"
    HIGH_PRESSURE = "High Pressure System"
    RADAR = "Radar System Fails"
    ICING = "Severe Icing"
    SHARPSHOOTER = "Sharpshooter"


class Food(StrEnum):
    """Table 17 row 2."""

    NONE = "No Effect"
    MILD = "Mild"
    SEVERE = "Severe"


SPECIAL = CHARTS.words("GTS-17", Special)
FOOD = CHARTS.words("GTS-17-food", Food)
GUNNER = CHARTS.words("GTS-17-gunner", Position)

_REMOTE = (GunName.FWD_UPPER, GunName.FWD_LOWER, GunName.AFT_UPPER, GunName.AFT_LOWER)
_FUEL_EVENTS = frozenset({Special.GOOD_FUEL, Special.BAD_FUEL})


def special(ref: Referee, m: Mission, event: Special) -> None:
    """GTS 17-3 to GTS 17-10 Streamliner 17 One special event."""
    why = _void_special(m, event)
    if why:
        ref.note("event-void", event=event.value, why=why)
        return
    ref.note("event", event=event.value)
    m.event_counts[event.value] = m.event_counts.get(event.value, 0) + 1
    if event is Special.FOOD:
        _food(ref, m)
    elif event is Special.CFC:
        m.plane.cfc_system_out = True
        for name in _REMOTE:
            m.plane.guns[name].inoperable = True
    elif event is Special.GOOD_FUEL:
        fuel.restore(ref, m, 2, "Good fuel")
    elif event is Special.STORM:
        m.fixed_weather = Weather.BAD
    elif event is Special.PATHFINDER:
        m.pathfinder = True
    elif event is Special.BAD_FUEL:
        fuel.burn(ref, m, 4 if m.lost(Position.FLIGHT_ENGINEER) else 2, "sloppy fuel management")
    elif event is Special.PICKLE_BARREL:
        m.pickle_barrel = True
    elif event is Special.HIGH_PRESSURE:
        m.fixed_weather = Weather.GOOD
    elif event is Special.RADAR:
        events.radar_fails(ref, m)
    elif event is Special.ICING:
        _icing(ref, m)
    else:
        m.sharpshooter = ref.roll(GUNNER)
        ref.note("sharpshooter", man=m.sharpshooter.value, name=m.men[m.sharpshooter].airman.name)


def _void_special(m: Mission, event: Special) -> str:
    """Streamliner 17 Why a special event has no effect now, or nothing."""
    if event in _FUEL_EVENTS and not m.options.fuel:
        return "fuel is not counted"
    if event is Special.GOOD_FUEL and m.lost(Position.FLIGHT_ENGINEER):
        return "the flight engineer is unfit"
    if event is Special.PATHFINDER and m.lost(Position.NAVIGATOR):
        return "the navigator is unfit"
    if event is Special.RADAR and m.plane.radar_out:
        return "the radar is out already"
    if event is Special.ICING and (m.plane.altitude is not Altitude.HI or m.weather is Weather.GOOD):
        return "only at high altitude in Poor or Bad weather"
    return ""


def _food(ref: Referee, m: Mission) -> None:
    """GTS 17-2 Streamliner 17-2 A die for each man; the sick count as wounded until the flight is over."""
    m.cause = Root.ILLNESS
    for man in m.living():
        _poison(ref, m, man, ref.roll(FOOD))
    wounds.settle(ref, m)


def _poison(ref: Referee, m: Mission, man: Man, how: Food) -> None:
    """GTS 17-2 Streamliner 17-2 He "counts as" wounded: no worse than he is already, and a wound is no illness."""
    if how is Food.MILD and not (man.light or man.serious):
        man.light = 1
    elif how is Food.SEVERE and not man.serious:
        man.serious = True
    else:
        return
    man.poisoned = True
    man.cause = Root.ILLNESS
    ref.note("poisoned", man=man.position.value, name=man.airman.name, how=how.value.lower())
    if how is Food.SEVERE:
        wounds.lost(m, man)  # 4.7D, R-86: leave to abort for the men it names


def _icing(ref: Referee, m: Mission) -> None:
    """GTS 17-11 Streamliner 17-11 Bombs away, down to LO for this turn, out of formation and without evading."""
    if m.plane.bombs_aboard():
        stores.drop_bombs(ref, m)
    if m.in_formation():
        formation.leave(ref, m, "severe icing")
    pressure.change_altitude(ref, m, Altitude.LO)
    m.iced_turn = m.turn
    if m.plane.windows_frosted:
        events.clear_windows(ref, m)  # down, but not by choice: no abort (4-9a)
    engines.height_lost(m)
