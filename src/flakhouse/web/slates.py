"""Several questions on one form of the play page: what a browser sends of it.

Every field has its own name: `row.ID` for the answer of a row, `mark.KEY` for a mark, `want.ASK|KEY` for how often
something is ordered, `set` for the one change that a button makes. The form is filled in with GET, which changes
nothing, and answered with POST.
"""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse import slate
from flakhouse.core.laid import Laid
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError
from flakhouse.slate import Slate
from flakhouse.slate_kept import back, due, kept

__all__ = ["asked", "give"]

_ROW, _MARK, _WANT = "row.", "mark.", "want."
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
    wants = _wants(sent)
    known = slate.kinds(session.game)
    laid = Laid(rows, tuple(marks) if sent.get("marks") else None, wants or None)
    if laid == Laid() and not sent.get("usual"):
        laid = kept(session, known)
    form = slate.slate(session, laid.wishes, laid.marks, laid.wants)
    waits = due(session, known)
    advised = slate.slate(session) if waits is not None else None
    return back(form, advised, waits) if form and advised and waits else form


def _wants(sent: Mapping[str, str]) -> dict[str, list[str]]:
    """What is ordered, by question."""
    found: dict[str, list[str]] = {}
    for name, value in sent.items():
        ask, bar, key = name.removeprefix(_WANT).partition("|")
        if name.startswith(_WANT) and bar and value.isdecimal() and len(value) == 1:
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
