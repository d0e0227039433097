"""How the B-29 game reads: the words for its events, its state, its reports."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flakhouse.core.ask import Ask
from flakhouse.core.events import Event, Noted
from flakhouse.core.game import Game
from flakhouse.games.b29.state import Mission
from flakhouse.render.b29 import status
from flakhouse.render.b29.sheets import B29Papers
from flakhouse.render.b29.story import B29Story
from flakhouse.render.b29.text import TextRenderer
from flakhouse.render.bomber.renderer import PapersLike, StoryLike, templates
from flakhouse.render.screen import WARNING, Line

__all__ = ["B29Renderer", "renderer"]

_FIRE = ("allocate-fire", "blind-", "shoot-light")
_FIGHT = (*_FIRE, "evade-day", "evade-night", "night-return")
#: Decisions that turn on the fuel.
_RECKON = ("abort", "iwo-plan", "way-home", "off-course-over-target", "not-at-altitude", "storm-detour")
_TABLE = re.compile(r"^(\d+-\d+[A-E]?)\s*[(]?([a-p])?")
_PARAGRAPH = re.compile(r"^(\d+)\.(\d+)([A-Z]?)(\d?)")


class B29Renderer(TextRenderer):
    """Shows the B-29 game."""

    def papers(self) -> PapersLike:
        """Makes the sheets."""
        return B29Papers()

    def story(self) -> StoryLike:
        """Tells the story."""
        return B29Story(self.story_line)

    def untitled(self, number: int, state: object) -> str:
        """What a flight is called whose log names no target."""
        if isinstance(state, Mission):
            return f"Mission {state.number}: {state.target.city}"
        return f"B-29 Superfortress, flight {number}"

    def headline(self, state: object, events: Sequence[Event]) -> str:
        """The flight on one line."""
        return status.headline(state, self.mark, _weather_known(events)) if isinstance(state, Mission) else ""

    def status(self, state: object) -> str:
        """Everything about the flight on one screen."""
        if not isinstance(state, Mission):
            return "No mission has begun yet."
        return status.status(state, self.width)

    def briefing(self, state: object) -> list[str]:
        """The mission, for a start in the middle of it."""
        return status.briefing(state) if isinstance(state, Mission) else []

    def situation(self, state: object, ask: Ask, fresh: bool) -> list[Line]:
        """The attackers, when a decision is about them and they have not just been told of; the ammunition;
        the fuel reckoning where it decides; what bears on the fighters to come."""
        if not isinstance(state, Mission):
            return []
        if ask.id in _RECKON and state.options.fuel:
            return [Line(f"Fuel {status.reckoning(state)}.")]
        if ask.id == "depressurize-combat":
            return [Line(status.fighters_to_come(state))]
        if not ask.id.startswith(_FIGHT):
            return []
        lines = [] if fresh else [Line(f"Attacking from {text}", WARNING) for text in status.attackers(state)]
        if ask.id.startswith(_FIRE):
            lines.append(Line(f"Bursts left: {status.ammunition(state)}."))
        return lines

    def book_place(self, rule: str) -> str:
        """Where a rule stands in the three texts."""
        if rule.startswith(("GTS", "R-")):
            return f"Game Turn Streamliner, {rule}."
        table = _TABLE.match(rule)
        if table:
            note = f", note ({table[2]})" if table[2] else ""
            return f"Chart Book, table {table[1]}{note}."
        found = _PARAGRAPH.match(rule)
        if found:
            paragraph = f", paragraph {found[3]}{found[4]}" if found[3] else ""
            return f"Rule Book, section {found[1]}.{found[2]}{paragraph}."
        return f"Rule {rule}."


def _weather_known(events: Sequence[Event]) -> bool:
    """Whether the weather of the present zone has been rolled."""
    for event in reversed(events):
        if isinstance(event, Noted):
            if event.kind == "weather":
                return True
            if event.kind in ("zone", "base", "take-off"):
                return False
    return True


def renderer(game: Game) -> B29Renderer:
    """The renderer of the B-29 game."""
    return B29Renderer(game, templates("flakhouse.render.b29"))
