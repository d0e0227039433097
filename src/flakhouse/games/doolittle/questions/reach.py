"""7.2.3, 8.1.1, 8.4 The sum of the flight: zones and Fuel, as things are without winds and trouble."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import fuel
from flakhouse.games.doolittle.state import Flight
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE, Site

__all__ = ["CHINA", "FUEL", "VLADIVOSTOK", "arrives", "dry", "empty", "lasts"]

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


def arrives(label: str, checks: int, looks: Sequence[Stake], leg: int = 0) -> Stake:
    """7.2.4, 8.1.4, 8.4 Whether a sound B-25 comes down at a field: so many fumes checks, low and in no storm,
    then the looks for it until one finds it, and so many checks on the last leg (5.5). A FoF marker is one die
    more.
    """
    rolls: dict[tuple[int, int], Stake] = {}

    def fumes(left: int, dice: int) -> bool | Stake:
        """`left`: checks to come, those of the last leg negative."""

        def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
            more = dice + (word == fuel.Fumes.MARKER)
            if word == fuel.Fumes.DITCH:
                return False
            return fumes(left + 1, more) if left < 0 else fumes(left - 1, more) if left > 1 else look(0, more)

        if not left:
            return True
        if (left, dice) not in rolls:
            rolls[left, dice] = Stake(label, fuel.FUMES.id, outcome, dice=dice, kept=2 if dice > 2 else 0)
        return rolls[left, dice]

    def look(at: int, dice: int) -> Stake:
        def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
            if looks[at].outcome(faces, total, word):
                return fumes(-leg, dice)
            return look(at + 1, dice) if at + 1 < len(looks) else False

        return looks[at]._replace(label=label, outcome=outcome)

    first = fumes(checks, 2)
    return look(0, 2) if isinstance(first, bool) else first
