"""2.1, 2.3.7 What may be asked of a B-25 that is hit."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.games.doolittle.advice import aircraft as advice
from flakhouse.games.doolittle.state import B25, Raid

__all__ = ["ignore_damage", "manned"]


def manned(b25: B25) -> str:
    """2.1, 2.3 A B-25 that may come to harm: its damage, and the Elite Crewman aboard with what he can."""
    told = b25.name() + (", damaged" if b25.damage else "")
    if b25.elite is None:
        return told
    role, _, benefit = b25.elite.benefit.value.partition(", ")
    return f"{told}, elite {role.lower()} {b25.elite.name}" + (f" ({benefit})" if benefit else "")


def ignore_damage(r: Raid, b25: B25, cause: str) -> Question:
    """2.3.7 The pilot's luck against one hit."""
    fatal = b25.damage >= 1 + r.ratings.armor
    return yes_no(
        "2.3.7",
        f"{b25.name()} is hit by {cause}. Use the pilot's luck to ignore it?",
        b25.subject,
        yes=Option("Yes", costs=(Cost("the pilot's luck"),)),
        no=Option("No", detail="The B-25 is destroyed." if fatal else "The B-25 is damaged."),
        why=lambda: advice.why_ignore_damage(r, b25),
    )
