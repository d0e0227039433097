"""The words of a game's events: every event has some, and they name only facts the event has."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from flakhouse.render import bomber
from flakhouse.render.base import Template, load_templates
from tests.checks.files import GAMES, rule_files


class NoteCall(NamedTuple):
    """A `ref.note("kind", fact=...)` or `ref.otherwise(...)` in the rules."""

    where: str
    kind: str
    facts: frozenset[str]


def all_templates(game: str) -> dict[str, Template]:
    """The common words of the bomber games, and over them the game's own."""
    return bomber.templates(f"flakhouse.render.{game}")


def own_templates(game: str) -> dict[str, Template]:
    """The words of a game's own package."""
    return load_templates(f"flakhouse.render.{game}")


def said_twice(game: str) -> list[str]:
    """Words of a game's own that are the common ones: said once is enough."""
    own, common = own_templates(game), load_templates("flakhouse.render.bomber")
    return [kind for kind in own if own[kind] == common.get(kind)]


@functools.cache
def note_calls(game: str) -> tuple[NoteCall, ...]:
    """Every note of a game's rules, and of the shared modules they use; ValueError if one is not written out."""
    found: list[NoteCall] = []
    for path in rule_files(game):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for node in [*calls(function, "note"), *calls(function, "otherwise")]:
                    found += _notes(node, function, tree, path)
    return tuple(found)


def _notes(node: ast.Call, function: ast.FunctionDef, tree: ast.Module, path: Path) -> list[NoteCall]:
    where = f"{path.relative_to(GAMES)}:{node.lineno}"
    kinds = words(node.args[0], function, tree)
    if not kinds:
        raise ValueError(f"{where}: the kind of an event must be written out")
    facts = [keyword.arg for keyword in node.keywords]
    if None in facts:
        raise ValueError(f"{where}: facts must be written out")
    return [NoteCall(where, kind, frozenset(fact for fact in facts if fact)) for kind in kinds]


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    """The calls of a function or method of this name."""
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


def placeholders(text: str) -> set[str]:
    """The facts a text names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def without_words(notes: Iterable[NoteCall], templates: Mapping[str, Template]) -> list[str]:
    """Events that have no template."""
    return sorted({f"{note.kind} ({note.where})" for note in notes if note.kind not in templates})


def without_event(notes: Iterable[NoteCall], templates: Mapping[str, Template]) -> list[str]:
    """Templates whose event nothing notes."""
    return sorted(set(templates) - {note.kind for note in notes})


def unknown_facts(notes: Iterable[NoteCall], templates: Mapping[str, Template]) -> list[str]:
    """Placeholders that some event of the kind has no fact for."""
    wrong: list[str] = []
    for note in notes:
        template = templates.get(note.kind)
        if template is not None:
            facts = note.facts | ({"pilot"} if "b25" in note.facts else set())  # its name without the number
            facts |= {"place"} if {"where", "name"} <= note.facts else set()  # both in words
            unknown = (placeholders(template.text) | placeholders(template.story)) - facts
            wrong += [f"{note.kind}: {{{name}}} is no fact of {note.where}" for name in sorted(unknown)]
    return wrong


def wording_faults(kind: str, template: Template) -> list[str]:
    """What is wrong with the words of an event: shouting, "(s)", no full stop, no words at all."""
    wrong = [] if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", kind) else [f"{kind!r} is no kind"]
    for text in (template.text, template.story):
        wrong += [f"{kind}: {sign} in {text!r}" for sign in ("!", "(s)", "(es)") if sign in text]
        if text and text[-1] not in ".)":
            wrong.append(f"{kind}: no end of {text!r}")
    return wrong if template.text else [*wrong, f"{kind}: no words"]


def bare_numbers(templates: Mapping[str, Template], facts: str, but: tuple[str, ...] = ()) -> list[str]:
    """Texts such as `{boxes} boxes`, which read badly for one: it must be `{boxes:box|boxes}`.

    `facts` are the names of facts that are counts, as "boxes|left"; `but` are kinds that are never one.
    """
    return [
        f"{kind}: {text}"
        for kind, template in templates.items()
        for text in (template.text, template.story)
        if re.search(rf"\{{({facts})\}} [a-z]+s\b", text) and kind not in but
    ]
