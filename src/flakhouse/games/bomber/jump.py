"""Leaving a bomber by parachute (b29 8-4, 8-5; b17 G-6, G-7): the same dice in both games."""

from __future__ import annotations

from collections.abc import Container, Sequence
from enum import StrEnum
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee

__all__ = ["Accident", "Jump", "Uncontrolled", "ask_jumpers", "gets_out"]

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


def ask_jumpers(
    ref: Referee,
    waiting: dict[str, tuple[M, str]],
    id: str,
    rule: str,
    prompt: str,
    eager: bool = False,
    wish: Container[str] = (),
) -> list[M]:
    """Who jumps while the bomber flies on: one man a question, until "done". `waiting` maps keys to man and name.

    The default is to stay; `eager` makes it jumping, and `wish` names men who jump by default.
    """
    waiting = dict(waiting)
    jumpers: list[M] = []
    while waiting:
        options = {"done": "Nobody else jumps"}
        options.update((key, f"{key} {name}") for key, (_, name) in waiting.items())
        if len(waiting) > 1:
            options["all"] = "All of them"
        wanted = [key for key in waiting if eager or key in wish]
        default = wanted[0] if wanted else "done"
        if len(wanted) == len(waiting) > 1:
            default = "all"
        key = ref.choose(id, rule, prompt, options, default)
        if key == "done":
            break
        if key == "all":
            jumpers.extend(man for man, _ in waiting.values())
            break
        jumpers.append(waiting.pop(key)[0])
    return jumpers
