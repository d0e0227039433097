"""The number needed: which throws give the result that a table is rolled for. Worked out here and nowhere else.

A chart says what it is rolled for in its file, `wanted = ["Hit"]`, or `wanted = ["not Miss"]`; a pool of dice of
which one is enough says `any = 6`, one of which some must be even `even = true`. Where a rule compares the total,
or the number of even dice, itself, it names it when it rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import comb
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.events import Announced, ModLine, Needed, Rolled
from flakhouse.core.mods import Mod

__all__ = ["announced", "naturals", "needed", "needed_again", "replaced", "rolled"]

T = TypeVar("T")
_NOT = "not "
_FEW = 3  # dice thrown again whose throws are still counted one by one


@cache
def naturals(dice: int, kept: int, tens: bool) -> dict[int, int]:
    """What so many dice can show (the lowest `kept` of them added up, 0: all), and in how many ways."""
    if tens:
        return {10 * a + b: 1 for a in range(1, 7) for b in range(1, 7)}
    if not 0 < kept < dice:
        ways = {0: 1}
        for _ in range(dice):
            more: Counter[int] = Counter()
            for total, count in ways.items():
                for face in range(1, 7):
                    more[total + face] += count
            ways = dict(more)
        return ways
    return dict(Counter(sum(sorted(faces)[:kept]) for faces in product(range(1, 7), repeat=dice)))


def needed(
    chart: Chart[T],
    plus: int,
    column: int,
    dice: int,
    kept: int = 0,
    least: int | None = None,
    most: int | None = None,
) -> Needed | None:
    """What a roll of so many dice with modifiers `plus` needs; None where nothing is wanted above the rest.

    `least` and `most` are the total that a rule compares with, where it is not the chart that decides.
    """
    if least is None and most is None and chart.data.any:
        return Needed((), 6**dice - (chart.data.any - 1) ** dice, 6**dice, chart.data.any)
    if least is not None and chart.data.even:
        return Needed((), sum([comb(dice, n) for n in range(least, dice + 1)]) * 3**dice, 6**dice, even=least)
    ways = naturals(dice, kept, chart.tens)
    beyond = 0
    if least is not None or most is not None:
        good = [n for n in ways if (least is None or n + plus >= least) and (most is None or n + plus <= most)]
    elif chart.data.wanted:
        sure = chart.data.natural
        good = [n for n in ways if n in sure or _wanted(chart, chart.word(n + plus, column))]
        if sure and plus and not any(_wanted(chart, chart.word(n + plus, column)) for n in good):
            asked = range(chart.low, chart.high + 1)
            beyond = next((total for total in asked if _wanted(chart, chart.word(total, column))), 0)
    else:
        return None
    return Needed(tuple(sorted(good)), sum(ways[n] for n in good), sum(ways.values()), 0, kept, chart.tens, beyond)


def announced(chart: Chart[T], whom: str, mods: Sequence[Mod], column: int, least: int | None) -> Announced:
    """A roll on a chart before it is made: whom it concerns, what bears on it, what it needs."""
    data = chart.data
    dice = 1 if chart.single else 2
    plus = sum([mod.value for mod in mods])
    lines = tuple([ModLine(mod.value, mod.reason, mod.rule) for mod in mods])
    word = data.columns[column] if data.columns else ""
    need = needed(chart, plus, column, dice, 0, least)
    return Announced(chart.id, data.title, data.rule, dice, lines, word, need, whom)


def rolled(
    chart: Chart[T],
    faces: tuple[int, ...],
    mods: Sequence[Mod],
    total: int,
    column: int,
    typed: bool,
    required: Needed | None,
    again: tuple[int, ...],
    whom: str,
) -> Rolled:
    """A roll as the log has it."""
    data = chart.data
    return Rolled(
        chart.id,
        data.title,
        data.rule,
        faces,
        tuple([ModLine(m.value, m.reason, m.rule) for m in mods]),
        total,
        chart.row(total),
        data.columns[column] if data.columns else "",
        chart.word(total, column),
        typed,
        required,
        again,
        whom,
    )


def replaced(faces: tuple[int, ...], places: Sequence[int], fresh: tuple[int, ...]) -> tuple[int, ...]:
    """Dice with new ones at these places."""
    new = list(faces)
    for place, face in zip(places, fresh, strict=True):
        new[place] = face
    return tuple(new)


def needed_again(
    chart: Chart[T], faces: tuple[int, ...], places: Sequence[int], good: Callable[[tuple[int, ...]], bool]
) -> Needed | None:
    """What the dice at these places need when they are thrown again and the others stay. `good` sees all dice.

    None where it cannot be said as a sum.
    """
    if len(places) > _FEW:
        return None
    throws = list(product(range(1, 7), repeat=len(places)))
    does = {fresh: good(replaced(faces, places, fresh)) for fresh in throws}
    ways = sum(does.values())
    if chart.data.any:
        return Needed((), ways, len(throws), chart.data.any)
    if chart.data.even:
        even = min([len([face for face in fresh if face % 2 == 0]) for fresh in throws if does[fresh]], default=0)
        return Needed((), ways, len(throws), even=even)
    totals = {sum(fresh) for fresh in throws if does[fresh]}
    if any(sum(fresh) in totals and not does[fresh] for fresh in throws):
        return None
    return Needed(tuple(sorted(totals)), ways, len(throws))


def _wanted(chart: Chart[T], word: str) -> bool:
    wanted = chart.data.wanted
    if wanted[0].startswith(_NOT):
        return all(word != one.removeprefix(_NOT) for one in wanted)
    return word in wanted
