"""The compiled build: what is compiled, and that it plays as the source does (see scripts/compile)."""

from __future__ import annotations

import gc
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.build import build
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.bomber.turn import MissionEnded
from tests.checks.files import ROOT, script

COMPILE = script("compile")
COPY = script("compile_copy")
C = script("compile_c")
COMPILED = os.environ.get("FLAKHOUSE_COMPILED", "")


def test_the_build_says_which_it_is() -> None:
    from flakhouse.core import referee

    assert build() == ("pure" if referee.__file__.endswith(".py") else "compiled")


def test_every_rules_module_is_compiled_unless_it_is_left_for_a_reason(tmp_path: Path) -> None:
    files = COPY.prepare(COMPILE.PACKAGE, tmp_path)
    assert {"flakhouse/core/referee.py", "flakhouse/games/b29/combat/attack.py"} <= set(files)
    assert not [name for name in files if COPY.LEFT.search(name)]
    assert not [name for name in files if "slots=True" in (tmp_path / name).read_text(encoding="utf-8")]
    # msgspec makes its structs itself, with words after the base class that mypyc would drop.
    assert not [name for name in files if "msgspec.Struct, " in (tmp_path / name).read_text(encoding="utf-8")]


SOURCE = """
from __future__ import annotations
from dataclasses import dataclass, field
LIMIT = 3
WORDS: tuple[str, ...] = ("a", "b")
_A, _B = LIMIT + 1, "b"

@dataclass(slots=True)
class Thing:
    '''A thing.'''
    name: str
    count: int = LIMIT
    parts: list[int] = field(default_factory=list)
    table: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WORDS, 0))
    seen: int = field(default=0, repr=False)

    def more(self) -> int:
        return self.count + 1

@dataclass(slots=True, frozen=True)
class Fixed:
    count: int
"""


def _changed(module: str, files: dict[str, str]) -> str:
    """The text of a module as it goes to the compiler."""
    names = COPY.Names(files)
    text = COPY.constructed(COPY.unslotted(files[module]), module, names)
    changed: str = COPY.annotated(COPY.final(COPY.quick_enums(text, module, names)))
    return changed


def _run(text: str) -> dict[str, Any]:
    """What a module holds after its import."""
    space: dict[str, Any] = {"__name__": "copy"}
    exec(text, space)
    return space


def test_what_is_changed_in_the_copy_means_the_same() -> None:
    changed = _changed("m", {"m": SOURCE})
    assert "LIMIT: _Final = 3" in changed
    assert "WORDS: _Final[tuple[str, ...]] = " in changed
    assert "_A: _Final = LIMIT + 1\n_B: _Final = 'b'" in changed.replace('"', "'")
    assert changed.count("def __init__") == 1
    assert "slots=True" not in changed
    before, after = _run(SOURCE), _run(changed)
    for words in (("x",), ("x", 5), ("x", 5, [1], {"a": 2}), ("x", 5, [1], {"a": 2}, 7)):
        assert asdict(before["Thing"](*words)) == asdict(after["Thing"](*words))
    assert before["Thing"].__annotations__ == after["Thing"].__annotations__
    assert before["Thing"].__slots__ == after["Thing"].__slots__
    assert after["Thing"]("x").parts is not after["Thing"]("x").parts
    assert after["Thing"]("x").more() == 4


WORDS = """
from __future__ import annotations
from enum import StrEnum

class Side(StrEnum):
    LEFT = "to the left"
    RIGHT = "to the right"

def other(side: Side = Side.LEFT) -> Side:
    if side is Side.LEFT:
        return Side.RIGHT
    match side:
        case Side.RIGHT:
            return Side("to the left")
    raise AssertionError(f"{Side.LEFT}")

def names() -> list[str]:
    return [side.value for side in Side] + [str(side) for side in (Side.LEFT,)]
"""


def test_enums_are_read_when_a_module_is_imported() -> None:
    changed = _changed("w", {"w": WORDS})
    assert "_e_Side_LEFT: _Final = Side.LEFT" in changed
    assert "if side is _e_Side_LEFT:" in changed
    assert "for side in _all_Side]" in changed
    assert "return _to_Side(" in changed
    assert "case Side.RIGHT:" in changed  # a bare name would match anything
    assert 'f"{Side.LEFT}"' in changed
    before, after = _run(WORDS), _run(changed)
    assert before["names"]() == after["names"]() == ["to the left", "to the right", "to the left"]
    for space in (before, after):
        side = space["Side"]
        assert space["other"]() is side.RIGHT
        assert space["other"](side.RIGHT) is side.LEFT
    with pytest.raises(ValueError, match="'up' is not a valid Side"):
        after["_to_Side"]("up")


