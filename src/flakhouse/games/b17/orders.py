"""2A.7 The safe moment at the end of a turn: moves, ammunition, bombs, altitude, as one menu."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import ammo, crew, engines, formation
from flakhouse.games.b17.state import Mission
from flakhouse.games.bomber.order import Order, ask_orders, give_advised

__all__ = ["ORDERS", "orders_step"]

#: Every order, men first.
ORDERS: tuple[Order[Mission], ...] = (*crew.ORDERS, *ammo.ORDERS, *formation.ORDERS, *engines.ORDERS)
#: Orders a careful player may give.
_ADVISED = tuple(order for order in ORDERS if order.advised is not None)
#: Orders that mean nothing by themselves: a turn with only these is routine.
_ORDINARY = frozenset(order.key for order in crew.ORDERS)


def orders_step(ref: Referee, m: Mission) -> None:
    """2A.7 The orders of the turn, one after another until the player has no more."""
    if ref.hurried:
        if not (m.plane.untouched and m.in_formation) or not _loaded(m):
            give_advised(ref, m, _ADVISED)
        return
    ask_orders(ref, m, ORDERS, "2A.7", not _news(m), _matters)


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
    hurt = sum(man.dead or man.serious or man.frostbitten for man in m.men.values())
    tasks = [order.key for order in ORDERS if order.key not in _ORDINARY and order.relevant(m)]
    news = hurt != m.hurt_at_orders or any(key not in m.tasks_at_orders for key in tasks)
    m.hurt_at_orders, m.tasks_at_orders = hurt, tasks
    return news
