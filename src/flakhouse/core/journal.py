"""The journal of a mission: what the player answered and rolled, in order. With the seed it is the game."""

from __future__ import annotations

import msgspec

__all__ = ["Answer", "Entry", "Throw"]


class Answer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True, omit_defaults=True):
    """An answer: the question, the key, the running check of every roll before it, and a mark of the state.

    The mark is only kept of what a player answers; 0 means that there is none.
    """

    ask: str
    key: str
    check: int
    state: int = 0


class Throw(msgspec.Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """Faces rolled at the table for roll number `roll` of the mission."""

    roll: int
    chart: str
    faces: tuple[int, ...]


Entry = Answer | Throw
