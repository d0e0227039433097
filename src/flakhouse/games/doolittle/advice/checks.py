"""2.3.7, 8.1.4, 12.6.6 Whether dice are worth throwing again."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle.questions import checks as questions

__all__ = ["again", "why_again"]


def again(picked: Sequence[int], wanted: bool) -> str:
    """2.3.7 All of them, if the rule calls them bad; else none."""
    if picked:
        return questions.THROW
    return questions.ALL if wanted else questions.KEEP


def why_again(picked: Sequence[int], wanted: bool, fails: bool) -> str:
    """2.3.7 The reason; `fails`: the dice do not do as they are."""
    if picked:
        return "These dice are picked."
    if wanted:
        return "The dice are not good enough, and others can hardly be worse."
    if fails:
        return "Little is lost by these dice: the re-roll is kept for a check that matters more."
    return "The dice do as they are: the re-roll is kept for worse ones."
