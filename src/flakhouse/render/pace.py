"""Where the telling stops: the one place that decides it, for the terminal and for the browser.

A scene stops the telling by its weight, or because dice in it wait for the player. Dice wait only for one who
throws those that matter himself, or every die, and never where only decisions stop. One who skips to his next
decision is stopped by nothing: his dice fall by themselves, and what he skipped stands in the log.
"""

from __future__ import annotations

from typing import NamedTuple

from flakhouse.render.scenebook import WEIGHTS, SceneBook
from flakhouse.render.scenes import Scene

__all__ = ["LEAST", "SKIP", "Pace", "pace"]

#: The paces, and the least weight that stops each.
LEAST = {"every": "calm", "matters": "notable", "decisions": "grave"}
_HURT = frozenset({"man", "engine", "gun", "station"})  # a scene about one of these is never told in passing


class Pace(NamedTuple):
    """How a player likes to be told: the least weight that stops the telling (None: nothing does), whether he
    throws the dice that matter, and whether all others too."""

    least: str | None
    throws: bool
    every: bool = False
    shows: bool = False  # the dice that matter fall by themselves, but not unseen

    @property
    def slow(self) -> bool:
        """Whether every scene stops: then he throws some dice that else fall by themselves."""
        return self.least == "calm"

    def stops(self, scene: Scene, book: SceneBook, throws: bool = False) -> bool:
        """Whether a scene is told by itself; `throws` says that dice fall in it that are the player's, or
        shown to him."""
        told = bool(scene.rolls) or any(line.kind != "choice" for line in scene.lines)
        return told and (throws or (self.weighs(scene) and not self.passes(scene, book)))

    def weighs(self, scene: Scene) -> bool:
        """Whether a scene is heavy enough to wait for a key; where only decisions stop, good news is not."""
        if self.least == "grave" and scene.tone == "good":
            return False
        return self.least is not None and WEIGHTS.index(scene.weight) >= WEIGHTS.index(self.least)

    def passes(self, scene: Scene, book: SceneBook) -> bool:
        """Whether a scene is told in a line: where only what matters stops, one of a kind that is told in passing
        and has hurt nobody and nothing."""
        light = scene.weight == "notable" and scene.tone != "loss" and scene.kind in book.passing
        return light and self.least != "calm" and not {subject.kind for subject in scene.about} & _HURT


#: To the next decision, past everything.
SKIP = Pace(None, throws=False)


def pace(name: str, throws: bool, every: bool = False) -> Pace:
    """The pace of this name, for a player who throws the dice that matter himself, or every die, or lets them
    fall."""
    waits = throws and name != "decisions"
    return Pace(LEAST[name], waits, waits and every, not throws and name != "decisions")
