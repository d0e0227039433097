"""12.6.6 Questions of the I-Boat Attack."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Option, Question
from flakhouse.core.stakes import at_least
from flakhouse.games.doolittle.state import Ship

__all__ = ["NOBODY", "iboat_reaction"]

NOBODY = "none"


def iboat_reaction(space: str, able: Mapping[str, tuple[Ship, list[Mod], int]]) -> Question:
    """12.6.6 The ship that attacks a detected I-Boat: each with her modifiers and what her dice must show."""
    options = {
        name: Option(
            f"{name} ({ship.sort}, {ship.space}): {need}+",
            ship.subject,
            stakes=(at_least("drives it off", "iboat-reaction", ship.reaction, mods),),
        )
        for name, (ship, mods, need) in able.items()
    }
    options[NOBODY] = Option("Nobody")
    return Question(
        "12.6.6 I-Boat Reaction",
        f"A Japanese submarine (I-Boat) at {space}. Who attacks it?",
        options,
        why=lambda: "The ship that needs the least on her dice.",
    )
