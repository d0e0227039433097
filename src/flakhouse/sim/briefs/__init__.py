"""What may be expected of a mission or a scenario, for its briefing: the way with what may meet one there, the
chances as shares of a whole, the points. One module a game; each has `outlook(ref, state)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.sim.exact import exact
from flakhouse.slate_form import Bar

__all__ = ["Band", "Leg", "Odds", "Outlook", "shares"]

T = TypeVar("T")


class Leg(msgspec.Struct, frozen=True):
    """A zone of the way: what lies below ("base", "water", "land", "target"), and how likely fighters come."""

    zone: int
    name: str
    kind: str
    fighters: float = -1.0  # -1: not known before one is there
    words: str = ""
    escort: bool = False

    @property
    def percent(self) -> int:
        """How likely fighters come, in per cent."""
        return round(100 * self.fighters)


class Odds(msgspec.Struct, frozen=True):
    """Something that dice will decide: every result with its share."""

    title: str
    bars: tuple[Bar, ...]
    note: str = ""

    @property
    def spelled(self) -> str:
        """Every result by name, where one of the bars has no room for its own; "" otherwise."""
        if not any(bar.cut for bar in self.bars):
            return ""
        text = ", ".join(bar.named for bar in self.bars)
        return f"{text[:1].upper()}{text[1:]}."


class Band(msgspec.Struct, frozen=True):
    """A verdict: from and to how many points, and how wide it is drawn."""

    name: str
    points: str
    wide: int


class Outlook(msgspec.Struct, frozen=True):
    """What may be expected."""

    facts: tuple[tuple[str, str], ...] = ()
    legs: tuple[Leg, ...] = ()
    odds: tuple[Odds, ...] = ()
    points: tuple[tuple[int, str], ...] = ()
    bands: tuple[Band, ...] = ()


def shares(
    ref: Referee, chart: Chart[T], mods: Sequence[Mod], words: Mapping[str, tuple[str, str]]
) -> tuple[Bar, ...]:
    """The results of a chart as shares of the whole, in the order of `words`: result, its word, its tone."""
    found = exact(ref.chart(chart), ref.plus(chart, mods))
    bars = [Bar(word, found.chance(result), tone) for result, (word, tone) in words.items()]
    return tuple(bar for bar in bars if bar.share)
