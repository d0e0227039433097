"""Flying many games in one process."""

from __future__ import annotations

import gc

__all__ = ["calm_collector"]


def calm_collector() -> None:
    """Spare the garbage collector what it will never find: charts and code stay, and games make no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
