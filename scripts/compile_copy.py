"""Changes the copy of the package that scripts/compile hands to mypyc. What is changed, and why:

- `slots=True` of dataclasses goes: a compiled class has no dictionary anyway, and mypyc cannot make it twice;
- constants of modules are marked as final, so that they are found without a look into the module's dictionary,
  and `A, B = 1, 2` becomes two constants;
- members of enums are read once, when a module is imported, for Python 3.11 looks each of them up in Python; the
  same goes for a walk over all members, a member by its value, and the value and name of a member;
- dataclasses get back the annotations they were written with, of which mypyc keeps the outermost word only:
  records are read by them; and their `__slots__`, by which a subclass in Python knows what it inherits;
- dataclasses get an `__init__` that can be compiled, for the one that the decorator makes cannot, unless there is
  something unusual about them; things made from rows of values are made one by one;
- what is only told (`ref.note(...)`, `ref.scene(...)` and the like) is told only where somebody keeps the log, so
  that nobody works out the facts for nothing;
- `any`, `all` and `sum` of a list made for them, and the search for a member among values of a dictionary, become
  loops without the list, which plain Python would be slower with;
- numbers that dice and the referee keep are those of the machine (`i64`), which need no look at their size;
- the walk of the referee over modifiers, a list or a tuple, becomes two, and one for anything else;
- a row of like things is a constant of any length: one of known length is made anew for every walk over it;
- questions are put on the spot where anybody looks, not by functions handed to the referee;
- an order gets a class of its own that calls its functions by name, and so does a turn with its steps: calls of
  functions kept in a table go through Python;
- the classes in OPEN may be subclassed by ordinary Python code; of those of the rules that stand on no other
  Python's collector need not know, for nothing they hold leads back to them.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from compile_classes import constructed, marked, unringed
from compile_tables import named, turned
from compile_text import FUTURE, Names, Source, is_dataclass, with_import

from flakhouse.core.quick import guarded

#: Left as they are. msgspec makes its structs itself; whoever writes a bot or a game subclasses freely; and
#: reading, proving and describing a position happens once in a while, and costs more to compile than it saves.
LEFT = re.compile(
    r"(core|games|games/\w+)/__init__|"
    r"core/(adviser|agents|ahead|build|challenge|chapter|chartfile|deadline|events|game|journal|kit|laid|later|loader|quick|run|seat|session|start|structs)|"
    r"games/(citations|rulebook)|games/\w+/(chances|game|history|kit|pilots|possible\w*|rulebook|seen)"
)
#: Compiled classes that code outside may subclass.
OPEN = {
    "core/dice.py": ("Dice", "Fixed", "Seeded"),
    "core/referee.py": ("Referee",),
    "games/bomber/roster.py": ("Record",),
}
#: Modules whose numbers are those of the machine. The games count so little that they would gain nothing by it.
NATIVE = ("core/dice.py", "core/referee.py")
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")


# ------------------------------------------------------------------ enums


def within_functions(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Every part that runs when a function is called, with the part around it.

    Not what is written in f-strings, whose places in the text Python 3.11 does not know, and no annotations and
    patterns, where only the member itself will do.
    """

    def below(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
                continue
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr | ast.pattern | ast.ClassDef):
                    yield part, node
                    yield from below(part)

    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.Module):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield from below(part)
                    yield from ((default, part) for default in part.args.defaults)


class Constants:
    """The constants that a module needs for the enums it names, found while its text is changed."""

    def __init__(self, names: Names, module: str, source: Source) -> None:
        self.names = names
        self.module = module
        self.source = source
        self.made: dict[str, dict[str, None]] = {}
        bound = {n.arg for n in ast.walk(source.tree) if isinstance(n, ast.arg)} | {
            n.id for n in ast.walk(source.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        self.shadowed = bound

    def enum(self, node: ast.AST) -> str:
        """The name of an enum, if this is one."""
        if (
            isinstance(node, ast.Name)
            and node.id not in self.shadowed
            and self.names.members(self.module, node.id)
        ):
            return node.id
        return ""

    def put(self, node: ast.expr, name: str, constant: str, lines: str) -> None:
        """Write a constant in place of an expression."""
        self.made.setdefault(name, {})[lines] = None
        self.source.replace(node, constant)

    def look(self, node: ast.AST, around: ast.AST) -> None:
        """Replace what names an enum here."""
        if isinstance(node, ast.Attribute) and (name := self.enum(node.value)):
            if node.attr in self.names.members(self.module, name):
                constant = f"_e_{name}_{node.attr}"
                self.put(node, name, constant, f"{constant}: _Final = {name}.{node.attr}")
        elif isinstance(around, ast.For | ast.comprehension) and node is around.iter and (name := self.enum(node)):
            self.put(around.iter, name, f"_all_{name}", f"_all_{name}: _Final = tuple({name})")
        elif isinstance(node, ast.Call) and (name := self.enum(node.func)) and len(node.args) == 1:
            kind = self.names.kinds[self.names.origin(self.module, name)]
            self.put(
                node.func,
                name,
                f"_to_{name}",
                f"_of_{name}: _Final[dict[{kind}, {name}]] = {{one.value: one for one in {name}}}\n\n\n"
                f"def _to_{name}(value: {kind}) -> {name}:\n"
                f"    found = _of_{name}.get(value)\n"
                f"    return {name}(value) if found is None else found\n\n",
            )

    def place(self) -> None:
        """Put the constants of an enum behind its class, or behind the imports."""
        tree = self.source.tree
        last: ast.stmt = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)][-1]
        behind: dict[ast.stmt, list[str]] = {}
        for name, lines in self.made.items():
            own = next((n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name), last)
            behind.setdefault(own, []).extend(lines)
        for node, some in behind.items():
            self.source.behind(node, ["", *some, ""])


