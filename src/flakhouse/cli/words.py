"""What a typed word means: an option by its name or its label, whole, in part, or by a word that only it has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from flakhouse.render.look import option_text

__all__ = ["called", "either", "fits", "told"]

_WORD = re.compile(r"\w+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_BEGINNING = 3  # letters of a word that may stand for all of it in the midst of a label
_MOST = 6  # options that are named where several fit
_SHORT = 40  # signs of each
#: What is no name of anything, alone or with others of these.
_COMMON = frozenset(
    ("a", "an", "and", "at", "by", "in", "is", "it", "no", "not", "of", "on", "or", "the", "to", "yes")
)


def told(text: str) -> str:
    """The words of a text, small and with one blank between."""
    return " ".join(_WORD.findall(text.lower()))


def called(key: str, label: str) -> list[str]:
    """What an option may be called: its label as it is listed, and without what stands behind a colon or in
    brackets."""
    shown = option_text(key, label)
    whole = [shown, label, *(text.partition(":")[0] for text in (shown, label))]
    return list(dict.fromkeys(told(text) for text in (*whole, *(_BRACKETS.sub(" ", one) for one in whole))))


def fits(line: str, options: Mapping[str, str], anywhere: bool = True) -> list[str]:
    """The keys that a line may mean: the key itself, else the whole label, else those of which either begins so,
    else those that have these words `anywhere`."""
    small, words = line.lower(), told(line)
    names = {key: called(key, label) for key, label in options.items()}
    ways = (
        [key for key in options if key.lower() == small],
        [key for key in options if words and words in names[key]],
        [key for key in options if key.lower().startswith(small)],
        [key for key in options if words and any(name.startswith(words) for name in names[key])],
        [key for key in options if anywhere and _within(words.split(), names[key][0].split())],
    )
    return next((found for found in ways if found), [])


def _within(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a label has all these words, of which one at least is a name. The number of a row is none: "1-" is
    not the fighter that comes from 1:30."""
    if _COMMON.issuperset(wanted) or (len(wanted) == 1 and wanted[0].isdigit() and len(wanted[0]) < 3):
        return False
    return all(
        any(word == one or (len(one) >= _BEGINNING and word.startswith(one)) for word in words) for one in wanted
    )


def either(names: Iterable[str]) -> str:
    """Names to choose from: "1 Stay, 2 Climb or 3 Go down"; of many the first."""
    found = [_short(name) for name in names]
    if len(found) > _MOST:
        return f"{', '.join(found[:_MOST])} or {len(found) - _MOST} others"
    return f"{', '.join(found[:-1])} or {found[-1]}" if len(found) > 1 else "".join(found)


def _short(name: str) -> str:
    """A long name as far as its first comma, or cut."""
    if len(name) <= _SHORT:
        return name
    first = name.partition(",")[0]
    return first if len(first) <= _SHORT else f"{name[: _SHORT - 1].rstrip()}…"
