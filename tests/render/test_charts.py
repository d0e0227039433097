"""Tables as grids: every chart of every game is whole, and every roll finds its cell."""

from __future__ import annotations

import msgspec
import pytest

from flakhouse import games
from flakhouse.core.charts import natural_totals, parse
from flakhouse.core.events import Rolled
from flakhouse.render.charts import Grid, GridMod, GridRow, Spot, chart_grid
from tests.core.toy import CHARTS
from tests.render.logs import GAMES, logs

each_game = pytest.mark.parametrize("name", GAMES)


def grids(name: str) -> dict[str, Grid]:
    charts = games.load(name).charts().charts
    return {id: chart_grid(chart, charts) for id, chart in charts.items()}


@each_game
def test_every_chart_gives_a_full_grid(name: str) -> None:
    charts = games.load(name).charts().charts
    for id, grid in grids(name).items():
        assert (grid.id, bool(grid.title), bool(grid.rule), bool(grid.from_)) == (id, True, True, True)
        assert grid.rows
        assert {len(row.cells) for row in grid.rows} == {len(grid.columns) or 1}
        assert all(row.label for row in grid.rows)
        assert len({row.label for row in grid.rows}) == len(grid.rows)
        totals = [total for row in grid.rows for total in row.totals]
        assert len(totals) == len(set(totals))
        assert set(natural_totals(grid.dice)) <= set(totals)
        for row in grid.rows:
            for total in row.totals:
                assert charts[id].row(total) == row.label
                assert tuple(charts[id].word(total, i) for i in range(len(row.cells))) == row.cells
        assert {*grid.parts, *grid.refers_to, *([grid.part_of] if grid.part_of else [])} <= set(charts)
        assert msgspec.json.decode(msgspec.json.encode(grid), type=Grid) == grid


@each_game
def test_every_roll_of_many_missions_finds_its_cell(name: str) -> None:
    found = grids(name)
    rolls = 0
    for event in (event for log in logs(name) for event in log if isinstance(event, Rolled)):
        spot = found[event.chart].spot(event)
        assert spot is not None
        row = found[event.chart].rows[spot.row]
        assert (row.label, row.cells[spot.column]) == (event.row, event.result)
        rolls += 1
    assert rolls > 3000


def test_a_grid_has_everything_the_chart_says() -> None:
    grid = chart_grid(CHARTS.charts["1-1"], CHARTS.charts)
    assert grid.rows[:2] == (
        GridRow("4 or less", ("Calm",), (2, 3, 4)),
        GridRow("5-8", ("Breeze",), (5, 6, 7, 8)),
    )
    assert grid.modifiers[1] == GridMod("age", "see 1-4", "for the age of the balloon", "1.1b")
    assert grid.refers_to == ("1-4",)
    assert chart_grid(CHARTS.charts["1-2"], CHARTS.charts).parts == ("1-2a-tear",)
    assert (grid.source, grid.dice_text) == ("printed", "two dice")
    number = chart_grid(CHARTS.charts["1-2a-tear"])
    assert (number.number, number.part_of) == (True, "1-2")
    assert [row.label for row in number.rows] == ["1", "2", "3", "4", "5", "6"]


def rolled(chart: str, total: int, row: str, column: str = "") -> Rolled:
    return Rolled(chart, "", "", (1,), (), total, row, column, "")


def test_a_total_that_two_dice_cannot_show_is_in_the_row_before() -> None:
    grid = chart_grid(CHARTS.charts["1-3"])
    chart = CHARTS.charts["1-3"]
    spot = grid.spot(rolled("1-3", 38, chart.row(38)))
    assert spot is not None
    assert grid.rows[spot.row].cells == (chart.word(38),)
    assert grid.spot(rolled("1-3", 3, "")) is None


def test_a_roll_on_another_chart_or_an_unknown_row_has_no_cell() -> None:
    grid = chart_grid(CHARTS.charts["1-2"])
    assert grid.spot(rolled("1-2", 4, grid.rows[1].label, "high")) == Spot(1, 1)
    assert grid.spot(rolled("1-2", 4, grid.rows[1].label, "sideways")) is None
    assert grid.spot(rolled("1-2", 4, "3-99", "high")) is None
    assert grid.spot(rolled("1-1", 4, "3-6", "high")) is None


def test_a_range_of_dice_is_no_chart() -> None:
    text = """
[chart.4-6]
title = "A table"
rule = "1"
dice = "1d6"
source = "ruling"
from = "here"
grid = "1-6 | x"
[chart.7-9]
title = "Another"
rule = "1"
dice = "1d6"
source = "ruling"
from = "here"
notes = [%s]
grid = "1-6 | Zones 4-6"
"""
    for words, named in (
        ('"1-3 the first, 4-6 the second"', ()),
        ('"see 4-6"', ("4-6",)),
        ('"tools damaged (4-6)"', ("4-6",)),
        ('"goes on on 7-9 (4-6)"', ()),
        ('"counts on 7-9, 4-6 and others"', ("4-6",)),
    ):
        charts = parse("ranges.toml", text % words)
        assert chart_grid(charts["7-9"], charts).refers_to == named
