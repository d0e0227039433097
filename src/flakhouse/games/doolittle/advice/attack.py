"""4.1, 4.7 Where to fly over a city, and when to go."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import approach, attack
from flakhouse.games.doolittle.advice import approach as boxes
from flakhouse.games.doolittle.state import B25, Area, Raid

__all__ = ["area", "leave", "why_area", "why_exit"]

# scripts/advice thresholds doolittle, over 60 raids: a box hit before that counts in full (_HIT_ALREADY 0) costs
# 1.5 ±1.3 points a raid; no other value made a clear difference.
#: Chances in 1,296 of the best box that outweigh a space of the hazard limit, a hazard there, a box hit before.
_PER_LIMIT = 12
_PER_HAZARD = 15
_HIT_ALREADY = 200


def area(r: Raid, b25: B25, names: Sequence[str]) -> str:
    """4.1 The Area that looks best for a B-25: chances of its best box, or a way out with the fewest hazards."""
    city = r.target()
    areas = [city.areas[name] for name in names]
    able = not approach.why_not_approach(r, b25)
    taken = [b.area for b in attack.here(r) if b is not b25 and b.loaded] if able else []
    plus = boxes.plus(r, b25) if able else (0, 0)

    def promise(area: Area) -> int:
        """How good it looks."""
        danger = _PER_LIMIT * area.limit + _PER_HAZARD * len(area.markers)
        if not able:
            return (600 if area.perimeter and not b25.loaded else 0) - danger
        best = 0
        for name in area.boxes:
            box = city.boxes[name]
            worth = boxes.chance(r.side, plus, box) - (_HIT_ALREADY if box.blast else 0)
            if worth > best:
                best = worth
        crowded = area.name in taken and taken.count(area.name) >= max(1, len(area.boxes))
        return (best // 3 if crowded else best) - danger

    return max(areas, key=promise).name


def why_area(r: Raid, b25: B25) -> str:
    """4.1 The reason."""
    if not approach.why_not_approach(r, b25):
        return "The box with the best chance to be found and hit, against what may wait there."
    if b25.loaded:
        return "Fewest hazards: no Target Box can be tried."
    return "The bombs are gone: a perimeter Area with few hazards, to get out."


def leave() -> bool:
    """4.7 Nothing is left to be done over the city."""
    return True


def why_exit() -> str:
    """4.7 The reason."""
    return "The bombs are gone, and every turn over the city draws more hazards."
