"""How the rules are read: with guards before what is told, and members of enums at hand."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.core import loader
from flakhouse.core.quick import as_loops, guarded, members_at_hand, on_the_spot

RULES = sorted(Path(games.__file__).parent.rglob("*.py"))
TOLD = ("note", "otherwise", "scene", "done")
SOURCE = """
from enum import Enum

class Leg(Enum):
    OUT = 1
    BACK = 2

def told(ref, leg):
    ref.note(
        "leg",
        leg=ref.dear(),
    )
    match leg:
        case Leg.OUT:
            return "out"
    return Leg.BACK
"""


_TOLD = frozenset(f"ref.{name}" for name in ("note", "otherwise", "scene", "done", "announce", "concerns"))
_TOLD |= {"_tell", "_announce"}


class Ref:
    def __init__(self, trace: bool) -> None:
        self.trace = trace
        self.worked_out = 0
        self.notes: list[str] = []

    def dear(self) -> str:
        self.worked_out += 1
        return "out"

    def note(self, kind: str, leg: str) -> None:
        self.notes.append(kind)


def told(tree: ast.Module) -> int:
    """How many notes and scenes stand in a module."""
    return sum(isinstance(node, ast.Call) and ast.unparse(node.func) in _TOLD for node in ast.walk(tree))


def test_every_note_and_scene_of_the_rules_gets_its_guard() -> None:
    found = 0
    for path in RULES:
        tree = ast.parse(guarded(path.read_text()))
        kinds = [ast.unparse(n.test) for n in ast.walk(tree) if isinstance(n, ast.If)]
        scenes = ast.unparse(tree).count("ref.scene(")
        assert kinds.count("ref.staged") == scenes, path
        assert kinds.count("ref.trace") + scenes == told(tree), path
        found += told(tree)
    assert found > 500


def test_a_function_called_tell_does_nothing_but_note() -> None:
    found = 0
    for path in RULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name == "_tell":
                _, note = node.body
                if isinstance(note, ast.For | ast.If):
                    (note,) = note.body
                # What was told of the fuel is remembered by who tells it, and read by nobody else.
                assert ast.unparse(note).startswith(("ref.note(", "fuel.watch(ref, m)")), path
                found += 1
    assert found


def test_a_guard_changes_no_line_number() -> None:
    assert [line.count("if ref.trace: ") for line in guarded(SOURCE).splitlines()].index(1) == 8
    assert guarded(SOURCE).count("\n") == SOURCE.count("\n")


@pytest.mark.parametrize("trace", [False, True])
def test_facts_are_worked_out_only_for_a_log(trace: bool) -> None:
    space: dict[str, object] = {}
    exec(compile(guarded(SOURCE), "rules", "exec"), space)
    ref = Ref(trace)
    space["told"](ref, None)  # type: ignore[operator]
    assert (ref.worked_out, len(ref.notes)) == (trace, trace)


ASKED = """
def held(ref, m):
    key = ref.ask("hold", m.advice, lambda: m.question("hold"))
    yes = ref.agreed("go", key == "stay", lambda: m.question(key))
    again = ref.ask("hold", lambda: m.advice, lambda: m.question("again"), keys=("stay", "leave"))
    return key, yes, again, ref.throw(lambda: m)
