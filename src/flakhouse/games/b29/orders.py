"""Steps 4 and 5 of the turn: pressure, crew moves and tasks, as one menu (rulings 6; D8 to D21)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, gear, pressure, stores
from flakhouse.games.b29.combat import guns
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import GEAR_DOWN, LO, OUTBOUND, DoorState, NoseGear
from flakhouse.games.bomber.order import ask_orders, give_advised

__all__ = ["ORDERS", "orders_step"]

#: Every order in the order of the turn: pressure first, then moves, then tasks.
ORDERS: tuple[Order, ...] = (
    *pressure.ORDERS,
    *crew.ORDERS,
    *guns.ORDERS,
    *stores.ORDERS,
    *gear.ORDERS,
)
_COAST = 10  # the first zone with Japan in it (2-9)
#: Orders that are always open and mean nothing by themselves. A turn is routine with only these, and with those
#: that a careful player would not give now.
_ORDINARY = frozenset(order.key for order in (*pressure.ORDERS, *crew.ORDERS))
#: Of these the advised ones that nobody need be asked about. Letting pressure go (D9), sending a man off and
#: calling him back (D10) are for the player, who may have said no before.
_HOUSEKEEPING = frozenset({"repressurize"})


SHUT, SOUND = DoorState.SHUT, NoseGear.SOUND
#: Orders a careful player may give.
_ADVISED = tuple(order for order in ORDERS if order.advised is not None)


def _nothing_to_see_to(m: Mission) -> bool:
    """Pressure, men, guns, doors, bombs, gear and tanks are as they should be: no advised order can be open."""
    plane = m.plane
    if not (plane.pressurized or plane.altitude is LO):
        return False
    if plane.untouched:
        return True
    fwd, aft = plane.fwd, plane.aft
    if not m.crew_well or fwd.doors is not SHUT or aft.doors is not SHUT or plane.nose_gear is not SOUND:
        return False
    if (fwd.bombs or aft.bombs) and (m.aborted or m.bomb_run or plane.engines_out() >= 2):
        return False
    if (fwd.tank_boxes or aft.tank_boxes) and not plane.transfer_works():
        return False
    for gun in plane.guns.values():
        if gun.jammed:
            return False
    return GEAR_DOWN not in plane.main_gear.values() and plane.electrical_hits < 2


def orders_step(ref: Referee, m: Mission) -> None:
    """4.0, 4.2B, 7.6: the orders of the turn, one after another until the player has no more."""
    if ref.hurried:
        if not _nothing_to_see_to(m):
            give_advised(ref, m, _ADVISED)
        return
    ask_orders(ref, m, ORDERS, "4.0", not _news(m), _matters)


def _matters(order: Order) -> bool:
    """4.2B, 7.6A, D9, D10: an order that is no routine where it is open and advised."""
    if order.key not in _ORDINARY:
        return True
    return order.advised is not None and order.key not in _HOUSEKEEPING


def _news(m: Mission) -> bool:
    """4.0: somebody was hurt, or something to be seen to came up, since the last orders: no routine turn."""
    hurt = sum(man.dead or man.serious or man.frostbitten for man in m.men.values())
    tasks = [order.key for order in ORDERS if order.key not in _ORDINARY and order.relevant(m)]
    news = hurt != m.hurt_at_orders or any(key not in m.tasks_at_orders for key in tasks) or _moment(m)
    m.hurt_at_orders, m.tasks_at_orders = hurt, tasks
    return news


def _moment(m: Mission) -> bool:
    """4.0: where every captain looks round: after take-off, and on coming up to the enemy's country."""
    return m.turn == 1 or (m.new_zone and m.leg is OUTBOUND and m.zone == min(_COAST, m.target.zone))
