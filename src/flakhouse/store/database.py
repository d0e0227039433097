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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

from flakhouse.errors import SaveError, Trouble
from flakhouse.store.address import Address, address_of
from flakhouse.store.connection import Connection, Driver, Pool
from flakhouse.store.faults import explain
from flakhouse.store.schema import APPLICATION, MIGRATIONS, TABLES

__all__ = ["Database", "data_folder"]

_Faults = tuple[type[Exception], ...]
_READ = "BEGIN"
_READ_SERVED = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


def data_folder() -> Path:
    """Where saves and crash reports live: $FLAKHOUSE_DATA, or the user's data folder."""
    own = os.environ.get("FLAKHOUSE_DATA")
    if own:
        return Path(own)
    import platformdirs

    return platformdirs.user_data_path("flakhouse", appauthor=False)


class Database:
    """An open database. Use it as a context manager, or close it."""

    def __init__(self, where: str | Path, wait: float = 5.0, connections: int = 20, patient: bool = False) -> None:
        """`where` is a file, or a URL of sqlite or postgresql; `wait` the seconds to wait for other writers.

        A `patient` one need not be reachable yet: it is opened, checked and brought up to date by whoever needs it
        first. So a server that starts while its database is away serves again as soon as that is back.
        """
        address = address_of(where)
        self.sqlite = address.path is not None
        self._wait = wait
        self._one = threading.Lock()
        self.path = address.path
        self.where = address.shown
        if self.path:
            self._make_folder(self.path.parent)
            self._check_length(self.path)
            self._own_file(self.path)
        self._faults, connect = self._lite() if self.sqlite else self._served(address)
        self.pool = Pool(connect, self.sqlite, self._faults, connections, wait, self.where)
        self._open = False
        self._opening = threading.RLock()
        try:
            self._ready()
        except Trouble:
            if not patient:
                self.close()
                raise
        except BaseException:
            self.close()
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
        self.pool.close()

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
        with self._told(), self.pool.transaction(_READ if self.sqlite else _READ_SERVED) as db:
            yield db

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """All or nothing, on the disk when it is left."""
        self._ready()
        with self._told(), self._turn(), self._change() as db:
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
            db.run("SELECT pg_advisory_xact_lock(:ours, :what)", ours=APPLICATION, what=what)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Faults of the driver become SaveErrors."""
        try:
            yield
        except self._faults as bad:
            raise explain(self.where, bad) from bad
        except (OverflowError, UnicodeEncodeError) as bad:
            raise SaveError(f"{self.where} cannot keep this: {bad}; nothing was changed") from bad

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

    def _change(self) -> contextlib.AbstractContextManager[Connection]:
        """A transaction that writes; in SQLite it waits for its turn at once."""
        return self.pool.transaction("BEGIN IMMEDIATE" if self.sqlite else "BEGIN")

    def _lite(self) -> tuple[_Faults, Callable[[], Driver]]:
        """The faults of SQLite's driver, and what opens the file."""

        def connect() -> Driver:
            # Transactions begin when we say so, not when the driver thinks so.
            driver = sqlite3.connect(
                str(self.path), timeout=self._wait, isolation_level=None, check_same_thread=False
            )
            driver.execute("PRAGMA foreign_keys = ON")
            driver.execute("PRAGMA synchronous = FULL")
            return cast(Driver, driver)

        return (sqlite3.Error,), connect

    def _served(self, address: Address) -> tuple[_Faults, Callable[[], Driver]]:
        """The same of a server's."""
        try:
            import psycopg
        except ImportError as bad:
            raise SaveError(f"{self.where} needs the package psycopg, which is not installed") from bad
        where = psycopg.conninfo.make_conninfo("", **address.words)
        wait = max(1, round(self._wait * 1000))

        def connect() -> Driver:
            driver = psycopg.connect(where, autocommit=True)
            driver.execute(f"SET lock_timeout = {wait}".encode())
            driver.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
            return cast(Driver, driver)

        return (psycopg.Error,), connect

    def _open_file(self) -> None:
        """Check whose file it is and of which version; make or bring it up to date."""
        with self.pool.bare() as db:
            version = self._check_version(db.number("PRAGMA user_version"))
            owner = db.number("PRAGMA application_id")
            strange = version < 0 or owner not in (0, APPLICATION)
            if (
                strange
                or (version and not owner)
                or (not version and db.number("SELECT count(*) FROM sqlite_master"))
            ):
                raise SaveError(f"{self.path} belongs to another program; nothing was changed")
            if version == len(MIGRATIONS):
                self._remember()
                return
            # The journal mode is set while the file is new; later openings write nothing at all. In a browser
            # there is no memory that connections could share, as this mode needs it: the usual journal serves.
            if sys.platform != "emscripten":
                db.run("PRAGMA journal_mode = WAL")
            # Foreign keys are off meanwhile, so that a table can be written anew; this cannot be said inside.
            db.run("PRAGMA foreign_keys = OFF")
            db.run("BEGIN IMMEDIATE")
            for step in MIGRATIONS[self._check_version(db.number("PRAGMA user_version")) :]:
                step(db)
            db.run(f"PRAGMA application_id = {APPLICATION}")
            db.run(f"PRAGMA user_version = {len(MIGRATIONS)}")
            db.run("COMMIT")
        self.pool.close()  # the next connection has its foreign keys
        self._remember()

    def _open_server(self) -> None:
        """The same on a server, where a table of ours says the version."""
        with self.pool.transaction(_READ) as db:
            if self._served_version(db) == len(MIGRATIONS):
                return
        with self._change() as db:
            self.lock(db, 0)
            version = self._served_version(db)
            for step in MIGRATIONS[version:]:
                step(db)
            if not version:
                db.run("CREATE TABLE flakhouse (version BIGINT NOT NULL)")
                db.run("INSERT INTO flakhouse VALUES (0)")
            db.run(f"UPDATE flakhouse SET version = {len(MIGRATIONS)}")

    def _served_version(self, db: Connection) -> int:
        """The version of the tables in the schema in use, 0 if there are none."""
        # The list, not to_regclass: that one may remember from before the lock that there was no such table.
        found = db.rows("SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))")
        there = {str(name) for (name,) in found}
        if "flakhouse" in there:
            return self._check_version(db.number("SELECT version FROM flakhouse"))
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
