"""What this browser has been told of each game: a cookie says it; of a chapter that is over the store keeps that
its end was shown, and then it is over in every browser.

Whoever opens a game is shown the scenes since the player's last answer, unless the cookie names this very moment
(chapter and revision) as told to its end. So a throw that waits still waits, from wherever one comes back. While
the telling is under way, no page that one comes to speaks of what has not been told.

A word of the cookie: "12.34" is told; "12.34-56" is to be told from event 56 on; "12.34_56": skipped from there.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from starlette.responses import Response

from flakhouse.render.briefing import briefed
from flakhouse.web.context import Context
from flakhouse.web.html import seen_other
from flakhouse.web.moment import last_answer
from flakhouse.web.security import TOLD
from flakhouse.web.tables import Table
from flakhouse.web.telling import pace_of, tell
from flakhouse.web.ways import Handler

__all__ = ["after_telling", "decided", "keep", "left_untold", "skipped", "to_tell"]

_MOST = 24  # games that are remembered
_YEAR = 31_536_000
_WORD = re.compile(r"(\d{1,12})\.(\d{1,20})(?:([-_])(\d{1,9}))?")


class _Word(NamedTuple):
    """How far a browser is with a chapter: at this revision, and all told ("") or to be told ("-") or
    skipped ("_") from an event on."""

    chapter: int
    revision: int
    how: str = ""
    since: int = 0

    @property
    def text(self) -> str:
        """As it stands in the cookie."""
        return f"{self.chapter}.{self.revision}{f'{self.how}{self.since}' if self.how else ''}"


def _words(text: str) -> list[_Word]:
    """The words of a cookie, whatever stands in it."""
    found = (_WORD.fullmatch(part) for part in text.split("~")[:_MOST])
    return [_Word(int(one[1]), int(one[2]), one[3] or "", int(one[4] or 0)) for one in found if one]


def _known(ctx: Context) -> list[_Word]:
    return _words(ctx.cookie(TOLD))


def _word(ctx: Context, mark: tuple[int, int]) -> _Word | None:
    """How far this browser is with a moment; None if it knows nothing of it. One that keeps no cookies has it in
    the address."""
    every = [*_words(ctx.query("told")), *_known(ctx)]
    return next((word for word in every if (word.chapter, word.revision) == mark), None)


def keep(ctx: Context, response: Response, table: Table, since: int | None = None) -> Response:
    """Have the browser know that a moment is to be told from an event on; without one, that all has been told."""
    return _keep(ctx, response, _Word(*table.mark, "" if since is None else "-", since or 0))


def _keep(ctx: Context, response: Response, word: _Word) -> Response:
    others = [one for one in _known(ctx) if one.chapter != word.chapter]
    ctx.keep(response, TOLD, "~".join(one.text for one in [word, *others][:_MOST]), _YEAR)
    return response


def decided(ctx: Context, table: Table, skips: int | None = None) -> Response:
    """To the decision, with all told or skipped from an event on."""
    word = _Word(*table.mark, "" if skips is None else "_", skips or 0)
    if table.session.finish is not None:
        ctx.store.tell_end(table.mark)
    play = f"/play/{table.name}"
    return _keep(ctx, seen_other(play if ctx.cookie(TOLD) else f"{play}?told={word.text}"), word)


def to_tell(ctx: Context, table: Table) -> int | None:
    """The event from which on there is something to tell before the decision; None if there is nothing."""
    word, session = _word(ctx, table.mark), table.session
    if session.finish is not None and ctx.store.end_told(table.mark):
        return None
    if word is not None:
        return word.since if word.how == "-" else None
    since = last_answer(session, session.events)
    first = briefed(session.events, session.need_dice is not None)
    if since <= first or tell(table.view, session, since, pace_of(ctx.prefs)) is not None:
        return since
    return None


def skipped(ctx: Context, table: Table) -> int | None:
    """The event from which on the scenes before this decision were skipped; None if they were not."""
    word = _word(ctx, table.mark)
    return word.since if word is not None and word.how == "_" else None


def left_untold(ctx: Context, names: Iterable[str]) -> set[str]:
    """Those of these saves of which this browser was being told when the page was left."""
    marks = {(word.chapter, word.revision) for word in _known(ctx) if word.how == "-"}
    here = {name: ctx.store.revision(name) for name in names} if marks else {}
    return {name for name, mark in here.items() if mark in marks and not ctx.store.end_told(mark)}


def after_telling(handler: Handler) -> Handler:
    """A page of a game that speaks of how it stands: in the midst of the telling this goes on instead."""

    @functools.wraps(handler)
    def shown(ctx: Context) -> Response:
        name, bounded = ctx.param("save"), "upto" in ctx.request.query_params  # a log as far as it was told
        return seen_other(f"/play/{name}") if not bounded and left_untold(ctx, [name]) else handler(ctx)

    return shown
