"""Facts in words: a template knows a noun for a number and words for a yes or no.

{boxes:box|boxes}        1 box, 3 boxes
{tight:, flying close|}  the first words for yes, the second for no
"""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.events import Fact

__all__ = ["count", "fill"]


class _Count(int):
    """A number that knows its noun: `{boxes:box|boxes}`."""

    def __format__(self, spec: str) -> str:
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


class _Facts(dict[str, object]):
    def __missing__(self, key: str) -> object:
        return _Missing(key)


class _Missing:
    """A fact the event does not have shows as its name."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __format__(self, spec: str) -> str:
        return "{" + self.key + "}"


def fill(text: str, facts: Mapping[str, Fact]) -> str:
    """A template with the facts put in. Zone 0 of the rules is the base."""
    filled = text.format_map(_Facts({key: _shown(value) for key, value in facts.items()}))
    return filled.replace("in Zone 0", "at base").replace("In Zone 0", "At base")


def _shown(value: Fact) -> object:
    """A fact that knows how to write itself."""
    if isinstance(value, bool):
        return _Flag(value)
    return _Count(value) if isinstance(value, int) else value


def count(n: int, one: str, many: str) -> str:
    """A number with its noun: 1 box, 3 boxes."""
    return f"{n} {one if n == 1 else many}"
