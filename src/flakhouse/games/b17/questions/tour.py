"""The questions between missions: names (1.1), the end of a tour (16.4)."""

from __future__ import annotations

from flakhouse.core.questions import Question, Subject, yes_no
from flakhouse.games.b17.state import Bomber

__all__ = ["name_crew", "retire_bomber"]


def name_crew() -> Question:
    """1.1 Whether the player names his men."""
    return yes_no(
        "1.1",
        "Name the crew yourself, or take the names drawn?",
        yes="Name the crew",
        no="Take the names drawn",
        routine=True,
        why=lambda: "There are names for all of them.",
    )


def retire_bomber(bomber: Bomber) -> Question:
    """16.4 Whether a bomber with 25 missions retires."""
    return yes_no(
        "16.4",
        f"{bomber.name} has {bomber.missions} missions. Retire it and end the tour?",
        Subject("bomber", bomber.name),
        why=lambda: "The tour is complete; another mission can only lose what has been won.",
    )
