"""Rows on their way into columns and text: the same as csv.writer and a row at a time would make of them."""

from __future__ import annotations

import csv
import io

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Men, Scalar
from flakhouse.core.referee import Referee
from flakhouse.sim.crews import Crews
from flakhouse.sim.lines import Columns, cell
from flakhouse.sim.study import Study, fly


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
    columns = Columns(("a", "b"), [(value, at) for at, value in enumerate(values)])
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([cell(value), at] for at, value in enumerate(values))
    assert columns.block().text == out.getvalue()


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


def _crews(*names: str, cause: str | None = None) -> Crews:
    made = Crews()
    for index, name in enumerate(names):
        men = Men(
            ("position", "name", "home", "cause"), (("Pilot", None, True, None), ("Gunner", None, False, cause))
        )
        made.add(("one, two", index, 1), men._replace(names=(name, "Jim")))
    return made


@pytest.mark.parametrize("name", ["Joe", "Joe, Jr.", 'Joe "Ace" Doe', "50 %s", "two\nlines", ""])
def test_crews_are_written_and_counted_as_their_rows_would_be(name: str) -> None:
    crews = _crews("Al", name, "Al", cause="100 % flak, mostly")
    table = crews._columns()
    assert crews.alike
    assert crews.block() == table.block()
    assert crews.counts() == {
        key: found for key, found in table.counts().items() if key not in ("contender", "index")
    }
    assert [row["name"] for row in crews.dicts()] == ["Al", "Jim", name, "Jim", "Al", "Jim"]


def test_crews_of_other_columns_make_room() -> None:
    crews = _crews("Al")
    crews.add(("x", 1, 1), Men(("position", "damage"), (("Pilot", 1.0), ("Gunner", True))))
    assert (
        crews.block().text
        == '"one, two",0,1,Pilot,Al,1,,\n"one, two",0,1,Gunner,Jim,0,,\nx,1,1,Pilot,,,,1.0\nx,1,1,Gunner,,,,1\n'
    )
    assert crews.names() == ["contender", "index", "number", "position", "name", "home", "cause", "damage"]
