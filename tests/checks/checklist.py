"""The checklist of a game's rules (rules.toml): complete, and naming code and tests that exist."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from flakhouse.core.charts import ChartBook
from flakhouse.games import rulebook
from flakhouse.games.rulebook import Rule
from tests.checks.files import GAMES, ROOT, rule_files

#: What asks or lists an order, with the place of its rule among the arguments; None: it has the id only.
QUESTIONS: dict[str, int | None] = {
    **{"choose": 1, "yes": 1, "text": 1, "Order": 1},
    **{"Question": 0, "yes_no": 0},
    **{"ask": None, "agreed": None},
}


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The functions a test file defines at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def _importable(package: str, parts: list[str]) -> bool:
    for cut in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(f"{package}.{'.'.join(parts[:cut])}")
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


def _own_head(id: str) -> tuple[str, bool]:
    """A chart stands under the line of its own id, and its modifiers under "ID modifiers"."""
    return id, True


class Checklist:
    """The rules.toml of a game and what it must hold."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rules = rulebook.load(f"flakhouse.games.{game}")
        self.places = rulebook.places(f"flakhouse.games.{game}")
        self.numbers = [rule.number for rule in self.rules]
        self.tests = ROOT / "tests" / game

    def standing_twice(self) -> list[str]:
        """Numbers that stand more than once."""
        return sorted(number for number in set(self.numbers) if self.numbers.count(number) > 1)

    def resolves(self, reference: str) -> bool:
        """Whether "combat.guns.resolve" can be imported from the game, or "bomber.flak.hits"."""
        parts = reference.split(".")
        if parts[0] == "bomber":
            return _importable("flakhouse.games", parts)
        return _importable(f"flakhouse.games.{self.game}", parts)

    def missing(self, rule: Rule) -> list[str]:
        """Code and tests of a rule, derived or named in rules.toml, that there are not."""
        places = self.places[rule.number]
        missing = [reference for reference in (*places.code, *rule.code) if not self.resolves(reference)]
        for reference in (*places.tests, *rule.tests):
            file, _, name = reference.partition(".")
            path = self.tests / f"{file}.py"
            if not path.exists() or name not in functions_of(path):
                missing.append(reference)
        return missing

    def faults(self, rule: Rule, texts: tuple[str, ...]) -> list[str]:
        """A rule has title, summary and a known text, and either code and tests or a reason why not."""
        places = self.places[rule.number]
        wrong = {
            "no title": not rule.title,
            "no summary": not rule.summary,
            f"text {rule.text!r}": rule.text not in texts,
            "not modelled, yet code or tests": bool(rule.why and (rule.code or rule.tests or rule.same)),
            "no code": not rule.why and not places.code,
            "no tests": not rule.why and not places.tests,
        }
        return [fault for fault, so in wrong.items() if so]

    def against(self, text: str, expected: Mapping[str, tuple[str, ...]], also: str = "") -> dict[str, list[str]]:
        """The lines of a text against the list of its paragraphs: what is missing, and what is too many.

        `expected` maps a head to the endings that stand under it: "4.5": ("A", "B") wants 4.5, 4.5A, 4.5B.
        `also` is a pattern of further numbers that may stand.
        """
        wanted = [head + part for head, parts in expected.items() for part in ("", *parts)]
        listed = [rule.number for rule in self.rules if rule.text == text]
        return {
            "missing": [number for number in wanted if number not in listed],
            "unknown": [n for n in listed if n not in wanted and not (also and re.match(also, n))],
        }

    def charts_without_a_line(
        self, book: ChartBook, head: Callable[[str], tuple[str, bool]] = _own_head
    ) -> list[str]:
        """Charts without a line, and modifiers without one.

        `head` gives the number of the line a chart stands under, and whether its modifiers must have a line
        "NUMBER modifiers" of their own.
        """
        missing = []
        for id, chart in book.charts.items():
            number, whole = head(id)
            if number not in self.numbers:
                missing.append(id)
            elif whole and chart.data.mods and f"{number} modifiers" not in self.numbers:
                missing.append(f"{id} modifiers")
        return missing

    def bad_citations(self, book: ChartBook) -> list[str]:
        """Charts and modifiers that cite a number which has no line."""
        wrong = []
        for id, chart in book.charts.items():
            cited = chart.data.rule.split(", ") + [mod.rule for mod in chart.data.mods if mod.rule]
            wrong += [f"{id}: {number}" for number in cited if number not in self.numbers]
        return wrong

    def bad_questions(self) -> list[str]:
        """Questions and orders in the code that cite a number which has no line."""
        wrong = []
        for path in rule_files(self.game):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or len(node.args) < 2:
                    continue
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = QUESTIONS.get(name)
                if place is None:
                    continue
                rule = node.args[place]
                choices = (rule.body, rule.orelse) if isinstance(rule, ast.IfExp) else (rule,)
                cited = [str(c.value) for c in choices if isinstance(c, ast.Constant)]
                wrong += [f"{path.name}: {number}" for number in cited if number not in self.numbers]
        return wrong

    def marked_in_the_code(self, letter: str = "D") -> set[str]:
        """Decisions marked in the game's own code: D7, D3-D5 and D3 to D5 (the last two mark three)."""
        pattern = re.compile(rf"\b{letter}(\d+)(?:(?:-| to ){letter}(\d+))?\b")
        marked: set[str] = set()
        for path in (GAMES / self.game).rglob("*.py"):
            for found in pattern.finditer(path.read_text(encoding="utf-8")):
                first, last = int(found[1]), int(found[2] or found[1])
                marked |= {f"{letter}{number}" for number in range(first, last + 1)}
        return marked


def listed_in(page: str, number: str) -> list[str]:
    """The numbers that open a table row of a page in docs/: `number` is their pattern, such as R-\\d+."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"^\| ({number})(?!\d)", text, re.MULTILINE)
