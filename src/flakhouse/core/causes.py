"""Which rolls of a log caused what is noted next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flakhouse.core.events import Event, Opened, Rolled

__all__ = ["Cause", "just_rolled", "rolled_on"]


class Cause(Protocol):
    """A chart whose roll caused something, whatever its results are."""

    id: str


def just_rolled(events: list[Event], told: int) -> tuple[int, ...]:
    """The rolls since event `told`: the last note, answer or scene."""
    return tuple([number for number in range(told + 1, len(events)) if isinstance(events[number], Rolled)])


def rolled_on(events: list[Event], causes: Sequence[Cause]) -> tuple[int, ...]:
    """The last roll of this scene on each of these charts, or rolls, if there were several at once."""
    charts = [chart.id for chart in causes]
    found: list[int] = []
    run = ""  # the chart of the roll after this one, if it was asked for
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, Opened) or not (charts or run):
            break
        if not isinstance(event, Rolled):
            run = ""
        elif event.chart == run:
            found.append(number)
        elif event.chart in charts:
            run = event.chart
            charts.remove(run)
            found.append(number)
    return tuple(reversed(found))
