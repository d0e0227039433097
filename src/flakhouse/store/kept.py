"""What a player adds to a chapter beside play: notes of his diary, and drawings for the noses of his bombers.

No step and no check depends on them, so the count of changes stays: a game open elsewhere is not disturbed.
"""

from __future__ import annotations

import msgspec

from flakhouse.core.chapter import Note
from flakhouse.errors import Full, SaveError, Unknown
from flakhouse.savefile import NOTE_LIMIT, note_fault, now
from flakhouse.store import rows
from flakhouse.store.connection import Connection
from flakhouse.store.saves import Store

__all__ = ["add_note", "choose_nose", "drop_note"]


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


def _notes(db: Connection, owner: int | None, name: str, number: int | None) -> tuple[int, list[Note]]:
    """The key of a chapter and its notes; nobody else changes the save meanwhile."""
    rows.save_id(db, owner, name, lock=True)
    id = rows.load(db, owner, name, number).id
    kept = db.one("SELECT notes FROM chapters WHERE id = :id", id=id)
    with rows.damaged(name):
        return id, msgspec.json.decode(str(kept[0]) if kept else "[]", type=list[Note])


def _write(db: Connection, id: int, notes: list[Note]) -> None:
    db.run("UPDATE chapters SET notes = :notes WHERE id = :id", notes=rows.as_json(notes), id=id)
