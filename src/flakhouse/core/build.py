"""Whether core and rules run as Python or compiled (scripts/compile). Results are the same either way."""

from __future__ import annotations

from importlib.util import find_spec

__all__ = ["build"]


def build() -> str:
    """The word for it: "pure" or "compiled"."""
    found = find_spec("flakhouse.core.referee")
    source = found is None or found.origin is None or found.origin.endswith((".py", ".pyc"))
    return "pure" if source else "compiled"
