"""13.5.2 Questions about Transit Hazards."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question
from flakhouse.games.doolittle.questions.aircraft import manned
from flakhouse.games.doolittle.questions.keys import by_id
from flakhouse.games.doolittle.state import B25, Marker

__all__ = ["transit_b25"]


def transit_b25(marker: Marker, there: Sequence[B25]) -> Question:
    """13.5.2 The B-25 that a Transit Hazard befalls."""
    return Question(
        "13.5.2",
        f"{marker.words()}: which B-25?",
        {id: Option(manned(b), b.subject) for id, b in by_id(there).items()},
        marker.subject,
        why=lambda: (
            "Sound ones can bear it, and those with an elite man aboard are spared where another is there."
        ),
    )
