"""Leaving a bomber by parachute (b29 8-4, 8-5; b17 G-6, G-7): the same dice in both games."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake

__all__ = ["Accident", "Jump", "Uncontrolled", "ask_jumpers", "gets_out", "safely_out"]

M = TypeVar("M")


class Jump(StrEnum):
    """From a bomber under control."""

    TROUBLE = "Accident possible"
    OUT = "Out safely"


class Accident(StrEnum):
    """The second die of a bad jump."""

    OUT = "Out safely"
    KILLED = "Killed"


class Uncontrolled(StrEnum):
    """From a bomber out of control."""

    DOWN = "Goes down with it"
    OUT = "Out safely"


def gets_out(ref: Referee, jump: Chart[Jump], accident: Chart[Accident], mods: Sequence[Mod] = NO_MODS) -> bool:
    """One man jumps from a bomber under control; a bad jump has a second die."""
    return ref.roll(jump, mods) is Jump.OUT or ref.roll(accident) is Accident.OUT


def safely_out(jump: str, accident: str) -> tuple[Stake]:
    """A sound man's jump from a bomber under control, with the second die of a bad one; charts by their ids."""
    label = "each man gets out"
    second = Stake(label, accident, lambda faces, total, word: word == Accident.OUT)
    return (Stake(label, jump, lambda faces, total, word: word == Jump.OUT or second),)


def ask_jumpers(
    ref: Referee,
    waiting: dict[str, tuple[M, str]],
    id: str,
    rule: str,
    prompt: str,
    eager: bool = False,
    wish: Container[str] = (),
    stakes: Sequence[Stake] = (),
) -> list[M]:
    """Who jumps while the bomber flies on: one man a question, until "done". `waiting` maps keys to man and name.

    The default is to stay; `eager` makes it jumping, and `wish` names men who jump by default.
    """
    waiting = dict(waiting)
    jumpers: list[M] = []
    while waiting:
        names = {key: name for key, (_, name) in waiting.items()}
        wanted = [key for key in waiting if eager or key in wish]
        advised = "all" if len(wanted) == len(waiting) > 1 else wanted[0] if wanted else "done"
        key = ref.ask(id, advised, partial(_question, rule, prompt, names, stakes))
        if key == "done":
            break
        if key == "all":
            jumpers.extend(man for man, _ in waiting.values())
            break
        jumpers.append(waiting.pop(key)[0])
    return jumpers


def _question(rule: str, prompt: str, names: Mapping[str, str], stakes: Sequence[Stake]) -> Question:
    """Who of these men jumps next; their names by position."""
    options = {"done": Option("Nobody else jumps")}
    options.update(
        (key, Option(f"{name} ({key.lower()})", Subject("man", key), stakes=stakes)) for key, name in names.items()
    )
    if len(names) > 1:
        options["all"] = Option("All of them", *(Subject("man", key) for key in names), stakes=stakes)
    return Question(rule, prompt, options)
