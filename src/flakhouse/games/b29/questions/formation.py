"""Questions of rule 4.8: formations."""

from __future__ import annotations

from flakhouse.core.questions import Option, Question
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import EngineState

__all__ = ["ALONE", "JOIN", "jettison_to_join"]

ALONE, JOIN = "alone", "join"


def jettison_to_join(m: Mission, why_not: str) -> Question:
    """7.2, 4-9e, D28: with an engine out or weak a bomber joins only without its bombs."""
    weak = [engine for engine in m.plane.engines if engine.state is not EngineState.FULL]
    options = {ALONE: Option("Keep the bombs and stay out of formation")}
    if not why_not:
        options[JOIN] = Option("Drop the bombs and join the formation", about.part("bombs"))
    return Question(
        "7.2" if why_not or any(engine.out() for engine in weak) else "4-9e",
        "An engine is weak. Drop the bombs to join the formation?",
        options,
        *(engine.subject for engine in weak),
        barred={JOIN: why_not} if why_not else None,
        why=lambda: "Without bombs there is nothing to join for.",
    )
