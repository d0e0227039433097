"""2A.7 The safe moment at the end of a turn: moves, ammunition, bombs, altitude, as one menu."""

from __future__ import annotations

from flakhouse.core.questions import Option
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import abort, ammo, cold, crew, engines, formation, movement
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Leg
from flakhouse.games.bomber.order import NONE, Menu, Order, ask_orders

__all__ = ["ORDERS", "between_waves", "orders_step"]


def _move_relevant(m: Mission) -> bool:
    """7A A station is empty that somebody could take."""
    return crew.station_empty(m)


def _carry_relevant(m: Mission) -> bool:
    """7.3 There is a casualty."""
    return crew.any_casualty(m)


def _gun_empty(m: Mission) -> bool:
    """5.1 A gun has run dry."""
    return ammo.any_empty(m)


def _bombs_aboard(m: Mission) -> bool:
    """9.2 There is something to jettison, and the bomber is alone or on its way home."""
    return m.plane.bombs and not (m.in_formation and m.zone <= 1)


def _throw_off(ref: Referee, m: Mission) -> None:
    """9.2 Jettison by order."""
    formation.jettison(ref, m, "by order")


def _somebody_gasps(m: Mission) -> bool:
    """9.3 Somebody has no oxygen where he is."""
    return bool(cold.without_oxygen(m))


def _still_up(m: Mission) -> bool:
    """9.3 Worth doing while the bomber is still up."""
    return not m.plane.low


def _cold_or_breathless(m: Mission) -> bool:
    """9.3, 10.1 Somebody up here is without heat or oxygen."""
    return not m.plane.low and bool(cold.without_heat(m) or cold.without_oxygen(m))


def _go_down(ref: Referee, m: Mission) -> None:
    """9.3 Down by order."""
    formation.descend(ref, m, "going down to 10,000 ft", chosen=True)


def _forced_down(m: Mission) -> str:
    """9.3 What comes of giving no orders: the bomber goes down by itself, unless it lands next."""
    if m.plane.low or _lands_next(m) or not (why := cold.must_descend(m)):
        return ""
    whence = ", out of formation" if m.in_formation else ""
    return f"Then it goes down to 10,000 ft{whence}: {why}."


def _none(m: Mission, advised: str) -> Option:
    """9.3 No orders, and what comes of that."""
    return Option(NONE, detail=_forced_down(m))


def _all_the_same(m: Mission) -> str:
    """9.3 What the order changes where the bomber goes down in any case."""
    return "It goes down in any case; ordered, at once." if _forced_down(m) else ""


def _lands_next(m: Mission) -> bool:
    """2.4 The next turn is that of the landing."""
    if m.zone > 2 or (m.turns_here == 1 and movement.slow(m)):
        return False
    return m.leg is Leg.BACK or bool(abort.mandatory(m))


def _low(m: Mission) -> bool:
    """9.3 At 10,000 ft."""
    return m.plane.low


def _one_engine(m: Mission) -> bool:
    """11.6 One engine runs."""
    return m.one_engine_zones >= 0


