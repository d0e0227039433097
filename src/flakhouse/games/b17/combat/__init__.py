"""3 A wave of fighters: composition, cover, evasive action, then attack after attack until none comes back."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import evasion
from flakhouse.games.b17.combat import allocation, composition, fields, gunnery, offense, successive
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Root

__all__ = ["allocation", "composition", "fields", "gunnery", "offense", "successive", "wave"]


def wave(ref: Referee, m: Mission) -> bool:
    """3 One wave from first to last; True if a fighter attacked, False if all stayed away or were driven off."""
    composition.compose(ref, m)
    if m.fighters:
        later = composition.cover(ref, m)
        if m.fighters:
            _fight(ref, m, later)
            return True
    _over(m)
    return False


def _fight(ref: Referee, m: Mission, later: int) -> None:
    """3.3 to 3.10 Evasive action, then the attacks. A flight that ends in one is closed without fighters."""
    for man in m.men.values():
        man.fighting_fire = False  # 6A.1: of an earlier fire
    m.cause = Root.FIGHTER
    if not m.in_formation:
        evasion.declare(ref, m)
    successive.attacks(ref, m, later)
    m.fighters.clear()
    m.evading = False
    _over(m)


def _over(m: Mission) -> None:
    """6A.1, 7A.2 The wave is over: whoever moved before it or fought a fire in it may fire again.

    RULING 7A.2: a wave that is driven off is over too.
    """
    for man in m.men.values():
        man.moved = man.fighting_fire = False
