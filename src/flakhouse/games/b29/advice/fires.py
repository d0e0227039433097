"""7.5 Fires in the compartments: what a careful player would do."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.b29 import fires
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Section

__all__ = [
    "depressurize_fire",
    "fire_jump",
    "fire_second",
    "who_fights_fire",
    "why_depressurize_fire",
    "why_fire_jump",
    "why_fire_second",
]


def depressurize_fire(m: Mission, section: Section) -> bool:
    """7.5 Thin air helps: let the pressure go, unless it is gone there and somebody can reach the fire."""
    return not fires.thin_air(m, section) or not fires.who_can(m, section)[0]


def why_depressurize_fire(m: Mission, section: Section) -> str:
    """7.5 Why."""
    if depressurize_fire(m, section):
        return "In thin air the fire is easier to put out, or cannot be reached otherwise."
    return "There is no pressure where it burns; letting it go elsewhere helps nobody."


def who_fights_fire(men: Sequence[Man]) -> str:
    """7.5, D49 The one who is missed least."""
    return men[0].position.value


def fire_second(m: Mission) -> bool:
    """7.5 Always: a fire that is not put out costs the bomber."""
    return True


def why_fire_second(m: Mission) -> str:
    """7.5 Why."""
    return "A fire that is not put out now costs the bomber."


def fire_jump(m: Mission) -> bool:
    """7.5, D54 Never at once: one more zone towards home is worth having."""
    return False


def why_fire_jump(m: Mission) -> str:
    """7.5 Why."""
    return "The bomber still carries everybody one zone further."
