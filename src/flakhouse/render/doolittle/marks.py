"""1.3 How the judges of a campaign came by their marks: what each counted, what it made, what the marks need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.campaign_debrief import QUARTERS
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.briefing import weighed

__all__ = ["Weighed", "lines", "rows", "sums"]


class Weighed(NamedTuple):
    """A row of a judge's sum."""

    judge: str
    what: str
    often: int
    points: str


def rows(events: Iterable[Event]) -> list[Weighed]:
    """What the judges counted, in words and points."""
    return [
        Weighed(
            word(e, "judge"),
            weighed(word(e, "what")),
            number(e, "count"),
            f"{number(e, 'quarters') / QUARTERS:+g}",
        )
        for e in events
        if isinstance(e, Noted) and e.kind == "weighed"
    ]


def sums(events: Iterable[Event]) -> dict[str, str]:
    """Each judge's sum, his mark and what the marks need: "2 makes +0 (-1 from -6, ...)"."""
    found: dict[str, str] = {}
    for e in events:
        if isinstance(e, Noted) and e.kind == "judge" and word(e, "measure"):
            steps = zip(("-1", "0", "+1", "+2"), word(e, "bands").split(), strict=False)
            needs = ", ".join(f"{mark} from {least}" for mark, least in steps)
            found[word(e, "judge")] = f"{word(e, 'measure')} makes {word(e, 'mark')} ({needs})"
    return found


def lines(events: Iterable[Event]) -> list[str]:
    """A line for each judge: the rows of his sum, and the sum."""
    told = list(events)
    counted = rows(told)
    found: list[str] = []
    for judge, total in sums(told).items():
        parts = [f"{row.what}: {row.often}, {row.points}" for row in counted if row.judge == judge]
        found.append(f"{judge}: {'; '.join(parts) or 'nothing that counts'}. Sum {total}.")
    return found
