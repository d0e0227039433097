"""Leaving a bomber (b29 8-4, 8-5; b17 G-6, G-7)."""

from __future__ import annotations

import pytest

from flakhouse.core.mods import Mod
from flakhouse.games.bomber.jump import Accident, Jump, ask_jumpers, gets_out
from tests.bomber.helpers import chart, done, referee

JUMP = chart("8-4", Jump, "1 or less | Accident possible\n2-6 | Out safely")
ACCIDENT = chart("8-4-accident", Accident, "1-3 | Out safely\n4-6 | Killed")
MEN = {"Pilot": (1, "Abel"), "Copilot": (2, "Baker"), "Navigator": (3, "Clark")}


@pytest.mark.parametrize(
    ("faces", "modifier", "out"),
    [((2,), 0, True), ((1, 3), 0, True), ((1, 4), 0, False), ((2, 4), -1, False), ((3,), -1, True)],
)
def test_8_4_g_6_a_bad_jump_has_a_second_die(faces: tuple[int, ...], modifier: int, out: bool) -> None:
    ref = referee(*faces)
    mods = [Mod(modifier, "hurt")] if modifier else []
    assert gets_out(ref, JUMP, ACCIDENT, mods) is out
    assert done(ref)


@pytest.mark.parametrize(
    ("answers", "jumpers"),
    [
        (["done"], []),
        (["Copilot", "done"], [2]),
        (["Navigator", "Pilot", "done"], [3, 1]),
        (["Navigator", "all"], [3, 1, 2]),
        (["Navigator", "Copilot", "Pilot"], [3, 2, 1]),
        (["all"], [1, 2, 3]),
    ],
)
def test_8_2_one_man_a_question_until_done(answers: list[str], jumpers: list[int]) -> None:
    ref = referee(answers=answers)
    assert ask_jumpers(ref, MEN, "jump", "8.2", "Who jumps?") == jumpers
    assert done(ref)
    assert len(MEN) == 3  # the caller's men are left alone


def test_8_2_staying_is_the_default_unless_eager() -> None:
    assert ask_jumpers(referee(defaults=True), MEN, "jump", "8.2", "Who jumps?") == []
    assert ask_jumpers(referee(defaults=True), MEN, "jump", "8.2", "Who jumps?", eager=True) == [1, 2, 3]
    one = {"Pilot": (1, "Abel")}
    assert ask_jumpers(referee(defaults=True), one, "jump", "8.2", "Who jumps?", eager=True) == [1]
    assert ask_jumpers(referee(), {}, "jump", "8.2", "Who jumps?") == []


def test_8_2_by_default_those_jump_who_wish_to() -> None:
    wish = ("Navigator", "Copilot")
    assert ask_jumpers(referee(defaults=True), MEN, "jump", "8.2", "Who jumps?", wish=wish) == [2, 3]
    assert ask_jumpers(referee(defaults=True), MEN, "jump", "8.2", "Who jumps?", wish=tuple(MEN)) == [1, 2, 3]
