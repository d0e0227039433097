"""Changes the rules at random spots, one at a time, and sees whether a test notices.

A change is a comparison turned or shifted, a number one higher, `and` for `or`, a condition negated, a truth
turned round. The tests of a game are collected once and run once to see which functions each of them calls. For
every change a child of that process puts the changed code into the functions and runs the tests that call them,
the module's own first, until one fails. A function that was already called while the tests were collected is
tried again in a fresh copy of the package if nothing fails. What no test notices is printed with its place:
either a test is missing, or the code is not needed. `--only FILE:LINE` tries the spots of one line.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import os
import pickle
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "flakhouse" / "games"
#: No rules: they read, prove, describe or advise.
LEFT = ("position", "possible", "possible_end", "seen", "history", "kit", "game", "pilots", "__init__", "words")
APART = ("questions", "advice")
#: Tests that hold no single rule: they read the checklist or positions, or play whole games. Whole games notice
#: a great deal, but as a stop or another log, and not as the rule that is wrong.
ASIDE = ("test_checklist", "test_explained", "test_position", "test_possible", "test_whole")
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_LONGEST = 900  # seconds for the tests of one change in a fresh copy
_LARGEST = 4 << 30  # bytes of memory for the tests of one change: more, and it goes round in circles
_BROKEN = 3  # how a child ends that could not try its change


class Spot(NamedTuple):
    """A change: in which file, which node of its walk, what is done to it, and how that reads."""

    path: Path
    node: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}  {self.what}"


def rule_files(game: str) -> list[Path]:
    """The files of a game's rules."""
    return [
        path
        for path in sorted((GAMES / game).rglob("*.py"))
        if path.stem not in LEFT and not set(path.parts) & set(APART) and path.stem not in APART
    ]


@functools.cache
def _source(path: Path) -> str:
    """The text of a file as it was when the spots were chosen: it may be edited while this runs."""
    return path.read_text(encoding="utf-8")


def _tells(node: ast.AST) -> bool:
    """A note or a scene, or a choice between such."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(_, "note" | "scene"))):
            return True
        case ast.If(body=body, orelse=other):
            return all(map(_tells, [*body, *other]))
    return False


def _only_told(function: ast.FunctionDef, told: set[int]) -> Iterator[ast.AST]:
    """The values of names that are read for what is told alone."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    read = {name.id for name in names if isinstance(name.ctx, ast.Load) and id(name) not in told}
    for node in ast.walk(function):
        match node:
            case ast.Assign([ast.Name(name)], value) if name not in read:
                yield from ast.walk(value)


def _notes(tree: ast.Module) -> set[int]:
    """What is only told or advised: notes, scenes, annotations, and whether an offered re-roll is to be wanted."""
    told: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(_, "note" | "scene")):
                told.update(id(part) for part in ast.walk(node))
            case ast.Call(keywords=words) if any(word.arg == "while_" for word in words):
                told.update(id(part) for word in words if word.arg == "bad" for part in ast.walk(word))
            case ast.arg(annotation=ast.AST() as kind) | ast.AnnAssign(annotation=ast.AST() as kind):
                told.update(id(part) for part in ast.walk(kind))
            case ast.If() if _tells(node):
                told.update(id(part) for part in ast.walk(node))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            told.update(id(part) for part in list(_only_told(function, told)))
    return told


def spots(path: Path) -> Iterator[Spot]:
    """Every change that can be made in a file."""
    tree = ast.parse(_source(path))
    told = _notes(tree)
    inside: set[int] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            inside.update(id(part) for statement in function.body for part in ast.walk(statement))
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in told or id(node) not in inside:
            continue
        match node:
            case ast.Compare(ops=[op]) if type(op) in _TURNED:
                yield Spot(path, number, node.lineno, f"{ast.unparse(node)}: {_TURNED[type(op)].__name__}")
            case ast.BoolOp(op):
                yield Spot(
                    path, number, node.lineno, f"{ast.unparse(node)}: {'or' if isinstance(op, ast.And) else 'and'}"
                )
            case ast.UnaryOp(ast.Not()):
                yield Spot(path, number, node.lineno, f"{ast.unparse(node)}: without not")
            case ast.Constant(bool()):
                yield Spot(path, number, node.lineno, f"{node.value}: the other")
            case ast.Constant(int()):
                yield Spot(path, number, node.lineno, f"{node.value}: one more")
            case ast.If() | ast.IfExp():
                yield Spot(path, number, node.lineno, f"if {ast.unparse(node.test)}: negated")


