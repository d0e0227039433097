"""Several questions on one form of the play page: what a browser sends of it.

Every field has its own name: `row.ID` for the answer of a row, `mark.KEY` for a mark, `want.ASK|KEY` for how often
something is ordered, `stood.ASK|KEY` for how often it was advised, where the orders are the advised ones, `set`
for the one change that a button makes. The form is filled in with GET, which changes nothing, and answered with
POST.
"""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse import slate
from flakhouse.core.laid import Laid
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError
from flakhouse.slate import Slate
from flakhouse.slate_kept import back, due, kept, spent_too

__all__ = ["asked", "give"]

_ROW, _MARK, _WANT, _STOOD = "row.", "mark.", "want.", "stood."
_OFTEN = 9  # the same order, at most


def asked(session: Session, sent: Mapping[str, str]) -> Slate | None:
    """The form of the open question, with what the browser sent of it; None if it has none, or if the player wants
    his questions one by one. Untouched it holds what he settled on it before, unless he wants what is `usual`."""
    if sent.get("one"):
        return None
    rows = {name.removeprefix(_ROW): value for name, value in sent.items() if name.startswith(_ROW)}
    marks = [name.removeprefix(_MARK) for name in sent if name.startswith(_MARK)]
    row, _, key = sent.get("set", "").partition("|")
    if row:
        rows[row] = key
    wants = _counted(sent, _WANT)
    if wants == _counted(sent, _STOOD):  # untouched orders follow the advice, also where a row has changed it
        wants = {}
    known = slate.kinds(session.game)
    laid = Laid(rows, tuple(marks) if sent.get("marks") else None, wants or None)
    untouched = laid == Laid() and not sent.get("usual")
    if untouched:
        laid = kept(session, known)
    form = slate.slate(session, laid.wishes, laid.marks, laid.wants)
    waits = due(session, known)
    advised = slate.slate(session) if waits is not None else None
    if not form or not advised or not waits:
        return form
    more = spent_too(form, advised) if untouched and form.ordered else {}
    if more and laid.wants is not None:
        both = {ask: [*laid.wants.get(ask, ()), *more.get(ask, ())] for ask in {**laid.wants, **more}}
        form = slate.slate(session, laid.wishes, laid.marks, both) or form
    return back(form, advised, waits, more)


def _counted(sent: Mapping[str, str], prefix: str) -> dict[str, list[str]]:
    """What is ordered, by question; or what was advised when the form was sent out."""
    found: dict[str, list[str]] = {}
    for name, value in sent.items():
        ask, bar, key = name.removeprefix(prefix).partition("|")
        if name.startswith(prefix) and bar and value.isdecimal() and len(value) == 1:
            found.setdefault(ask, []).extend([key] * min(_OFTEN, int(value)))
    return found


def give(session: Session, sent: Mapping[str, str]) -> None:
    """Answer with the form that was sent."""
    form = asked(session, sent)
    if form is None:
        raise AnswerError("this form is not open any more")
    if form.lost:
        names = ", ".join(form.lost)
        raise AnswerError(f"not possible together: {names}. The advice stands there now; look and send it again")
    if form.several and len(form.marked) < form.least:
        raise AnswerError(f"mark {form.least}: {len(form.marked) or 'none'} marked so far")
    slate.give(session, form)
