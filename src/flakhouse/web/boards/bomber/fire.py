"""Which guns are laid on whom while fire is being allocated: told by the answers given and the question asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.core.questions import Question, Subject
from flakhouse.slate import Slate

__all__ = ["Laying", "laying"]

_ASKS = (
    *("allocate-fire", "blind-fire", "blind-order", "blind-gunner", "blind-passing"),
    *("fire-plan", "gun-fire", "nose-man"),
)
_BETWEEN = ("gun-silent",)


class Laying(NamedTuple):
    """Guns by name: the fighters they are laid on, those they may be laid on, and who fires."""

    laid: Mapping[str, tuple[str, ...]]
    may: Mapping[str, tuple[str, ...]]
    by: Mapping[str, str]


_NOTHING = Laying({}, {}, {})


def laying(ask: Question | None, events: Sequence[Event], form: Slate | None = None) -> Laying:
    """What is known now; nothing unless the open question is about fire. A plan of fire tells it all by itself."""
    if ask is None or ask.id not in _ASKS:
        return _NOTHING
    if form is not None:
        return _planned(form)
    laid: dict[str, tuple[str, ...]] = {}
    by: dict[str, str] = {}
    for event in _answers(events):
        for gun, fighters in _pairs(event.about).items():
            laid[gun] = fighters
            by[gun] = next(_named("man", event.about), "")
    may: dict[str, tuple[str, ...]] = {}
    for option in ask.options.values():
        for gun, fighters in _pairs((*ask.about, *option.about)).items():
            may[gun] = tuple(dict.fromkeys((*may.get(gun, ()), *fighters)))
    return Laying(laid, may, by)


def _planned(form: Slate) -> Laying:
    """The guns as a plan has them."""
    laid: dict[str, tuple[str, ...]] = {}
    may: dict[str, tuple[str, ...]] = {}
    by: dict[str, str] = {}
    for row in form.rows:
        gun = next(_named("gun", row.about), "")
        if fighters := tuple(_named("fighter", row.chosen.about)):
            laid[gun] = fighters
            by[gun] = next(_named("man", (*row.chosen.about, *row.about)), "")
        may[gun] = tuple(fighter.name for fighter in row.reached())
    return Laying(laid, may, by)


def _answers(events: Sequence[Event]) -> list[Chosen]:
    """The answers about fire given in this round, oldest first."""
    found: list[Chosen] = []
    for event in reversed(events):
        if isinstance(event, Chosen):
            if event.id not in _ASKS:
                break
            found.append(event)
        elif isinstance(event, Noted) and event.kind not in _BETWEEN:
            break
    return found[::-1]


def _pairs(about: Iterable[Subject]) -> dict[str, tuple[str, ...]]:
    """Each gun with the fighters named after it, before the next gun; guns without any are left out."""
    found: dict[str, tuple[str, ...]] = {}
    gun = ""
    for subject in about:
        if subject.kind == "gun":
            gun = subject.name
        elif subject.kind == "fighter" and gun:
            found[gun] = (*found.get(gun, ()), subject.name)
    return found


def _named(kind: str, about: Iterable[Subject]) -> Iterator[str]:
    """The names of the subjects of a kind."""
    return (subject.name for subject in about if subject.kind == kind)
