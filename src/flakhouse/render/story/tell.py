"""Sentences and what they stand on. Patterns are chosen by the save, the flight and the place in the log.

The patterns of a game are in its `story.toml`:

    [say]                                   # whole sentences
    quiet = ["On the first leg they saw no fighters.", "No fighter came up."]

    [part.turret-out]                       # a kind of note
    rank = 2                                # how much it weighs, 1 to 10 (10 and above 4: always told)
    blow = ["put the {gun} out of action"]  # what a hit did: a verb and its object
    alone = ["The {gun} failed."]           # the same when no hit did it
"""

from __future__ import annotations

import functools
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources

import msgspec

from flakhouse.core import toml
from flakhouse.errors import ChartError
from flakhouse.render.story.words import capital, tidy, word_count

__all__ = ["Book", "Line", "Part", "Story", "Teller", "story_book"]

_JOINED = 20  # words of a sentence that takes a second one in
#: Openings of a sentence that says where or when before it says who.
_ADVERBS = re.compile(
    r"\{Where\}|(Next|Then|Once more|In|On|From|Of|At|As far|As a|When|Behind|With|Going|A third time"
    r"|Over|Alone|Through|Among|Twice|Again)\b"
)
#: Keys of sentences about the enemy.
_OTHERS = ("escort-", "formation-off", "kept-away", "came-")
_MISSED = ("one-missed", "both-missed", "all-missed", "others-missed", "some-missed", "most-missed")
_ESCORT = "The escort "  # named once in a sentence
_SHORT, _FULL = 22, 85  # words of a paragraph that does not stand alone, and of one that takes no more


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a kind of note."""

    rank: int = 3
    once: bool = False  # told the first time alone
    blow: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    again: tuple[str, ...] = ()  # the same, told another time
    each: str = ""  # the object of one of several alike: "the {tank} tank"
    many: tuple[str, ...] = ()  # what a hit did to several: "opened leaks in {all}"


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The story.toml of a game."""

    base: str = ""  # the package of a book on which this one stands
    say: dict[str, tuple[str, ...]] = {}
    part: dict[str, Part] = {}


@functools.cache
def story_book(package: str) -> Book:
    """The story.toml of a package, with that of its base under it."""
    file = resources.files(package).joinpath("story.toml")
    try:
        book = msgspec.convert(toml.read(file.read_text(encoding="utf-8")), Book)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as bad:
        raise ChartError(f"{package}: story.toml: {bad}") from bad
    if book.base:
        below = story_book(book.base)
        book = Book("", {**below.say, **book.say}, {**below.part, **book.part})
    return book


class Line(msgspec.Struct, frozen=True):
    """A sentence, the numbers of the events it tells, and the pattern it was made from."""

    text: str
    events: tuple[int, ...] = ()
    pattern: str = ""


class Story(msgspec.Struct, frozen=True):
    """A flight told: a title, and paragraphs of sentences."""

    title: str
    paragraphs: tuple[tuple[Line, ...], ...]

    def texts(self) -> list[str]:
        """The paragraphs as text."""
        return [" ".join(line.text for line in lines) for lines in self.paragraphs]

    def lines(self) -> list[Line]:
        """All sentences in order."""
        return [line for lines in self.paragraphs for line in lines]

    def words(self) -> int:
        """How long it is."""
        return sum(word_count(line.text) for line in self.lines())