#: Orders to men: they mean nothing by themselves, and a turn with only these is routine.
MEN: tuple[Order[Mission], ...] = (
    Order(
        "move",
        "7A.1",
        "Move a man to another station",
        _move_relevant,
        crew.why_nobody_moves,
        crew.move,
    ),
    Order(
        "carry",
        "7.3",
        "Carry a casualty to another place, which frees his station",
        _carry_relevant,
        crew.why_nobody_is_carried,
        crew.carry,
    ),
)
#: Every order, men first.
ORDERS: tuple[Order[Mission], ...] = (
    *MEN,
    # D21
    Order(
        "borrow-ammo",
        "5.1",
        "Take bursts to an empty gun",
        _gun_empty,
        ammo.why_not_borrow,
        ammo.borrow,
        advice.borrow_ammo,
        why=advice.why_borrow_ammo,
    ),
    # D22
    Order(
        "jettison",
        "9.2",
        "Jettison the bombs",
        _bombs_aboard,
        formation.why_not_jettison,
        _throw_off,
        advice.jettison,
        why=advice.why_jettison,
    ),
    # D23
    Order(
        "oxygen-places",
        "9.3",
        "Let men without oxygen take free places that have it",
        _somebody_gasps,
        cold.must_descend,
        cold.take_lines,
        _still_up,
        why=advice.why_oxygen_places,
    ),
    # D24
    Order(
        "descend",
        "9.3",
        "Go down to 10,000 ft, out of formation",
        _cold_or_breathless,
        formation.why_not_descend,
        _go_down,
        detail=_all_the_same,
    ),
    # D25
    Order(
        "climb",
        "9.3",
        "Climb to 20,000 ft again",
        _low,
        formation.why_not_climb,
        formation.climb,
        advice.climb,
        why=advice.why_climb,
    ),
    Order(
        "throw-overboard",
        "11.6",
        "Throw guns, ammunition and extinguishers overboard for one more zone",
        _one_engine,
        engines.why_not_strip,
        engines.strip,
        advice.throw_overboard,
        why=advice.why_throw_overboard,
    ),
)


def nothing_to_see_to(m: Mission) -> bool:
    """2A.7 Oxygen, bombs, engines and ammunition are as they should be: no order would be advised."""
    plane = m.plane
    if plane.low or m.one_engine_zones >= 0 or cold.oxygen_fails(plane):
        return False
    if plane.bombs and (m.aborted or m.leg is Leg.BACK):
        return False
    return not m.safe_turn or not ammo.any_empty(m)


_MENU = Menu(ORDERS, nothing_to_see_to, without=_none)
_MEN = Menu(MEN, prompt="More fighters may come in this zone. Any orders before them?")


def orders_step(ref: Referee, m: Mission) -> None:
    """2A.7 The orders of the turn, one after another until the player has no more."""
    if m.safe_turn:
        _settled_in(m)
    # D18
    ask_orders(ref, m, _MENU, "2A.7", _nothing_new, _matters)


def _settled_in(m: Mission) -> None:
    """7A.1, 7A.2 Whoever moved before a turn without attackers has had time enough to reach his gun."""
    # RULING 7A.2: such a turn does what a whole wave does for him.
    for man in m.men.values():
        man.moved = False


def between_waves(ref: Referee, m: Mission) -> None:
    """7A.2, manual 5G Between the waves of a turn men may move, if the intercom works, and miss the next wave."""
    # RULING 7A.2: with more waves to come it is no safe moment, even if all so far were driven off.
    if m.plane.intercom_out:
        return
    safe, m.safe_turn = m.safe_turn, False
    ask_orders(ref, m, _MEN, "7A.2", _nobody_hurt, _matters)
    m.safe_turn = safe


def _hurt(m: Mission) -> int:
    """2A.7 How many men are out of action or frostbitten."""
    hurt = 0
    for man in m.men.values():
        if man.dead or man.serious or man.frostbitten:
            hurt += 1
    return hurt


def _nobody_hurt(m: Mission) -> bool:
    """7A.2 Nobody since orders were last shown: who was asked about a wound is not asked again at every wave."""
    before, m.hurt_at_orders = m.hurt_at_orders, _hurt(m)
    return before == m.hurt_at_orders


def _matters(order: Order[Mission]) -> bool:
    """2A.7, 10.1 No routine where it is open and advised; going down for warmth is asked on entering a zone."""
    return order not in MEN and order.key != "descend"


def _nothing_new(m: Mission) -> bool:
    """2A.7 Nobody was hurt, and nothing to be seen to came up, since orders were last shown: a routine turn."""
    if m.nothing_wrong() and not ammo.any_empty(m):
        return True
    hurt = _hurt(m)
    tasks = [order.key for order in ORDERS if order not in MEN and order.relevant(m)]
    news = hurt != m.hurt_at_orders or any(key not in m.tasks_at_orders for key in tasks)
    m.hurt_at_orders, m.tasks_at_orders = hurt, tasks
    return not news
