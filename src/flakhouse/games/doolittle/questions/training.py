"""13.4.4 to 13.4.9 Questions of training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Barred, Option, Question
from flakhouse.games.doolittle.questions.aircraft import manned
from flakhouse.games.doolittle.questions.keys import by_pilot
from flakhouse.games.doolittle.state import B25

__all__ = ["DONE", "b25_hurt", "count", "train", "training_crash"]

DONE = "done"


def count(points: int) -> str:
    """Training points in words."""
    return f"{points} training point{'' if points == 1 else 's'}"


def train(points: int, options: Mapping[str, Option], barred: Mapping[str, str]) -> Question:
    """13.4.4 What is trained next, with so many points left."""
    return Question(
        "13.4.4",
        f"{count(points)} left. Train what?",
        options,
        barred=barred,
        why=lambda: (
            "Short Take Off in any case; the levels of history, then a larger deck, then what points are left for."
        ),
    )


def _b25s(group: Sequence[B25]) -> dict[str, Option]:
    return {pilot: Option(manned(b), b.subject) for pilot, b in by_pilot(group).items()}


def training_crash(group: Sequence[B25]) -> Question:
    """13.4.9 The B-25 that crashes in training."""
    prompt = "Which B-25 crashes in training?"
    return Question(
        "13.4.9",
        prompt,
        _b25s(group),
        routine=True,
        matters=True,
        why=lambda: "A damaged one, or the last of the list.",
    )


def b25_hurt(rule: str, cause: str, able: Sequence[B25], spared: Sequence[B25]) -> Question:
    """13.4.9, 13.5.3 The B-25 that is damaged; those `spared` would not bear it."""
    return Question(
        rule,
        f"{cause[:1].upper()}{cause[1:]} damages a B-25. Which one?",
        _b25s(able),
        barred={b.pilot: Barred("Damaged already (2.1.2)", b.name(), b.subject) for b in spared},
        why=lambda: "The last of the list, perhaps a spare one.",
    )
