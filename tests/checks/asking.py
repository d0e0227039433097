"""Questions for tests, as the referee would put them."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.questions import Barred, Option, Question, Subject, yes_no
from flakhouse.core.referee import Referee

__all__ = ["agree", "asked", "choose", "labels", "whys"]


def asked(
    id: str,
    rule: str,
    prompt: str,
    options: Mapping[str, Option | str],
    default: str = "",
    *about: Subject,
    barred: Mapping[str, Barred | str] | None = None,
) -> Question:
    """A question with its id and its advised key."""
    question = Question(rule, prompt, options, *about, barred=barred)
    question.put(id, default or next(iter(options)))
    return question


def labels(question: Question) -> dict[str, str]:
    """Its options in words, by key."""
    return {key: option.label for key, option in question.options.items()}


def whys(question: Question) -> dict[str, str]:
    """Why options are barred, by key."""
    return {key: bar.why for key, bar in question.barred.items()}


def choose(
    ref: Referee,
    id: str,
    rule: str,
    prompt: str,
    options: Mapping[str, Option | str],
    advised: str = "",
    routine: bool = False,
) -> str:
    """Put a question whose options are all that matters."""
    return ref.ask(id, advised or next(iter(options)), lambda: Question(rule, prompt, options, routine=routine))


def agree(ref: Referee, id: str, rule: str, prompt: str, advised: bool = False) -> bool:
    """Put a question of yes or no."""
    return ref.agreed(id, advised, lambda: yes_no(rule, prompt))
