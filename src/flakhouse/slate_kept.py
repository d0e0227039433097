"""What stands on a form that comes back: after an undo what was settled on it, behind dice what is left of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from flakhouse.core.journal import Answer
from flakhouse.core.laid import Due, Laid
from flakhouse.core.session import Session
from flakhouse.slate_form import Kind, Slate

__all__ = ["back", "due", "keep", "kept", "spent_too", "stopped"]


def _here(session: Session) -> tuple[int, int, str]:
    """The moment of an open question: no other history leads to it."""
    return session.steps, session.ref.check, str(session.game.state_mark(session.state))


def keep(session: Session, form: Slate) -> None:
    """Remember a form that is settled now, for an undo."""
    if form.as_advised:
        session.laid.pop(_here(session), None)
        return
    wants = {one.ask: [step.key for step in one.steps for _ in range(step.wanted)] for one in form.orders}
    session.laid[_here(session)] = Laid(
        {row.id: row.key for row in form.rows if row.key != row.advised},
        form.marked if form.several else None,
        wants if form.ordered else None,
    )


def stopped(
    session: Session, kinds: Mapping[str, Kind], kind: Kind, left: dict[str, list[str]], own: bool
) -> None:
    """Remember what of a page is still ordered, where something else is asked in between."""
    if not kind.page:
        return
    ask = session.pending
    open_still = ask is not None and (ask.id in kind.orders or ask.id not in _on_pages(kinds))
    session.due = Due(session.steps, kind.orders, left, own) if open_still and any(left.values()) else None


def due(session: Session, kinds: Mapping[str, Kind]) -> Due | None:
    """What is still ordered, if the open question takes it: none once a page was answered since."""
    found, ask = session.due, session.pending
    if found is None or ask is None or ask.id not in found.asks or session.steps < found.step:
        return None
    since, pages = session.chapter.entries[found.step :], _on_pages(kinds)
    return None if any(isinstance(one, Answer) and one.ask in pages for one in since) else found


def kept(session: Session, kinds: Mapping[str, Kind]) -> Laid:
    """What stands on the open form before the player touches it, beside what is advised."""
    found = session.laid.get(_here(session))
    if found is not None:
        return found
    waits = due(session, kinds)
    return Laid(wants=waits.wants) if waits is not None and waits.own else Laid()


def spent_too(form: Slate, advised: Slate) -> dict[str, list[str]]:
    """Orders that are advised by now and that the rest of a budget pays for, which else would be lost."""
    found: dict[str, list[str]] = {}
    for mine, usual in zip(form.orders, advised.orders, strict=True):
        left = mine.left if mine.lost else 0
        for step, wanted in zip(mine.steps, usual.steps, strict=True):
            for cost in step.costs[step.wanted : wanted.wanted]:
                if cost > left:
                    break
                left -= cost
                found.setdefault(mine.ask, []).append(step.key)
    return found


def back(form: Slate, advised: Slate, waits: Due, more: Mapping[str, Sequence[str]] | None = None) -> Slate:
    """A page that is back behind dice: what is advised by now and was never ordered, or does not stand there;
    `more` was ticked because a budget has room for it."""
    stands = {(one.ask, step.key): step.wanted for one in form.orders for step in one.steps}
    anew: list[str] = []
    ticked: list[str] = []
    for one in advised.orders:
        for step in one.steps:
            if step.key in (more or {}).get(one.ask, ()):
                ticked.append(step.title)
            elif form.ordered and step.wanted > stands.get((one.ask, step.key), 0):
                anew.append(step.title)
            elif not form.ordered and step.wanted > _count(waits, one.ask, step.key):
                ticked.append(step.title)
    return msgspec.structs.replace(form, back=True, anew=tuple(anew), ticked=tuple(ticked))


def _count(waits: Due, ask: str, key: str) -> int:
    return waits.wants.get(ask, []).count(key)


def _on_pages(kinds: Mapping[str, Kind]) -> Collection[str]:
    """The questions that stand on pages."""
    return {id for kind in kinds.values() if kind.page for id in kind.run}
