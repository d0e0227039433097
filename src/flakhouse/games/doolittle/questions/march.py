"""13.4.1 to 13.4.3 Questions of March: training site, security measures, morale, Elite Crewmen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Barred, Cost, Option, Question, Subject, yes_no
from flakhouse.games.doolittle.words import Benefit

__all__ = [
    "BRIEF",
    "DRAW",
    "DRAW_OR_PICK",
    "LIBERTY",
    "PICK",
    "SITES",
    "brief_squadron",
    "elites",
    "free",
    "liberty",
    "lower_than_low",
    "measure",
    "not_done",
    "pick_elite",
    "training_site",
]

LIBERTY, BRIEF = "liberty", "brief"
DRAW, PICK = "draw", "pick"
DRAW_OR_PICK = (DRAW, PICK)
#: 13.4.1 Where a squadron may train.
SITES = {
    "Eglin": "Eglin Field, Florida: two dice for secrecy",
    "McClellan": "McClellan Field, California: one die, 2 training points, +3 on the Transit Check",
}


def training_site() -> Question:
    """13.4.1 Where the squadron trains."""
    return Question(
        "13.4.1",
        "Where does the squadron train?",
        SITES,
        why=lambda: "As in history.",
    )


def liberty() -> Question:
    """13.4.1 Whether the crews get Liberty."""
    return yes_no(
        "13.4.1",
        "Give the crews leave? Morale +1, and they may talk.",
        yes=Option("Yes", detail="Morale +1.", costs=(Cost("variable Security Risk"),)),
        why=lambda: "As in history.",
    )


def measure(name: str, dice: str, morale: str) -> Question:
    """13.4.2 Whether a security measure is taken: dice for secrecy, against Morale."""
    costs = (Cost("Morale", -int(morale)),) if int(morale) else ()
    return yes_no(
        "13.4.2",
        f"{name} (secrecy +{dice}, Morale {morale})?",
        yes=Option("Yes", detail=f"Secrecy Value +{dice}.", costs=costs),
        why=lambda: "As in history.",
    )


def brief_squadron(risk: int) -> Question:
    """13.4.3 Whether the squadron is told its target."""
    return yes_no(
        "13.4.3",
        "Tell the squadron that it will bomb Japan?",
        yes=Option("Yes", detail="Morale +1.", costs=(Cost("Security Risk", risk),)),
        why=lambda: "As in history.",
    )


def not_done(done: Mapping[str, bool]) -> list[str]:
    """13.4.3 What can still be given them."""
    return [key for key in (LIBERTY, BRIEF) if not done[key]]


def lower_than_low(done: Mapping[str, bool], risk: int) -> Question:
    """13.4.3 What keeps Morale in the Low space: Liberty or briefing, whichever has not been done."""
    words = {
        LIBERTY: Option("Give them leave", costs=(Cost("variable Security Risk"),)),
        BRIEF: Option("Tell them the target", costs=(Cost("Security Risk", risk),)),
    }
    return Question(
        "13.4.3",
        "The men are at the end of their patience. What do you give them?",
        {key: words[key] for key in not_done(done)},
        barred={key: Barred("Done already (13.4.3)", option.label) for key, option in words.items() if done[key]},
    )


def elites(count: int) -> Question:
    """13.4.3 Whether the Elite Crewmen are drawn or picked."""
    return Question(
        "13.4.3",
        f"Choose your {count} elite men, or draw them blind?",
        {DRAW: "Draw them blind", PICK: "Choose them"},
    )


def free(cup: Sequence[tuple[str, Benefit, str]], grounded: Sequence[str]) -> list[str]:
    """13.4.3 The Elite Crewmen who may be picked, by their names."""
    return [name for name, _, _ in cup if name not in grounded]


def pick_elite(cup: Sequence[tuple[str, Benefit, str]], grounded: Sequence[str]) -> Question:
    """13.4.3 The next Elite Crewman; who is grounded may not be picked."""
    return Question(
        "13.4.3",
        "Which elite man?",
        {
            name: Option(f"{name}, {benefit.value}", Subject("elite", name))
            for name, benefit, _ in cup
            if name in free(cup, grounded)
        },
        barred={
            name: Barred("With MacArthur a prisoner he may not fly (15.1.2)", "", Subject("elite", name))
            for name in grounded
        },
    )
