"""13.4.4 to 13.4.9 What a careful planner trains."""

from __future__ import annotations

from collections.abc import Container, Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking, training
from flakhouse.games.doolittle.questions import training as questions
from flakhouse.games.doolittle.state import B25, Raid

__all__ = ["b25_hurt", "train", "training_crash"]

_ENOUGH = 16  # room on the deck beyond which a careful planner pays no more


def train(ref: Referee, r: Raid, options: Container[str]) -> str:
    """13.4.4 The historical levels first, then a larger deck, then what points are left for.

    A point is kept for Short Take Off: without it no B-25 leaves a carrier (13.4.9).
    """
    blotter = r.blotter
    for category in training.CATEGORIES:
        wanted = category in options and blotter.levels[category] < int(asking.history(ref, category))
        if wanted and not _strands(ref, r, category):
            return category
    if blotter.capacity < _ENOUGH:
        for key in (training.SHORT, f"extra {training.SHORT}"):
            if key in options:
                return key
    last = ("Navigation", "Hedgehopping", training.GUNNERY)
    return next((name for name in last if name in options), questions.DONE)


def _strands(ref: Referee, r: Raid, category: str) -> bool:
    """13.4.9 Whether a level of this would leave no point for the first of Short Take Off."""
    if category == training.SHORT or r.blotter.short_points:
        return False
    costs = [training.costs_left(ref, r, name)[0] for name in (category, training.SHORT)]
    return sum(costs) > r.blotter.points


def training_crash(group: Sequence[B25]) -> B25:
    """13.4.9 The most damaged, else the last of the list."""
    return max(enumerate(group), key=lambda at: (at[1].damage, at[0]))[1]


def b25_hurt(able: Sequence[B25]) -> B25:
    """13.4.9, 13.5.3 The last of the list."""
    return able[-1]
