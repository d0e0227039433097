"""The raid as it was, beside the raid as this game plays it with a sensible bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import HistoryRow
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import game
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate, Launch, Site

__all__ = ["HISTORY", "SOURCE", "STUDIES", "compare", "count"]

#: What is counted, and what it was on 18 April 1942.
HISTORY: tuple[tuple[str, float], ...] = (
    ("B-25s launched", 16),
    ("bombed a city", 15),
    ("lost over Japan or on the way there", 0),
    ("came down in China or off its coast out of fuel", 15),
    ("landed at a field in China", 0),
    ("landed in the Soviet Union", 1),
    ("crews captured", 2),
    ("crews safe or interned", 14),
)
SOURCE = "the raid of 18 April 1942 (1.0)"
#: Games played for the comparison: the flight as it was, and the whole story with the historical plan.
STUDIES: tuple[tuple[str, Options], ...] = (
    ("scenario 7, the flight as it was launched", Options(scenario=7, denouement=True)),
    ("scenario 10, the historical plan", Options(scenario=10)),
)
_CHINA = tuple(s for s in Site if s not in (Site.VLADIVOSTOK, Site.KOREA))
_COAST = 9  # the first zone on China time


def count(r: Raid) -> tuple[float, ...]:
    """The figures of one raid, in the order of HISTORY."""
    flown = [b for b in r.squadron if b.fate not in (Fate.RESERVE, Fate.LEFT_BEHIND, Fate.HOME)]
    china = {site.value for site in _CHINA}
    crews = [c for c in r.crews if c.b25 in flown]
    landed_china = sum(b.where in china or b.fate is Fate.CHUNGKING for b in flown)
    ditched_china = sum(b.fate is Fate.DITCHED and _zone(b.where) >= _COAST for b in flown)
    ditched_before = sum(b.fate is Fate.DITCHED and 0 < _zone(b.where) < _COAST for b in flown)
    return (
        len(flown) if r.launch is not Launch.NONE else 0,
        sum(city.detonations for city in r.cities.values()),
        sum(b.fate is Fate.DESTROYED for b in flown) + ditched_before,
        ditched_china,
        landed_china,
        sum(b.where == Site.VLADIVOSTOK.value for b in flown),
        sum(c.fate == "captured" for c in crews),
        sum(c.fate in ("safe", "rescued", "released", "interned") for c in crews),
    )


def _zone(where: str) -> int:
    """The zone of a ditching; on the way to Chungking counts as China."""
    word = where.removeprefix("zone ")
    return int(word) if word.isdigit() else _COAST


def compare(games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
    """Play, and give the share done now and then; at last the table."""
    rows: list[HistoryRow] = []
    for at, (title, options) in enumerate(STUDIES):
        raids: list[Counter[float]] = [Counter() for _ in HISTORY]
        for number in range(games):
            r, _ = game.play_raid(Referee(Seeded(f"{seed}/{options.scenario}/{number}"), Default()), options)
            for counted, value in zip(raids, count(r), strict=True):
                counted[value] += 1
            if number % 20 == 0:
                yield (at + number / games) / len(STUDIES)
        for (what, was), counted in zip(HISTORY, raids, strict=True):
            rows.append(
                HistoryRow(
                    study=title,
                    what=what,
                    n=games,
                    total=sum(value * times for value, times in counted.items()),
                    raids=dict(counted),
                    percent=False,
                    history=was,
                    source=SOURCE,
                )
            )
    yield rows
