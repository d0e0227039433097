"""Every event the rules note has words, and the words name only facts the event has."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import flakhouse.games.b29
from flakhouse.render.base import Template, load_templates

SOURCE = Path(flakhouse.games.b29.__file__).parent
TEMPLATES = load_templates("flakhouse.render.b29")


def note_calls() -> list[tuple[str, str, set[str]]]:
    """Every `ref.note("kind", fact=...)` in the rules: where, kind, facts."""
    found: list[tuple[str, str, set[str]]] = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in calls(function, "note"):
                where = f"{path.relative_to(SOURCE)}:{node.lineno}"
                kinds = words(node.args[0], function, tree)
                assert kinds, f"{where}: the kind of an event must be written out"
                facts = {keyword.arg for keyword in node.keywords}
                assert None not in facts, f"{where}: facts must be written out"
                found += [(where, kind, {fact for fact in facts if fact}) for kind in kinds]
    return found


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "attr", "") == name or getattr(node.func, "id", "") == name)
    ]


def words(node: ast.expr, function: ast.FunctionDef, tree: ast.Module) -> list[str]:
    """The words an expression may be: a constant, one of two, a variable set or an argument passed here."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return words(node.body, function, tree) + words(node.orelse, function, tree)
    if not isinstance(node, ast.Name):
        return []
    found: list[str] = []
    for line in ast.walk(function):
        if isinstance(line, ast.Assign) and any(getattr(t, "id", "") == node.id for t in line.targets):
            found += words(line.value, function, tree)
    names = [argument.arg for argument in function.args.args]
    if node.id in names:
        for call in calls(tree, function.name):
            found += words(call.args[names.index(node.id)], function, tree)
    return found


CALLS = note_calls()


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_event_has_a_template() -> None:
    assert len(CALLS) > 150
    missing = sorted({f"{kind} ({where})" for where, kind, _ in CALLS if kind not in TEMPLATES})
    assert missing == []


def test_every_template_has_an_event() -> None:
    assert sorted(set(TEMPLATES) - {kind for _, kind, _ in CALLS}) == []


def test_templates_name_only_facts_that_every_such_event_has() -> None:
    wrong: list[str] = []
    for where, kind, facts in CALLS:
        template = TEMPLATES.get(kind)
        if template is not None:
            unknown = (placeholders(template.text) | placeholders(template.story)) - facts
            wrong += [f"{kind}: {{{name}}} is no fact of {where}" for name in sorted(unknown)]
    assert wrong == []


@pytest.mark.parametrize(("kind", "template"), TEMPLATES.items())
def test_words_are_calm_and_whole(kind: str, template: Template) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", kind)
    for text in (template.text, template.story):
        assert "!" not in text
        assert "(s)" not in text
        assert "(es)" not in text
        assert not text or text[-1] in ".)"
    assert template.text


def test_numbers_carry_their_nouns() -> None:
    """`{boxes} boxes` would read badly for one: it must be `{boxes:box|boxes}`."""
    bad = [
        f"{kind}: {text}"
        for kind, template in TEMPLATES.items()
        for text in (template.text, template.story)
        if re.search(r"\{(boxes|left|zones|dead|turns|shells|aboard|guns)\} [a-z]+s\b", text)
        and kind not in ("no-tanks",)
    ]
    assert bad == []
