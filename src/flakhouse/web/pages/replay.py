"""A recorded chapter at any step: board and log as they were, with a scrubber."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse import games
from flakhouse.core.session import Session
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page
from flakhouse.web.moment import last_answer, log, question, rolls
from flakhouse.web.strips import strip_of
from flakhouse.web.tables import view_of
from flakhouse.web.ways import Way, get

__all__ = ["WAYS", "past_of"]


def past_of(ctx: Context, name: str) -> tuple[Session, Session, int]:
    """The chapter asked for, the same at the step asked for, and how many chapters the save has."""
    game = games.load(ctx.store.info(name).game)
    count = ctx.store.info(name).chapter
    number = ctx.number("chapter", count)
    if number is None or not 1 <= number <= count:
        raise BadRequest(f"chapter {number}: {name} has 1 to {count}")
    session = ctx.store.session(game, name, number)
    step = ctx.number("step", session.steps)
    if step is None or step > session.steps:
        raise BadRequest(f"step {step}: {game.chapter_word} {number} has steps 0 to {session.steps}")
    return session, session.at(step), count


def _replay(ctx: Context) -> Response:
    name = ctx.param("save")
    whole, past, count = past_of(ctx, name)
    view = view_of(past.game.name)
    chapter = past.chapter
    given = BoardInput(
        past.state,
        past.pending,
        past.events,
        chapter.options,
        chapter.campaign,
        chapter.number,
        past.finish is not None,
    )
    board = board_of(past.game.name, given)
    since = last_answer(past, past.events)
    found = rolls(past.events, range(since, len(past.events)))
    return page(
        ctx,
        "replay.html",
        save=name,
        game=past.game,
        title=view.title(chapter.number, past.events, past.state),
        headline=view.headline(past.state, past.events) if past.state is not None else "",
        chapter=chapter.number,
        chapters=count,
        step=past.steps,
        steps=whole.steps,
        board=board,
        where=view.status(past.state) if not board.drawing else "",
        question=question(past.pending) if past.pending is not None else None,
        taken=_taken(whole, past),
        rolls=[(roll, strip_of(past, roll)) for roll in reversed(found[-8:])],
        log=list(reversed(log(past, view)))[:12],
    )


def _taken(whole: Session, past: Session) -> str:
    """The answer that was given at this step, "" at the end."""
    if past.steps >= whole.steps or past.pending is None:
        return ""
    entry = whole.chapter.entries[past.steps]
    key = str(getattr(entry, "key", ""))
    return past.pending.options.get(key, key)


WAYS: list[Way] = [get("/play/{save}/replay", _replay)]
