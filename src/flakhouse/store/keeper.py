"""What writes a session down while it is played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Connection, delete, func, select, update

from flakhouse.core.journal import Entry
from flakhouse.core.session import Chapter, Keeper
from flakhouse.errors import Stale
from flakhouse.savefile import now, write_crash
from flakhouse.store.database import Database
from flakhouse.store.rows import add_entries, entry_row, to_row
from flakhouse.store.schema import chapters, entries, saves

__all__ = ["StoreKeeper", "stale"]

_SETTINGS = ("automation", "table_after", "undos", "remarks", "rules_version", "charts", "version")


def stale(name: str) -> Stale:
    """The save is not what this window thinks it is."""
    return Stale(
        f"save {name!r} was changed meanwhile by another window or command, so this step was not taken; "
        "resume it to go on from where it is now"
    )


class StoreKeeper(Keeper):
    """Keeps one chapter. `revision` counts its changes: if it is not the one known, somebody else played."""

    def __init__(self, database: Database, folder: Path, name: str, chapter: int, revision: int) -> None:
        self.database = database
        self.folder = folder
        self.name = name
        self.chapter = chapter
        self.revision = revision

    @contextlib.contextmanager
    def _change(self) -> Iterator[Connection]:
        """A transaction that takes hold of the save and counts the revision, or is refused."""
        save = select(chapters.c.save).where(chapters.c.id == self.chapter).scalar_subquery()
        newest = chapters.alias("newest")
        last = (
            select(func.max(newest.c.number))
            .where(newest.c.save == chapters.c.save)
            .correlate(chapters)
            .scalar_subquery()
        )
        with self.database.writing() as db:
            db.execute(update(saves).where(saves.c.id == save).values(updated=now()))
            done = db.execute(
                update(chapters)
                .where(chapters.c.id == self.chapter, chapters.c.revision == self.revision)
                .where(chapters.c.number == last)
                .values(revision=chapters.c.revision + 1)
            )
            if done.rowcount != 1:
                raise stale(self.name)
            yield db
        self.revision += 1

    def _set(self, db: Connection, values: dict[str, object]) -> None:
        """Write columns of the chapter."""
        db.execute(update(chapters).where(chapters.c.id == self.chapter).values(values))

    def append(self, at: int, entries: Sequence[Entry], auto: bool) -> None:
        """Keep entries behind the first `at` ones."""
        with self._change() as db:
            add_entries(db, [entry_row(self.chapter, at + i, auto, entry) for i, entry in enumerate(entries)])

    def cut(self, to: int, chapter: Chapter) -> None:
        """Drop the entries from `to` on."""
        with self._change() as db:
            db.execute(delete(entries).where(entries.c.chapter == self.chapter, entries.c.seq >= to))
            self._set(db, {**_settings(chapter), "finished": "null", "final_check": None})

    def settings(self, chapter: Chapter) -> None:
        """Keep the settings."""
        with self._change() as db:
            self._set(db, _settings(chapter))

    def finish(self, chapter: Chapter) -> None:
        """Keep how the chapter ended."""
        row = to_row(chapter)
        with self._change() as db:
            self._set(db, {"finished": row["finished"], "final_check": row["final_check"]})

    def crash(self, chapter: Chapter, error: BaseException) -> str:
        """Write a crash report beside the saves."""
        return write_crash(chapter, error, self.folder)


def _settings(chapter: Chapter) -> dict[str, object]:
    """The columns that may change while a chapter is played."""
    row = to_row(chapter)
    return {name: row[name] for name in _SETTINGS}
