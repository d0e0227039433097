"""B-29 flights to render."""

from __future__ import annotations

from flakhouse import games
from flakhouse.render.b29 import B29Renderer, renderer
from flakhouse.render.base import Record
from tests.render import flights

GAME = games.load("b29")


def flown(seed: str, pilot: str = "doctrine", rules: str = "advanced", missions: int = 1) -> tuple[Record, ...]:
    """The missions of a tour, one after another."""
    return flights.tour("b29", seed, pilot, rules, missions)


def many() -> list[Record]:
    """Many missions of every rule set."""
    return flights.tours("b29", ("advanced", "basic", "streamlined"), 14, 4)


def view() -> B29Renderer:
    """A fresh renderer."""
    return renderer(GAME)
