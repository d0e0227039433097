"""How the Doolittle game reads: the words for its events, its maps, its reports.

parts   rows, tables, what is seen of a marker     maps    which map is shown when
target  a target map     flying   the Flight Map     sailing  the Naval Map     planned  blotter and China
picture a scene in letters, and the panel          digest  the log read back as turns
status  headline and status screen                tally   what bombs add to the score
text    the short log     sheets   the papers       story   the raid told
legs    a calm stretch of the flight, by turns     ailments what a hazard does from now on
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from flakhouse.core.events import Event, Noted
from flakhouse.core.game import Finish, Game
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.base import Record, templates_of
from flakhouse.render.bomber.digest import word
from flakhouse.render.doolittle import ailments, legs, picture, sheets, status, story, tally
from flakhouse.render.doolittle.aftermath import aftermath
from flakhouse.render.doolittle.text import TextRenderer
from flakhouse.render.pictures import Crewman, Row
from flakhouse.render.scenes import Scene, SceneLine
from flakhouse.render.screen import Line
from flakhouse.render.sheets import Sheet
from flakhouse.render.story.tell import Story
from flakhouse.render.telling import Leg

__all__ = ["DoolittleRenderer", "renderer"]

#: Scenes that happen on no map.
_TALL = 40  # lines of a screen that the whole map of a city fits with its question
_PLAIN = ("judgement", "debriefing", "denouement", "secrecy")


class DoolittleRenderer(TextRenderer):
    """Shows the Doolittle game."""

    marked = "A B-25"
    marks = picture.MARKS
    vital = 4  # segment and turn, what is most to the point in it, alert
    signs = picture.SIGNS

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
        return status.headline(state, self.mark, _turn_began(events)) if isinstance(state, Raid) else ""

    def status(self, state: object) -> str:
        """The map of the moment, security and squadron."""
        if not isinstance(state, Raid):
            return "No raid has begun yet."
        return status.status(state, self.width)

    def briefing(self, state: object) -> list[str]:
        """The scenario, for a start in the middle of it."""
        return status.briefing(state) if isinstance(state, Raid) else []

    def situation(self, state: object, ask: Question, fresh: bool) -> list[Line]:
        """The map before the first decision of a turn; who is where before others."""
        if not isinstance(state, Raid):
            return []
        if 0 < self.height < _TALL and status.on_map(state, ask):
            return [Line("\n".join(picture.small(state, self.width - 2)))]
        return [Line(text) for text in status.situation(state, ask, fresh, self.width - 2)]

    # ------------------------------------------------------------------ pictures in letters

    def picture(self, state: object, kind: str, about: Sequence[Subject]) -> list[Row]:
        """The map of the moment."""
        return picture.picture(state, about) if isinstance(state, Raid) and kind not in _PLAIN else []

    def crew(self, state: object) -> list[Crewman]:
        """The B-25s, once they have put to sea."""
        return picture.squadron(state) if isinstance(state, Raid) and state.segment != "planning" else []

    def means(self, ref: Referee, scene: Scene, at: Callable[[int], object]) -> list[SceneLine]:
        """Where bombs fell: how much, and the score so far; what a hazard of the flight means from now on."""
        if scene.kind == ailments.KIND:
            return ailments.stays(ref, scene, self.rule_index)
        seen = any(line.kind == "carrier-found" for line in scene.lines)  # a hit made before may count for her
        if (scene.kind not in tally.KINDS and not seen) or not scene.events[0]:
            return []
        before, after = at(scene.events[0] - 1), at(scene.events[1])
        if not isinstance(before, Raid) or not isinstance(after, Raid):
            return []
        found = tally.tally(before, after)
        return found if scene.kind in tally.KINDS else [line for line in found if line.tone]

    def legs(self, events: Sequence[Event], numbers: Sequence[int]) -> list[Leg]:
        """8.0 The flight turn by turn."""
        return legs.legs(events, numbers)

    def standing(self, state: object) -> str:
        """1.2 The score so far; none where judges decide."""
        found = tally.standing(state) if isinstance(state, Raid) else None
        return found.words if found is not None else ""

    def panel(self, state: object) -> list[Row]:
        """Flights, B-25s, security."""
        return picture.panel(state) if isinstance(state, Raid) else []

    def ending(self, end: Finish) -> str:
        """The scenario, its result and the score."""
        found = msgspec.convert(end.outcome, sheets.Outcome)
        return f"{sheets.title(found.scenario)}. {found.result.capitalize()}, score {found.score}."

    def book_place(self, rule: str) -> str:
        """Where a rule stands: "[8.2.4]" of the Rule Book."""
        return f"Rule Book {', '.join(f'[{part.split()[0]}]' for part in rule.split(', ') if part.split())}."

    # ------------------------------------------------------------------ reports

    def debrief_sheets(self, record: Record) -> list[Sheet]:
        """Score, verdict, squadron."""
        return sheets.debrief(record, self.record_notes(record))

    def aftermath(self, record: Record) -> list[tuple[str, list[str]]]:
        """The judges with their reasons, and what followed."""
        return aftermath(record)

    def mission_sheets(self, record: Record) -> list[Sheet]:
        """The log sheet."""
        return sheets.mission(record, self.tell, self.record_notes(record))

    def campaign_sheets(self, records: Sequence[Record]) -> list[Sheet]:
        """All raids of a save."""
        notes = tuple(note for record in records for note in self.record_notes(record))
        return sheets.campaign(records, notes)

    def told_story(self, record: Record) -> Story:
        """The raid told from its log, sentence by sentence."""
        return story.tell(record)

    def story_title(self, record: Record) -> str:
        """What the story is called, and the scenario."""
        what = self.title(record.number, record.events)
        return f"{self.told_story(record).title} · {what}" if record.events else what

    def story_paragraphs(self, record: Record) -> list[str]:
        """The raid told from its log."""
        return self.told_story(record).texts() if record.events else []


def renderer(game: Game) -> DoolittleRenderer:
    """The renderer of the Doolittle game."""
    return DoolittleRenderer(game, templates_of("flakhouse.render.doolittle"))


def _turn_began(events: Sequence[Event]) -> str:
    """9.2 The Sea Area in which the last Naval Turn began; nothing if the log has none."""
    turns = (event for event in reversed(events) if isinstance(event, Noted) and event.kind == "naval-turn")
    return next((word(event, "area") for event in turns), "")