def quick_enums(text: str, module: str, names: Names) -> str:
    """The source with constants for members of enums, and `value` and `name` read without a call in Python."""
    source = Source(text)
    constants = Constants(names, module, source)
    for node, around in within_functions(source.tree):
        constants.look(node, around)
    constants.place()
    own = [node for node in source.tree.body if (module, getattr(node, "name", "")) in names.enums]
    for node in own:
        name = node.name  # type: ignore[attr-defined]
        quick = [f'setattr({name}, "{what}", _property(_getter("_{what}_")))' for what in ("value", "name")]
        source.behind(node, quick)
    made = source.text()
    return (
        with_import(made, "from builtins import property as _property\nfrom operator import attrgetter as _getter")
        if own
        else made
    )


# ------------------------------------------------------------------ calls with a row of values


def unstarred(text: str) -> str:
    """The source with `list(starmap(Thing, rows))` written out, if the function says what rows they are.

    A call with a star takes the way through Python's tuples; one with all values named goes straight to the code.
    """
    source = Source(text)
    widths: dict[str, int] = {}
    for node in source.tree.body:
        match node:
            case ast.Assign([ast.Name(alias)], ast.Subscript(ast.Name("tuple"), ast.Tuple(kinds))):
                widths[alias] = len(kinds)
    for function in ast.walk(source.tree):
        rows: dict[str, int] = {}
        for part in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            match part:
                case ast.AnnAssign(ast.Name(name), ast.Subscript(slice=ast.Tuple([ast.Name(alias), _]))):
                    rows[name] = widths.get(alias, 0)
                case ast.Call(
                    ast.Name("list"), [ast.Call(ast.Name("starmap"), [ast.Name(thing), ast.Name(name)])]
                ):
                    if width := rows.get(name, 0):
                        values = ", ".join(f"row[{at}]" for at in range(width))
                        source.replace(part, f"[{thing}({values}) for row in {name}]")
    return source.text()


# ------------------------------------------------------------------ loops


def looped(text: str) -> str:
    """The source with `any([...])` and `any(outs.values())` as `any(...)`, `Gear.UP in gears.values()` as a loop.

    mypyc writes both out in place; a list it makes, and hands to Python's own function.
    """
    source = Source(text)
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(ast.Name("any" | "all" | "sum"), [ast.ListComp() as made], []):
                source.replace(made, source.words(made)[1:-1])
            case ast.Call(ast.Name("any" | "all"), [ast.Call(ast.Attribute(_, "values"), [], []) as values], []):
                source.replace(values, f"one for one in {source.words(values)}")
            case ast.Compare(
                ast.Attribute(ast.Name(), member) as left,
                [ast.In()],
                [ast.Call(ast.Attribute(_, "values"), [], []) as values],
            ) if member.isupper():
                source.replace(node, f"any(one is {source.words(left)} for one in {source.words(values)})")
    return source.text()


def parted(text: str) -> str:
    """The source with a walk over any sequence of modifiers parted by what it is: a list, a tuple, or anything.

    mypyc makes short loops of the first two, and a long one of the last; plain Python is slower with several.
    """
    ways = (
        ("if isinstance(mods, list):", "_cast(list[Mod], mods)"),
        ("elif isinstance(mods, tuple):", "_cast(tuple[Mod, ...], mods)"),
        ("else:", "mods"),
    )
    made = re.sub(
        r"^( *)for mod in mods:\n((?:\1    .*\n)+)",
        lambda found: "".join(
            f"{found[1]}{when}\n{found[1]}    for mod in {mods}:\n"
            + "".join(f"    {line}" for line in found[2].splitlines(keepends=True))
            for when, mods in ways
        ),
        text,
        flags=re.MULTILINE,
    )
    return with_import(made, "from typing import cast as _cast")