def changed(spot: Spot) -> ast.Module:
    """The file with the change made."""
    tree = ast.parse(_source(spot.path))
    for number, node in enumerate(ast.walk(tree)):
        if number != spot.node:
            continue
        match node:
            case ast.Compare(ops=[op]):
                node.ops = [_TURNED[type(op)]()]
            case ast.BoolOp(op):
                node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            case ast.UnaryOp():
                node.op = ast.UAdd()
                node.operand = ast.Call(ast.Name("bool", ast.Load()), [copy.deepcopy(node.operand)], [])
            case ast.Constant(bool(value)):
                node.value = not value
            case ast.Constant(int(value)):
                node.value = value + 1
            case ast.If() | ast.IfExp():
                node.test = ast.UnaryOp(ast.Not(), node.test)
        break
    return ast.fix_missing_locations(tree)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all within it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _functions(path: Path) -> list[FunctionType]:
    """The functions of a file that are loaded."""
    loaded = [one for one in gc.get_objects() if type(one) is FunctionType]
    return [one for one in loaded if one.__code__.co_filename == str(path)]


def _put_in(spot: Spot) -> None:
    """The changed code goes into the functions of its file, for this process alone."""
    module = compile(changed(spot), str(spot.path), "exec", dont_inherit=True)
    new = {(code.co_qualname, code.co_firstlineno): code for code in _codes(module)}
    for function in _functions(spot.path):
        was = function.__code__
        function.__code__ = new.get((was.co_qualname, was.co_firstlineno), was)


def _around(spot: Spot) -> set[int]:
    """The codes that hold the spot, by identity."""
    held: set[int] = set()
    for function in _functions(spot.path):
        for code in _codes(function.__code__):
            lines = [line for *_, line in code.co_lines() if line]
            if lines and min(lines) <= spot.line <= max(lines):
                held.add(id(code))
    return held


class Calls:
    """Which codes are called, by identity."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def begin(self) -> None:
        sys.setprofile(self._called)

    def end(self) -> set[int]:
        sys.setprofile(None)
        seen, self.seen = self.seen, set()
        return seen

    def _called(self, frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            self.seen.add(id(frame.f_code))


class Watched(NamedTuple):
    """What a test called, and how long it took."""

    called: set[int]
    seconds: float


class Trial:
    """In place of pytest's loop: the tests once as they are, then for each change in a child of its own."""

    def __init__(self, found: list[Spot], jobs: int, folder: Path, early: set[int]) -> None:
        self.found = found
        self.jobs = jobs
        self.folder = folder
        self.calls = Calls()
        self.early = early
        self.left: list[Spot] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.early |= self.calls.end()
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        session.config.pluginmanager.unregister(name="terminalreporter")
        watched = self._watch(session)
        running: dict[int, Spot] = {}
        waiting = list(reversed(self.found))
        while waiting or running:
            if waiting and len(running) < self.jobs:
                spot = waiting.pop()
                running[_child(lambda one=spot: self._fails(session, one, watched))] = spot  # type: ignore[misc]
                continue
            child, status = os.wait()
            spot = running.pop(child)
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _BROKEN:
                raise session.Interrupted(f"cannot be tried: {spot}")
            held = set() if status else _around(spot)
            if not status and not (self.early & held and noticed_afresh(spot, self.folder)):
                self.left.append(spot)
                tests = sum(bool(one.called & held) for one in watched.values())
                print(f"{spot}  ({tests} tests call it)", flush=True)
        return True

    def _watch(self, session: pytest.Session) -> dict[str, Watched]:
        """Every test once, unchanged: what it calls. In a child, so that what the rules keep stays unkept here."""
        kept = self.folder / "watched"

        def run() -> bool:
            watched = {}
            for item in session.items:
                self.calls.begin()
                start = time.process_time()
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                watched[item.nodeid] = Watched(self.calls.end(), time.process_time() - start)
            kept.write_bytes(pickle.dumps({name: tuple(one) for name, one in watched.items()}))
            return session.testsfailed > 0

        child = _child(run)
        if os.waitpid(child, 0)[1]:
            raise session.Interrupted("the tests fail without a change")
        return {name: Watched(*one) for name, one in pickle.loads(kept.read_bytes()).items()}

    def _fails(self, session: pytest.Session, spot: Spot, watched: dict[str, Watched]) -> bool:
        """Whether a test fails with this change: the module's own first, then the quick ones."""
        held = _around(spot)
        items = [item for item in session.items if watched[item.nodeid].called & held]
        items.sort(key=lambda item: (spot.path.stem not in item.path.stem, watched[item.nodeid].seconds))
        longest = 10 + 2 * round(sum(watched[item.nodeid].seconds for item in items))  # else it goes in circles
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
        resource.setrlimit(resource.RLIMIT_AS, (_LARGEST, _LARGEST))
        _put_in(spot)
        for item in items:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if session.testsfailed:
                return True
        return False


