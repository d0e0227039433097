"""Rows on their way into columns and text: the same as csv.writer and a row at a time would make of them."""

from __future__ import annotations

import csv
import io

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Scalar
from flakhouse.core.referee import Referee
from flakhouse.sim.rows import Block, cell
from flakhouse.sim.study import Study, Table, fly


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 2],
        [True, False, None],
        [True, 1, 1.0],
        [0.1, 1e22, -0.0, 0.0],
        ["a", "a,b", 'say "hi"', "", None],
        ["two\nlines", "tab\there", 3],
    ],
)
def test_a_column_is_written_as_csv_writer_writes_it(values: list[Scalar]) -> None:
    table = Table()
    table.add(("a", "b"), [(value, at) for at, value in enumerate(values)])
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([cell(value), at] for at, value in enumerate(values))
    assert Block.of(table.columns()).text == out.getvalue()


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_a_tour_goes_on_as_if_its_record_had_been_written_down_and_read(game: str) -> None:
    study = Study(game=game, unit="tours", seed="t", count=3)
    play = games.load(game)
    for index in range(3):
        result = fly(study, index)
        campaign = None
        for at, row in enumerate(result.missions, 1):
            ref = Referee(Seeded(f"t/{index}/{at}"), Default())
            finish = play.play(ref, campaign, play.check_options({}))
            campaign = finish.campaign
            assert {**play.mission_row(finish), "number": at}.items() <= {**row, "number": at}.items()
            men = [row for row in result.men if row["number"] == at]
            head = {key: men[0][key] for key in ("contender", "index", "number")}
            assert men == [{**head, **man} for man in play.men_rows(finish)]
        assert len(result.missions) > 1
