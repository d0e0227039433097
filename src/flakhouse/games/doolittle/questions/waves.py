"""11.4 Questions of the strike force: the order of its waves, the ships it attacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flakhouse.core.questions import Option, Question
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Ship

__all__ = ["fighter_cruiser", "fighter_largest", "strike_order", "strike_target", "strike_wave"]


def strike_wave(ways: Iterable[str]) -> Question:
    """11.4.1 The wave that attacks next; equal ones are one choice."""
    return Question("11.4.1", "Which wave comes next?", {key: key for key in ways}, routine=True)


def strike_order(raiders: Mapping[str, tuple[str, Ship | None]]) -> Question:
    """11.4.1 The marker of the wave that is resolved next: its way in words, and the ship it has picked."""
    options = {
        name: Option(f"{name} ({way})", *([ship.subject] if ship is not None else []))
        for name, (way, ship) in raiders.items()
    }
    return Question("11.4.1", "Which marker of the wave comes next?", options, routine=True)


def _ships(able: Sequence[Ship]) -> dict[str, Option]:
    return {
        name: Option(f"{name} ({s.sort}{', damaged' if s.damaged else ''}), {s.space}", s.subject)
        for name, s in by_ship(able).items()
    }


def fighter_cruiser(able: Sequence[Ship]) -> Question:
    """11.4.1 The cruiser that a Fighter goes for."""
    return Question(
        "11.4.1",
        "Which ship does the Fighter attack?",
        _ships(able),
        why=lambda: (
            "Sound, and with the best guns around her: a hit sinks nobody, and the Fighter may not get through."
        ),
    )


def fighter_largest(able: Sequence[Ship]) -> Question:
    """11.4.1 Of the largest ships the one that a Fighter goes for."""
    prompt = "Which of the largest ships does the Fighter attack?"
    return Question("11.4.1", prompt, _ships(able), why=lambda: "A sound ship does not sink at once.")


def strike_target(able: Sequence[Ship]) -> Question:
    """11.4.3 The ship attacked where there are no carriers."""
    return Question(
        "11.4.3", "Which ship is attacked?", _ships(able), why=lambda: "A sound ship does not sink at once."
    )
