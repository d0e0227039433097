"""What the tests of the store share."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.store import Database, Store
from tests.core.test_session import play_out
from tests.core.toy import GAME

ROOT = Path(__file__).parents[2]


class Address(NamedTuple):
    """Where a database is."""

    folder: Path
    url: str | None

    def open(self, owner: int | None = None, wait: float = 5.0) -> Store:
        return Store(self.folder, wait, url=self.url, owner=owner)

    def database(self, wait: float = 5.0) -> Database:
        return Database(self.url or self.folder / "saves.sqlite3", wait)


def new(store: Store, name: str = "", **options: str) -> Session:
    name = store.create(begin(GAME, "7/1", options=options), "7", name)
    session = store.session(GAME, name)
    session.run()
    return session


def execute(where: Store | Database, sql: str) -> list[tuple[object, ...]]:
    """Run a statement on the connection of this thread."""
    database = where.database if isinstance(where, Store) else where
    with database.pool.bare() as db:
        return db.rows(sql)


def number(where: Store | Database, sql: str) -> object:
    return execute(where, sql)[0][0]


def tour(store: Store, name: str = "tour") -> str:
    """Two flights flown, the third being played."""
    play_out(new(store, name))
    for _ in range(2):
        session = store.next_chapter(GAME, name)
        session.run()
        if session.chapter.number < 3:
            play_out(session)
    session.answer("stay")
    return name


def damaged(data: bytes, path: str, value: object) -> bytes:
    """The export with one value changed; "chapters.0.number" names it."""
    whole = msgspec.json.decode(data)
    at = whole
    *way, last = path.split(".")
    for part in way:
        at = at[int(part)] if isinstance(at, list) else at[part]
    if isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return msgspec.json.encode(whole)
