"""14.2.1 Questions about ditched crews."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question
from flakhouse.games.doolittle.questions.keys import by_crew
from flakhouse.games.doolittle.state import Crew

__all__ = ["ditched_next"]


def ditched_next(near: Sequence[Crew]) -> Question:
    """14.2.1 The crew that is checked next, while a submarine may pick one up."""
    return Question(
        "14.2.1",
        "Which ditched crew is checked next?",
        {pilot: Option(f"The crew of {c.b25.name()}, {c.place}", c.subject) for pilot, c in by_crew(near).items()},
        routine=True,
        why=lambda: "The submarine takes one crew: one with an Elite Crewman comes first.",
    )
