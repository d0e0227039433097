"""Answers and throws as journal and log have them: proof that the rules still ask what was answered."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.dice import checked
from flakhouse.core.events import Chosen
from flakhouse.core.journal import Entry, Throw
from flakhouse.core.questions import Question
from flakhouse.errors import Desync

__all__ = ["chosen", "recorded", "thrown"]


def recorded(
    question: Question, entry: Entry, step: int, check: int, mark: Callable[[object], int] | None, state: object
) -> str:
    """The answer of this entry, the journal's at `step`; Desync if it does not fit.

    `check` is the running check of all rolls; `mark` makes that of the state.
    """
    id = question.id
    if isinstance(entry, Throw):
        raise Desync(step, f"step {step}: recorded a throw for {entry.chart}, the rules ask {id!r}")
    if entry.ask != id:
        raise Desync(step, f"step {step}: recorded {entry.ask!r}, the rules now ask {id!r}")
    if entry.check != check:
        raise Desync(step, f"step {step} ({id}): the rolls before it are no longer the same")
    if entry.state and mark is not None and mark(state) != entry.state:
        raise Desync(step, f"step {step} ({id}): the state before it is no longer the same")
    if not question.accepts(entry.key):
        raise Desync(step, f"step {step} ({id}): {entry.key!r} is no longer an option")
    return entry.key


def chosen(question: Question, key: str) -> Chosen:
    """An answer, with what question and option are about."""
    # Not `get`, which mypyc compiles to one that finds what an option is made of (core/later.py).
    option = question.options[key] if key in question.options else None  # noqa: SIM401
    about = question.about if option is None else (*question.about, *option.about)
    label = key if option is None else option.label
    return Chosen(question.id, question.rule, question.prompt, key, label, about)


def thrown(entry: Throw, step: int, chart: str, count: int) -> tuple[int, ...]:
    """The faces of a throw at the table, the journal's at `step`; Desync if they are for another roll."""
    if entry.chart != chart or len(entry.faces) != count:
        raise Desync(step, f"step {step}: dice were thrown for {entry.chart}, the rules roll {chart}")
    return tuple(checked(face) for face in entry.faces)