class Teller:
    """Collects sentences into paragraphs.

    Of several patterns the mark of the flight chooses; none comes twice while another is unused, and no sentence
    begins like the one before it.
    """

    def __init__(self, book: Book, mark: str) -> None:
        self.book = book
        self.mark = mark
        self.used: dict[str, int] = {}
        self.done: list[list[Line]] = [[]]
        self.lead = ""  # "On the way home": begins the next sentence
        self.said: set[str] = set()  # sentences as they were before they were joined

    # ------------------------------------------------------------------ choosing

    def pick(self, patterns: Sequence[str], at: int, avoid: str = "") -> str:
        """One of several patterns, for the event at this place; one that does not begin with a word to avoid."""
        if not patterns:
            return ""
        if self.lead:  # "On the way home" wants a sentence that begins with its subject
            patterns = [pattern for pattern in patterns if not _ADVERBS.match(pattern)] or patterns
        digest = hashlib.blake2b(f"{self.mark}/{at}".encode(), digest_size=4).digest()
        first = int.from_bytes(digest, "big") % len(patterns)
        order = [*patterns[first:], *patterns[:first]]
        least = min(self.used.get(pattern, 0) for pattern in order)
        fresh = [pattern for pattern in order if self.used.get(pattern, 0) == least]
        pattern = next((p for p in fresh if not avoid or p.split(" ")[0] != avoid), fresh[0])
        self.used[pattern] = self.used.get(pattern, 0) + 1
        return pattern

    def phrase(self, key: str, at: int, **words: str) -> str:
        """A pattern of the book, filled."""
        return self.pick(self.book.say[key], at, self.begun()).format_map(words)

    # ------------------------------------------------------------------ saying

    def begun(self) -> str:
        """The word with which the last sentence began; "" at the start of a paragraph."""
        return _last_sentence(self.done[-1][-1].text).split(" ")[0] if self.done[-1] else ""

    def paragraph(self) -> None:
        """What follows is a new paragraph."""
        if self.done[-1]:
            self.done.append([])

    def say(self, text: str, *events: int, pattern: str = "") -> None:
        """A sentence. One that begins like the one before it is joined to it, or begins with "Then"."""
        text = capital(tidy(text))
        if not text:
            return
        text = tidy(f"{text.rstrip('.')}.")
        if text.startswith("They ") and self._of_others():
            text = f"The crew {text[5:]}"
        for again in ("Again", "Once more", "Yet again", "One more time"):
            if text in self.said and word_count(text) > 3 and not text.startswith(("He ", "It ")):
                text = f"{again} {_inside(re.sub('^(Again|Once more|Yet again|Then) ', '', text))}"
        self.said.add(text)
        if self.lead:
            if self.lead.startswith("At ") or not re.search(r"\b(home|turned|landed|down)\b", text):
                comma = "," if _ADVERBS.match(text) and not self.lead.endswith(",") else ""
                text = f"{self.lead}{comma} {_inside(re.sub(r'^Then ', '', text))}"
            self.lead = ""
        if self.done[-1] and text.split(" ")[0] == self.begun():
            before = self.done[-1][-1]
            again = text.removeprefix(_ESCORT) if before.text.startswith(_ESCORT) else text
            joined = f"{before.text[:-1]}, and {again if again != text else _inside(text)}"
            if word_count(joined) <= _JOINED and ", and " not in before.text and "; " not in before.text:
                self.done[-1][-1] = Line(tidy(joined), (*before.events, *events), before.pattern)
                return
            text = f"After that {_inside(text[5:])}" if text.startswith("Then ") else f"Then {_inside(text)}"
        self.done[-1].append(Line(text, tuple(events), pattern))

    def _of_others(self) -> bool:
        """Whether the last sentence was about the enemy, so that "they" would be he."""
        last = next((lines[-1] for lines in reversed(self.done) if lines), None)
        return last is not None and last.pattern.startswith((*_OTHERS, *_MISSED))

    def told(self, key: str, at: int, *events: int, **words: str) -> None:
        """A sentence of the book."""
        self.say(self.phrase(key, at, **words), *(events or (at,)), pattern=key)

    def story(self, title: str) -> Story:
        """What was told. A short paragraph is part of the one beside it; the first stays by itself."""
        made: list[list[Line]] = []
        for lines in self.done:
            if lines and len(made) > 1 and self._short(made[-1], lines):
                made[-1] = [*made[-1], *lines]
            elif lines:
                made.append(lines)
        return Story(title, tuple(tuple(lines) for lines in made))

    def _short(self, before: list[Line], lines: list[Line]) -> bool:
        """Whether two paragraphs are better one."""
        if _last_sentence(before[-1].text).split(" ")[0] == lines[0].text.split(" ")[0]:
            return False
        sizes = [sum(word_count(line.text) for line in part) for part in (before, lines)]
        return min(sizes) < _SHORT and sum(sizes) < _FULL


def _last_sentence(text: str) -> str:
    """The last sentence of a line, which may have two."""
    return re.split(r"(?<=[a-z]\.) (?=[A-Z])", text)[-1]


#: Words that are small inside a sentence; all others are taken for names.
_WORDS = """
    the a an one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty it he she they their his her its that this there no nobody
    nothing all every both with in at on over near after before as when while from for another more most
    some then next only frost fuel guns fire light medium heavy rather nowhere twice once still none neither of by
    to not half turning out what where who going crippled diving too others fighters rockets yet again alone
    through among enemy something bombers floatplanes scouts torpedo
"""
_SMALL = frozenset(_WORDS.split())


def _inside(text: str) -> str:
    """A sentence inside another: its first word is small, unless it is a name."""
    first = text.split(" ")[0]
    return text[:1].lower() + text[1:] if first.lower().strip(",") in _SMALL else text


def fitting(compose: Callable[[int], Story], most: int, least: int = 0) -> Story:
    """The fullest telling that is not too long; `compose` tells with a detail of 3 down to 0."""
    story = compose(3)
    for detail in (2, 1, 0):
        if story.words() <= most:
            break
        shorter = compose(detail)
        if shorter.words() < least:
            break
        story = shorter
    return story


def fill(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with its words."""
    return pattern.format_map(words)


def told_events(lines: Iterable[Line]) -> set[int]:
    """All events that lines tell."""
    return {event for line in lines for event in line.events}
