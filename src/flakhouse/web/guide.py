"""What a decision is called, and what a newcomer is told beside it on his guided first mission."""

from __future__ import annotations

from flakhouse.render import guide as words
from flakhouse.web.moment import Moment

__all__ = ["guide_of", "title_of"]


def guide_of(now: Moment) -> str:
    """The words for this moment; "" where there are none."""
    if now.question is not None:
        return words.told(now.game, now.question.id, now.question.rule)
    return words.guide(now.game).dice if now.dice is not None else words.ended(now.game, now.outcome)


def title_of(now: Moment) -> str:
    """What is decided, in a few words: the title of its box."""
    if now.question is not None:
        return words.titled(now.game, now.question.id)
    return now.dice.title if now.dice is not None else "Debriefing"
