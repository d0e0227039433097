"""A flight as a turn of named steps, flown over and over until one ends it. A position may start at any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError, RulesError

__all__ = ["Flight", "MissionEnded", "check_step", "fly"]


class MissionEnded(Exception):
    """The flight is over: everything about its end is resolved and stands in the mission."""


class Flight(Protocol):
    """A mission in flight; its steps count its turns."""

    turn: int


F = TypeVar("F", bound=Flight)


def check_step(steps: Sequence[tuple[str, Callable[[Referee, F], None]]], step: str) -> int:
    """Where a step stands in the turn; an unknown one is refused with the list."""
    for at, (name, _) in enumerate(steps):
        if name == step:
            return at
    raise PositionError(f"no step {step!r} in a turn; the steps are {', '.join(name for name, _ in steps)}")


def fly(
    ref: Referee,
    m: F,
    first: Sequence[Callable[[Referee, F], None]],
    steps: Sequence[Callable[[Referee, F], None]],
    most: int,
) -> None:
    """The steps left of the first turn, then whole turns until the flight ends; `most` turns are a fault."""
    if ref.on_step is not None:
        first = [_told(do, ref.on_step, at) for at, do in enumerate(first, len(steps) - len(first))]
        steps = [_told(do, ref.on_step, at) for at, do in enumerate(steps)]
    try:
        for do in first:
            do(ref, m)
            ref.done()  # no roll of one step leads to anything in the next
        while m.turn < most:
            for do in steps:
                do(ref, m)
                ref.done()
    except MissionEnded:
        return
    raise RulesError(f"still flying after {m.turn} turns")


def _told(do: Callable[[Referee, F], None], tell: Callable[[int], None], at: int) -> Callable[[Referee, F], None]:
    """A step that tells of its beginning."""

    def step(ref: Referee, m: F) -> None:
        tell(at)
        do(ref, m)

    return step
