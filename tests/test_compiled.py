"""The compiled build: what is compiled, and that it plays as the source does (see scripts/compile)."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from flakhouse.core.build import build
from tests.checks.files import ROOT, script

COMPILE = script("compile")
COMPILED = os.environ.get("FLAKHOUSE_COMPILED", "")


def test_the_build_says_which_it_is() -> None:
    from flakhouse.core import referee

    assert build() == ("pure" if referee.__file__.endswith(".py") else "compiled")


def test_every_rules_module_is_compiled_unless_it_is_left_for_a_reason(tmp_path: Path) -> None:
    files = COMPILE.prepare(tmp_path)
    assert {"flakhouse/core/referee.py", "flakhouse/games/b29/combat/attack.py"} <= set(files)
    assert not [name for name in files if COMPILE.LEFT.search(name)]
    assert not [name for name in files if "slots=True" in (tmp_path / name).read_text(encoding="utf-8")]
    # msgspec makes its structs itself, with words after the base class that mypyc would drop.
    assert not [name for name in files if "msgspec.Struct, " in (tmp_path / name).read_text(encoding="utf-8")]


SOURCE = """
from __future__ import annotations
from dataclasses import dataclass, field
LIMIT = 3
WORDS: tuple[str, ...] = ("a", "b")

@dataclass
class Thing:
    '''A thing.'''
    name: str
    count: int = LIMIT
    parts: list[int] = field(default_factory=list)
    table: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WORDS, 0))

    def more(self) -> int:
        return self.count + 1

@dataclass(frozen=True)
class Fixed:
    count: int
"""


def test_what_is_changed_in_the_copy_means_the_same() -> None:
    changed = COMPILE.final(COMPILE.annotated(COMPILE.constructed(SOURCE)))
    assert "LIMIT: _Final = 3" in changed
    assert "WORDS: _Final[tuple[str, ...]] = " in changed
    assert changed.count("def __init__") == 1
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    exec(SOURCE, before)
    exec(changed, after)
    for words in (("x",), ("x", 5), ("x", 5, [1], {"a": 2})):
        assert asdict(before["Thing"](*words)) == asdict(after["Thing"](*words))
    assert before["Thing"].__annotations__ == after["Thing"].__annotations__
    assert after["Thing"]("x").parts is not after["Thing"]("x").parts
    assert after["Thing"]("x").more() == 4


def test_classes_that_anybody_may_subclass_are_marked(tmp_path: Path) -> None:
    COMPILE.prepare(tmp_path)
    for name, classes in COMPILE.OPEN.items():
        text = (tmp_path / "flakhouse" / name).read_text(encoding="utf-8")
        assert text.count("@mypyc_attr(allow_interpreted_subclasses=True)") == len(classes)
        compile(text, name, "exec")
    with pytest.raises(SystemExit, match="no class Nobody"):
        COMPILE.marked("class Somebody: ...\n", ("Nobody",))


def test_the_wheel_is_described_as_the_project_is(tmp_path: Path) -> None:
    text = COMPILE.setup_text(tmp_path, ["flakhouse/core/dice.py"], 2, "2")
    compile(text, "setup.py", "exec")
    assert "flakhouse.cli.main:run" in text
    assert "msgspec>=" in text


@pytest.mark.skipif(not COMPILED, reason="FLAKHOUSE_COMPILED names no wheel made by scripts/compile")
def test_the_compiled_build_plays_as_the_source_does() -> None:
    assert COMPILE.check(ROOT / COMPILED, 24, []) == 0
