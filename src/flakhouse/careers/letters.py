"""Letters home: what one man who lived through a flight may write of it; the words are in letters.toml.

First person, short, and only from facts of his own flight. Of the men who can write the one with most to tell
does, and the save chooses among equals, so that the same flight always brings the same letter.
"""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Sequence
from importlib import resources

import msgspec

from flakhouse.careers.dossier import LOST, Flight, Man, Tour
from flakhouse.render.story.words import join

__all__ = ["Letter", "letter_of"]

_FEW = 3  # men who are named
_CREW = 2  # of the first crew, of whom one writes that they are the last
_LATE = 5  # flights after which that is worth a word
_ACE = 5
_MOST = 4  # sentences
_SERIOUS = "serious"


class Letter(msgspec.Struct, frozen=True):
    """A letter and who wrote it."""

    text: str
    name: str
    id: str = ""  # of his dossier


@functools.cache
def _book() -> dict[str, list[str]]:
    """letters.toml."""
    text = resources.files("flakhouse.careers").joinpath("letters.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, list[str]])


def letter_of(tour: Tour, flight: Flight) -> Letter | None:
    """The letter after a flight; None if nobody aboard can write one, or its log cannot be read."""
    aboard = [man for man in tour.men if any(flown.flight == flight.number for flown in man.flights)]
    able = [man for man in aboard if man.fate_flight != flight.number or man.fate in _WRITES]
    if not able or not flight.told:
        return None
    mark = f"{tour.save}/{flight.number}"
    writer = max(able, key=lambda man: (_weight(man, flight.number), _hash(f"{mark}/{man.id}", 1 << 16)))
    return _Writing(tour, flight, aboard, writer, mark).letter()


#: Fates of this flight with which a man still writes home.
_WRITES = ("sent home wounded", "tour complete")


def _hash(mark: str, n: int) -> int:
    return int.from_bytes(hashlib.blake2b(mark.encode(), digest_size=4).digest(), "big") % n


def _weight(man: Man, number: int) -> int:
    """How much he has to tell."""
    hurt = any(wound.flight == number for wound in man.wounds)
    return 4 * (man.fate_flight == number) + 2 * hurt + any(kill.flight == number for kill in man.kills)


def _sentences(said: Sequence[str]) -> int:
    return sum(text.count(".") for text in said)


def _first(man: Man) -> str:
    return man.name.split(" ", 1)[0]


class _Writing:
    """A letter in the making."""

    def __init__(self, tour: Tour, flight: Flight, aboard: list[Man], writer: Man, mark: str) -> None:
        self.tour = tour
        self.flight = flight
        self.writer = writer
        self.mark = mark
        self.others = [man for man in aboard if man is not writer]
        self.lost = [man for man in self.others if man.fate_flight == flight.number and man.fate in LOST]
        self.taken = [m for m in self.others if m.fate_flight == flight.number and m.fate == "prisoner of war"]

    def letter(self) -> Letter:
        """Its sentences: the end, the others, himself, what is to come; with room left the flight, and a close."""
        said = [*self._end(), *self._friends(), *self._self(), *self._last()]
        first = not any(one.flight < self.flight.number for one in self.writer.flights)
        if not said:
            said = [self._say(("first-" if first else "") + ("quiet" if self._quiet() else "fought"))]
        for more in self._work():
            if _sentences(said) < _MOST - 1:
                said.append(more)
        if _sentences(said) < _MOST and self.writer.fate_flight != self.flight.number:
            said.append(self._say("close-grave" if self.lost else "close"))
        return Letter(" ".join(said), self.writer.name, self.writer.id)

    def _say(self, key: str, friends: list[Man] | None = None) -> str:
        patterns = _book()[key]
        with_us = [man for man in self.others if man not in self.lost and man not in self.taken]
        if not with_us and not friends:
            patterns = [pattern for pattern in patterns if "{friend}" not in pattern]
        friend = _first(with_us[_hash(f"{self.mark}/friend", len(with_us))]) if with_us else ""
        pattern = patterns[_hash(f"{self.mark}/{key}", len(patterns))]
        return pattern.format(friend=friend, friends=join([_first(man) for man in friends or ()]))

    def _quiet(self) -> bool:
        return not self.flight.shells and not self.flight.bursts and not self.flight.deeds

    def _work(self) -> list[str]:
        """The engines, the bombs, whether it has to be flown again."""
        flown = self.flight
        keys: list[str] = []
        if flown.end == "landed" and flown.engines_out:
            keys.append("engine" if flown.engines_out == 1 else "engines")
        if flown.bombs:
            keys.append("bombed" if flown.percent else "missed")
        if not flown.credited and flown.end == "landed":
            keys.append("again")
        return [self._say(key) for key in keys]

    def _end(self) -> list[str]:
        """How it ended, where it was no landing."""
        key = {"ditched": "sea", "abandoned": "jumped", "wrecked on landing": "wreck"}.get(self.flight.end)
        return [self._say(key)] if key else []

    def _friends(self) -> list[str]:
        """Those who are gone."""
        said: list[str] = []
        if len(self.lost) > _FEW and 2 * len(self.lost) > len(self.others):
            said.append(self._say("many-dead", self.lost))
        elif self.lost:
            said.append(self._say("one-dead" if len(self.lost) == 1 else "some-dead", self.lost))
        if self.taken and len(self.taken) <= _FEW:
            said.append(self._say("one-taken" if len(self.taken) == 1 else "some-taken", self.taken))
        return said

    def _self(self) -> list[str]:
        """His own wound and his victories."""
        man, number = self.writer, self.flight.number
        said: list[str] = []
        wounds = [wound for wound in man.wounds if wound.flight == number]
        if man.fate_flight == number and man.fate == "sent home wounded":
            said.append(self._say("home-hurt"))
        elif wounds:
            light = len(wounds) == 1 and _SERIOUS not in wounds[0].what and "frost" not in wounds[0].what
            said.append(self._say("scratch" if light else "badly"))
        mine = sum(kill.flight == number for kill in man.kills)
        before = sum(kill.flight < number for kill in man.kills)
        if before < _ACE <= before + mine and mine == 1:
            said.append(self._say("ace"))
        elif mine:
            said.append(self._say("got-one" if mine == 1 else "got-some"))
        return said

    def _last(self) -> list[str]:
        """The end of his tour, or the last two of the first crew."""
        man, number = self.writer, self.flight.number
        if man.fate_flight == number and man.fate == "tour complete":
            return [self._say("done")]
        first = self.tour.flights[0].number if self.tour.flights else 0
        came = [m for m in self.tour.men if any(flown.flight == first for flown in m.flights)]
        left = [m for m in came if not m.fate_flight or m.fate_flight > number]
        new = any(m.fate_flight == number for m in came)
        if new and len(left) == _CREW and man in left and number > _LATE:
            other = next(m for m in left if m is not man)
            return [_book()["last-two"][0].format(friend=_first(other))]
        return []
