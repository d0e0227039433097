"""What is said about a stop in the telling: its keys, and how a newcomer reads it."""

from __future__ import annotations

__all__ = ["GUIDE", "HELP"]

HELP = (
    ("Enter", "continues; where dice wait, throws them"),
    ("s", "skips to your next decision, past every scene; dice that wait fall by themselves"),
    ("r", "shows every roll of this scene so far; e explains them in full"),
    ("i", "shows where everything stands now"),
    ("l", "shows the log so far"),
    ("g TERM", "explains a term; t ID shows a table"),
    ("p", "where the telling stops: every scene, what matters, decisions only (and losses)"),
    ("d", "who throws the dice"),
    ("u", "takes your last answer back"),
    ("q", "quits; the story continues here when you come back"),
)
#: What a newcomer is told at the first stop of each kind.
GUIDE = {
    "throw": "Your dice wait. Above stands what they are thrown for, the number they need and the chance of it; "
    "below that, where it matters, what each number would mean. Enter throws them.",
    "scene": "The dice have fallen: their sum, what it means, and under it what came of it. Enter continues. A "
    "letter and Enter shows more: r the rolls, l the log, h all keys.",
}
