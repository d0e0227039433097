"""14.4 What a careful player would do in China: the ways with the best chances."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.games.doolittle.state import Elite, Raid
from flakhouse.games.doolittle.words import Benefit, Site

__all__ = ["Routes", "best_way", "nearest", "odds", "value", "way_chance"]

#: From, to: Fuel (-1: not by air), trekking number.
Routes = Mapping[str, Mapping[str, tuple[int, int]]]
_HOME = Site.CHUNGKING.value
#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)


def nearest(r: Raid, routes: Routes, ways: dict[str, int], at_hand: int) -> str:
    """14.4.3 The way that lacks the least Fuel as far as Chungking; if more than one, a safe hop, else none."""

    def lacks(end: str) -> int:
        short = max(0, ways[end] - at_hand)
        if end == _HOME:
            return short
        left = max(0, at_hand - ways[end]) + r.china_fuel.get(Site(end), 0)
        return short + max(0, routes[end][_HOME][0] - left)

    reach = [end for end, need in ways.items() if need <= at_hand]
    best = min(ways, key=lambda end: (lacks(end), end not in reach, -ways[end]), default="burn")
    if best != "burn" and lacks(best) <= 1:  # one check on fumes is worth a bomber, two are not
        return best
    return min(reach, key=lambda end: routes[end][_HOME][1], default="burn")  # the easiest way on foot from there


def best_way(start: str, routes: Routes, plus: int) -> str:
    """14.4.3 The next stage of the way to Chungking with the best chance of getting there unseen."""
    ways = routes[start]
    return max(ways, key=lambda end: odds(ways[end][1], plus) * way_chance(end, routes, plus))


def way_chance(place: str, routes: Routes, plus: int) -> float:
    """14.4.3 The chance of getting from there to Chungking unseen, by the best way."""
    if place == _HOME:
        return 1.0
    ways = routes.get(place, {})
    return max((odds(trek, plus) * way_chance(end, routes, plus) for end, (_, trek) in ways.items()), default=0.0)


def odds(number: int, plus: int) -> float:
    """14.4.3 The chance of a throw of two dice with modifiers."""
    need = number - plus
    return _AT_LEAST[max(2, need)] / 36 if need <= 12 else 0.0


def value(elite: Elite) -> int:
    """14.4.4 How much a party would miss him: the doctor most, then an unused re-roll."""
    if elite.benefit is Benefit.DOCTOR:
        return 2
    return int(elite.has(Benefit.PILOT_REROLL))
