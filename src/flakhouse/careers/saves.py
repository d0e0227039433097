"""Careers of a save, from its chapters: each is played again for its log, and what was read is kept a while."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import msgspec

from flakhouse import games
from flakhouse.careers.dossier import Entry, Flight, Tour
from flakhouse.careers.flight import BOMBERS, read
from flakhouse.careers.raid import Raiders, roll_of
from flakhouse.careers.tour import tour_of
from flakhouse.core.chapter import Chapter
from flakhouse.core.game import Game
from flakhouse.core.session import Session
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.base import record_of

__all__ = ["career_of", "names_now", "noses_of"]

_LARGE = 100_000  # bytes of a chapter; one of ours has a tenth


def career_of(save: str, game: Game, chapters: Sequence[Chapter], medals: bool = True) -> Tour | Raiders | None:
    """The tour of a bomber, or the roll of a raid; None of a raid that cannot be played again."""
    if game.name not in BOMBERS:
        return _raid(save, game, chapters[-1])
    done = [chapter for chapter in chapters if chapter.finished is not None]
    flights = [flight for chapter in done if (flight := _flight(_plain(chapter))) is not None]
    over = bool(done and done[-1].finished and done[-1].finished.over)
    names = {chapter.number: chapter.names for chapter in done}
    awards = {chapter.number: chapter.awards for chapter in done}
    art = noses_of(chapters)
    aboard = _aboard(game, chapters[-1])
    tour = tour_of(
        save, game, flights, over=over, medals=medals, art=art, names=names, awards=awards, aboard=aboard
    )
    tour.diary = [Entry(c.number, note.step, note.written, note.text) for c in chapters for note in c.notes]
    return tour


def noses_of(chapters: Sequence[Chapter]) -> Mapping[str, str]:
    """The drawings chosen for bombers; the last choice stands."""
    return {name: art for chapter in chapters for name, art in chapter.noses.items()}


def names_now(game: Game, last: Chapter) -> dict[str, str]:
    """Who flies next, by his place, and the bomber: whom the player may rename now. During a flight nobody."""
    end = last.finished
    if end is None or end.over or end.campaign is None:
        return {}
    return game.names_of(game.renamed(end.campaign, last.names))


def _aboard(game: Game, last: Chapter) -> dict[str, str]:
    """Who flies now or next, by his place; nobody when the tour is over, or before its first crew is named."""
    if last.finished is not None:
        return names_now(game, last)
    return game.names_of(last.campaign) if last.campaign is not None else {}


def _plain(chapter: Chapter) -> bytes:
    """A chapter without what its player added, by which what was read of it is known again."""
    return msgspec.json.encode(msgspec.structs.replace(chapter, notes=[], noses={}, names={}, awards={}))


def _flight(chapter: bytes) -> Flight | None:
    return _read(chapter) if len(chapter) < _LARGE else _read.__wrapped__(chapter)


@functools.lru_cache(maxsize=512)
def _read(chapter: bytes) -> Flight | None:
    """A finished chapter; of one that the rules no longer play its outcome alone."""
    found = msgspec.json.decode(chapter, type=Chapter)
    session = Session(games.load(found.game), found)
    lost = bool(session.wake())
    return read(record_of(found, [] if lost else session.events))


def _raid(save: str, game: Game, chapter: Chapter) -> Raiders | None:
    session = Session(game, chapter)
    if session.wake() and chapter.finished is not None:
        return None
    state = session.state
    return roll_of(record_of(session.chapter, session.events, save), state) if isinstance(state, Raid) else None
