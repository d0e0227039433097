"""A scene on a page of its own: what happened since the last answer, moment by moment.

The address names the event from which on it is told (`from`) and how far its dice have been thrown (`thrown`), so
that reload, back and a browser without script work; nothing is kept for it. One who skips goes to the page of the
decision, and back brings him here again. What leads to the decision has the browser know that all was told
(web/untold.py). Before the first scene of a mission stands its briefing.
"""

from __future__ import annotations

from starlette.responses import Response

from flakhouse.render.briefing import briefed
from flakhouse.render.scenes import dice_sum
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.briefs import brief_of
from flakhouse.web.context import Context
from flakhouse.web.html import page
from flakhouse.web.moment import can_undo
from flakhouse.web.tables import Table
from flakhouse.web.telling import Told, pace_of, tell
from flakhouse.web.untold import decided
from flakhouse.web.ways import Way, get

__all__ = ["WAYS", "scene_page"]


def scene_page(ctx: Context, table: Table, since: int) -> Response | None:
    """The page of the next scene; None if nothing is left to tell before the decision."""
    session, view = table.session, table.view
    seen = ctx.number("thrown", -1)
    told = tell(view, session, since, pace_of(ctx.prefs), -1 if seen is None else seen)
    if told is None:
        return None
    past = told.past
    chapter = past.chapter
    given = BoardInput(
        past.state, None, past.events, chapter.options, chapter.campaign, chapter.number, act=told.act
    )
    play = f"/play/{table.name}"
    where = view.headline(past.state, past.events) if past.state is not None else ""
    return page(
        ctx,
        "scene.html",
        save=table.name,
        at=table.at,
        can_undo=can_undo(session),
        game=session.game.name,
        title=view.title(chapter.number, past.events, past.state),
        where=where,
        place=view.mark.join(where.split(view.mark)[:2]),
        told=told,
        board=board_of(session.game.name, given),
        crew=view.crew(past.state) if told.weight == "grave" else [],
        who=view.who(past.state, told.scene) if told.weight == "grave" and told.waits is None else "",
        lit=[subject.name for subject in told.act.about if subject.kind == "man"],
        here=f"{play}/scene?from={since}",
        go_on="" if told.waits is not None else f"{play}/scene?from={told.after}",
        skip=f"{play}/scene?from={since}&skip=1",
        said=spoken(told),
    )


def briefing_page(ctx: Context, table: Table, first: int) -> Response:
    """Where the mission goes and what it is for, before the first scene of it: all is drawn with event `first`."""
    session, view = table.session, table.view
    past = session.at(first)
    brief = brief_of(past, view)
    parts = list(brief.parts.values())
    return page(
        ctx,
        "briefed.html",
        save=table.name,
        at=table.at,
        can_undo=can_undo(session),
        game=session.game.name,
        title=view.title(past.chapter.number, past.events, past.state),
        board=brief.board,
        brief=brief,
        upto=first,
        go_on=f"/play/{table.name}/scene?from={first + 1}",
        skip=f"/play/{table.name}/scene?from={first + 1}&skip=1",
        said=" ".join(["Briefing.", *(line for part in parts[:2] for line in part.lines)]),
    )


def spoken(told: Told) -> str:
    """What a screen reader hears of a scene: complete without the picture."""
    parts = [told.headline.rstrip(".") + "."]
    if told.key is not None and told.waits is None:
        needs = f" {told.key.throw.needs}." if told.key.throw.needs else ""
        parts.append(f"{told.key.roll.title}:{needs} {told.key.roll.comes_to}, {told.key.roll.read}.")
    for die in told.volley:
        fell = f"{dice_sum(die.roll)}, {die.roll.read}" if die.roll is not None else die.unthrown
        parts.append(f"{die.throw.about}: {fell}.")
    parts += [line.text for line in told.lines]
    if told.waits is not None:
        for throw in told.waits.volley or (told.waits.throw,):
            about = f" for {throw.about}" if throw.about else ""
            means = throw.needs or "; ".join(f"{totals}: {words}" for totals, words in throw.bands)
            parts.append(f"To be thrown: {throw.title}{about}. {means}".strip())
    return " ".join(parts)


def _scene(ctx: Context) -> Response:
    """The scene from an event on, or the decision."""
    name = ctx.param("save")
    with ctx.server.tables.open(ctx.store, name) as table:
        since = min(ctx.number("from", 0) or 0, len(table.session.events))
        if ctx.query("skip"):
            return decided(ctx, table, since)
        first = briefed(table.session.events, table.session.need_dice is not None)
        if since <= first:
            return briefing_page(ctx, table, first)
        return scene_page(ctx, table, since) or decided(ctx, table)


WAYS: list[Way] = [get("/play/{save}/scene", _scene)]
