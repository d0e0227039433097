"""11.0.2, 11.3 Questions about a detached group of ships under attack."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question, Subject
from flakhouse.games.doolittle.questions import layout
from flakhouse.games.doolittle.state import Ship

__all__ = ["group_cap", "group_center"]


def group_center(able: Sequence[Ship]) -> Question:
    """11.0.2 The ship in the Center, where there is neither carrier nor oiler."""
    return Question(
        "11.0.2",
        "Which ship sails in the Center space?",
        {s.name: Option(f"{s.name} ({s.sort})", s.subject) for s in able},
        why=lambda: "Bombs fall there: a damaged ship has least to lose, a small one is the least loss.",
    )


def group_cap() -> Question:
    """11.3 Where VF6 flies, or that it stays in the hangar."""
    return Question(
        "11.3",
        "Where does VF6 of the Enterprise go?",
        {
            "High CAP": Option("High CAP: fighters on guard against dive bombers", layout.space("High CAP")),
            "Low CAP": Option(
                "Low CAP: fighters on guard against torpedo bombers and submarines", layout.space("Low CAP")
            ),
            "Hangar": Option("Hangar: not in the air", layout.space("Hangar")),
        },
        Subject("marker", "VF6"),
    )
