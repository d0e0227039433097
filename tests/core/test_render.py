"""Reading the log: rolls are explained, sheets come in four formats, charts print as the book has them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec
import pytest

from flakhouse.core.charts import ChartBook, parse
from flakhouse.core.events import Chosen, Event, ModLine, Noted, Rolled
from flakhouse.core.game import RuleEntry, read_house
from flakhouse.errors import ChartError
from flakhouse.render.base import Record, Renderer, Template, load_templates, renderer, roll_lines
from flakhouse.render.charts import chart_data, chart_text
from flakhouse.render.screen import rule_entry
from flakhouse.render.sheets import FORMATS, Sheet, write
from tests.core.test_session import HOUSE
from tests.core.toy import CHARTS, GAME

ROLL = Rolled(
    "1-1",
    "Wind",
    "1.1",
    (3, 4),
    (ModLine(1, "flying high", "1-1"), ModLine(-2, "late", "")),
    6,
    "5-8",
    "day",
    "Breeze",
)
VIEW = Renderer(
    GAME,
    {
        "wind": Template("{wind} on turn {turn}.", "full"),
        "landed": Template("Landed on a {place}.", story="It came down on a {place}."),
        "odd": Template("{missing} and {known}"),
    },
)


def test_a_roll_is_explained_in_full() -> None:
    assert roll_lines(ROLL) == [
        "1-1 Wind (1.1): 3 and 4 = 7",
        "    +1 flying high (1-1)",
        "    -2 late",
        "    total 6, row 5-8, column day: Breeze",
    ]
    tens = Rolled("1-3", "Landfall", "1.3", (3, 4), (), 34, "11-36", "", "meadow", True)
    assert roll_lines(tens) == ["1-3 Landfall (1.3): 3 and 4 = 34, your dice", "    total 34, row 11-36: meadow"]
    single = Rolled("1-2", "Effect", "1.2", (6,), (), 6, "6", "low", "tear")
    assert roll_lines(single)[0] == "1-2 Effect (1.2): 6"


def test_levels_of_the_log() -> None:
    events: list[Event] = [
        ROLL,
        Chosen("course", "1.2", "Where to?", "up", "Up"),
        Noted("wind", {"wind": "Gale", "turn": 2}),
        Noted("landed", {"place": "marsh", "tear": 1}),
        Noted("new-kind", {"of": "thing", "ok": True}),
        Noted("odd", {"known": False}),
    ]
    assert VIEW.log(events, "none") == []
    assert VIEW.log(events, "brief") == ["Landed on a marsh.", "new kind: of thing, ok yes", "{missing} and no"]
    full = VIEW.log(events, "full")
    assert full[:4] == roll_lines(ROLL)
    assert full[4:6] == ["> Where to? (1.2): Up", "Gale on turn 2."]


def record(number: int = 1, **changes: object) -> Record:
    base = Record(
        game="toy",
        number=number,
        seed="7/1",
        options={},
        outcome={"victory": True, "place": "=marsh|x", "men": {"a": 1, "b": [1, 2]}},
        events=[ROLL, Noted("landed", {"place": "marsh"})],
    )
    return msgspec.structs.replace(base, **changes)


@pytest.mark.parametrize("kind", ["debrief", "mission", "campaign", "story"])
@pytest.mark.parametrize("format", FORMATS)
def test_every_report_comes_in_every_format(kind: str, format: str) -> None:
    text = VIEW.report(kind, [record(), record(2)], format)
    assert text.endswith("\n")
    assert "marsh" in text
    if format == "json":
        assert msgspec.json.decode(text)
    if format == "text":
        assert all(len(line) <= 80 for line in text.splitlines())


def test_reports_say_how_it_was_played() -> None:
    played = record(undos=2, house="mine.toml", table_throws=3, remarks=["forked at step 4"])
    text = VIEW.report("debrief", [played])
    for words in (
        "house rules, mine.toml",
        "2 steps were taken back past a die roll",
        "3 of the rolls were thrown at the table",
        "forked at step 4",
    ):
        assert words in text.replace("\n", " ")
    sheet = msgspec.json.decode(VIEW.report("campaign", [record(), played], "json"))[0]
    assert [row["undone"] for row in sheet["rows"]] == [0, 2]
    assert "men" not in sheet["rows"][0]


def test_a_story_without_events_says_so() -> None:
    assert "Nothing is told of this flight." in VIEW.report("story", [record(events=[])])
    assert VIEW.report("story", [record()]).splitlines()[2] == "It came down on a marsh."


def test_csv_is_safe_for_spreadsheets_and_markdown_keeps_its_columns() -> None:
    sheet = Sheet("T", ("a", "b"), (("=1+1", -3), ("-2", None), ("@x", True)))
    rows = list(csv.reader(io.StringIO(write([sheet], "csv"))))
    assert rows == [["a", "b"], ["'=1+1", "-3"], ["-2", ""], ["'@x", "yes"]]
    assert "| a\\|b | c |" in write([Sheet("T", ("a|b", "c"), ())], "markdown")
    two = write([sheet, sheet], "csv").splitlines()
    assert (two[0], two[5], two[6]) == ("T", "", "T")


def test_wide_sheets_become_lines() -> None:
    wide = Sheet("W", ("one", "two", "three"), (("x" * 40, "y" * 40, None),))
    assert write([wide], "text").splitlines()[2:] == ["one " + "x" * 40 + "; two", "  " + "y" * 40]


def test_status_and_house_line() -> None:
    from tests.core.toy import Balloon

    assert VIEW.status(None) == "Nothing has begun yet."
    assert VIEW.status(Balloon(3, 1)) == "turn 3 tear 1"
    assert VIEW.house_line(None) == ""
    assert VIEW.house_line(read_house(GAME, "mine.toml", HOUSE)) == "House rules mine.toml: chart 1-1, age=old"


def test_templates_are_read_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "templates_for_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    (package / "a.toml").write_text('[event.x]\ntext = "X"\n')
    assert load_templates("templates_for_test") == {"x": Template("X")}
    for bad, what in (
        ('[event.x]\ntext = "again"\n', "has a template already"),
        ('[event.y]\ntext = "Y"\nlevel = "loud"\n', "level 'loud'"),
        ('[event.y]\nwords = "Y"\n', "words"),
        ("nonsense", "b.toml"),
    ):
        (package / "b.toml").write_text(bad)
        with pytest.raises(ChartError, match=what):
            load_templates("templates_for_test")


def test_a_game_without_a_renderer_gets_the_generic_one() -> None:
    assert type(renderer(GAME)) is Renderer
    assert renderer(GAME).templates == {}


# ------------------------------------------------------------------ charts


def test_a_chart_as_json_has_every_total() -> None:
    wind = chart_data(CHARTS.charts["1-1"])
    assert wind["results"] == {
        **{str(n): "Calm" for n in (2, 3, 4)},
        **{str(n): "Breeze" for n in (5, 6, 7, 8)},
        **{str(n): "Gale" for n in (9, 10, 11, 12, 13)},
    }
    assert wind["modifiers"] == [
        {"value": 1, "when": "flying high"},
        {"value": "see 1-4", "when": "for the age of the balloon"},
    ]
    assert wind["provenance"] == {"source": "printed", "from": "Toy book, table 1-1"}
    columns = chart_data(CHARTS.charts["1-2"])["results"]
    assert isinstance(columns, dict)
    assert columns["high"] == {"1": "nothing", "2": "nothing", "3": "tear", "4": "tear", "5": "tear", "6": "tear"}
    tens = chart_data(CHARTS.charts["1-3"])["results"]
    assert isinstance(tens, dict)
    assert len(tens) == 36
    assert (tens["36"], tens["41"], tens["66"]) == ("meadow", "marsh", "church")
    assert chart_data(CHARTS.charts["1-2a-tear"])["results"] == {str(n): str(n) for n in range(1, 7)}
    assert chart_data(CHARTS.charts["1-4"])["results"] == {"new": {"value": "0"}, "old": {"value": "1"}}


def test_a_chart_as_text_has_the_printed_rows() -> None:
    assert chart_text(CHARTS.charts["1-1"]) == [
        "1-1  Wind (rule 1.1; two dice)",
        "  4 or less  Calm",
        "  5-8        Breeze",
        "  9-13       Gale",
        "Modifier +1: flying high",
        "Modifier see 1-4: for the age of the balloon (1.1b)",
        "Note: (a) a gale drives the balloon two miles",
        "Source: printed, Toy book, table 1-1",
    ]
    assert chart_text(CHARTS.charts["1-2"])[1:3] == ["       low      high", "  1-2  nothing  nothing"]
    narrow = chart_text(CHARTS.charts["1-2"], 20)
    at = narrow.index("       low")  # the columns stand one below the other
    assert narrow[at + 1] == "  1-2  nothing"
    assert "       high" in narrow[at + 2 :]
    assert all(len(line) <= 20 for line in narrow)
    assert "  1-2  low:" in chart_text(CHARTS.charts["1-2"], 13)  # no room for a column
    assert "Part of 1-2." in chart_text(CHARTS.charts["1-2a-tear"])


_SURE = """
[chart.1-5]
title = "Depth of the marsh"
rule = "1.5"
dice = "1d6"
source = "found"
from = "a web page"
confidence = "high"
disputed = ["row 6: the page says deep, the first edition shallow; deep, since the errata repeat it"]
grid = '''
1-5 | shallow
6   | deep
'''
"""


def test_a_chart_says_how_sure_it_is_and_what_is_disputed() -> None:
    chart = parse("toy.toml", _SURE)["1-5"]
    assert chart_text(chart)[-4:] == [
        "Source: found, a web page",
        "Confidence: high.",
        "Disputed: row 6: the page says deep, the first edition shallow; deep, since the",
        "    errata repeat it",
    ]
    assert chart_data(chart)["provenance"] == {
        "source": "found",
        "from": "a web page",
        "confidence": "high",
        "disputed": ["row 6: the page says deep, the first edition shallow; deep, since the errata repeat it"],
    }


def test_what_is_said_of_a_chart_does_not_change_its_digest() -> None:
    plain = "".join(line for line in _SURE.splitlines(True) if not line.startswith(("confidence", "disputed")))
    sure, bare = ChartBook(), ChartBook()
    sure.load("a.toml", _SURE)
    bare.load("a.toml", plain)
    assert sure.digest() == bare.digest()
    assert bare.charts["1-5"].data.disputed == []


def test_a_rule_without_an_entry_is_told_by_the_one_above_it_not_by_a_lower_number() -> None:
    entries = [RuleEntry(number, number, "") for number in ("B", "B-1", "4.2", "4.2A")]
    for number, above in (("B-12", "B"), ("B-1c", "B-1"), ("4.2A3", "4.2A"), ("4.2B, 4.3", "4.2"), ("7", "")):
        entry = rule_entry(entries, number)
        assert (entry.number if entry else "") == above
