"""The single answers that a form stands for, as the journal has them."""

from __future__ import annotations

from flakhouse.core import ahead
from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.slate_form import Kind, Slate

__all__ = ["answers"]


def answers(session: Session, form: Slate, kind: Kind) -> list[str]:
    """The single answers that a form stands for."""
    ask = session.pending
    assert ask is not None
    if not form.several:
        keys = [row.key for row in form.rows]
        if ask.id != kind.opens:
            return keys
        return [kind.whole] if _as_proposed(ask, form, kind) else [kind.each, *keys]
    keys = []
    left = list(form.marked)

    def wish(question: Question) -> str:
        key = next((one for one in left if one in question.options), "")
        if form.as_advised or not (key or kind.done in question.options):
            key = question.default
        elif key:
            left.remove(key)
        else:
            key = kind.done
        keys.append(key)
        return key

    ahead.ahead(session, kind.ids, wish)
    return keys


def _as_proposed(ask: Question, form: Slate, kind: Kind) -> bool:
    """Whether the rows are just what the question before them proposes."""
    proposed: set[tuple[str, str]] = set()
    gun = ""
    for subject in ask.options[kind.whole].about:
        if subject.kind == "gun":
            gun = subject.name
        else:
            proposed.add((gun, subject.name))
    stands = {
        (row.name, subject.name)
        for row in form.rows
        for subject in row.chosen.about
        if subject.kind == "fighter" and row.key != form.hold
    }
    return form.as_advised and stands == proposed
