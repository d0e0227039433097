"""Copies of a state, many and cheap: the copying is written down once, as Python, and run for every copy.

What the rules change are dataclasses, lists and dictionaries; everything else in a state is shared by all copies.
A state that holds anything of which this is not certain is not copied at all: whoever wants copies plays it again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType
from typing import NamedTuple

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod

__all__ = ["Unsure", "copier"]

#: What nobody can change, or nobody does.
_SHARED = (int, float, str, bytes, Enum, type, FunctionType, BuiltinFunctionType, Chart, Mod)


class Unsure(Exception):
    """The state holds something of which it is not certain how to copy it."""


def copier(*parts: object) -> Callable[[], tuple[object, ...]]:
    """A function that gives copies of these objects, as they are now; what they share, their copies share."""
    writer = _Writer({}, [], {}, [])
    whole = ", ".join([writer.value(part) for part in parts])
    code = "\n    ".join(["def copy():", *writer.lines, f"return ({whole},)"])
    made: dict[str, Callable[[], tuple[object, ...]]] = {}
    exec(compile(code, "<copy of a state>", "exec"), dict(writer.names), made)
    return made["copy"]


class _Writer(NamedTuple):
    """What is written so far: names of objects shared, lines, and the expression of each object met."""

    names: dict[str, object]
    lines: list[str]
    known: dict[int, str]
    held: list[object]  # what was met: no other object gets its identity meanwhile

    def value(self, thing: object) -> str:
        """The expression that gives the copy of a thing."""
        if thing is None or type(thing) in (bool, int, str):
            return repr(thing)
        found = self.known.get(id(thing))
        if found == "":
            raise Unsure("a thing that holds itself")
        if found is None:
            self.held.append(thing)
            self.known[id(thing)] = ""
            found = self.known[id(thing)] = self._written(thing)
        return found

    def _written(self, thing: object) -> str:
        kind = type(thing)
        if isinstance(thing, _SHARED):
            return self._name(thing)
        if kind is list and isinstance(thing, list):
            return self._line(f"[{', '.join([self.value(one) for one in thing])}]")
        if kind is tuple and isinstance(thing, tuple):
            values = [self.value(one) for one in thing]
            return self._line(f"({''.join(f'{value}, ' for value in values)})")
        if kind is dict and isinstance(thing, Mapping):
            pairs = [f"{self.value(key)}: {self.value(one)}" for key, one in thing.items()]
            return self._line("{" + ", ".join(pairs) + "}")
        if dataclasses.is_dataclass(kind):
            return self._object(thing, dataclasses.fields(kind))
        raise Unsure(f"a {kind.__name__}")

    def _object(self, thing: object, fields: tuple[dataclasses.Field[object], ...]) -> str:
        """A new object with the same fields: by its constructor, for a compiled class makes none without it."""
        own: Mapping[str, object] = getattr(thing, "__dict__", {})
        if not set(own) <= {field.name for field in fields}:
            raise Unsure(f"a {type(thing).__name__} with more than its fields")
        if hasattr(thing, "__post_init__") or not all(field.init for field in fields):
            raise Unsure(f"a {type(thing).__name__} whose constructor does more than to fill it")
        values = [self.value(getattr(thing, field.name)) for field in fields]
        return self._line(f"{self._name(type(thing))}({', '.join(values)})")

    def _name(self, thing: object) -> str:
        name = self.known.get(-id(thing))
        if name is None:
            name = self.known[-id(thing)] = f"n{len(self.names)}"
            self.names[name] = thing
        return name

    def _line(self, made: str) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {made}")
        return name
