"""11.0: results of the Airstrike's tables that no worked example has."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle import airstrike, waves
from flakhouse.games.doolittle.words import Fate, Launch
from tests.doolittle.fleet import at_sea, clear, recon, ship, take_off
from tests.doolittle.helpers import done, noted, referee, rolled


def test_11_2_all_take_off_before_the_enemy_is_there() -> None:
    r = at_sea("Defense East")
    clear(r, "Hornet")
    for each in r.task_force.recon:
        each.place = "Sea Area"
    deck = sum(b.fate is Fate.DECK for b in r.squadron)
    # X2, Recon: 6 and 5, all; four Flights take off (6 and 6 each); X3: 6 and 6, no CAP: one dive bomber,
    # even: Port, Center; the Hornet fires, then X5: 6 and 6 misses
    ref = referee(6, 5, *[6] * 40, answers=["airstrike-launch=yes"], defaults=True)
    assert airstrike._army(ref, r, "Recon", "Defense East")
    assert deck == 16
    assert not any(b.fate is Fate.DECK for b in r.squadron)
    assert r.launch is Launch.EMERGENCY
    assert rolled(ref)[0] == "army-launches"


@pytest.mark.parametrize(("die", "side"), [(3, "Starboard"), (4, "Port")])
def test_11_4_1_dive_bombers_come_over_the_even_or_the_odd_arrow(die: int, side: str) -> None:
    r = at_sea()
    ref = referee(die)
    placed = waves._place(ref, r, waves.Kind.DIVE)
    done(ref)
    assert placed.spaces == (side, "Center")


def test_11_4_3_a_miss_has_no_effect() -> None:
    r = at_sea()
    ref = referee(3, 4)
    waves._release(ref, r, waves.Kind.TORPEDO, ship(r, "Hornet"))
    done(ref)
    assert (ship(r, "Hornet").damaged, ship(r, "Hornet").sunk) == (False, False)
    assert noted(ref) == ["ordnance"]


def test_11_5_1_no_contact_brings_the_planes_home() -> None:
    r = at_sea()
    take_off(r)
    planes = [recon(r, "VS6"), recon(r, "VT6")]
    for each in planes:
        each.place = ""
    ref = referee(2, 3)
    airstrike._counterstrike(ref, r, planes)
    done(ref)
    assert rolled(ref) == ["counterstrike"]
    assert [each.place for each in planes] == ["Hangar", "Hangar"]
    assert (r.task_force.enemy_ships_sunk, r.task_force.enemy_carriers_sunk) == (0, 0)
