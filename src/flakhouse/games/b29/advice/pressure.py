"""Advice on rule 4.2: cabin pressure."""

from __future__ import annotations

from flakhouse.games.b29.advice import crew
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import CABIN, Leg

__all__ = ["depressurize", "depressurize_combat", "repressurize", "why_depressurize_combat"]


def depressurize_combat(m: Mission) -> bool:
    """5.1B, D36: masks cost a man about once in 220 turns.

    That is worth it where flak is certain to come (the bomb run), but not with a dead intercom.
    """
    run = m.zone == m.target.zone and m.leg is Leg.OUT and not (m.bomb_run or m.off_course or m.turn_round)
    return run and m.plane.intercom_works()


def why_depressurize_combat(m: Mission) -> str:
    """5.1B."""
    if depressurize_combat(m):
        return "Flak is certain to come, and a hit under pressure may burst a cabin."
    return "A mask that fails kills as surely as a burst cabin, and perhaps nobody attacks."


def depressurize(m: Mission) -> bool:
    """D9, 7-3e: doors jammed open cost a box a zone; a turn without pressure lets a man see to them."""
    return crew.doors_want_a_man(m)


def repressurize(m: Mission) -> bool:
    """D8, 4.2B: shut up again unless a man is at work outside the cabins."""
    return all(man.compartment in CABIN or not man.alive() for man in m.men.values())
