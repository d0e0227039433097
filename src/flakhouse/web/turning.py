"""Pictures of the turning points for a debriefing: the board as it was at the moments that mattered most, beside
the paragraph that tells them, each leading to the replay there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
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

__all__ = ["Picture", "matters", "pictures"]

_MOST, _FEWEST = 4, 2
_PAPER = ("debriefing", "judgement", "recovery")  # scenes at a desk
_WEIGHT = {"notable": 1.0, "grave": 2.0}
_LOSS = 2.0
_SURPRISE = 2.0  # at most; one throw in four
_ENOUGH = 2.5  # what is grave and was to be expected matters less


class Picture(NamedTuple):
    """A drawing of a moment: the scene it belongs to, its headline, and what the drawing needs of the page."""

    scene: int
    headline: str
    drawing: Markup
    css: tuple[str, ...]
    symbols: tuple[str, ...]


def pictures(session: Session, record: Record) -> dict[int, Picture]:
    """The pictures by the paragraph of the story they stand with: the moments that mattered most in it."""
    view = view_of(session.game.name)
    story = view.told_story(record)
    if story is None:
        return {}
    scenes = [scene for scene in view.scenes(session.events) if scene.lines or scene.rolls]
    places = {
        number: at
        for number, scene in enumerate(scenes)
        if _counts(scene) and (at := _paragraph(story, scene)) is not None
    }
    chosen = {places[number]: number for number in _best(scenes, places)}
    return {at: _picture(session, number, scenes[number]) for at, number in sorted(chosen.items())}


def _counts(scene: Scene) -> bool:
    """Whether a scene can be a turning point: what is grave, and what is plainly good news or a loss."""
    plain = scene.weight == "notable" and bool(scene.tone)
    return scene.kind not in _PAPER and (scene.weight == "grave" or plain)


def _best(scenes: Sequence[Scene], places: Mapping[int, int]) -> list[int]:
    """The numbers of those that mattered most, one for a paragraph. Of a kind that came often each further one
    matters less; those that every flight has, as it was to be expected, only where there is little else."""
    left, chosen = dict(places), list[int]()
    while left and len(chosen) < _MOST:
        often = Counter(scenes[number].kind for number in chosen)
        worth = {number: matters(scenes[number]) - often[scenes[number].kind] for number in left}
        best = max(worth, key=lambda number: (worth[number], -number))
        if len(chosen) >= _FEWEST and worth[best] < _ENOUGH:
            break
        chosen.append(best)
        left = {number: at for number, at in left.items() if at != places[best]}
    return chosen


def matters(scene: Scene) -> float:
    """How much a scene mattered: by its weight, as a loss, and by how seldom its roll falls as it did."""
    worth = _WEIGHT[scene.weight] + (_LOSS if scene.tone == "loss" else 0.0)
    key = scene.key
    if key is None or key.throw is None or not key.throw.totals or key.throw.ways == key.throw.of:
        return worth
    share = key.throw.ways / key.throw.of
    natural = key.total - sum(mod.value for mod in key.mods)
    fell = share if natural in key.throw.totals else 1 - share
    return worth + min(_SURPRISE, -math.log2(fell))


def _paragraph(story: Story, scene: Scene) -> int | None:
    """The paragraph that tells something of a scene."""
    first, last = scene.events
    for at, lines in enumerate(story.paragraphs):
        if any(first <= event <= last for line in lines for event in line.events):
            return at
    return None


def _picture(session: Session, number: int, scene: Scene) -> Picture:
    told = replayed(view_of(session.game.name), session, scene)
    past = told.past
    chapter = past.chapter
    given = BoardInput(
        past.state, None, past.events, chapter.options, chapter.campaign, chapter.number, act=told.act
    )
    board = board_of(session.game.name, given)
    return Picture(number, told.headline, apart(board, f"t{number}"), board.css, board.symbols)
