"""Bots that fly a chapter."""

from __future__ import annotations

from flakhouse.core.chapter import Chapter, dice_of
from flakhouse.core.game import Game
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session

__all__ = ["fly"]


def fly(game: Game, chapter: Chapter, pilot: str = "doctrine", name: str = "bot", secret: str = "") -> Chapter:
    """The chapter with what this bot answered, and how it ended."""
    house = Session(game, chapter).house
    dice = dice_of(game, chapter, secret)
    ref = Referee(dice, game.pilots()[pilot](name), keep=True, house=house.charts if house else None)
    chapter.finished = game.play(ref, chapter.campaign, dict(chapter.options), chapter.position, chapter.step)
    chapter.entries, chapter.check = ref.journal, ref.check
    return chapter
