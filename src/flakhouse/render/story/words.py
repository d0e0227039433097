"""Numbers, shares, directions and lists as a story says them."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = [
    "a_count",
    "capital",
    "count",
    "direction",
    "first_count",
    "hour",
    "join",
    "long_count",
    "lower",
    "nth",
    "possessive",
    "share",
    "tidy",
    "word_count",
]

_COUNTS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_NTHS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_CLOCK = {
    "12": ("from ahead", "from high ahead", "from ahead and below"),
    "1:30": ("from ahead on the right", "from high ahead on the right", "from low ahead on the right"),
    "3": ("from the right", "from high on the right", "from the right and below"),
    "4:30": ("from behind on the right", "from high behind on the right", "from low behind on the right"),
    "6": ("from behind", "from behind and above", "from behind and below"),
    "7:30": ("from behind on the left", "from high behind on the left", "from low behind on the left"),
    "9": ("from the left", "from high on the left", "from the left and below"),
    "10:30": ("from ahead on the left", "from high ahead on the left", "from low ahead on the left"),
}
_LEVELS = {"Level": 0, "High": 1, "Low": 2}
_SHARES = {
    0: "none", 5: "one in twenty", 10: "one in ten", 20: "one in five", 25: "a quarter", 30: "three in ten",
    40: "four in ten", 50: "half", 60: "six in ten", 75: "three quarters", 80: "eight in ten", 100: "all",
}  # fmt: skip


def count(number: int) -> str:
    """A number: in words to twelve."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) else str(number)


def a_count(number: int, one: str, many: str = "") -> str:
    """A number of things: "one fighter", "three fighters"."""
    return f"{count(number)} {one if number == 1 else many or one + 's'}"


def nth(number: int) -> str:
    """A place in a row: "first", "17th"."""
    if 0 < number < len(_NTHS):
        return _NTHS[number]
    end = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else end}"


def join(words: Sequence[str]) -> str:
    """A list: "A, B and C"."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


def share(percent: int) -> str:
    """A part of the bombs as a plain share, exact or "about"."""
    if percent in _SHARES:
        return _SHARES[percent]
    near = min(_SHARES, key=lambda known: (abs(known - percent), known))
    if near == 0:
        return f"{count(percent)} in a hundred"
    return "nearly all" if near == 100 else f"about {_SHARES[near]}"


def direction(where: str) -> str:
    """A clock position in words: "12 High" is "from high ahead"."""
    if where.startswith("Vertical"):
        return "from straight above" if where.endswith("Dive") else "from straight below"
    clock, _, level = where.partition(" ")
    return _CLOCK[clock][_LEVELS.get(level, 0)] if clock in _CLOCK else "in"


def hour(clock: str) -> str:
    """A time on the twelve-hour clock, in words: "1400" is "two in the afternoon"."""
    at = int(clock[:2])
    part = "morning" if 1 <= at < 12 else "afternoon" if 12 < at < 18 else "evening" if 18 <= at < 22 else "night"
    if at in (0, 12, 24):
        return "midnight" if at != 12 else "noon"
    said = count(at if at < 13 else at - 12)
    return f"{said} at night" if part == "night" else f"{said} in the {part}"


def long_count(number: int) -> str:
    """A number in words below a hundred, where a figure would not do.

    >>> [long_count(number) for number in (7, 13, 20, 25, 100)]
    ['seven', 'thirteen', 'twenty', 'twenty-five', '100']
    """
    if not 13 <= number < 100:
        return count(number)
    tens, ones = divmod(number, 10)
    if tens == 1:
        return _TEENS[number - 13]
    return f"{_TENS[tens - 2]}-{count(ones)}" if ones else _TENS[tens - 2]


def first_count(number: int) -> str:
    """A number that begins a sentence."""
    return capital(long_count(number))


def possessive(name: str) -> str:
    """Whose: "Boyd's", "Three Feathers'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def capital(text: str) -> str:
    """A text as the start of a sentence."""
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """A label of the game in running text: "Starboard Waist Gun" is "starboard waist gun"; "CFC" stays."""
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in text.split())


def word_count(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


def tidy(text: str) -> str:
    """Commas that close an apposition, where another sign follows, go; so do double spaces."""
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([.,;:])", r"\1", text)
    text = re.sub(r",([.;:,])", r"\1", text)
    return text.strip()
