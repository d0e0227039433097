"""Failed attempts to log in, counted in the database: all processes of a server count together.

An attempt is counted before the password is looked at, so that many at once do not slip through, and taken
back if it fits. What is counted is kept as a digest: mistyped names are often passwords.
"""

from __future__ import annotations

import hashlib

from flakhouse.errors import TooMany
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database

__all__ = ["WINDOW", "Attempt"]

WINDOW = 15 * 60  # seconds in which attempts are counted
#: Per window. A stranger who knows a name can lock out others only with very many attempts.
LIMITS = {"name and address": 8, "address": 40, "name": 80}
_LOCK = 2**31 - 1


class Attempt:
    """One attempt to log in under a (folded) name from an address."""

    def __init__(self, database: Database, name: str, address: str) -> None:
        self._database = database
        parts = {"name and address": [name, address], "address": ["", address], "name": [name, ""]}
        self._limits = {
            hashlib.sha256("\0".join([kind, *parts[kind]]).encode("utf-8", "replace")).hexdigest(): limit
            for kind, limit in LIMITS.items()
        }
        self._pair = next(iter(self._limits))

    def begin(self, time: int) -> None:
        """Count it, or refuse it."""
        with self._database.writing() as db:
            self._database.lock(db, _LOCK)
            found: dict[str, tuple[int, int]] = {}
            for key in self._limits:
                row = db.one("SELECT began, failed FROM throttle WHERE key = :key", key=key)
                if row is not None:
                    found[key] = (int(str(row[0])), int(str(row[1])))
            waits = [
                began + WINDOW - time
                for key, (began, failed) in found.items()
                if failed >= self._limits[key] and time < began + WINDOW
            ]
            if waits:
                raise TooMany(max(waits))
            for key in self._limits:
                self._count(db, key, found.get(key), time)

    def _count(self, db: Connection, key: str, had: tuple[int, int] | None, time: int) -> None:
        """One more under a key, from 1 again when the window is over."""
        if had is None:
            db.insert("throttle", {"key": key, "began": time, "failed": 1})
            return
        began, failed = had if time < had[0] + WINDOW else (time, 0)
        change = "UPDATE throttle SET began = :began, failed = :failed WHERE key = :key"
        db.run(change, key=key, began=began, failed=failed + 1)

    def succeed(self, db: Connection) -> None:
        """It was no failure: take it back, and forget those of this name from this address."""
        self._database.lock(db, _LOCK)
        db.run("DELETE FROM throttle WHERE key = :key", key=self._pair)
        for other in self._limits:
            if other != self._pair:
                db.run("UPDATE throttle SET failed = failed - 1 WHERE key = :key AND failed > 0", key=other)


def forget(db: Connection, time: int) -> None:
    """Drop what lies outside the window."""
    db.run("DELETE FROM throttle WHERE began <= :time", time=time - WINDOW)
