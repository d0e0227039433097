"""Rolls that affect a B-25: extra dice of which the lowest count, and re-rolls by an elite pilot or Medals.

2.3.7 lets its pilot throw one or more dice again once; so do Medals (12.6.6). Every roll that directly affects a
B-25 goes through here, so that the benefit is offered wherever it applies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, elites
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Benefit

__all__ = ["Bad", "again", "blessed", "lowest_two", "lucky", "offer", "pool", "roll"]

T = TypeVar("T")
Bad = Callable[[tuple[int, ...]], bool]
_REROLL = Benefit.PILOT_REROLL


def lowest_two(faces: tuple[int, ...]) -> tuple[int, ...]:
    """4.8.4, 7.2.4, 8.1.3 Of more than two dice the two lowest count."""
    return tuple(sorted(faces)[:2]) if len(faces) > 2 else faces


def blessed(b25: B25, medals: bool = True) -> bool:
    """2.3.7, 12.6.6 Its pilot or, where they help, its Medals allow a re-roll."""
    if medals and b25.medals:
        return True
    elite = b25.elite
    return elite is not None and elite.benefit is _REROLL and not elite.used


def lucky(
    ref: Referee,
    r: Raid,
    chart: Chart[T],
    b25s: Sequence[B25],
    faces: tuple[int, ...],
    bad: Bad | None = None,
    while_: Bad | None = None,
    mods: Sequence[Mod] = NO_MODS,
    medals: bool = True,
) -> tuple[int, ...]:
    """2.3.7, 12.6.6 Every re-roll there is among these B-25s is offered, as long as `while_` holds of the dice."""
    for b25 in b25s:
        while blessed(b25, medals) and (while_ is None or while_(faces)):
            before = ref.rolls
            faces = offer(ref, r, chart, b25, faces, bad, mods, medals)
            if ref.rolls == before:
                break
    return faces


def roll(
    ref: Referee,
    r: Raid,
    chart: Chart[T],
    b25s: Sequence[B25],
    mods: Sequence[Mod] = NO_MODS,
    column: int = 0,
    dice: int = 0,
    bad: Bad | None = None,
    while_: Bad | None = None,
    medals: bool = True,
) -> T:
    """A roll on a table that affects these B-25s; `dice` more than two keep the lowest two.

    `bad` tells from the dice that count whether a sensible player would want them again, `while_` from all of
    them whether they can be bettered; without it only bad ones can. Medals help in Flight and Attack Turns only
    (12.6.6): elsewhere without `medals`.
    """
    count = dice or (1 if chart.single else 2)
    lucky_ones = [b for b in b25s if (b.elite is not None or b.medals) and blessed(b, medals)]
    if not lucky_ones and count <= 2:
        return ref.roll(chart, mods, column)
    counted = None if bad is None else lambda faces: bad(lowest_two(faces))
    faces = lucky(ref, r, chart, lucky_ones, ref.throw(chart, count), counted, while_ or counted, mods, medals)
    return ref.read(chart, faces, mods, column, lowest_two(faces))


def pool(
    ref: Referee,
    r: Raid,
    chart: Chart[int],
    count: int,
    b25s: Sequence[B25],
    bad: Bad | None = None,
    while_: Bad | None = None,
) -> tuple[int, ...]:
    """A handful of dice that affects these B-25s (gunnery); each die speaks for itself. See `roll`."""
    if count <= 0:
        return ()
    faces = lucky(ref, r, chart, b25s, ref.throw(chart, count), bad, while_ or bad)
    ref.read(chart, faces)
    return faces


def offer(
    ref: Referee,
    r: Raid,
    chart: Chart[T],
    b25: B25,
    faces: tuple[int, ...],
    bad: Bad | None,
    mods: Sequence[Mod] = NO_MODS,
    medals: bool = True,
) -> tuple[int, ...]:
    """2.3.7, 12.6.6 The re-roll is offered; once used it is gone. Medals go first, where they help."""
    wanted = bad is not None and bad(faces)
    medals = medals and bool(b25.medals)
    source = "Medals" if medals else f"{b25.elite.name if b25.elite else ''}'s re-roll"
    before, plus = ref.rolls, ref.plus(chart, mods)
    # D8
    new = again(ref, chart, faces, "re-roll", "2.3.7", f"{_sum(faces, plus)}{b25.name()}: use {source}?", wanted)
    if ref.rolls == before:
        return faces
    if medals:
        cups.put_back(r, b25.medals.pop())
    else:
        elites.spend(ref, r, b25, "re-roll")
    return new


def again(
    ref: Referee, chart: Chart[T], faces: tuple[int, ...], id: str, rule: str, prompt: str, wanted: bool
) -> tuple[int, ...]:
    """2.3.7, 8.1.4 One or more of these dice again, or none: the player picks them one by one, or all."""
    if ref.hurried:
        ref.asked += 1
        return ref.throw(chart, len(faces)) if wanted else faces
    picked: list[int] = []
    while len(picked) < len(faces):
        options = {"keep": f"Keep {_words(faces)}"} if not picked else {"throw": "Throw the picked dice again"}
        options["all"] = "All dice again"
        options.update((f"die {i + 1}", f"The {face} again") for i, face in enumerate(faces) if i not in picked)
        if len(faces) == 1:
            options.pop("die 1", None)
        default = ("all" if wanted else "keep") if not picked else "throw"
        key = ref.choose(id, rule, f"{chart.data.title}: {_words(faces)}. {prompt}", options, default)
        if key == "keep":
            return faces
        if key == "all":
            picked = list(range(len(faces)))
        elif key == "throw":
            break
        else:
            picked.append(int(key.split()[1]) - 1)
    fresh = ref.throw(chart, len(picked))
    new = list(faces)
    for place, face in zip(picked, fresh, strict=True):
        new[place] = face
    if ref.trace:
        ref.note("thrown-again", table=chart.id, before=_words(faces), now=_words(tuple(new)))
    return tuple(new)


def _sum(faces: tuple[int, ...], plus: int) -> str:
    """What the dice that count come to with their modifiers, where there are any: "With +1 that is 7. "."""
    return f"With {plus:+d} that is {sum(lowest_two(faces)) + plus}. " if plus else ""


def _words(faces: tuple[int, ...]) -> str:
    return ", ".join(str(face) for face in faces)
