"""7-3e, 7-10d Bomb doors: what a careful player would do."""

from __future__ import annotations

from flakhouse.games.b29 import doors
from flakhouse.games.b29.state import Mission

__all__ = ["doors_by_hand", "doors_by_pilot", "order_doors_motor", "which_doors", "why_doors_motor"]


def doors_by_pilot(m: Mission) -> bool:
    """7-3e, D46 A try costs nothing."""
    return True


def order_doors_motor(m: Mission) -> bool:
    """7-3e Always worth a try."""
    return not doors.why_no_doors(m)


def why_doors_motor(m: Mission) -> str:
    """7-3e."""
    return "Doors that stay open slow the bomber, shut ones keep the bombs aboard, and nothing else moves them."


def which_doors(m: Mission) -> str:
    """7-3e, D20: the first that can be worked."""
    return next(bay.section.value for bay in m.plane.bays() if not doors.why_no_motor(m, bay))


def doors_by_hand(m: Mission) -> str:
    """7-10d, D48 The first bay that can be worked."""
    return next(bay.section.value for bay in m.plane.bays() if not doors.why_not_hand(m, bay))
