"""7.2.4 Flying on fumes with a man aboard who saves fuel."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.games.doolittle.advice import fuel as advice
from flakhouse.games.doolittle.questions.checks import faces_words
from flakhouse.games.doolittle.state import B25

__all__ = ["fuel_conservation"]


def fuel_conservation(
    b25: B25, faces: tuple[int, ...], kept: tuple[int, ...], with_it: str, without: str, advised: bool
) -> Question:
    """7.2.4 After the roll: without penalties the first two dice count instead of the lowest."""
    return yes_no(
        "7.2.4",
        f"{b25.name()}, flying on fumes: {faces_words(faces)}, of which {faces_words(kept)} count. Conserve fuel?",
        b25.subject,
        yes=Option("Yes", costs=(Cost("Fuel Conservation"),), detail=f"{faces_words(faces[:2])}: {with_it}"),
        no=Option("No", detail=f"{faces_words(kept)}: {without}"),
        why=lambda: advice.why_fuel_conservation(advised),
    )
