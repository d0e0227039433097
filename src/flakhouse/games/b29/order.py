"""An order: something the player may have done at the start of a turn, with the reason when he may not."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.referee import Referee
from flakhouse.games.b29.state import Bay, Mission

__all__ = ["Order", "sort_bays", "why_neither"]


class Order:
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
        relevant: Callable[[Mission], bool],
        why_not: Callable[[Mission], str],
        do: Callable[[Referee, Mission], None],
        advised: Callable[[Mission], bool] | None = None,
    ) -> None:
        self.key = key
        self.rule = rule
        self.label = label
        self.relevant = relevant
        self.why_not = why_not
        self.do = do
        self.advised = advised


def why_neither(m: Mission, concerns: Callable[[Bay], bool], why_not: Callable[[Mission, Bay], str]) -> str:
    """D15, D20, D48: why an order can be carried out in neither bay it concerns, or nothing."""
    why = ""
    for bay in m.plane.bays():
        if concerns(bay):
            why = why_not(m, bay)
            if not why:
                return ""
    return why


def sort_bays(
    m: Mission, why_not: Callable[[Mission, Bay], str], label: Callable[[Bay], str]
) -> tuple[dict[str, str], dict[str, str]]:
    """D15, D20, D48: the bays to choose from, and those barred with the reason."""
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    for bay in m.plane.bays():
        why = why_not(m, bay)
        if why:
            barred[bay.section.value] = why
        else:
            options[bay.section.value] = label(bay)
    return options, barred
