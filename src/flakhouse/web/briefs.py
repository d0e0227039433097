"""The briefing as a page: the parts in words, the map with its signs numbered, the chances as shares."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import NamedTuple

from markupsafe import Markup

from flakhouse import games
from flakhouse.core.events import Event
from flakhouse.core.session import Session
from flakhouse.render.briefing import Part, briefing_of, places_of
from flakhouse.render.screen import ScreenRenderer
from flakhouse.sim.briefs import Outlook
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.boards.base import Board, numbered

__all__ = ["Brief", "brief_of"]

_DRAWN = ("doolittle",)  # games with a map to be read; of a bomber the way is drawn zone by zone


class Brief(NamedTuple):
    """What stands on the page of a briefing."""

    title: str
    where: str  # the line above the title
    parts: dict[str, Part]
    board: Board
    drawing: Markup
    signs: Sequence[tuple[int, str]]  # a number of 0: it is nowhere on the drawing
    outlook: Outlook

    def lines(self, name: str) -> Sequence[str]:
        """The sentences of a part."""
        return self.parts[name].lines if name in self.parts else ()


def brief_of(session: Session, view: ScreenRenderer) -> Brief:
    """The briefing of a mission or a scenario, as its state is."""
    state, chapter = session.state, session.chapter
    events: Sequence[Event] = session.events
    given = BoardInput(state, None, events, chapter.options, chapter.campaign, chapter.number)
    board = board_of(session.game.name, given)
    parts = {part.name: part for part in briefing_of(view, state)}
    told = parts["How to read the map"].lines if "How to read the map" in parts else ()
    drawing, found = Markup(""), list[int]()
    if session.game.name in _DRAWN:
        drawing, found = numbered(board.drawing, places_of(view, state))
        drawing = drawing if found else Markup("")  # the planning has forms, and no map yet
    signs = [(number if number in found else 0, line) for number, line in enumerate(told, 1)]
    outlook = Outlook()
    if parts:
        outlook = games.kit(session.game.name).load("outlook", FunctionType)(session.ref, state)
    title = view.title(chapter.number, events, state)
    scenario, _, name = title.partition(": ")
    where = f"{session.game.short} · {scenario}" if name else session.game.short
    return Brief(name or title, where, parts, board, drawing, signs, outlook)
