"""1.2, 1.3 What a city and a way home are worth, from the points or the judges that decide in the end."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import points
from flakhouse.games.doolittle.campaign_debrief import QUARTERS, WEIGHTS
from flakhouse.games.doolittle.state import CityMap, Raid
from flakhouse.games.doolittle.words import City

__all__ = ["china", "city", "vladivostok"]


def city(ref: Referee, r: Raid, name: str) -> str:
    """1.2, 1.3 What the first hit on a city is worth besides its Blast, which counts alike in all of them; after
    it, what still counts there.
    """
    found = r.cities[City(name)]
    if found.blast():
        counted = ("Blast", *_boxes(ref, r, found), *_carrier(ref, r, found))
        return f"Hit already. Still counted there: {', '.join(counted)}."
    carrier = "".join(f" Also there: {told}." for told in _carrier(ref, r, found))
    if r.with_denouement():
        return f"Its first hit: {_marks('city', 'tokyo' if name == City.TOKYO else 'other-city')}.{carrier}"
    return f"Its first hit: {_scored(ref, r, 'city map with Blast')}.{carrier}"


def _boxes(ref: Referee, r: Raid, city: CityMap) -> list[str]:
    """1.2 What boxes score that nobody has hit; no judge asks for it (1.3)."""
    left = sum(not box.blast for box in city.boxes.values())
    if r.with_denouement() or not left:
        return []
    each = "the box" if left == 1 else f"each of {left} boxes"
    return [f"{each} not hit before ({_scored(ref, r, 'each different box hit')})"]


def _carrier(ref: Referee, r: Raid, city: CityMap) -> list[str]:
    """4.6.3, 1.2, 1.3 A carrier that is seen in a box which nobody has hit, and what a hit there gives for her. Of
    the judges one counts her, once, however many carriers are hit.
    """
    name = next((points.carrier(box) for box in city.boxes.values() if not box.blast and points.carrier(box)), "")
    if not name:
        return []
    if not r.with_denouement():
        return [f"the carrier {name} ({_scored(ref, r, points.CARRIER)})"]
    if points.carrier_hit(r):
        return []
    return [f"the carrier {name} ({_marks('carrier')})"]


def china(ref: Referee, r: Raid) -> str:
    """1.2, 1.3 What B-25s and crews are worth in China; who ditches there is not lost (RULING 42)."""
    if r.with_denouement():
        return (
            f"Each B-25 at Chungking: {_marks('chungking')}. Each crew safe: {_marks('safe')}; "
            f"captured: {_marks('captured')}."
        )
    return (
        f"Each B-25 landed: {_scored(ref, r, 'B-25 landed safely')}; "
        f"ditched from zone 9 on: {_scored(ref, r, 'ditched on the China side (zones 9 to 12)')}."
    )


def vladivostok(ref: Referee, r: Raid) -> str:
    """1.2, 1.3, 14.5.1 The same there: no judge counts a B-25 or a crew that the Soviets keep."""
    if r.with_denouement():
        return (
            f"Each crew that the Soviets free: {_marks('safe')}; each B-25 that flies on to Chungking: "
            f"{_marks('chungking')}. Nothing for those that they keep."
        )
    return (
        f"Each B-25 landed: {_scored(ref, r, 'B-25 landed safely')}; "
        f"ditched before zone 9: {_scored(ref, r, 'ditched short of the China side (zones 1 to 8)')}."
    )


def _marks(*keys: str) -> str:
    """1.3 What these add to the sums of the judges: "Joint Chiefs +2, White House +5"."""
    sums = {judge: sum(by for what, by in weights if what in keys) for judge, weights in WEIGHTS.items()}
    return ", ".join(f"{judge} {by / QUARTERS:+g}" for judge, by in sums.items() if by)


def _scored(ref: Referee, r: Raid, what: str) -> str:
    """1.2 What this scores: "+2 points"."""
    by = points.of(ref, r)[what]
    return f"{by:+d} point{'' if abs(by) == 1 else 's'}" if by else "no points"
