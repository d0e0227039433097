"""What can be compared of a form as a whole: as it is filled in, as advised, and to do nothing."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse import slate
from flakhouse.core.session import Session
from flakhouse.sim.odds import Plan
from flakhouse.slate_answers import answers as answers_of
from flakhouse.slate_form import Slate

__all__ = ["plans"]


def plans(session: Session, form: Slate) -> list[Plan]:
    """The plan that Enter would settle; the advised one, if that is another; and what leaves all of it aside."""
    found = slate.kind_of(session)
    if found is None:
        return []
    kind, ids = found[1], (found[1].opens, *found[1].run)

    def plan(key: str, label: str, answers: Sequence[str]) -> Plan:
        return Plan(key, label, key == "plan", tuple(answers), ids, session.automation)

    made = [plan("plan", "The plan as it stands", answers_of(session, form, kind))]
    known = [list(form.keys)]
    if not form.as_advised and (advised := slate.slate(session)) is not None:
        known.append(list(advised.keys))
        made.append(plan("advised", form.usual, answers_of(session, advised, kind)))
    made += [plan(one.key, one.label, [one.key]) for one in form.other]
    held = [form.hold] * len(form.rows)
    label = next((one.label for row in form.rows for one in row.choices if one.key == form.hold), "")
    if label and not form.other and held not in known:
        made.append(plan("hold", f"{label}, all of them", held))
    return made