"""


class Asker:
    """Puts questions as the referee does, and keeps a list of those that were made."""

    advice = "stay"

    def __init__(self, answers: dict[str, str], unseen: bool) -> None:
        self.answers = answers
        self.unseen = unseen
        self.made: list[str] = []

    def sees(self, id: str) -> bool:
        return id in self.answers

    def question(self, word: str) -> str:
        self.made.append(word)
        return word

    def ask(
        self, id: str, advised: str | Callable[[], str], make: Callable[[], str], keys: tuple[str, ...] = ()
    ) -> str:
        key = advised() if callable(advised) else advised
        return key if self.unseen or not self.sees(id) else self.put(id, key, make())

    def agreed(self, id: str, advised: bool, make: Callable[[], str]) -> bool:
        return self.ask(id, "yes" if advised else "no", make) == "yes"

    def taken(self, id: str, advised: str) -> str:
        return advised

    def agreed_to(self, id: str, advised: bool) -> bool:
        return advised

    def later(self, make: Callable[[], str], keys: tuple[str, ...]) -> str:
        assert keys in (("yes", "no"), ("stay", "leave"))
        return make()

    def put(self, id: str, advised: str | Callable[[], str], question: str) -> str:
        key = advised() if callable(advised) else advised
        assert key in ("stay", "yes", "no")
        return self.answers[id] or key

    def throw(self, make: Callable[[], object]) -> bool:
        return make() is self


@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("answers", [{}, {"hold": "leave"}, {"go": "no"}, {"hold": "", "go": ""}])
def test_questions_are_made_on_the_spot_and_answered_as_before(answers: dict[str, str], unseen: bool) -> None:
    plain: dict[str, Callable[..., object]] = {}
    quick: dict[str, Callable[..., object]] = {}
    exec(compile(ASKED, "plain", "exec"), plain)
    tree = on_the_spot(ast.parse(ASKED))
    assert ast.unparse(tree).count("lambda") == 2  # of what is no question, and of advice that is no call
    exec(compile(tree, "quick", "exec"), quick)
    before, after = Asker(answers, unseen), Asker(answers, unseen)
    assert quick["held"](after, after) == plain["held"](before, before)
    assert after.made == before.made
    assert bool(after.made) == (bool(answers) and not unseen)


def test_members_of_enums_are_globals_and_patterns_stay() -> None:
    space: dict[str, object] = {}
    exec(compile(members_at_hand(ast.parse(SOURCE)), "rules", "exec"), space)
    function, leg = space["told"], space["Leg"]
    assert function.__code__.co_names.count("Leg.BACK") == 1  # type: ignore[attr-defined]
    assert space["Leg.BACK"] is leg.BACK  # type: ignore[attr-defined]
    assert function(Ref(False), leg.OUT) == "out"  # type: ignore[operator, attr-defined]
    assert function(Ref(False), leg.BACK) is leg.BACK  # type: ignore[operator, attr-defined]


def test_bytecode_is_kept_and_that_of_a_module_as_written_is_not_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.syspath_prepend(tmp_path)
    package = tmp_path / "rules_for_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "leg.py").write_text(SOURCE)

    def names() -> tuple[str, ...]:
        sys.modules.pop("rules_for_a_test.leg", None)
        found: tuple[str, ...] = importlib.import_module("rules_for_a_test.leg").told.__code__.co_names
        return found

    assert "trace" not in names()  # and its bytecode is kept
    loader.install("rules_for_a_test")
    assert "trace" in names()
    made: list[str] = []
    monkeypatch.setattr(loader._Loader, "source_to_code", lambda *_: made.append("again"))
    assert "trace" in names()
    assert not made


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="there Python does it itself")
def test_the_value_of_a_member_is_read_by_no_code_in_python() -> None:
    made: dict[str, type[Enum]] = {}
    exec(compile(members_at_hand(ast.parse(SOURCE)), "legs.py", "exec"), made)
    legs = made["Leg"]
    assert vars(legs)["value"] is loader.VALUE
    assert [leg.value for leg in legs] == [1, 2]
    assert legs(2) is legs["BACK"]


WALKS = """
def some(crew):
    crew = [one for one in crew if one]
    pairs = [a + b for a, b in zip(crew, crew)]
    if not any([one > 4 for one in crew]):
        return pairs
    elif all(one > 2 for one in crew):
        crew[:] = [one - 1 for one in crew]
        return crew
    one = [(lambda: member)() for member in crew]
    return one

def no_zero(crew):
    return not any([one == 0 for one in crew if one is not None])

def sound(crew):
    return all([one for one in crew])

def below(crew):
    def within():
        return [one for one in crew if one < 3]
    return within()
"""


@pytest.mark.parametrize("crew", [[], [0], [1, 2, 3], [5, 6, 7], [5, 1, None], [0, 9]])
def test_walks_become_loops_that_do_the_same(crew: list[int]) -> None:
    plain: dict[str, object] = {}
    quick: dict[str, object] = {}
    exec(compile(ast.parse(WALKS), "plain", "exec"), plain)
    tree = as_loops(ast.parse(WALKS))
    assert sum(isinstance(node, ast.ListComp) for node in ast.walk(tree)) == 1  # that with a function in it
    assert not any(isinstance(node, ast.GeneratorExp) for node in ast.walk(tree))
    exec(compile(tree, "quick", "exec"), quick)
    for name in ("some", "no_zero", "sound", "below"):
        assert _outcome(quick[name], list(crew)) == _outcome(plain[name], list(crew))


def _outcome(function: object, crew: list[int]) -> object:
    """What it gives, or why it fails."""
    assert callable(function)
    try:
        return function(crew)
    except TypeError as bad:
        return str(bad)
