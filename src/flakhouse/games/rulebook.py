"""The checklist of a game's rules: every numbered paragraph and table note, and where it is coded and tested.

rules.toml holds what nothing else says: number, title and summary of every line, by text; then in `[why]` why a
line is not modelled, and in `[same]` which other lines say the same (a manual and the cards it sums up). Code and
tests are derived from the source when somebody asks for them (`places`): from the numbers that docstrings and
comments of the rules, and names and docstrings of the tests, cite (see `citations`).

The code of a line is, the first of these that there is:
1. functions, classes and constants whose docstring or comment (`#: 5.3E ...`) begins with the number, or that
   have a comment in them which does; for a ruling, those that name it anywhere; for a table, those that read it;
2. those that name it in brackets in their docstring, classes with a field whose comment begins with it, and
   constants that hold its table;
3. a module whose docstring begins with it or names it in brackets;
4. the code of the lines that `[same]` names;
5. the code of the line it stands under: "8.2.4 modifiers" has that of 8.2.4, 7-5h that of 7-5;
6. the code of the lines that stand under it, for a head such as 8.3.
The tests of a line are those that cite it, or else by 4 to 6. Where this misses the place in which a rule really
stands, because no docstring says so, `[code]` and `[tests]` in rules.toml name it.

Advice, odds, positions and the proof of what is possible cite rules too, but do not play them: see _APART.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec

from flakhouse.core import toml
from flakhouse.core.game import RuleEntry
from flakhouse.games.citations import Numbers

__all__ = ["Places", "Rule", "entries", "load", "places"]

#: Modules that cite rules without playing them.
_APART = re.compile(
    r"(advice|chances|history|odds|pilots|position\w*|possible\w*|questions|rulebook|scenes|seen|settings)"
)
#: Texts of other kinds in rules.toml.
_EXTRA = ("why", "same", "code", "tests")
_SHARED = "bomber"
#: What is taken off a number, from the right, to find the line it stands under.
_SHORTER = re.compile(r"(?: [^ ]+|[A-Za-z]|[.-]?\d+|[.-])$")


class Rule(msgspec.Struct, frozen=True):
    """A line of the checklist. `why` says why it is not modelled; `code` and `tests` are there only where they
    cannot be derived."""

    number: str
    title: str
    text: str  # which text it stands in
    summary: str
    why: str = ""
    same: tuple[str, ...] = ()  # numbers of other lines that say the same, and have its code and tests
    code: tuple[str, ...] = ()  # "module.function"
    tests: tuple[str, ...] = ()  # "test_module.test_name"


class Places(NamedTuple):
    """Where a rule is coded and tested."""

    code: tuple[str, ...]
    tests: tuple[str, ...]


@functools.cache
def load(package: str) -> tuple[Rule, ...]:
    """The checklist of a game's package in the books' order."""
    data = toml.read(resources.files(package).joinpath("rules.toml").read_text(encoding="utf-8"))
    extra = msgspec.convert({name: data.pop(name, {}) for name in _EXTRA}, _Extra)
    texts = msgspec.convert(data, dict[str, dict[str, tuple[str, str]]])
    rules = tuple(
        Rule(
            number,
            title,
            text,
            summary,
            extra.why.get(number, ""),
            extra.same.get(number, ()),
            extra.code.get(number, ()),
            extra.tests.get(number, ()),
        )
        for text, lines in texts.items()
        for number, (title, summary) in lines.items()
    )
    named = {
        *extra.why,
        *extra.same,
        *extra.code,
        *extra.tests,
        *(n for others in extra.same.values() for n in others),
    }
    unknown = named - {rule.number for rule in rules}
    if unknown:
        raise ValueError(f"rules.toml of {package}: no line {', '.join(sorted(unknown))}")
    return rules


class _Extra(msgspec.Struct):
    why: dict[str, str]
    same: dict[str, tuple[str, ...]]
    code: dict[str, tuple[str, ...]]
    tests: dict[str, tuple[str, ...]]


def entries(package: str) -> list[RuleEntry]:
    """The checklist as the engine shows it, without code and tests."""
    return [
        RuleEntry(
            rule.number,
            rule.title,
            rule.summary,
            status=f"not modelled: {rule.why}" if rule.why else "coded",
        )
        for rule in load(package)
    ]


# ------------------------------------------------------------------ where a rule stands


@functools.cache
def places(package: str) -> Mapping[str, Places]:
    """Code and tests of every line that is modelled. Without the source, as in some builds, there is no code;
    without a checkout there are no tests."""
    rules = load(package)
    numbers = Numbers([rule.number for rule in rules])
    same = {rule.number: rule.same for rule in rules if rule.same}
    code = _spread(list(numbers.order), _coded(package, numbers), {r.number: r.code for r in rules}, same)
    tests = _spread(list(numbers.order), _tested(package, numbers), {r.number: r.tests for r in rules}, same)
    return {r.number: Places((), ()) if r.why else Places(code[r.number], tests[r.number]) for r in rules}


def _spread(
    numbers: Sequence[str],
    cited: Mapping[str, Sequence[str]],
    named: Mapping[str, Sequence[str]],
    same: Mapping[str, Sequence[str]],
) -> dict[str, tuple[str, ...]]:
    """What each line has: what rules.toml names and what cites it; else what the lines have that it is the same
    as; else what it stands under has; else what stands under it."""
    own = {n: tuple(dict.fromkeys((*named.get(n, ()), *cited.get(n, ())))) for n in numbers}
    found = dict(own)
    for number in numbers:
        head = number
        while not found[number] and number not in same and (head := above(head, own)):
            found[number] = own[head]
    below: dict[str, dict[str, None]] = {}
    for number in numbers:
        head = number
        while head := above(head, own):
            below.setdefault(head, {}).update(dict.fromkeys(own[number]))
    whole = {number: found[number] or tuple(below.get(number, ())) for number in numbers if number not in same}
    for number, others in same.items():
        whole[number] = own[number] or tuple(dict.fromkeys(place for other in others for place in whole[other]))
    return whole


def above(number: str, known: Mapping[str, object]) -> str:
    """The nearest line that this one stands under, or nothing: 8.2.4 of "8.2.4 modifiers", 8.0 of 8.2; no
    paragraph of a table, for 7-5 has nothing to do with 7.0."""
    rest = number.removeprefix("example ")
    if rest != number and rest in known:
        return rest
    while (shorter := _SHORTER.sub("", rest)) != rest:
        rest = shorter
        heads = (rest, f"{rest}.0") if number.startswith(f"{rest}.") else (rest,)
        for head in heads:
            if head in known and head != number:
                return head
    return ""


# ------------------------------------------------------------------ code


class _Cited:
    """Citations by how much they say: what begins with a number, what has it in brackets, modules."""

    def __init__(self) -> None:
        self.found: tuple[dict[str, list[str]], ...] = ({}, {}, {})

    def add(self, rank: int, numbers: Iterable[str], place: str) -> None:
        for number in numbers:
            self.found[rank].setdefault(number, []).append(place)

    def best(self) -> dict[str, list[str]]:
        """For every number the places of the first rank that has any."""
        return {**self.found[2], **self.found[1], **self.found[0]}


def _sources(folder: Path) -> Iterator[tuple[str, str]]:
    """Every module under a folder, as "combat.guns", with its text; none if they are not there."""
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        if not any(_APART.fullmatch(part) for part in parts):
            yield (
                ".".join(parts).removesuffix(".__init__").removesuffix("__init__"),
                path.read_text(encoding="utf-8"),
            )


def _coded(package: str, numbers: Numbers) -> dict[str, list[str]]:
    cited = _Cited()
    folder = Path(str(resources.files(package)))
    for module, text in _sources(folder):
        _Module(module, text).cite(cited, numbers)
    game = package.rpartition(".")[2]
    for module, text in _sources(folder.parent / _SHARED):
        _Module(f"{_SHARED}.{module}", text).cite_shared(cited, numbers, game)
    return cited.best()


class _Definition(NamedTuple):
    """A function, class or constant of a module: its name, its lines, what is said of it, the charts it holds and
    the constants it reads."""

    name: str
    first: int
    last: int
    docstring: str
    charts: tuple[str, ...] = ()
    reads: frozenset[str] = frozenset()
    plays: bool = False  # a function


class _Module:
    """The source of a module."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.tree = ast.parse(text)
        self.lines = text.splitlines()
        self.comments = _comments(text)
        self.definitions = list(self._definitions(self.tree.body, ""))

    def _definitions(self, body: Iterable[ast.stmt], inside: str) -> Iterator[_Definition]:
        for node in body:
            first, last = node.lineno, node.end_lineno or node.lineno
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                name = inside + node.name
                if not node.name.startswith("__"):
                    function = isinstance(node, ast.FunctionDef)
                    said, reads = ast.get_docstring(node) or "", _names(node) if function else frozenset()
                    yield _Definition(name, first, last, said, reads=reads, plays=function)
                if isinstance(node, ast.ClassDef):
                    yield from self._definitions(node.body, f"{name}.")
            elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not inside:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name):
                    said = " ".join(self._above(first))
                    yield _Definition(target.id, first, last, said, tuple(_charts(node)))

    def _above(self, line: int) -> list[str]:
        """The comment right above a line."""
        said: list[str] = []
        while (line := line - 1) in self.comments and self.lines[line - 1].lstrip().startswith("#"):
            said.insert(0, self.comments[line])
        return said

    def _at(self, line: int) -> _Definition | None:
        """The innermost definition around a line."""
        return max((d for d in self.definitions if d.first <= line <= d.last), key=lambda d: d.first, default=None)

    def cite(self, cited: _Cited, numbers: Numbers) -> None:
        """Everything this module says of rules."""
        about = ast.get_docstring(self.tree) or ""
        cited.add(
            2, {**dict.fromkeys(numbers.leading(about)), **dict.fromkeys(numbers.bracketed(about))}, self.name
        )
        cited.add(2, numbers.rulings(about), self.name)
        for one in self.definitions:
            place = f"{self.name}.{one.name}".lstrip(".")
            cited.add(0, numbers.leading(one.docstring), place)
            cited.add(0, numbers.rulings(one.docstring), place)
            cited.add(1, numbers.bracketed(one.docstring), place)
            cited.add(1, numbers.charts(one.charts), place)
            for held in self.definitions:
                if held.name in one.reads:
                    cited.add(0, numbers.charts(held.charts), place)
        for line, said in self._remarks():
            if one_here := self._at(line):
                place = f"{self.name}.{one_here.name}".lstrip(".")
                cited.add(0 if one_here.plays else 1, numbers.leading(said), place)
                cited.add(0, numbers.rulings(said), place)

    def _remarks(self) -> Iterator[tuple[int, str]]:
        """Comments, those on lines of their own in a row as one."""
        start, said = 0, ""
        for line, words in self.comments.items():
            whole = self.lines[line - 1].lstrip().startswith("#")
            if start and whole and line - 1 in self.comments and self.lines[line - 2].lstrip().startswith("#"):
                said += f" {words}"
                continue
            if start:
                yield start, said
            start, said = line, words
        if start:
            yield start, said

    def cite_shared(self, cited: _Cited, numbers: Numbers, game: str) -> None:
        """What a module of both bomber games says of this one's rules: "(b29 6-3, 6-4; b17 O-3, O-4)"."""
        whole = [("", ast.get_docstring(self.tree) or ""), *((d.name, d.docstring) for d in self.definitions)]
        for name, docstring in whole:
            for said in re.findall(rf"\b{game} ([^()]*?)(?=;? (?:b29|b17) |\)|$)", docstring):
                cited.add(1 if name else 2, numbers.leading(said), f"{self.name}.{name}".rstrip("."))


def _comments(text: str) -> dict[int, str]:
    """The comments of a source by their lines, without # and rules."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {t.start[0]: re.sub(r"^#:? *(-+ *)?", "", t.string) for t in tokens if t.type == tokenize.COMMENT}


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def _charts(node: ast.stmt) -> Iterator[str]:
    """The ids of the charts a constant holds: CHARTS.words("6-2", Flak)."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
            book, id = call.func.value, call.args[0]
            if isinstance(book, ast.Name) and book.id == "CHARTS" and isinstance(id, ast.Constant):
                yield str(id.value)


# ------------------------------------------------------------------ tests


def _tested(package: str, numbers: Numbers) -> dict[str, list[str]]:
    """The tests of a game in a checkout, by what they cite."""
    root = Path(str(resources.files(package))).parents[3]
    cited: dict[str, list[str]] = {}
    for path in sorted((root / "tests" / package.rpartition(".")[2]).glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                docstring = ast.get_docstring(node) or ""
                own = {**dict.fromkeys(numbers.named(node.name)), **dict.fromkeys(numbers.leading(docstring))}
                for number in {**own, **dict.fromkeys(numbers.rulings(docstring))}:
                    cited.setdefault(number, []).append(f"{path.stem}.{node.name}")
    return cited
