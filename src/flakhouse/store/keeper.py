"""What writes a session down while it is played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from flakhouse.core.chapter import Chapter, Keeper
from flakhouse.core.journal import Entry
from flakhouse.core.session import Session
from flakhouse.errors import Stale
from flakhouse.savefile import now, write_crash
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database
from flakhouse.store.rows import entry_row, to_row

__all__ = ["StoreKeeper", "mark_of", "stale"]

_SETTINGS = ("options", "automation", "table_after", "undos", "remarks", "rules_version", "charts", "version")

_TOUCH = "UPDATE saves SET updated = :now WHERE id = (SELECT save FROM chapters WHERE id = :key)"
#: What a change finds only if nobody else has changed the chapter, and it is the last of its save.
_KNOWN = """id = :key AND revision = :known
    AND number = (SELECT max(newest.number) FROM chapters newest WHERE newest.save = chapters.save)"""


def stale(name: str) -> Stale:
    """The save is not what this window thinks it is."""
    return Stale(
        f"save {name!r} was changed meanwhile by another window or command, so this step was not taken; "
        "resume it to continue from where it is now"
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
    def _change(self, values: Mapping[str, object]) -> Iterator[Connection]:
        """A transaction that takes hold of the save, counts the revision and sets columns, or is refused."""
        with self.database.writing() as db:
            db.run(_TOUCH, key=self.chapter, now=now())
            sets = "".join(f", {name} = :{name}" for name in values)
            change = f"UPDATE chapters SET revision = revision + 1{sets} WHERE {_KNOWN}"
            if db.run(change, key=self.chapter, known=self.revision, **values) != 1:
                raise stale(self.name)
            yield db
        self.revision += 1

    def append(self, at: int, entries: Sequence[Entry], own: int, chapter: Chapter | None = None) -> None:
        """Keep entries behind the first `at` ones, and the end if they reach it, in one transaction."""
        with self._change(_end(chapter) if chapter is not None else {}) as db:
            rows = [entry_row(self.chapter, at + i, i >= own, entry) for i, entry in enumerate(entries)]
            db.insert_all("entries", rows)

    def cut(self, to: int, chapter: Chapter) -> None:
        """Drop the entries from `to` on."""
        with self._change({**_settings(chapter), "finished": "null", "final_check": None}) as db:
            db.run("DELETE FROM entries WHERE chapter = :key AND seq >= :to", key=self.chapter, to=to)

    def settings(self, chapter: Chapter) -> None:
        """Keep the settings."""
        with self._change(_settings(chapter)):
            pass

    def finish(self, chapter: Chapter) -> None:
        """Keep how the chapter ended."""
        with self._change(_end(chapter)):
            pass

    def crash(self, chapter: Chapter, error: BaseException) -> str:
        """Write a crash report beside the saves."""
        return write_crash(chapter, error, self.folder)


def mark_of(session: Session) -> tuple[int, int]:
    """The chapter and its revision as this session knows them; of one that nobody keeps there are none."""
    keeper = session.keeper
    return (keeper.chapter, keeper.revision) if isinstance(keeper, StoreKeeper) else (0, 0)


def _end(chapter: Chapter) -> dict[str, object]:
    """The columns that say how a chapter ended."""
    row = to_row(chapter)
    return {"finished": row["finished"], "final_check": row["final_check"]}


def _settings(chapter: Chapter) -> dict[str, object]:
    """The columns that may change while a chapter is played."""
    row = to_row(chapter)
    return {name: row[name] for name in _SETTINGS}
