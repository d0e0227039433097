"""Types that msgspec decodes, made ready before threads use them.

msgspec works out how to decode a type when it is first asked to, keeps a half-made plan on the class meanwhile,
and lets other threads run: one that decodes the same type in that moment reads the half-made plan and crashes the
process (seen with 0.22.0; its source guards only builds of Python without the global lock). So whoever brings new
types calls `build` before anybody can decode them: `games.load`, the renderers, and the server for all it has.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
import threading
from collections.abc import Iterator

import msgspec

__all__ = ["build"]

_LOCK = threading.RLock()
_BUILT: set[type] = set()
_READ: set[str] = set()  # modules whose types are built


def build(*packages: str) -> None:
    """Make every type ready that msgspec may decode: all Structs, and dataclasses and named tuples of packages.

    Ours are looked through always. Where nothing is new this costs next to nothing.
    """
    with _LOCK:
        found: list[type] = [*_structs(msgspec.Struct), *_plain(("flakhouse", *packages))]
        for kind in found:
            if kind not in _BUILT:
                # What cannot be decoded is nobody's plan; it is told where somebody tries to.
                with contextlib.suppress(TypeError, NameError, AttributeError, ValueError):
                    msgspec.json.Decoder[object](kind)
                _BUILT.add(kind)


def _structs(base: type) -> Iterator[type]:
    """All Structs there are."""
    kinds: list[type] = base.__subclasses__()
    for kind in kinds:
        yield kind
        yield from _structs(kind)


def _plain(packages: tuple[str, ...]) -> Iterator[type]:
    """Dataclasses and named tuples of modules not yet looked at."""
    for name, module in list(sys.modules.items()):
        if name not in _READ and name.partition(".")[0] in packages:
            initializing: object = getattr(getattr(module, "__spec__", None), "_initializing", False)
            if not initializing:
                _READ.add(name)
            held: list[object] = list(vars(module).values())
            for kind in held:
                if isinstance(kind, type) and kind.__module__ == name:
                    named = issubclass(kind, tuple) and hasattr(kind, "_fields")
                    if named or dataclasses.is_dataclass(kind):
                        yield kind
