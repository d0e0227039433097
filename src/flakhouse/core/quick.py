"""Changes the source of rules so that they run faster; they do the same.

- `ref.note(...)` and `ref.scene(...)` stand in the rules as if somebody always kept the log. Most games are flown
  without one, and working out the facts costs more than anything else about them: they get a guard,
  `if ref.trace: ref.note(...)`. So does `_tell(ref, ...)`, as a function is called that does nothing else.
- Members of enums (`Leg.OUT`) become globals of the module. Up to Python 3.11 a member is searched for by code
  in Python, which takes twenty times as long. So is its `value`, for which enums get a property in C.

The loader of the games (core/loader.py) reads them so. scripts/compile puts in the same guards, and does more for
enums.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

__all__ = ["guarded", "members_at_hand"]

_TOLD = re.compile(r"^( *)(ref\.(?:note|otherwise|scene|done)\(|_tell\(ref, )", re.MULTILINE)
_CLASS = re.compile("[A-Z]+[a-z]")
_ENUMS = {"Enum", "IntEnum", "StrEnum"}


def guarded(text: str) -> str:
    """The source of rules with a guard before every note and every scene. No line changes its number."""
    return _TOLD.sub(r"\1if ref.trace: \2", text)


# ------------------------------------------------------------------ members of enums


class _Members(ast.NodeTransformer):
    """Inside functions, `Leg.OUT` as a global of that name, for the classes that a module imports or makes."""

    def __init__(self, classes: set[str]) -> None:
        self.classes = classes
        self.found: dict[str, set[str]] = {name: set() for name in classes}

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A member, or anything else with a dot."""
        match node:
            case ast.Attribute(ast.Name(name), member) if name in self.classes and member.isupper():
                self.found[name].add(member)
                return ast.copy_location(ast.Name(f"{name}.{member}", ast.Load()), node)
        self.generic_visit(node)
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.MatchValue:
        """A pattern stays: only the member itself will do there."""
        return node


def members_at_hand(tree: ast.Module) -> ast.Module:
    """A module whose functions find members of enums among its globals, where they are put with their class."""
    members = _Members({name for node in tree.body for name in _made(node) if _CLASS.match(name)})
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [members.visit(part) for part in node.body]
    body: list[ast.stmt] = []
    for statement in tree.body:
        body.append(statement)
        if isinstance(statement, ast.ClassDef) and _ENUMS & {ast.unparse(base) for base in statement.bases}:
            read = ast.parse(f"from flakhouse.core.loader import VALUE as _VALUE\n{statement.name}.value = _VALUE")
            body += [ast.copy_location(part, statement) for part in read.body]
        for name in _made(statement):
            for member in sorted(members.found.get(name, ())):
                value = ast.Attribute(ast.Name(name, ast.Load()), member, ast.Load())
                put = ast.Assign([ast.Name(f"{name}.{member}", ast.Store())], value)
                body.append(ast.fix_missing_locations(ast.copy_location(put, statement)))
    tree.body = body
    return tree


def _made(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module imports, or that of the class it makes."""
    if isinstance(statement, ast.ImportFrom):
        yield from (one.asname or one.name for one in statement.names)
    elif isinstance(statement, ast.ClassDef):
        yield statement.name
