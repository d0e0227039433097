"""Which guns are laid on whom while fire is being allocated: told by the answers given and the question asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from flakhouse.core.ask import Ask
from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.web.boards.bomber.views import Foe

__all__ = ["Laying", "laying"]

_ASKS = (
    *("allocate-fire", "blind-fire", "blind-order", "blind-gunner", "blind-passing"),
    *("fire-plan", "gun-fire", "nose-man"),
)
_BETWEEN = ("gun-silent",)
_HOLD = ("hold", "each", "advised", "fire")


class Laying(NamedTuple):
    """Guns by name: the fighters they are laid on, those they may be laid on, and who fires."""

    laid: Mapping[str, tuple[str, ...]]
    may: Mapping[str, tuple[str, ...]]
    by: Mapping[str, str]


_NOTHING = Laying({}, {}, {})


def laying(ask: Ask | None, events: Sequence[Event], foes: Sequence[Foe], guns: Iterable[str]) -> Laying:
    """What is known now; nothing unless the open question is about fire."""
    if ask is None or ask.id not in _ASKS:
        return _NOTHING
    names = tuple(guns)
    laid: dict[str, tuple[str, ...]] = {}
    by: dict[str, str] = {}
    for event in _answers(events):
        gun = _gun(event.prompt, names)
        found = _targets(event.key, event.label, foes)
        if gun and found:
            laid[gun] = found
            if " > " in event.key:
                by[gun] = event.key.partition(" > ")[0]
    may: dict[str, tuple[str, ...]] = {}
    if ask.id == "fire-plan":
        may = _advised(ask.options.get("advised", ""), names)
    elif gun := _gun(ask.prompt, names):
        hits = [name for key, label in ask.options.items() for name in _targets(key, label, foes)]
        if hits:
            may[gun] = tuple(dict.fromkeys(hits))
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


def _gun(prompt: str, names: Sequence[str]) -> str:
    """The gun a question begins with."""
    return next((name for name in names if prompt.startswith(name)), "")


def _targets(key: str, label: str, foes: Sequence[Foe]) -> tuple[str, ...]:
    """The fighters an answer means: "CFC > Tony A", "Me109 A", "passing Me109 A", "spray 3 High"."""
    if key == "hold":
        return ()
    if key.startswith("spray "):
        return tuple(foe.name for foe in foes if foe.where == key[6:])
    name = key.partition(" > ")[2] or key.removeprefix("passing ")
    if key in _HOLD:  # "Fire at Tony A (12 High)"
        return tuple(foe.name for foe in foes if f"at {foe.name} (" in label)
    return tuple(foe.name for foe in foes if foe.name == name)


def _advised(label: str, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The advised plan: "Me109 A: Top Turret, Nose Gun; FW190 B: Tail Guns as it passes"."""
    found: dict[str, tuple[str, ...]] = {}
    for part in label.split("; "):
        fighter, _, guns = part.partition(": ")
        for text in guns.split(", "):
            if gun := _gun(text, names):
                found[gun] = (*found.get(gun, ()), fighter)
    return found
