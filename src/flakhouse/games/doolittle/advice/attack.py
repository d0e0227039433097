"""4.1, 4.7 Where to fly over a city, and when to go."""

from __future__ import annotations

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
    if b25.loaded:
        return "Fewest hazards: no Target Box can be tried."
    if not r.target().areas[area(r, b25, names)].perimeter:
        return "The bombs are gone: there it has the fewest hazards to expect."
    return (
        "The bombs are gone: of the Areas on the edge, to leave from, there it has the fewest hazards to expect."
    )


def leave() -> bool:
    """4.7 Nothing is left to be done over the city."""
    return True


def why_exit() -> str:
    """4.7 The reason."""
    return "The bombs are gone, and every turn over the city draws more hazards."
