"""How the Doolittle game reads: the words for its events, its maps, its reports.

parts   rows, tables, what is seen of a marker     maps    which map is shown when
target  a target map     flying   the Flight Map     sailing  the Naval Map     planned  blotter and China
status  headline and status screen                 digest  the log read back as turns
text    the short log     sheets   the papers       story   the raid told
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.ask import Ask
from flakhouse.core.events import Event, Noted
from flakhouse.core.game import Finish, Game
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.base import Record, templates_of
from flakhouse.render.bomber.digest import word
from flakhouse.render.doolittle import sheets, status, story
from flakhouse.render.doolittle.text import TextRenderer
from flakhouse.render.screen import Line
from flakhouse.render.sheets import Sheet

__all__ = ["DoolittleRenderer", "renderer"]


class DoolittleRenderer(TextRenderer):
    """Shows the Doolittle game."""

    def title(self, number: int, events: Sequence[Event], state: object = None) -> str:
        """The scenario by number and name."""
        if isinstance(state, Raid):
            return status.title(state)
        for event in events:
            if isinstance(event, Noted) and event.kind == "scenario":
                return f"Scenario {word(event, 'number')}: {word(event, 'title')}"
        return f"{self.game.title}, raid {number}"

    def headline(self, state: object, events: Sequence[Event]) -> str:
        """The raid on one line."""
        return status.headline(state, self.mark) if isinstance(state, Raid) else ""

    def status(self, state: object) -> str:
        """The map of the moment, security and squadron."""
        if not isinstance(state, Raid):
            return "No raid has begun yet."
        return status.status(state, self.width)

    def briefing(self, state: object) -> list[str]:
        """The scenario, for a start in the middle of it."""
        return status.briefing(state) if isinstance(state, Raid) else []

    def situation(self, state: object, ask: Ask, fresh: bool) -> list[Line]:
        """The map before the first decision of a turn; who is where before others."""
        if not isinstance(state, Raid):
            return []
        return [Line(text) for text in status.situation(state, ask, fresh, self.width - 2)]

    def ending(self, end: Finish) -> str:
        """The scenario, its result and the score."""
        found = msgspec.convert(end.outcome, sheets.Outcome)
        return f"{sheets.title(found.scenario)}. {found.result.capitalize()}, score {found.score}."

    def book_place(self, rule: str) -> str:
        """Where a rule stands: "[8.2.4]" of the Rule Book."""
        return f"Rule Book {', '.join(f'[{part.split()[0]}]' for part in rule.split(', '))}."

    # ------------------------------------------------------------------ reports

    def debrief_sheets(self, record: Record) -> list[Sheet]:
        """Score, verdict, squadron."""
        return sheets.debrief(record, self.record_notes(record))

    def mission_sheets(self, record: Record) -> list[Sheet]:
        """The log sheet."""
        return sheets.mission(record, self.tell, self.record_notes(record))

    def campaign_sheets(self, records: Sequence[Record]) -> list[Sheet]:
        """All raids of a save."""
        notes = tuple(note for record in records for note in self.record_notes(record))
        return sheets.campaign(records, notes)

    def story_title(self, record: Record) -> str:
        """The scenario."""
        return f"The raid. {self.title(record.number, record.events)}"

    def story_paragraphs(self, record: Record) -> list[str]:
        """The raid told from its log."""
        return story.paragraphs(record.events, self.story_line)

    def story_line(self, event: Noted) -> str:
        """The words of a template for the story; "" if the event is not worth telling."""
        template = self.templates.get(event.kind)
        return self.fill(template.story, event.facts) if template is not None and template.story else ""


def renderer(game: Game) -> DoolittleRenderer:
    """The renderer of the Doolittle game."""
    return DoolittleRenderer(game, templates_of("flakhouse.render.doolittle"))
