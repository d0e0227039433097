"""No word of the books that only a reader of the books would know: in lines, headlines, and beside the dice."""

from __future__ import annotations

import re

import pytest

from flakhouse.core.events import Rolled
from flakhouse.games import load
from flakhouse.render.scenes import roll_line
from flakhouse.web.tables import view_of
from tests.render.flights import tours

JARGON = re.compile(r"\b(FCA|FBOA|KIA|DOW|LAS|BO-C|IH|BIP)\b|Dive [a-e]\b|\bx 1\.5|only at (HI|MED|LO)\b")
#: Tables by which men and fighters fare: what stands beside their dice is looked at row by row.
READ = {"b17": ("B-3", "BL-4", "M-2"), "b29": ("5-8", "7-13", "8-1", "8-3")}
RULES = {"b17": ("advanced",), "b29": ("advanced", "streamlined")}


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_flights_are_told_without_jargon(game: str) -> None:
    view = view_of(game)
    found: set[str] = set()
    for record in tours(game, RULES[game], 12, 12):
        for block in view.tell(record.events):
            found.update(line.text for line in block.lines)
        for scene in view.scenes(record.events):
            found.add(scene.headline)
            found.update(roll_line(roll) for roll in scene.rolls)
    assert [text for text in found if JARGON.search(text)] == []


@pytest.mark.parametrize(("game", "chart"), [(game, chart) for game, charts in READ.items() for chart in charts])
def test_a_result_is_read_in_plain_words(game: str, chart: str) -> None:
    book = view_of(game).scene_book
    rows = load(game).charts().charts[chart].words
    rolls = [Rolled(chart, "", "", (1,), (), 1, "", "", word) for column in rows for word in column]
    assert [read for roll in rolls if JARGON.search(read := book.read(roll))] == []


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_the_reason_of_a_modifier_is_in_plain_words(game: str) -> None:
    charts = load(game).charts().charts.values()
    assert [mod.reason for chart in charts for mod in chart.mods.values() if JARGON.search(mod.reason)] == []
