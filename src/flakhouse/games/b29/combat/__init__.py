"""5.0 Combat: one turn's fighters, by day (5.2 to 5.7) or by night (5.8)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import pressure
from flakhouse.games.b29.combat import (
    allocation,
    attack,
    collision,
    evasion,
    guns,
    night,
    offense,
    resistance,
    successive,
)
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Resistance

__all__ = [
    "allocation",
    "attack",
    "collision",
    "combat_step",
    "evasion",
    "guns",
    "night",
    "offense",
    "resistance",
    "successive",
]


def combat_step(ref: Referee, m: Mission) -> None:
    """5.0, 5.1 to 5.8 The fighters of this turn, if the bomber is where they can reach it."""
    m.evading = m.evaded_lights = m.lit = False
    m.resistance = Resistance.NONE
    if not resistance.in_reach(m):
        return
    ref.scene("wave", zone=m.zone)
    pressure.offer_combat(ref, m)  # D36, before the roll on 5-1 (5.1B)
    m.resistance = resistance.level(ref, m)
    if m.night:
        night.night_combat(ref, m)
    elif m.resistance is not Resistance.NONE and resistance.attacked(ref, m):
        attack.attackers(ref, m)
        if m.fighters:
            successive.day_combat(ref, m)
    if m.fighters:
        m.fighters.clear()
