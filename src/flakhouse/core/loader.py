"""How Python reads the rules of the games: with the changes of core/quick.py, so that they run faster.

That happens when a module becomes bytecode, which Python keeps: later starts cost nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from operator import attrgetter
from types import CodeType, ModuleType

__all__ = ["VALUE", "install"]

_LATER = (1 << 30) + (6 << 20)  # seconds; to be changed whenever the rules are read in another way
#: What enums of the rules get for their `value`, which up to Python 3.11 is found by code in Python.
VALUE = property(attrgetter("_value_"))


class _Loader(SourceFileLoader):
    """Reads a module of the rules."""

    def source_to_code(self, data: bytes, path: str, *, _optimize: int = -1) -> CodeType:  # type: ignore[override]
        """The bytecode of a module."""
        import ast  # only where there is none yet

        from flakhouse.core.quick import as_loops, guarded, members_at_hand, on_the_spot

        tree = on_the_spot(ast.parse(guarded(data.decode()), path))
        if sys.version_info < (3, 12):
            tree = as_loops(members_at_hand(tree))
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

    def path_stats(self, path: str) -> dict[str, float]:
        """What bytecode is known by: another time, so that that of the module as written is not taken for ours."""
        found = super().path_stats(path)
        return {**found, "mtime": found["mtime"] + _LATER}


class _Finder(MetaPathFinder):
    """Finds the modules of a package where Python does, and has them read by this loader."""

    def __init__(self, package: str) -> None:
        self.within = f"{package}."

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is one of the package."""
        if not name.startswith(self.within):
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is not None and type(found.loader) is SourceFileLoader:
            found.loader = _Loader(name, found.loader.path)
        return found


def install(package: str) -> None:
    """From now on the modules of this package are read so."""
    sys.meta_path.insert(0, _Finder(package))
