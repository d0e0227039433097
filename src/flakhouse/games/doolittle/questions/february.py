"""13.3 Questions of February: the boxes of the Modifications Track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flakhouse.core.questions import Cost, Option, Question

__all__ = ["KEEP", "modify", "ways"]

KEEP = "keep"
_TITLES = {
    "A": "Liaison radio (weight -1; without it compass hazards count)",
    "B": "Bombsight (without any no Target Boxes; the Mark Twain works at low altitude)",
    "C": "Propellers and carburetors (weight -1)",
    "D": "Top turret (removed: weight -1, gunnery -2, Morale -1; improved: 1 training point)",
    "E": "Armor (added: weight +1 and one more hit borne; removed: weight -1 and the first hit destroys)",
    "F": "Fake guns in the tail (1 training point)",
    "G": "De-icers (landing at Vladivostok)",
    "H": "Extra tanks or ordnance (6 Fuel; tanks 8, more tanks 10; ordnance: 3 Blast in a Target Box)",
    "I": "Ventral turret (removed: weight -1, 1 training point less; improved: 1 training point)",
    "J": "50 caliber guns (gunnery +1, and their own Training Track)",
}
_WORDS = {
    KEEP: "Leave it as it is",
    "remove": "Remove it",
    "mark-twain": "Remove the Norden and fit the Mark Twain (two modifications)",
    "refit": "Adjust them",
    "improve": "Improve it",
    "add": "Add armor",
    "fit": "Fit them",
    "tanks": "Extra tanks: 8 Fuel",
    "more-tanks": "More extra tanks: 10 Fuel (two modifications)",
    "ordnance": "Extra ordnance",
}


def ways(changes: Iterable[str]) -> list[str]:
    """13.3.3 To leave a box as it is, or one of the changes."""
    return [KEEP, *changes]


def modify(
    letter: str, changes: Mapping[str, Mapping[str, int]], counts: Mapping[str, int], delays: bool
) -> Question:
    """13.3.3 What is made of a box: what each way changes, by column, and how many modifications it is.

    `delays`: each weighs in the Delay Check (13.5.5).
    """
    found = [Option(_WORDS[KEEP])]
    for key, change in changes.items():
        detail = ", ".join(f"{what} {by:+d}" for what, by in change.items() if by)
        costs = (Cost("Delay Check", counts[key]),) if delays else ()
        found.append(Option(_WORDS[key], detail=detail.capitalize(), costs=costs))
    options = dict(zip(ways(changes), found, strict=True))
    return Question("13.3.3", f"{letter}. {_TITLES[letter]}?", options, why=lambda: _why(delays))


def _why(delays: bool) -> str:
    """13.3.3, 13.5.5 The reason for what was made of a box in 1942."""
    if delays:
        return "As in history; but Doolittle does not work on February, so each one made may delay the ships."
    return "As in history."
