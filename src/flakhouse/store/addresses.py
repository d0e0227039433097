"""Addresses under which others may look at a flight: a secret for each, which its owner can withdraw.

The secret is kept with the chapter and is no part of an exported save, so a copy is not shown to anybody.
"""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple

from flakhouse.errors import SaveError, Unknown
from flakhouse.store import rows
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database
from flakhouse.store.rows import Loaded
from flakhouse.store.saves import Store

__all__ = ["Lent", "address_of", "addresses_of", "lend", "lent", "withdraw"]

_BYTES = 18  # of chance in an address: nobody finds one by trying
_SECRET = re.compile(r"[A-Za-z0-9_-]{24}")


class Lent(NamedTuple):
    """A flight as others may see it: its save and what was read."""

    save: str
    loaded: Loaded


def address_of(store: Store, name: str, number: int) -> str:
    """The secret of a chapter's address, "" if it has none."""
    with store.database.reading() as db:
        return _secret(db, rows.load(db, store.owner, name, number).id)


def addresses_of(store: Store, name: str) -> dict[int, str]:
    """The secrets of all chapters of a save that have an address, by their numbers."""
    with store.database.reading() as db:
        found = db.rows(
            "SELECT number, shared FROM chapters WHERE save = :save AND shared <> '' ORDER BY number",
            save=rows.save_id(db, store.owner, name),
        )
    return {int(str(number)): str(secret) for number, secret in found}


def lend(store: Store, name: str, number: int) -> str:
    """Give a finished chapter an address; the one it has, if it has one."""
    with store.database.writing() as db:
        rows.save_id(db, store.owner, name, lock=True)
        loaded = rows.load(db, store.owner, name, number)
        if loaded.chapter.finished is None:
            raise SaveError("only a flight that is over can be shown to others")
        secret = _secret(db, loaded.id) or secrets.token_urlsafe(_BYTES)
        _keep(db, loaded.id, secret)
    return secret


def withdraw(store: Store, name: str, number: int) -> None:
    """Take the address back: nobody finds the flight under it any more."""
    with store.database.writing() as db:
        rows.save_id(db, store.owner, name, lock=True)
        loaded = rows.load(db, store.owner, name, number)
        _keep(db, loaded.id, "")


def _secret(db: Connection, chapter: int) -> str:
    row = db.one("SELECT shared FROM chapters WHERE id = :id", id=chapter)
    return str(row[0]) if row else ""


def _keep(db: Connection, chapter: int, secret: str) -> None:
    db.run("UPDATE chapters SET shared = :secret WHERE id = :id", secret=secret, id=chapter)


def lent(database: Database, secret: str) -> Lent:
    """The flight at an address, whoever asks; Unknown if there is none, or if it is played again."""
    unknown = Unknown("nothing is shown at this address; whoever gave it may have withdrawn it")
    if not _SECRET.fullmatch(secret):
        raise unknown
    with database.reading() as db:
        row = db.one(
            """SELECT saves.owner, saves.name, chapters.number
            FROM chapters JOIN saves ON chapters.save = saves.id WHERE chapters.shared = :secret""",
            secret=secret,
        )
        if row is None:
            raise unknown
        owner, name, number = row
        loaded = rows.load(db, None if owner is None else int(str(owner)), str(name), int(str(number)))
    if loaded.chapter.finished is None:
        raise unknown
    return Lent(str(name), loaded)
