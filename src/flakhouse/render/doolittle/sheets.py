"""The papers of a raid: debriefing, log sheet, list of raids."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.facts import count
from flakhouse.render.doolittle import fates, marks, parts
from flakhouse.render.screen import Block
from flakhouse.render.sheets import Cell, Sheet

__all__ = ["B25End", "Judged", "Outcome", "Points", "campaign", "debrief", "mission", "outcome_of", "title"]


class Points(msgspec.Struct):
    """What counted in a debriefing."""

    what: str
    count: int
    points: int


class Judged(msgspec.Struct):
    """A judge of the campaign."""

    measure: float
    mark: int
    words: str


class B25End(msgspec.Struct):
    """What became of a B-25."""

    pilot: str
    fate: str
    where: str
    damage: int


class Outcome(msgspec.Struct):
    """What came of a raid, as the game records it."""

    scenario: int
    score: int
    result: str
    verdict: str
    alert: int
    blast: dict[str, int]
    fates: dict[str, int]
    b25s: dict[str, B25End]
    crews_captured: int = 0
    launched: bool = False
    launch: str | None = None
    aborted: str | None = None
    points: list[Points] = []
    judges: dict[str, Judged] = {}
    alliances: int | None = None
    trials: list[str] = []
    never_launched: bool = False


def outcome_of(record: Record) -> Outcome | None:
    """The outcome of a finished raid, in sentences that fit it."""
    if record.outcome is None:
        return None
    found = msgspec.convert(record.outcome, Outcome)
    for name in fates.wrecked(record.events):
        pilot = pilot_of(name)
        for end in found.b25s.values():
            if end.pilot == pilot:
                end.fate = "wrecked on landing"
    found.verdict = parts.fitting(found.verdict)
    for one in found.judges.values():
        one.words = parts.fitting(one.words)
    return found


def title(number: int, events: Sequence[Event] = ()) -> str:
    """A scenario by number and name: the one it was played under, as far as the log is there."""
    begun = (event for event in events if isinstance(event, Noted) and event.kind == "scenario")
    name = next((word(event, "title") for event in begun), CHARTS.charts["S-titles"].look_up(str(number)))
    return f"Scenario {number}: {name}"


def debrief(record: Record, notes: tuple[str, ...]) -> list[Sheet]:
    """1.2, 1.3 Score, verdict and how it came about; what became of every B-25."""
    found = outcome_of(record)
    if found is None:
        return [Sheet(f"Raid {record.number}", ("", ""), (("state", "still being played"),), notes)]
    rows: list[tuple[Cell, ...]] = [("Result", found.result.capitalize()), ("Score", found.score)]
    rows.append(("Verdict", found.verdict))
    if found.aborted:
        rows.append(("No raid", found.aborted))
    if found.launch is not None:
        rows.append(("Launch", found.launch))
    rows += [(f"Blast, {city}", blast) for city, blast in found.blast.items()]
    rows.append(("Alert Level", found.alert))
    if found.alliances is not None:
        rows.append(("Alliances", f"{found.alliances:+d}"))
    rows += [("Trial", trial) for trial in found.trials]
    sheets = [Sheet(f"Debriefing. {title(found.scenario, record.events)}", ("", ""), tuple(rows), notes)]
    if found.points:
        points = tuple((one.what, one.count, one.points) for one in found.points if one.points)
        sheets.append(Sheet("Points", ("for", "how often", "points"), points))
    if found.judges:
        judges = tuple((name, f"{one.mark:+d}", one.words) for name, one in found.judges.items())
        sheets.append(Sheet("The judges", ("judge", "mark", "words"), judges, tuple(marks.lines(record.events))))
    return [*sheets, _squadron(found, record.events)]


def _squadron(found: Outcome, events: Sequence[Event]) -> Sheet:
    """What became of every B-25 and, as far as the log tells it, of its crew."""
    crews = fates.crews(events)
    hurt = ("", "damaged", "severe")
    rows = [
        (
            id,
            end.pilot,
            end.fate,
            _where(end, bool(crews)) or None,
            crews.get(f"{end.pilot} ({id})"),
            hurt[min(2, end.damage)] or None,
        )
        for id, end in found.b25s.items()
    ]
    heads = ("B-25", "pilot", "end", "where", "crew", "damage")
    told = [at for at in range(len(heads)) if at < 3 or any(row[at] for row in rows)]  # no empty columns
    captured = f"{count(found.crews_captured, 'crew', 'crews')} captured." if found.crews_captured else ""
    notes = tuple(note for note in (fates.leader(events), captured) if note)
    shown = tuple(tuple(row[at] for at in told) for row in rows)
    return Sheet("The squadron", tuple(heads[at] for at in told), shown, notes)


def _where(end: B25End, fated: bool = False) -> str:
    """Where a B-25 is; one that came down in a zone, in words too. Once the fates of the crews are known, nothing
    hangs on the number of the zone.
    """
    said = parts.came_down(end.where)
    return said if fated or said == end.where else f"{said}, {end.where}"


def mission(record: Record, tell: Callable[[Sequence[Event]], list[Block]], notes: tuple[str, ...]) -> list[Sheet]:
    """The log sheet: what happened turn by turn, below the debriefing."""
    rows: list[tuple[Cell, ...]] = []
    for block in tell(record.events):
        rows += [(block.head or "Start", line.text) for line in block.lines]
    return [*debrief(record, notes), Sheet("Log", ("turn", "what happened"), tuple(rows))]


def campaign(records: Sequence[Record], notes: tuple[str, ...]) -> list[Sheet]:
    """A row for every finished raid."""
    rows: list[tuple[Cell, ...]] = []
    for record in records:
        found = outcome_of(record)
        if found is not None:
            lost = sum(found.fates.get(fate.value, 0) for fate in parts.LOST)
            blast = sum(found.blast.values())
            rows.append((record.number, found.scenario, found.result, found.score, blast, lost, found.alert))
    columns = ("raid", "scenario", "result", "score", "Blast", "B-25s lost", "Alert")
    return [Sheet("The Doolittle Raid: raids flown", columns, tuple(rows), notes)]
