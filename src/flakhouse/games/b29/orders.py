"""Steps 4 and 5 of the turn: pressure, crew moves and tasks, as one menu (rulings 4.2; D8 to D21)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, gear, pressure, stores
from flakhouse.games.b29.combat import guns
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude

__all__ = ["ORDERS", "orders_step"]

#: Every order in the order of the turn: pressure first, then moves, then tasks.
ORDERS: tuple[Order, ...] = (
    *pressure.ORDERS,
    *crew.ORDERS,
    *guns.ORDERS,
    *stores.ORDERS,
    *gear.ORDERS,
)
#: Orders that are always open and mean nothing by themselves: a turn with only these is routine.
_ORDINARY = frozenset(order.key for order in (*pressure.ORDERS, *crew.ORDERS))


def orders_step(ref: Referee, m: Mission) -> None:
    """4.0, 4.2B, 7.6: the orders of the turn, one after another until the player has no more."""
    plane = m.plane
    if ref.hurried and plane.untouched and (plane.pressurized or plane.altitude is Altitude.LO):
        return  # with nothing wrong the default is to carry on
    while True:
        options = {"done": "No orders: carry on"}
        barred: dict[str, str] = {}
        routine = True
        default = "done"
        for order in ORDERS:
            if not order.relevant(m):
                continue
            why = order.why_not(m)
            if why:
                barred[order.key] = why
                continue
            options[order.key] = order.label
            if routine and order.key not in _ORDINARY:
                routine = False
            if default == "done" and order.advised is not None and order.advised(m):
                default = order.key
        key = ref.choose("orders", "4.0", "Orders for this turn?", options, default, barred, routine)
        if key == "done":
            return
        for order in ORDERS:
            if order.key == key:
                order.do(ref, m)
                break
