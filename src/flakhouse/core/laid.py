"""What a player has laid on a form: kept with the session in memory, for the journal has single answers only."""

from __future__ import annotations

import msgspec

__all__ = ["Due", "Laid"]


class Laid(msgspec.Struct, frozen=True):
    """A form as it was settled: what was changed by row, what was marked, what was ordered."""

    wishes: dict[str, str] = {}
    marks: tuple[str, ...] | None = None
    wants: dict[str, list[str]] | None = None


class Due(msgspec.Struct, frozen=True):
    """Orders of a form that the rules have not asked for yet: since which step, for which questions, what is left
    of them, and whether the player gave them himself."""

    step: int
    asks: tuple[str, ...]
    wants: dict[str, list[str]]
    own: bool
