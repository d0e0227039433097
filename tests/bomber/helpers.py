"""Small charts and a referee with injected dice and answers, for shared code without a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.charts import Chart, ChartBook
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee

T = TypeVar("T")
HEAD = """[chart.{id}]
title = "Example"
rule = "1.1"
dice = "{dice}"
source = "printed"
from = "test"
{more}
grid = '''
{grid}
'''
"""


def chart(id: str, make: Callable[[str], T], grid: str, dice: str = "1d6", more: str = "") -> Chart[T]:
    book = ChartBook()
    book.load("test", HEAD.format(id=id, dice=dice, grid=grid, more=more))
    return book.bind(id, make)


def referee(*faces: int, answers: list[str] | None = None, defaults: bool = False) -> Referee:
    agent = Scripted(answers or [], Default() if defaults else None)
    return Referee(Fixed(*faces), agent, trace=True)


def done(ref: Referee) -> bool:
    """Every die and every answer was used."""
    assert isinstance(ref.dice, Fixed)
    assert isinstance(ref.agent, Scripted)
    return ref.dice.left() == 0 and ref.agent.left() == 0
