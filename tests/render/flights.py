"""Flights to render: flown by a bot, kept between tests."""

from __future__ import annotations

from functools import cache

from flakhouse import games
from flakhouse.core.chapter import Chain, begin
from flakhouse.core.referee import Referee
from flakhouse.render.base import Record, record_of


@cache
def tour(name: str, seed: str, pilot: str, rules: str, missions: int) -> tuple[Record, ...]:
    """The missions of a tour of this game, one after another."""
    game = games.load(name)
    records: list[Record] = []
    campaign = None
    for number in range(1, missions + 1):
        chapter = begin(game, f"{seed}/{number}", number=number, campaign=campaign, options={"rules": rules})
        ref = Referee(Chain(chapter.seeds), game.pilots()[pilot](f"{seed}/{number}"), trace=True)
        chapter.finished = game.play(ref, campaign, dict(chapter.options))
        chapter.entries, chapter.check = ref.journal, ref.check
        campaign = chapter.finished.campaign
        records.append(record_of(chapter, ref.events))
    return tuple(records)


def tours(name: str, rule_sets: tuple[str, ...], careful: int, careless: int) -> list[Record]:
    """So many missions of every rule set, by the careful and by the careless."""
    found: list[Record] = []
    for i, rules in enumerate(rule_sets):
        found += tour(name, f"many {i}", "doctrine", rules, careful)
        found += tour(name, f"wild {i}", "random", rules, careless)
    return found
