"""Pictures of the turning points for a debriefing: the board at its gravest scenes, beside the paragraph that
tells them, each leading to the replay there.
"""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from flakhouse.core.session import Session
from flakhouse.render.base import Record
from flakhouse.render.scenes import Scene
from flakhouse.render.story.tell import Story
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.share import apart
from flakhouse.web.tables import view_of
from flakhouse.web.telling import replayed

__all__ = ["Picture", "pictures"]

_MOST = 4
_PAPER = ("debriefing", "judgement")  # scenes at a desk


class Picture(NamedTuple):
    """A drawing of a moment: the scene it belongs to, its headline, and what the drawing needs of the page."""

    scene: int
    headline: str
    drawing: Markup
    css: tuple[str, ...]
    symbols: tuple[str, ...]


def pictures(session: Session, record: Record) -> dict[int, Picture]:
    """The pictures by the paragraph of the story they stand with; none of a quiet flight."""
    view = view_of(session.game.name)
    story = view.told_story(record)
    if story is None:
        return {}
    scenes = [scene for scene in view.scenes(session.events) if scene.lines or scene.rolls]
    places: dict[int, int] = {}
    for number, scene in enumerate(scenes):
        at = _paragraph(story, scene) if scene.weight == "grave" and scene.kind not in _PAPER else None
        if at is not None:
            places.setdefault(at, number)
    chosen = sorted(places.items())
    if len(chosen) > _MOST:
        chosen = [chosen[round(i * (len(chosen) - 1) / (_MOST - 1))] for i in range(_MOST)]
    return {at: _picture(session, number, scenes[number]) for at, number in chosen}


def _paragraph(story: Story, scene: Scene) -> int | None:
    """The paragraph that tells something of a scene."""
    first, last = scene.events
    for at, lines in enumerate(story.paragraphs):
        if any(first <= event <= last for line in lines for event in line.events):
            return at
    return None


def _picture(session: Session, number: int, scene: Scene) -> Picture:
    told = replayed(view_of(session.game.name), session, scene)
    past = session.at(told.upto)
    chapter = past.chapter
    given = BoardInput(
        past.state, None, past.events, chapter.options, chapter.campaign, chapter.number, act=told.act
    )
    board = board_of(session.game.name, given)
    return Picture(number, told.headline, apart(board, f"t{number}"), board.css, board.symbols)
