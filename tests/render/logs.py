"""Logs of a few hundred missions of every game, by the careful and the careless."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from flakhouse import games
from flakhouse.core.chapter import Chain, begin
from flakhouse.core.events import Event, Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.render.screen import ScreenRenderer, screen

GAMES = ("b29", "b17", "doolittle")


@cache
def view(name: str) -> ScreenRenderer:
    """The renderer of a game."""
    return screen(games.load(name))


@cache
def logs(name: str) -> tuple[list[Event], ...]:
    """The logs of a game: two missions of a tour for each seed, pilot and beginning."""
    game = games.load(name)
    rules = next((spec.values for spec in game.options() if spec.key == "rules"), ())
    beginnings = [{"rules": value} for value in rules] or [dict(scenario.options) for scenario in game.scenarios()]
    seeds = 10 if rules else 6
    found: list[list[Event]] = []
    for options in beginnings:
        for pilot in game.pilots():
            for seed in range(seeds):
                campaign = None
                for number in (1, 2) if rules else (1,):
                    chapter = begin(game, f"log {seed}", number=number, campaign=campaign, options=options)
                    ref = Referee(Chain(chapter.seeds), game.pilots()[pilot](f"{seed}/{number}"), trace=True)
                    end = game.play(ref, campaign, dict(chapter.options))
                    found.append(ref.events)
                    campaign = end.campaign
                    if end.over:
                        break
    return tuple(found)


def caused(events: Iterable[Event]) -> list[Event]:
    """A log written by hand, its notes with the rolls that the referee would give them: those since the last note,
    answer or scene."""
    made: list[Event] = []
    since: list[int] = []
    for event in events:
        if isinstance(event, Rolled):
            since.append(len(made))
        else:
            if isinstance(event, Noted) and not event.rolls:
                event = Noted(event.kind, event.facts, tuple(since))
            since = []
        made.append(event)
    return made
