"""The briefing before a mission or a scenario: situation, aim, what counts, the signs of the map, what is decided,
what happened. Texts stand in `<game>.toml`; the live parts come from the state and the tables.

`recap` tells one who comes back after weeks in five lines where he stands.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from flakhouse.core import toml
from flakhouse.core.events import Chosen, Event, Noted, Opened
from flakhouse.core.questions import Question
from flakhouse.render.help import help_of
from flakhouse.render.look import own_events
from flakhouse.render.screen import ScreenRenderer

if TYPE_CHECKING:
    from flakhouse.core.charts import Chart
    from flakhouse.games.doolittle.state import Raid

__all__ = [
    "Part",
    "bands_of",
    "begins",
    "briefed",
    "briefing_of",
    "due",
    "places_of",
    "points_of",
    "recap",
    "weighed",
]

_BEGINS = frozenset({"target", "scenario"})  # the notes with which a mission or a scenario begins
_DRAWN = "briefing"  # the note with which the rest is known, where dice are thrown for it
_BANDS = ("Fiasco", "Disappointment", "Headline", "Success", "Triumph")
_AT_SEA = ("carrier (CV)", "cruiser", "other ship", "enemy", "never")  # points that only a voyage brings or costs
_ASKED = "Each of these is asked only when there is a reason"
_TOLD = 6  # moments of a recap


class Part(NamedTuple):
    """A part of a briefing: what it is called, and its sentences; at a terminal, where others are needed."""

    name: str
    lines: tuple[str, ...]
    letters: tuple[str, ...] = ()


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    situation: str = ""
    aim: str = ""
    success: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    places: tuple[str, ...] = ()  # where each sign is found on the drawing: a subject or a name, or how it begins
    letters: tuple[str, ...] = ()  # the signs of the map in letters, where it has others than the drawing
    decisions: tuple[str, ...] = ()
    history: str = ""


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mission: _Words = _Words()
    attack: _Words = _Words()
    flight: _Words = _Words()
    naval: _Words = _Words()
    campaign: _Words = _Words()
    judges: dict[str, str] = {}  # what the judges weigh
    scenario: dict[str, _Words] = {}


@functools.cache
def _book(game: str) -> _Book:
    file = resources.files(__name__).joinpath(f"{game}.toml")
    return msgspec.convert(toml.read(file.read_text(encoding="utf-8")), _Book) if file.is_file() else _Book()


def briefing_of(view: ScreenRenderer, state: object) -> list[Part]:
    """The parts of the briefing for this state, in order; [] before anything has begun."""
    if state is None:
        return []
    book = _book(view.game.name)
    if book.scenario:
        from flakhouse.games.doolittle.state import Raid  # which no other game need load

        if isinstance(state, Raid):
            return _raid(view, state, book)
    words = book.mission
    return _parts(words.aim, view.briefing(state), words.success, words)


def places_of(view: ScreenRenderer, state: object) -> tuple[str, ...]:
    """Where the signs that a briefing explains are found on the drawing, in their order."""
    book = _book(view.game.name)
    if not book.scenario or state is None:
        return book.mission.places
    from flakhouse.games.doolittle.state import Raid

    return _kind(view, state, book).places if isinstance(state, Raid) else ()


def _kind(view: ScreenRenderer, r: Raid, book: _Book) -> _Words:
    """The words for the kind of scenario."""
    key = view.game.charts().charts["S-titles"].look_up(str(r.options.scenario), 1)
    return {"attack": book.attack, "flight": book.flight, "naval": book.naval, "campaign": book.campaign}[key]


def _raid(view: ScreenRenderer, r: Raid, book: _Book) -> list[Part]:
    """A scenario of the raid: its own words, those of its kind, and the points of its tables."""
    key = str(r.options.scenario)
    own = book.scenario.get(key, _Words())
    charts = view.game.charts().charts
    words = msgspec.structs.replace(_kind(view, r, book), history=own.history)
    return _parts(own.aim, [own.situation, *view.briefing(r)[1:]], _points(charts, key, book.judges), words)


def points_of(charts: Mapping[str, Chart[str]], scenario: str) -> list[tuple[str, int]]:
    """What brings or costs points, and how many (S-scoring); nothing where judges decide."""
    if not bands_of(charts, scenario):
        return []
    scoring = charts["S-scoring"]
    column = 0 if int(scenario) <= 6 else 1
    found = [(label, int(scoring.words[column][row])) for row, label in enumerate(scoring.labels)]
    at_sea = charts["S-titles"].look_up(scenario, 1) == "naval"
    return [(label, worth) for label, worth in found if at_sea or not label.startswith(_AT_SEA)]


def bands_of(charts: Mapping[str, Chart[str]], scenario: str) -> list[tuple[str, int, int]]:
    """The verdicts with the least and the most points of each, -1 where there is no most (S-titles)."""
    word = charts["S-titles"].look_up(scenario, 5)
    if word == "-":
        return []
    starts = [0, *(int(least) for least in word.split())]
    ends = [*(least - 1 for least in starts[1:]), -1]
    return list(zip(_BANDS, starts, ends, strict=True))


def _points(charts: Mapping[str, Chart[str]], scenario: str, judges: Mapping[str, str]) -> list[str]:
    """What brings points, and what they are worth, in words."""
    bands = bands_of(charts, scenario)
    if not bands:
        return _judged(charts, judges)
    worth = points_of(charts, scenario)
    good = ", ".join(f"{label} {points:+d}" for label, points in worth if points > 0)
    bad = ", ".join(f"{label} {points:+d}" for label, points in worth if points < 0)
    ends = [f"below {most + 1} {name}" for name, _, most in bands[:-1]]
    return [f"Points: {good}.", f"Points lost: {bad}.", f"Verdict: {', '.join(ends)}, else {_BANDS[-1]}."]


def _judged(charts: Mapping[str, Chart[str]], judges: Mapping[str, str]) -> list[str]:
    """1.3 What each judge weighs, the steps of his mark, and the verdicts of the sum."""
    from flakhouse.games.doolittle.campaign_debrief import QUARTERS, WEIGHTS

    found, verdicts = charts["judges"], charts["verdicts"]
    lines = ["Five judges each give a mark from -2 to +2. The four numbers are what -1, 0, +1 and +2 need."]
    for row, judge in enumerate(found.labels):
        weighed = ", ".join(f"{judges[what]} {weight / QUARTERS:+g}" for what, weight in WEIGHTS[judge])
        lines.append(f"{judge} ({', '.join(found.words[0][row].split())}): {weighed}.")
    ends = [f"below {least} {name}" for name, least in zip(verdicts.words[0], verdicts.labels[1:], strict=False)]
    lines.append(
        f"The allies add a throw of -2 to +1. Verdict of the sum: {', '.join(ends)}, else {verdicts.words[0][-1]}."
    )
    return lines


def weighed(what: str) -> str:
    """1.3 What a judge of the raid weighs, in words, by its key."""
    return _book("doolittle").judges[what]


def _parts(aim: str, situation: Sequence[str], success: Sequence[str], words: _Words) -> list[Part]:
    found = (
        Part("Situation", tuple(line for line in situation if line)),
        Part("Aim", (aim,)),
        Part("What counts", tuple(success)),
        Part("How to read the map", words.signs, words.letters),
        Part(
            "What you will decide",
            (*words.decisions, f"{_ASKED}.") if words.decisions else (),
            (*words.decisions, f"{_ASKED}; the key a has more asked.") if words.decisions else (),
        ),
        Part("The history", (words.history,)),
    )
    return [part for part in found if any(part.lines)]


# ------------------------------------------------------------------ when


def begins(events: Sequence[Event]) -> int:
    """The event with which the mission or the scenario begins; -1 before."""
    return next((i for i, e in enumerate(events) if isinstance(e, Noted) and e.kind in _BEGINS), -1)


def briefed(events: Sequence[Event], waits: bool = False) -> int:
    """The event with which all is drawn that a briefing tells: nothing is told of dice that have not fallen. -1
    before it, as where the log ends because it `waits` for real dice."""
    first = begins(events)
    for number in range(first + 1, len(events)):
        event = events[number]
        if isinstance(event, Noted) and event.kind == _DRAWN:
            return number
        if isinstance(event, Opened | Chosen):
            return first
    return -1 if waits else first


def due(events: Sequence[Event], auto: Sequence[int], waits: bool = False) -> bool:
    """Whether a mission has begun and the player has answered nothing in it yet; not while it `waits` for real
    dice that the briefing would tell of."""
    first = begins(events)
    known = first >= 0 and briefed(events, waits) >= 0
    return known and not any(i > first for i in own_events(events, auto))


def recap(
    view: ScreenRenderer, state: object, events: Sequence[Event], ask: Question | None, score: str = ""
) -> list[str]:
    """At most five lines for one who comes back: what happened, where he stands, what is asked and what about."""
    weighty = [scene.headline for scene in view.scenes(events) if scene.weight != "calm" and scene.headline]
    head = view.headline(state, events) if state is not None else ""
    lines = [" ".join(filter(None, (f"{head}.", score)))] if head else []
    if weighty:
        lines.insert(0, f"So far: {'; '.join(weighty[-_TOLD:])}.")
    if ask is not None:
        lines.append(f"You are asked: {ask.prompt}")
        found = help_of(view.game.name, ask.id)
        lines += [found.what, found.wrong] if found is not None else []
    return lines[:5]
