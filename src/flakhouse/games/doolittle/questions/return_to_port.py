"""14.3.2 Questions about incidents on the ships' way home."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Ship

__all__ = ["damaged_ship", "sunk_ship"]


def _ships(able: Sequence[Ship]) -> dict[str, Option]:
    return {
        name: Option(f"{name} ({s.sort}{', damaged' if s.damaged else ''})", s.subject)
        for name, s in by_ship(able).items()
    }


def sunk_ship(able: Sequence[Ship]) -> Question:
    """14.3.2 The ship that enemy ships sink."""
    return Question("14.3.2", "Which ship is sunk?", _ships(able), why=lambda: "The least loss.")


def damaged_ship(able: Sequence[Ship]) -> Question:
    """14.3.2 A ship that enemy ships damage."""
    return Question("14.3.2", "Which ship is damaged?", _ships(able), why=lambda: "Sound, and the least loss.")
