"""An order: something the player may have done at a fixed moment of the turn, with the reason when he may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from flakhouse.core.referee import Referee
from flakhouse.errors import RulesError

__all__ = ["Order", "ask_orders", "give_advised"]

M = TypeVar("M")
_MOST_ORDERS = 100  # of one turn; more means that an order goes round in circles


class Order(Generic[M]):
    """A line of the orders menu.

    `relevant` says whether it is listed at all; `why_not` gives the reason it is barred, or "" if it may be
    given; `do` carries it out and may ask further questions; `advised`, where given, says that a careful
    player would give it now (it must turn false once the order has been carried out).
    """

    __slots__ = ("advised", "do", "key", "label", "relevant", "rule", "why_not")

    def __init__(
        self,
        key: str,
        rule: str,
        label: str,
        relevant: Callable[[M], bool],
        why_not: Callable[[M], str],
        do: Callable[[Referee, M], None],
        advised: Callable[[M], bool] | None = None,
    ) -> None:
        self.key = key
        self.rule = rule
        self.label = label
        self.relevant = relevant
        self.why_not = why_not
        self.do = do
        self.advised = advised


def ask_orders(
    ref: Referee,
    m: M,
    orders: Sequence[Order[M]],
    rule: str,
    routine: bool,
    matters: Callable[[Order[M]], bool],
) -> None:
    """The orders of a turn as one menu, again and again until the player has no more.

    The default is the first advised order that is open. With `routine` nobody need be asked, unless an order is
    open and advised (or knows no advice) that `matters`.
    """
    while True:
        options = {"done": "No orders: carry on"}
        barred: dict[str, str] = {}
        calm = routine
        default = "done"
        for order in orders:
            if not order.relevant(m):
                continue
            why = order.why_not(m)
            if why:
                barred[order.key] = why
                continue
            options[order.key] = order.label
            advised = order.advised is None or order.advised(m)
            if calm and advised and matters(order):
                calm = False
            if default == "done" and advised and order.advised is not None:
                default = order.key
        key = ref.choose("orders", rule, "Orders for this turn?", options, default, barred, calm)
        if key == "done":
            return
        for order in orders:
            if order.key == key:
                order.do(ref, m)
                break


def give_advised(ref: Referee, m: M, orders: Sequence[Order[M]]) -> None:
    """The defaults of that menu one after another, without building it: for bots in a hurry (`ref.hurried`)."""
    for _ in range(_MOST_ORDERS):
        for order in orders:
            # What is advised is known sooner than what keeps it from being done.
            if order.advised is not None and order.relevant(m) and order.advised(m) and not order.why_not(m):
                order.do(ref, m)
                break
        else:
            return
    raise RulesError(f"more than {_MOST_ORDERS} orders in one turn")
