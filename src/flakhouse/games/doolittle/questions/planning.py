"""13.0 The first question of the Planning segment."""

from __future__ import annotations

from flakhouse.core.questions import Option, Question

__all__ = ["HISTORICAL", "OWN", "PLANS", "plan"]

HISTORICAL, OWN = "historical", "own"
PLANS = (HISTORICAL, OWN)


def plan() -> Question:
    """13.0 Whether the historical plan stands, or the player plans himself."""
    return Question(
        "13.0",
        "How is the raid planned?",
        {
            HISTORICAL: Option(
                "The historical plan as it stands (the dice are still thrown)",
                detail="No question is asked before the Task Force sails.",
            ),
            OWN: Option(
                "Plan it yourself, month by month",
                detail="Every choice of January to April is yours; each form is filled in as in 1942.",
            ),
        },
        why=lambda: "The planning is what this scenario is about, and every form can be left as it is.",
    )
