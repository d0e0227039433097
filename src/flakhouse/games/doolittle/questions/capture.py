"""14.4.4 Questions of the Japanese Capture Check."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.games.doolittle.questions.keys import by_crew, by_man
from flakhouse.games.doolittle.state import Crew, Elite

__all__ = ["CHANCE", "captured_crew", "captured_elite", "close_call_crew", "elite_group", "medic"]

CHANCE = "random"


def elite_group(man: Elite, own: str, other: str) -> Question:
    """14.4.4 Whether an Elite Crewman stays with his own group or goes with the other."""
    return Question(
        "14.4.4",
        f"The Japanese are close. With whom does {man.name} ({man.benefit.value}) go?",
        {own: Option(f"With the {own}, where he is"), other: Option(f"With the {other}")},
        man.subject,
        routine=True,
        why=lambda: "A doctor belongs with the wounded; everybody else stays where he is.",
    )


def medic(doctor: Elite) -> Question:
    """2.3.3 Whether the doctor lets wounded men count as fit."""
    return yes_no(
        "2.3.3",
        "The doctor is with the wounded. Treat them as fit?",
        doctor.subject,
        routine=True,
        why=lambda: "Fit men are caught less often.",
    )


def _crews(crews: Sequence[Crew]) -> dict[str, Option]:
    return {pilot: Option(f"The crew of {c.b25.name()}", c.subject) for pilot, c in by_crew(crews).items()}


def captured_crew(left: Sequence[Crew]) -> Question:
    """14.4.4 The next crew that is caught."""
    prompt = "Which crew is captured?"
    return Question("14.4.4", prompt, _crews(left), routine=True, why=lambda: "One without Elite Crewmen.")


def close_call_crew(left: Sequence[Crew]) -> Question:
    """14.4.4 The crew that has a close call."""
    prompt = "Which crew has a close call?"
    return Question("14.4.4", prompt, _crews(left), routine=True, why=lambda: "One without Elite Crewmen.")


def captured_elite(left: Sequence[Elite]) -> Question:
    """14.4.4 The Elite Crewman who is caught with the crews, or chance decides."""
    options = {name: Option(f"{name}, {e.benefit.value}", e.subject) for name, e in by_man(left).items()}
    options[CHANCE] = Option("Leave it to chance")
    return Question(
        "14.4.4",
        "Which Elite Crewman is captured?",
        options,
        routine=True,
        why=lambda: "The others would miss him least.",
    )
