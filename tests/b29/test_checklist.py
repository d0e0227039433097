"""The checklist of the rules is complete and names code and tests that exist."""

from __future__ import annotations

import re

import pytest

from flakhouse.games.b29.book import CHARTS
from flakhouse.games.rulebook import Rule
from tests.checks.checklist import Checklist, listed_in
from tests.checks.files import script

LIST = Checklist("b29")

#: Every numbered paragraph of the Rule Book: the letters (or numbers) that stand under each.
PARAGRAPHS: dict[str, tuple[str, ...]] = {
    "1.0": (),
    "1.1": (),
    "1.2": (),
    "1.3": (),
    "1.4": (),
    "2.0": (),
    "2.1": (),
    "2.2": tuple("ABCD"),
    "2.3": tuple("ABCDEFGHI"),
    "3.0": (),
    "3.1": (),
    "3.2": (),
    "4.0": (),
    "4.1": tuple("AB"),
    "4.2": tuple("ABCD"),
    "4.3": tuple("ABCD"),
    "4.4": (),
    "4.5": ("A", "B", "C", "C1", "C2", "C3", "C4"),
    "4.6": (),
    "4.7": tuple("ABCD"),
    "4.8": tuple("ABCDE"),
    "5.0": (),
    "5.1": tuple("AB"),
    "5.2": tuple("ABCDEF"),
    "5.3": tuple("ABCDEFG"),
    "5.4": tuple("ABCDE"),
    "5.5": (),
    "5.6": tuple("ABC"),
    "5.7": tuple("AB"),
    "5.8": tuple("ABCDEFGHI"),
    "6.0": (),
    "6.1": (),
    "6.2": tuple("ABCDEF"),
    "6.3": tuple("AB"),
    "6.4": (),
    "6.5": (),
    "7.0": (),
    "7.1": (),
    "7.2": ("-1", "-2", "-3", "-4"),
    "7.3": (),
    "7.4": tuple("AB"),
    "7.5": (),
    "7.6": tuple("ABCDEF"),
    "8.0": (),
    "8.1": (),
    "8.2": (),
    "8.3": (),
    "8.4": (),
    "8.5": (),
    "8.6": (),
    "9.0": (),
    "9.1": (),
    "9.2": (),
    "9.3": tuple("ABC"),
    "9.4": (),
}
#: Every table of the Chart Book with its notes; "note" is one without a letter.
TABLES: dict[str, tuple[str, ...]] = {
    "2-1": (),
    "2-2A": (),
    "2-2B": (),
    "2-2C": (),
    "2-2D": (),
    "2-2E": (),
    "2-3": (),
    "2-4": (" note",),
    "2-5": (),
    "2-6": (" modifiers",),
    "2-7": (" note", " modifiers"),
    "2-8": (" modifiers",),
    "2-9": tuple("abcd"),
    "3-1": (" modifiers", *"abcdefg"),
    "3-2": (" modifiers",),
    "3-3": tuple("ab"),
    "3-4": (),
    "3-5": (" modifiers",),
    "4-1": (" modifiers",),
    "4-2": (" modifiers", *"abc"),
    "4-3": (" modifiers", " note"),
    "4-4": (" modifiers", " note"),
    "4-5": (" modifiers",),
    "4-6": (" modifiers", " note"),
    "4-7": (" modifiers", " note"),
    "4-8": (" modifiers",),
    "4-9": (*"abcdefghij", "d-a", "d-b", "d-c", "d-d", "e-a", "e-b"),
    "4-10": (" note",),
    "4-11": (" modifiers", " note"),
    "5-1": (" modifiers",),
    "5-2": (" modifiers",),
    "5-3": tuple("abcdefgh"),
    "5-4": (" modifiers", " note"),
    "5-5": (" modifiers",),
    "5-6": (" note",),
    "5-7": (" modifiers", *"ab"),
    "5-8": (" modifiers", " note"),
    "5-9": (" modifiers",),
    "5-10": (),
    "5-11": tuple("abcdefg"),
    "5-12": tuple("ab"),
    "5-13": (" note",),
    "5-14": (" modifiers", *"abc"),
    "5-15": (" modifiers", *"abcd"),
    "6-1": (" modifiers",),
    "6-2": (" modifiers",),
    "6-3": (),
    "6-4": (" note",),
    "6-5": (" note",),
    "6-6": (" modifiers", " note"),
    "6-7": tuple("abcd"),
    "6-8": (" modifiers",),
    "6-9": (),
    "7-1": (*"abcde", " note"),
    "7-2": (" note",),
    "7-3": tuple("abcdef"),
    "7-4": tuple("abcdefg"),
    "7-5": tuple("abcdefghijklmnop"),
    "7-6": (" note",),
    "7-7": (" note",),
    "7-8": tuple("abc"),
    "7-9": tuple("abcde"),
    "7-10": tuple("abcdefgh"),
    "7-11": (" note",),
    "7-12": (" modifiers",),
    "7-13": (" modifiers", *"ab"),
    "7-14": (" modifiers", " note"),
    "8-1": (" modifiers", *"abcd"),
    "8-2": (" modifiers",),
    "8-3": (" modifiers", " note"),
    "8-4": (" modifiers", *"abc"),
    "8-5": tuple("abc"),
    "8-6": (" modifiers", *"ab"),
    "8-7": (" modifiers", " note"),
    "9-1": (" modifiers",),
    "9-2": (),
    "9-3": (),
}
#: The parts of the Streamliner.
STREAMLINER: dict[str, tuple[str, ...]] = {
    **{f"GTS {n}": () for n in (1, 6, 7, 8, 9, 11, 13, 14, 15, 16)},
    "GTS 2": (" note",),
    "GTS 3": (" modifiers",),
    "GTS 4": (" modifiers", *"abc"),
    "GTS 5A": (" modifiers", "-1", "-2", "-3", "-4"),
    "GTS 5B": (" modifiers", "-1", "-2"),
    "GTS 10": (" modifiers",),
    "GTS 12": (" modifiers", *"abcd"),
    "GTS 17": tuple(f"-{n}" for n in range(2, 13)),
}
_HEAD = re.compile(r"^(GTS-\d+[AB]?|\d-\d+[A-Z]?[a-p]?|\d\.\d[A-Z]?\d?)(-.*)?$")


