"""Backups: everything that matters as one file of JSON lines, which either kind of database takes back.

One format for both, and not a copy of SQLite's file: it can be read with any tool, moves a server from SQLite to
PostgreSQL and back, and does not depend on the version of the tables. It is read in one transaction, so it is one
moment of the database however busy that is; it is written whole or not at all, and its last line proves that
nothing is missing. Logins and failed attempts are left out: after a restore everybody logs in anew.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import msgspec

from flakhouse import __version__
from flakhouse.errors import SaveError
from flakhouse.savefile import now
from flakhouse.store.connection import Connection
from flakhouse.store.passwords import fold
from flakhouse.store.schema import GROUPS, NUMBERS, TEXTS

if TYPE_CHECKING:
    from flakhouse.store.database import Database

__all__ = ["restore", "write_backup"]

FORMAT = "flakhouse backup"
FORMAT_VERSION = 1
_BATCH = 5000

_Value = str | int | None
L = TypeVar("L", bound="_Line")


class _Line(msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """A line of the file."""


class Head(_Line):
    """The first line."""

    format: str
    format_version: int
    flakhouse: str
    created: str


class Account(_Line):
    """An account, with the hash of its password."""

    id: int
    name: str
    password: str
    created: int
    admin: bool
    disabled: bool


class Save(_Line):
    """A save; its chapters follow."""

    id: int
    owner: int | None
    name: str
    game: str
    seed: str
    created: str
    updated: str


class Chapter(_Line):
    """A chapter of the save before it: its columns, and its steps as [automatic, kind, what]."""

    columns: dict[str, _Value]
    entries: list[tuple[int, str, str]]


class Challenge(_Line):
    """A challenge, with its seed; its flights follow."""

    columns: dict[str, _Value | bool]


class Flight(_Line):
    """A flight of the challenge before it."""

    columns: dict[str, _Value]


class Squadron(_Line):
    """A squadron; its members follow."""

    columns: dict[str, _Value]


class Member(_Line):
    """A member of the squadron before it."""

    columns: dict[str, _Value]


class End(_Line):
    """The last line: how many there are before it, and their digest."""

    lines: int
    sha256: str


_COLUMNS = (*NUMBERS, *TEXTS)
#: What stands in groups: the table of the heads and their kind of line; that of those who follow, theirs, and the
#: column by which they do.
_GROUPS = (
    ("challenges", Challenge, "challenge_flights", Flight, "challenge"),
    ("squadrons", Squadron, "squadron_members", Member, "squadron"),
)


# ------------------------------------------------------------------ writing


def write_backup(database: Database, path: Path) -> None:
    """Write everything into a file that only the owner may read: it holds the hashes of the passwords."""
    try:
        handle, name = tempfile.mkstemp(prefix=".flakhouse-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                with database.reading() as db:
                    _write(file, _lines(db))
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as bad:
        raise SaveError(f"cannot write {path}: {bad.strerror or bad}") from bad


def _write(file: BinaryIO, lines: Iterator[_Line]) -> None:
    """The lines and the one that ends them."""
    digest = hashlib.sha256()
    count = 0
    for line in lines:
        text = msgspec.json.encode(line) + b"\n"
        digest.update(text)
        file.write(text)
        count += 1
    file.write(msgspec.json.encode(End(count, digest.hexdigest())) + b"\n")


def _lines(db: Connection) -> Iterator[_Line]:
    """Everything, a save at a time."""
    yield Head(FORMAT, FORMAT_VERSION, __version__, now())
    for row in db.rows("SELECT id, name, password, created, admin, disabled FROM accounts ORDER BY id"):
        yield msgspec.convert(dict(zip(Account.__struct_fields__, row, strict=True)), Account, strict=False)
    for row in db.rows("SELECT id, owner, name, game, seed, created, updated FROM saves ORDER BY id"):
        yield msgspec.convert(dict(zip(Save.__struct_fields__, row, strict=True)), Save)
        journals: dict[object, list[tuple[int, str, str]]] = {}
        for chapter, auto, kind, body in db.rows(
            """SELECT entries.chapter, entries.auto, entries.kind, entries.body
                FROM entries JOIN chapters ON entries.chapter = chapters.id
                WHERE chapters.save = :save ORDER BY entries.chapter, entries.seq""",
            save=row[0],
        ):
            journals.setdefault(chapter, []).append((int(str(auto)), str(kind), str(body)))
        columns = ", ".join(_COLUMNS)
        for id, *values in db.rows(
            f"SELECT id, {columns} FROM chapters WHERE save = :save ORDER BY number", save=row[0]
        ):
            kept = msgspec.convert(dict(zip(_COLUMNS, values, strict=True)), dict[str, _Value])
            yield Chapter(kept, journals.get(id, []))
    yield from _grouped(db)


def _grouped(db: Connection) -> Iterator[_Line]:
    """Challenges and squadrons, each with those who belong to it."""
    for heads, head, members, member, by in _GROUPS:
        columns = GROUPS[heads]
        for id, *values in db.rows(f"SELECT id, {', '.join(columns)} FROM {heads} ORDER BY id"):
            yield _line(head, columns, values)
            theirs = GROUPS[members]
            for one in db.rows(f"SELECT {', '.join(theirs)} FROM {members} WHERE {by} = :id ORDER BY id", id=id):
                yield _line(member, theirs, one)


def _line(kind: type[L], names: tuple[str, ...], values: Sequence[object]) -> L:
    """A row of a group as a line."""
    columns = dict(zip(names, values, strict=True))
    if "strict" in columns:
        columns["strict"] = bool(columns["strict"])  # SQLite has numbers for it
    return msgspec.convert({"type": kind.__name__.lower(), "columns": columns}, kind)


# ------------------------------------------------------------------ reading


def restore(database: Database, path: Path) -> tuple[int, int]:
    """Read a backup into an empty database, all of it or nothing: how many accounts and saves."""
    try:
        with path.open("rb") as file, database.writing() as db:
            database.lock(db, 0)
            if db.one("SELECT id FROM saves LIMIT 1") or db.one("SELECT id FROM accounts LIMIT 1"):
                raise SaveError(f"{database.where} is not empty; a backup is restored into an empty database only")
            return _Restoring(db).read(file, path)
    except OSError as bad:
        raise SaveError(f"cannot read {path}: {bad.strerror or bad}") from bad


class _Restoring:
    """A backup being read. The database gives new keys; these are the old ones'."""

    def __init__(self, db: Connection) -> None:
        self.db = db
        self.owners: dict[int | None, int | None] = {None: None}
        self.saves = 0
        self.save: int | None = None
        self.kept: dict[int | None, int | None] = {None: None}  # saves, by their old keys
        self.head: dict[str, int] = {}  # the group that is being read, by the name of its kind

    def read(self, file: BinaryIO, path: Path) -> tuple[int, int]:
        """Line by line to the end, which must be there."""
        digest = hashlib.sha256()
        line: _Line | None = None
        for count, text in enumerate(file):
            if isinstance(line, End):
                raise SaveError(f"{path}: something stands behind its last line; nothing was restored")
            line = _decode(text, path, count + 1)
            if isinstance(line, End):
                if (line.lines, line.sha256) != (count, digest.hexdigest()):
                    raise SaveError(
                        f"{path} is damaged: its last line does not fit the others; nothing was restored"
                    )
            elif isinstance(line, Head) != (not count):
                raise SaveError(f"{path}, line {count + 1}: not where it belongs; nothing was restored")
            elif not self._keep(line):
                raise SaveError(f"{path}, line {count + 1}: belongs to nothing before it; nothing was restored")
            digest.update(text)
        if not isinstance(line, End):
            raise SaveError(f"{path} is not complete: its last line is missing; nothing was restored")
        return len(self.owners) - 1, self.saves

    def _keep(self, line: _Line) -> bool:
        """Write what a line says; False if it has no place."""
        if isinstance(line, Account):
            values = msgspec.structs.asdict(line)
            values["folded"] = fold(line.name)
            self.owners[line.id] = self._insert_account(values)
        elif isinstance(line, Save):
            if line.owner not in self.owners:
                return False
            values = {**msgspec.structs.asdict(line), "owner": self.owners[line.owner]}
            del values["id"]
            self.save = self.db.insert_new("saves", values)
            self.kept[line.id] = self.save
            self.saves += 1
        elif isinstance(line, Chapter):
            return self._keep_chapter(line)
        elif isinstance(line, Challenge | Flight | Squadron | Member):
            return self._keep_grouped(line)
        return True

    def _keep_grouped(self, line: Challenge | Flight | Squadron | Member) -> bool:
        """A challenge, a squadron, or somebody who belongs to the one before."""
        values: dict[str, object] = dict(line.columns)
        for name, known in (("account", self.owners), ("maker", self.owners), ("save", self.kept)):
            if name in values:
                old = line.columns[name]
                if old not in known:
                    return False
                values[name] = known[old]
        for heads, head, members, member, by in _GROUPS:
            if isinstance(line, member):
                if by not in self.head or values.keys() != set(GROUPS[members]):
                    return False
                self.db.insert(members, {**values, by: self.head[by]})
            elif isinstance(line, head):
                if values.keys() != set(GROUPS[heads]):
                    return False
                self.head = {by: self.db.insert_new(heads, values)}
        return True

    def _insert_account(self, values: dict[str, object]) -> int:
        del values["id"]
        return self.db.insert_new("accounts", values)

    def _keep_chapter(self, line: Chapter) -> bool:
        # A backup from before there were diaries, other names and addresses has none.
        columns = {"notes": "[]", "noses": "{}", "names": "{}", "awards": "{}", "shared": "", **line.columns}
        if self.save is None or columns.keys() != set(_COLUMNS):
            return False
        values = {**columns, "save": self.save}
        id = self.db.insert_new("chapters", values)
        steps = [
            {"chapter": id, "seq": seq, "auto": auto, "kind": kind, "body": body}
            for seq, (auto, kind, body) in enumerate(line.entries)
        ]
        for at in range(0, len(steps), _BATCH):
            self.db.insert_all("entries", steps[at : at + _BATCH])
        return True


_ANY = Head | Account | Save | Chapter | Challenge | Flight | Squadron | Member | End


def _decode(text: bytes, path: Path, number: int) -> _Line:
    """A line of the file."""
    try:
        line: _Line = msgspec.json.decode(text, type=_ANY)
    except (msgspec.MsgspecError, ValueError, RecursionError) as bad:
        what = "is no backup" if number == 1 else "is damaged or not complete"
        raise SaveError(f"{path} {what}: line {number}: {bad}; nothing was restored") from bad
    if isinstance(line, Head) and (line.format, line.format_version) != (FORMAT, FORMAT_VERSION):
        raise SaveError(f"{path} is of format {line.format!r} {line.format_version}; this Flakhouse reads another")
    return line
