"""Leaving a bomber by parachute (b29 8-4, 8-5; b17 G-6, G-7): the same dice in both games."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, of_all
from flakhouse.games.bomber.men import Man, named

__all__ = [
    "Accident",
    "Jump",
    "Uncontrolled",
    "ask_jumpers",
    "gets_out",
    "gets_out_stake",
    "jumps",
    "left_behind",
]

M = TypeVar("M")
P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)
_OUT = "gets out"


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


def gets_out_stake(
    jump: str, accident: str, mods: Sequence[Mod] = NO_MODS, then: bool | Stake = True, label: str = _OUT
) -> Stake:
    """One man's jump from a bomber under control, with the second die of a bad one; charts by their ids. `then`
    decides once he is out."""
    return Stake(label, jump, partial(_out, Stake(label, accident, partial(_out_after_all, then)), then), mods)


def _out(second: Stake, then: bool | Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    """Out at once, or by the second die."""
    return then if word == Jump.OUT else second


def _out_after_all(then: bool | Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    """Out by the second die."""
    return then if word == Accident.OUT else False


def jumps(rolls: Sequence[Stake], one: str = _OUT, many: str = "get out") -> tuple[Stake, ...]:
    """What these men's jumps have at stake: each, and all of them together; `one` and `many` say what they hope
    for."""
    if not rolls:
        return ()
    if len(rolls) == 1:
        return (rolls[0],)
    kinds = {sum(mod.value for mod in roll.mods): roll for roll in rolls if roll.label == one}
    best = max(kinds, default=0)
    each = [
        roll._replace(label=f"each man {one}" if plus == best else f"each man with {plus - best} {one}")
        for plus, roll in sorted(kinds.items(), reverse=True)
    ]
    return (*each, *of_all(rolls, f"all {len(rolls)} {many}", "one of them dies", "two or more die"))


def left_behind(men: Sequence[Man[P, S]]) -> str:
    """Who cannot jump, in a sentence; "" where everybody can."""
    if not men:
        return ""
    one = len(men) == 1
    return f"{', '.join(named(man) for man in men)} cannot jump and {'dies' if one else 'die'} with the bomber."


def ask_jumpers(
    ref: Referee,
    waiting: dict[str, tuple[M, str]],
    id: str,
    rule: str,
    prompt: str,
    eager: bool = False,
    wish: Container[str] = (),
    stakes: Callable[[Sequence[M]], Sequence[Stake]] | None = None,
    stay: Callable[[], Sequence[Stake]] | None = None,
) -> list[M]:
    """Who jumps while the bomber flies on: one man a question, until "done". `waiting` maps keys to man and name.

    The default is to stay; `eager` makes it jumping, and `wish` names men who jump by default. `stakes` gives the
    rolls of men who jump, `stay` those of who stays aboard.
    """
    waiting = dict(waiting)
    jumpers: list[M] = []
    while waiting:
        wanted = [key for key in waiting if eager or key in wish]
        advised = "all" if len(wanted) == len(waiting) > 1 else wanted[0] if wanted else "done"
        key = ref.ask(id, advised, partial(_question, rule, prompt, dict(waiting), stakes, stay))
        if key == "done":
            break
        if key == "all":
            jumpers.extend(man for man, _ in waiting.values())
            break
        jumpers.append(waiting.pop(key)[0])
    return jumpers


def _question(
    rule: str,
    prompt: str,
    waiting: Mapping[str, tuple[M, str]],
    stakes: Callable[[Sequence[M]], Sequence[Stake]] | None,
    stay: Callable[[], Sequence[Stake]] | None,
) -> Question:
    """Who of these men jumps next; man and name by position."""
    rolls = stakes if stakes is not None else lambda men: ()
    options = {"done": Option("Nobody else jumps", stakes=stay() if stay is not None else ())}
    for key, (man, name) in waiting.items():
        options[key] = Option(f"{name} ({key.lower()})", Subject("man", key), stakes=rolls([man]))
    if len(waiting) > 1:
        everybody = rolls([man for man, _ in waiting.values()])
        options["all"] = Option("All of them", *(Subject("man", key) for key in waiting), stakes=everybody)
    return Question(rule, prompt, options)
