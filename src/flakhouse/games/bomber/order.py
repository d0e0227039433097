"""An order: something the player may have done at a fixed moment of the turn, with the reason when he may not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from flakhouse.core.questions import Barred, Option, Question
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake

__all__ = ["DONE", "NONE", "Menu", "Order", "ask_orders"]

M = TypeVar("M")
DONE = "done"
NONE = "No orders: continue"


class Order(Generic[M]):
    """A line of the orders menu.

    `relevant` says whether it is listed at all; `why_not` gives the reason it is barred, or "" if it may be
    given; `do` carries it out and may ask further questions; `advised`, where given, says that a careful
    player would give it now (it must turn false once the order has been carried out), and `why` for what reason.
    `stakes` are the rolls it leads to, whoever and whatever is named in questions that follow; `detail` what else
    is to be known of it.
    """

    __slots__ = ("advised", "detail", "do", "key", "label", "relevant", "rule", "stakes", "why", "why_not")

    def __init__(
        self,
        key: str,
        rule: str,
        label: str,
        relevant: Callable[[M], bool],
        why_not: Callable[[M], str],
        do: Callable[[Referee, M], None],
        advised: Callable[[M], bool] | None = None,
        stakes: Callable[[M], Sequence[Stake]] | None = None,
        why: Callable[[M], str] | None = None,
        detail: Callable[[M], str] | None = None,
    ) -> None:
        self.key = key
        self.rule = rule
        self.label = label
        self.relevant = relevant
        self.why_not = why_not
        self.do = do
        self.advised = advised
        self.stakes = stakes
        self.why = why
        self.detail = detail

    def open(self, m: M) -> bool:
        """It is listed, and nothing bars it."""
        return self.relevant(m) and not self.why_not(m)

    def advisable(self, m: M) -> bool:
        """It is listed, a careful player would give it now, and nothing bars it."""
        return self.advised is not None and self.relevant(m) and self.advised(m) and not self.why_not(m)


class Menu(Generic[M]):
    """Orders that are listed together; `counselled` are those that a careful player would ever give.

    Where `quiet` says so he would give none of them now. It is there to be asked first: most turns are quiet.
    `nothing` is the reason why he gives none. `never` names what a player may look for here and is no order now.
    `without` makes the option to give none: told which one is advised, it says what comes of that.
    """

    __slots__ = ("counselled", "never", "nothing", "orders", "prompt", "quiet", "without")

    def __init__(
        self,
        orders: Sequence[Order[M]],
        quiet: Callable[[M], bool] | None = None,
        prompt: str = "Any orders before the next zone?",
        nothing: str = "",
        never: Callable[[M], Mapping[str, Barred]] | None = None,
        without: Callable[[M, str], Option] | None = None,
    ) -> None:
        self.orders = list(orders)
        self.prompt = prompt
        self.nothing = nothing
        self.never = never
        self.without = without
        self.counselled = [order for order in orders if order.advised is not None]
        self.quiet = quiet


def ask_orders(
    ref: Referee,
    m: M,
    menu: Menu[M],
    rule: str,
    routine: Callable[[M], bool],
    matters: Callable[[Order[M]], bool],
) -> str:
    """The orders of a turn as one menu, again and again until the player has no more; the order that was advised
    when he had none, DONE if there was none.

    Advised is the first order that is open and whose own advice says so. With `routine`, which is asked once if
    the menu is shown at all, nobody need be asked, unless an order is open and advised (or knows no advice) that
    `matters`.
    """
    calm: list[bool] = []
    while True:
        advised = _advised(m, menu)
        key = ref.ask(
            "orders",
            advised,
            lambda: _question(m, menu, rule, partial(_once, routine, m, calm), matters),
            keys=lambda: _open(m, menu, partial(_once, routine, m, calm)),
        )
        if key == DONE:
            return advised
        for order in menu.orders:
            if order.key == key:
                order.do(ref, m)
                break


def _once(routine: Callable[[M], bool], m: M, calm: list[bool]) -> bool:
    """Whether this turn is routine, asked for the first menu of the turn."""
    if not calm:
        calm.append(routine(m))
    return calm[0]


def _advised(m: M, menu: Menu[M]) -> str:
    """The first order that is advised and open."""
    if menu.quiet is not None and menu.quiet(m):
        return DONE
    for order in menu.counselled:
        if order.advisable(m):
            return order.key
    return DONE


def _open(m: M, menu: Menu[M], calm: Callable[[], bool]) -> list[str]:
    """The keys of the orders that may be given, behind that for none. Whoever sees them is shown the menu."""
    calm()  # which keeps what was shown
    found = [DONE]
    for order in menu.orders:
        if order.open(m):
            found.append(order.key)
    return found


def _question(
    m: M, menu: Menu[M], rule: str, calm: Callable[[], bool], matters: Callable[[Order[M]], bool]
) -> Question:
    """The orders that are open, and the others with the reason."""
    routine = calm()
    none = menu.without(m, _advised(m, menu)) if menu.without is not None else Option(NONE)
    options: dict[str, Option | str] = {DONE: none}
    barred: dict[str, Barred] = {}
    for order in menu.orders:
        if not order.relevant(m):
            continue
        if why := order.why_not(m):
            barred[order.key] = Barred(why, order.label)
            continue
        options[order.key] = _option(m, order)
        if routine and matters(order) and (order.advised is None or order.advised(m)):
            routine = False
    if menu.never is not None:
        barred.update(menu.never(m))
    return Question(rule, menu.prompt, options, barred=barred, routine=routine, why=_why(m, menu))


def _option(m: M, order: Order[M]) -> Option | str:
    """An order that may be given, with what it leads to."""
    if order.stakes is None and order.detail is None:
        return order.label
    stakes = order.stakes(m) if order.stakes else ()
    return Option(order.label, stakes=stakes, detail=order.detail(m) if order.detail else "")


def _why(m: M, menu: Menu[M]) -> Callable[[], str] | None:
    """Why the marked order is given now, or none; nothing where there is nothing to say."""
    key = _advised(m, menu)
    if key == DONE:
        return (lambda: menu.nothing) if menu.nothing else None
    return next((partial(order.why, m) for order in menu.counselled if order.key == key and order.why), None)