def test_enums_are_known_by_where_they_were_made() -> None:
    words, again = WORDS, "from w import Side as Way\n"
    user = "from __future__ import annotations\nfrom again import Way\ndef left() -> Way:\n    return Way.LEFT\n"
    hidden = user.replace("def left()", "def left(Way)")
    assert "return _e_Way_LEFT" in _changed("u", {"w": words, "again": again, "u": user})
    assert "return Way.LEFT" in _changed("u", {"w": words, "again": again, "u": hidden})


BASE = """
from __future__ import annotations
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

P = TypeVar("P")

class Fate(StrEnum):
    DUTY = "duty"

@dataclass(slots=True)
class Man(Generic[P]):
    place: P
    places: list[P]
    fate: Fate = Fate.DUTY
"""
SUB = """
from __future__ import annotations
from dataclasses import dataclass
from pack import base

@dataclass(slots=True)
class Flyer(base.Man[str]):
    kills: int = 0
"""


def test_a_dataclass_knows_the_fields_of_its_base() -> None:
    changed = _changed("pack.sub", {"pack": "", "pack.base": BASE, "pack.sub": SUB})
    assert "_d_Flyer_fate: _Final[base.Fate] = base.Fate.DUTY" in changed
    assert (
        "def __init__(self, place: str, places: list[str], fate: base.Fate = _d_Flyer_fate, kills: int = 0)"
        in changed
    )


def test_things_made_from_rows_are_made_one_by_one() -> None:
    source = """
from itertools import starmap
_Row = tuple[str, int]
def made(rows: list[_Row]) -> list[str]:
    known: list[_Row] = rows
    lines: tuple[_Row, ...] = tuple(rows)
    return list(starmap(format, known)) + list(starmap(format, lines))
"""
    changed = COPY.unstarred(source)
    assert "list(starmap(format, known)) + [format(row[0], row[1]) for row in lines]" in changed
    for space in (_run(source), _run(changed)):
        assert space["made"]([("a", "3")]) == ["a  ", "a  "]


def test_a_subclass_in_python_knows_what_it_inherits() -> None:
    from flakhouse.games.bomber.roster import Bomber, Record

    @dataclass(slots=True)
    class Tour(Record[Any]):
        log: int = 0

    assert Tour.__slots__ == ("log",)
    tour = Tour(Bomber("x"), {}, named=3)
    assert (tour.named, tour.names_from, tour.mission_number(), tour.log) == (3, 0, 1, 0)


def test_modules_are_compiled_in_parts(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"__native_{number}.c").write_text("x" * (number + 1))
    library = Library([str(tmp_path / f"__native_{number}.c") for number in range(5)] + ["lib.c"])
    C.gather(library, tmp_path, 2)
    assert library.sources == [str(tmp_path / "part_0.c"), str(tmp_path / "part_1.c"), "lib.c"]
    parts = [(tmp_path / f"part_{number}.c").read_text().splitlines() for number in range(2)]
    assert [part[0] for part in parts] == ['#include "compile_quick.h"'] * 2  # before whatever it is to speed up
    assert sorted(line for part in parts for line in part[1:]) == [f'#include "__native_{n}.c"' for n in range(5)]
    assert (tmp_path / "compile_quick.h").exists()


def test_a_row_of_like_things_has_no_length_and_one_of_unlike_things_keeps_it() -> None:
    text = COPY.final(
        "from __future__ import annotations\nA = (1, 2)\n"
        "B = (CHART.mods['x'],)\nC = (1, 'x')\nD = (Leg.OUT, Leg.BACK)\n"
    )
    assert "A: _Final = tuple([1, 2])" in text
    assert "B: _Final = tuple([CHART.mods['x']])" in text
    assert "C: _Final = (1, 'x')" in text
    assert COPY.tested(["if gear in A: pass", "found = gear not in words.B"]) == {"A", "B"}
    assert "A: _Final = (1, 2)" in COPY.final("from __future__ import annotations\nA = (1, 2)\n", {"A"})
    assert "D: _Final[tuple[Leg, ...]] = tuple([Leg.OUT, Leg.BACK])" in text


ORDERED = """
from __future__ import annotations
from flakhouse.games.bomber.order import Order

def listed(m: list[int]) -> bool:
    return len(m) > 0

def barred(m: list[int]) -> str:
    return "" if m[0] else "nothing there"

ORDERS: tuple[Order[State], ...] = (
    Order("go", "1", "Go", listed, barred, print, lambda q: q[0] < 9, why=str),
    Order("stay", "2", "Stay", listed, barred, print),
)
"""


