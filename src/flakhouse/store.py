"""Saves: one SQLite file in the user's data folder.

A save is a tour: chapters one after another, each with its journal. A step is on the disk before the next
prompt appears. Several processes may look at a save; if two play it, the one that comes second is refused.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from flakhouse import __version__
from flakhouse.core.game import Finish, Game, JsonDict
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.core.session import Chapter, Keeper, Session, Verdict, begin
from flakhouse.errors import RulesError, SaveError
from flakhouse.savefile import (
    FORMAT,
    SaveFile,
    check_save,
    encode_save,
    name_fault,
    now,
    read_save,
    write_crash,
)

__all__ = ["SaveInfo", "Store", "data_folder"]

_APPLICATION = 0x464C4B48  # marks the database as ours


class SaveInfo(msgspec.Struct, frozen=True):
    """A line of the list of saves."""

    name: str
    game: str
    status: str  # playing | between | over
    chapter: int  # the last chapter begun
    finished: int  # chapters played to their end
    steps: int  # answers and throws of the last chapter
    undos: int  # steps taken back past a die, all chapters
    house: str  # name of the house rules file of the last chapter, if any
    seed: str
    created: str
    updated: str


def data_folder() -> Path:
    """Where saves and crash reports live: $FLAKHOUSE_DATA, or the user's data folder."""
    own = os.environ.get("FLAKHOUSE_DATA")
    if own:
        return Path(own)
    import platformdirs

    return platformdirs.user_data_path("flakhouse", appauthor=False)


# ------------------------------------------------------------------ schema


def _schema_1(db: sqlite3.Connection) -> None:
    db.execute(
        """CREATE TABLE saves (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, seed TEXT NOT NULL,
            created TEXT NOT NULL, updated TEXT NOT NULL)"""
    )
    db.execute(
        """CREATE TABLE chapters (
            id INTEGER PRIMARY KEY, save INTEGER NOT NULL REFERENCES saves ON DELETE CASCADE,
            number INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0,
            seeds TEXT NOT NULL, campaign TEXT NOT NULL, options TEXT NOT NULL,
            house_name TEXT NOT NULL, house TEXT NOT NULL, rules_version INTEGER NOT NULL,
            charts TEXT NOT NULL, version TEXT NOT NULL, position TEXT, step TEXT NOT NULL, given TEXT NOT NULL,
            automation TEXT NOT NULL, table_after INTEGER, undos INTEGER NOT NULL,
            finished TEXT NOT NULL, final_check INTEGER, remarks TEXT NOT NULL,
            UNIQUE (save, number))"""
    )
    db.execute(
        """CREATE TABLE entries (
            chapter INTEGER NOT NULL REFERENCES chapters ON DELETE CASCADE, seq INTEGER NOT NULL,
            auto INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (chapter, seq)) WITHOUT ROWID"""
    )


#: Step N brings a database of version N to N + 1. Never change one that has been published; add another.
MIGRATIONS: list[Callable[[sqlite3.Connection], None]] = [_schema_1]


def _explain(path: Path, bad: sqlite3.Error | OSError) -> SaveError:
    """A database fault in words a player can use. Nothing is ever deleted or repaired behind his back."""
    code = str(getattr(bad, "sqlite_errorname", "") or "")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return SaveError(f"{path} is busy: another process is writing to it; try again")
    if code.startswith("SQLITE_FULL"):
        return SaveError(f"the disk of {path} is full; the last step was not saved, everything before it is")
    if code.startswith("SQLITE_READONLY") or isinstance(bad, PermissionError):
        return SaveError(f"{path} cannot be written (read-only); nothing was changed")
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "no such" in str(bad):
        return SaveError(
            f"{path} is damaged or no save file ({bad}); nothing was changed. "
            "Put a good copy in its place, or move it away to start afresh"
        )
    if code.startswith("SQLITE_CANTOPEN"):
        return SaveError(f"{path} cannot be opened; set FLAKHOUSE_DATA to a folder that can be written")
    return SaveError(f"{path}: {bad}; the last step was not saved, everything before it is")


