"""Checks that the open question leads to straight away: what odds at the prompt count exactly."""

from __future__ import annotations

from flakhouse.core.ask import Ask
from flakhouse.core.game import Deciding
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, attack_hazards, checks, flying_boats
from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import City

__all__ = ["deciding"]

_CITIES = {city.value: city for city in City}


def deciding(ref: Referee, r: Raid, ask: Ask, key: str) -> list[Deciding]:
    """4.5.1, 8.1.4, 8.3.7 The check behind an option, if nothing comes between and nobody may roll again."""
    if ask.id == "gunnery" and key != "none":
        return _gunnery(r, _b25(r, ask.prompt.partition(":")[0]), "removes it")
    if ask.id == "flying-boat":
        return _flying_boat(r, _b25(r, ask.prompt.partition(" has found ")[2].partition(". ")[0]), key)
    if ask.id == "city" and key in _CITIES:
        flight = next((f for f in r.flights if ask.prompt.startswith(f"{f.name()} is over Japan")), None)
        return _acquisition(ref, r, flight, key) if flight is not None else []
    return []


def _b25(r: Raid, name: str) -> B25 | None:
    """The B-25 a question names, if its dice are thrown once and for all."""
    found = next((b for b in r.squadron if b.name() == name), None)
    return None if found is None or checks.blessed(found) else found


def _gunnery(r: Raid, b25: B25 | None, label: str) -> list[Deciding]:
    """4.5.1 A 6 on any die."""
    dice = attack_hazards.gunnery_dice(r, b25) if b25 is not None else 0
    if not dice:
        return []
    return [Deciding(label, attack_hazards.GUNNERY.id, lambda faces, total, word: 6 in faces, dice=dice)]


def _flying_boat(r: Raid, b25: B25 | None, key: str) -> list[Deciding]:
    """8.3.7 The two ways to be rid of a Flying Boat."""
    flight = next((f for f in r.flights if b25 in f.aircraft), None)
    if key == "gun it":
        return _gunnery(r, b25, "drives it off")
    if key != "elude it" or b25 is None or flight is None:
        return []

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return flying_boats.eluded(r, faces)

    return [Deciding("eludes it", flying_boats.ELUDE.id, outcome, dice=flying_boats.elude_dice(r, flight))]


def _acquisition(ref: Referee, r: Raid, flight: Flight, name: str) -> list[Deciding]:
    """8.1.4 A city is found at once; not where Contact markers, altitude, luck or the lights have a say."""
    city = r.cities[_CITIES[name]]
    night = r.night(flight.zone)
    if city.contacts or flight.high or any(checks.blessed(b) for b in flight.aircraft):
        return []
    if night and not city.lights_out and r.security.alert > 1:
        return []
    need = acquisition.number(ref, r, name, flight.zone)
    dark = night and city.lights_out

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return total >= need

    mods = acquisition.mods(r, flight, name)
    return [
        Deciding("finds it", acquisition.CHECK.id, outcome, mods, dice=3 if dark else 2, kept=2 if dark else 0)
    ]
