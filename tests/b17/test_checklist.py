"""The checklist of the rules is complete and names code and tests that exist."""

from __future__ import annotations

import ast
import re

import pytest

from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.game import GAME
from flakhouse.games.b17.options import OURS, SWITCHES
from flakhouse.games.b17.orders import ORDERS
from flakhouse.games.rulebook import Rule
from tests.checks.checklist import QUESTIONS, Checklist, listed_in
from tests.checks.files import GAMES, ROOT, rule_files, script

LIST = Checklist("b17")
PAGE = "b17-rules.md"

#: Every paragraph of the manual: the bullets that stand under each. 5A to 5J are its blocks in their order.
MANUAL: dict[str, tuple[str, ...]] = {
    "manual 1": (),
    **{f"manual 2.{n}": () for n in range(1, 10)},
    **{f"manual 3.{n}": () for n in range(1, 7)},
    "manual 4.1": tuple("abcde"),
    "manual 4.2": tuple("abcdefgh"),
    "manual 4.3": tuple("abcde"),
    **{f"manual 5A.{n}": () for n in (1, 2, 3, 4, 7, 8, 9)},
    "manual 5A.5": tuple("abcd"),
    "manual 5A.6": tuple("ab"),
    **{f"manual 5B.{n}": () for n in range(1, 6)},
    "manual 5C.1": (),
    "manual 5C.2": tuple("abcdef"),
    **{f"manual 5D.{n}": () for n in range(1, 4)},
    **{f"manual 5E.{n}": () for n in range(1, 5)},
    **{f"manual 5F.{n}": () for n in range(1, 4)},
    **{f"manual 5G.{n}": () for n in range(1, 7)},
    **{f"manual 5H.{n}": () for n in range(1, 5)},
    **{f"manual 5I.{n}": () for n in range(1, 5)},
    **{f"manual 5J.{n}": () for n in range(1, 6)},
    "manual 6": (),
    **{f"manual 6.{n}": () for n in range(1, 5)},
    **{f"manual 7.{n}": () for n in range(1, 9)},
}
#: Sections of docs/b17-rules.md: their first and last paragraph; then the letters under single paragraphs.
SECTIONS: dict[str, tuple[int, int]] = {
    "1": (1, 6),
    "2": (0, 5),
    "2A": (1, 7),
    "2B": (0, 3),
    "3": (1, 11),
    "3A": (1, 2),
    "3B": (1, 1),
    "4": (1, 1),
    "5": (1, 1),
    "6": (0, 8),
    "6A": (1, 2),
    "7": (1, 3),
    "7A": (1, 6),
    "8": (1, 3),
    "9": (1, 4),
    "10": (1, 1),
    "11": (0, 7),
    "12": (1, 4),
    "13": (1, 3),
    "14": (1, 4),
    "15": (1, 8),
    "16": (1, 5),
    "17": (1, 1),
    "18": (1, 2),
    "19": (1, 4),
}
LETTERS = {"3.1": tuple("abcd"), "3.4": tuple("abc")}
PARAGRAPHS: dict[str, tuple[str, ...]] = {
    number: LETTERS.get(number, ())
    for section, (first, last) in SECTIONS.items()
    for number in (f"{section}.{n}" for n in range(first, last + 1))
}
MODS = " modifiers"
#: Every table of cards, board and rulebook with its parts; "note 1" is a note without a letter.
TABLES: dict[str, tuple[str, ...]] = {
    "guns": (),
    "aircraft": (),
    "formation": (),
    "G-1": (),
    "G-2": (),
    "G-3": (" note 1",),
    "G-4": (" note 1",),
    "G-5": (" note 1", " note 2"),
    "G-6": (MODS, " note 1", " note 2", " note 3"),
    "G-7": (MODS, " note 1", " note 2", " note 3", " note 4", " note 5"),
    "G-8": (MODS, " note 1", " note 2"),
    "G-9": (MODS, " note 1", " note 2", " note 3", " note 4", " note 5"),
    "G-10": (MODS, " note 1", " note 2", " note 3", " note 4"),
    "landing modifiers": (" note 1", " note 2", " note 3", " note 4"),
    "G-11": (" note 1", " note 2", " note 3"),
    "B-1": (MODS, " note 1", " note 2"),
    "B-2": (MODS, " note 1", " note 2"),
    "B-3": (*"bcde", " note 1", " note 2"),
    "B-4": (MODS,),
    "B-5": (" walking", " wings"),
    "B-6": (" note 1",),
    "B-7": tuple(f" row {n}" for n in range(2, 13)),
    "M-1": (MODS, " overrides", " passing shot", " note 1", " note 2"),
    "M-2": (MODS, " stacking", " note 1", " note 2"),
    "M-3": (MODS, " note 1", " note 2"),
    "M-4": (MODS, " note 1", " note 2"),
    "M-5": (MODS, " repair", " note 1"),
    "M-6": (" note 1", " note 2"),
    "O-1": (" effects", " note 1"),
    "O-2": (MODS,),
    "O-3": (),
    "O-4": (" note 1", " note 2"),
    "O-5": (" note 1",),
    "O-6": (MODS, " off target", " no drop", " note 1", " note 2", " note 3"),
    "O-7": (),
    "P-1": (" note 1", " note 2"),
    "P-2": (),
    "P-3": (" note 1", " note 2"),
    "P-4": (" note 1",),
    "P-5": (" note 1",),
    "P-6": (" note 1", " note 2"),
    "BL-1": tuple("abcdefghi"),
    "BL-2": (" note 1",),
    "BL-3": (" note 1", " note 2"),
    "BL-4": (MODS, " accumulation", " survival"),
    "BL-5": (" recovery", " effects"),
    "engines out": (),
    "bip": (),
    "heat and oxygen": (),
    "aces": (),
    "abort": (),
    "victory": (),
    "V-survival": (),
    "V-bombing": (),
    "conflicts": (),
}
_HEAD = re.compile(r"^([A-Z]+-\d+[a-i]?|\d+[AB]?\.\d+)-([a-z].*)$")
#: Dice of a table that stand under a line of their own, with their modifiers.
_PARTS = {"BL-4-survival": "BL-4 survival", "BL-5-recovery": "BL-5 recovery", "M-5-repair": "M-5 repair"}


