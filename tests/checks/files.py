"""Where things stand: the repository, its scripts, the files that hold the rules of a game."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "flakhouse" / "games"
SHARED = "flakhouse.games.bomber"


def script(name: str) -> ModuleType:
    """A module of scripts/, imported as the scripts import each other."""
    folder = str(ROOT / "scripts")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


def shared_imports(path: Path) -> list[str]:
    """The modules of the shared rules that a file imports: "flak" of flakhouse.games.bomber.flak."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found += [name.removeprefix(f"{SHARED}.") for name in names if name.startswith(f"{SHARED}.")]
    return found


def rule_files(game: str) -> list[Path]:
    """Every file of a game's own rules, then those of the shared modules that they import, directly or not."""
    own = sorted((GAMES / game).rglob("*.py"))
    shared: list[Path] = []
    open_files = list(own)
    while open_files:
        for name in shared_imports(open_files.pop()):
            path = GAMES / "bomber" / f"{name.split('.')[0]}.py"
            if path.exists() and path not in shared:
                shared.append(path)
                open_files.append(path)
    return own + sorted(shared)
