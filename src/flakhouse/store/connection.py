"""A connection to a database, and the pool that lends it. Statements are plain SQL that both databases understand.

A value stands in a statement by its name, `:name`, as SQLite writes it; PostgreSQL's driver is given its own form.
"""

from __future__ import annotations

import contextlib
import functools
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from flakhouse.errors import Trouble

__all__ = ["Connection", "Driver", "Pool", "Row", "inserted"]

Row = tuple[object, ...]
_VALUE = re.compile(r"(?<![:\w]):([a-z_]+)")
_KEPT = 4  # connections that stay open while nobody uses them


class _Cursor(Protocol):
    """What runs a statement, as far as it is used here."""

    rowcount: int

    @property
    def description(self) -> object:
        """The columns found; None after a statement that finds nothing."""

    def execute(self, sql: str, values: Mapping[str, object]) -> object:
        """Run a statement."""

    def executemany(self, sql: str, values: Sequence[Mapping[str, object]]) -> object:
        """Run a statement with each of these."""

    def fetchall(self) -> list[Row]:
        """What was found."""

    def close(self) -> None:
        """Let go of it."""


class Driver(Protocol):
    """A connection of either driver, which begins and ends no transaction by itself."""

    def cursor(self) -> _Cursor:
        """What runs statements."""

    def close(self) -> None:
        """Close it."""


@functools.lru_cache(maxsize=256)
def _served(sql: str) -> str:
    """A statement as the driver of PostgreSQL wants it."""
    return _VALUE.sub(r"%(\1)s", sql.replace("%", "%%"))


@functools.lru_cache(maxsize=64)
def inserted(table: str, columns: tuple[str, ...]) -> str:
    """The statement that writes a row with these columns."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})"


class Connection:
    """A connection that somebody holds, mostly in the midst of a transaction."""

    def __init__(self, driver: Driver, sqlite: bool) -> None:
        self.driver = driver
        self.sqlite = sqlite
        #: Behind a SELECT: nobody else changes what it found meanwhile; SQLite has one writer anyway.
        self.held = "" if sqlite else " FOR UPDATE"

    def _run(
        self, sql: str, values: Mapping[str, object] | Sequence[Mapping[str, object]]
    ) -> tuple[int, list[Row]]:
        """Run a statement, with one set of values or many: how many rows it changed, and what it found."""
        with contextlib.closing(self.driver.cursor()) as cursor:
            text = sql if self.sqlite else _served(sql)
            if isinstance(values, Mapping):
                cursor.execute(text, values)
            else:
                cursor.executemany(text, values)
            found = cursor.fetchall() if cursor.description is not None else []
            return cursor.rowcount, found

    def run(self, sql: str, **values: object) -> int:
        """Run a statement: how many rows it changed."""
        return self._run(sql, values)[0]

    def rows(self, sql: str, **values: object) -> list[Row]:
        """What a statement finds."""
        return self._run(sql, values)[1]

    def one(self, sql: str, **values: object) -> Row | None:
        """The first row a statement finds."""
        found = self.rows(sql, **values)
        return found[0] if found else None

    def number(self, sql: str, **values: object) -> int:
        """The number a statement finds; 0 if it finds none."""
        row = self.one(sql, **values)
        return 0 if row is None or row[0] is None else int(str(row[0]))

    def insert(self, table: str, values: Mapping[str, object]) -> None:
        """Write a row."""
        self._run(inserted(table, tuple(values)), values)

    def insert_new(self, table: str, values: Mapping[str, object]) -> int:
        """Write a row whose key the database gives: the key."""
        _, found = self._run(f"{inserted(table, tuple(values))} RETURNING id", values)
        return int(str(found[0][0]))

    def insert_all(self, table: str, values: Sequence[Mapping[str, object]]) -> None:
        """Write rows that have the same columns."""
        if values:
            self._run(inserted(table, tuple(values[0])), values)


class Pool:
    """Connections that threads lend and give back; at most so many, of which a few stay open."""

    def __init__(
        self,
        connect: Callable[[], Driver],
        sqlite: bool,
        faults: tuple[type[Exception], ...],
        most: int,
        wait: float,
        where: str,
    ) -> None:
        self._connect = connect
        self._sqlite = sqlite
        self._faults = faults
        self._free = threading.BoundedSemaphore(most)
        self._wait = wait
        self._where = where
        self._idle: list[Connection] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def transaction(self, begin: str) -> Iterator[Connection]:
        """All or nothing; committed when it is left."""
        with self._lent(begin) as db:
            yield db
            db.run("COMMIT")

    @contextlib.contextmanager
    def bare(self) -> Iterator[Connection]:
        """A connection outside of any transaction."""
        with self._lent("") as db:
            yield db

    @contextlib.contextmanager
    def _lent(self, begin: str) -> Iterator[Connection]:
        """A connection told to begin, for a while."""
        if not self._free.acquire(timeout=self._wait):
            raise Trouble(f"{self._where} is busy: all connections are in use; try again", busy=True)
        try:
            db = self._begun(begin)
            whole = False
            try:
                yield db
                whole = True
            finally:
                if whole or self._undone(db):
                    self._keep(db)
        finally:
            self._free.release()

    def _undone(self, db: Connection) -> bool:
        """What was begun is taken back; where that cannot be said any more, the connection is closed."""
        try:
            db.run("ROLLBACK")
            return True
        except self._faults:
            self._drop(db)
            return False

    def _keep(self, db: Connection) -> None:
        """Ready for the next one, or closed if enough are."""
        with self._lock:
            if len(self._idle) < _KEPT:
                self._idle.append(db)
                return
        self._drop(db)

    def _drop(self, db: Connection) -> None:
        with contextlib.suppress(*self._faults):
            db.driver.close()

    def _begun(self, begin: str) -> Connection:
        """A connection in which this was said. One that lay idle may have been lost meanwhile: then a new one."""
        while True:
            with self._lock:
                kept = self._idle.pop() if self._idle else None
            db = kept or Connection(self._connect(), self._sqlite)
            try:
                if begin or kept:
                    db.run(begin or "SELECT 1")
                return db
            except self._faults:
                self._drop(db)
                if kept is None or self._sqlite:
                    raise

    def close(self) -> None:
        """Close what nobody uses."""
        with self._lock:
            idle, self._idle = self._idle, []
        for db in idle:
            self._drop(db)
