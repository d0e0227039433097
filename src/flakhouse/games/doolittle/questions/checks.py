"""2.3.7, 8.1.4, 12.6.6 Dice that may be thrown again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.needed import replaced
from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.stakes import Stake

__all__ = [
    "ALL",
    "KEEP",
    "THROW",
    "Bad",
    "Need",
    "again",
    "change_words",
    "faces_words",
    "key",
    "picked",
    "throwable",
]

T = TypeVar("T")
#: Whether dice are not what is wanted.
Bad = Callable[[tuple[int, ...]], bool]
KEEP, ALL, THROW = "keep", "all", "throw"
_DIE = "die "


class Need(NamedTuple):
    """What a roll is made for: how it is said ("gets in"), and what happens otherwise ("it stays outside")."""

    label: str
    otherwise: str = ""


def _again_with(
    chart: Chart[T],
    faces: tuple[int, ...],
    need: Need | None,
    bad: Bad | None,
    mods: Sequence[Mod],
    column: int,
    places: Sequence[int],
) -> tuple[Stake, ...]:
    """These dice again, and how good the chances are that all of them together are no longer bad."""
    if need is None or bad is None:
        return ()
    return (Stake(need.label, chart.id, partial(_mended, bad, faces, places), mods, column, dice=len(places)),)


def _mended(
    bad: Bad,
    faces: tuple[int, ...],
    places: Sequence[int],
    fresh: tuple[int, ...],
    total: int,
    word: str,
) -> bool:
    """Whether the dice are no longer bad with these in their places."""
    return not bad(replaced(faces, places, fresh))


def throwable(faces: tuple[int, ...], picked: Sequence[int]) -> list[str]:
    """2.3.7, 8.1.4 To keep these dice, or to throw those picked already; all, or one more of them."""
    found = [THROW if picked else KEEP, ALL]
    if len(faces) > 1:
        found += [key(i) for i in range(len(faces)) if i not in picked]
    return found


def again(
    chart: Chart[T],
    rule: str,
    prompt: str,
    faces: tuple[int, ...],
    picked: Sequence[int],
    about: Sequence[Subject] = (),
    need: Need | None = None,
    bad: Bad | None = None,
    mods: Sequence[Mod] = NO_MODS,
    column: int = 0,
    why: Callable[[], str] | None = None,
) -> Question:
    """2.3.7, 8.1.4 Which of these dice are thrown again; `picked` are those picked already."""
    again_with = partial(_again_with, chart, faces, need, bad, mods, column)
    everything = range(len(faces))
    keys = throwable(faces, picked)
    otherwise = need.otherwise if need is not None and bad is not None and bad(faces) else ""
    found = [
        Option("Throw the picked dice again", stakes=again_with(picked))
        if picked
        else Option(f"Keep {faces_words(faces)}", detail=otherwise),
        Option("All dice again", stakes=again_with(everything)),
    ]
    found += [
        Option(f"The {_which(faces, i)} again", stakes=again_with([*picked, i]))
        for i in everything
        if key(i) in keys
    ]
    options = dict(zip(keys, found, strict=True))
    return Question(rule, f"{chart.data.title}: {prompt}", options, *about, why=why)


_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def _which(faces: tuple[int, ...], place: int) -> str:
    """A die by what it shows; of several that show the same, which of them: "second 2"."""
    face = faces[place]
    return f"{_ORDER[faces[:place].count(face)]} {face}" if faces.count(face) > 1 else str(face)


def key(place: int) -> str:
    """The answer that picks the die at this place."""
    return f"{_DIE}{place + 1}"


def picked(key: str) -> int:
    """The place of the die that an answer picks."""
    return int(key.removeprefix(_DIE)) - 1


def faces_words(faces: tuple[int, ...]) -> str:
    """Dice in a row: "3, 5"."""
    return ", ".join(str(face) for face in faces)


def change_words(faces: tuple[int, ...], places: Sequence[int], new: tuple[int, ...]) -> str:
    """What became of dice that were thrown again: "the 2 becomes a 6"; of several "2, 4 become 6, 1"."""
    old, now = tuple(faces[i] for i in places), tuple(new[i] for i in places)
    if len(old) > 1:
        return f"{faces_words(old)} become {faces_words(now)}"
    return f"the {old[0]} {'falls again' if old == now else f'becomes a {now[0]}'}"
