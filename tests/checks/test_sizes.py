"""Modules and functions are short enough to be read at a sitting: 500 lines, 60 lines.

All lines of a module count; those of a function from its `def` to its last, with docstring and comments, without
decorators. A function within another counts in both.
"""

from __future__ import annotations

import ast

import pytest

from tests.checks.files import ROOT

_MODULE, _FUNCTION = 500, 60
_FILES = sorted([*(ROOT / "src" / "flakhouse").rglob("*.py"), *(ROOT / "scripts").glob("*.py")])


def too_long(text: str) -> list[str]:
    """What is too long in a module."""
    lines = len(text.splitlines())
    found = [f"{lines} lines"] if lines > _MODULE else []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > _FUNCTION:
                found.append(f"{node.name}, {length} lines")
    return found


def test_no_module_has_more_than_500_lines_and_no_function_more_than_60() -> None:
    assert len(_FILES) > 400
    faults = {str(path.relative_to(ROOT)): too_long(path.read_text(encoding="utf-8")) for path in _FILES}
    assert {path: fault for path, fault in faults.items() if fault} == {}


@pytest.mark.parametrize(("lines", "long"), [(60, []), (61, ["f, 61 lines"])])
def test_a_line_too_many_is_found(lines: int, long: list[str]) -> None:
    body = "    x = 1\n" * (lines - 2)
    assert too_long(f'@cache\ndef f():\n    """Words."""\n{body}') == long
    assert too_long("x = 1\n" * (440 + lines)) == ([] if lines == 60 else ["501 lines"])
