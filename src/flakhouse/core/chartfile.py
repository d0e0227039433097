"""The tables of a chart file as they are read, before they are checked and expanded (see charts.py).

Kept apart because these structs are made by msgspec, which mypyc cannot compile; charts.py can be.
"""

from __future__ import annotations

import msgspec

__all__ = ["ChartData", "ChartFile", "ModData"]


class ModData(msgspec.Struct, forbid_unknown_fields=True):
    """A modifier line of a chart file. `value` is text where the book refers to a number found elsewhere."""

    key: str
    value: int | str
    when: str
    rule: str = ""


class ChartData(msgspec.Struct, forbid_unknown_fields=True, rename={"from_": "from"}):
    """One `[chart.ID]` table of a chart file.

    `confidence` says how sure the numbers are, in a word; `disputed` tells of each cell the sources disagree
    about: which it is, what they say, what was chosen and why. `wanted` are the results the table is rolled for
    ("not Miss": all but that), `natural` the throws that give them whatever the modifiers, `any` the face of which
    one die is enough, `even` that even dice count (see needed.py). `picks` marks a chart whose numbers name one of
    several things, such as an engine: house rules keep to those printed.
    """

    title: str
    rule: str
    dice: str
    source: str
    from_: str
    grid: str = ""
    columns: list[str] = []
    mods: list[ModData] = []
    notes: list[str] = []
    number: bool = False
    picks: bool = False
    part_of: str = ""
    confidence: str = ""
    disputed: list[str] = []
    wanted: list[str] = []
    natural: list[int] = []
    any: int = 0
    even: bool = False


class ChartFile(msgspec.Struct, forbid_unknown_fields=True):
    """A chart file."""

    chart: dict[str, ChartData]
