"""14.4 What a careful player would do in China: the ways with the best chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import elites, fuel
from flakhouse.games.doolittle.data import Routes
from flakhouse.games.doolittle.denouement import china
from flakhouse.games.doolittle.questions import china as questions
from flakhouse.games.doolittle.state import B25, Crew, Raid
from flakhouse.games.doolittle.words import Benefit, Fate, Site

__all__ = [
    "best_way",
    "by_fuel",
    "carry_fuel",
    "copilot_repair",
    "fly_to",
    "fuel_from",
    "groundcrew",
    "nearest",
    "odds",
    "passengers",
    "walk",
    "way_chance",
]

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
    best, most = "", -1.0
    for end, (_, trek) in routes[start].items():
        chance = odds(trek, plus) * way_chance(end, routes, plus)
        if chance > most:
            best, most = end, chance
    return best


def way_chance(place: str, routes: Routes, plus: int) -> float:
    """14.4.3 The chance of getting from there to Chungking unseen, by the best way."""
    if place == _HOME:
        return 1.0
    most = 0.0
    if place in routes:
        for end, (_, trek) in routes[place].items():
            most = max(most, odds(trek, plus) * way_chance(end, routes, plus))
    return most


def odds(number: int, plus: int) -> float:
    """14.4.3 The chance of a throw of two dice with modifiers."""
    need = number - plus
    return _AT_LEAST[max(2, need)] / 36 if need <= 12 else 0.0


# ------------------------------------------------------------------ question by question


def groundcrew(broken: Sequence[B25]) -> str:
    """14.4.1 Damage first, and where no copilot can see to it himself."""
    return min(broken, key=lambda b: (not b.damage, elites.can(b, Benefit.COPILOT_REPAIR))).pilot


def copilot_repair(own: B25, broken: Sequence[B25]) -> str:
    """14.4.1 A damaged bomber, his own before others; else one with a leak that would cost a die on fumes."""
    best = max(broken, key=lambda b: (b.damage > 0, b is own, fuel.penalties(b)))
    return best.pilot if best.damage or fuel.penalties(best) else questions.NOBODY


def by_fuel(there: Sequence[B25]) -> list[B25]:
    """14.4.3 These bombers, those with the most Fuel first: they should get the rest of it."""
    return sorted(there, key=lambda b: -b.fuel)


def fly_to(r: Raid, b25: B25, routes: Routes, ways: dict[str, int], pool: int) -> tuple[str, int]:
    """14.4.3 Where a careful player sends it, and the Fuel he leaves to the others; `pool`: all there is.

    As many bombers as all the Fuel there allows go to Chungking, in two hops where that needs less.
    """
    planes = by_fuel(china.landed(r, b25.where))
    cost = {end: need + (routes[end][_HOME][0] if end != _HOME else 0) for end, need in ways.items()}
    way = min(cost, key=lambda end: cost[end])
    if min(len(planes), pool // cost[_HOME]) == min(len(planes), pool // cost[way]):
        way = _HOME
    home, rank = cost[way], planes.index(b25)
    able = min(len(planes), pool // home)
    if rank < able:
        return way, home * (able - 1)
    left = pool - able * home if rank == able else 0
    if rank and home - left > 1 and len(china.on_foot(r, b25.where)) < (able or 1):
        return questions.BURN, 0  # the crew rides with another
    return nearest(r, routes, ways, left), home * able


def walk(ref: Referee, place: str, routes: Routes, mods: Sequence[Mod]) -> bool:
    """14.4.3 Passengers of a bomber on fumes are safer on foot where the way is good."""
    return way_chance(place, routes, ref.plus(china.TREK, mods)) > 0.8


def passengers(waiting: Sequence[Crew], on_foot: bool) -> str:
    """14.4.1 The wounded first; nobody if they are safer on foot."""
    return questions.NOBODY if on_foot else min(waiting, key=lambda c: c.fit).b25.pilot


def fuel_from(r: Raid, sources: Mapping[str, int]) -> str:
    """14.4.1 From where no bomber needs it: the stockpile, or one that was burnt."""
    burnt = [b.pilot for b in r.squadron if b.fate is Fate.SCUTTLED]
    idle = (name for name in sources if name == china.STOCKPILE or name in burnt)
    return next(idle, next(iter(sources)))


def carry_fuel(b25: B25, sources: Mapping[str, int], wanted: int, others: int) -> str:
    """14.4.3 More than the hop asks only as far as it serves to fly on, and the others can spare it."""
    spare = b25.fuel < wanted and sum(sources.values()) > others
    return next(iter(sources)) if spare else questions.NONE
