"""The ids of the questions that a game's rules put, read from the rules."""

from __future__ import annotations

import ast
import functools
import importlib

from tests.checks.files import rule_files

__all__ = ["asked_ids"]

#: Calls that put a question; its id is the first word among the arguments.
_PUT = ("ask", "agreed", "again", "send", "ask_jumpers", "forced_down")


@functools.cache
def asked_ids(game: str) -> tuple[str, ...]:
    """Every id, in the order of the alphabet; one made of a beginning and a letter ends with a star."""
    found: set[str] = set(importlib.import_module(f"flakhouse.games.{game}.seen").QUESTIONS)
    for path in rule_files(game):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
                if name in _PUT:
                    found.update(next(filter(None, map(_ids, node.args)), []))
    return tuple(sorted(found))


def _ids(node: ast.expr) -> list[str]:
    """The ids that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        word = node.value
        return [word] if word.islower() and "." not in word and " " not in word and len(word) > 2 else []
    if isinstance(node, ast.IfExp):
        return [*_ids(node.body), *_ids(node.orelse)]
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        begin = str(node.values[0].value)
        return [f"{begin}*"] if begin.endswith("-") and begin.islower() else []
    return []
