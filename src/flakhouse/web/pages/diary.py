"""The diary of a save: notes of the player's own, written at any moment and kept with it."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from flakhouse import games
from flakhouse.errors import FlakhouseError
from flakhouse.savefile import NOTE_SIZE
from flakhouse.store.kept import add_note, drop_note
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import fault_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.untold import after_telling
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "DiaryNote", "NoteBody", "diary_json", "write_json"]


class DiaryNote(msgspec.Struct, frozen=True):
    """A note: in which chapter, after how many of its steps, when, what."""

    chapter: int
    index: int
    step: int
    written: str
    text: str


class NoteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note to write."""

    text: str


def _notes(ctx: Context, name: str) -> list[DiaryNote]:
    return [
        DiaryNote(chapter.number, index, note.step, note.written, note.text)
        for chapter in ctx.store.chapters(name)
        for index, note in enumerate(chapter.notes)
    ]


def _shown(ctx: Context, error: str = "", text: str = "", status: int = 200) -> Response:
    name = ctx.param("save")
    game = games.load(ctx.store.info(name).game)
    notes = list(reversed(_notes(ctx, name)))
    shown = {"notes": notes, "error": error, "text": text, "most": NOTE_SIZE}
    return page(ctx, "diary.html", status, save=name, game=game, **shown)


def _diary(ctx: Context) -> Response:
    return _shown(ctx)


def _write(ctx: Context) -> Response:
    text = ctx.form.get("text", "")
    try:
        ctx.store.room(saves=False)
        add_note(ctx.store, ctx.param("save"), text)
    except FlakhouseError as bad:
        return _shown(ctx, str(bad), text, fault_of(bad).status)
    return seen_other(f"/play/{ctx.param('save')}/diary")


def _drop(ctx: Context) -> Response:
    ctx.store.info(ctx.param("save"))  # another's save is as if it were not there
    chapter, index = ctx.form.get("chapter", ""), ctx.form.get("index", "")
    if not (chapter.isascii() and chapter.isdecimal() and index.isascii() and index.isdecimal()) or len(index) > 6:
        raise BadRequest("name the chapter and the number of the note")
    drop_note(ctx.store, ctx.param("save"), int(chapter[:9]), int(index))
    return seen_other(f"/play/{ctx.param('save')}/diary")


def diary_json(ctx: Context) -> Response:
    """The notes for programs."""
    return _json(_notes(ctx, ctx.param("save")))


def write_json(ctx: Context) -> Response:
    """A note from a program."""
    name = ctx.param("save")
    ctx.store.room(saves=False)
    add_note(ctx.store, name, ctx.json(NoteBody).text)
    return _json(_notes(ctx, name)[-1], 201)


def _json(value: object, status: int = 200) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, headers={"Cache-Control": "no-store"}, media_type="application/json")


WAYS: list[Way] = [
    get("/play/{save}/diary", after_telling(_diary)),
    post("/play/{save}/diary", _write),
    post("/play/{save}/diary/remove", _drop),
]
