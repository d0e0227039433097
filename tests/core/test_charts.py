"""Charts: the loader accepts what is whole and names file, chart and row of what is not."""

from __future__ import annotations

from enum import StrEnum

import pytest

from flakhouse.core.charts import ChartBook, parse
from flakhouse.errors import ChartError

HEAD = """
[chart.E-1]
title = "Example"
rule = "1.1"
dice = "{dice}"
source = "printed"
from = "test"
"""


def chart(grid: str, dice: str = "2d6", more: str = "") -> str:
    return HEAD.format(dice=dice) + more + f"\ngrid = '''\n{grid}\n'''\n"


class Word(StrEnum):
    LOW = "low"
    HIGH = "high"


def test_look_up_clamps_to_the_printed_ends() -> None:
    one = parse("f", chart("4 or less | low\n5-12 | high"))["E-1"]
    assert [one.at(n) for n in (-3, 2, 4, 5, 12, 15)] == ["low", "low", "low", "high", "high", "high"]
    assert one.row(-3) == "4 or less"


def test_lists_of_totals_and_rows_beyond_the_dice() -> None:
    one = parse("f", chart("1 | low\n2, 3, 7 | low\n4-6, 8-12 | high\n13 | low"))["E-1"]
    assert [one.at(n) for n in (1, 7, 8, 13, 20)] == ["low", "low", "high", "low", "low"]


def test_d66_has_36_results() -> None:
    one = parse("f", chart("11-36 | low\n41-66 | high", "d66"))["E-1"]
    assert (one.at(36), one.at(41)) == ("low", "high")


@pytest.mark.parametrize(
    ("grid", "dice", "message"),
    [
        ("2-11 | low", "2d6", "12 is covered by no row"),
        ("2-8 | low\n8-12 | high", "2d6", "'8-12': 8 is covered twice"),
        ("2-12 | low | high", "2d6", "2 results for 1 column"),
        ("2-12 |", "2d6", "an empty cell"),
        ("two | low", "2d6", "not a total"),
        ("12-2 | low", "2d6", "runs backwards"),
        ("1-6 | low", "3d6", "dice '3d6'"),
        ("11-16 | low", "d66", "21 is covered by no row"),
    ],
)
def test_faults_name_file_chart_and_row(grid: str, dice: str, message: str) -> None:
    with pytest.raises(ChartError, match=f"^some.toml: chart E-1.*{message}"):
        parse("some.toml", chart(grid, dice))


def test_unknown_words_and_fields_are_refused() -> None:
    book = ChartBook()
    book.load("f.toml", chart("2-6 | low\n7-12 | middle"))
    with pytest.raises(ChartError, match=r"f.toml: chart E-1, row '7-12': 'middle' is no known result"):
        book.words("E-1", Word)
    with pytest.raises(ChartError, match="colour"):
        parse("f", chart("2-12 | low", more='colour = "red"'))
    with pytest.raises(ChartError, match="source"):
        parse("f", chart("2-12 | low").replace('"printed"', '"guessed"'))


def test_a_chart_stands_once_and_parts_belong_to_a_chart() -> None:
    book = ChartBook()
    book.load("f", chart("2-12 | low"))
    with pytest.raises(ChartError, match="stands in f already"):
        book.load("g", chart("2-12 | low"))
    stray = ChartBook()
    stray.load("f", chart("2-12 | low", more='part_of = "E-9"'))
    with pytest.raises(ChartError, match="part of chart 'E-9', which does not exist"):
        stray.check()


def test_the_digest_changes_with_any_cell_or_modifier() -> None:
    def digest(text: str) -> str:
        book = ChartBook()
        book.load("f", text)
        return book.digest()

    mods = 'mods = [{key = "a", value = 1, when = "always"}]'
    texts = [
        chart("2-6 | low\n7-12 | high"),
        chart("2-7 | low\n8-12 | high"),
        chart("2-6 | low\n7-12 | high", more=mods),
        chart("2-6 | low\n7-12 | high", more=mods.replace("1", "2")),
    ]
    assert len({digest(t) for t in texts}) == 4


def test_house_charts_keep_dice_columns_words_and_modifier_keys() -> None:
    book = ChartBook()
    book.load("f", chart("2-6 | low\n7-12 | high", more='mods = [{key = "a", value = 1, when = "always"}]'))
    book.words("E-1", Word)
    own = book.house("mine.toml", chart("2-11 | low\n12 | high"))
    assert own["E-1"].at(11) is Word.LOW
    with pytest.raises(ChartError, match="no known result"):
        book.house("mine.toml", chart("2-12 | lower"))
    with pytest.raises(ChartError, match="dice and columns"):
        book.house("mine.toml", chart("1-6 | low", "1d6"))
    with pytest.raises(ChartError, match="no modifier has the key 'b'"):
        book.house("mine.toml", chart("2-12 | low", more='mods = [{key = "b", value = 1, when = "x"}]'))
    with pytest.raises(ChartError, match="no chart 'E-2'"):
        book.house("mine.toml", chart("2-12 | low").replace("E-1", "E-2"))


def test_reference_tables_are_looked_up_by_words() -> None:
    table = parse("f", chart("Tokyo | W\nKobe | J", "none"))["E-1"]
    assert table.look_up("Kobe") == "J"
