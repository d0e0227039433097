"""Seeds that the server keeps to itself: a save of a strict challenge has only an alias of its seed.

So nothing made from a save can show the seed: no page, no call, no export, no report of a crash. Only the save
that entered the challenge is played with it. When the challenge has closed, whoever reads a save reads the seed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from flakhouse.core.chapter import SEALED, Chapter
from flakhouse.store import rows
from flakhouse.store.connection import Connection

__all__ = ["alias_of", "is_sealed", "open_closed", "secret_of"]


def alias_of(key: str) -> str:
    """What stands in saves for the seed of a strict challenge."""
    return f"{SEALED}{key}"


def is_sealed(chapter: Chapter) -> bool:
    """Whether a chapter has an alias for its seed."""
    return chapter.seeds[0][1].startswith(SEALED) if chapter.seeds else False


def _parts(chapter: Chapter) -> tuple[str, str]:
    """The key of the challenge, and what follows the seed."""
    key, slash, number = chapter.seeds[0][1].removeprefix(SEALED).partition("/")
    return key, slash + number


def open_closed(db: Connection, found: Sequence[Chapter]) -> None:
    """Put the seed in the place of its alias, where the challenge has closed."""
    for chapter in found:
        if is_sealed(chapter):
            key, rest = _parts(chapter)
            closed = "SELECT seed FROM challenges WHERE key = :key AND closes <= :now"
            row = db.one(closed, key=key, now=int(time.time()))
            if row is not None:
                chapter.seeds = [(0, f"{row[0]}{rest}"), *chapter.seeds[1:]]


def secret_of(db: Connection, owner: int | None, name: str, chapter: Chapter) -> str:
    """The seed to play a sealed chapter with; "" for a save that did not enter the challenge."""
    key, rest = _parts(chapter)
    row = db.one(
        """SELECT challenges.seed FROM challenges
        JOIN challenge_flights ON challenge_flights.challenge = challenges.id
        WHERE challenges.key = :key AND challenge_flights.save = :save""",
        key=key,
        save=rows.save_id(db, owner, name),
    )
    return "" if row is None else f"{row[0]}{rest}"