# ------------------------------------------------------------------ the store


class Store:
    """The saves of a player. Use it as a context manager, or close it."""

    def __init__(self, folder: Path | None = None, wait: float = 5.0) -> None:
        self.folder = folder or data_folder()
        self.path = self.folder / "saves.sqlite3"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._check_length()
            self._db = sqlite3.connect(self.path, timeout=wait, isolation_level=None)
        except OSError as bad:
            raise SaveError(f"the data folder {self.folder} cannot be made: {bad.strerror or bad}") from bad
        except sqlite3.Error as bad:
            raise _explain(self.path, bad) from bad
        try:
            self._prepare()
        except BaseException as bad:
            self._db.close()
            if isinstance(bad, sqlite3.Error):
                raise _explain(self.path, bad) from bad
            raise

    def _check_length(self) -> None:
        """SQLite begins anew in a file cut off at its head; we do not."""
        size = self.path.stat().st_size if self.path.is_file() else 0
        log = self.path.with_name(self.path.name + "-wal")
        if 0 < size < 512 or (not size and log.is_file() and log.stat().st_size):
            raise SaveError(
                f"{self.path} is damaged: {size} bytes are left of it; nothing was changed. "
                "Put a good copy in its place, or move it away to start afresh"
            )

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _prepare(self) -> None:
        db = self._db
        db.execute("PRAGMA foreign_keys = ON")
        version = self._number("PRAGMA user_version")
        if version > len(MIGRATIONS):
            raise SaveError(
                f"{self.path} was written by a newer Flakhouse (format {version}, this one knows "
                f"{len(MIGRATIONS)}); nothing was changed. Update Flakhouse to use it"
            )
        owner = self._number("PRAGMA application_id")
        strange = version < 0 or owner not in (0, _APPLICATION)
        if strange or (version and not owner) or (not version and self._tables()):
            raise SaveError(f"{self.path} belongs to another program; nothing was changed")
        if version < len(MIGRATIONS):
            # The journal mode is set while the file is new; later openings write nothing at all.
            db.execute("PRAGMA journal_mode = WAL")
            with self._transaction():
                for step in MIGRATIONS[self._number("PRAGMA user_version") :]:
                    step(db)
                db.execute(f"PRAGMA application_id = {_APPLICATION}")
                db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("PRAGMA synchronous = FULL")

    def _tables(self) -> int:
        return self._number("SELECT count(*) FROM sqlite_master")

    def _number(self, sql: str, *values: object) -> int:
        row = self._row(sql, *values)
        return int(str(row[0])) if row else 0

    def _row(self, sql: str, *values: object) -> tuple[object, ...] | None:
        found = self._rows(sql, *values)
        return found[0] if found else None

    def _rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        try:
            return list(self._db.execute(sql, values))
        except sqlite3.Error as bad:
            raise _explain(self.path, bad) from bad

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, on the disk when it is left."""
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    with contextlib.suppress(sqlite3.Error):
                        db.execute("ROLLBACK")
                raise
        except sqlite3.Error as bad:
            raise _explain(self.path, bad) from bad

    # -------------------------------------------------------------- reading

    def saves(self) -> list[SaveInfo]:
        """All saves, the last played first."""
        rows = self._rows("SELECT name FROM saves ORDER BY updated DESC, id DESC")
        return [self.info(str(name)) for (name,) in rows]

    def names(self) -> list[str]:
        """The names in use."""
        return [str(name) for (name,) in self._rows("SELECT name FROM saves ORDER BY id")]

    def last(self, game: str = "") -> str:
        """The save played last."""
        row = self._row("SELECT name FROM saves WHERE ?1 IN ('', game) ORDER BY updated DESC, id DESC", game)
        if row is None:
            raise SaveError("there are no saves yet")
        return str(row[0])

    def info(self, name: str) -> SaveInfo:
        """What the list says of a save."""
        save = self._save_id(name)
        game, seed, created, updated = self._rows(
            "SELECT game, seed, created, updated FROM saves WHERE id=?", save
        )[0]
        chapters = self._rows(
            "SELECT id, number, finished, undos, house_name FROM chapters WHERE save=? ORDER BY number", save
        )
        if not chapters:
            raise SaveError(f"save {name!r} is damaged: it has no chapter")
        id, number, finished, _, house = chapters[-1]
        with _damaged(name):
            end: Finish | None = msgspec.json.decode(str(finished), type=Finish | None)
            return SaveInfo(
                name=name,
                game=str(game),
                status="playing" if end is None else "over" if end.over else "between",
                chapter=int(str(number)),
                finished=sum(row[2] != "null" for row in chapters),
                steps=self._number("SELECT count(*) FROM entries WHERE chapter=?", id),
                undos=sum(int(str(row[3])) for row in chapters),
                house=str(house),
                seed=str(seed),
                created=str(created),
                updated=str(updated),
            )

    def chapter(self, name: str, number: int | None = None) -> Chapter:
        """A chapter with its journal; the last one if no number is given."""
        return self._chapter(name, number)[0]

    def chapters(self, name: str) -> list[Chapter]:
        """All chapters of a save."""
        save = self._save_id(name)
        rows = self._rows("SELECT number FROM chapters WHERE save=? ORDER BY number", save)
        with _damaged(name):
            numbers = [int(str(number)) for (number,) in rows]
        return [self.chapter(name, number) for number in numbers]

    def session(self, game: Game, name: str, number: int | None = None, trace: bool = True) -> Session:
        """A session over a chapter, not yet run. Only the last chapter can be played on; older ones are read."""
        chapter, id, revision = self._chapter(name, number)
        last = self.info(name).chapter == chapter.number
        return Session(game, chapter, _StoreKeeper(self, name, id, revision) if last else None, trace)

    def _save_id(self, name: str) -> int:
        row = self._row("SELECT id FROM saves WHERE name=?", name)
        if row is None:
            known = ", ".join(self.names()[:8])
            raise SaveError(f"no save {name!r}; saves: {known or 'none yet'}")
        return int(str(row[0]))

    def _chapter(self, name: str, number: int | None) -> tuple[Chapter, int, int]:
        save = self._save_id(name)
        row = self._row(
            f"SELECT id, revision, {_COLUMNS} FROM chapters WHERE save=?1 AND (?2 IS NULL OR number=?2)"
            " ORDER BY number DESC LIMIT 1",
            save,
            number,
        )
        if row is None:
            raise SaveError(f"save {name!r} has no mission {number}")
        id, revision = int(str(row[0])), int(str(row[1]))
        entries = self._rows("SELECT seq, auto, body FROM entries WHERE chapter=? ORDER BY seq", id)
        if [seq for seq, _, _ in entries] != list(range(len(entries))):
            raise SaveError(f"save {name!r} is damaged: steps are missing")
        game = self._row("SELECT game FROM saves WHERE id=?", save)
        return _from_row(name, str(game[0]) if game else "", row[2:], entries), id, revision

    # -------------------------------------------------------------- writing

    def create(self, chapter: Chapter, seed: str, name: str = "") -> str:
        """Keep a new save that begins with this chapter; its name."""
        return self.put(
            SaveFile(format=FORMAT, name=name, game=chapter.game, seed=seed, created=now(), chapters=[chapter]),
            exact=bool(name),
        )

    def put(self, save: SaveFile, exact: bool = False) -> str:
        """Keep a whole save. Unless the name must be exactly this one, it gets a number if it is taken."""
        with self._transaction() as db:
            kind = "position" if save.chapters and save.chapters[0].position is not None else "tour"
            name = self._free_name(save.name, f"{save.game}-{kind}", exact)
            id = db.execute(
                "INSERT INTO saves (name, game, seed, created, updated) VALUES (?,?,?,?,?)",
                (name, save.game, save.seed, save.created, now()),
            ).lastrowid
            for chapter in save.chapters:
                self._insert(db, id, chapter)
        return name

    def next_chapter(self, game: Game, name: str, options: Mapping[str, str] | None = None) -> Session:
        """Begin the next chapter of a tour with the settings of the last one."""
        info = self.info(name)
        before = self.session(game, name)
        last = before.chapter
        if last.finished is None:
            before.run()  # the end follows from the steps, should the disk have refused it
        if last.finished is None:
            raise SaveError(f"save {name!r}: {game.chapter_word} {last.number} is not over yet")
        if last.finished.over:
            raise SaveError(f"save {name!r}: the tour is complete")
        number = last.number + 1
        chapter = begin(
            game,
            f"{info.seed}/{number}",
            number=number,
            campaign=last.finished.campaign,
            options={**last.options, **(options or {})},
            house=before.house,
            automation=last.automation,
            table_dice=before.table_dice,
        )
        with self._transaction() as db:
            save = self._save_id(name)
            if self._number("SELECT max(number) FROM chapters WHERE save=?", save) != last.number:
                raise _stale(name)
            self._insert(db, save, chapter)
            db.execute("UPDATE saves SET updated=? WHERE id=?", (now(), save))
        return self.session(game, name)

    def drop_chapter(self, name: str) -> int:
        """Step back into the chapter before, if the last one has no step yet; its number."""
        with self._transaction() as db:
            save = self._save_id(name)
            chapter, id, _ = self._chapter(name, None)
            if chapter.number == 1 or len(chapter.auto) < len(chapter.entries):
                raise SaveError(f"save {name!r}: only a chapter without a step can be dropped")
            db.execute("DELETE FROM chapters WHERE id=?", (id,))
            db.execute("UPDATE saves SET updated=? WHERE id=?", (now(), save))
        return chapter.number - 1

    def rename(self, name: str, new: str) -> None:
        """Give a save another name."""
        with self._transaction() as db:
            save = self._save_id(name)
            if new != name:
                db.execute("UPDATE saves SET name=? WHERE id=?", (self._free_name(new, "", True), save))

    def copy(
        self,
        game: Game,
        name: str,
        new: str = "",
        *,
        number: int | None = None,
        step: int | None = None,
        seed: str = "",
    ) -> str:
        """A save of its own up to a chapter and a step; with a seed, with other dice from there."""
        info = self.info(name)
        chapters = self.chapters(name)
        if number is not None:
            if not 1 <= number <= len(chapters):
                raise SaveError(f"save {name!r} has missions 1 to {len(chapters)}, not {number}")
            del chapters[number:]
        last = chapters[-1]
        if step is not None and not 0 <= step <= len(last.entries):
            raise SaveError(f"mission {last.number} of {name!r} has steps 0 to {len(last.entries)}, not {step}")
        if seed or step is not None:
            chapters[-1] = Session(game, last).fork(seed, step)
        return self.put(
            SaveFile(
                format=FORMAT,
                name=new or name,
                game=info.game,
                seed=seed or info.seed,
                created=now(),
                chapters=chapters,
            ),
            exact=bool(new),
        )

    def copy_prefix(self, game: Game, name: str, step: int) -> str:
        """A copy whose last chapter ends before a step that changed rules cannot take; its name."""
        info = self.info(name)
        chapters = self.chapters(name)
        last = chapters[-1]
        while True:
            chapters[-1] = part = msgspec.structs.replace(
                last,
                entries=last.entries[:step],
                auto=[i for i in last.auto if i < step],
                automation="none",
                table_after=None,
                finished=None,
                check=None,
                rules_version=game.rules_version,
                charts=game.charts().digest(),
                version=__version__,
                remarks=[*last.remarks, f"the first {step} steps of {name}, under changed rules"],
            )
            session = Session(game, part, trace=False)
            try:
                session.run()
                break
            except RulesError:
                if not step:
                    raise
                step -= 1
        part.automation = last.automation
        part.table_after = None if last.table_after is None else session.rolls
        return self.put(
            SaveFile(format=FORMAT, name=name, game=info.game, seed=info.seed, created=now(), chapters=chapters)
        )

    def delete(self, name: str) -> None:
        """Remove a save for good."""
        with self._transaction() as db:
            db.execute("DELETE FROM saves WHERE id=?", (self._save_id(name),))

    def _free_name(self, wish: str, usual: str, exact: bool) -> str:
        """The name wished for, or a stem with a number that is free; `usual` is the stem without a wish."""
        taken = set(self.names())
        if exact or (wish and wish not in taken):
            if fault := name_fault(wish):
                raise SaveError(fault)
            if wish in taken:
                raise SaveError(f"there is a save {wish!r} already")
            return wish
        stem = re.sub(r"-\d+$", "", wish)[:34] if wish else usual
        number = 1
        while f"{stem}-{number}" in taken:
            number += 1
        return f"{stem}-{number}"

    def _insert(self, db: sqlite3.Connection, save: int | None, chapter: Chapter) -> None:
        marks = ",".join("?" * (len(_FIELDS) + 1))
        id = db.execute(
            f"INSERT INTO chapters (save, {_COLUMNS}) VALUES ({marks})", (save, *_to_row(chapter))
        ).lastrowid
        auto = set(chapter.auto)
        db.executemany(
            "INSERT INTO entries VALUES (?,?,?,?,?)",
            [(id, seq, seq in auto, *_body(entry)) for seq, entry in enumerate(chapter.entries)],
        )

    # -------------------------------------------------------------- export, import

    def export(self, name: str) -> bytes:
        """A save as one JSON file."""
        info = self.info(name)
        return encode_save(
            SaveFile(
                format=FORMAT,
                flakhouse=__version__,
                name=name,
                game=info.game,
                seed=info.seed,
                created=info.created,
                chapters=self.chapters(name),
            )
        )

    def import_(self, data: bytes, name: str = "", verify: bool = True) -> tuple[str, list[Verdict]]:
        """Read an exported save, check and replay it, and only then keep it: its name and the verdicts."""
        save = read_save(data)
        verdicts = check_save(save, verify)
        if not verify:
            save.chapters[-1].remarks = [*save.chapters[-1].remarks, "imported without a replay"]
        save.name = name or save.name
        return self.put(save, exact=bool(name)), verdicts


class _StoreKeeper(Keeper):
    """Keeps one chapter. `revision` counts its changes: if it is not the one known, somebody else played."""

    def __init__(self, store: Store, name: str, chapter: int, revision: int) -> None:
        self.store = store
        self.name = name
        self.chapter = chapter
        self.revision = revision

    @contextlib.contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        with self.store._transaction() as db:
            done = db.execute(
                "UPDATE chapters SET revision=revision+1 WHERE id=? AND revision=? AND number="
                "(SELECT max(number) FROM chapters AS c WHERE c.save=chapters.save)",
                (self.chapter, self.revision),
            )
            if done.rowcount != 1:
                raise _stale(self.name)
            db.execute(
                "UPDATE saves SET updated=? WHERE id=(SELECT save FROM chapters WHERE id=?)", (now(), self.chapter)
            )
            yield db
        self.revision += 1

    def append(self, at: int, entries: Sequence[Entry], auto: bool) -> None:
        """Keep entries behind the first `at` ones."""
        with self._change() as db:
            db.executemany(
                "INSERT INTO entries VALUES (?,?,?,?,?)",
                [(self.chapter, at + i, auto, *_body(entry)) for i, entry in enumerate(entries)],
            )

    def cut(self, to: int, chapter: Chapter) -> None:
        """Drop the entries from `to` on."""
        with self._change() as db:
            db.execute("DELETE FROM entries WHERE chapter=? AND seq>=?", (self.chapter, to))
            self._update(db, chapter)
            db.execute("UPDATE chapters SET finished='null', final_check=NULL WHERE id=?", (self.chapter,))

    def settings(self, chapter: Chapter) -> None:
        """Keep the settings."""
        with self._change() as db:
            self._update(db, chapter)

    def finish(self, chapter: Chapter) -> None:
        """Keep how the chapter ended."""
        with self._change() as db:
            db.execute(
                "UPDATE chapters SET finished=?, final_check=? WHERE id=?",
                (_json(chapter.finished), chapter.check, self.chapter),
            )

    def crash(self, chapter: Chapter, error: BaseException) -> str:
        """Write a crash report beside the saves."""
        return write_crash(chapter, error, self.store.folder)

    def _update(self, db: sqlite3.Connection, chapter: Chapter) -> None:
        db.execute(
            "UPDATE chapters SET automation=?, table_after=?, undos=?, remarks=?, rules_version=?, charts=?,"
            " version=? WHERE id=?",
            (
                chapter.automation,
                chapter.table_after,
                chapter.undos,
                _json(chapter.remarks),
                chapter.rules_version,
                chapter.charts,
                chapter.version,
                self.chapter,
            ),
        )


def _stale(name: str) -> SaveError:
    return SaveError(
        f"save {name!r} was changed meanwhile by another window or command, so this step was not taken; "
        "resume it to go on from where it is now"
    )


# ------------------------------------------------------------------ rows

_FIELDS = (
    "number",
    "seeds",
    "campaign",
    "options",
    "house_name",
    "house",
    "rules_version",
    "charts",
    "version",
    "position",
    "step",
    "given",
    "automation",
    "table_after",
    "undos",
    "finished",
    "final_check",
    "remarks",
)
_COLUMNS = ", ".join(_FIELDS)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _body(entry: Entry) -> tuple[str, str]:
    return ("throw" if isinstance(entry, Throw) else "answer"), _json(entry)


def _to_row(chapter: Chapter) -> tuple[object, ...]:
    return (
        chapter.number,
        _json(chapter.seeds),
        _json(chapter.campaign),
        _json(chapter.options),
        chapter.house_name,
        chapter.house,
        chapter.rules_version,
        chapter.charts,
        chapter.version,
        chapter.position,
        chapter.step,
        _json(chapter.given),
        chapter.automation,
        chapter.table_after,
        chapter.undos,
        _json(chapter.finished),
        chapter.check,
        _json(chapter.remarks),
    )


@contextlib.contextmanager
def _damaged(name: str) -> Iterator[None]:
    try:
        yield
    except (msgspec.MsgspecError, ValueError, RecursionError) as bad:
        raise SaveError(f"save {name!r} is damaged: {bad}") from bad


def _from_row(name: str, game: str, row: tuple[object, ...], entries: Sequence[tuple[object, ...]]) -> Chapter:
    texts = {key: str(value) for key, value in zip(_FIELDS, row, strict=True)}
    values = dict(zip(_FIELDS, row, strict=True))
    decode = msgspec.json.decode
    with _damaged(name):
        return Chapter(
            game=game,
            number=int(texts["number"]),
            seeds=decode(texts["seeds"], type=list[tuple[int, str]]),
            campaign=decode(texts["campaign"], type=JsonDict | None),
            options=decode(texts["options"], type=dict[str, str]),
            house_name=texts["house_name"],
            house=texts["house"],
            rules_version=int(texts["rules_version"]),
            charts=texts["charts"],
            version=texts["version"],
            position=None if values["position"] is None else texts["position"],
            step=texts["step"],
            given=decode(texts["given"], type=list[int]),
            automation=texts["automation"],
            table_after=None if values["table_after"] is None else int(texts["table_after"]),
            undos=int(texts["undos"]),
            entries=decode("[" + ",".join(str(body) for _, _, body in entries) + "]", type=list[Answer | Throw]),
            auto=[int(str(seq)) for seq, auto, _ in entries if auto],
            finished=decode(texts["finished"], type=Finish | None),
            check=None if values["final_check"] is None else int(texts["final_check"]),
            remarks=decode(texts["remarks"], type=list[str]),
        )
