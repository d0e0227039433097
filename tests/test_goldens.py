"""The logs of whole flights stand as they were; `scripts/goldens update` rewrites them for review."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GOLDENS = script("goldens")


@pytest.mark.parametrize("name", GOLDENS.FLIGHTS)
def test_golden_flight(name: str) -> None:
    assert GOLDENS.flight(name) == (GOLDENS.FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_line_is_wider_than_80_columns() -> None:
    for path in GOLDENS.FOLDER.glob("*.txt"):
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 80


def test_a_short_fuzz_is_clean() -> None:
    fuzz = script("fuzz")
    for pilot in ("random", "doctrine", "cautious"):
        _, _, ends, failures = fuzz.chunk(("ci", pilot, 0, 150))
        assert failures == []
        assert sum(ends.values()) >= 150
