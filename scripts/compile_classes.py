"""Classes of the copy to be compiled: constructors of dataclasses written out, and what mypyc is told of them."""

from __future__ import annotations

import ast
import builtins
import re
from typing import NamedTuple

from compile_text import Names, is_dataclass, with_import


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


# ------------------------------------------------------------------ marks


def _with_attr(text: str) -> str:
    """The source with the name of the decorator for mypyc, which is gone once it has read it."""
    return with_import(
        text,
        "from typing import TYPE_CHECKING as _CHECKING\n\n"
        "if _CHECKING:\n    from mypy_extensions import mypyc_attr",
    )


def marked(text: str, classes: tuple[str, ...]) -> str:
    """The source with these classes open to subclasses that are not compiled."""
    text = _with_attr(text)
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


def unringed(text: str) -> str:
    """The source with the classes that have no base kept from the collector, which looks for rings of objects.

    A game makes none: tests/test_compiled.py looks. Generic classes mypyc does not let out.
    """
    return _with_attr(
        re.sub(r"((?:^@.*\n)*^class \w+:)", r"@mypyc_attr(acyclic=True)\n\1", text, flags=re.MULTILINE)
    )
