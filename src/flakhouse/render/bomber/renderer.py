"""The renderer of a bomber game: title, reports, story. What it is made of comes from the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Protocol

from flakhouse.core.events import Event, Noted
from flakhouse.core.game import Finish
from flakhouse.render.base import Record, Template, templates_of
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.sheets import Outcome
from flakhouse.render.bomber.story import BomberStory
from flakhouse.render.bomber.text import TextRenderer
from flakhouse.render.bomber.tour import Tour, standing
from flakhouse.render.sheets import Sheet, write
from flakhouse.render.story.tell import Story

__all__ = ["BomberRenderer", "templates"]


def templates(package: str) -> dict[str, Template]:
    """The words of a game's package, and the common ones for the events it has no words of its own for."""
    return {**templates_of("flakhouse.render.bomber"), **templates_of(package)}


class PapersLike(Protocol):
    """What the renderer needs of `sheets.Papers`, whatever the game's outcome and turns are."""

    results: ClassVar[Mapping[str, str]]

    def debrief(self, record: Record, notes: tuple[str, ...]) -> list[Sheet]:
        """The debriefing."""

    def mission(self, record: Record, words: Callable[[Noted], str], notes: tuple[str, ...]) -> list[Sheet]:
        """The mission log sheet."""

    def campaign(self, records: Sequence[Record], notes: tuple[str, ...]) -> list[Sheet]:
        """The campaign log sheet."""

    def narrow(self, sheets: list[Sheet]) -> list[Sheet]:
        """The campaign log sheet for 80 columns."""

    def tour(self, record: Record) -> Tour | None:
        """The campaign after a mission."""

    def outcome(self, record: Record) -> Outcome | None:
        """What came of a mission."""


class BomberRenderer(TextRenderer):
    """Shows a bomber game. A game gives its papers and its story, and overrides what its state shows."""

    def papers(self) -> PapersLike:
        """Makes the sheets."""
        raise NotImplementedError

    def story(self) -> BomberStory:
        """Tells the story."""
        raise NotImplementedError

    def title(self, number: int, events: Sequence[Event], state: object = None) -> str:
        """The bomber, the mission and where it goes."""
        for event in events:
            if isinstance(event, Noted) and event.kind == "target":
                what = "flight {number}{training:, training|}: {city}"
                return f"{word(event, 'bomber')}, {self.fill(what, event.facts)}"
        return self.untitled(number, state)

    def untitled(self, number: int, state: object) -> str:
        """What a flight is called whose log names no target."""
        return f"{self.game.title}, flight {number}"

    def ending(self, end: Finish) -> str:
        """A tour with its score and who won it; of a single flight its result."""
        record = Record(
            game=self.game.name, number=0, seed="", options={}, outcome=end.outcome, campaign=end.campaign
        )
        papers = self.papers()
        tour = papers.tour(record)
        if tour is not None and tour.complete:
            return f"Tour flown: {standing(tour)}; won by {tour.lead}."
        outcome = papers.outcome(record)
        if outcome is None:
            return super().ending(end)
        result = papers.results.get(outcome.result, outcome.result)
        return f"{result[:1].upper()}{result[1:]}: {outcome.bomber.name} {outcome.bomber.end}."

    # ------------------------------------------------------------------ reports

    def debrief_sheets(self, record: Record) -> list[Sheet]:
        """Result, bombs, damage, men."""
        return self.papers().debrief(record, self.record_notes(record))

    def mission_sheets(self, record: Record) -> list[Sheet]:
        """The mission log sheet."""
        return self.papers().mission(
            record, lambda event: self.note_text(event, "full"), self.record_notes(record)
        )

    def campaign_sheets(self, records: Sequence[Record]) -> list[Sheet]:
        """The campaign log sheet."""
        notes = tuple(note for record in records for note in self.record_notes(record))
        return self.papers().campaign(records, notes)

    def report(self, kind: str, records: Sequence[Record], format: str = "text") -> str:
        """A report; the campaign log sheet is narrower as text."""
        if kind == "campaign" and format == "text":
            return write(self.papers().narrow(self.campaign_sheets(records)), format, self.width)
        return super().report(kind, records, format)

    def told_story(self, record: Record) -> Story:
        """The story of a flight, sentence by sentence."""
        return self.story().tell(record)

    def story_title(self, record: Record) -> str:
        """What the story is called; the bomber, the mission and where it went."""
        what = self.title(record.number, record.events)
        return f"{self.told_story(record).title} · {what}" if record.events else what

    def story_paragraphs(self, record: Record) -> list[str]:
        """The story of a flight."""
        return self.told_story(record).texts() if record.events else []
