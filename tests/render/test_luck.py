"""Luck, and the debriefing as one reads it: story first, luck last, in every format one pastes."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Event, ModLine, Needed, Noted, Rolled
from flakhouse.render.luck import decided, happened, luck, luck_sheets
from flakhouse.render.sheets import PROSE, Sheet, prose, write
from tests.render.b17_flights import flown, view


def rolled(chart: str, faces: tuple[int, ...], needed: Needed | None, mod: int = 0) -> Rolled:
    mods = (ModLine(mod, "for a reason", "1.1"),) if mod else ()
    return Rolled(chart, f"Table {chart}", "1.1", faces, mods, sum(faces) + mod, "", "", "", needed=needed)


SIX = Needed((6,), 1, 6)
EVEN = Needed((2, 4, 6), 3, 6)


def test_a_throw_is_judged_by_its_dice_before_modifiers() -> None:
    assert happened(rolled("a", (6,), SIX, mod=-3), SIX)
    assert not happened(rolled("a", (4,), SIX, mod=2), SIX)
    any_one = Needed((), 11, 36, any=1)
    assert happened(rolled("a", (1, 5), any_one), any_one)
    assert not happened(rolled("a", (2, 5), any_one), any_one)


def test_expectation_is_the_sum_of_exact_odds_table_by_table() -> None:
    events = [rolled("a", (6,), SIX), rolled("b", (3,), None), rolled("a", (2,), EVEN), rolled("c", (5,), EVEN)]
    tables = {table.title: table for table in luck(events)}
    assert list(tables) == ["Table a", "Table c"]
    assert (tables["Table a"].throws, tables["Table a"].came) == (2, 2)
    assert tables["Table a"].expected == pytest.approx(1 / 6 + 1 / 2)
    assert luck_sheets([rolled("b", (3,), None)]) == []


def test_the_sheet_shows_the_few_tables_that_fell_furthest_from_their_odds_and_says_what_it_counts() -> None:
    sure = Needed((1, 2, 3, 4, 5, 6), 6, 6)
    events = [rolled("sure", (3,), sure), *(rolled("even", (2,), EVEN) for _ in range(4))]
    events += [rolled(f"six {n}", (1,), SIX) for n in range(9)]  # 0.2 expected, none came: nothing to tell
    events += [rolled(f"usual {n}", (6,), SIX) for n in range(6)]  # one throw in six: no luck worth a table
    events += [rolled(f"lucky {n}", (6,), SIX) for n in range(6) for _ in range(2)]
    (sheet,) = luck_sheets(events)
    assert [row[0] for row in sheet.rows] == [f"Table lucky {n}" for n in range(3)]
    assert sheet.rows[0][1:] == ("2 of 2", "0.3", "all: 3 in 100")
    assert "the result it is rolled for" in sheet.notes[0]
    (less,) = luck_sheets([rolled("even", (3,), EVEN) for _ in range(4)])
    assert less.rows == (("Table even", "0 of 4", "2.0", "none: 6 in 100"),)
    assert write([less], "text").splitlines()[2].split("  ")[0] == "Table"  # it stays a table


def test_how_often_that_is_comes_from_the_odds_of_every_throw() -> None:
    (table,) = luck([rolled("a", (6,), SIX), rolled("a", (2,), EVEN), rolled("a", (1,), SIX)])
    both = 1 / 6 * 1 / 2 * 5 / 6 + 1 / 6 * 1 / 2 * 5 / 6 + 1 / 6 * 1 / 2 * 1 / 6 + 1 / 6 * 1 / 6 * 1 / 2
    assert table.came == 2
    assert table.tail == pytest.approx(both)
    assert table.said() == f"2 or more: {round(100 * both)} times in 100"
    (rare,) = luck([rolled("a", (1,), EVEN) for _ in range(7)])
    assert rare.said() == "none: once in 100"


def test_over_many_flights_the_dice_do_what_is_expected() -> None:
    events = [event for record in flown("luck", missions=8) for event in record.events]
    fire = next(table for table in luck(events) if table.title == "Defensive fire")
    spread = (fire.expected * (1 - fire.expected / fire.throws)) ** 0.5
    assert abs(fire.came - fire.expected) < 5 * spread


def test_the_debriefing_begins_with_the_story_then_the_luck_then_the_sheets() -> None:
    (record,) = flown("34")
    record.events.extend(rolled("lucky", (6,), SIX) for _ in range(3))
    for format in PROSE:
        text = view().report("debrief", [record], format)
        story, fell, end = (text.index(words) for words in (view().told_story(record).title, "Luck", "Result"))
        assert story < fell < end
    assert "Luck" not in view().report("debrief", [record], "json")


def test_html_and_forum_text_hold_no_tag_of_a_name() -> None:
    sheet = Sheet("<b>", ("a", "b"), (("[img]x[/img]", "<script>"),), ("a & b",))
    for text in (write([sheet], "html"), prose("<b>", ["<script>"], "html")):
        assert "<script>" not in text
        assert "<b>" not in text
    assert "[img]" not in write([sheet], "forum")
    assert "[url]" not in prose("[url]", ["[url]"], "forum")
    assert "<td>" in write([sheet], "html")


def test_a_last_column_that_is_too_wide_is_folded_and_no_row_becomes_a_list_of_labels() -> None:
    rows = (("Al Webb", "pilot", "Killed on the mission to Lille, his fourth."), ("Bo Finley", "copilot", ""))
    lines = write([Sheet("Roll", ("name", "", "fate"), rows)], "text", 40).splitlines()
    assert lines[2:] == [
        "name                fate",
        "Al Webb    pilot    Killed on the",
        "                    mission to Lille,",
        "                    his fourth.",
        "Bo Finley  copilot",
    ]


def _flak(faces: tuple[int, ...], row: str, result: str) -> Rolled:
    return Rolled("6-4", "Flak hits on the B-29", "6.2C", faces, (), sum(faces), row, "", result)


def test_the_throw_by_which_a_bomber_was_lost_is_named_with_its_odds() -> None:
    burst: list[Event] = [
        _flak((3, 4), "7", "1"),
        _flak((1, 1), "2", "Burst Inside Plane"),
        _flak((4, 2), "6", "Starboard Wing"),
        Noted("burst-inside", {"section": "Starboard Wing"}),
    ]
    end = Noted("out-of-control", {"zone": 11})
    assert "Burst Inside Plane, 1 in 36." in decided([*burst, end])
    assert any("1 in 36" in note for sheet in luck_sheets([*burst, end]) for note in sheet.notes)
    assert decided(burst) == ""
    assert decided([*burst, Noted("zone", {"zone": 10}), end]) == ""  # she lived through it


@pytest.mark.parametrize(
    ("row", "odds"), [("3, 7, 11", "10 in 36"), ("2-4", "6 in 36"), ("10 or more", "6 in 36")]
)
def test_the_odds_of_a_row_are_counted(row: str, odds: str) -> None:
    torn = _flak((5, 5), row, "torn off")
    assert odds in decided([torn, Noted("wing-off", {}, (0,)), Noted("destroyed", {})])
