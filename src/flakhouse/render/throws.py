"""The throw: which rolls of a scene a player throws himself, and what may be said of one before it falls.

Which they are must not depend on how they came out, or the announcement would tell the result: a game names the
tables in its scenes.toml (`throws`). Where it names none, it is the roll that mattered, in scenes that weigh
something whatever happens in them. What is certain is never thrown.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.charts import Chart
from flakhouse.core.events import Event, ModLine, Noted, Rolled
from flakhouse.core.needed import naturals
from flakhouse.core.questions import NeedDice
from flakhouse.render.needs import needs_text
from flakhouse.render.scenes import Scene, SceneBook

__all__ = ["Throw", "announced", "awaited", "bands", "thrown", "whom"]

#: One of the book, or one of the house.
AnyChart = Chart[str] | Chart[object]
_NEAR = 12  # events behind a roll in which its note stands
_FEW = 6  # results that can still be read at a glance


class Throw(msgspec.Struct, frozen=True):
    """A throw before it falls: the table, the dice, what they need and why, what every total would mean."""

    chart: str
    title: str
    rule: str
    dice: int
    needs: str
    mods: tuple[ModLine, ...]
    bands: tuple[tuple[str, str], ...] = ()  # totals on the dice, and the result
    about: str = ""  # whom it concerns


def thrown(book: SceneBook, scene: Scene, events: Sequence[Event]) -> list[int]:
    """The numbers of the rolls in a scene that a player throws himself, in order."""
    if book.throws:
        tables = frozenset(book.throws)
        wanted = [roll.event for roll in scene.rolls if roll.chart in tables and not roll.typed]
    else:
        words = book.scene.get(scene.kind)
        key = scene.key
        heavy = words is not None and words.weight != "calm"
        wanted = [key.event] if heavy and key is not None and not key.typed else []
    return [number for number in wanted if _open(events[number])]


def _open(event: Event) -> bool:
    """Whether a roll can come out in more than one way."""
    return isinstance(event, Rolled) and (event.needed is None or 0 < event.needed.ways < event.needed.of)


def whom(book: SceneBook, events: Sequence[Event], number: int) -> str:
    """The man whom a throw concerns, on the tables of `whom` in scenes.toml: there every result names him."""
    roll = events[number]
    if not isinstance(roll, Rolled) or roll.chart not in book.whom:
        return ""
    for event in events[number + 1 : number + _NEAR]:
        if isinstance(event, Noted) and number in event.rolls and "man" in event.facts:
            return f"{event.facts['man']} {event.facts.get('name', '')}".strip()
    return ""


def announced(roll: Rolled, chart: AnyChart | None, about: str = "") -> Throw:
    """What may be said of a roll before it falls. Of dice thrown again those alone are spoken of."""
    if roll.again:
        title = f"{roll.title}, again"
        return Throw(roll.chart, title, roll.rule, len(roll.again), needs_text(roll), (), (), about)
    found: tuple[tuple[str, str], ...] = ()
    if chart is not None:
        columns = chart.data.columns
        column = columns.index(roll.column) if roll.column in columns else 0
        found = bands(chart, column, sum(mod.value for mod in roll.mods), len(roll.faces))
    return Throw(roll.chart, roll.title, roll.rule, len(roll.faces), needs_text(roll), roll.mods, found, about)


def awaited(need: NeedDice, chart: AnyChart | None) -> Throw:
    """The same of dice that a player is to throw at the table."""
    faces = (1,) * need.count
    natural = 11 if chart is not None and chart.tens else need.count
    total = natural + sum(mod.value for mod in need.mods)
    rule = chart.data.rule if chart is not None else ""
    column = chart.data.columns[need.column] if chart is not None and chart.data.columns else ""
    roll = Rolled(need.chart, need.title, rule, faces, need.mods, total, "", column, "", needed=need.needed)
    return announced(roll, chart, need.about)


def bands(chart: AnyChart, column: int, plus: int, dice: int) -> tuple[tuple[str, str], ...]:
    """What each total on the dice would mean; nothing where the results are many or plain numbers."""
    if dice != (1 if chart.single else 2) or chart.data.number:
        return ()
    wanted = chart.data.wanted[0] if chart.data.wanted else ""
    runs: list[tuple[int, int, str]] = []
    for natural in sorted(naturals(dice, 0, chart.tens)):
        word = wanted if natural in chart.data.natural else chart.word(natural + plus, column)
        if runs and runs[-1][2] == word:
            runs[-1] = (runs[-1][0], natural, word)
        else:
            runs.append((natural, natural, word))
    if not 1 < len(runs) <= _FEW:
        return ()
    return tuple((str(first) if first == last else f"{first}-{last}", word) for first, last, word in runs)
