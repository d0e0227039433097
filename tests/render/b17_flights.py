"""B-17 flights to render."""

from __future__ import annotations

from flakhouse import games
from flakhouse.render.b17 import B17Renderer, renderer
from flakhouse.render.base import Record
from tests.render import flights

GAME = games.load("b17")


def flown(seed: str, pilot: str = "doctrine", rules: str = "advanced", missions: int = 1) -> tuple[Record, ...]:
    """The missions of a tour, one after another."""
    return flights.tour("b17", seed, pilot, rules, missions)


def many() -> list[Record]:
    """Many missions of every rule set."""
    return flights.tours("b17", ("advanced", "basic"), 20, 10)


def view() -> B17Renderer:
    """A fresh renderer."""
    return renderer(GAME)
