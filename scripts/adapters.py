"""Finds the small module of scripts/ that knows a game: fuzz_b29.py, bench_b29.py and so on."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from flakhouse import games

FOLDER = Path(__file__).resolve().parent


def adapter(kind: str, game: str) -> ModuleType | None:
    """The module KIND_GAME, None if there is none."""
    if not (FOLDER / f"{kind}_{game}.py").exists():
        return None
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    return importlib.import_module(f"{kind}_{game}")


def chosen(kind: str, wanted: list[str] | None) -> list[str]:
    """The games asked for, or all that have such a module; those left out are named."""
    for game in wanted or ():
        if game not in games.names():
            raise SystemExit(f"no game {game!r}; games: {', '.join(games.names())}")
        if adapter(kind, game) is None:
            raise SystemExit(f"no scripts/{kind}_{game}.py")
    found = wanted or [game for game in games.names() if adapter(kind, game) is not None]
    for game in games.names():
        if not wanted and game not in found:
            print(f"{game}: left out, it has no scripts/{kind}_{game}.py", file=sys.stderr)
    return found
