"""A flight as one file that anybody can open: its story, its scenes with the board as it was, its log, the diary.

The file needs nothing else and asks for nothing: no script, no address of a server, styles inside and named in its
own policy. Scenes are turned by links to places on the page. A board stands with every scene more than calm (of a
long raid with the grave ones) and at the end. Everything a player wrote is text.
"""

from __future__ import annotations

import base64
import hashlib
import re
from importlib import resources
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.challenges.same import same_flight
from flakhouse.core.session import Session
from flakhouse.render.base import record_of
from flakhouse.render.scenes import SceneLine
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.boards.base import Board
from flakhouse.web.html import render, static_url
from flakhouse.web.moment import log
from flakhouse.web.symbols import sprite
from flakhouse.web.tables import view_of
from flakhouse.web.telling import came_of, replayed

__all__ = ["apart", "shared"]

_CSS = ("tokens.css", "components.css", "page.css", "play.css", "scenes.css", "share.css")
_DRAWN = 60  # scenes with a board; where more would have one, only the grave ones do
_MARK = re.compile(r'\bid="([^"]+)"')
#: What stands before the name of a place.
_NAMING = r'\bid="|url\(#|href="#|aria-labelledby="|aria-describedby="|for="'
_AWAY = re.compile(r' (?:href|action)="/[^"]*"')


class _Shot(NamedTuple):
    """A scene on the page."""

    number: int
    weight: str
    headline: str
    lines: tuple[SceneLine, ...]
    board: Markup


def shared(session: Session, save: str, *, linked: bool = False, seed: bool = False) -> str:
    """The page of a chapter that has been played again to its last step; `linked` if a server gives the styles.

    The name of the save stays with the player, and so does the seed unless flights to come do not follow from it,
    or he tells it (`seed`); then the page says how to fly the same (challenges/same.py).
    """
    view = view_of(session.game.name)
    chapter = session.chapter
    record = record_of(chapter, session.events, save)  # its name chooses between the words of the story
    last = _board(session, session.finish is not None)
    shots, boards = _shots(session)
    sheets = list(dict.fromkeys([*_CSS[:-1], *(css for board in (*boards, last) for css in board.css), _CSS[-1]]))
    style = "" if linked else "\n".join(_static(name) for name in sheets)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    symbols = tuple(dict.fromkeys(name for board in (*boards, last) for name in board.symbols))
    return render(
        "shared.html",
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        style=Markup(style),
        links=[static_url(name) for name in sheets] if linked else [],
        sprite=sprite(symbols),
        title=view.story_title(record),
        heading=view.title(chapter.number, session.events, session.state),
        game=session.game,
        chapter=chapter.number,
        paragraphs=[text for text in view.story_paragraphs(record) if text],
        notes=chapter.notes,
        last=apart(last, "end"),
        shots=shots,
        blocks=log(session, view),
        same=same_flight(chapter, seed),
        linked=linked,
    )


def _board(session: Session, finished: bool) -> Board:
    """The board as it stands."""
    chapter = session.chapter
    given = BoardInput(
        session.state, None, session.events, chapter.options, chapter.campaign, chapter.number, finished
    )
    return board_of(session.game.name, given)


def _shots(session: Session) -> tuple[list[_Shot], list[Board]]:
    """The scenes, and the boards drawn for them."""
    view = view_of(session.game.name)
    chapter = session.chapter
    shots: list[_Shot] = []
    boards: list[Board] = []
    scenes = [scene for scene in view.scenes(session.events) if scene.lines or scene.rolls]
    weights = ("notable", "grave") if sum(scene.weight != "calm" for scene in scenes) <= _DRAWN else ("grave",)
    for number, scene in enumerate(scenes, 1):
        lines, drawn = tuple(came_of(scene, scene.headline)), Markup("")
        if scene.weight in weights:
            told = replayed(view, session, scene)
            past = told.past
            given = BoardInput(
                past.state, None, past.events, chapter.options, chapter.campaign, chapter.number, act=told.act
            )
            boards.append(board_of(session.game.name, given))
            drawn = apart(boards[-1], f"s{number}")
        shots.append(_Shot(number, scene.weight, scene.headline, lines, drawn))
    return shots, boards


def apart(board: Board, prefix: str) -> Markup:
    """A drawing whose places have names of their own, since many stand on one page; it leads nowhere else."""
    text = _AWAY.sub("", str(board.drawing))
    for mark in sorted(set(_MARK.findall(text)), key=len, reverse=True):
        named = rf'({_NAMING}){re.escape(mark)}(?=["\)])'
        text = re.sub(named, rf"\g<1>{prefix}-{mark}", text)
    return Markup(text)


def _static(name: str) -> str:
    """A style sheet; it may name no file, for there is none."""
    return resources.files("flakhouse.web").joinpath("static", name).read_text(encoding="utf-8")