def head(id: str) -> tuple[str, bool]:
    """The line a chart stands under: a die of a table, note or paragraph under that table, note or paragraph."""
    if id in _PARTS:
        return _PARTS[id], False
    found = _HEAD.match(id)
    return (found[1], found[1] in CHARTS.charts) if found else (id, True)


def page() -> str:
    """The page of the rules as they are played."""
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")


def test_no_number_stands_twice() -> None:
    assert LIST.standing_twice() == []


@pytest.mark.parametrize("rule", LIST.rules, ids=LIST.numbers)
def test_code_and_tests_exist(rule: Rule) -> None:
    assert LIST.missing(rule) == []


@pytest.mark.parametrize("rule", LIST.rules, ids=LIST.numbers)
def test_coded_and_tested_or_a_reason_why_not(rule: Rule) -> None:
    assert LIST.faults(rule, ("manual", "rules", "tables")) == []


@pytest.mark.parametrize(("text", "expected"), [("manual", MANUAL), ("rules", PARAGRAPHS), ("tables", TABLES)])
def test_every_paragraph_table_and_note_has_a_line(text: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert LIST.against(text, expected) == {"missing": [], "unknown": []}


def test_the_page_has_every_paragraph_and_no_other() -> None:
    wanted = [number + part for number, parts in PARAGRAPHS.items() for part in ("", *parts)]
    assert re.findall(r"^ *- \*\*(\d+[AB]?\.\d+[a-d]?)\*\*", page(), re.MULTILINE) == wanted


def test_every_chart_has_a_line() -> None:
    assert LIST.charts_without_a_line(CHARTS, head) == []


def test_every_chart_and_modifier_cites_lines() -> None:
    assert LIST.bad_citations(CHARTS) == []


def test_every_question_order_and_switch_cites_a_line() -> None:
    cited = [order.rule for order in ORDERS] + [rule for _, rule in SWITCHES.values()]
    assert LIST.bad_questions() == []
    assert [number for number in cited if number not in LIST.numbers] == []


def test_every_decision_is_marked_in_the_code() -> None:
    listed = listed_in(PAGE, r"D\d+")
    assert listed == [f"D{n}" for n in range(1, len(listed) + 1)]
    assert LIST.marked_in_the_code() == set(listed)


def _asked() -> set[str]:
    """The ids of all questions and orders in the code of the game and of what it shares."""
    found: set[str] = set()
    for path in rule_files("b17"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            func = node.func.value if isinstance(node.func, ast.Subscript) else node.func
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if name in (*QUESTIONS, "ask_jumpers"):
                words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                found |= {word for word in words[:1] if re.fullmatch(r"[a-z-]+", word)}
    return found


def test_every_question_is_among_the_decisions() -> None:
    rows = re.findall(r"^\| D\d+ \| ([a-z, -]+) \|", page(), re.MULTILINE)
    ids = [id for row in rows for id in row.split(", ")]
    assert len(ids) == len(set(ids))
    assert _asked() - set(OURS) == set(ids)


def test_every_decision_cites_lines() -> None:
    rows = re.findall(r"^\| D\d+ \| [^|]+ \| ([^|]+) \|", page(), re.MULTILINE)
    assert [number for row in rows for number in row.split(", ") if number not in LIST.numbers] == []


def test_every_reading_marked_in_the_code_is_on_the_page() -> None:
    marked = []
    folder = GAMES / "b17"
    for path in folder.rglob("*.py"):
        module = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        marked += [(number, module) for number in re.findall(r"RULING ([A-Z0-9][\w.-]*\w):", text)]
    listed = re.findall(r"^\| ([A-Z0-9][\w.-]*) \| `([a-z_.]+)` \|", page(), re.MULTILINE)
    assert len(marked) > 50
    assert sorted(listed) == sorted(marked)


def test_the_game_shows_its_rules() -> None:
    shown = {entry.number: entry.title for entry in GAME.rules_index()}
    assert list(shown) == LIST.numbers
    assert shown["3.4"] == "Allocation"


def test_the_index_page_names_every_rule() -> None:
    page = script("rules_index").page("b17")
    assert [number for number in LIST.numbers if f"**{number}**" not in page] == []
