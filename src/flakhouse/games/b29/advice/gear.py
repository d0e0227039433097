"""7-1d, 7-5n and o, 7-9c and e, 7-10c to g Gear, flaps and generator: what a careful player would do."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.b29 import gear
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Leg

__all__ = [
    "generator",
    "generator_landing",
    "nose_gear_by_hand",
    "order_raise_main_gear",
    "order_raise_nose_gear",
    "sent",
    "why_raise_gear",
]


def order_raise_nose_gear(m: Mission) -> bool:
    """7-1d Raised gear may not come down again, but drag costs fuel in every zone; not worth it near home."""
    return not gear.why_not_raise_nose(m) and (m.leg is Leg.OUT or m.zone > 2)


def order_raise_main_gear(m: Mission) -> bool:
    """7-5o Always worth a try."""
    return not gear.why_not_raise_main(m)


def why_raise_gear(m: Mission) -> str:
    """7-1d, 7-5o."""
    return "Wheels that hang out make the bomber slow, and that costs fuel in every zone."


def generator(m: Mission) -> str:
    """7-10c, D21 Nothing: the turn's work is better kept for the landing."""
    return "nothing"


def generator_landing(m: Mission) -> str:
    """7-10c, D21 The pump: brakes come of nothing else, the nose gear can be cranked."""
    return "hydraulic pump"


def sent(men: Sequence[Man]) -> str:
    """7.6A Whoever is there, or is missed least."""
    return men[0].position.value


def nose_gear_by_hand(m: Mission) -> bool:
    """7-1c, 7-9c, 7-10f, D59 Always: a try costs nothing."""
    return True
