"""8.2.1, 8.2.3 The wind: which dice make it, what it asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Question
from flakhouse.games.doolittle.words import Wind

__all__ = ["price", "sums", "wind_dice"]

_PRICE = {
    Wind.HEADWIND: "The 1 Fuel is burnt in any case. Passed: the {}. Failed: no {}.",
    Wind.CROSSWIND: "Passed: the {} costs 1 Fuel, as a turn does. Failed: no {}, and no Fuel is burnt.",
    Wind.SEVERE_CROSSWIND: "Passed: the {} costs nothing. Failed: no {}, and 1 Fuel is burnt.",
    Wind.TAILWIND: "The wind gives the {} anyway. Passed: it costs nothing. Failed: 1 Fuel.",
}


def sums(pairs: Iterable[int]) -> list[str]:
    """8.2.3 What two of the dice may come to."""
    return [str(total) for total in pairs]


def wind_dice(chart: Chart[Wind], column: int, pairs: Mapping[int, tuple[int, int]]) -> Question:
    """8.2.3 Planned launch: which two of the three dice make the wind."""
    winds = [chart.at(total, column).value for total in pairs]
    found = [f"{a} and {b}: {made}" for (a, b), made in zip(pairs.values(), winds, strict=True)]
    options = dict(zip(sums(pairs), found, strict=True))
    same = len(set(winds)) == 1
    why = "All of them make the same wind." if same else "The wind that carries a Flight farthest."
    prompt = "Choose two of the three dice for the wind."
    return Question("8.2.3", prompt, options, routine=same, why=lambda: why)


#: 7.2.3 The same without Fuel to burn.
_ON_FUMES = {
    Wind.HEADWIND: "First a fumes check for each B-25, for there is no Fuel. Then, passed: the {}. Failed: no {}.",
    Wind.CROSSWIND: "Passed: the {}, for a fumes check of each B-25. Failed: no {}, and no such check.",
    Wind.SEVERE_CROSSWIND: "Passed: the {} costs nothing. Failed: no {}, and a fumes check for each B-25.",
    Wind.TAILWIND: "The wind gives the {} anyway. Passed: it costs nothing. Failed: a fumes check for each B-25.",
}


def price(wind: Wind, fuel: int, what: str = "extra zone") -> str:
    """8.2.1, 8.2.2 What a wind asks for a zone, or for a look at a field, in a sentence."""
    words = (_PRICE if fuel else _ON_FUMES).get(
        wind, "The wind gives the {}, and asks neither a check nor Fuel for it."
    )
    return words.format(what, what)
