"""The map of the moment: whichever the present segment is played on."""

from __future__ import annotations

from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle import flying, planned, sailing, target

__all__ = ["all_maps", "map_of"]


def map_of(r: Raid, width: int = 80) -> list[str]:
    """The map that is being played on, and what lies beside it, in at most `width` columns."""
    segment = r.segment
    if segment == "attack" and r.city is not None:
        return target.lines(r, r.cities[r.city], width)
    if segment == "planning":
        return [*planned.blotter(r, width), "", *planned.china(r, width)]
    if segment == "naval":
        return [*sailing.lines(r, width), *sailing.deck(r, width)]
    if segment == "flight":
        return flying.lines(r, width)
    if segment == "denouement":
        return [*planned.china(r, width), *planned.elsewhere(r, width), *sailing.groups(r, width)]
    return _at_rest(r, width)


def _at_rest(r: Raid, width: int) -> list[str]:
    """Before the first segment and after the last: the maps this scenario was or will be played on."""
    if r.options.scenario <= 6:
        return [line for city in r.cities.values() for line in target.lines(r, city, width)]
    if r.options.scenario == 10 and not r.task_force.ships and not r.flights:
        return planned.blotter(r, width)
    if r.options.scenario >= 9 and not r.flights:
        return [*sailing.lines(r, width), *sailing.deck(r, width)]
    return flying.lines(r, width)


def all_maps(r: Raid, width: int = 80) -> dict[str, list[str]]:
    """Every map of the raid by name, whatever the segment."""
    found = {city.value: target.lines(r, r.cities[city], width) for city in r.cities}
    found["flight"] = flying.lines(r, width)
    found["naval"] = sailing.lines(r, width)
    found["deck"] = sailing.deck(r, width)
    found["planning"] = planned.blotter(r, width)
    found["China"] = [*planned.china(r, width), *planned.elsewhere(r, width)]
    return found
