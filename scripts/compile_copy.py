"""Changes the copy of the package that scripts/compile hands to mypyc. What is changed, and why:

- `slots=True` of dataclasses goes: a compiled class has no dictionary anyway, and mypyc cannot make it twice;
- constants of modules are marked as final, so that they are found without a look into the module's dictionary,
  and `A, B = 1, 2` becomes two constants;
- members of enums are read once, when a module is imported, for Python 3.11 looks each of them up in Python; the
  same goes for a walk over all members, a member by its value, and the value of a member;
- dataclasses get back the annotations they were written with, of which mypyc keeps the outermost word only:
  records are read by them; and their `__slots__`, by which a subclass in Python knows what it inherits;
- dataclasses get an `__init__` that can be compiled, for the one that the decorator makes cannot, unless there is
  something unusual about them;
- things made from rows of values are made one by one;
- the classes in OPEN are marked as ones that ordinary Python code may subclass.
"""

from __future__ import annotations

import ast
import builtins
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

#: Left as they are. msgspec makes its structs itself; whoever writes a bot or a game subclasses freely; and
#: reading, proving and describing a position happens once in a while, and costs more to compile than it saves.
LEFT = re.compile(
    r"(core|games|games/\w+)/__init__|core/(agents|build|chartfile|events|game|journal|run|session|start)|"
    r"games/\w+/(chances|game|history|pilots|possible\w*|rulebook|seen)"
)
#: Compiled classes that code outside may subclass.
OPEN = {
    "core/dice.py": ("Dice", "Fixed", "Seeded"),
    "core/referee.py": ("Referee",),
    "games/bomber/roster.py": ("Record",),
}
FUTURE = "from __future__ import annotations\n"
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
_ENUMS = {"Enum": "object", "IntEnum": "int", "StrEnum": "str"}  # and what their values are
Edit = tuple[int, int, str]


# ------------------------------------------------------------------ changing text


class Source:
    """The text of a module, as bytes, with its syntax tree and the changes to be made to it."""

    def __init__(self, text: str) -> None:
        self.bytes = text.encode()
        self.tree = ast.parse(text)
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.edits: list[Edit] = []

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a part of the tree begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def words(self, node: ast.expr | ast.stmt) -> str:
        """A part as it was written."""
        first, last = self.span(node)
        return self.bytes[first:last].decode()

    def replace(self, node: ast.expr | ast.stmt, text: str) -> None:
        """Write this instead of a part."""
        self.edits.append((*self.span(node), text))

    def behind(self, node: ast.stmt, lines: Iterable[str]) -> None:
        """Put lines behind a statement."""
        assert node.end_lineno is not None
        at = self.starts[node.end_lineno]
        self.edits.append((at, at, "".join(f"{line}\n" for line in lines)))

    def text(self) -> str:
        """The text with all changes made."""
        made = self.bytes
        for first, last, text in sorted(self.edits, reverse=True):
            made = made[:first] + text.encode() + made[last:]
        return made.decode()


def with_import(text: str, line: str) -> str:
    """The text with one more line behind that of the annotations."""
    if FUTURE not in text:
        raise SystemExit(f"scripts/compile: no {FUTURE.strip()!r} in a module")
    return text.replace(FUTURE, f"{FUTURE}\n{line}\n", 1)


def is_dataclass(node: ast.stmt) -> bool:
    """Whether a statement makes a dataclass."""
    return isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(d) for d in node.decorator_list)


# ------------------------------------------------------------------ enums


