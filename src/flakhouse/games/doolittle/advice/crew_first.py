"""What "crew first" advises otherwise than doctrine: B-25s and crews before Blast and score (4.6)."""

from __future__ import annotations

from flakhouse.core.adviser import Own
from flakhouse.core.questions import YES, Question

__all__ = ["OWN", "approach", "area_release"]


def approach(state: object, question: Question) -> tuple[str, str] | None:
    """4.6 No run at a Target Box: each costs another turn among hazards."""
    return (
        ("nobody", "A run at a Target Box is one more turn under fire.") if "nobody" in question.options else None
    )


def area_release(state: object, question: Question) -> tuple[str, str] | None:
    """4.6 Bombs away where they can fall, and home."""
    return YES, "Bombs away at the first chance is the shortest way out."


OWN: dict[str, Own] = {"approach": approach, "area-release": area_release}
