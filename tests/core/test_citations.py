"""Rule numbers as docstrings and names of tests cite them, and what the checklist makes of them."""

from __future__ import annotations

import pytest

from flakhouse.games.citations import Numbers
from flakhouse.games.rulebook import above, entries, load, places

KNOWN = Numbers(
    [
        *("2.0", "3.0", "4.5", "4.5A", "4.5C", "4.5C1", "4.5C2", "4.5C3", "4.7", "4.7B", "4.7D", "8.2.4"),
        *("8.2.4 modifiers", "8.1.4", "8.1.4 Persistent Attempt", "11.2.1", "11.2.1 All", "14.4", "manual 4.2"),
        *(
            "4-5",
            "4-5 note",
            "7-3",
            "7-3d",
            "7-3e",
            "7-3f",
            "7-5",
            "7-5h",
            "7-5i",
            "7-5j",
            "7-10",
            "7-10c",
            "5-3b",
        ),
        *("P-6", "P-6 row 9", "P-6 row 10", "GTS 5B", "GTS 5B-1", "R-1", "R-12", "R-53", "ruling 4", "ruling 5"),
        *("example 8.2.4 guzzle", "example 8.1.4 by day", "example 8.1.4 by night"),
    ]
)


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("8.2.4 A check.", ["8.2.4"]),
        ("8.2.40 is no rule", []),
        ("The check of 8.2.4", []),
        ("4.7B, D; 8.2.4: why not", ["4.7B", "4.7D", "8.2.4"]),
        ("4.7B, D16: why not", ["4.7B"]),
        ("4.7 A man", ["4.7"]),
        ("7-3e, f, 7-5i what waits", ["7-3e", "7-3f", "7-5i"]),
        ("7-5h-j One turn", ["7-5h", "7-5i", "7-5j"]),
        ("4.5C2-3: held", ["4.5C2", "4.5C3"]),
        ("4.5C1 to 4.5C3 Held", ["4.5C1", "4.5C2", "4.5C3"]),
        ("2.0 to 3.0 A mission", ["2.0", "3.0"]),
        ("P-6 rows 9, 10: an elevator", ["P-6 row 9", "P-6 row 10"]),
        ("7-3 row 5.", ["7-3"]),
        ("7-10 row 11, note c (also 4-5): the second hit", ["7-10", "7-10c", "4-5"]),
        ("GTS 5B note 1: the leader", ["GTS 5B-1"]),
        ("8.1.4 Persistent Attempt, RULING 4: then", ["8.1.4 Persistent Attempt", "ruling 4"]),
        ("11.2.1 All ships", ["11.2.1"]),
        ("Rule 4.5 and table 4-5", ["4.5"]),
        ("Table 4-5: course", ["4-5"]),
        ("RULING R-53: the third attack", ["R-53"]),
    ],
)
def test_what_a_text_begins_with(text: str, cited: list[str]) -> None:
    assert KNOWN.leading(text) == cited


def test_rulings_count_wherever_they_stand() -> None:
    assert KNOWN.rulings("Nobody (R-12). RULING 4 and 5: as before.") == ["R-12", "ruling 4", "ruling 5"]
    assert KNOWN.rulings("RULING 4.5: a reading; R-123") == []


def test_brackets_hold_citations_but_no_dice() -> None:
    assert KNOWN.bracketed("Damage to a wing (7-5h, P-6); cleared on a low die (4-5)") == ["7-5h", "P-6"]


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("test_8_2_4_leak_and_2_dice", ["8.2.4"]),
        ("test_8_2_4_modifiers", ["8.2.4 modifiers"]),
        ("test_4_5_course", ["4.5"]),
        ("test_table_4_5_course", ["4-5"]),
        ("test_tables_4_5_7_3_rows", ["4-5", "7-3"]),
        ("test_4_5_note_says", ["4-5 note"]),
        ("test_4_7b_d16_14_4_bombs", ["4.7B", "14.4"]),
        ("test_4_5_A_D40_upper_case", ["4.5A"]),
        ("test_5_3_note_b_blast", ["5-3b"]),
        ("test_r12_clamps", ["R-12"]),
        ("test_p_6_row_10_third_hit", ["P-6 row 10"]),
        ("test_manual_4_2_switch", ["manual 4.2"]),
        ("test_8_1_4_persistent_attempt_that_fails", ["8.1.4 Persistent Attempt"]),
        ("test_8_2_4_example_check", ["8.2.4", "example 8.2.4 guzzle"]),
        ("test_8_1_4_example_by_night", ["8.1.4", "example 8.1.4 by night"]),
        ("test_default_goes_on", []),
    ],
)
def test_what_the_name_of_a_test_cites(name: str, cited: list[str]) -> None:
    assert KNOWN.named(name) == cited


def test_a_line_stands_under_another() -> None:
    known = dict.fromkeys(KNOWN.order)
    heads = {
        "8.2.4 modifiers": "8.2.4",
        "4.5C2": "4.5C",
        "7-5h": "7-5",
        "P-6 row 9": "P-6",
        "example 8.2.4 guzzle": "8.2.4",
    }
    assert {number: above(number, known) for number in heads} == heads
    assert above("3-1", {"3.0": None}) == ""
    assert above("3.0", {"3.0": None}) == ""


def test_the_index_is_shown_without_code_and_derived_only_when_asked() -> None:
    places.cache_clear()
    shown = entries("flakhouse.games.b17")
    assert not any(entry.code or entry.tests for entry in shown)
    assert places.cache_info().currsize == 0


def test_a_manual_line_has_the_code_of_the_lines_it_sums_up() -> None:
    found = places("flakhouse.games.b17")
    rule = next(rule for rule in load("flakhouse.games.b17") if rule.number == "manual 4.2a")
    assert rule.same == ("2A.2",)
    assert found["manual 4.2a"] == found["2A.2"]
    assert "target.weather_step" in found["2A.2"].code
