"""4.1, 4.7 Where to fly over a city, and when to go."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import approach, attack
from flakhouse.games.doolittle.advice import approach as boxes
from flakhouse.games.doolittle.state import B25, Area, Raid

__all__ = ["area", "leave", "why_area", "why_exit"]

# What other values gain in points a raid (95 %), over 1,000 raids each of scenarios 1 to 5 and 7.
_CROWDED = 0.4  # of what its boxes are worth where as many loaded B-25s go; 0.2: +0.02 ±0.02, 0.8: -0.02 ±0.05
_OUT = 1.0  # points for a way out of the city; 0.5: +0.01 ±0.02, 2: -0.01 ±0.01
_ROOM = 0.001  # for each hazard that there may be: of Areas as good, the one with the smallest limit


def area(r: Raid, b25: B25, names: tuple[str, ...]) -> str:
    """4.1 The Area with the most points to be expected, there or next to it; without bombs, the safest way out."""
    areas = r.target().areas
    before = _moved(r, b25)
    able = not approach.why_not_approach(r, b25)
    risk = boxes.Risk(r, b25)
    outlook = boxes.Outlook(r, b25, boxes.plus(r, b25), risk) if able else None
    gains: dict[str, float] = {}
    best, most = names[0], -99.0
    for name in names:
        area = areas[name]
        there = rivals = 0
        for other in before:
            if other.area == name:
                there += 1
                rivals += other.loaded
        worth = -risk.there(area, there)
        if outlook is not None:
            worth += _promise(outlook, gains, area, rivals)
        else:
            worth += _OUT * area.perimeter - _ROOM * area.limit
        if worth > most:
            best, most = name, worth
    return best


def _moved(r: Raid, b25: B25) -> list[B25]:
    """4.1 Those who have moved this turn already; all others will leave the Area they are in."""
    there = attack.here(r)
    return there[: there.index(b25)] if b25.area else there


def _promise(outlook: boxes.Outlook, gains: dict[str, float], area: Area, rivals: int) -> float:
    """4.1, 4.8 Points to be expected in an Area: of its best box, and of bombs that are kept for the next turn.
    `rivals`: those there who have bombs as well.
    """
    on = outlook.later(area, gains)
    found = outlook.best(area, on)
    return on + (found * _CROWDED if rivals and rivals >= len(area.boxes) else found)


def why_area(r: Raid, b25: B25, names: tuple[str, ...]) -> str:
    """4.1 The reason."""
    if not approach.why_not_approach(r, b25):
        return "Most to be gained from the boxes there and next to it, against the hazards that may wait."
    pick = area(r, b25, names)
    edge = r.target().areas[pick].perimeter
    why = "No Target Box can be tried" if b25.loaded else "The bombs are gone"
    from_edge = "of the Areas on the edge, to leave from, " if edge else ""
    return (
        f"{why}: {from_edge}{_fewest(r, b25, pick, [n for n in names if r.target().areas[n].perimeter == edge])}."
    )


def _fewest(r: Raid, b25: B25, pick: str, like: Sequence[str]) -> str:
    """4.2.2, 4.2.3 By what an Area is safer than those like it: hazards to expect, else its limit, or nothing."""
    areas, risk, before = r.target().areas, boxes.Risk(r, b25), _moved(r, b25)
    costs = {name: risk.there(areas[name], sum(other.area == name for other in before)) for name in like}
    others = [name for name in like if name != pick]
    if not others:
        return "it is the only one" if areas[pick].perimeter else "there is no better way"
    if all(costs[name] > costs[pick] for name in others):
        return "there it has the fewest hazards to expect, by the aircraft and markers that are there"
    if any(areas[name].limit > areas[pick].limit for name in others):
        return "none has fewer hazards to expect, and this one holds the fewest at most"
    return "none has fewer hazards to expect"


def leave() -> bool:
    """4.7 Nothing is left to be done over the city."""
    return True


def why_exit() -> str:
    """4.7 The reason."""
    return "The bombs are gone, and every turn over the city draws more hazards."
