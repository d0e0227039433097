"""7.2, 7-5d, 7-5p, 8.5 Engines out and fires in the wings: what a careful player would do."""

from __future__ import annotations

from flakhouse.games.b29 import engine_fires, stores
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude

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
    "why_engine_formation",
    "why_one_engine",
]

_WEAK_ROOT = 3  # hits on a wing root with which a dive is too much to ask of it
_NO_PLACE = 10  # the zone from which on a jump means capture


def engine_out_formation(m: Mission, over_target: bool) -> str:
    """7.2, D27 Bomb if the target is here; otherwise the formation is worth more than the bombs."""
    return "bomb" if over_target else weak_engine_formation(m)


def weak_engine_formation(m: Mission) -> str:
    """4-9e, D28 The formation is worth more than the bombs."""
    return "keep" if stores.why_not_jettison_bombs(m) else "jettison"


def why_engine_formation(m: Mission, over_target: bool) -> str:
    """7.2, 4-9e Why."""
    if over_target:
        return "The target is right here, and the formation waits for it."
    return "Alone and slow, a bomber with its bombs is what fighters look for."


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
    """7-5p, D24, D25 Jump: the fire does not go out by itself."""
    return "bail-out"


def why_burning_engine(m: Mission) -> str:
    """7-5p Why."""
    return "The fire never goes out by itself, and each turn it may reach the tanks."
