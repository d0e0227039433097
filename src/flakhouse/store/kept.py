"""What a player adds to a chapter beside play: notes of his diary, drawings for the noses of his bombers, other
names for men and bombers, his word on medals.

No step and no check depends on them, so the count of changes stays: a game open elsewhere is not disturbed.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from flakhouse.core.chapter import Note
from flakhouse.core.game import Game
from flakhouse.errors import Full, SaveError, Unknown
from flakhouse.games.bomber.renaming import BOMBER
from flakhouse.savefile import NOTE_LIMIT, given_name_fault, note_fault, now
from flakhouse.store import rows
from flakhouse.store.connection import Connection
from flakhouse.store.saves import Store

__all__ = ["add_note", "award", "choose_nose", "drop_note", "give_name"]


def add_note(store: Store, name: str, text: str, number: int | None = None) -> Note:
    """Write a note into the diary at the last step of a chapter, the last one if no number is given."""
    text = text.replace("\r\n", "\n").strip()
    if fault := note_fault(text):
        raise SaveError(fault)
    with store.database.writing() as db:
        id, notes = _notes(db, store.owner, name, number)
        if len(notes) >= NOTE_LIMIT:
            raise Full(f"the diary of this chapter has {NOTE_LIMIT} notes; remove one first")
        steps = len(rows.load(db, store.owner, name, number).chapter.entries)
        note = Note(steps, now(), text)
        _write(db, id, [*notes, note])
    return note


def drop_note(store: Store, name: str, number: int, index: int) -> None:
    """Remove a note, by its place in the chapter."""
    with store.database.writing() as db:
        id, notes = _notes(db, store.owner, name, number)
        if not 0 <= index < len(notes):
            raise Unknown(f"no note {index + 1}; the chapter has {len(notes)}")
        _write(db, id, [*notes[:index], *notes[index + 1 :]])


def choose_nose(store: Store, name: str, bomber: str, drawing: str) -> None:
    """Keep the drawing for a bomber, with the last chapter."""
    with store.database.writing() as db:
        rows.save_id(db, store.owner, name, lock=True)
        loaded = rows.load(db, store.owner, name)
        noses = {**loaded.chapter.noses, bomber: drawing}
        db.run("UPDATE chapters SET noses = :noses WHERE id = :id", noses=rows.as_json(noses), id=loaded.id)


def give_name(store: Store, game: Game, name: str, place: str, called: str) -> None:
    """Call the bomber or the man of a place otherwise from the next chapter on; only between two chapters."""
    called = " ".join(called.split())
    if fault := given_name_fault(called):
        raise SaveError(fault)
    with store.database.writing() as db:
        rows.save_id(db, store.owner, name, lock=True)
        loaded = rows.load(db, store.owner, name)
        chapter = loaded.chapter
        if chapter.finished is None:
            raise SaveError(f"{game.chapter_word} {chapter.number} is under way; names change between two of them")
        record = chapter.finished.campaign
        first = game.names_of(record) if record is not None else {}
        if chapter.finished.over or place not in first:
            raise Unknown(f"there is no {place[:40]!r} who could be called otherwise; {name!r} has {_who(first)}")
        now_called = game.names_of(game.renamed(record, chapter.names)) if record is not None else {}
        if any(other == called and at != place for at, other in now_called.items()):
            raise SaveError(f"there is a {called} already")
        names = {**chapter.names, f"{place}/{first[place]}": called}
        if called == first[place]:
            del names[f"{place}/{called}"]
        values = {"names": rows.as_json(names)}
        if place == BOMBER and now_called[place] in chapter.noses:
            noses = {**chapter.noses, called: chapter.noses[now_called[place]]}
            values["noses"] = rows.as_json(noses)
        sets = ", ".join(f"{column} = :{column}" for column in values)
        db.run(f"UPDATE chapters SET {sets} WHERE id = :id", **values, id=loaded.id)


def _who(names: Mapping[str, str]) -> str:
    return ", ".join(names) or "nobody to name"


def award(store: Store, name: str, number: int, medals: Mapping[str, bool]) -> None:
    """Keep the player's word on medals proposed after a chapter: "pilot-1/dfc" is given, or not."""
    with store.database.writing() as db:
        rows.save_id(db, store.owner, name, lock=True)
        loaded = rows.load(db, store.owner, name, number)
        said = {what: "yes" if given else "no" for what, given in medals.items()}
        awards = {**loaded.chapter.awards, **said}
        db.run("UPDATE chapters SET awards = :awards WHERE id = :id", awards=rows.as_json(awards), id=loaded.id)


def _notes(db: Connection, owner: int | None, name: str, number: int | None) -> tuple[int, list[Note]]:
    """The key of a chapter and its notes; nobody else changes the save meanwhile."""
    rows.save_id(db, owner, name, lock=True)
    id = rows.load(db, owner, name, number).id
    kept = db.one("SELECT notes FROM chapters WHERE id = :id", id=id)
    with rows.damaged(name):
        return id, msgspec.json.decode(str(kept[0]) if kept else "[]", type=list[Note])


def _write(db: Connection, id: int, notes: list[Note]) -> None:
    db.run("UPDATE chapters SET notes = :notes WHERE id = :id", notes=rows.as_json(notes), id=id)
