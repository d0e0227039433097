"""The examples of docs/*.md that are marked as runnable: blocks that begin with ```python run.

The blocks of a page share one module and run in order. Where a ```text block follows, it is what the block prints.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tests.checks.files import ROOT

__all__ = ["Example", "examples", "pages", "run"]

_FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.M | re.S)
_MARK = "python run"


class Example(NamedTuple):
    """A block: the line it begins on, its code, what it prints (None: not said)."""

    line: int
    code: str
    output: str | None


def pages() -> list[Path]:
    """The pages with runnable blocks."""
    return [path for path in sorted((ROOT / "docs").glob("*.md")) if examples(path.read_text(encoding="utf-8"))]


def examples(text: str) -> list[Example]:
    """The runnable blocks of a page."""
    found = list(_FENCE.finditer(text))
    blocks = []
    for at, fence in enumerate(found):
        if fence[2].strip() != _MARK:
            continue
        after = found[at + 1] if at + 1 < len(found) else None
        printed = None
        if after is not None and after[2].strip() == "text" and not text[fence.end() : after.start()].strip():
            printed = after[3]
        blocks.append(Example(text.count("\n", 0, fence.start()) + 2, textwrap.dedent(fence[3]), printed))
    return blocks


def run(name: str, blocks: list[Example]) -> list[tuple[Example, str]]:
    """Run blocks in one module of this name, which can be imported meanwhile; each with what it printed."""
    module = ModuleType(name)
    sys.modules[name] = module
    told = []
    try:
        for block in blocks:
            out = io.StringIO()
            code = compile("\n" * (block.line - 1) + block.code, f"{name}.md", "exec")
            with contextlib.redirect_stdout(out):
                exec(code, module.__dict__)
            told.append((block, out.getvalue()))
    finally:
        del sys.modules[name]
    return told
