"""Steps 4 and 5 of the turn: pressure, crew moves and tasks, as one menu (rulings 6; D8 to D21)."""

from __future__ import annotations

from flakhouse.core.questions import Barred, Option
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import abort, crew, doors, gear, generator, pressure, stores
from flakhouse.games.b29.advice import pressure as pressure_advice
from flakhouse.games.b29.combat import jams
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.questions import pressure as pressure_questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, DoorState, NoseGear
from flakhouse.games.bomber.order import NONE, Menu, ask_orders

__all__ = ["ORDERS", "nothing_to_see_to", "orders_step"]

#: Every order in the order of the turn: pressure first, then moves, then tasks.
ORDERS: tuple[Order, ...] = (
    *pressure.ORDERS,
    *crew.ORDERS,
    *jams.ORDERS,
    *stores.ORDERS,
    *doors.JAMMED,
    *gear.ORDERS,
    *generator.ORDERS,
    *doors.UNPOWERED,
)
#: Orders that are always open and mean nothing by themselves. A turn is routine with only these, and with those
#: that a careful player would not give now.
_ORDINARY = frozenset(order.key for order in (*pressure.ORDERS, *crew.ORDERS))


def nothing_to_see_to(m: Mission) -> bool:
    """4.0: pressure, doors, gear, stores, men and guns are as they should be: no order would be advised."""
    plane = m.plane
    fwd, aft = plane.fwd, plane.aft
    if not plane.pressurized and plane.altitude is not Altitude.LO:
        return False
    if fwd.doors is not DoorState.SHUT or aft.doors is not DoorState.SHUT or not plane.transfer_works():
        return False
    if plane.nose_gear is not NoseGear.SOUND or plane.wheel_down():
        return False
    if (fwd.bombs or aft.bombs) and (m.aborted or m.bomb_run or plane.engines_out() >= 2):
        return False
    return not (crew.away(m) or plane.gun_jammed())


def _turn_back(m: Mission) -> dict[str, Barred]:
    """4.7A, D34: turning back is no order; without leave it is named nowhere but here."""
    why = abort.why_not_turn_back(m)
    return {"turn-back": Barred(why, "Turn back")} if why else {}


def _none(m: Mission, advised: str) -> Option:
    """4.2B: what it means to give no orders where cabins should be shut up again."""
    return pressure_questions.kept_open(m, NONE) if advised == pressure.REPRESSURIZE else Option(NONE)


#: 4.0 The move is made; cold, weather, course, event and fighters of the zone are still to come.
_PROMPT = "Any orders before you see what this zone brings?"
_MENU = Menu(ORDERS, nothing_to_see_to, _PROMPT, never=_turn_back, without=_none)


def orders_step(ref: Referee, m: Mission) -> None:
    """4.0, 4.2B, 7.6: the orders of the turn, one after another until the player has no more."""
    if ask_orders(ref, m, _MENU, "4.0", _nothing_new, _matters) == pressure.REPRESSURIZE:
        m.kept_open = pressure_advice.circumstances(m)  # who says no is asked again when they have changed


def _matters(order: Order) -> bool:
    """4.2B, 7.6A, D8-D10: an order that is no routine where it is open and advised.

    Pressure (D8, D9), sending a man off and calling him back (D10) are for the player: he may have said no.
    """
    return order.key not in _ORDINARY or order.advised is not None


def _nothing_new(m: Mission) -> bool:
    """4.0: nobody was hurt, and nothing to be seen to came up, since the last orders: a routine turn.

    What can be done from take-off on (D20: tanks dropped) is no news on the first turn.
    """
    hurt = sum(man.dead or man.serious or man.frostbitten for man in m.men.values())
    tasks = [order.key for order in ORDERS if order.key not in _ORDINARY and order.relevant(m)]
    known = tasks if m.turn <= 1 else m.tasks_at_orders
    news = hurt != m.hurt_at_orders or any(key not in known for key in tasks)
    m.hurt_at_orders, m.tasks_at_orders = hurt, tasks
    return not news
