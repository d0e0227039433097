"""What a decision is called, and what a newcomer is told beside it on his guided first mission."""

from __future__ import annotations

from flakhouse.core.session import Session
from flakhouse.render import guide as words
from flakhouse.web.moment import Moment

__all__ = ["guide_of", "title_of"]


def guide_of(now: Moment, session: Session) -> str:
    """The words for this moment; "" where there are none, or where they have been read often enough."""
    if now.question is not None:
        if not words.new(session, now.question.id):
            return ""
        return words.told(now.game, now.question.id, now.question.rule)
    return words.guide(now.game).dice if now.dice is not None else words.ended(now.game, now.outcome)


def title_of(now: Moment) -> str:
    """What is decided, in a few words: the title of its box."""
    if now.question is not None:
        return words.titled(now.game, now.question.id)
    return now.dice.title if now.dice is not None else "Debriefing"
