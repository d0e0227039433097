"""4.8, 4.9 Which Target Box to try, and when to drop on the Area instead."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import approach as rule
from flakhouse.games.doolittle import attack, elites
from flakhouse.games.doolittle.advice import odds
from flakhouse.games.doolittle.state import B25, Box, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Side

__all__ = ["approach", "area_release", "chance", "plus", "why_approach", "why_area_release"]

# Found by scripts/advice thresholds doolittle, over 60 and 100 raids: what another value costs in points a raid.
_LATE = 99  # the turn from which he drops on the Area: never for the time alone; 6: 0.23 ±0.19 and 0.25 ±0.22
_HIT_ALREADY = 150  # chances in 1,296 that a box counts less which has been hit; 0 and 400: no clear difference


def plus(r: Raid, b25: B25) -> tuple[int, int]:
    """4.8.1, 4.9.3 What all those modifiers come to that are the B-25's own: to get into a box, and to hit it."""
    ratings = r.ratings
    enter = b25.turn_approach + (ratings.night_navigation if r.side is Side.NIGHT else ratings.day_navigation)
    hit = b25.turn_detonation + ratings.bombing
    if b25.elite is not None:
        if elites.navigation(b25):
            enter += rule.APPROACH.mods["elite"].value
        elif elites.can(b25, Benefit.BOMBARDIER):
            hit += rule.DETONATION.mods["elite"].value
    if b25.damage:
        hit += rule.DETONATION.mods["damaged"].value
    for marker in b25.attached:
        if marker.back is Back.FAULTY_DOORS:
            hit += marker.detonation
    return enter, hit


def chance(side: Side, plus: tuple[int, int], box: Box) -> int:
    """4.8.1, 4.9.3 Chances in 1,296 to get into a box and hit it, as far as a player can know."""
    enter, hit = box.approach[side] - plus[0], box.blast_number[side] - plus[1]
    if box.blast:
        enter -= rule.APPROACH.mods["blast"].value
    for marker in box.markers:
        if marker.revealed:
            enter -= marker.approach
            hit -= marker.detonation
    return odds.at_least(enter) * odds.at_least(hit)


def approach(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> tuple[B25, Box] | None:
    """4.8 The best chance of all; nobody where there is none, or where the bombs could not fall."""
    chances = [chance(r.side, plus(r, b), box) for b, box in pairs]
    looks = [chance - (_HIT_ALREADY if box.blast else 0) for chance, (_, box) in zip(chances, pairs, strict=True)]
    at = looks.index(max(looks))
    return pairs[at] if chances[at] > 0 and not attack.intercepted(pairs[at][0]) else None


def why_approach(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> str:
    """4.8 The reason."""
    best = approach(r, pairs)
    if best is None:
        return "Nobody can both get into a box and hit it now."
    chances = [chance(r.side, plus(r, b25), box) for b25, box in pairs]
    seen = "" if all(m.revealed for _, box in pairs for m in box.markers) else ", by what lies open"
    if chances[pairs.index(best)] < max(chances):
        return f"Nearly the best chance{seen}, and a target that has not been hit yet scores more."
    return f"The best chance to get in and hit{seen}."


def area_release(r: Raid, b25: B25) -> bool:
    """4.9.1 A careful player drops on the Area with no box he could enter; damage and time are no reasons."""
    return r.attack_turn >= _LATE or bool(rule.why_not_approach(r, b25))


def why_area_release(r: Raid, b25: B25) -> str:
    """4.9.1 The reason."""
    if not area_release(r, b25):
        return "There is still time to find a Target Box, which is worth more."
    if r.attack_turn >= _LATE:
        return "It is late in the attack: better a sure Blast of 1 than bombs brought home."
    return "It can try no Target Box."
