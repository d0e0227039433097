"""The ladder of wounds (b29 7-13, R-106; b17 BL-4) and what the surgeons say."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from flakhouse.games.bomber.words import Fate
from flakhouse.games.bomber.wounds import Hurt, Recovery, Wound, recover, worsen


@dataclass
class Man:
    light: int = 0
    serious: bool = False
    dead: bool = False
    fate: Fate = Fate.DUTY


LIGHT, SERIOUS, KIA = Wound.LIGHT, Wound.SERIOUS, Wound.KIA


@pytest.mark.parametrize(
    ("wounds", "last", "light", "serious"),
    [
        ([LIGHT], Hurt.LIGHT, 1, False),
        ([LIGHT, LIGHT], Hurt.LIGHT, 2, False),
        ([LIGHT, LIGHT, LIGHT], Hurt.THIRD, 3, True),
        ([LIGHT, LIGHT, LIGHT, LIGHT], Hurt.KILLED, 3, True),
        ([SERIOUS], Hurt.SERIOUS, 0, True),
        ([SERIOUS, LIGHT], Hurt.KILLED, 0, True),
        ([SERIOUS, SERIOUS], Hurt.KILLED, 0, True),
        ([LIGHT, SERIOUS], Hurt.KILLED, 1, False),
        ([KIA], Hurt.KILLED, 0, False),
        ([LIGHT, KIA], Hurt.KILLED, 1, False),
    ],
)
def test_7_13_bl_4_ladder(wounds: list[Wound], last: Hurt, light: int, serious: bool) -> None:
    man = Man()
    done = [worsen(man, wound) for wound in wounds]
    assert done[-1] is last
    assert (man.light, man.serious) == (light, serious)
    assert not man.dead  # a death is the caller's


@pytest.mark.parametrize(
    ("recovery", "fate", "dead"),
    [
        (Recovery.DUTY, Fate.DUTY, False),
        (Recovery.HOME, Fate.IH, False),
        (Recovery.DIES, Fate.DOW, True),
    ],
)
def test_7_13b_16_1_surgeons(recovery: Recovery, fate: Fate, dead: bool) -> None:
    man = Man(serious=True)
    recover(man, recovery)
    assert (man.fate, man.dead) == (fate, dead)
