"""11.0.2, 11.3 Questions about a detached group of ships under attack."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question, Subject
from flakhouse.games.doolittle.questions import layout
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Ship

__all__ = ["CAP", "group_cap", "group_center"]

#: 11.3 Where VF6 may go, and what it does there.
CAP = {
    "High CAP": "High CAP: fighters on guard against dive bombers",
    "Low CAP": "Low CAP: fighters on guard against torpedo bombers and submarines",
    "Hangar": "Hangar: not in the air",
}


def group_center(able: Sequence[Ship]) -> Question:
    """11.0.2 The ship in the Center, where there is neither carrier nor oiler."""
    return Question(
        "11.0.2",
        "Which ship sails in the Center space?",
        {name: Option(f"{name} ({s.sort})", s.subject) for name, s in by_ship(able).items()},
        why=lambda: "Bombs fall there: a damaged ship has least to lose, a small one is the least loss.",
    )


def group_cap() -> Question:
    """11.3 Where VF6 flies, or that it stays in the hangar."""
    return Question(
        "11.3",
        "Where does VF6 of the Enterprise go?",
        {place: Option(words, layout.space(place)) for place, words in CAP.items()},
        Subject("marker", "VF6"),
    )
