"""The language of settings: how a position text says what differs from normal about a thing, and is read back.

    plane: wing boxes 15; intercom out; not bombs; compromised [waist]
    engine 3: state feathered

It knows no game: a thing is any dataclass, a setting one of its fields, spoken with spaces for underscores.

- bool: the name alone, or with "not" before it;
- int and str: the name, then the value; a number has at most four digits;
- a StrEnum by its value, an IntEnum (a level, such as an altitude) by its name;
- `X | None`: "none", or as X; `bool | None` says no with "not";
- dict: a setting for each entry, the key in brackets, then the value as above: `oxygen hits [Pilot] 1`;
- list: a setting for each item, in brackets: `bursts inside [Waist]`.

Nothing else can be set: leave such fields out of the names (`names_of`), and fields declared with a type
variable too. Writing pairs each thing with its normal twin, and for each

    lines += settings_lines(name, differences(thing, plain, names))

Reading builds the normal state, and for each line

    name, thing, settings = statement(line, things, expected)
    for setting in settings:
        apply(thing, name, setting, names)

Settings that are no fields (where a man sits) are looked at before `apply`: `positions` does so for bombers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import Enum, IntEnum, StrEnum
from typing import TypeVar, get_args, get_origin, get_type_hints

from flakhouse.errors import PositionError

__all__ = ["apply", "count", "differences", "lines_of", "names_of", "settings_lines", "statement", "word_of"]

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
_WIDTH = 80
_LONGEST = 20_000


def names_of(kind: type, skip: Sequence[str] = ()) -> tuple[str, ...]:
    """The fields of a dataclass that a position may set, in their order: all but those to skip."""
    return tuple(f.name for f in fields(kind) if f.name not in skip)


# ------------------------------------------------------------------ writing


def differences(thing: object, plain: object, names: Sequence[str]) -> list[str]:
    """The settings that make the normal thing into this one, in the order of the names."""
    settings: list[str] = []
    for name in names:
        value: object = getattr(thing, name)
        usual: object = getattr(plain, name)
        if value == usual:
            continue
        words = name.replace("_", " ")
        if isinstance(value, dict) and isinstance(usual, dict):
            for key, item in value.items():
                if usual.get(key) != item:
                    settings.append(_setting(f"{words} [{_word(key)}]", item))
        elif isinstance(value, list):
            settings += [f"{words} [{_word(item)}]" for item in value]
        else:
            settings.append(_setting(words, value))
    return settings


def settings_lines(name: str, settings: Sequence[str]) -> list[str]:
    """The settings of a thing, on as many lines of 80 columns as they need; each names the thing again."""
    lines: list[str] = []
    for setting in settings:
        if lines and len(lines[-1]) + 2 + len(setting) <= _WIDTH:
            lines[-1] += f"; {setting}"
        else:
            lines.append(f"{name}: {setting}")
    return lines


def _setting(words: str, value: object) -> str:
    if value is True:
        return words
    if value is False:
        return f"not {words}"
    return f"{words} {_word(value)}"


def _word(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Enum):
        return value.name
    return str(value).replace(";", ",").replace("\n", " ")


# ------------------------------------------------------------------ reading


def lines_of(text: str, head: str) -> list[str]:
    """The lines of a position text that say something, comments cut off; the first must be `head`."""
    if len(text) > _LONGEST:
        raise PositionError("this is longer than any position")
    lines = [stripped for line in text.splitlines() if (stripped := line.split("#")[0].strip())]
    if not lines or lines[0] != head:
        raise PositionError(f"a position begins with the line {head!r}")
    return lines


def statement(line: str, things: Mapping[str, T], expected: str) -> tuple[str, T, list[str]]:
    """A line taken apart: the thing's name, the thing, its settings. `expected` says what may be named."""
    name, colon, rest = line.partition(":")
    name = name.strip()
    thing = things.get(name)
    if not colon or thing is None:
        raise PositionError(f"{line!r}: expected {expected}, and a colon")
    return name, thing, [stripped for setting in rest.split(";") if (stripped := setting.strip())]


def apply(thing: object, where: str, setting: str, names: Sequence[str]) -> None:
    """Set one setting of one thing; what cannot be read is refused with the reason. `where` names the thing."""
    negated = setting.startswith("not ")
    words = setting[4:] if negated else setting
    for name in sorted(names, key=len, reverse=True):  # "oxygen out turn" before "oxygen out"
        spoken = name.replace("_", " ")
        if words == spoken or words.startswith(spoken + " "):
            try:
                _assign(thing, name, words[len(spoken) :].strip(), negated)
            except (ValueError, KeyError) as bad:
                raise PositionError(f"{where}: {setting!r}: {bad}") from None
            return
    known = ", ".join(sorted(name.replace("_", " ") for name in names))
    raise PositionError(f"{where}: there is no setting {setting!r}; settings: {known}")


def count(text: str) -> int:
    """A number as settings write it; ValueError for anything else."""
    if not re.fullmatch(r"-?\d{1,4}", text):
        digits = text.removeprefix("-").isdigit()
        raise ValueError(f"{text!r} is no number{' of at most four figures' if digits else ''}")
    return int(text)


def word_of(words: type[E], text: str) -> E:
    """One of the words of a list, an IntEnum's by its name; ValueError with the whole list for anything else."""
    known = {member.name if issubclass(words, IntEnum) else str(member.value): member for member in words}
    if text not in known:
        raise ValueError(f"{text!r} is none of {', '.join(known)}")
    return known[text]


def _assign(thing: object, name: str, rest: str, negated: bool) -> None:
    hint: object = get_type_hints(type(thing))[name]
    current: object = getattr(thing, name)
    if isinstance(current, (dict, list)):
        inside = re.fullmatch(r"\[([^\]]+)\]\s*(.*)", rest)
        if inside is None:
            raise ValueError("name what it belongs to in brackets")
        args = get_args(hint)
        key = _parse(args[0], inside[1])
        if isinstance(current, list):
            current.append(key)
        else:
            current[key] = _parse_flag(args[1], inside[2], negated)
        return
    setattr(thing, name, _parse_flag(hint, rest, negated))


def _parse_flag(hint: object, text: str, negated: bool) -> object:
    if hint is bool or (bool in get_args(hint) and not text):
        if text:
            raise ValueError("stands alone, or with 'not' before it")
        return not negated
    if negated:
        raise ValueError("'not' goes with yes-or-no settings")
    return _parse(hint, text)


def _parse(hint: object, text: str) -> object:
    """A value of the type a field is declared with."""
    if get_origin(hint) is not None or isinstance(hint, type(int | None)):
        if text == "none" and type(None) in get_args(hint):
            return None
        hint = next(a for a in get_args(hint) if a is not type(None))
    if hint is int:
        return count(text)
    if hint is str:
        return text
    if isinstance(hint, type) and issubclass(hint, Enum):
        return word_of(hint, text)
    raise ValueError(f"{text!r} cannot be set")
