"""7.2.3, 8.1.1, 8.4 The sum of the flight: zones and Fuel, as things are without winds and trouble."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import fuel, wind
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE, Site, Weather

__all__ = ["CHINA", "FUEL", "VLADIVOSTOK", "arrives", "dry", "empty", "lasts", "stays_up"]

FUEL = "Fuel"  # what an option costs (7.2.3)
CHINA = LAST_ZONE - 1  # 5.5: the first zone with fields of China
VLADIVOSTOK = JAPAN_ZONE + 1


def dry(flight: Flight, moved: bool = True) -> int:
    """7.2.3, 8.4 The zone in which the Flight has no Fuel to burn, at 1 zone and 1 Fuel a turn; `moved`: it has
    had the Move Phase of this turn. With bombs aboard it needs one for the city (8.1.2).
    """
    zone = flight.zone + flight.fuel + (not moved)
    return zone - (flight.loaded() and flight.zone <= JAPAN_ZONE < zone)


def empty(flight: Flight, moved: bool = True) -> str:
    """7.2.3, 8.4 How far the Fuel lasts."""
    zone = dry(flight, moved)
    if not flight.fuel:
        return "Its tanks are empty."
    over = ", a turn over Japan counted" if flight.loaded() and flight.zone <= JAPAN_ZONE < zone else ""
    if zone > LAST_ZONE:
        return f"At 1 Fuel a turn its tanks last through zone {LAST_ZONE}{over}."
    return f"At 1 Fuel a turn its tanks are empty in zone {zone}{over}."


def lasts(flight: Flight, moved: bool = True) -> str:
    """5.5, 8.4 How far the Fuel lasts, and where the fields are."""
    if flight.target == Site.VLADIVOSTOK and flight.zone <= VLADIVOSTOK:
        return f"{empty(flight, moved)} Vladivostok is reached from zone {VLADIVOSTOK}."
    return f"{empty(flight, moved)} China's fields are in zones {CHINA} and {LAST_ZONE}."


def stays_up(
    ref: Referee, r: Raid, flight: Flight, zone: int, label: str = "a sound B-25 stays up", extra: int = 0
) -> tuple[Stake, ...]:
    """7.2.4 A fumes check of this Flight in a zone, with so many dice more; nothing where the weather there is not
    known.
    """
    sky = r.weather.get(wind.box_of(ref, zone))
    if sky is None and not flight.high:
        return ()
    column = 2 if flight.high else int(sky is Weather.STORM)
    return (
        Stake(
            label,
            fuel.FUMES.id,
            lambda faces, total, word: word != fuel.Fumes.DITCH,
            column=column,
            dice=2 + extra,
            kept=2 if extra else 0,
        ),
    )


def arrives(label: str, checks: int, looks: Sequence[Stake], leg: int = 0, landing: bool | Stake = True) -> Stake:
    """7.2.4, 8.1.4, 8.4 Whether a sound B-25 comes down at a field: so many fumes checks, low and in no storm,
    then the looks for it until one finds it, and so many checks on the last leg (5.5). A FoF marker is one die
    more. `landing` is what decides there (14.1.1).
    """
    # From the end to the beginning, each by the dice of the fumes checks to come.
    down: dict[int, bool | Stake] = dict.fromkeys(range(2, 3 + checks + leg), landing)
    for _ in range(leg):
        down = _fumes(label, down)
    ahead: dict[int, bool | Stake] = dict.fromkeys(down, False)
    for one in reversed(looks):
        ahead = {
            dice: one._replace(label=label, outcome=partial(_looks, one.outcome, down[dice], ahead[dice]))
            for dice in down
        }
    for _ in range(checks):
        ahead = _fumes(label, ahead)
    first = ahead[2]
    assert isinstance(first, Stake)
    return first


def _fumes(label: str, then: Mapping[int, bool | Stake]) -> dict[int, bool | Stake]:
    """7.2.4 A fumes check with so many dice before what comes then."""
    return {
        dice: Stake(label, fuel.FUMES.id, partial(_flies_on, then, dice), dice=dice, kept=2 if dice > 2 else 0)
        for dice in then
        if dice + 1 in then
    }


def _flies_on(
    then: Mapping[int, bool | Stake], dice: int, faces: tuple[int, ...], total: int, word: str
) -> bool | Stake:
    """7.2.4 What comes after a fumes check with this result."""
    return False if word == fuel.Fumes.DITCH else then[dice + (word == fuel.Fumes.MARKER)]


def _looks(
    finds: Callable[[tuple[int, ...], int, str], bool | Stake],
    found: bool | Stake,
    missed: bool | Stake,
    faces: tuple[int, ...],
    total: int,
    word: str,
) -> bool | Stake:
    """8.1.4 What comes after a look."""
    return found if finds(faces, total, word) else missed