def native(text: str) -> str:
    """The source with fields and local numbers as the machine has them: dice and their sums are never longer.

    What a function is given stays as it is, for that may come from a file and be of any length.
    """
    source = Source(text)
    for node in ast.walk(source.tree):
        match node:
            case ast.AnnAssign(annotation=ast.Name("int") as kind):
                source.replace(kind, "_i64")
            case ast.FunctionDef("__init__", body=body):
                for field in _numbers(body):
                    source.replace(field, f"{source.words(field)}: _i64")
    some = "from typing import TYPE_CHECKING as _COUNTING"
    return with_import(source.text(), f"{some}\n\nif _COUNTING:\n    from mypy_extensions import i64 as _i64")


def _numbers(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """The fields that begin as a whole number written there."""
    for part in body:
        match part:
            case ast.Assign(
                [ast.Attribute(ast.Name("self")) as field], ast.UnaryOp(ast.USub(), ast.Constant(int()))
            ):
                yield field
            case ast.Assign([ast.Attribute(ast.Name("self")) as field], ast.Constant(int(number))):
                if not isinstance(number, bool):
                    yield field


# ------------------------------------------------------------------ questions


def unclosed(text: str) -> str:
    """The source with questions put on the spot, where anybody looks, instead of by functions made for each.

    mypyc keeps all that such a function needs in an object of its own, and whoever calls a rule pays for it,
    whether the rule comes to its question or not. What is made later is kept with what it needs (`partial`).
    """
    source = Source(text)
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(
                ast.Attribute(ast.Name("ref"), "ask"), [id, advised, ast.Lambda() as made], keywords=told
            ):
                source.replace(node, _asked(source, source.words(id), advised, made, told))
            case ast.Call(ast.Attribute(ast.Name("ref"), "agreed"), [id, advised, ast.Lambda() as made]):
                name, key, question = source.words(id), source.words(advised), _late(source, made)
                put = f"ref.put({name}, 'yes' if ({key}) else 'no', ref.later({question}, ('yes', 'no'))) == 'yes'"
                source.replace(node, f"(ref.agreed_to({name}, {key}) if {_unseen(name)} else {put})")
    return with_import(source.text(), "from functools import partial as _partial") if source.edits else text


def _asked(source: Source, name: str, advised: ast.expr, made: ast.Lambda, told: list[ast.keyword]) -> str:
    """A question as it is put."""
    by = {word.arg: word.value for word in told}
    key = source.words(advised.body if isinstance(advised, ast.Lambda) else advised)
    taken = f"ref.taken({name}, {key})"
    if not by:
        return f"({taken} if {_unseen(name)} else ref.put({name}, {key}, {source.words(made.body)}))"
    keys = by["keys"]
    row = source.words(by["row"]) if "row" in by else "''"
    rows = _late(source, by["rows"]) if "rows" in by else "None"
    known = source.words(keys.body if isinstance(keys, ast.Lambda) else keys)
    put = f"ref.put({name}, {_late(source, advised)}, ref.later({_late(source, made)}, {known}), {row}, {rows})"
    if "row" in by:
        return f"({taken} if {_unseen(name, row)} else ref.planned({name}, {row}, {known}) or {put})"
    return f"({taken} if {_unseen(name)} else {put})"


def _unseen(name: str, row: str = "''") -> str:
    """That nobody looks at a question."""
    return f"ref.unseen or not ref.sees({name}, {row})"


def _late(source: Source, value: ast.expr) -> str:
    """A function without parameters that calls another, as that with its arguments; all else as it is."""
    match value:
        case ast.Lambda(body=ast.Call(function, given, named)):
            return (
                f"_partial({', '.join(map(source.words, (function, *given)))}"
                + "".join(f", {word.arg}={source.words(word.value)}" for word in named)
                + ")"
            )
    return source.words(value)


# ------------------------------------------------------------------ constants


def tested(texts: Iterable[str]) -> set[str]:
    """The names of rows in which something is looked for: `gear in _DESTROYED`."""
    found: set[str] = set()
    for text in texts:
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name(name) | ast.Attribute(_, name)]):
                    found.add(name)
    return found


