"""Orders: questions that come back after a die are answered as it was ordered on the form before it.

What is trained level by level, whom one talks to and with what, which fields are prepared: the rules ask one after
another with dice between. A form that names such questions (`orders` in slates.toml) takes all those answers at
once; `carry_out` gives them as the questions come, and stops at the first that is none of them. Who has ordered
nothing of his own gets what stands on the form, and no more: where the advice goes on after that, it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.slate_form import Kind, Row, Slate, Steps

__all__ = ["Wants", "carry_out", "filled", "next_of", "overspent", "same", "waiting"]

#: By the id of a question: the answers ordered, in the order in which they are given.
Wants = Mapping[str, Sequence[str]]
_ENDS = ("done", "wait", "rest", "check")  # answers that say that this is all


def next_of(question: Question, left: dict[str, list[str]]) -> str:
    """The next of the orders that the rules allow, else that this is all."""
    queue = left.get(question.id, [])
    for key in queue:
        if key in question.options:
            queue.remove(key)
            return key
    return next((key for key in _ENDS if key in question.options), question.default)


def filled(orders: Sequence[Steps], rows: Sequence[Row], wants: Wants | None) -> tuple[Steps, ...]:
    """The orders as they stand: as the player wants them, or as they are advised."""
    found: list[Steps] = []
    for one in orders:
        if wants is not None:
            keys: Sequence[str] = wants.get(one.ask, ())
        else:  # behind a die the game has said what is advised
            rest = [step.key for step in one.steps if step.wanted and step.key not in _given(one, rows)]
            keys = [*_given(one, rows), *rest]
        steps = tuple(msgspec.structs.replace(step, wanted=keys.count(step.key)) for step in one.steps)
        found.append(msgspec.structs.replace(one, steps=steps))
    return tuple(found)


def _given(one: Steps, rows: Sequence[Row]) -> list[str]:
    """The answers to a question that the rows give, before any die."""
    return [row.key for row in rows if row.id.startswith(f"{one.ask}: ")]


def waiting(orders: Sequence[Steps], rows: Sequence[Row]) -> dict[str, list[str]]:
    """What stands on a form and is still to be answered when the rows are, by question."""
    found: dict[str, list[str]] = {}
    for one in orders:
        keys = [step.key for step in one.steps for _ in range(step.wanted)]
        for key in _given(one, rows):
            if key in keys:
                keys.remove(key)
        found[one.ask] = keys
    return found


def same(orders: Sequence[Steps], wants: Wants) -> bool:
    """Whether what is wanted is what stands there anyway."""
    return all(step.wanted == list(wants.get(one.ask, ())).count(step.key) for one in orders for step in one.steps)


def overspent(orders: Sequence[Steps]) -> tuple[str, ...]:
    """What is ordered beyond its budget."""
    return tuple(one.title for one in orders if one.budget >= 0 > one.left)


def carry_out(session: Session, kind: Kind, form: Slate) -> dict[str, list[str]]:
    """Answer what was ordered, as long as the rules ask for it; what is left of it."""
    left = {ask: list(keys) for ask, keys in form.waiting.items()}
    while (ask := session.pending) is not None and ask.id in kind.orders:
        if ask.id not in left:
            if not ask.routine:
                break
            session.answer(ask.default)
        elif form.ordered:
            session.answer(next_of(ask, left))
        elif (key := _shown(ask, left[ask.id])) is not None:
            session.answer(key)
        else:
            break
    return left


def _shown(ask: Question, queue: list[str]) -> str | None:
    """The answer that an untouched form shows: the advised one where it stands there, another of the list, or that
    this is all. None where the advice goes on and the form does not say so."""
    key = next((key for key in (ask.default, *queue) if key in queue and key in ask.options), None)
    if key is not None:
        queue.remove(key)
        return key
    return ask.default if ask.default in _ENDS else None
