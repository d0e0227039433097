"""The text of modules and what their names mean, for those who change the copy to be compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterable

FUTURE = "from __future__ import annotations\n"
_ENUMS = {"Enum": "object", "IntEnum": "int", "StrEnum": "str"}  # and what their values are
Edit = tuple[int, int, str]


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
