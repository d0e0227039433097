"""B-17 flights to render: flown by a bot, kept between tests."""

from __future__ import annotations

from functools import cache

from flakhouse import games
from flakhouse.cli.fly import record_of
from flakhouse.core.referee import Referee
from flakhouse.core.session import Chain, begin
from flakhouse.render.b17 import B17Renderer, renderer
from flakhouse.render.base import Record

GAME = games.load("b17")


@cache
def flown(seed: str, pilot: str = "doctrine", rules: str = "advanced", missions: int = 1) -> tuple[Record, ...]:
    """The missions of a tour, one after another."""
    records: list[Record] = []
    campaign = None
    for number in range(1, missions + 1):
        chapter = begin(GAME, f"{seed}/{number}", number=number, campaign=campaign, options={"rules": rules})
        ref = Referee(Chain(chapter.seeds), GAME.pilots()[pilot](f"{seed}/{number}"), trace=True)
        chapter.finished = GAME.play(ref, campaign, dict(chapter.options))
        chapter.entries, chapter.check = ref.journal, ref.check
        campaign = chapter.finished.campaign
        records.append(record_of(chapter, ref.events))
    return tuple(records)


def many() -> list[Record]:
    """Five dozen missions of both rule sets, by the careful and by the careless."""
    found: list[Record] = []
    for i, rules in enumerate(("advanced", "basic")):
        found += flown(f"many {i}", "doctrine", rules, 20)
        found += flown(f"wild {i}", "random", rules, 10)
    return found


def view() -> B17Renderer:
    """A fresh renderer."""
    return renderer(GAME)
