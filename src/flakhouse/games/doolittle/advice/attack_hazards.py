"""4.3 to 4.6 Hazards over the city: which to be rid of first."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import attack
from flakhouse.games.doolittle.advice import approach
from flakhouse.games.doolittle.state import B25, Box, Marker, Raid
from flakhouse.games.doolittle.words import Back, Front

__all__ = [
    "assign_hazard",
    "box_hazard",
    "elite_gunner_hangs_on",
    "elite_gunner_now",
    "elite_gunner_strikes",
    "evade",
    "gunnery",
    "shoot_again",
    "why_assign_hazard",
    "why_box_hazard",
    "why_elite_gunner",
    "why_evade",
    "why_gunnery",
]

_WAYS = {n: 6 - abs(7 - n) for n in range(2, 13)}
_CRUSHING = (Back.BALLOONS, Back.CRASH)


def _dread(b25: B25, marker: Marker) -> int:
    """4.4 How much a player would like to be rid of a hazard, by what he can see of it."""
    if marker.revealed:
        width = sum(_WAYS[n] for n in range(marker.low, marker.high + 1)) if marker.high else 0
        score = 10 * width + (150 if marker.back in _CRUSHING else 0) - 20 * marker.approach
    else:
        score = 45 if marker.front is Front.INTERCEPTOR else 40
    return score * (3 if b25.damage else 2)


def assign_hazard(allowed: Sequence[B25]) -> B25:
    """4.3 The first of those with the fewest: the rule lists the emptiest first."""
    return allowed[0]


def why_assign_hazard(allowed: Sequence[B25]) -> str:
    """4.3 The reason."""
    pick, counts = assign_hazard(allowed), {len(b.assigned) + len(b.attached) for b in allowed}
    if len(counts) > 1:
        return f"{pick.pilot} has the fewest so far."
    return "All have as many, and what it is nobody can see: one may take it as well as another."


def box_hazard(r: Raid, planes: Sequence[B25], open_to: Sequence[Box]) -> Box:
    """4.3.1 Where the best run of those with bombs is worth the least, now and then at any time.

    Against the first box, or the first that has been hit, it gains 0.05 ±0.02 points a raid of scenario 1,
    0.10 ±0.04 of 2, 0.20 ±0.12 of 5, nothing of 3, 0.02 ±0.03 of 4 (6,000 raids each).
    """
    loaded = [b25 for b25 in planes if b25.loaded] or [b25 for b25 in attack.here(r) if b25.loaded]
    worth = [(0.0, 0.0)] * len(open_to)
    for b25 in loaded:
        for at, run in enumerate(approach.runs(r, b25, open_to)):
            worth[at] = max(worth[at], run)
    return open_to[worth.index(min(worth))]


def why_box_hazard(r: Raid, planes: Sequence[B25], open_to: Sequence[Box]) -> str:
    """4.3.1 The reason."""
    if not any(b25.loaded for b25 in attack.here(r)):
        return "The bombs are gone: one is as good as another."
    return f"At {box_hazard(r, planes, open_to).name} a run is worth the least, so there it does the least harm."


def evade(pairs: list[tuple[B25, Marker]]) -> int:
    """4.4 The place of the worst hazard; of those as bad, one on a B-25 that still has its bombs.

    Against the first of those as bad that gains 0.12 ±0.22 points a raid of scenario 7 (962 raids), 0.06 ±0.36 of
    8 (900).
    """
    if len(pairs) == 1:
        return 0
    worst, most = 0, -9999
    for at, (b25, marker) in enumerate(pairs):
        dread = 2 * _dread(b25, marker) + b25.loaded
        if dread > most:
            worst, most = at, dread
    return worst


def why_evade(pairs: list[tuple[B25, Marker]]) -> str:
    """4.4 The reason."""
    b25, marker = pairs[evade(pairs)]
    if b25.damage:
        return f"{b25.pilot} is damaged: one more hit may be the end."
    if marker.revealed:
        return "It is the worst of those that can be seen."
    if b25.loaded and any(not other.loaded for other, _ in pairs):
        return f"{b25.pilot} still has bombs aboard, which a hazard may spoil."
    if marker.front is Front.INTERCEPTOR:
        return "A fighter may stay on the tail, and then no bombs fall and nobody gets away."
    return "What it is nobody can see: one may be as bad as another."


def gunnery(b25: B25, targets: Sequence[Marker]) -> int:
    """4.5 The place of the worst Interceptor: a shot costs nothing."""
    if len(targets) == 1:
        return 0
    return targets.index(max(targets, key=lambda m: _dread(b25, m)))


def why_gunnery(b25: B25, targets: Sequence[Marker]) -> str:
    """4.5 The reason."""
    seen = targets[gunnery(b25, targets)].revealed
    return "It is the most dangerous one." if seen and len(targets) > 1 else "A shot costs nothing."


def shoot_again(b25: B25) -> bool:
    """4.5, 2.3.7 Whether a miss is worth a re-roll: not to a sound B-25 whose bombs may miss as well.

    Spent on every miss, it costs 0.25 ±0.14 points a raid of scenario 8, 0.13 ±0.13 of 9 (4,000 raids each) and
    0.03 ±0.02 of 6 (6,000), against on none.
    """
    return b25.damage > 0 or not b25.loaded


def elite_gunner_now() -> bool:
    """2.3.5 Before the dice are thrown he would be wasted: they cost nothing."""
    return False


def elite_gunner_strikes(b25: B25) -> bool:
    """2.3.5 Against an Interceptor about to attack: only if a hit would be the end."""
    return b25.damage > 0


def elite_gunner_hangs_on(b25: B25) -> bool:
    """2.3.5 Against one that has missed and hangs on, or one the gunners have missed."""
    return b25.damage > 0 or not b25.loaded


def why_elite_gunner(b25: B25, wanted: bool) -> str:
    """2.3.5 The reason."""
    if not wanted:
        return "He can do it once: he is worth more when a hit would be the end."
    return "The B-25 is damaged already." if b25.damage else "The bombs are gone: it only has to get away."
