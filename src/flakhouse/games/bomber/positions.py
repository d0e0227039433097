"""Positions of bombers: what a flight's text says beyond its first lines, and where its men sit.

Both games write a line for each thing that differs from an undisturbed flight, in the language of `settings`;
a man's line also says what he brings (`career`: spoken name and field of his record) and where he is:
`at` a station, or `in` a compartment. A game's position.py has the first lines and the normal state.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from flakhouse.errors import PositionError
from flakhouse.games.bomber import settings
from flakhouse.games.bomber.men import Man
from flakhouse.games.bomber.words import Leg

__all__ = ["Form", "Pair", "head", "numbered", "pairs", "read", "seat", "write"]

K = TypeVar("K", bound=StrEnum)
P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)
T = TypeVar("T")

_ZONE = re.compile(r"^zone (\d{1,4}) (outbound|inbound)$")

#: A thing a position speaks of: its name in the text, itself, and its normal twin.
Pair = tuple[str, object, object]


@dataclass(slots=True, frozen=True)
class Form(Generic[P, S]):
    """What a game's positions may say."""

    names: Mapping[type, Sequence[str]]  # the fields of each kind of thing that settings name
    expected: str  # the things, in words
    career: Mapping[str, str]  # what a man brings: as spoken, and the field of his record
    stations: type[P]
    sections: type[S]
    compartment: Mapping[P, S]  # of each station
    room: Container[S]  # the sections a man can be in


# ------------------------------------------------------------------ things and their twins


class _Numbered(Protocol):
    number: int


N = TypeVar("N", bound=_Numbered)


def numbered(word: str, mine: Sequence[N], usual: Sequence[N]) -> list[Pair]:
    """Things with numbers, such as engines, each with its normal twin."""
    return [(f"{word} {one.number}", one, other) for one, other in zip(mine, usual, strict=True)]


def pairs(word: str, mine: Mapping[K, T], usual: Mapping[K, T]) -> list[Pair]:
    """Things with names, such as guns, each with its normal twin."""
    return [(f"{word} {name.value}", thing, usual[name]) for name, thing in mine.items()]


# ------------------------------------------------------------------ writing


def write(first: Sequence[str], things: Sequence[Pair], form: Form[P, S]) -> str:
    """A position text: its first lines, then what differs about each thing."""
    lines = list(first)
    for name, thing, plain in things:
        said = settings.differences(thing, plain, form.names[type(thing)])
        if isinstance(thing, Man) and isinstance(plain, Man):
            said = _man_settings(thing, plain, form.career) + said
        lines += settings.settings_lines(name, said)
    return "\n".join(lines) + "\n"


def _man_settings(man: Man[P, S], plain: Man[P, S], career: Mapping[str, str]) -> list[str]:
    """What a man brings to the flight, and where he is."""
    said: list[str] = []
    for words, field in career.items():
        count: int = getattr(man.airman, field)
        if count != getattr(plain.airman, field):
            said.append(f"{words} {count}")
    if not man.aboard:
        return said
    if man.station is None:
        said.append(f"in {man.compartment.value}")
    elif man.station is not man.position:
        said.append(f"at {man.station.value}")
    return said


# ------------------------------------------------------------------ reading


def head(lines: Sequence[str], mission: re.Pattern[str], like: tuple[str, str]) -> tuple[re.Match[str], int, Leg]:
    """The second line as `mission` reads it, and the zone and leg of the third; `like` shows both."""
    found = mission.match(lines[1]) if len(lines) > 1 else None
    if found is None:
        raise PositionError(f"the second line reads like {like[0]!r}")
    place = _ZONE.match(lines[2]) if len(lines) > 2 else None
    if place is None:
        raise PositionError(f"the third line reads like {like[1]!r}")
    return found, int(place[1]), Leg(place[2])


def read(lines: Sequence[str], things: Sequence[Pair], form: Form[P, S]) -> dict[P, P | None]:
    """Set what these lines say. Gives the men who moved, by trade, with their stations (None: loose)."""
    named = {name: thing for name, thing, _ in things}
    moved: dict[P, P | None] = {}
    for line in lines:
        name, thing, said = settings.statement(line, named, form.expected)
        for setting in said:
            if not (isinstance(thing, Man) and _apply_to_man(thing, setting, form, moved)):
                settings.apply(thing, name, setting, form.names[type(thing)])
    return moved


def _apply_to_man(man: Man[P, S], setting: str, form: Form[P, S], moved: dict[P, P | None]) -> bool:
    """Settings of a man that are no fields of his; False for all others."""
    word, _, rest = setting.partition(" ")
    try:
        for words, field in form.career.items():
            if setting.startswith(f"{words} "):
                setattr(man.airman, field, _tally(setting.removeprefix(f"{words} ")))
                return True
        if word not in ("at", "in"):
            return False
        man.station = settings.word_of(form.stations, rest) if word == "at" else None
        man.compartment = (
            settings.word_of(form.sections, rest) if man.station is None else form.compartment[man.station]
        )
        if man.compartment not in form.room:
            raise ValueError(f"nobody can be in {rest}")
        moved[man.position] = man.station
    except ValueError as bad:
        raise PositionError(f"man {man.position.value}: {setting!r}: {bad}") from None
    return True


def _tally(text: str) -> int:
    """A count of missions or kills."""
    count = settings.count(text)
    if count < 0:
        raise ValueError("a negative count")
    return count


class _Sitter(Protocol):
    @property
    def position(self) -> StrEnum: ...


M = TypeVar("M", bound=_Sitter)


def seat(men: Mapping[P, M], seats: dict[P, M | None], moved: Mapping[P, P | None]) -> None:
    """Put moved men at their stations; before, each sat at that of his trade."""
    for trade in moved:
        if seats[trade] is men[trade]:
            seats[trade] = None
    for trade, station in moved.items():
        if station is None:
            continue
        sitter = seats[station]
        if sitter is not None and sitter is not men[trade]:
            raise PositionError(f"two men at the {station.value} station: move {sitter.position.value} first")
        seats[station] = men[trade]