def _child(work: Callable[[], bool]) -> int:
    """A child that ends with 1 if the work says so, with `_BROKEN` if it stops on the way."""
    child = os.fork()
    if child:
        return child
    result = _BROKEN
    try:
        silent = os.open(os.devnull, os.O_RDWR)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        result = int(work())
    finally:
        os._exit(result)


def noticed_afresh(spot: Spot, folder: Path) -> bool:
    """Whether a test fails where the change was there before anything was read."""
    copied = Path(tempfile.mkdtemp(dir=folder))
    shutil.copytree(ROOT / "src", copied / "src", ignore=shutil.ignore_patterns("__pycache__"))
    (copied / "src" / spot.path.relative_to(ROOT / "src")).write_text(ast.unparse(changed(spot)), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(copied / "src"), "PYTHONHASHSEED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        words = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
        tests = map(str, tests_of(spot.path.relative_to(GAMES).parts[0]))
        done = subprocess.run(
            [*words, *tests], cwd=ROOT, env=env, capture_output=True, timeout=_LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        shutil.rmtree(copied, ignore_errors=True)
    return done.returncode != 0


def tests_of(game: str) -> list[Path]:
    """The test files of a game's rules."""
    games = ("b17", "b29", "bomber") if game == "bomber" else (game,)
    found = [path for name in games for path in sorted((ROOT / "tests" / name).glob("test_*.py"))]
    return [path for path in found if path.stem not in ASIDE]


def tried(game: str, found: list[Spot], jobs: int, early: set[int]) -> list[Spot]:
    """The changes of one game that no test notices; what is called early, before the first test, is added."""
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        trial = Trial(found, jobs, Path(folder), early)
        trial.calls.begin()
        words = ["-s", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
        code = pytest.main([*words, *map(str, tests_of(game))], plugins=[trial])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise SystemExit(f"{game}: pytest ended with {code}")
    return trial.left


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spots", type=int, default=300, help="how many, spread over the games")
    parser.add_argument("--game", action="append", choices=("b29", "b17", "doolittle", "bomber"))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", action="append", help="the spots of a line, as it was printed: FILE:LINE")
    a = parser.parse_args()
    chosen = a.game or ["b29", "b17", "doolittle", "bomber"]
    found = [spot for game in chosen for path in rule_files(game) for spot in spots(path)]
    if a.only:
        lines = [place.rpartition(":") for place in a.only]
        found = [s for s in found for name, _, line in lines if str(s.path).endswith(name) and s.line == int(line)]
    else:
        found = random.Random(a.seed).sample(found, min(a.spots, len(found)))
    left = 0
    early: set[int] = set()
    for game in chosen:
        if mine := [spot for spot in found if spot.path.is_relative_to(GAMES / game)]:
            left += len(tried(game, mine, a.jobs, early))
    print(f"{len(found)} changes, {left} not noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
