"""2A.7 The safe moment at the end of a turn: moves, ammunition, bombs, altitude, as one menu."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import ammo, cold, crew, engines, formation
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import OUTBOUND
from flakhouse.games.bomber.order import Order, ask_orders, give_advised

__all__ = ["ORDERS", "between_waves", "orders_step"]

#: Every order, men first.
ORDERS: tuple[Order[Mission], ...] = (*crew.ORDERS, *ammo.ORDERS, *formation.ORDERS, *engines.ORDERS)
#: Orders a careful player may give.
_ADVISED: tuple[Order[Mission], ...] = (*ammo.ORDERS, *formation.ORDERS, *engines.ORDERS)
#: Orders that mean nothing by themselves: a turn with only these is routine.
_ORDINARY = frozenset(order.key for order in crew.ORDERS)


def orders_step(ref: Referee, m: Mission) -> None:
    """2A.7 The orders of the turn, one after another until the player has no more."""
    if m.safe_turn and m.men_busy:
        _settled_in(m)
    if ref.hurried:
        if _orders_due(m):
            give_advised(ref, m, _ADVISED)
        return
    # D18
    ask_orders(ref, m, ORDERS, "2A.7", not _news(m), _matters)


def _orders_due(m: Mission) -> bool:
    """2A.7 Ammunition, bombs, oxygen, height or the last engine may call for an order that is advised."""
    plane = m.plane
    if plane.untouched and m.in_formation:
        return m.safe_turn and not _loaded(m)
    if plane.low or m.one_engine_zones >= 0 or (plane.bombs and (m.aborted or m.leg is not OUTBOUND)):
        return True
    return cold.oxygen_fails(plane) or (m.safe_turn and not _loaded(m))


def _settled_in(m: Mission) -> None:
    """7A.1, 7A.2 Whoever moved before a turn without attackers has had time enough to reach his gun."""
    # RULING 7A.2: such a turn does what a whole wave does for him.
    for man in m.men.values():
        man.moved = False


def between_waves(ref: Referee, m: Mission) -> None:
    """7A.2, manual 5G Between the waves of a turn men may move, if the intercom works, and miss the next wave."""
    # RULING 7A.2: with more waves to come it is no safe moment, even if all so far were driven off. Nobody is
    # advised to move, so that a bot in a hurry need not be asked.
    if ref.hurried or m.crew_well or m.plane.intercom_out:
        return
    safe, m.safe_turn = m.safe_turn, False
    if any(order.relevant(m) and not order.why_not(m) for order in crew.ORDERS):
        ask_orders(ref, m, crew.ORDERS, "7A.2", _hurt(m) == m.hurt_at_orders, _matters)
    m.safe_turn = safe


def _hurt(m: Mission) -> int:
    """2A.7 How many men are out of action or frostbitten."""
    return sum(man.dead or man.serious or man.frostbitten for man in m.men.values())


def _loaded(m: Mission) -> bool:
    """5.1 No gun is empty, so that no ammunition need change hands."""
    for gun in m.plane.guns.values():  # noqa: SIM110 (a generator costs three times as much)
        if not gun.bursts:
            return False
    return True


def _matters(order: Order[Mission]) -> bool:
    """2A.7 An order that is no routine where it is open and advised."""
    return order.key not in _ORDINARY


def _news(m: Mission) -> bool:
    """2A.7 Somebody was hurt, or something to be seen to came up, since the last orders: no routine turn."""
    if m.crew_well and m.plane.untouched and m.in_formation and _loaded(m):
        return False
    hurt = _hurt(m)
    tasks = [order.key for order in ORDERS if order.key not in _ORDINARY and order.relevant(m)]
    news = hurt != m.hurt_at_orders or any(key not in m.tasks_at_orders for key in tasks)
    m.hurt_at_orders, m.tasks_at_orders = hurt, tasks
    return news
