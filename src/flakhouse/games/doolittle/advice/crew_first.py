"""What "crew first" advises otherwise than doctrine: B-25s and crews before Blast and score (4.6, 12.7)."""

from __future__ import annotations

from flakhouse.core.adviser import Own
from flakhouse.core.questions import YES, Question
from flakhouse.games.doolittle.questions.launch import CARRY_ON

__all__ = ["OWN", "approach", "area_release", "launch_before_home"]


def approach(state: object, question: Question) -> tuple[str, str] | None:
    """4.6 No run at a Target Box: each costs another turn among hazards."""
    return (
        ("nobody", "A run at a Target Box is one more turn under fire.") if "nobody" in question.options else None
    )


def area_release(state: object, question: Question) -> tuple[str, str] | None:
    """4.6 Bombs away where they can fall, and home."""
    return YES, "Bombs away at the first chance is the shortest way out."


def launch_before_home(state: object, question: Question) -> tuple[str, str] | None:
    """12.5.2, 12.7 No launch from ships that turn about: worth 4 B-25s of 100 (scripts/advice check)."""
    return CARRY_ON, "The Task Force turns about, and B-25s that stay aboard come home with it."


OWN: dict[str, Own] = {
    "approach": approach,
    "area-release": area_release,
    "last-turn-launch": launch_before_home,
    "turned-back-launch": launch_before_home,
}