class Names:
    """Which name of which module of the package is an enum, and its members."""

    def __init__(self, files: dict[str, str]) -> None:
        """By module: its text."""
        self.trees = {module: ast.parse(text) for module, text in files.items()}
        self.enums: dict[tuple[str, str], list[str]] = {}
        self.kinds: dict[tuple[str, str], str] = {}
        for module, tree in self.trees.items():
            for node in tree.body:
                kinds = [_ENUMS[base] for base in map(ast.unparse, getattr(node, "bases", ())) if base in _ENUMS]
                if isinstance(node, ast.ClassDef) and kinds:
                    self.kinds[module, node.name] = kinds[0]
                    self.enums[module, node.name] = [
                        part.targets[0].id
                        for part in node.body
                        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
                    ]

    def origin(self, module: str, name: str) -> tuple[str, str]:
        """The module and name under which something that this module imports was made."""
        for node in self.trees[module].body if module in self.trees else ():
            if isinstance(node, ast.ImportFrom) and node.module not in (None, module):
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        return self.origin(node.module or "", alias.name)
        return module, name

    def members(self, module: str, name: str) -> list[str]:
        """The members of what this name means in this module, if that is an enum of the package."""
        return self.enums.get(self.origin(module, name), [])

    def made(self, module: str, name: str) -> ast.ClassDef | None:
        """A class at the top of a module."""
        body = self.trees[module].body if module in self.trees else ()
        return next((node for node in body if isinstance(node, ast.ClassDef) and node.name == name), None)


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
    """The source with constants for members of enums, and `value` read without a call in Python."""
    source = Source(text)
    constants = Constants(names, module, source)
    for node, around in within_functions(source.tree):
        constants.look(node, around)
    constants.place()
    own = [node for node in source.tree.body if (module, getattr(node, "name", "")) in names.enums]
    for node in own:
        name = node.name  # type: ignore[attr-defined]
        source.behind(node, [f'setattr({name}, "value", _property(_getter("_value_")))'])
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


# ------------------------------------------------------------------ constants


def final(text: str) -> str:
    """The source with the constants of the module marked as such.

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
                f"{name}: {_kind(part)} = {source.words(part)}"
                for name, (_, part) in zip(names, pairs, strict=True)
            ]
            source.replace(node, "\n".join(lines))
    return with_import(source.text(), "from typing import Final as _Final")


def _kind(value: ast.expr) -> str:
    """The annotation of a constant with this value: its type too where that shows."""
    words = ast.unparse(value)
    if member := re.fullmatch(r"([A-Z][a-z]\w+)\.[A-Z0-9_]+", words):
        return f"_Final[{member[1]}]"
    if members := re.fullmatch(
        r"tuple\(([A-Z][a-z]\w+)\)", words
    ):  # which modules that import each other must know
        return f"_Final[tuple[{members[1]}, ...]]"
    return "_Final"


# ------------------------------------------------------------------ classes


def marked(text: str, classes: tuple[str, ...]) -> str:
    """The source with these classes open to subclasses that are not compiled."""
    text = with_import(
        text,
        "from typing import TYPE_CHECKING as _CHECKING\n\n"
        "if _CHECKING:\n    from mypy_extensions import mypyc_attr",
    )
    for name in classes:
        text, found = re.subn(
            rf"((?:^@.*\n)*^class {name}\b)",
            r"@mypyc_attr(allow_interpreted_subclasses=True)\n\1",
            text,
            count=1,
            flags=re.MULTILINE,
        )
        if not found:
            raise SystemExit(f"scripts/compile: no class {name} to mark")
    return text


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


class Field(NamedTuple):
    """A field of a dataclass: its name, type, default, and what makes a default; empty if it has none."""

    name: str
    kind: str
    default: str
    made: str


def own_fields(node: ast.ClassDef) -> list[Field] | None:
    """The fields written in a dataclass; None if one has anything unusual."""
    fields: list[Field] = []
    for part in node.body:
        if not isinstance(part, ast.AnnAssign):
            continue
        value, made = part.value, ""
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
            told = {word.arg: word.value for word in value.keywords}
            if set(told) - {"default", "default_factory", "repr", "compare"}:
                return None
            value = told.get("default")
            make = told.get("default_factory")
            if make is not None:
                made = ast.unparse(make.body) if isinstance(make, ast.Lambda) else f"{ast.unparse(make)}()"
        default = "" if value is None else ast.unparse(value)
        fields.append(Field(ast.unparse(part.target), ast.unparse(part.annotation), default, made))
    return fields


class Elsewhere(ast.NodeTransformer):
    """Writes an expression of another module so that it means the same here."""

    def __init__(self, alias: str, types: dict[str, ast.expr]) -> None:
        self.alias = alias
        self.types = types

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Its type variables become what they stand for; its own names are found through the module."""
        if node.id in self.types:
            return self.types[node.id]
        if node.id in vars(builtins):
            return node
        return ast.Attribute(ast.Name(self.alias), node.id)

    def of(self, words: str) -> str:
        """An expression, rewritten."""
        return ast.unparse(self.visit(ast.parse(words, mode="eval").body)) if words else ""


