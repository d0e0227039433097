"""Facts in words: a template knows a noun for a number and words for a yes or no.

{boxes:box|boxes}        1 box, 3 boxes
{tight:, flying close|}  the first words for yes, the second for no
{level:none?none|@}      for this word the first, for any other the second, with @ for the word itself
{where:place}            "from behind, low (6 Low)"
{fate:fate}              "taken prisoner" for the code of the log sheet
"""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.events import Fact

__all__ = ["count", "fill", "place", "plain_level"]


class _Count(int):
    """A number that knows its noun, `{boxes:box|boxes}`, or what to say of none: `{lost:0?no harm|@ Fuel}`."""

    def __format__(self, spec: str) -> str:
        if "?" in spec:
            return _Word(int(self)).__format__(spec)
        one, bar, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if bar else int(self).__format__(spec)


class _Flag:
    """A yes or no that knows its words: `{tight:, flying close|}`."""

    def __init__(self, value: bool) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        yes, bar, no = spec.partition("|")
        if not bar:
            yes, no = "yes", "no"
        return yes if self.value else no


#: The clock in words, as seen from the cockpit.
_CLOCK = {
    "12": "from ahead",
    "1:30": "from ahead on the right",
    "3": "from the right",
    "6": "from behind",
    "9": "from the left",
    "10:30": "from ahead on the left",
}
#: The codes of the log sheets in words, and results of landings that are made of them.
_FATES = {
    "Crew KIA": "the crew is killed",
    "Crew KIA, wrecked": "the crew is killed, the bomber wrecked",
    "Wounds, wrecked": "the bomber is wrecked, all aboard are wounded",
    "Wrecked, nobody hurt": "the bomber is wrecked, nobody is hurt",
    "Wounds +1, wrecked": "the bomber is wrecked, all aboard are wounded at +1",
    "Wrecked, wounds +1": "the bomber breaks up, all aboard are wounded at +1",
    "Ditched, wounds": "ditched, all aboard are wounded",
    "BO-C": "taken prisoner",
    "CAS": "taken prisoner",
    "DIC": "died in captivity",
    "DOW": "died of wounds",
    "IH": "invalided home",
    "KIA": "killed in action",
    "LAS": "lost at sea",
}


def place(where: str) -> str:
    """Where an attack comes from, in words first: "from behind, low (6 Low)"."""
    if where.startswith("Vertical"):
        return "from straight above, in a dive" if where == "Vertical Dive" else "from straight below, in a climb"
    clock, _, angle = where.partition(" ")
    return f"{_CLOCK[clock]}, {angle.lower()} ({where})" if clock in _CLOCK else f"from {where}"


class _Word(str):
    """A word that may be said in others: `{where:place}`, `{fate:fate}`, `{level:none?none|@}`."""

    def __format__(self, spec: str) -> str:
        if spec == "place":
            return place(str(self))
        if spec == "fate":
            return _FATES.get(str(self), str(self))
        key, mark, ways = spec.partition("?")
        if not mark:
            return str(self).__format__(spec)
        this, _, other = ways.partition("|")
        return this if self.lower() == key else other.replace("@", str(self))


class _Facts(dict[str, object]):
    def __missing__(self, key: str) -> object:
        return _Missing(key)


class _Missing:
    """A fact the event does not have shows as its name."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __format__(self, spec: str) -> str:
        return "{" + self.key + "}"


#: The levels of the B-29's book in plain words.
_LEVELS = {"HI": "high", "MED": "medium", "LO": "low"}


def plain_level(word: str) -> str:
    """An altitude of the book in plain words: "high altitude" for HI; anything else as it is."""
    return f"{_LEVELS[word]} altitude" if word in _LEVELS else word


def fill(text: str, facts: Mapping[str, Fact]) -> str:
    """A template with the facts put in. Zone 0 of the rules is the base."""
    filled = text.format_map(_Facts({key: _shown(value) for key, value in facts.items()}))
    return filled.replace("in Zone 0", "at base").replace("In Zone 0", "At base")


def _shown(value: Fact) -> object:
    """A fact that knows how to write itself."""
    if isinstance(value, bool):
        return _Flag(value)
    return (
        _Count(value) if isinstance(value, int) else _Word(plain_level(value)) if isinstance(value, str) else value
    )


def count(n: int, one: str, many: str) -> str:
    """A number with its noun: 1 box, 3 boxes."""
    return f"{n} {one if n == 1 else many}"