@pytest.mark.skipif(build() == "compiled", reason="the copy's classes stand on those of the source")
def test_an_order_calls_its_functions_by_name_and_says_the_same() -> None:
    plain: dict[str, Any] = {"State": list}
    named: dict[str, Any] = {"State": list}
    exec(ORDERED, plain)
    exec(COPY.named(ORDERED), named)
    assert [type(order).__name__ for order in named["ORDERS"]] == ["_Order_0", "_Order_1"]
    for m in ([], [0], [5], [9]):
        assert named["ORDERS"][0].advisable(m) == plain["ORDERS"][0].advisable(m) == (m == [5])
        assert named["ORDERS"][1].open(m) == plain["ORDERS"][1].open(m) == (m in ([5], [9]))
        assert not named["ORDERS"][1].advisable(m)


def test_a_turn_calls_its_steps_by_name_from_the_first_one_on() -> None:
    text = """
from __future__ import annotations
from flakhouse.games.bomber import turn
STEPS: tuple[tuple[str, Step], ...] = (("a", one), ("b", two))
_STEPS = tuple(step for _, step in STEPS)
def fly(ref, m, step): turn.fly(ref, m, _STEPS[turn.check_step(STEPS, step):], _STEPS, 9)
"""
    seen: list[str] = []

    def one(ref: object, m: Craft) -> None:
        seen.append("one")
        m.turn += 1

    def two(ref: object, m: Craft) -> None:
        seen.append("two")
        if m.turn == 2:
            raise MissionEnded

    made: dict[str, Any] = {"one": one, "two": two, "Referee": object, "Mission": Craft, "Step": object}
    exec(COPY.turned(text), made)
    made["fly"](Referee(Fixed(), Default()), Craft(), "b")
    assert seen == ["two", "one", "two", "one", "two"]
    told: list[int] = []
    ref = Referee(Fixed(), Default())
    ref.on_step = told.append
    made["fly"](ref, Craft(), "b")
    assert told == [1, 0, 1, 0, 1]


class Craft:
    """Something that flies."""

    turn = 0


def test_another_library_of_the_compiler_is_refused(tmp_path: Path) -> None:
    (tmp_path / "misc_ops.c").write_text("something else")
    with pytest.raises(SystemExit, match=r"misc_ops\.c is not what it was"):
        C.mend_library(tmp_path)


@dataclass
class Library:
    """Stands for what setuptools builds."""

    sources: list[str]


def test_classes_that_anybody_may_subclass_are_marked(tmp_path: Path) -> None:
    COPY.prepare(COMPILE.PACKAGE, tmp_path)
    for name, classes in COPY.OPEN.items():
        text = (tmp_path / "flakhouse" / name).read_text(encoding="utf-8")
        assert text.count("@mypyc_attr(allow_interpreted_subclasses=True)") == len(classes)
        compile(text, name, "exec")
    with pytest.raises(SystemExit, match="no class Nobody"):
        COPY.marked(f"{COPY.FUTURE}class Somebody: ...\n", ("Nobody",))


def test_classes_of_the_rules_without_a_base_are_kept_from_the_collector(tmp_path: Path) -> None:
    COPY.prepare(COMPILE.PACKAGE, tmp_path)
    text = (tmp_path / "flakhouse/games/b17/state.py").read_text(encoding="utf-8")
    assert "@mypyc_attr(acyclic=True)\n@dataclass()\nclass Fighter:" in text
    assert "@mypyc_attr(acyclic=True)\n@dataclass()\nclass Man(" not in text  # it stands on a generic one
    compile(text, "state.py", "exec")


@pytest.mark.parametrize(("name", "scenario"), [("b17", ""), ("b29", ""), ("doolittle", "1"), ("doolittle", "10")])
def test_a_game_makes_no_rings_of_objects(name: str, scenario: str) -> None:
    # Compiled, the collector knows nothing of most classes of the rules: a ring of them would stay for ever.
    game = games.load(name)
    options = game.check_options({"scenario": scenario} if scenario else {})
    gc.collect()
    gc.disable()
    try:
        for pilot in ("doctrine", "random"):
            game.play(Referee(Seeded("rings"), game.pilots()[pilot]("rings"), trace=True), None, dict(options))
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        rings = {f"{type(thing).__module__}.{type(thing).__name__}" for thing in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not [kind for kind in rings if kind.startswith("flakhouse")]


def test_the_wheel_is_described_as_the_project_is(tmp_path: Path) -> None:
    text = COMPILE.setup_text(tmp_path, ["flakhouse/core/dice.py"], 2, "2")
    compile(text, "setup.py", "exec")
    assert "flakhouse.cli.main:run" in text
    assert "msgspec>=" in text


@pytest.mark.skipif(not COMPILED, reason="FLAKHOUSE_COMPILED names no wheel made by scripts/compile")
def test_the_compiled_build_plays_as_the_source_does() -> None:
    assert COMPILE.check(ROOT / COMPILED, 24, []) == 0
