"""What a player is told who asks: the terms of the books in our words, and each decision in three parts.

`glossary.toml` has a sentence for every term. `<game>.toml` has for the id of a question what it is, what is
decided and what usually goes wrong; those of both bomber games stand in `bomber.toml`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import NamedTuple

import msgspec

from flakhouse.core import toml

__all__ = ["Help", "Term", "first_terms", "glossary", "help_of", "pattern_of", "term_of", "terms_in"]

_FILES = {"b17": ("bomber", "b17"), "b29": ("bomber", "b29"), "doolittle": ("doolittle",)}


class Help(NamedTuple):
    """A decision explained in three parts."""

    what: str
    decide: str
    wrong: str

    def lines(self) -> list[str]:
        """The three parts, each a line."""
        return [self.what, self.decide, self.wrong]


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term of the books, and what it means."""

    name: str
    says: str
    also: tuple[str, ...] = ()
    game: str = ""  # the only one that has it

    def fits(self, game: str) -> bool:
        """Whether it belongs to this game; to none in particular, every term does."""
        return not (game and self.game) or self.game == game

    @property
    def anchor(self) -> str:
        """Where it stands on the page of the glossary."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or "omega"

    def spellings(self) -> tuple[str, ...]:
        """All ways to write it in a text: not the name where brackets tell two terms apart."""
        return self.also if " (" in self.name else (self.name, *self.also)


class _Glossary(msgspec.Struct, forbid_unknown_fields=True):
    term: tuple[Term, ...]


class _Asks(msgspec.Struct, forbid_unknown_fields=True):
    ask: dict[str, Help]


def _read(name: str) -> dict[str, object]:
    return toml.read(resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


@functools.cache
def glossary() -> tuple[Term, ...]:
    """Every term, in the order of the alphabet."""
    found = msgspec.convert(_read("glossary"), _Glossary).term
    return tuple(sorted(found, key=lambda term: term.name.lower()))


@functools.cache
def _asks(game: str) -> dict[str, Help]:
    return {
        id: text
        for name in _FILES.get(game, ())
        for id, text in msgspec.convert(_read(name), _Asks).ask.items()
    }  # fmt: skip


def help_of(game: str, id: str) -> Help | None:
    """The three parts about a question; None for a game that has none."""
    asks = _asks(game)
    if id in asks:
        return asks[id]
    return next((text for key, text in asks.items() if key.endswith("*") and id.startswith(key[:-1])), None)


def term_of(words: str, game: str = "") -> list[Term]:
    """The terms a player may mean: of that name, else those that begin so, else those that hold it; where his game
    has such a term, none of another."""
    wanted = words.strip().lower()
    if not wanted:
        return []
    others: list[Term] = []
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [term for term in glossary() if any(fits(name.lower(), wanted) for name in term.spellings())]
        if own := [term for term in found if term.fits(game)]:
            return own
        others = others or found
    return others


def first_terms(texts: Iterable[str], game: str = "") -> Iterator[Term]:
    """The terms that occur in these texts of a game, each once, in the order in which they do."""
    whole = "\n".join(texts)
    terms = [term for term in glossary() if term.fits(game)]
    found = [(match.start(), term) for term in terms if (match := pattern_of(term).search(whole))]
    yield from (term for _, term in sorted(found, key=lambda place: place[0]))


def terms_in(text: str, game: str = "") -> list[Term]:
    """The terms that occur in a text of a game."""
    return [term for term in glossary() if term.fits(game) and pattern_of(term).search(text)]


@functools.cache
def pattern_of(term: Term) -> re.Pattern[str]:
    """What a term looks like in a text: a code as it is, a word also with a small letter and in the plural."""
    ways = [re.escape(name) if name.isupper() else _small(name) for name in term.spellings()]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(ways, key=len, reverse=True))})s?(?![\w-])")


def _small(name: str) -> str:
    """A name with a large or a small first letter."""
    first = name[:1]
    return rf"[{re.escape(first)}{re.escape(first.lower())}]{re.escape(name[1:])}"
