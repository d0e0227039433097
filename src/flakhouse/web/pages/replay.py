"""A recorded chapter told again, scene by scene, or at any answer: board and log as they were.

By scene it plays: the script asks for the next page and puts it in place. Each has an address (`scene`), as
each answer has (`step`), so that it works without one.
"""

from __future__ import annotations

from typing import NamedTuple

from starlette.responses import Response

from flakhouse import games
from flakhouse.challenges.same import same_flight
from flakhouse.core.events import Chosen
from flakhouse.core.session import Session
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page, seen_other
from flakhouse.web.moment import last_answer, log, question, rolls
from flakhouse.web.share import shared
from flakhouse.web.strips import strip_of
from flakhouse.web.tables import view_of
from flakhouse.web.telling import replayed
from flakhouse.web.untold import after_telling
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
    return session, session.after(step), count


def _replay(ctx: Context) -> Response:
    return _by_answer(ctx) if ctx.query("step") else _by_scene(ctx)


class Mark(NamedTuple):
    """A scene on the rail."""

    number: int
    weight: str
    name: str


def _by_scene(ctx: Context) -> Response:
    """A scene with the board as it was after it, and the rail of all scenes."""
    name = ctx.param("save")
    game = games.load(ctx.store.info(name).game)
    count = ctx.store.info(name).chapter
    number = ctx.number("chapter", count)
    if number is None or not 1 <= number <= count:
        raise BadRequest(f"chapter {number}: {name} has 1 to {count}")
    session = ctx.store.session(game, name, number)
    session.wake()
    view = view_of(game.name)
    scenes = [scene for scene in view.scenes(session.events) if scene.lines or scene.rolls]
    at = ctx.number("scene", 0) or 0
    if at >= max(1, len(scenes)):
        raise BadRequest(f"scene {at}: {game.chapter_word} {number} has scenes 0 to {len(scenes) - 1}")
    if not scenes:
        return seen_other(f"/play/{name}/replay?chapter={number}&step=0")
    told = replayed(view, session, scenes[at])
    past = told.past
    chapter = past.chapter
    given = BoardInput(past.state, None, past.events, chapter.options, chapter.campaign, number, act=told.act)
    graves = [i for i, scene in enumerate(scenes) if scene.weight == "grave"]
    return page(
        ctx,
        "replay_scene.html",
        save=name,
        game=game,
        title=view.title(number, past.events, past.state),
        where=view.headline(past.state, past.events) if past.state is not None else "",
        told=told,
        board=board_of(game.name, given),
        chapter=number,
        chapters=count,
        at=at,
        last=len(scenes) - 1,
        same=same_flight(chapter, True),
        marks=[Mark(i, scene.weight, scene.headline) for i, scene in enumerate(scenes)],
        grave_back=max((i for i in graves if i < at), default=0),
        grave_on=min((i for i in graves if i > at), default=len(scenes) - 1),
        step=sum(isinstance(event, Chosen) for event in session.events[: told.upto + 1]),
    )


def _by_answer(ctx: Context) -> Response:
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
        same=same_flight(chapter, True),
        question=question(past, past.pending) if past.pending is not None else None,
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
    option = past.pending.options.get(key)
    return key if option is None else option.label


def _shared(ctx: Context) -> Response:
    """The chapter as one file to give away."""
    name = ctx.param("save")
    game = games.load(ctx.store.info(name).game)
    count = ctx.store.info(name).chapter
    number = ctx.number("chapter", count)
    if number is None or not 1 <= number <= count:
        raise BadRequest(f"chapter {number}: {name} has 1 to {count}")
    session = ctx.store.session(game, name, number)
    session.keeper = None
    if session.wake() and session.chapter.finished is not None:
        raise BadRequest(f"today's rules do not play {game.chapter_word} {number} of {name} as recorded")
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "_" for sign in name)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}-{number}.html"',
        "Cache-Control": "no-store",
    }
    return Response(shared(session, name, seed=ctx.query("seed") == "on"), headers=headers, media_type="text/html")


WAYS: list[Way] = [
    get("/play/{save}/replay", after_telling(_replay)),
    get("/play/{save}/flight.html", _shared, own=True),
]
