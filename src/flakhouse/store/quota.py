"""How much one player may keep on a server.

It is weighed where it is written, in the same transaction: however many processes serve him, together they keep no
more.
"""

from __future__ import annotations

from typing import NamedTuple

from flakhouse.core.chapter import Chapter
from flakhouse.errors import Full
from flakhouse.store.connection import Connection
from flakhouse.store.rows import as_json, names, of_owner, to_row
from flakhouse.store.schema import TEXTS

__all__ = ["Quota", "check", "used", "weigh"]

_STEP = 40  # bytes that a step takes besides its text, about
_MB = 1_000_000


class Quota(NamedTuple):
    """The most an account may keep."""

    saves: int
    save_bytes: int  # of one save
    account_bytes: int  # of all together


def weigh(tour: list[Chapter]) -> int:
    """About how many bytes a save takes."""
    steps = sum(len(as_json(entry)) + _STEP for chapter in tour for entry in chapter.entries)
    return steps + sum(len(str(value)) for chapter in tour for value in to_row(chapter).values())


def used(db: Connection, owner: int | None) -> int:
    """About how many bytes all saves of an owner take."""
    mine = f"JOIN saves ON chapters.save = saves.id WHERE {of_owner(owner)}"
    each = " + ".join(f"coalesce(length(chapters.{name}), 0)" for name in TEXTS)
    whole = db.number(f"SELECT sum({each}) FROM chapters {mine}", owner=owner)
    body = f"SELECT sum(length(entries.body) + {_STEP}) FROM entries"
    steps = db.number(f"{body} JOIN chapters ON entries.chapter = chapters.id {mine}", owner=owner)
    return whole + steps


def check(db: Connection, owner: int | None, quota: Quota, more: int) -> None:
    """Refuse a save of so many bytes, if it is too large or there is no room for it."""
    if len(names(db, owner)) >= quota.saves:
        raise Full(f"you have {quota.saves} saves, which is the most; delete some first")
    if more > quota.save_bytes:
        raise Full(f"this save takes {more / _MB:.1f} MB; a save may take {quota.save_bytes / _MB:g} MB")
    if used(db, owner) + more > quota.account_bytes:
        raise Full(f"your saves would take more than {quota.account_bytes / _MB:g} MB; delete some first")
