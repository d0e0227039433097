"""What all processes of a server count together, in the database: how often somebody asks, and long work.

A request must not cost a write, so a process takes some requests of a caller at once and spends them by itself.
What it does not spend in time is lost to the caller, so together they never let more through than the limit says.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator

from flakhouse.errors import Trouble
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database

__all__ = ["Buckets", "Slots", "forget"]

_KEPT = 10_000  # callers a process remembers
_SPENT = 30.0  # seconds in which what was taken must be spent
_HOLD = 60.0  # seconds a slot is held without a word
_LONGEST = 7200.0  # seconds after which a bucket is full again, whatever it is for


def _lock_of(key: str) -> int:
    """The number of the lock of a key; apart from those of names and accounts."""
    return 2**30 + zlib.crc32(key.encode()) % (2**30 - 16)


class Buckets:
    """A bucket of requests for each caller; it fills with time. The same for all processes."""

    def __init__(
        self,
        database: Database,
        what: str,
        rate: float,
        burst: int,
        at_once: int = 1,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`rate` a second over time, `burst` at most; a process takes `at_once`."""
        self._database = database
        self._what = what
        self._rate = rate
        self._burst = float(burst)
        self._at_once = min(at_once, burst)
        self._clock = clock
        self._held: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how many, until when
        self._shut: OrderedDict[str, float] = OrderedDict()  # until when there is none
        self._lock = threading.Lock()

    def wait(self, caller: str) -> float:
        """Take one; 0, or the seconds until there is one again."""
        now = self._clock()
        with self._lock:
            count, until = self._held.pop(caller, (0, 0.0))
            if count and now < until:
                self._held[caller] = (count - 1, until)
                return 0.0
            shut = self._shut.pop(caller, 0.0)
            if now < shut:
                self._shut[caller] = shut
                return shut - now
        try:
            got, short = self._take(caller, now)
        except Trouble:
            return 0.0  # the request itself will be told that the database fails, if it needs it
        with self._lock:
            if got:
                held, until = self._held.pop(caller, (0, 0.0))
                self._held[caller] = (got - 1 + (held if now < until else 0), now + _SPENT)
            else:
                self._shut[caller] = now + short
            for kept in (self._held, self._shut):
                while len(kept) > _KEPT:
                    kept.popitem(last=False)
        return 0.0 if got else short

    def _take(self, caller: str, now: float) -> tuple[int, float]:
        """Some from the store: how many, or how long until there is one."""
        key = hashlib.sha256(f"{self._what}\0{caller}".encode("utf-8", "replace")).hexdigest()
        with self._database.writing() as db:
            self._database.lock(db, _lock_of(key))
            row = db.one("SELECT amount, at FROM buckets WHERE key = :key", key=key)
            left = self._burst
            if row is not None:
                amount, at = (float(str(value)) for value in row)
                left = min(self._burst, amount + max(0.0, now - at) * self._rate)
            got = min(self._at_once, int(left))
            values = {"key": key, "amount": left - got, "at": now}
            if row is None:
                db.insert("buckets", values)
            else:
                db.run("UPDATE buckets SET amount = :amount, at = :at WHERE key = :key", **values)
        return got, 0.0 if got else (1 - left) / self._rate


class Slots:
    """So much long work of a kind at a time, in all processes together. One that dies loses its slots soon."""

    def __init__(self, database: Database, kind: str, most: int, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._kind = kind
        self._most = most
        self._clock = clock

    def take(self) -> str:
        """A slot, "" if there is none."""
        now = self._clock()
        id = secrets.token_hex(16)
        with self._database.writing() as db:
            self._database.lock(db, _lock_of(self._kind))
            db.run("DELETE FROM slots WHERE kind = :kind AND until <= :now", kind=self._kind, now=now)
            if db.number("SELECT count(*) FROM slots WHERE kind = :kind", kind=self._kind) >= self._most:
                return ""
            db.insert("slots", {"id": id, "kind": self._kind, "until": now + _HOLD})
        return id

    def keep(self, id: str) -> None:
        """Go on holding a slot; to be said within a minute."""
        with contextlib.suppress(Trouble), self._database.writing() as db:
            db.run("UPDATE slots SET until = :until WHERE id = :id", until=self._clock() + _HOLD, id=id)

    def give_back(self, id: str) -> None:
        """It is free again; should the database not hear of it, it will be soon."""
        with contextlib.suppress(Trouble), self._database.writing() as db:
            db.run("DELETE FROM slots WHERE id = :id", id=id)

    @contextlib.contextmanager
    def held(self) -> Iterator[str]:
        """A slot for a block, "" if there is none."""
        id = self.take()
        try:
            yield id
        finally:
            if id:
                self.give_back(id)


def forget(db: Connection, now: float) -> None:
    """Drop what says nothing any more."""
    db.run("DELETE FROM buckets WHERE at <= :time", time=now - _LONGEST)
    db.run("DELETE FROM slots WHERE until <= :now", now=now)
