"""Options of a game as switches: a dataclass of yes-or-no fields, and named choices that set several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Generic, TypeVar

from flakhouse.core.game import ADVISER, OptionSpec
from flakhouse.errors import OptionError

__all__ = ["Choice", "set_switches", "specs", "worded"]

S = TypeVar("S")


@dataclass(slots=True, frozen=True)
class Choice(Generic[S]):
    """An option with words of its own, such as a rule set: what it may say, and what that does to the switches."""

    values: tuple[str, ...]
    turn: Callable[[S, str], None]


def set_switches(options: S, chosen: Mapping[str, str], choices: Mapping[str, Choice[S]]) -> None:
    """Set the switches of a dataclass as the text says: choices first, then single switches on or off."""
    kind: type = type(options)
    names = {f.name for f in fields(kind)}
    for key in sorted(chosen, key=lambda k: k not in choices):
        value = chosen[key]
        if key == ADVISER.key:  # it changes no rule
            if value not in ADVISER.values:
                raise OptionError(f"{key}={value!r}: expected {_or(ADVISER.values)}")
            continue
        choice = choices.get(key)
        if choice is not None:
            if value not in choice.values:
                raise OptionError(f"{key}={value!r}: expected {_or(choice.values)}")
            choice.turn(options, value)
        elif key in names:
            if value not in ("on", "off"):
                raise OptionError(f"{key}={value!r}: expected on or off")
            setattr(options, key, value == "on")
        else:
            raise OptionError(f"there is no option {key!r}; options: {', '.join([*choices, *sorted(names)])}")


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def specs(
    options: object, labels: Mapping[str, tuple[str, str]], origin: Callable[[str], str]
) -> list[OptionSpec]:
    """The switches as the engine lists them, and who advises: `labels` has words and rule of each, `options` the
    default."""
    found = [
        OptionSpec(name, ("on", "off"), "on" if getattr(options, name) else "off", label, rule, origin(name))
        for name, (label, rule) in labels.items()
    ]
    return [ADVISER, *found]


def worded(options: object, names: Iterable[str]) -> dict[str, str]:
    """The switches of these names as text."""
    return {name: "on" if getattr(options, name) else "off" for name in names}
