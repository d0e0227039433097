"""The checklist of the rules under the name by which the games import it: see `flakhouse.games.rulebook`."""

from __future__ import annotations

from flakhouse.games.rulebook import entries

__all__ = ["entries"]