def all_fields(node: ast.ClassDef, module: str, names: Names) -> list[Field] | None:
    """The fields of a dataclass with those of its base, if it is written `module.Base[types]`."""
    own = own_fields(node)
    bases = [base for base in node.bases if not ast.unparse(base).startswith("Generic[")]
    if own is None or not bases:
        return own
    match bases:
        case [ast.Subscript(ast.Attribute(ast.Name(alias), name), types)]:
            base = names.made(".".join(names.origin(module, alias)), name)
        case _:
            return None
    if base is None or len(base.bases) != 1 or not isinstance(base.bases[0], ast.Subscript):
        return None
    variables = base.bases[0].slice
    listed = [part.elts if isinstance(part, ast.Tuple) else [part] for part in (variables, types)]
    here = Elsewhere(alias, {ast.unparse(a): b for a, b in zip(*listed, strict=True)})
    inherited = own_fields(base)
    if inherited is None:
        return None
    return [Field(f.name, *(here.of(words) for words in f[1:])) for f in inherited] + own


def maker(node: ast.ClassDef, module: str, names: Names) -> tuple[list[str], list[str]]:
    """The `__init__` of a dataclass, and the defaults to stand before the class; nothing for an unusual one."""
    words = " ".join(ast.unparse(part) for part in node.decorator_list)
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    fields = all_fields(node, module, names)
    if not re.fullmatch(r"dataclass(\((eq=False)?\))?", words) or "__post_init__" in methods or fields is None:
        return [], []
    head: list[str] = []
    body: list[str] = []
    before: list[str] = []
    for name, kind, default, made in fields:
        if made:
            head.append(f"{name}: {kind} | None = None")
            body.append(f"self.{name} = {made} if {name} is None else {name}")
            continue
        if "." in default:  # it would be looked up anew each time
            before.append(f"_d_{node.name}_{name}: _Final[{kind}] = {default}")
            default = f"_d_{node.name}_{name}"
        head.append(f"{name}: {kind} = {default}" if default else f"{name}: {kind}")
        body.append(f"self.{name} = {name}")
    init = ["", f"    def __init__(self, {', '.join(head)}) -> None:", *(f"        {line}" for line in body)]
    return init, [*before, "", ""]


def constructed(text: str, module: str, names: Names) -> str:
    """The source with an `__init__` in every plain dataclass."""
    lines = text.splitlines()
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.ClassDef) and is_dataclass(node):
            init, before = maker(node, module, names)
            lines[node.end_lineno : node.end_lineno] = init
            at = node.decorator_list[0].lineno - 1
            lines[at:at] = before
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ the whole package


def module_name(path: Path, tree: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(tree).with_suffix("").parts).removesuffix(".__init__")


def prepare(package: Path, tree: Path) -> list[str]:
    """Copy the package into a folder and change the copy; the files to compile."""
    copy = tree / package.name
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    texts = {module_name(path, tree): path.read_text("utf-8") for path in sorted(copy.rglob("*.py"))}
    names = Names(texts)
    files: list[str] = []
    for path in sorted([*copy.glob("core/*.py"), *copy.glob("games/**/*.py")]):
        within = path.relative_to(copy).as_posix()
        module = module_name(path, tree)
        if LEFT.search(within) or FUTURE not in texts[module]:
            continue
        text = constructed(unslotted(unstarred(texts[module])), module, names)
        text = annotated(final(quick_enums(text, module, names)))
        path.write_text(marked(text, OPEN[within]) if within in OPEN else text, encoding="utf-8")
        files.append(path.relative_to(tree).as_posix())
    return files
