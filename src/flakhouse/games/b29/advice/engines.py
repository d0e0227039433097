"""7.2, 7-5d, 7-5p, 8.5 Engines out and fires in the wings: what a careful player would do."""

from __future__ import annotations

from flakhouse.games.b29 import engine_fires, stores
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Leg, Weather

__all__ = [
    "bail_out_now",
    "burning_engine",
    "engine_fire_dive",
    "engine_out_formation",
    "one_engine",
    "tank_fire_dive",
    "weak_engine_formation",
    "why_bail_out_now",
    "why_burning_engine",
    "why_dive",
    "why_engine_out_formation",
    "why_one_engine",
    "why_weak_engine_formation",
]

# scripts/advice thresholds b29 found no clear difference for the first, in 120 tours; never to dive for want of a
# place to jump (_NO_PLACE 99) costs 0.18 ±0.15 men a tour.
_WEAK_ROOT = 3  # hits on a wing root with which a dive is too much to ask of it
_NO_PLACE = 10  # the zone from which on a jump means capture


def engine_out_formation(m: Mission, over_target: bool) -> str:
    """7.2, D27 Bomb if the target is here; otherwise the formation is worth more than the bombs."""
    return "bomb" if over_target else _jettison(m)


def weak_engine_formation(m: Mission) -> str:
    """4-9e, D28 The formation is worth more than the bombs, except in sight of the target."""
    return "keep" if _in_sight(m) else _jettison(m)


def _jettison(m: Mission) -> str:
    """7.2, 4-9e Bombs away, if they can leave."""
    return "keep" if stores.why_not_jettison_bombs(m) else "jettison"


def _in_sight(m: Mission) -> bool:
    """4-9e The next zone is the target's."""
    return m.leg is Leg.OUT and m.target.zone - m.zone == 1


_ALONE = "Alone and slow, a bomber with its bombs is what fighters look for."


def why_engine_out_formation(m: Mission, over_target: bool) -> str:
    """7.2 Why."""
    return "The target is right here, and the formation waits for it." if over_target else _ALONE


def why_weak_engine_formation(m: Mission) -> str:
    """4-9e Why."""
    if _in_sight(m):
        return "Without bombs the mission has to be flown again, and the target is one zone ahead."
    return _ALONE


def one_engine(m: Mission) -> bool:
    """7.2, D50 Always: nearer to home is nearer to rescue."""
    return True


def why_one_engine(m: Mission) -> str:
    """7.2 Why."""
    return "Every zone nearer to home is nearer to rescue."


def bail_out_now(m: Mission) -> str:
    """8.5 Come down with the bomber: a jump over Japan is captivity for all."""
    return "land"


def why_bail_out_now(m: Mission) -> str:
    """8.5 Why."""
    return "The fighters may yet leave it alone, and who jumps here is captured or lost at sea."


def engine_fire_dive(m: Mission) -> str:
    """7-5p, D24 Dive where it pays; otherwise jump while there is time."""
    return "dive" if _dive_pays(m) else "bail-out"


def tank_fire_dive(m: Mission) -> str:
    """7-5d, D26 The same."""
    return engine_fire_dive(m)


def _dive_pays(m: Mission) -> bool:
    """7-5d, p A dive pays from HI, or where a jump means capture, on sound wings."""
    return engine_fires.worst_root(m) < _WEAK_ROOT and (m.plane.altitude is Altitude.HI or m.zone >= _NO_PLACE)


def why_dive(m: Mission) -> str:
    """7-5d, p Why."""
    if _dive_pays(m):
        return "A dive may blow the fire out, and there is height enough or no good place to jump."
    if engine_fires.worst_root(m) >= _WEAK_ROOT:
        return "The wing would hardly stand a dive."
    return "From this height a dive seldom helps, and here the men can be found."


def burning_engine(m: Mission) -> str:
    """7-5p, D24, D25 Jump: the fire does not go out by itself; not where the sea gives few men back."""
    return "stay" if _wild_sea(m) else "bail-out"


def _wild_sea(m: Mission) -> bool:
    """8-5 Short of Japan in bad weather few are found; over Japan a jump means capture in any weather."""
    return m.weather is Weather.BAD and m.zone < _NO_PLACE


def why_burning_engine(m: Mission) -> str:
    """7-5p Why."""
    if _wild_sea(m):
        return "In such weather the sea gives few men back; the fire may spare the tanks for one more zone."
    return "The fire never goes out by itself, and each turn it may reach the tanks."
