"""The checklist of the rules is complete and names code and tests that exist."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from functools import cache
from pathlib import Path

import pytest

from flakhouse.games.b29 import rulebook
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.rulebook import Rule

ROOT = Path(__file__).parents[2]
TESTS = Path(__file__).parent
PACKAGE = "flakhouse.games.b29"
RULES = rulebook.load()
NUMBERS = [rule.number for rule in RULES]

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


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The functions a test file defines at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def resolves(reference: str) -> bool:
    """Whether "combat.guns.resolve" or "state.Man.novice" can be imported from the game."""
    parts = reference.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: object = importlib.import_module(f"{PACKAGE}.{'.'.join(parts[:cut])}")
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


def test_no_number_stands_twice() -> None:
    assert sorted(number for number in set(NUMBERS) if NUMBERS.count(number) > 1) == []


@pytest.mark.parametrize("rule", RULES, ids=NUMBERS)
def test_code_and_tests_exist(rule: Rule) -> None:
    assert [reference for reference in rule.code if not resolves(reference)] == []
    missing = []
    for reference in rule.tests:
        file, _, name = reference.partition(".")
        path = TESTS / f"{file}.py"
        if not path.exists() or name not in functions_of(path):
            missing.append(reference)
    assert missing == []


@pytest.mark.parametrize("rule", RULES, ids=NUMBERS)
def test_coded_and_tested_or_a_reason_why_not(rule: Rule) -> None:
    assert rule.title
    assert rule.summary
    assert rule.text in ("rules", "charts", "streamliner", "rulings")
    if rule.why:
        assert not rule.code
        assert not rule.tests
    else:
        assert rule.code
        assert rule.tests


@pytest.mark.parametrize(
    ("text", "expected"), [("rules", PARAGRAPHS), ("charts", TABLES), ("streamliner", STREAMLINER)]
)
def test_every_paragraph_table_and_note_has_a_line(text: str, expected: dict[str, tuple[str, ...]]) -> None:
    wanted = [head + part for head, parts in expected.items() for part in ("", *parts)]
    listed = [rule.number for rule in RULES if rule.text == text]
    assert [number for number in wanted if number not in listed] == []
    assert [number for number in listed if number not in wanted and not re.match(r"\d\.0 notes", number)] == []


def test_every_chart_has_a_line() -> None:
    missing = []
    for id, chart in CHARTS.charts.items():
        found = _HEAD.match(id)
        head = found[1].replace("GTS-", "GTS ") if found else id
        # A die of a note or paragraph stands under that note or paragraph.
        if head not in NUMBERS:
            missing.append(id)
        elif found and not found[2] and chart.data.mods and f"{head} modifiers" not in NUMBERS:
            missing.append(f"{id} modifiers")
    assert missing == []


def test_every_chart_cites_lines() -> None:
    cited = [(id, number) for id, chart in CHARTS.charts.items() for number in chart.data.rule.split(", ")]
    assert [(id, number) for id, number in cited if number not in NUMBERS] == []


def test_every_modifier_cites_a_line_or_its_chart() -> None:
    cited = [(id, mod.rule) for id, chart in CHARTS.charts.items() for mod in chart.data.mods if mod.rule]
    assert [(id, number) for id, number in cited if number not in NUMBERS] == []


def test_every_ruling_has_a_line() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    rulings = re.findall(r"^\| (R-\d+)", text, re.MULTILINE)
    assert len(rulings) >= 128
    assert [number for number in rulings if number not in NUMBERS] == []
    assert [rule.number for rule in RULES if rule.text == "rulings" and rule.number not in rulings] == []


def test_every_decision_is_marked_in_the_code() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (D\d+) ", text, re.MULTILINE)
    marked: set[str] = set()
    for path in (ROOT / "src" / "flakhouse" / "games" / "b29").rglob("*.py"):
        for found in re.finditer(r"\bD(\d+)(?:(?:-| to )D(\d+))?\b", path.read_text(encoding="utf-8")):
            first, last = int(found[1]), int(found[2] or found[1])
            marked |= {f"D{number}" for number in range(first, last + 1)}
    assert len(listed) == 62
    assert marked == set(listed)


def test_every_question_and_order_cites_a_line() -> None:
    missing = []
    for path in sorted((ROOT / "src" / "flakhouse" / "games" / "b29").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            rule = node.args[1]
            if name not in ("choose", "yes", "text", "Order"):
                continue
            choices = (rule.body, rule.orelse) if isinstance(rule, ast.IfExp) else (rule,)
            cited = [str(c.value) for c in choices if isinstance(c, ast.Constant)]
            missing += [f"{path.name}: {number}" for number in cited if number not in NUMBERS]
    assert missing == []


def test_the_index_page_is_up_to_date() -> None:
    path = ROOT / "scripts" / "rules_index.py"
    spec = importlib.util.spec_from_file_location("rules_index", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text(encoding="utf-8") == script.page(), "run scripts/rules-index"
