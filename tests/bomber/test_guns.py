"""Guns and their jams (b29 5-7a, b17 M-5), and flak's dice (b29 6-3, 6-4; b17 O-3, O-4)."""

from __future__ import annotations

from enum import StrEnum

import pytest

from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.flak import BURST_INSIDE, Shot, hits, shells
from flakhouse.games.bomber.guns import Gun, Mend, mend
from tests.bomber.helpers import chart, done, referee


class Name(StrEnum):
    TAIL = "Tail"


MEND = chart("5-7a", Mend, "1-2 | Cleared\n3-5 | Still jammed\n6 | Broken")
TO_HIT = chart("6-3", Shot, "2-9 | Miss | Hit\n10-12 | Hit | Hit", "2d6", 'columns = ["Light", "Heavy"]')


@pytest.mark.parametrize(
    ("die", "result", "jammed", "broken"),
    [
        (1, Mend.CLEARED, False, False),
        (2, Mend.CLEARED, False, False),
        (3, Mend.JAMMED, True, False),
        (5, Mend.JAMMED, True, False),
        (6, Mend.BROKEN, False, True),
    ],
)
def test_5_7_a_m_5_a_try_to_clear(die: int, result: Mend, jammed: bool, broken: bool) -> None:
    gun = Gun(Name.TAIL, bursts=3, jammed=True, jammed_turn=2)
    assert mend(referee(die), gun, MEND, 4) is result
    assert (gun.jammed, gun.broken, gun.jammed_turn) == (jammed, broken, 4)
    assert gun.works() is (result is Mend.CLEARED)


@pytest.mark.parametrize("fault", ["jammed", "broken", "inoperable"])
def test_5_3_a_gun_with_any_fault_is_silent(fault: str) -> None:
    gun = Gun(Name.TAIL, bursts=1)
    assert gun.works()
    setattr(gun, fault, True)
    assert not gun.works()


def test_5_3_a_gun_needs_arming_and_bursts() -> None:
    assert not Gun(Name.TAIL, armed=False, bursts=9).works()
    assert not Gun(Name.TAIL, bursts=0).works()


def test_6_3_o_3_hits_are_counted_in_the_column() -> None:
    ref = referee(4, 5, 5, 5, 6, 6)
    assert hits(ref, TO_HIT, 0, 3) == [2, 3]
    assert done(ref)
    assert hits(referee(1, 1), TO_HIT, 1, 1) == [1]
    assert hits(referee(), TO_HIT, 1, 0) == []


def test_6_4_o_4_cells() -> None:
    assert [shells(word) for word in ("1", "4", "Burst Inside Plane")] == [1, 4, BURST_INSIDE]
    with pytest.raises(ValueError, match="many"):
        shells("many")


def test_cells_of_two_results() -> None:
    read = either("yes", "no")
    assert (read("yes"), read("no")) == (True, False)
    with pytest.raises(ValueError, match="perhaps"):
        read("perhaps")
