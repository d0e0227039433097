"""A database of saves and accounts: SQLite in a file, or PostgreSQL by its address.

It is opened, checked and brought up to date once; then any number of threads read and write through its pool
of connections. A transaction is on the disk when it is left.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from flakhouse.errors import SaveError, Trouble
from flakhouse.store.faults import explain
from flakhouse.store.schema import APPLICATION, MIGRATIONS, TABLES

__all__ = ["Database", "data_folder"]


def data_folder() -> Path:
    """Where saves and crash reports live: $FLAKHOUSE_DATA, or the user's data folder."""
    own = os.environ.get("FLAKHOUSE_DATA")
    if own:
        return Path(own)
    import platformdirs

    return platformdirs.user_data_path("flakhouse", appauthor=False)


class _Cursor(Protocol):
    def execute(self, sql: str) -> object:
        """Run a statement."""

    def close(self) -> None:
        """Let go of it."""


class _Driver(Protocol):
    """A connection of a driver, as far as it is used here."""

    autocommit: bool

    def cursor(self) -> _Cursor:
        """What runs statements."""


class Database:
    """An open database. Use it as a context manager, or close it."""

    def __init__(self, where: str | Path, wait: float = 5.0, connections: int = 20, patient: bool = False) -> None:
        """`where` is a file, or a URL of sqlite or postgresql; `wait` the seconds to wait for other writers.

        A `patient` one need not be reachable yet: it is opened, checked and brought up to date by whoever needs it
        first. So a server that starts while its database is away serves again as soon as that is back.
        """
        url = _url(where)
        self.sqlite = url.get_backend_name() == "sqlite"
        self._wait = wait
        self._one = threading.Lock()
        self.path = Path(url.database or "") if self.sqlite else None
        self.where = str(self.path or url.set(drivername="postgresql", query={}))  # without the password
        if self.path:
            self._make_folder(self.path.parent)
            self._check_length(self.path)
            self._own_file(self.path)
        self.engine = self._engine(url, wait, connections)
        self._open = False
        self._opening = threading.RLock()
        try:
            self._ready()
        except Trouble:
            if not patient:
                self.engine.dispose()
                raise
        except BaseException:
            self.engine.dispose()
            raise

    def _ready(self) -> None:
        """Open it, if it is not open yet."""
        if self._open:
            return
        with self._opening, self._told():
            if not self._open:
                if self.path:
                    self._open_file()
                else:
                    self._open_server()
                self._open = True

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def backup(self, path: Path) -> None:
        """Everything in one file, while others play on."""
        from flakhouse.store.backup import write_backup

        write_backup(self, path)

    def restore(self, path: Path) -> tuple[int, int]:
        """Read a backup of either kind of database into this empty one: how many accounts and saves."""
        from flakhouse.store.backup import restore

        return restore(self, path)

    # -------------------------------------------------------------- transactions

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A view of the database that does not change while it is looked at."""
        self._ready()
        with self._told(), self._reader.connect() as db, db.begin():
            yield db

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """All or nothing, on the disk when it is left."""
        self._ready()
        with self._told(), self._turn(), self._writer.begin() as db:
            yield db

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """SQLite has one writer; threads of ours wait for each other here, where the next one is woken at once."""
        if not self.sqlite:
            yield
            return
        if not self._one.acquire(timeout=self._wait):
            raise Trouble(f"{self.where} is busy: others are writing to it; try again", busy=True)
        try:
            yield
        finally:
            self._one.release()

    def lock(self, db: Connection, what: int) -> None:
        """Let only one transaction at a time do `what` until it ends; SQLite has one writer anyway."""
        if not self.sqlite:
            db.execute(text("SELECT pg_advisory_xact_lock(:ours, :what)"), {"ours": APPLICATION, "what": what})

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Faults of the driver become SaveErrors."""
        try:
            yield
        except (DBAPIError, sqlite3.Error) as bad:
            raise explain(self.where, bad) from bad
        except (OverflowError, UnicodeEncodeError) as bad:
            raise SaveError(f"{self.where} cannot keep this: {bad}; nothing was changed") from bad
        except PoolTimeout as bad:
            raise Trouble(f"{self.where} is busy: all connections are in use; try again", busy=True) from bad
        except SQLAlchemyError as bad:
            raise Trouble(f"{self.where}: {bad}; the last step was not saved, everything before it is") from bad

    # -------------------------------------------------------------- opening

    def _make_folder(self, folder: Path) -> None:
        """The folder of the file."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as bad:
            raise SaveError(f"the data folder {folder} cannot be made: {bad.strerror or bad}") from bad

    def _check_length(self, path: Path) -> None:
        """SQLite begins anew in a file cut off at its head; we do not."""
        try:
            size = path.stat().st_size if path.is_file() else 0
            log = path.with_name(path.name + "-wal")
            lost = log.is_file() and log.stat().st_size > 0
            # A file that is not there at all was moved away by somebody; an empty one where saves were is damage.
            cut = 0 < size < 512 or (not size and (lost or (path.is_file() and _mark(path).is_file())))
        except OSError as bad:
            raise SaveError(f"{path} cannot be opened: {bad.strerror or bad}") from bad
        if cut:
            raise SaveError(
                f"{path} is damaged: {size} bytes are left of it; nothing was changed. "
                "Put a good copy in its place, or move it away to start afresh"
            )

    def _own_file(self, path: Path) -> None:
        """The file is its owner's to read: saves, and on a server the hashes of passwords. SQLite makes the files
        beside it alike."""
        try:
            if not path.exists():
                _mark(path).unlink(missing_ok=True)
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            elif hasattr(os, "geteuid") and path.stat().st_mode & 0o077 and path.stat().st_uid == os.geteuid():
                for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
                    if one.exists():
                        one.chmod(0o600)
        except OSError as bad:
            raise SaveError(
                f"{path} cannot be opened: {bad.strerror or bad}; "
                "set FLAKHOUSE_DATA to a folder that can be written"
            ) from bad

    def _remember(self) -> None:
        """Leave a mark beside the file that there are saves, should it ever be found empty."""
        with contextlib.suppress(OSError):
            if self.path and not _mark(self.path).exists():
                _mark(self.path).touch(0o600)

    def _engine(self, url: URL, wait: float, connections: int) -> Engine:
        """The engine with its pool, and what each new connection is told first."""
        kept = min(4, connections)
        pool = {"pool_size": kept, "max_overflow": connections - kept, "pool_timeout": wait}
        if self.sqlite:
            # Transactions begin when we say so, not when the driver thinks so.
            engine = create_engine(
                url,
                connect_args={"timeout": wait, "isolation_level": None},
                **pool,
            )
            first = ["PRAGMA foreign_keys = ON", "PRAGMA synchronous = FULL"]
            event.listen(engine, "begin", _begin)
        else:
            try:
                engine = create_engine(url, pool_pre_ping=True, **pool)
            except ImportError as bad:
                raise SaveError(f"{self.where} needs the package psycopg, which is not installed") from bad
            first = [
                f"SET lock_timeout = {max(1, round(wait * 1000))}",
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'",
            ]

        def greet(driver: _Driver, _: object) -> None:
            if not self.sqlite:
                driver.autocommit = True
            cursor = driver.cursor()
            for statement in first:
                cursor.execute(statement)
            cursor.close()
            if not self.sqlite:
                driver.autocommit = False

        event.listen(engine, "connect", greet)
        self._writer = engine.execution_options(flakhouse_writes=True)
        self._reader = engine if self.sqlite else engine.execution_options(isolation_level="REPEATABLE READ")
        return engine

    def _open_file(self) -> None:
        """Check whose file it is and of which version; make or bring it up to date."""
        with contextlib.closing(self.engine.raw_connection()) as raw:

            def number(sql: str) -> int:
                with contextlib.closing(raw.cursor()) as cursor:
                    cursor.execute(sql)
                    return int((cursor.fetchone() or [0])[0])

            version = self._check_version(number("PRAGMA user_version"))
            owner = number("PRAGMA application_id")
            strange = version < 0 or owner not in (0, APPLICATION)
            if (
                strange
                or (version and not owner)
                or (not version and number("SELECT count(*) FROM sqlite_master"))
            ):
                raise SaveError(f"{self.path} belongs to another program; nothing was changed")
            if version == len(MIGRATIONS):
                self._remember()
                return
            # The journal mode is set while the file is new; later openings write nothing at all. In a browser
            # there is no memory that connections could share, as this mode needs it: the usual journal serves.
            if sys.platform != "emscripten":
                with contextlib.closing(raw.cursor()) as cursor:
                    cursor.execute("PRAGMA journal_mode = WAL")
        # Foreign keys are off meanwhile, so that a table can be written anew; this cannot be said inside of it.
        with self.engine.connect() as db:
            db.connection.cursor().execute("PRAGMA foreign_keys = OFF")
            try:
                db = db.execution_options(flakhouse_writes=True)
                with db.begin():
                    version = int(db.exec_driver_sql("PRAGMA user_version").scalar_one())
                    for step in MIGRATIONS[self._check_version(version) :]:
                        step(db)
                    db.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
                    db.exec_driver_sql(f"PRAGMA user_version = {len(MIGRATIONS)}")
            finally:
                db.connection.cursor().execute("PRAGMA foreign_keys = ON")
        self._remember()

    def _open_server(self) -> None:
        """The same on a server, where a table of ours says the version."""
        with self.engine.connect() as db, db.begin():
            if self._served_version(db) == len(MIGRATIONS):
                return
        with self._writer.begin() as db:
            self.lock(db, 0)
            version = self._served_version(db)
            for step in MIGRATIONS[version:]:
                step(db)
            if not version:
                db.exec_driver_sql("CREATE TABLE flakhouse (version BIGINT NOT NULL)")
                db.exec_driver_sql("INSERT INTO flakhouse VALUES (0)")
            db.exec_driver_sql(f"UPDATE flakhouse SET version = {len(MIGRATIONS)}")

    def _served_version(self, db: Connection) -> int:
        """The version of the tables in the schema in use, 0 if there are none."""
        # The list, not to_regclass: that one may remember from before the lock that there was no such table.
        found = db.exec_driver_sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))"
        )
        there = {str(name) for (name,) in found}
        if "flakhouse" in there:
            return self._check_version(int(db.exec_driver_sql("SELECT version FROM flakhouse").scalar_one()))
        if not there.isdisjoint(TABLES):
            raise SaveError(f"{self.where} belongs to another program; nothing was changed")
        return 0

    def _check_version(self, version: int) -> int:
        """Refuse what a newer Flakhouse has written."""
        if version > len(MIGRATIONS):
            raise SaveError(
                f"{self.where} was written by a newer Flakhouse (format {version}, this one knows "
                f"{len(MIGRATIONS)}); nothing was changed. Update Flakhouse to use it"
            )
        return version


def _mark(path: Path) -> Path:
    """The mark beside a file that it holds saves."""
    return path.with_name(path.name + "-known")


def _begin(db: Connection) -> None:
    """How a transaction begins in SQLite: one that writes waits for its turn at once."""
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("flakhouse_writes") else "BEGIN")


def _url(where: str | Path) -> URL:
    """The address of a database, whatever short form it is written in."""
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as bad:
        raise SaveError(
            "the address of the database cannot be read; expected postgresql://user@host/name"
        ) from bad
    kind = url.drivername.partition("+")[0]
    if kind in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise SaveError(f"{kind!r} is no database Flakhouse knows; sqlite and postgresql are")
    if not url.database or url.database == ":memory:":
        raise SaveError("a database in memory would be lost; name a file")
    return url.set(drivername="sqlite")
