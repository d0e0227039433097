"""Bots of the player: "path/to/bot.py:Class", or "module:Class" from this folder or from what is installed."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from types import ModuleType

from flakhouse.core.agents import Agent
from flakhouse.errors import OptionError

__all__ = ["maker", "short_name"]


def short_name(pilot: str) -> str:
    """What a bot is called in tables: its own name, or that of its class if it comes from a file."""
    return pilot.rpartition(":")[2] if ".py:" in pilot else pilot


def maker(name: str) -> Callable[[str], Agent]:
    """What makes the bot from a seed text; an OptionError in words if there is no such bot."""
    place, _, attribute = name.rpartition(":")
    try:
        found: object = getattr(_module(place), attribute)
    except OptionError:
        raise
    except Exception as bad:  # the file is the player's: anything may be wrong with it
        raise OptionError(f"pilot {name!r}: {type(bad).__name__}: {bad}") from bad
    if not callable(found):
        raise OptionError(f"pilot {name!r} cannot be called with a seed")
    call = found
    try:
        seedless = not signature(call).parameters  # a class without dice of its own
    except (TypeError, ValueError):
        seedless = False

    def make(seed: str) -> Agent:
        """The bot of a mission."""
        try:
            made: object = call() if seedless else call(seed)
        except TypeError as bad:
            raise OptionError(f"pilot {name!r}: {bad}") from bad
        if not isinstance(made, Agent):
            raise OptionError(f"pilot {name!r} gives no Agent")
        return made

    return make


def _module(place: str) -> ModuleType:
    """The file, read once in each process, or the module."""
    if not place.endswith(".py"):
        here = str(Path.cwd())
        if here not in sys.path and "" not in sys.path:
            sys.path.insert(0, here)
        return import_module(place)
    path = Path(place).resolve()
    if not path.is_file():
        raise OptionError(f"no bot file {place}")
    name = f"flakhouse_bot_{zlib.crc32(str(path).encode()):08x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise OptionError(f"{place} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
