"""1.2 Points of scenarios 1 to 9, by reason."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.state import Box, Raid

__all__ = ["JUDGED", "hit", "miss", "of"]

_POINTS = (data.Reading("S-scoring", data.numbers(0)), data.Reading("S-scoring", data.numbers(1)))
JUDGED = 10  # the scenario without points: its judges decide (1.3)


def of(ref: Referee, r: Raid) -> Mapping[str, int]:
    """1.2 Points by reason: scenarios 1 to 6, and 7 to 9."""
    return _POINTS[r.options.scenario > 6].of(ref)


def hit(ref: Referee, r: Raid, box: Box) -> int | None:
    """1.2, 4.9.4 What a hit in a Target Box scores: its Blast, and the first one that the box is hit."""
    if r.options.scenario >= JUDGED:
        return None
    points = of(ref, r)
    first = 0 if box.blast else points["each different box hit"]
    return r.ratings.box_blast * points["each Blast in a Target Box"] + first


def miss(ref: Referee, r: Raid) -> int | None:
    """1.2, 4.9.5 What bombs on the Area score."""
    return None if r.options.scenario >= JUDGED else of(ref, r)["each Blast in an Area"]
