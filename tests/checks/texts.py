"""Every text that a player may read: prompts, options, templates, pages, help, errors, and where each stands."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Text", "player_texts"]

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "flakhouse"
#: Python whose sentences reach a player.
CODE = ("cli", "games", "render", "sim", "store", "web", "core", "offline")
#: Names of functions whose text is for programs, not for people.
_MACHINE = frozenset({"getattr", "import_module", "setattr", "Subject", "TypeVar", "el", "note", "scene"})


class Text(NamedTuple):
    """A text and the place it stands: file and line."""

    where: str
    words: str


@cache
def player_texts() -> tuple[Text, ...]:
    """All of them, in the order of the files."""
    return (*_python(), *_toml(), *_pages())


# ------------------------------------------------------------------ sentences in Python


def _python() -> Iterator[Text]:
    for part in CODE:
        for path in sorted((SOURCE / part).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            passed = _docstrings(tree) | _machine(tree)
            for node in ast.walk(tree):
                if node in passed:
                    continue
                words = _said(node)
                if words and " " in words.strip():
                    yield Text(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", words)


def _docstrings(tree: ast.Module) -> set[ast.AST]:
    """Docstrings, and the parts of f-strings, which are read as wholes."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            found.update(value for value in node.values if isinstance(value, ast.Constant))
    return found


def _machine(tree: ast.Module) -> set[ast.AST]:
    """Arguments that no player sees: keys, kinds, names of attributes, SQL and patterns."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if name in _MACHINE or name in ("compile", "execute", "text"):
                found.update(inner for arg in node.args for inner in ast.walk(arg))
    return found


def _said(node: ast.AST) -> str:
    """The words of a string, with {} for what is put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(value.value) if isinstance(value, ast.Constant) else "{}" for value in node.values)
    return ""


# ------------------------------------------------------------------ templates, guides, glossary


def _toml() -> Iterator[Text]:
    for path in sorted(path for part in ("games", "render", "web") for path in (SOURCE / part).rglob("*.toml")):
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, words in _strings(found):
            if " " in words:
                yield Text(f"{path.relative_to(ROOT)}: {name}", words)


def _strings(found: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in found.items():
        name = f"{above}.{key}" if above else key
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, dict):
            yield from _strings(value, name)
        elif isinstance(value, list):
            yield from ((name, one) for one in value if isinstance(one, str))


# ------------------------------------------------------------------ pages


def _pages() -> Iterator[Text]:
    for path in sorted((SOURCE / "web" / "templates").glob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            shown = re.findall(r'(?:aria-label|title|placeholder|data-confirm)="([^"]*)"', line)
            bare = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", line)
            shown += re.findall(r'"([^"{}<>=]* [^"{}<>=]*)"', " ".join(re.findall(r"\{[%{].*?[%}]\}", line)))
            shown += re.split(r"<[^>]*>", bare)
            for words in shown:
                if " " in words.strip():
                    yield Text(f"{path.relative_to(ROOT)}:{number}", words.strip())