def final(text: str, known: Container[str] = ()) -> str:
    """The source with the constants of the module marked as such; rows `known` by their length stay so.

    A member of an enum keeps its whole type: else mypy would think that what was compared with it stays equal.
    """
    source = Source(text)
    for node in source.tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            kind = ast.unparse(node.annotation)
            if _CONSTANT.fullmatch(node.target.id) and not re.match("_?Final|TypeAlias", kind):
                source.replace(node.annotation, f"_Final[{kind}]")
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple):
                if not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
                    continue
                pairs = list(zip(target.elts, value.elts, strict=True))
            names = [ast.unparse(name) for name, _ in pairs]
            if not all(_CONSTANT.fullmatch(name) for name in names) or "TypeVar(" in ast.unparse(value):
                continue
            lines = [
                f"{name}: _Final = {source.words(part)}"
                if name in known and isinstance(part, ast.Tuple)
                else f"{name}: {_kind(part)} = {_row(part, source.words(part))}"
                for name, (_, part) in zip(names, pairs, strict=True)
            ]
            source.replace(node, "\n".join(lines))
    return with_import(source.text(), "from typing import Final as _Final")


def _row(value: ast.expr, words: str) -> str:
    """The words of a constant, for a row of like things with no word of how many there are.

    A tuple of known length is no object for mypyc, and is made into one for each walk over it. Only to find
    something in it is quicker so.
    """
    if isinstance(value, ast.Tuple) and value.elts:
        kinds = {_shape(part) for part in value.elts}
        if len(kinds) == 1 and "" not in kinds:
            inner = ", ".join(map(ast.unparse, value.elts))
            return f"tuple([{inner}])"
    return words


def _shape(part: ast.expr) -> str:
    """What kind of thing is written here, if that shows."""
    match part:
        case ast.Constant(int() | str() as value) if not isinstance(value, bool):
            return type(value).__name__
        case ast.Attribute(ast.Name(name), member) if member.isupper() and name[0].isupper():
            return name
        case ast.Subscript(ast.Attribute(_, "mods")):
            return "Mod"
    return ""


def _kind(value: ast.expr) -> str:
    """The annotation of a constant with this value: its type too where that shows."""
    words = ast.unparse(value)
    if member := re.fullmatch(r"([A-Z][a-z]\w+)\.[A-Z0-9_]+", words):
        return f"_Final[{member[1]}]"
    if members := re.fullmatch(
        r"tuple\(([A-Z][a-z]\w+)\)", words
    ):  # which modules that import each other must know
        return f"_Final[tuple[{members[1]}, ...]]"
    if members := re.fullmatch(r"\(([A-Z][a-z]\w+)\.[A-Z0-9_]+(, \1\.[A-Z0-9_]+)*,?\)", words):
        return f"_Final[tuple[{members[1]}, ...]]"
    return "_Final"


# ------------------------------------------------------------------ classes


def annotated(text: str) -> str:
    """The source with the annotations of its dataclasses once more at the end, and their slots."""
    lines: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and is_dataclass(node):
            fields = {
                ast.unparse(part.target): ast.unparse(part.annotation)
                for part in node.body
                if isinstance(part, ast.AnnAssign)
            }
            lines.append(f'setattr({node.name}, "__annotations__", {fields!r})\n')
            lines.append(f'setattr({node.name}, "__slots__", {tuple(fields)!r})\n')
    return text + "\n" + "".join(lines) if lines else text


def unslotted(text: str) -> str:
    """The source with dataclasses that are made once."""
    return re.sub(r"^(@dataclass\(.*?)(?:, )?slots=True(?:, (?!$))?(.*\))$", r"\1\2", text, flags=re.MULTILINE)


# ------------------------------------------------------------------ the whole package


def module_name(path: Path, tree: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(tree).with_suffix("").parts).removesuffix(".__init__")


def prepare(package: Path, tree: Path, only: str = "") -> list[str]:
    """Copy the package into a folder and change the copy; the files to compile: all, or what one game needs."""
    copy = tree / package.name
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    texts = {module_name(path, tree): path.read_text("utf-8") for path in sorted(copy.rglob("*.py"))}
    names = Names(texts)
    known = tested(texts.values())
    files: list[str] = []
    for path in sorted([*copy.glob("core/*.py"), *copy.glob("games/**/*.py")]):
        within = path.relative_to(copy).as_posix()
        module = module_name(path, tree)
        if LEFT.search(within) or FUTURE not in texts[module]:
            continue
        if only and re.match("games/.+/", within) and not re.match(f"games/(bomber|{only})/", within):
            continue
        text = constructed(
            unslotted(unstarred(named(turned(unclosed(looped(guarded(texts[module]))))))), module, names
        )
        text = annotated(final(quick_enums(text, module, names), known))
        text = parted(text) if within == "core/referee.py" else text
        text = native(text) if within in NATIVE else text
        text = marked(text, OPEN[within]) if within in OPEN else unringed(text) if "games/" in within else text
        path.write_text(text, encoding="utf-8")
        files.append(path.relative_to(tree).as_posix())
    return files
