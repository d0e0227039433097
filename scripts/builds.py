"""Runs Python with this checkout's package, or with a compiled build of it: a wheel, or an environment."""

from __future__ import annotations

import os
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def unpack(where: Path, scratch: Path) -> Path:
    """A folder that holds the compiled package: a wheel is unpacked into the scratch folder."""
    if where.is_dir():
        return where.resolve()
    if not zipfile.is_zipfile(where):
        raise SystemExit(f"{where}: no wheel, and no folder with one installed")
    with zipfile.ZipFile(where) as wheel:
        wheel.extractall(scratch)
    return scratch


def environment(compiled: Path | None) -> tuple[str, dict[str, str]]:
    """The interpreter and the variables that run this build (None: the checkout)."""
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    if compiled is not None and (compiled / "bin" / "python").exists():
        env.pop("PYTHONPATH", None)
        return str(compiled / "bin" / "python"), env
    return sys.executable, {**env, "PYTHONPATH": str(compiled or ROOT / "src")}
