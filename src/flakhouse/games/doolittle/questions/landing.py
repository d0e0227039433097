"""14.1 Questions of the landings."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.games.doolittle.state import B25

__all__ = ["ignore_damage"]


def ignore_damage(b25: B25) -> Question:
    """2.3.7, 14.1.2 Whether the pilot's luck is used against damage on landing."""
    about = (b25.subject,) if b25.elite is None else (b25.subject, b25.elite.subject)
    return yes_no(
        "2.3.7",
        f"{b25.name()} is damaged on landing. Use the pilot's luck to ignore it?",
        *about,
        yes=Option("Yes", costs=(Cost("the pilot's benefit"),)),
        why=lambda: "There will be no better use for it.",
    )