def head(id: str) -> tuple[str, bool]:
    """The line a chart stands under: a die of a note or paragraph under that note or paragraph."""
    found = _HEAD.match(id)
    return (found[1].replace("GTS-", "GTS "), not found[2]) if found else (id, False)


def test_no_number_stands_twice() -> None:
    assert LIST.standing_twice() == []


@pytest.mark.parametrize("rule", LIST.rules, ids=LIST.numbers)
def test_code_and_tests_exist(rule: Rule) -> None:
    assert LIST.missing(rule) == []


@pytest.mark.parametrize("rule", LIST.rules, ids=LIST.numbers)
def test_coded_and_tested_or_a_reason_why_not(rule: Rule) -> None:
    assert LIST.faults(rule, ("rules", "charts", "streamliner", "rulings")) == []


@pytest.mark.parametrize(
    ("text", "expected"), [("rules", PARAGRAPHS), ("charts", TABLES), ("streamliner", STREAMLINER)]
)
def test_every_paragraph_table_and_note_has_a_line(text: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert LIST.against(text, expected, also=r"\d\.0 notes") == {"missing": [], "unknown": []}


def test_every_chart_has_a_line() -> None:
    assert LIST.charts_without_a_line(CHARTS, head) == []


def test_every_chart_and_modifier_cites_lines() -> None:
    assert LIST.bad_citations(CHARTS) == []


def test_every_ruling_has_a_line() -> None:
    rulings = listed_in("rulings.md", r"R-\d+")
    assert len(rulings) >= 128
    assert LIST.against("rulings", {number: () for number in rulings}) == {"missing": [], "unknown": []}


def test_every_decision_is_marked_in_the_code() -> None:
    listed = listed_in("rulings.md", r"D\d+")
    assert len(listed) == 62
    assert LIST.marked_in_the_code() == set(listed)


def test_every_question_and_order_cites_a_line() -> None:
    assert LIST.bad_questions() == []


def test_the_index_page_names_every_rule() -> None:
    page = script("rules_index").page("b29")
    assert [number for number in LIST.numbers if f"**{number}**" not in page] == []
