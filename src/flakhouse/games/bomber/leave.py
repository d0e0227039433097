"""b29 4.7, b17 13.1 What lets a bomber turn back, as subjects of the question."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.questions import Subject

__all__ = ["leave_subjects"]


def leave_subjects(reasons: Mapping[str, bool]) -> list[Subject]:
    """4.7D, 13.1 Each reason by its name; one that the enemy brought about lets the mission count."""
    return [Subject("leave-credited" if enemy else "leave", reason) for reason, enemy in reasons.items()]
